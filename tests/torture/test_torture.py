"""The torture itself: no fault breaks the bot, and a bot that is broken on purpose is found out."""

import sys

import pytest

from tests.torture.faults import Kind
from tests.torture.invariants import Wrong
from tests.torture.mutations import MUTATIONS
from tests.torture.report import told
from tests.torture.storm import Plan
from tests.torture.worlds import torture

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")

SEED = "20261129"
FAULTS = 200
MOST = 60
"""After how many faults a broken bot has to be found out."""

FOUND = {
    "boards stay live": ((Kind.DROP,), {Wrong.BOARDS}),
    "posts twice": ((Kind.ERROR, Kind.CUT, Kind.HALF), {Wrong.POSTED_TWICE, Wrong.PINGS}),
    "pings stay": ((Kind.DROP,), {Wrong.STALE_PING}),
    "pings nobody": ((Kind.DROP,), {Wrong.PINGS}),
    "never stops": ((Kind.STOP,), {Wrong.STOP}),
    "plays twice": ((Kind.AGAIN,), {Wrong.UNASKED, Wrong.UNSTORED}),
    "delivers nothing": ((Kind.KILL_AT, Kind.KILL), {Wrong.OUTBOX, Wrong.BOARDS}),
    "stumbles": ((Kind.DROP,), {Wrong.ERROR}),
}
"""By mutation which faults bring it to light, and as what it is found."""
EVERY_TIME = ("boards stay live", "pings nobody", "plays twice")
"""Those of which every run of the tests makes sure: the others take a minute each."""


@pytest.mark.slow
async def test_two_hundred_faults_break_nothing() -> None:
    report = await torture(Plan(SEED, FAULTS, worlds=2))
    assert report.violations == [], told(report)
    assert report.injected >= FAULTS
    assert report.acknowledged > 10


def test_every_mutation_has_to_be_found() -> None:
    assert FOUND.keys() == MUTATIONS.keys()


@pytest.mark.slow
@pytest.mark.parametrize("mutation", EVERY_TIME)
async def test_a_bot_that_is_broken_is_found_out(mutation: str) -> None:
    kinds, expected = FOUND[mutation]
    plan = Plan(SEED, MOST, mutation=mutation, kinds=kinds, stop_at=frozenset(expected))
    report = await torture(plan)
    assert expected & {violation.wrong for violation in report.violations}, told(report)
