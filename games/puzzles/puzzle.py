"""What a puzzle is: a position with a seat to move, its best turn, and what turns are worth.

What does not belong here: where puzzles are kept (`games.puzzles.shelf`), and how they are found
(`games.puzzles.search`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.line import AnyPosition, Line
from games.record import Record, replay
from games.words import Text, joined

SPACES: Final = "@"
"""In notation it comes before what a player may choose freely within a move."""


@dataclass(frozen=True, slots=True)
class Valued:
    """A turn in notation, and the share of first place that the search expects of it, 0 to 1."""

    notation: str
    value: float

    @property
    def moves(self) -> tuple[str, ...]:
        """Return the moves of the turn, in notation."""
        return tuple(self.notation.split(" "))


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position with what the search found there: the best turn first, then others, each worth less.

    A turn that is not among them is worth no more than the last one.
    """

    record: Record
    turns: tuple[Valued, ...]

    @property
    def best(self) -> Valued:
        """Return the solution."""
        return self.turns[0]

    @property
    def lead(self) -> float:
        """Return by how much the best turn is ahead of the second best."""
        return self.turns[0].value - self.turns[1].value


@dataclass(frozen=True, slots=True)
class Judged:
    """What came of an answer: the game after it, what it does in words, and what it is worth.

    `exact` is false where the search knows only that it is worth no more than that.
    """

    right: bool
    after: Line
    deed: Text
    value: float
    exact: bool


def begun(puzzle: Puzzle) -> Line:
    """Return the game at the puzzle's position."""
    return replay(puzzle.record)


def solver_of(line: Line) -> int:
    """Return the seat that has to find the turn: the one to move."""
    seat = line.to_move
    if not isinstance(seat, int):
        msg = f"nobody is to move in this puzzle: {seat}"
        raise TypeError(msg)
    return seat


def judge(puzzle: Puzzle, turn: Sequence[Any]) -> Judged:  # Any: see games.line.AnyGame
    """Play a turn at a puzzle's position and say what it is worth; IllegalMove if it may not be.

    Turns that lead to the same position are the same turn, however they are written. What it does
    is told as its player may see it.
    """
    line = begun(puzzle)
    game, seat = line.game, solver_of(line)
    start, deeds = line.position, list[Text]()
    for move in turn:
        before, line = line.position, line.play(move)
        deeds.append(game.describe_move(before.seen_by(seat), move, line.position.seen_by(seat)))
    written = " ".join(map(game.format, turn))
    found = next((valued for valued in puzzle.turns if _same(line, start, valued, written)), None)
    least = puzzle.turns[-1].value
    return Judged(
        found == puzzle.best,
        line,
        joined(deeds, "{one} {two}"),
        least if found is None else found.value,
        found is not None,
    )


def solution(puzzle: Puzzle) -> Judged:
    """Return what the best turn of a puzzle does."""
    game = begun(puzzle).game
    return judge(puzzle, [game.parse(move) for move in puzzle.best.moves])


def _same(after: Line, start: AnyPosition, valued: Valued, written: str) -> bool:
    """Tell whether a turn of the search leads where the answer does."""
    if valued.notation.partition(SPACES)[0] == written.partition(SPACES)[0]:
        # What was chosen freely within it makes no other turn of it.
        return True
    position = start
    for move in valued.moves:
        position = position.play(after.game.parse(move))
    return position == after.position
