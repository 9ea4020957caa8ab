"""A plan is divided between worlds, and what comes of it is counted together."""

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import SimpleNamespace

import pytest

from bot.config import async_url
from tests.data.backends import BACKENDS, SERVER
from tests.torture import worlds
from tests.torture.invariants import Violation, Wrong
from tests.torture.storm import Plan, Report
from tests.torture.worlds import plans, together

LOST = Violation(Wrong.LOST, "game 1", "it had e4")


def test_one_world_has_the_seed_of_its_plan() -> None:
    assert plans(Plan("a", 200)) == [Plan("a", 200)]


@pytest.mark.parametrize(("count", "share"), [(2, 100), (3, 67)])
def test_worlds_share_the_faults_and_have_seeds_of_their_own(count: int, share: int) -> None:
    seeds = [f"a.{number}" for number in range(1, count + 1)]
    assert plans(Plan("a", 200, worlds=count)) == [Plan(seed, share) for seed in seeds]


def test_worlds_are_counted_together() -> None:
    plan = Plan("a", 200, worlds=2)
    one, other = (Report(each, storms=2, games=3, acknowledged=4) for each in plans(plan))
    one.faults, other.faults = Counter(kill=2, stop=1), Counter(kill=1)
    one.longest_stop, other.longest_stop = 0.5, 2.0
    other.violations, other.after = [LOST], ["SIGKILL"]
    both = together(plan, [one, other], 60.0)
    assert (both.injected, both.storms, both.games, both.acknowledged) == (4, 4, 6, 8)
    assert (both.longest_stop, both.seconds) == (2.0, 60.0)
    assert (both.violations, both.after) == ([LOST], ["SIGKILL (seed a.2)"])


class OtherStorm:
    """A storm that injects faults into nothing; that of the first world finds a violation."""

    def __init__(self, plan: Plan) -> None:
        self.report = Report(plan)
        self.is_ending = False
        self.runner = SimpleNamespace(nursery="the nursery")

    async def run(self, progress: Callable[[Report], None]) -> None:
        while not self.is_ending:
            self.report.faults["kill"] += 1
            if self.report.plan.seed == "a.1":
                self.report.violations, self.report.after = [LOST], ["SIGKILL"]
            progress(self.report)
            await asyncio.sleep(0)


async def test_a_violation_ends_the_run_in_every_world(monkeypatch: pytest.MonkeyPatch) -> None:
    nurseries = []

    @asynccontextmanager
    async def brewing(plan: Plan, *, nursery: str | None) -> AsyncIterator[OtherStorm]:
        nurseries.append(nursery)
        yield OtherStorm(plan)

    monkeypatch.setattr(worlds, "brewing", brewing)
    report = await worlds.torture(Plan("a", 10**9, worlds=3, stop_at=frozenset({Wrong.LOST})))
    assert report.violations == [LOST]
    assert report.injected < 10
    assert nurseries == [None, "the nursery", "the nursery"]


@pytest.mark.parametrize("backend", BACKENDS)
async def test_every_world_has_a_database_of_its_own_that_a_bot_takes(
    backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    databases = []

    @asynccontextmanager
    async def brewing(plan: Plan, *, nursery: str | None) -> AsyncIterator[OtherStorm]:
        databases.append(plan.database)
        yield OtherStorm(plan)

    monkeypatch.setattr(worlds, "brewing", brewing)
    server = os.environ[SERVER] if backend == "postgresql" else ""
    await worlds.torture(Plan("a", 9, server, worlds=2, stop_at=frozenset({Wrong.LOST})))
    if server:
        assert len({*map(async_url, databases), async_url(server)}) == 3
    else:
        # A world without an address makes a new file.
        assert databases == ["", ""]


def test_only_what_is_to_end_a_run_ends_it() -> None:
    ending, other = Plan("a", 9, stop_at=frozenset({Wrong.LOST})), Plan("a", 9)
    assert Report(ending, violations=[LOST]).is_to_stop
    assert not Report(ending).is_to_stop
    assert not Report(other, violations=[LOST]).is_to_stop
