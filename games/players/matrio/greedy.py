"""Choosing in MatriO by what a play wins immediately: for the own total, and against the others.

What does not belong here: the table (`games.players.matrio.table`), playing games on
(`games.players.matrio.playouts`), levels (`games.players.matrio`).
"""

from collections.abc import Iterable
from functools import lru_cache
from random import Random
from typing import Final

from games.matrio.board import TRAYS, tray_line
from games.players.matrio.table import CROSSING, FULL, LINE_TRAYS, SUIT, SUIT_TRAYS, VALUE, Table

DOT: Final = 80.0
"""What a dot is worth in addition to its score: it can still be raised, and keeps its owner in the game."""
AGAINST: Final = 1 / 3
"""How much a point of another seat counts against one of the own."""
_KEPT: Final = 5000
"""Of how many sets of trays the lists are kept: far more sets come up while games are played on."""


def slopes_for(table: Table, seat: int, against: float) -> list[float]:
    """Return what each point of each tray's top card is worth to a seat."""
    own = 1 + against
    return [
        own * mine - against * all_seats
        for mine, all_seats in zip(table.slopes[seat], table.slope, strict=True)
    ]


def plays_of(table: Table, card: int, slopes: list[float]) -> list[tuple[float, int]]:
    """List the trays to which a card may go, each after what is won there."""
    suit, value, filled = SUIT[card], VALUE[card], table.filled
    empty = (FULL if suit is None else SUIT_TRAYS[suit]) & ~filled
    plays = [(_filling(table, value, tray), tray) for tray in trays_in(empty)]
    if suit is None or not empty:
        tops = table.tops
        plays += [((value - tops[tray]) * slopes[tray], tray) for tray in trays_in(filled)]
    return plays


def best_of(
    table: Table, cards: Iterable[int], slopes: list[float], rng: Random
) -> tuple[float, int, int]:
    """Return the play of one of these cards that wins most: what it wins, the card and the tray.

    Chance decides among equals while trays are empty; later, what comes first.
    """
    found = []
    if table.filled == FULL:
        for card in cards:
            value = VALUE[card]
            gains = [(value - top) * slope for top, slope in zip(table.tops, slopes, strict=True)]
            most = max(gains)
            found.append((most, card, gains.index(most)))
        return max(found)
    for card in cards:
        plays = plays_of(table, card, slopes)
        most = max(plays)[0]
        found.append((most, card, rng.choice([tray for gain, tray in plays if gain == most])))
    most = max(found)[0]
    return rng.choice([play for play in found if play[0] == most])


def _filling(table: Table, value: int, tray: int) -> float:
    """Return what filling a tray wins: the dots it places."""
    line = tray_line(tray)
    empty = ~(table.filled | 1 << tray)
    if LINE_TRAYS[line] & empty:
        return 0.0
    suit = tray - 4 * line
    return sum(
        DOT + table.worth(line, other) + value * table.tops[4 * other + suit]
        for _, other in CROSSING[line]
        if not LINE_TRAYS[other] & empty
    )


@lru_cache(maxsize=_KEPT)
def trays_in(bits: int) -> tuple[int, ...]:
    """List the trays that are set in bits."""
    return tuple(tray for tray in range(TRAYS) if bits >> tray & 1)
