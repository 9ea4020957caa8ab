"""Which tests run at every change, and which are left to CI.

What repeats the same way through the code, over more games, languages, themes, sizes or browsers,
and what takes long, is marked `slow` next to the test, or next to its parameters (`sampled`). The
README's command leaves it out, and says so; it runs where `TAVOLO_ALL_TESTS` is set, as in
`.ci/run`, and where it is asked for: by its file, its name, `-k` or `-m`. Every file keeps a test
that runs at every change, unless it is in `ONLY_IN_CI`. What does not belong here: in which order
tests run (`schedule`), and what may be skipped where all have to run (`skips`).
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from tests import skips

SLOW: Final = "slow"
ONLY_IN_CI: Final = {
    "tests/benchmarks/test_animation.py": "a whole game drawn; render/test_animation.py tests it",
    "tests/benchmarks/test_move.py": "a bot in a process of its own, and a hundred moves",
    "tests/benchmarks/test_thinking.py": "people who move while computers think all the time",
    "tests/discord/board/test_by_text_alone.py": "whole games; match/test_whole_games.py has one",
    "tests/discord/match/test_whole_matrio.py": "whole games; match/test_whole_games.py has one",
    "tests/discord/test_a_season_of_games.py": "hundreds of games, which take a minute",
    "tests/discord/test_everything_pressed.py": "whole games in every language, all pressed through",
    "tests/playground/test_many_processes.py": "processes that are killed again and again",
    "tests/playground/test_watched.py": "processes under load",
}
"""The files of which no test runs at every change, and why."""
COLLECTED = pytest.StashKey[Counter[str]]()
"""How many tests of each file were collected that run at every change."""
LEFT = pytest.StashKey[int]()
"""How many tests this run leaves to CI."""
OUTPUT: Final = "left_to_ci"
"""Under which name a process of a run says so to the one that sums up."""

_PARAM: Final = type(pytest.param())


def sampled(
    names: str | Sequence[str],
    values: Iterable[Any],  # Any: as for pytest's own mark, like the options
    *,
    fast: int | Collection[Any] = 1,
    **options: Any,
) -> pytest.MarkDecorator:
    """Parametrize a test of which the first value, or `fast`, runs at every change.

    `fast` is how many of the first values do, or which. All others are marked as slow. Where a test
    has several such marks, the values that are fast in each of them run together.
    """
    several = "," in names if isinstance(names, str) else True
    return pytest.mark.parametrize(names, few(values, fast=fast, several=several), **options)


def few(
    values: Iterable[Any],  # Any: as above
    *,
    fast: int | Collection[Any] = 1,
    several: bool = False,
) -> list[Any]:
    """Return values for a test, or a fixture, of which all are slow but the first, or `fast`.

    `several` says that each is a tuple of the values of several names.
    """
    found = list(values)
    chosen = found[:fast] if isinstance(fast, int) else [each for each in found if each in fast]
    return [
        each if any(each is other for other in chosen) else _left_to_ci(each, several=several)
        for each in found
    ]


def _left_to_ci(value: Any, *, several: bool) -> Any:
    if isinstance(value, _PARAM):
        return value._replace(marks=(*value.marks, pytest.mark.slow))
    return pytest.param(*(value if several else (value,)), marks=pytest.mark.slow)


def asked_by_file(config: pytest.Config) -> set[Path]:
    """Return the files that were named on the command line, as a whole or by a test in them."""
    folder = config.invocation_params.dir
    paths = (folder / argument.partition("::")[0] for argument in config.args)
    return {path.resolve() for path in paths if path.is_file()}


def are_all_asked(config: pytest.Config) -> bool:
    """Tell whether the command line or the environment chooses the tests."""
    return bool(skips.is_wanted() or config.option.keyword or config.option.markexpr)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is slow and was not asked for."""
    files = Counter(dict.fromkeys((file_of(item) for item in items), 0))
    files.update(file_of(item) for item in items if not is_slow(item))
    config.stash[COLLECTED] = files
    asked = asked_by_file(config)
    left = [item for item in items if is_slow(item) and item.path.resolve() not in asked]
    if are_all_asked(config) or not left:
        return
    config.stash[LEFT] = len(left)
    kept = set(items).difference(left)
    items[:] = [item for item in items if item in kept]
    config.hook.pytest_deselected(items=left)


def file_of(item: pytest.Item) -> str:
    """Return the file of a test, from the top of the project."""
    return item.nodeid.partition("::")[0]


def is_slow(item: pytest.Item) -> bool:
    """Tell whether a test is left to CI."""
    return item.get_closest_marker(SLOW) is not None


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tell the process that sums up how many were left out: it collects nothing itself."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput[OUTPUT] = session.config.stash.get(LEFT, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:  # Any: what xdist knows of a process
    """Hear of it; every process has collected the same."""
    node.config.stash[LEFT] = getattr(node, "workeroutput", {}).get(OUTPUT, 0)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say what was left out, and how to run it."""
    left = config.stash.get(LEFT, 0)
    if left:
        tests = "1 slow test was" if left == 1 else f"{left} slow tests were"
        terminalreporter.write_line(f"{tests} left to CI: {skips.SETTING}=1 runs all tests.")
