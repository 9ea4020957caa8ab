"""Each seat's chance in a position of MatriO, as one seat sees it.

It follows from how the game ends where everybody plays on as was learned, with the cards that cannot be
seen dealt again each time; from what each seat has already; from who plays last of all, as this matters
much; and from whose cards are known. The weights are in `weights.json`. What does not belong here: how
they are found (`games.players.estimator`), and playing on (`games.players.matrio.playouts`).
"""

from collections.abc import Callable
from functools import cache
from math import log, sqrt
from random import Random
from typing import Final

from games.matrio.board import SEATS
from games.matrio.rules import Position
from games.players.estimator import Evidence, Row, estimated, read_weights
from games.players.matrio.learned import learned
from games.players.matrio.playouts import play_on, redealt, shares_of
from games.players.matrio.table import Table

_PLAYOUTS: Final = 24
"""How often a position is played on."""
_SEED: Final = "chances"
"""Always the same cards and luck: what two chances differ in is not theirs."""
_MARGIN: Final = 20.0
"""How many points ahead at the end of a playout are odds of e to 1, times √(plies to go)."""
_LEAST: Final = 1e-3
"""How sure the playouts' shares may be at most."""
_APART: Final = 8
"""Up to this number of cards left, positions with each number are a group; with more, in fours."""
_PLIES: Final = 4
_LATEST: Final = 3
"""How many seats are told apart by who plays the last card, the last but one, …"""
_POINTS: Final = 100.0
"""In what points are counted, so that weights are about 1."""


@cache
def _weights() -> dict[str, Row]:
    return read_weights(__package__)


def evidence(
    view: Position, playouts: int = _PLAYOUTS, spent: Callable[[], bool] = bool
) -> Evidence | None:
    """Return what bears on who wins; None at the end."""
    if view.to_move is None:
        return None
    left = sum(map(len, view.hands))
    table = Table(view, ((),) * SEATS)
    sums = _played_on(table, view, playouts, _MARGIN * sqrt(left), spent)
    whole = sum(sums) or 1.0
    latest = _latest(view)
    rows: list[Row] = []
    for seat, share in enumerate(sums):
        if seat in view.withdrawn:
            rows.append(())
            continue
        order = [float(place == seat) for place in latest]
        known = float(None not in view.hands[seat])
        rows.append((log(max(_LEAST, share / whole)), table.totals[seat] / _POINTS, *order, known))
    group = left if left <= _APART else -(-left // _PLIES) * _PLIES
    return Evidence(f"{group}", tuple(rows))


def _played_on(
    table: Table, view: Position, playouts: int, margin: float, spent: Callable[[], bool]
) -> list[float]:
    """Add up each seat's shares of the first place over playouts of a view, with its table."""
    rng = Random(_SEED)
    sums = [0.0] * SEATS
    for _ in range(playouts):
        ended = table.copy(redealt(view, rng))
        play_on(ended, rng, [learned] * SEATS)
        shares = shares_of(ended, margin)
        sums = [total + share for total, share in zip(sums, shares, strict=True)]
        if spent():
            break
    return sums


def _latest(view: Position) -> list[int | None]:
    """List who plays the last card of all, and the last ones before that of other seats."""
    holders = [(view.seat + step) % SEATS for step in range(SEATS)]
    # Sorting keeps the turn order among those who hold equally many cards.
    by_end = sorted(
        (seat for seat in holders if view.hands[seat]), key=lambda seat: len(view.hands[seat])
    )
    latest: list[int | None] = [*reversed(by_end[-_LATEST:])]
    return latest + [None] * (_LATEST - len(latest))


def seat_chances(
    view: Position, work: float = 1.0, spent: Callable[[], bool] = bool
) -> tuple[float, ...]:
    """Return each seat's chance of the first place, 0 for those withdrawn; they add up to 1.

    Where nobody is left in the game, all are 0. `work` scales how often it is played on.
    """
    known = evidence(view, max(1, round(_PLAYOUTS * work)), spent)
    if known is not None:
        return estimated(known, _weights())
    result = view.result()
    return tuple(result.share(seat) if result else 0.0 for seat in range(SEATS))
