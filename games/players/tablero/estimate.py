"""Each seat's chance in a position of Tablero, learned from games between hard players.

Between turns it follows from every roll at its best and from what lies on the board, by weights
from `weights.json`; while dice are to be used, from the position after the best use of them. What
does not belong here: how weights are found (`games.players.estimator`).
"""

from functools import cache
from math import log
from typing import Final

from games.game import CHANCE
from games.players.estimator import Evidence, Row, estimated, read_weights
from games.players.tablero.turns import REPLIES, WAYS, Turn, after_reply, over_all_rolls, turns
from games.players.tablero.worth import log_odds, stage_of
from games.tablero.rules import Position

_LEAST: Final = 0.01
"""How sure raw shares may be at most: at this share of the first place, or 1 less it."""


@cache
def _weights() -> dict[str, Row]:
    return read_weights(__package__)


def evidence(position: Position) -> Evidence | None:
    """Return what bears on who wins; None while dice are to be used, and before the last turn.

    What the last turn brings is counted, not estimated.
    """
    if position.to_move != CHANCE or position.last:
        return None
    mine = min(1 - _LEAST, max(_LEAST, over_all_rolls(position)))
    ahead, board = log(mine / (1 - mine)) / 2, log_odds(position) / 2
    rows = ((ahead, board, 1.0), (-ahead, -board, 0.0))
    if position.seat:
        rows = ((-ahead, board, 0.0), (ahead, -board, 1.0))
    return Evidence(f"{stage_of(position.reserve, last=False)}", rows)


def seat_chances(position: Position) -> tuple[float, float]:
    """Return both seats' chances; at the end, what came of it."""
    if result := position.result():
        first = 1 / len(result.winners) if 0 in result.winners else 0.0
    elif (known := evidence(position)) is not None:
        first = estimated(known, _weights())[0]
    elif position.to_move == CHANCE:
        mine = over_all_rolls(position)
        first = 1 - mine if position.seat else mine
    else:
        return seat_chances(best_turn(position).after)
    return first, 1 - first


def best_turn(position: Position) -> Turn:
    """Return the best use of the dice, with its player's chance after it."""
    seat = position.seat
    found = sorted(
        turns(position, WAYS)[: 2 * REPLIES], key=lambda turn: -after_reply(turn.after, seat)
    )
    judged = [
        Turn(turn.moves, turn.after, seat_chances(turn.after)[seat]) for turn in found[:REPLIES]
    ]
    return max(judged, key=lambda turn: turn.chance)
