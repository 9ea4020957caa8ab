"""In `.ci/run` a test that is left out is a failure, unless its reason is on the list here.

A skipped test looks like a passing one: a tool that CI no longer installs would take its tests away
and nobody would see it. So `.ci/run` sets `TAVOLO_ALL_TESTS`, and then only these reasons hold.
Everywhere else a machine may lack what it lacks.
"""

import os
from collections.abc import Generator
from typing import Final

import pytest

SETTING: Final = "TAVOLO_ALL_TESTS"
ALLOWED: Final = {
    "Discord's OpenAPI document is not here: set DISCORD_OPENAPI to its path": (
        "it is not ours to publish, so a machine has it or has not"
    ),
    "the disk of a server is the server's affair": "it holds for SQLite alone, wherever it runs",
}
"""The reasons to leave a test out that hold in CI too, and why they do."""


def is_wanted() -> bool:
    """Tell whether every test has to run."""
    return bool(os.environ.get(SETTING))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Make a test fail that is skipped for a reason that is not on the list."""
    report = yield
    _refuse(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Make a module fail that is skipped as a whole for such a reason."""
    report = yield
    _refuse(report)
    return report


def _refuse(report: pytest.TestReport | pytest.CollectReport) -> None:
    # What is expected to fail, and does, is reported as skipped too.
    if not report.skipped or hasattr(report, "wasxfail"):
        return
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    reason = reason.removeprefix("Skipped: ")
    if reason not in ALLOWED:
        report.outcome = "failed"
        report.longrepr = f"skipped where every test has to run ({SETTING}): {reason}"
