"""What a position of Tablero is worth, in log-odds of winning, from simple weights.

Until the last turn the centre counts for little, since what lies there will be covered: what
counts is a reserve, and stacks at home that can still come. The weights were read off a logistic
regression over games between such players, smoothed, and kept because they won more games. What
does not belong here: turns, and what a roll may bring (`turns`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

from games.tablero.board import CENTRE, COLUMNS, ROWS, SPACES
from games.tablero.rules import OWNERS, Position

Stacks = tuple[str, ...]
"""Eighteen stacks as in `Position.stacks`."""
Worths = Sequence[dict[str, float]]
"""For each of the eighteen spaces: what a stack there is worth to seat 0."""


@dataclass(frozen=True, slots=True)
class Stage:
    """The weights for one part of the game."""

    centre: float
    """For each point of an owned centre space."""
    home: float
    """For each home space with the own token on top, where a die has something to do."""
    token: float
    """For an own token alone at home, by the value of its column."""
    stack: float
    """For a higher stack at home with the own token on top, by the value of its column."""
    reserve: float
    """For each token in the reserve."""
    turn: float = 0.0
    """For being the next to roll."""
    start: float = 0.12
    """For each point of a head start: as many log-odds as it was worth in games between equal players."""


STAGES: Final = (
    Stage(centre=0.0, home=0.0, token=0.01, stack=0.02, reserve=0.1),
    Stage(centre=0.02, home=0.1, token=0.035, stack=0.06, reserve=0.1),
    Stage(centre=0.06, home=0.1, token=0.066, stack=0.1, reserve=0.2),
    Stage(centre=0.23, home=0.0, token=0.04, stack=0.05, reserve=0.0, turn=1.6, start=0.23),
)
"""From the beginning to the last turn."""
_LAST: Final = len(STAGES) - 1
_FULL: Final = 6
_LOW: Final = 2
"""While both reserves hold more it is early; once one holds no more somebody may soon bump."""


class _Worths(dict[str, float]):
    """What every stack on one space is worth to seat 0, worked out when first asked for."""

    def __init__(self, space: int, stage: Stage) -> None:
        super().__init__({"": 0.0})
        self._row, self._column = divmod(space, len(COLUMNS))
        self._stage = stage

    def __missing__(self, stack: str) -> float:
        stage, value = self._stage, COLUMNS[self._column]
        owner = OWNERS.index(stack[-1])
        if ROWS[self._row] == "C":
            weight = stage.centre * value
        elif owner == self._row // 2:
            weight = stage.home + (stage.token if len(stack) == 1 else stage.stack) * value
        else:
            weight = 0.0
        self[stack] = worth = -weight if owner else weight
        return worth


class _Points(dict[str, float]):
    """What every stack on one space counts for seat 0 at the end; the sum's sign tells who wins.

    The highest owned space breaks equal sums: its power of two exceeds those of all below.
    """

    def __init__(self, space: int) -> None:
        super().__init__({"": 0.0})
        value = space - CENTRE[0] + 1
        self._worth = 100.0 * value + 2 ** (value - 1) if space in CENTRE else 0.0

    def __missing__(self, stack: str) -> float:
        self[stack] = worth = self._worth if stack[-1] == OWNERS[0] else -self._worth
        return worth


POINTS: Final[Worths] = tuple(_Points(space) for space in range(SPACES))
"""What stacks count when the game is over."""
WORTHS: Final[Sequence[Worths]] = tuple(
    tuple(_Worths(space, stage) for space in range(SPACES)) for stage in STAGES
)
"""What stacks are worth in each stage."""


def stage_of(reserve: tuple[int, int], *, last: bool) -> int:
    """Tell which of the stages a position is in."""
    if last:
        return _LAST
    least = min(reserve)
    return 0 if least > _FULL else 1 if least > _LOW else 2


def log_odds(position: Position) -> float:
    """Return the log-odds of seat 0 between turns, while the game runs."""
    stage = stage_of(position.reserve, last=position.last)
    weights = STAGES[stage]
    held = weights.reserve * (position.reserve[0] - position.reserve[1])
    turn = -weights.turn if position.seat else weights.turn
    starts = weights.start * head_start(position)
    return total(position.stacks, WORTHS[stage]) + held + turn + starts


def points_of(position: Position) -> float:
    """Return a sum of `POINTS`, whose sign tells who wins a game that is over: 0 for a draw."""
    return total(position.stacks, POINTS) + 100.0 * head_start(position)


def head_start(position: Position) -> int:
    """Return by how many points seat 0 starts ahead."""
    return position.handicap[0] - position.handicap[1] if position.handicap else 0


def chance(odds: float) -> float:
    """Return the chance that belongs to log-odds.

    >>> chance(0.0), round(chance(3.0), 2)
    (0.5, 0.95)
    """
    return 1 / (1 + exp(-odds))


def share(points: float) -> float:
    """Return the share of the first place for such a sum of `POINTS`."""
    return 0.5 if points == 0 else float(points > 0)


def total(stacks: Stacks, worths: Worths) -> float:
    """Add up what the stacks are worth to seat 0."""
    value = 0.0
    for stack, worth in zip(stacks, worths, strict=True):
        value += worth[stack]
    return value
