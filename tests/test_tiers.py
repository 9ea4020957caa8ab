"""What is slow is left to CI, unless it is asked for; no file is left to CI as a whole."""

from pathlib import Path

import pytest

from tests import skips, tiers

pytest_plugins = ["pytester"]

TOP = Path(__file__).parents[1]
SOURCE = """
import pytest
from tests.tiers import sampled

def test_quick(): pass

@pytest.mark.slow
def test_slow(): pass

@sampled("game", ["tablero", "matrio", "dicefest"])
@sampled("theme", ["light", "dark"], fast=["dark"])
def test_of_each(game, theme): pass
"""
ALL = 8
QUICK = ["test_quick", "test_of_each[dark-tablero]"]
SUMMARY = "6 slow tests were left to CI: TAVOLO_ALL_TESTS=1 runs all tests."


@pytest.fixture(autouse=True)
def _by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(skips.SETTING, raising=False)


@pytest.fixture
def folder(pytester: pytest.Pytester) -> pytest.Pytester:
    """Return a project with a test of each kind."""
    pytester.makepyfile(test_two=SOURCE)
    pytester.makepyprojecttoml("""
        [tool.pytest.ini_options]
        markers = ["slow: as in the project"]
    """)
    return pytester


def run(folder: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    alone = ("-p", "no:asyncio", "-p", "no:cacheprovider")
    return folder.runpytest_inprocess(*alone, *arguments, plugins=[tiers])


def test_what_is_slow_is_left_out_and_the_summary_says_so_in_a_line(
    folder: pytest.Pytester,
) -> None:
    ended = run(folder, "-v")

    ended.assert_outcomes(passed=2, deselected=6)
    passed = [line for line in ended.outlines if " PASSED " in line]
    assert [line.partition("::")[2].partition(" ")[0] for line in passed] == QUICK
    assert ended.outlines.count(SUMMARY) == 1


@pytest.mark.parametrize(
    ("arguments", "passed"),
    [
        (("test_two.py",), ALL),
        (("test_two.py::test_slow",), 1),
        (("test_two.py::test_of_each[light-matrio]",), 1),
        (("-k", "slow or each"), 7),
        (("-m", "slow"), 6),
        ((".",), 2),
    ],
)
def test_what_is_asked_for_runs_and_a_folder_alone_does_not_ask(
    folder: pytest.Pytester, arguments: tuple[str, ...], passed: int
) -> None:
    ended = run(folder, *arguments)

    assert ended.parseoutcomes()["passed"] == passed
    assert (SUMMARY in ended.outlines) == (arguments == (".",))


def test_a_file_that_is_asked_for_asks_for_no_other(folder: pytest.Pytester) -> None:
    folder.makepyfile(test_other=SOURCE)

    run(folder, "test_other.py", ".").assert_outcomes(passed=ALL + 2, deselected=6)


def test_all_run_where_the_setting_says_so(
    folder: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(skips.SETTING, "1")

    ended = run(folder)

    ended.assert_outcomes(passed=ALL)
    assert not [line for line in ended.outlines if "left to CI" in line]


@pytest.mark.slow
def test_the_processes_of_a_run_tell_how_many_they_left_out(folder: pytest.Pytester) -> None:
    folder.makeconftest("pytest_plugins = ['tests.tiers']")

    ended = folder.runpytest_subprocess("-p", "no:asyncio", "-n", "2", "--dist", "loadfile")

    ended.assert_outcomes(passed=2)
    assert ended.outlines.count(SUMMARY) == 1


def test_several_values_at_a_time_can_be_sampled_too(folder: pytest.Pytester) -> None:
    folder.makepyfile(
        test_two="""
        import pytest
        from tests.tiers import sampled

        GAMES = [("matrio", 4), ("dicefest", 2), pytest.param("dicefest", 3, id="three")]

        @sampled("game, seats", GAMES, fast=2)
        def test_of_some(game, seats): assert seats < 5

        @sampled(("game", "seats"), GAMES)
        def test_of_one(game, seats): assert seats == 4
        """
    )

    run(folder).assert_outcomes(passed=3, deselected=3)
    run(folder, "-k", "three").assert_outcomes(passed=1, failed=1, deselected=4)


def test_what_a_fixture_is_made_with_can_be_sampled_too(folder: pytest.Pytester) -> None:
    folder.makepyfile(
        test_two="""
        import pytest
        from tests.tiers import few

        @pytest.fixture(params=few(["tablero", "matrio"]))
        def game(request): return request.param

        def test_of_each(game): assert game == "tablero"
        """
    )

    run(folder).assert_outcomes(passed=1, deselected=1)


def test_every_file_has_a_test_that_runs_at_every_change(request: pytest.FixtureRequest) -> None:
    """Look at what this run has collected: all of it, where no file was named."""
    collected = request.config.stash[tiers.COLLECTED]

    without = {file for file, quick in collected.items() if not quick}
    assert without == collected.keys() & tiers.ONLY_IN_CI.keys()


def test_the_files_that_are_left_to_ci_are_there_and_there_is_a_reason() -> None:
    assert [file for file in tiers.ONLY_IN_CI if not (TOP / file).is_file()] == []
    assert all(tiers.ONLY_IN_CI.values())
