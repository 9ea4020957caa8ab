"""Turns that the turn panel can build at a puzzle, by its choices, and what they are worth.

What does not belong here: what tests expect of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games.puzzles.puzzle import Judged, Puzzle, begun, judge, solver_of


@dataclass(frozen=True)
class Built:
    """A turn: its moves, the choices that build it, and what came of it."""

    turn: tuple[Any, ...]
    chosen: tuple[str, ...]
    judged: Judged


def built(puzzle: Puzzle, chosen: tuple[str, ...] = ()) -> Iterator[Built]:
    """Yield all turns that can be built, in the order of the panel, in small steps."""
    line = begun(puzzle)
    step = line.game.steps(line.position.seen_by(solver_of(line)), chosen)
    if step.turn:
        yield Built(step.turn, chosen, judge(puzzle, step.turn))
        return
    for choice in step.choices:
        yield from built(puzzle, (*chosen, choice.token))


def right(puzzle: Puzzle) -> Built:
    """Return the first way to build the best turn."""
    return next(each for each in built(puzzle) if each.judged.right)


def wrong(puzzle: Puzzle, other_than: str = "") -> Built:
    """Return the first way to build another turn, and another one than `other_than` (its choices)."""
    return next(
        each
        for each in built(puzzle)
        if not each.judged.right and ".".join(each.chosen) != other_than
    )
