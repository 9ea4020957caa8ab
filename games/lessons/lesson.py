"""What a lesson is: exercises, each a position with a task, and the judging of an answer.

A position is a record, read by the game's own reader, so that an exercise can only be one
that the rules allow. An answer is a whole turn as the turn panel builds it; whichever it is,
the game's own words say what it does. What does not belong here: any one game's lesson.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.line import Line
from games.record import Record, replay
from games.words import Text, joined


@dataclass(frozen=True, slots=True)
class Exercise:
    """One step of a lesson: a position with the pupil to move, what to do, and what to say.

    `right` holds the turns that are wanted, in notation, the moves of a turn with blanks
    between them ("P3 P4"); of a move whose spaces may be chosen freely only what is
    before them ("b1/N"), as in a list of legal moves. `asides` are for turns that
    deserve another answer than `why`.
    """

    position: Record
    task: Text
    right: frozenset[str]
    praise: Text
    """Says what the right turn brought."""
    why: Text
    """Says after any other legal turn why the right one is wanted."""
    asides: tuple[tuple[str, Text], ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A game's first lesson: its exercises in order, and what to keep in mind at the end."""

    exercises: tuple[Exercise, ...]
    farewell: Text


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of an answer: whether it was the right one, the game after it, what to say."""

    right: bool
    after: Line
    deed: Text
    """What the turn does, in the game's words."""
    comment: Text


def begun(exercise: Exercise) -> Line:
    """Return the game at the start of an exercise."""
    return replay(exercise.position)


def pupil_of(line: Line) -> int:
    """Return the seat that the pupil has: the one to move when an exercise begins."""
    seat = line.to_move
    if not isinstance(seat, int):
        msg = f"nobody is to move in this exercise: {seat}"
        raise TypeError(msg)
    return seat


def judge(exercise: Exercise, turn: Sequence[Any]) -> Verdict:  # Any: see games.line.AnyGame
    """Play a turn in an exercise and say what it does; IllegalMove if the rules forbid it.

    What it does is told as its player may see it.
    """
    line = begun(exercise)
    game, seat = line.game, pupil_of(line)
    deeds: list[Text] = []
    for move in turn:
        before, line = line.position, line.play(move)
        deeds.append(game.describe_move(before.seen_by(seat), move, line.position.seen_by(seat)))
    notation = " ".join(map(game.format, turn))
    right = bool({notation, notation.partition("@")[0]} & exercise.right)
    comment = exercise.praise if right else dict(exercise.asides).get(notation, exercise.why)
    return Verdict(right, line, joined(deeds, "{one} {two}"), comment)


def onward(record: Record, events: str) -> Record:
    """Return the record of the same game some events later, with blanks between them."""
    return replace(record, moves=(*record.moves, *events.split()))
