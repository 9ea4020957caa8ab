"""Positions of Tablero for tests: drawn from whole random games, or laid out by hand."""

from collections.abc import Mapping, Sequence

from hypothesis import strategies as st

from games.chance import SeededSource
from games.game import CHANCE
from games.tablero import TABLERO
from games.tablero.board import SPACES, space_index
from games.tablero.rules import (
    OWNERS,
    TOKENS,
    Bump,
    Move,
    MoveStack,
    Place,
    Position,
    Retrieve,
    Roll,
)

FACES = st.integers(1, 6)
ANY_SPACE = st.integers(0, 17)
ANY_MOVE: st.SearchStrategy[Move] = (
    st.builds(Roll, FACES, FACES)
    | st.builds(Place, FACES)
    | st.builds(MoveStack, FACES, st.lists(ANY_SPACE, min_size=1, max_size=4).map(tuple))
    | st.builds(Retrieve, ANY_SPACE)
    | st.just(Bump())
)


def game(seed: int) -> list[Position]:
    """Return all positions of one random game, the first and the last included."""
    source = SeededSource(seed)
    positions = [TABLERO.deal(source, 2, {})]
    while positions[-1].to_move is not None:
        position = positions[-1]
        if position.to_move == CHANCE:
            positions.append(position.play(position.roll(source)))
        else:
            positions.append(position.play(TABLERO.random_move(position, source)))
    return positions


def laid_out(
    stacks: Mapping[str, str],
    dice: Sequence[int],
    *,
    reserve: tuple[int, int] | None = None,
    seat: int = 0,
    last: bool = False,
) -> Position:
    """Return a position with these stacks, where a seat has these dice left to use.

    The tokens that are on no space are in the reserves, unless those are given.
    """
    spaces = [""] * SPACES
    for name, stack in stacks.items():
        spaces[space_index(name)] = stack
    placed = "".join(spaces)
    left = (TOKENS - placed.count("A"), TOKENS - placed.count("B"))
    rolled = (*dice, 6) if len(dice) == 1 else tuple(dice)
    return Position(
        tuple(spaces), left if reserve is None else reserve, rolled, tuple(dice), seat, last
    )


def after(position: Position, *notations: str) -> Position:
    """Return the position after moves in notation."""
    for notation in notations:
        position = position.play(TABLERO.parse(notation))
    return position


def legal(position: Position) -> set[str]:
    """Return the legal moves in notation."""
    return set(TABLERO.legal_notation(position))


def turns(position: Position, done: tuple[Move, ...] = ()) -> list[tuple[Move, ...]]:
    """List all whole turns, move by move, as the legal moves give them."""
    found = []
    for move in position.legal_moves():
        following = position.play(move)
        if following.mid_turn:
            found += turns(following, (*done, move))
        else:
            found.append((*done, move))
    return found


@st.composite
def positions(draw: st.DrawFn, *, moving: bool = True) -> Position:
    """Draw a position from anywhere in a random game; one where a seat moves, if wanted."""
    played = game(draw(st.integers(0, 10_000)))
    if moving:
        played = [position for position in played if position.dice]
    return played[draw(st.integers(0, len(played) - 1))]


@st.composite
def arranged(draw: st.DrawFn) -> Position:
    """Draw an arrangement that games hardly ever reach: all tokens anywhere, on few spaces."""
    spots = draw(st.lists(st.integers(0, SPACES), min_size=1, max_size=5))
    stacks, reserve = [""] * SPACES, [0, 0]
    for owner in draw(st.permutations(OWNERS * TOKENS)):
        spot = draw(st.sampled_from(spots))
        if spot == SPACES:
            reserve[OWNERS.index(owner)] += 1
        else:
            stacks[spot] += owner
    rolled = tuple(sorted(draw(st.tuples(st.integers(1, 6), st.integers(1, 6)))))
    dice = draw(st.sampled_from([rolled, rolled[:1], rolled[1:]]))
    seat = draw(st.integers(0, 1))
    return Position(
        tuple(stacks), (reserve[0], reserve[1]), rolled, dice, seat, draw(st.booleans())
    )
