"""Puzzles of the day: whose first answers were right, for how many days in a row, and who found it."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from games.puzzles.puzzle import begun, judge
from games.puzzles.shelf import puzzle_for


@dataclass(frozen=True, slots=True)
class Answered:
    """Somebody's answer to the puzzle of a day (its number since 1970)."""

    user: int
    game: str
    day: int
    at_once: bool
    """Whether the first answer was right, judged again from what they answered."""
    found: bool


def answers(path: Path) -> list[Answered]:
    """Read all answers."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        rows = connection.execute(
            'SELECT user_id, game, day, first, tries, "right" FROM puzzle_answers'
        ).fetchall()
    found = list[Answered]()
    for user, game, day, first, tries, right in rows:
        puzzle = puzzle_for(game, day)
        parse = begun(puzzle).game.parse
        at_once = judge(puzzle, [parse(move) for move in first.split(" ")]).right
        assert at_once == (bool(right) and tries == 1), "what is stored is what was answered"
        found.append(Answered(user, game, day, at_once, bool(right)))
    return found


def streak(found: list[Answered], user: int, game: str, day: int) -> int:
    """Count the days in a row up to a day on which the first answer was right.

    On a day that is not answered yet those up to the day before count; a wrong answer ends it.
    """
    mine = {one.day: one.at_once for one in found if (one.user, one.game) == (user, game)}
    right = {answered for answered, at_once in mine.items() if at_once}
    last = day if day in mine else day - 1
    length = 0
    while last - length in right:
        length += 1
    return length


def solvers(found: list[Answered], game: str, day: int) -> tuple[int, int]:
    """Count who has found the puzzle of a day, and on the first try."""
    today = [one for one in found if (one.game, one.day) == (game, day)]
    return sum(one.found for one in today), sum(one.at_once for one in today)
