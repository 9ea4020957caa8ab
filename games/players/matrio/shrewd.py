"""Choosing in MatriO with some foresight: as `greedy`, but sparing cards and lines that will be needed.

While a seat has many cards left, playing a high one costs something, as does leaving a cell that
lacks one or two cards for a dot. The weights were found by chance: changes were kept when a seat that
had them won more games against three of `greedy`. What does not belong here: playing on (`playouts`).
"""

from random import Random
from typing import Final

from games.matrio.board import HAND, SUITS, TRAYS, tray_line
from games.players.matrio.greedy import slopes_for, trays_in
from games.players.matrio.table import CROSSING, FULL, LINE_TRAYS, SUIT, SUIT_TRAYS, VALUE, Table

_AGAINST: Final = 0.378
"""How much a point of another seat counts against one of the own, …"""
_AGAINST_EARLY: Final = 0.472
"""… and how much more with a full hand; this falls to 0 at the last card, like all that is early."""
_DOT: Final = 258.0
"""What a dot is worth in addition to its score."""
_SCORE: Final = 0.817
"""What a point of that score is worth: it will change."""
_CROSSED: Final = 0.146
"""What a point of a product is worth on a cell that has no dot yet."""
_ONE_TO_GO: Final = 58.1
"""What it costs to leave a cell that lacks one card for its dot."""
_TWO_TO_GO: Final = 31.8
_FILLED: Final = 12.7
"""What each point of a card's value costs that fills a tray early."""
_COVERED: Final = 8.93
"""What each point costs that covers another card early."""
_JOKER: Final = 139.0
"""What it costs to play a joker early."""
_EARLY: Final = 0.26
"""How much more points count early that a covered card wins."""

Worth = tuple[float, int, int]
"""What a play is worth; its card and its tray."""
Filling = tuple[float, float, int]
"""What filling a tray is worth: in any case, for each point of the card's value; and the tray."""


def shrewdest(table: Table, seat: int, rng: Random) -> tuple[int, int]:
    """Return which card the seat to move plays, and to which tray.

    Chance decides among equals.
    """
    early = (len(table.hands[seat]) - 1) / (HAND - 1)
    more = 1 + _EARLY * early
    slopes = [slope * more for slope in slopes_for(table, seat, _AGAINST + _AGAINST_EARLY * early)]
    if table.filled == FULL:
        _, card, tray = max(_covering_any(table, card, slopes, early) for card in table.hands[seat])
        return card, tray
    fillings = _fillings(table)
    found: list[Worth] = []
    for card in table.hands[seat]:
        suit, value = SUIT[card], VALUE[card]
        open_to = FULL if suit is None else SUIT_TRAYS[suit]
        cost = early * (_JOKER if suit is None else _FILLED * abs(value))
        plays = [
            (fixed + rise * value - cost, card, tray)
            for fixed, rise, tray in fillings
            if open_to >> tray & 1
        ]
        if not plays or suit is None:
            plays += _covering(table, card, slopes, early)
        found += plays
    most = max(found)[0]
    _, card, tray = rng.choice([play for play in found if play[0] == most])
    return card, tray


def _covering_any(table: Table, card: int, slopes: list[float], early: float) -> Worth:
    """Return the best way to cover a card with another one where no tray is empty."""
    value = VALUE[card]
    gains = [(value - top) * slope for top, slope in zip(table.tops, slopes, strict=True)]
    most = max(gains)
    return most - early * _kept(card), card, gains.index(most)


def _covering(table: Table, card: int, slopes: list[float], early: float) -> list[Worth]:
    """List what it is worth to cover each card on the board with another one."""
    value, tops, cost = VALUE[card], table.tops, early * _kept(card)
    return [
        ((value - tops[tray]) * slopes[tray] - cost, card, tray) for tray in trays_in(table.filled)
    ]


def _kept(card: int) -> float:
    """Return what a card is worth that is kept for the end of the game."""
    return _JOKER if SUIT[card] is None else _COVERED * abs(VALUE[card])


def _fillings(table: Table) -> list[Filling]:
    """List what filling each empty tray is worth."""
    filled, tops, width = table.filled, table.tops, len(SUITS)
    lacking = [(trays & ~filled).bit_count() for trays in LINE_TRAYS]
    found = []
    for tray in range(TRAYS):
        if filled >> tray & 1:
            continue
        line = tray_line(tray)
        suit, left = tray - width * line, lacking[line] - 1
        fixed = rise = 0.0
        for _, other in CROSSING[line]:
            lacks, top = left + lacking[other], tops[width * other + suit]
            if lacks == 0:
                fixed += _DOT + _SCORE * table.worth(line, other)
                rise += _SCORE * top
                continue
            rise += _CROSSED * top
            if lacks == 1:
                fixed -= _ONE_TO_GO
            elif lacks == 2:
                fixed -= _TWO_TO_GO
        found.append((fixed, rise, tray))
    return found
