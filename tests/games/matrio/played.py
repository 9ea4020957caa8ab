"""Positions of MatriO for tests: drawn from whole random games, or laid out by hand."""

from collections.abc import Mapping, Sequence

from hypothesis import strategies as st

from games.chance import SeededSource
from games.line import Line, start
from games.matrio import MATRIO
from games.matrio.board import CARD_INDEX, CARDS, SUITS, TRAYS, cell_name, tray_name
from games.matrio.rules import Deal, Play, Position

ANY = {"lead": "any"}
OPEN_WITH_2C = {"lead": "2C"}

FINISHED = {
    "r1": "8S AD JC AH",
    "r2": "7S 5D 2S 9H",
    "r3": "4D 2D 6C 8H",
    "c1": "KD JD 8D JS",
    "c2": "6S X1 8C 7C",
    "c3": "5S QH AC 9S",
}
"""The top cards of a finished game, line by line, in the order of the suits."""


def game(seed: int, options: Mapping[str, str] = ANY) -> list[Position]:
    """Return all positions of one random game, the first and the last included."""
    source = SeededSource(seed)
    positions = [MATRIO.deal(source, 4, options)]
    while positions[-1].to_move is not None:
        move = MATRIO.random_move(positions[-1], source)
        positions.append(positions[-1].play(move))
    return positions


def table(seed: int, options: Mapping[str, str] = ANY) -> Line:
    """Return a game before its first event."""
    return start(MATRIO, 4, MATRIO.deal(SeededSource(seed), 4, options))


def laid_out(
    lines: Mapping[str, str],
    hands: Sequence[str],
    *,
    seat: int = 0,
    dots: Mapping[str, int] | None = None,
    withdrawn: Sequence[int] = (),
) -> Position:
    """Return a position with these cards on the trays ("-" for an empty one) and in the hands."""
    stacks = {
        f"{line}{suit}": () if card == "-" else (CARD_INDEX[card],)
        for line, cards in lines.items()
        for suit, card in zip(SUITS, cards.split(), strict=True)
    }
    trays = tuple(stacks.get(tray_name(tray), ()) for tray in range(TRAYS))
    held = tuple(tuple(sorted(CARD_INDEX[card] for card in hand.split())) for hand in hands)
    owners = dots or {}
    return Position(
        Deal(held, seat, lead=False),
        held,
        seat,
        trays,
        tuple(owners.get(cell_name(cell)) for cell in range(9)),
        frozenset(withdrawn),
        sum(1 << tray for tray, stack in enumerate(trays) if stack),
    )


def move(notation: str) -> Play:
    return MATRIO.parse(notation)


def after(position: Position, *notations: str) -> Position:
    """Return the position after moves in notation."""
    for notation in notations:
        position = position.play(move(notation))
    return position


def legal(position: Position) -> set[str]:
    """Return the legal moves in notation."""
    return set(MATRIO.legal_notation(position))


def legal_by_the_book(position: Position) -> set[str]:
    """List what may be played by looking at every card and tray, as the rulebook says it."""
    seat = position.to_move
    if seat is None:
        return set()
    empty = {tray_name(tray) for tray in range(TRAYS) if not position.trays[tray]}
    names = {tray_name(tray) for tray in range(TRAYS)}
    moves = set()
    for card in position.hands[seat]:
        assert card is not None
        name = CARDS[card].name
        own = {tray for tray in empty if tray[-1] == name[-1]}
        trays = names if name[0] == "X" else own or names - empty
        moves |= {f"{name}>{tray}" for tray in trays}
    openings = {notation for notation in moves if notation.startswith("2C>")}
    opening = position.deal.lead and not any(position.trays)
    return openings if opening and openings else moves


def value_by_the_book(name: str) -> int:
    """Tell what a card is worth, from its name alone."""
    rank, suit = name[:-1], name[-1]
    if rank == "X":
        return 0
    if (rank, suit) == ("Q", "S"):
        return 13
    number = {"A": 1, "J": 10, "Q": 10, "K": 10}.get(rank) or int(rank)
    return number if suit in "SC" else -number


@st.composite
def positions(draw: st.DrawFn, options: Mapping[str, str] = ANY, *, over: bool = False) -> Position:
    """Draw a position from anywhere in a random game, from after its end only if wanted.

    In one game of three a seat has left on the way.
    """
    seed = draw(st.integers(0, 10_000))
    played = game(seed, options)
    ply = draw(st.integers(0, len(played) - (1 if over else 2)))
    position = played[ply]
    if seed % 3 == 0 and position.to_move is not None and not position.withdrawn:
        position = position.leave(draw(st.integers(0, 3)))
    return position
