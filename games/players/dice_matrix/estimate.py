"""Each seat's chance in a position of Dice Matrix.

It follows from how far a search sees the player to move ahead at the end, and from how many dice
are left. The weights in `weights.json` say that the search is right: none was learned yet. What
does not belong here: how weights are found (`games.players.estimator`).
"""

from collections.abc import Callable
from functools import cache
from typing import Final

from games.dice_matrix.rules import CELLS, Position
from games.players.dice_matrix.leads import ranked
from games.players.dice_matrix.search import WIDE
from games.players.estimator import Evidence, Row, estimated, read_weights

_NODES: Final = 8000
"""How many positions are looked at for each one that is judged."""
_SURE: Final = 1.0
_UNSURE: Final = 0.4
"""How much a lead in half points must be to count: a fixed part, and a part for each die that is left."""
_DICE: Final = 7
"""Positions with about as many dice left, in sevens, are of one group."""


@cache
def _weights() -> dict[str, Row]:
    return read_weights(__package__)


def evidence(
    position: Position, nodes: int = _NODES, spent: Callable[[], bool] = bool
) -> Evidence | None:
    """Return what bears on who wins; None at the end."""
    if position.to_move is None:
        return None
    best, *_ = ranked(position, position.legal_moves(), CELLS, nodes, WIDE, spent, 1)
    dice = position.dice_left
    # Half for each seat: the odds go by the difference.
    ahead = best.lead / (_SURE + _UNSURE * dice) / 2
    mine, theirs = (ahead, 1.0), (-ahead, 0.0)
    rows = (theirs, mine) if position.seat else (mine, theirs)
    return Evidence(f"{(dice - 1) // _DICE}", rows)


def seat_chances(
    position: Position, work: float = 1.0, spent: Callable[[], bool] = bool
) -> tuple[float, ...]:
    """Return both seats' chances of the first place; at the end, what came of it.

    `work` scales how many positions are looked at.
    """
    known = evidence(position, round(_NODES * work), spent)
    if known is not None:
        return estimated(known, _weights())
    result = position.result()
    return tuple(result.share(seat) if result else 0.0 for seat in (0, 1))
