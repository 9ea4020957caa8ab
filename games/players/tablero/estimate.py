"""Each seat's chance in a position of Tablero, learned from games between hard players.

Between turns it follows from every roll, used as the network that expert asks likes best, by weights
from `weights.json`; while dice are to be used, from the position after the best use of them. What
does not belong here: how weights are found (`games.players.estimator`).
"""

from dataclasses import replace
from functools import cache
from itertools import islice
from math import log
from typing import Final

from games.game import CHANCE
from games.players.estimator import Evidence, Row, estimated, read_weights
from games.players.tablero.learned import learned, over_rolls
from games.players.tablero.turns import REPLIES, Turn, over_all_rolls, turns
from games.players.tablero.worth import stage_of
from games.tablero.rules import Move, Position

_BEGUN: Final = 3
"""How many first moves are judged, at least: those of the turns that the network likes best."""
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
    chance = min(1 - _LEAST, max(_LEAST, over_rolls(position)))
    ahead = log(chance / (1 - chance)) / 2
    mine, theirs = (ahead, 1.0), (-ahead, 0.0)
    rows = (theirs, mine) if position.seat else (mine, theirs)
    return Evidence(f"{stage_of(position.reserve, last=False)}", rows)


def seat_chances(position: Position) -> tuple[float, float]:
    """Return both seats' chances; at the end, what came of it."""
    if result := position.result():
        first = result.share(0)
    elif (known := evidence(position)) is not None:
        first = estimated(known, _weights())[0]
    elif position.to_move == CHANCE:
        mine = over_all_rolls(position)
        first = 1 - mine if position.seat else mine
    else:
        return seat_chances(best_turn(position).after)
    return first, 1 - first


def best_turn(position: Position) -> Turn:
    """Return the best use of the dice, with its player's chance after it: what a hint begins with."""
    if position.mid_turn:
        return _best_rest(position)
    return best_begun(position, 1)[0]


def best_begun(position: Position, most: int) -> list[Turn]:
    """Return the best turns that begin with different moves, at most `most`, best first.

    Some are looked at in any case, so that the best one is the same for every `most`.
    """
    moves = dict.fromkeys(turn.moves[0] for turn in turns(position, judge=learned))
    found = [_begun(position, move) for move in islice(moves, max(most, _BEGUN))]
    return sorted(found, key=lambda turn: -turn.chance)[:most]


def best_turns(position: Position, most: int) -> list[Turn]:
    """Return the whole turns that the network likes best, at most `most`, with the mover's chances."""
    seat, found = position.seat, turns(position, judge=learned)[:most]
    return [replace(turn, chance=seat_chances(turn.after)[seat]) for turn in found]


def _begun(position: Position, move: Move) -> Turn:
    """Return the best turn that begins with a move."""
    after = position.play(move)
    if not after.mid_turn:
        return Turn((move,), after, seat_chances(after)[position.seat])
    rest = _best_rest(after)
    return replace(rest, moves=(move, *rest.moves))


def _best_rest(position: Position) -> Turn:
    """Return the best use of the die that is left."""
    return max(best_turns(position, REPLIES), key=lambda turn: turn.chance)
