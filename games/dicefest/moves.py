"""The moves of Dicefest as values, and tables of what a die can do wherever it lies.

A die is a code: 64 times how it lies (its index in `FACINGS`), plus its space. What does not
belong here: whose dice are where, and whether a move is legal (`rules`).
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

from games.dicefest.board import (
    BOARD,
    DIRECTIONS,
    SPACES,
    numbered_space,
    opposite,
    travel,
)
from games.dicefest.dice import FACING_INDEX, FACINGS, WAYS, Facing, turn


@dataclass(frozen=True, slots=True)
class PickSide:
    """Pick a free side of the board (an index in `DIRECTIONS`) to start from."""

    side: int


@dataclass(frozen=True, slots=True)
class MoveDie:
    """Move the die on a space straight to another."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Rotate:
    """Turn the die on a space by a quarter (an index in `WAYS`), paying with counters.

    `counters` are the spaces that they go to, as a set. Legal lists leave it empty, since the
    spaces may be chosen freely; to be played, a rotation must have them.
    """

    space: int
    way: int
    counters: int = 0


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass, as nothing else is possible."""


Move = PickSide | MoveDie | Rotate | Pass


def code_of(facing: Facing, space: int) -> int:
    """Return the code of a die that lies in a way on a space."""
    return FACING_INDEX[facing] * SPACES + space


# Many ways to lie have the same number on a side: each straight way is followed once.
@cache
def _straight(start: int, direction: int, far: int) -> tuple[int, MoveDie] | None:
    end = travel(start, direction, far)
    return None if end is None else (1 << end, MoveDie(start, end))


def _moves(facing: Facing, start: int) -> tuple[tuple[int, MoveDie], ...]:
    """List the moves of a die on an empty board, each with its end as a set."""
    if not BOARD >> start & 1:
        return ()
    ways = (_straight(start, direction, far) for direction, far in enumerate(facing.sides))
    return tuple(way for way in ways if way is not None)


_LYING: Final = tuple((facing, space) for facing in FACINGS for space in range(SPACES))
"""How and where a die lies, for each code."""

TOP: Final = tuple(facing.top for facing, _ in _LYING)
"""For each code: the number on top, which is what a rotation costs."""
MOVES: Final = tuple(_moves(facing, space) for facing, space in _LYING)
"""For each code: the moves of the die on an empty board, each with its end as a set."""
REACH: Final = tuple(sum(end for end, _ in moves) for moves in MOVES)
"""For each code: the ends of all its moves, as a set."""
TURNED: Final = tuple(
    tuple(first + space for first in turned)
    for turned in (
        tuple(code_of(turn(each, way), 0) for way in range(len(WAYS))) for each in FACINGS
    )
    for space in range(SPACES)
)
"""For each code: what it becomes by each quarter turn."""
ROTATIONS: Final = tuple(
    tuple(Rotate(space, way) for way in range(len(WAYS))) for space in range(SPACES)
)
"""For each space: all rotations of a die there, without the spaces for counters."""
LOCKED: Final = tuple(
    frozenset(code_of(facing, numbered_space(opposite(side), facing.top)) for facing in FACINGS)
    for side in range(len(DIRECTIONS))
)
"""For each side: the codes on which dice that started there are locked."""
