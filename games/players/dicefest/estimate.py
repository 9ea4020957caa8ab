"""Each seat's chance in a position of Dicefest, learned from games between hard players.

It follows from a small tree, from the turns that every seat needs, and from whose turn it is.
What does not belong here: how weights are found (`games.players.estimator`).
"""

from collections.abc import Callable
from functools import cache
from math import log
from typing import Final

from games.dicefest.board import DIRECTIONS
from games.dicefest.rules import Position
from games.players.dicefest.race import won
from games.players.dicefest.search import Search
from games.players.dicefest.turns import FAR
from games.players.estimator import Evidence, Row, estimated, read_weights

_TRIES: Final = 200
"""How many lines of play are tried at each position."""
_LEAST: Final = 1e-4
"""How sure the tree's shares may be at most."""
_STAGES: Final = ((2, "end"), (6, "near"), (FAR, "far"))
"""How near the end is, each with the most turns that the first seat needs."""
_TREE: Final = 0.7
"""The power to which a tree's shares are taken, as it is too sure: fitted at 700 positions."""


@cache
def _weights() -> dict[str, Row]:
    return read_weights(__package__)


def evidence(position: Position, spent: Callable[[], bool] = bool) -> Evidence | None:
    """Return what bears on who wins, None where that is known.

    It is at the end and where a move wins immediately; before all have their side it is even.
    """
    if not position.settled or position.winners is not None:
        return None
    search = Search(position)
    search.run(_TRIES, spent)
    shares, needed = search.shares, search.root.needed
    if 1.0 in shares.values():
        # A move wins immediately.
        return None
    playing = position.table.playing
    rows: list[Row] = [()] * len(position.codes)
    for seat in playing:
        waits = sum(_before(position, other, seat) for other in playing)
        # In parts of a turn, so that it is no loss that the turn has passed on.
        left = needed[seat] + waits / len(playing)
        tree = _TREE * log(max(_LEAST, shares[seat]))
        rows[seat] = (tree, left, float(seat == position.seat))
    first = min(needed.values())
    stage = next(stage for most, stage in _STAGES if first <= most)
    return Evidence(f"{len(playing)} {stage}", tuple(rows))


def _before(position: Position, one: int, other: int) -> bool:
    """Tell whether a seat's next turn comes before another's."""
    sides, first = position.table.sides, position.table.sides[position.seat]
    ahead = [(sides[seat] - first) % len(DIRECTIONS) for seat in (one, other)]
    return ahead[0] < ahead[1]


def seat_chances(position: Position, spent: Callable[[], bool] = bool) -> tuple[float, ...]:
    """Return each seat's chance of the first place, 0 for those that left; they add up to 1."""
    seats = range(len(position.codes))
    if not position.settled:
        return (1 / len(seats),) * len(seats)
    if (shares := won(position)) is not None:
        return tuple(shares.get(seat, 0.0) for seat in seats)
    known = evidence(position, spent)
    if known is None:
        return tuple(float(seat == position.seat) for seat in seats)
    return estimated(known, _weights())
