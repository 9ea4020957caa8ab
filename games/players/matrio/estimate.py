"""Each seat's chance in a position of MatriO, as one seat sees it.

It follows from how the game ends where it is played on, with the cards that cannot be seen dealt
again each time, and from what each seat has already. The weights in `weights.json` say that the
playouts are right: none was learned yet. What does not belong here: how weights are found
(`games.players.estimator`), and playing on (`games.players.matrio.playouts`).
"""

from collections.abc import Callable
from functools import cache
from math import log, sqrt
from random import Random
from typing import Final

from games.matrio.board import SEATS
from games.matrio.rules import Position
from games.players.estimator import Evidence, Row, estimated, read_weights
from games.players.matrio.playouts import play_on, redealt, shares_of
from games.players.matrio.table import Table

_PLAYOUTS: Final = 60
"""How often a position is played on."""
_SEED: Final = "chances"
"""Always the same cards and luck: what two chances differ in is not theirs."""
_MARGIN: Final = 60.0
"""How many points ahead at the end of a playout are odds of e to 1, times √(plies to go)."""
_LEAST: Final = 1e-3
"""How sure the playouts' shares may be at most."""
_PLIES: Final = 8
"""Positions with about as many plies to go, in eights, are of one group."""
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
    table, rng = Table(view, ((),) * SEATS), Random(_SEED)
    totals = table.totals
    sums = [0.0] * SEATS
    for _ in range(playouts):
        ended = table.copy(redealt(view, rng))
        play_on(ended, rng)
        shares = shares_of(ended, _MARGIN * sqrt(left))
        sums = [total + share for total, share in zip(sums, shares, strict=True)]
        if spent():
            break
    whole = sum(sums)
    rows: list[Row] = []
    for seat, share in enumerate(sums):
        if share:
            ahead = totals[seat] / _POINTS
            rows.append((log(max(_LEAST, share / whole)), ahead, float(seat == view.seat)))
        else:
            rows.append(())
    return Evidence(f"{(left - 1) // _PLIES}", tuple(rows))


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
