"""Where every test has to run, one that does not run is a failure."""

from pathlib import Path

import pytest

from tests import skips
from tests.data.backends import SERVER

pytest_plugins = ["pytester"]

TESTS = Path(__file__).parent
ALONE = ("-p", "no:asyncio")
ALLOWED = next(iter(skips.ALLOWED))
IN_A_TEST = "def test(): pytest.skip('no such tool')"
IN_A_FIXTURE = "@pytest.fixture\ndef tool(): pytest.skip('no such tool')\ndef test(tool): pass"
BY_A_MARK = "@pytest.mark.skipif(True, reason='no such tool')\ndef test(): pass"
A_WHOLE_MODULE = "pytest.skip('no such tool', allow_module_level=True)"
WITHOUT_A_MODULE = "pytest.importorskip('no_such_tool', reason='no such tool')\ndef test(): pass"


@pytest.mark.parametrize(
    "source", [IN_A_TEST, IN_A_FIXTURE, BY_A_MARK, A_WHOLE_MODULE, WITHOUT_A_MODULE]
)
def test_a_skip_that_is_not_on_the_list_is_a_failure(
    pytester: pytest.Pytester, source: str
) -> None:
    pytester.makepyfile(f"import pytest\n{source}")

    ended = pytester.runpytest_inprocess(*ALONE, plugins=[skips])

    assert ended.ret in {pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED}
    ended.stdout.fnmatch_lines(["*skipped where every test has to run*no such tool"])


def test_a_skip_that_is_on_the_list_is_a_skip(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(f"import pytest\ndef test(): pytest.skip({ALLOWED!r})")

    pytester.runpytest_inprocess(*ALONE, plugins=[skips]).assert_outcomes(skipped=1)


def test_what_passes_fails_or_is_expected_to_fail_stays_what_it_is(
    pytester: pytest.Pytester,
) -> None:
    pytester.makepyfile(
        """
        import pytest

        def test_passes(): pass
        def test_fails(): assert False
        @pytest.mark.xfail
        def test_is_expected_to_fail(): assert False
        """
    )

    ended = pytester.runpytest_inprocess(*ALONE, plugins=[skips])

    ended.assert_outcomes(passed=1, failed=1, xfailed=1)


@pytest.mark.parametrize(("value", "wanted"), [("1", True), ("", False), (None, False)])
def test_every_test_has_to_run_where_the_setting_says_so(
    monkeypatch: pytest.MonkeyPatch, value: str | None, *, wanted: bool
) -> None:
    monkeypatch.delenv(skips.SETTING, raising=False)
    if value is not None:
        monkeypatch.setenv(skips.SETTING, value)

    assert skips.is_wanted() is wanted


@pytest.mark.parametrize("reason", skips.ALLOWED)
def test_every_reason_on_the_list_is_one_that_a_test_has(reason: str) -> None:
    elsewhere = (path for path in TESTS.rglob("*.py") if path.name != "skips.py")
    sources = (path.read_text(encoding="utf-8").replace("{SERVER}", SERVER) for path in elsewhere)

    assert any(reason in source for source in sources)
