"""Each seat's chance in a position of Dice Matrix, learned from games between hard players.

It follows from how far a search sees the player to move ahead at the end; how much that says depends
on how many dice are left. Where the search has seen the end, it is no longer a chance. What does not
belong here: how weights are found (`games.players.estimator`).
"""

from collections.abc import Callable
from functools import cache
from typing import Final

from games.dice_matrix.rules import CELLS, Position
from games.players.dice_matrix.leads import Ranked, ranked
from games.players.dice_matrix.search import WIDE
from games.players.estimator import Evidence, Row, estimated, read_weights

_NODES: Final = 8000
"""How many positions are looked at for each one that is judged."""
_MARGIN: Final = 3.0
"""How many half points ahead are odds of e to 1, about."""
_STAGES: Final = ((20, "end"), (26, "late"), (44, "middle"), (CELLS, "early"))
"""The parts of a game, each with the most dice that are left in it."""


@cache
def _weights() -> dict[str, Row]:
    return read_weights(__package__)


def evidence(position: Position) -> Evidence | None:
    """Return what bears on who wins; None where that is known."""
    if position.to_move is None:
        return None
    best = _best(position, _NODES)
    return None if best.sure else _evidence(position, best)


def seat_chances(
    position: Position, work: float = 1.0, spent: Callable[[], bool] = bool
) -> tuple[float, ...]:
    """Return both seats' chances of the first place; at the end, what came of it.

    `work` scales how many positions are looked at.
    """
    if result := position.result():
        return result.share(0), result.share(1)
    best = _best(position, round(_NODES * work), spent)
    if not best.sure:
        return estimated(_evidence(position, best), _weights())
    mine = 0.5 if not best.lead else float(best.lead > 0)
    return (1 - mine, mine) if position.seat else (mine, 1 - mine)


def _best(position: Position, nodes: int, spent: Callable[[], bool] = bool) -> Ranked:
    return ranked(position, position.legal_moves(), CELLS, nodes, WIDE, spent, 1)[0]


def _evidence(position: Position, best: Ranked) -> Evidence:
    # Half for each seat: the odds go by the difference.
    ahead = best.lead / _MARGIN / 2
    mine, theirs = (ahead, 1.0), (-ahead, 0.0)
    return Evidence(_group(position), (theirs, mine) if position.seat else (mine, theirs))


def _group(position: Position) -> str:
    """Tell which part of the game it is, and whether an odd number of dice is left.

    Of an odd number somebody gets one more, so leads are of another size.
    """
    if position.left is not None:
        return "turn"
    dice = position.dice_left
    stage = next(stage for most, stage in _STAGES if dice <= most)
    return f"{stage} {'odd' if dice % 2 else 'even'}"
