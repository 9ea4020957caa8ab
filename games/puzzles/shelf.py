"""The files of puzzles, one in the folder of each game that has some.

A file names the command that made it. What does not belong here: writing files
(`games.puzzles.__main__`).
"""

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

from games.game import Json
from games.puzzles.puzzle import Puzzle, Valued
from games.record import FORMAT, Record
from games.registry import GAMES

FILE: Final = "puzzles.json"
"""The name of a game's file, in its folder."""


@cache
def puzzles_of(key: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game (its key), in the order of their days; none if it has no file."""
    file = files("games").joinpath(key, FILE)
    return read(key, file.read_text("utf-8")) if file.is_file() else ()


def games_with_puzzles() -> list[str]:
    """List the games (their keys) that have puzzles."""
    return [key for key in GAMES if puzzles_of(key)]


def puzzle_for(key: str, day: int) -> Puzzle:
    """Return the puzzle of a game for a day, counted from any day on: after the last the first again."""
    puzzles = puzzles_of(key)
    return puzzles[day % len(puzzles)]


def read(key: str, text: str) -> tuple[Puzzle, ...]:
    """Read a file of puzzles; RecordError says what is wrong with a position."""
    return tuple(_read(key, fields) for fields in json.loads(text)["puzzles"])


def write(puzzles: Sequence[Puzzle], command: str) -> str:
    """Write a file of puzzles, one a line, with the command that makes it."""
    lines = ",\n".join(json.dumps(_written(puzzle), separators=(",", ":")) for puzzle in puzzles)
    return f'{{"made_by": {json.dumps(command)},\n"puzzles": [\n{lines}\n]}}\n'


def _written(puzzle: Puzzle) -> dict[str, Json]:
    record = puzzle.record
    return {
        "seats": record.seats,
        "options": dict(record.options),
        "setup": record.setup,
        "moves": " ".join(record.moves),
        "turns": [[valued.notation, valued.value] for valued in puzzle.turns],
    }


def _read(key: str, fields: dict[str, Any]) -> Puzzle:  # Any: JSON
    record = Record.read(
        json.dumps(
            {
                "format": FORMAT,
                "game": key,
                "seats": fields["seats"],
                "options": fields["options"],
                "setup": fields["setup"],
                "moves": fields["moves"].split(" "),
            }
        )
    )
    return Puzzle(record, tuple(Valued(*turn) for turn in fields["turns"]))
