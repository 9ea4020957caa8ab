"""Answers to the exercises of lessons: every turn that the turn panel can build, by its choices.

What does not belong here: what tests expect of an answer.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from games.lessons.lesson import Exercise, Lesson, begun, pupil_of
from games.registry import GAMES
from tests.game_uis import ui_of

FOR_ME = "me"
"""Where spaces for counters may be chosen freely, the bot's choice stands for all of them."""


@dataclass(frozen=True)
class Answer:
    """A turn: how it is written, its moves, and the choices that build it."""

    notation: str
    turn: tuple[Any, ...]
    chosen: tuple[str, ...]

    @property
    def asked(self) -> set[str]:
        """Return the notations under which a lesson may ask for it."""
        return {self.notation, self.notation.partition("@")[0]}


def lesson_of(key: str) -> Lesson:
    """Return a game's lesson."""
    return ui_of(key).lesson


def exercises() -> list[tuple[str, int]]:
    """List all exercises, by game and number."""
    return [(key, number) for key in GAMES for number in range(len(lesson_of(key).exercises))]


@cache
def answers(key: str, number: int) -> tuple[Answer, ...]:
    """Return all answers to an exercise."""
    return tuple(_built(lesson_of(key).exercises[number], ()))


def _built(exercise: Exercise, chosen: tuple[str, ...]) -> Iterator[Answer]:
    line = begun(exercise)
    step = line.game.steps(line.position.seen_by(pupil_of(line)), chosen)
    if step.turn:
        yield Answer(" ".join(map(line.game.format, step.turn)), step.turn, chosen)
        return
    tokens = [choice.token for choice in step.choices]
    quick = [choice.token for group in step.shortcuts for choice in group.choices]
    for token in [FOR_ME] if FOR_ME in quick else tokens:
        yield from _built(exercise, (*chosen, token))
