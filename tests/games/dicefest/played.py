"""Positions of Dicefest for tests: drawn from whole random games, or laid out by hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from games.chance import SeededSource
from games.dicefest import DICEFEST, OPPOSITE_SIDES
from games.dicefest.board import BOARD, DIRECTIONS, INNER, mask_of, space_index, spaces_of
from games.dicefest.dice import FACINGS, Facing
from games.dicefest.moves import Move, MoveDie, Pass, PickSide, Rotate, code_of
from games.dicefest.rules import Position, Table
from games.line import Line, start

PLIES = 400
"""Where random games are cut in tests: by then every kind of position has been seen."""
FREE = {"d4": "1", "d5": "2", "d6": "3"}
"""Dice of an opponent that are nowhere near a lock."""
ANY_SPACE = st.integers(0, 63)
ANY_SIDE = st.integers(0, 3)
BOARD_SPACE = st.sampled_from(spaces_of(BOARD))
ANY_COUNTERS = st.sets(st.sampled_from(spaces_of(BOARD)), max_size=6).map(mask_of)
ANY_MOVE: st.SearchStrategy[Move] = (
    st.builds(PickSide, ANY_SIDE)
    | st.builds(MoveDie, BOARD_SPACE, ANY_SPACE)
    | st.builds(Rotate, BOARD_SPACE, st.integers(0, 5), ANY_COUNTERS)
    | st.just(Pass())
)


def dealt(seed: int, seats: int = 2) -> Position:
    return DICEFEST.deal(SeededSource(seed), seats, {})


def seated(seed: int, seats: int = 2) -> Position:
    """Return a game where everybody sits, at the sides that the bot would pick."""
    position = dealt(seed, seats)
    for pick in OPPOSITE_SIDES[seats]:
        position = position.play(pick)
    return position


def table(seed: int, seats: int = 2) -> Line:
    """Return the line of a game where everybody sits."""
    return start(DICEFEST, seats, seated(seed, seats))


def game(seed: int, seats: int = 2, plies: int = PLIES) -> list[Position]:
    """Return the positions of a random game, sides picked at random, up to its end or that many plies."""
    source = SeededSource(seed)
    positions = [DICEFEST.deal(source, seats, {})]
    while positions[-1].to_move is not None and len(positions) <= plies:
        positions.append(positions[-1].play(DICEFEST.random_move(positions[-1], source)))
    return positions


def laid_out(
    seats: Sequence[Mapping[str, str]],
    *,
    sides: str = "SN",
    counters: str | None = None,
    collections: Sequence[int] | None = None,
    seat: int = 0,
    left: Sequence[int] = (),
    passes: int = 0,
) -> Position:
    """Return a position: for each seat its dice by space, as top, north and west ("632").

    Where only the top is given, the die lies somehow. Without counters, those that nobody has
    collected lie on the first spaces that are free.
    """
    dice = [
        [code_of(_facing(lying), space_index(space)) for space, lying in each.items()]
        for each in seats
    ]
    occupied = mask_of(space_index(space) for each in seats for space in each)
    held = tuple(collections or (0,) * len(seats))
    free = spaces_of(INNER & ~occupied)
    lying = mask_of(free[: 36 - sum(held)])
    if counters is not None:
        lying = mask_of(map(space_index, counters.split()))
    numbers = ((1, 2, 3),) * len(seats)
    picked = tuple(map(DIRECTIONS.index, sides))
    return Position(
        Table(numbers, picked, frozenset(left)),
        tuple(map(tuple, dice)),
        occupied,
        lying,
        held,
        seat,
        passes,
    )


def _facing(lying: str) -> Facing:
    shown = tuple(map(int, lying))
    return next(
        facing
        for facing in FACINGS
        if (facing.top, facing.north, facing.west)[: len(shown)] == shown
    )


def after(position: Position, *notations: str) -> Position:
    """Return the position after moves in notation."""
    for notation in notations:
        position = position.play(DICEFEST.parse(notation))
    return position


def legal(position: Position) -> set[str]:
    """Return the legal moves in notation."""
    return set(DICEFEST.legal_notation(position))


def finishing(held: int, *opponents: Mapping[str, str]) -> Position:
    """Return a position where seat 0, holding that many counters, locks its last die by f5-f8."""
    collections = (held, *(0,) * len(opponents))
    dice = [{"g8": "6", "e8": "4", "f5": "53"}, *opponents]
    return laid_out(dice, sides="SNWE"[: len(dice)], collections=collections)


def stuck(*, counters: int = 0, **options: Any) -> Position:  # Any: as laid_out has them
    """Return a position of three in which neither player 1 nor 2 can do anything.

    b1 has its numbers lead to b7, d1 and off the board; b7 to b8, d7, b1 and off it.
    """
    dice = [
        {"b1": "365", "b8": "1", "g8": "6"},
        {"b7": "415", "d1": "4", "e1": "3"},
        {"d7": "1", "d4": "2", "d5": "3"},
    ]
    collections = (counters, 0, 34 - counters)
    return laid_out(dice, sides="SNW", counters="c2 c3", collections=collections, **options)


def sides_of(position: Position) -> list[str]:
    return [DIRECTIONS[side] for side in position.table.sides]


@st.composite
def positions(draw: st.DrawFn, *, over: bool = False) -> Position:
    """Draw a position from anywhere in a random game, from after its end only if wanted.

    In one game of three, of those of more than two, a seat has left on the way.
    """
    seed, seats = draw(st.integers(0, 3_000)), draw(st.integers(2, 4))
    played = [position for position in game(seed, seats) if over or position.to_move is not None]
    position = played[draw(st.integers(0, len(played) - 1))]
    if seats > 2 and seed % 3 == 0 and position.settled and position.to_move is not None:
        gone = position.leave(draw(st.integers(0, seats - 1)))
        if over or gone.to_move is not None:
            return gone
    return position
