"""In which order, and by how many processes, the tests run on all cores.

`pytest -n auto --dist loadfile` hands out the files in their order. Left to itself it would begin
with those that have the most tests, and end with a file of one test that takes a minute, while
the other processes have nothing left to do. What does not belong here: how a test is run.
"""

import os
from typing import Final

import pytest

LONGEST: Final = (
    "tests/torture/test_torture.py",
    "tests/playground/test_stopping.py",
    "tests/playground/test_many_processes.py",
    "tests/discord/test_everything_pressed.py",
    "tests/discord/test_a_season_of_games.py",
    "tests/playground/browser/test_newcomer.py",
    "tests/discord/board/test_by_text_alone.py",
    "tests/render/test_every_game.py",
    "tests/playground/browser/test_phone.py",
    "tests/discord/faults/test_outages.py",
    "tests/playground/browser/test_boards.py",
    "tests/discord/board/test_colours.py",
    "tests/playground/test_tavolo.py",
    "tests/discord/server/test_leaderboard.py",
    "tests/discord/match/test_computers.py",
    "tests/benchmarks/test_move.py",
    "tests/discord/match/test_whole_games.py",
    "tests/playground/browser/test_languages.py",
    "tests/discord/faults/test_load.py",
    "tests/discord/faults/test_after_outages.py",
    "tests/discord/faults/test_crashes.py",
    "tests/playground/browser/test_keyboard.py",
    "tests/benchmarks/test_scheduled_jobs.py",
)
"""The files that take longest, longest first, as `--durations=0` tells.

Those that wait for a browser or a process are between those that compute.
"""
LONG_FOLDERS: Final = ("tests/playground", "tests/discord", "tests/benchmarks")
"""Where files take longer than elsewhere; the tail is then made of files that take no second."""


def processes(cores: int | None = None) -> int:
    """Return how many processes run tests: three on two cores, since many tests wait for others."""
    cores = cores or os.cpu_count() or 1
    return max(1, cores * 3 // 2)


def longest_first(items: list[pytest.Item]) -> None:
    """Put the files that take longest first, and leave the tests of a file in their order."""
    items.sort(key=lambda item: rank(item.nodeid.partition("::")[0]))


def rank(file: str) -> int:
    """Return where a file comes: lower is earlier."""
    if file in LONGEST:
        return LONGEST.index(file)
    return len(LONGEST) + (not file.startswith(LONG_FOLDERS))
