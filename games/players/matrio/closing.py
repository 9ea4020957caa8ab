"""The last plays of a game of MatriO, with all cards known: each is chosen by how the game ends after it.

Who plays last covers the card whose change puts them farthest ahead of the others. Who plays before
tries what may be done, and expects the same of those who follow. What does not belong here: the plays
before (`games.players.matrio.learned`), and what to do about hidden cards (`games.players.matrio.playouts`).
"""

from operator import itemgetter
from typing import Final

from games.matrio.board import SEATS, TRAYS
from games.players.matrio.greedy import AGAINST, slopes_for
from games.players.matrio.table import FULL, VALUE, Table

LAST: Final = 3
"""How many plays are chosen so."""
_TRIED: Final = 3
"""How many plays are tried where more than one follows: those that win most immediately."""


def is_closing(table: Table, plays: int = LAST) -> bool:
    """Tell whether only so many cards are left, and only covers."""
    return table.filled == FULL and sum(map(len, table.hands)) <= plays


def closing(table: Table, seat: int) -> tuple[int, int]:
    """Return which card the seat to move plays, and to which tray; `is_closing` holds."""
    left = sum(map(len, table.hands))
    if left == 1:
        _, card, tray = _farthest(table, seat)
        return card, tray
    plays = [(card, tray) for card in table.hands[seat] for tray in range(TRAYS)]
    if left > 2:
        plays = _greediest(table, seat, plays)
    leads = [_lead_after(table, seat, card, tray) for card, tray in plays]
    return plays[leads.index(max(leads))]


def _greediest(table: Table, seat: int, plays: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the plays that win most immediately, the best first."""
    slopes, tops = slopes_for(table, seat, AGAINST), table.tops
    gains = [((VALUE[card] - tops[tray]) * slopes[tray], (card, tray)) for card, tray in plays]
    gains.sort(key=itemgetter(0), reverse=True)
    return [play for _, play in gains[:_TRIED]]


def _lead_after(table: Table, seat: int, card: int, tray: int) -> int:
    """Return how far a seat is ahead at the end after a play, if all others then go as far ahead as they can."""
    after = table.copy(table.hands)
    after.play(card, tray)
    while (following := after.seat) is not None:
        _, card, tray = _farthest(after, following)
        after.play(card, tray)
    return after.totals[seat] - max(
        (after.totals[rival] for rival in _rivals(after, seat)), default=0
    )


def _farthest(table: Table, seat: int) -> tuple[int, int, int]:
    """Return the play that puts a seat farthest ahead of all others: how far, the card and the tray."""
    mine, total = table.slopes[seat], table.totals[seat]
    rivals = [(table.totals[rival], table.slopes[rival]) for rival in _rivals(table, seat)]
    found = []
    for card in table.hands[seat]:
        value = VALUE[card]
        changes = [value - top for top in table.tops]
        theirs = [
            [points + change * slope for change, slope in zip(changes, slopes, strict=True)]
            for points, slopes in rivals
        ] or [[0] * TRAYS]
        leads = [
            total + change * slope - best
            for change, slope, best in zip(
                changes, mine, map(max, zip(*theirs, strict=True)), strict=True
            )
        ]
        lead = max(leads)
        found.append((lead, card, leads.index(lead)))
    return max(found, key=itemgetter(0))


def _rivals(table: Table, seat: int) -> list[int]:
    """List the other seats that are in the game."""
    return [each for each in range(SEATS) if each != seat and not table.out >> each & 1]
