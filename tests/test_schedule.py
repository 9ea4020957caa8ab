"""Long files come first, and there are more processes than cores."""

from itertools import pairwise
from pathlib import Path

import pytest

from tests.schedule import LONG_FOLDERS, LONGEST, longest_first, processes, rank

TOP = Path(__file__).parents[1]


def test_every_file_and_folder_that_is_said_to_take_long_is_there() -> None:
    assert [file for file in LONGEST if not (TOP / file).is_file()] == []
    assert [folder for folder in LONG_FOLDERS if not (TOP / folder).is_dir()] == []


def test_the_longest_come_first_then_their_folders_then_the_rest() -> None:
    files = [*LONGEST, "tests/discord/match/test_notes.py", "tests/games/test_typed.py"]
    assert all(rank(one) < rank(other) for one, other in pairwise(files))
    assert rank("tests/games/test_typed.py") == rank("bot/config.py")


@pytest.mark.parametrize(("cores", "wanted"), [(1, 1), (2, 3), (4, 6)])
def test_half_as_many_processes_again_as_there_are_cores_run_tests(cores: int, wanted: int) -> None:
    assert processes(cores) == wanted


def test_files_are_handed_out_in_our_order_and_their_tests_in_their_own(
    request: pytest.FixtureRequest,
) -> None:
    assert request.config.getoption("loadscopereorder") is False
    items = list(reversed(request.session.items))
    longest_first(items)
    files = [item.nodeid.partition("::")[0] for item in items]
    assert [rank(file) for file in files] == sorted(map(rank, files))
    here = [item for item in items if item.path == Path(__file__)]
    assert here == [i for i in reversed(request.session.items) if i.path == Path(__file__)]
