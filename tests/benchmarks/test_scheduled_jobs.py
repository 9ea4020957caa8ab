"""A hundred thousand games that wait cost nothing: a look at what is due, and where it is found."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from sqlalchemy import insert

from bot.delivery.schedule import Scheduler
from bot.match.reminder_times import DAY
from data.challenges import Clock
from data.schedule import JobKind
from data.tables import SCHEDULE
from tests.benchmarks.blocks import unblocked
from tests.bot.club import SINGLE, Club

GAMES: Final = 100_000
DUE_NOW: Final = 1_000
TIMED: Final = replace(SINGLE, clock=Clock(3))


@contextmanager
def club_with(path: Path, games: int) -> Iterator[tuple[Club, asyncio.Runner]]:
    """Open a club in which that many games wait, each with a clock and a reminder."""
    with asyncio.Runner() as runner:
        club = Club(f"sqlite+aiosqlite:///{path}")
        try:
            runner.run(club.database.migrate())
            runner.run(wait(club, games))
            yield club, runner
        finally:
            runner.run(club.database.close())


async def wait(club: Club, games: int) -> None:
    now = club.clock()
    rows = [
        {"kind": kind, "subject_id": game, "due_at": now + DAY + game}
        for game in range(games)
        for kind in (JobKind.CLOCK, JobKind.REMINDER)
    ]
    if rows:
        async with club.database.writing() as connection:
            await connection.execute(insert(SCHEDULE), rows)


def scheduler(club: Club, seen: list[int]) -> Scheduler:
    """Return what sees to clocks, by striking them."""
    made = Scheduler(club.database, clock=club.clock)

    async def see_to(game_id: int) -> None:
        seen.append(game_id)
        async with club.database.writing() as connection:
            for kind in (JobKind.CLOCK, JobKind.REMINDER):
                await connection.execute(
                    SCHEDULE.delete().where(
                        SCHEDULE.c.kind == kind, SCHEDULE.c.subject_id == game_id
                    )
                )

    made.register(JobKind.CLOCK, see_to)
    made.register(JobKind.REMINDER, see_to)
    return made


@pytest.mark.parametrize(
    "games", [pytest.param(0, id="none"), pytest.param(GAMES, id="100000-games")]
)
def test_a_look_while_nothing_is_due(
    benchmark: BenchmarkFixture, tmp_path: Path, games: int
) -> None:
    benchmark.group = "a look at what is due"
    with club_with(tmp_path / "tavolo.db", games) as (club, runner):
        seen: list[int] = []
        looking = scheduler(club, seen)
        with unblocked(tmp_path / "blocks.txt"):
            benchmark.pedantic(  # type: ignore[no-untyped-call]  # pytest-benchmark does not say
                lambda: runner.run(looking.run_due()), rounds=50, warmup_rounds=3
            )
    assert seen == []


@pytest.mark.slow
def test_a_downtime_has_left_a_thousand_things(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    benchmark.group = "1,000 scheduled jobs run beside 100,000 games"
    with club_with(tmp_path / "tavolo.db", GAMES) as (club, runner):
        seen: list[int] = []
        club.clock.pass_time(DAY + DUE_NOW - 1)
        with unblocked(tmp_path / "blocks.txt"):
            benchmark.pedantic(  # type: ignore[no-untyped-call]  # as above
                lambda: runner.run(scheduler(club, seen).run_due()), rounds=1
            )
    assert sorted(set(seen)) == list(range(DUE_NOW))


@pytest.mark.slow
def test_a_turn_that_begins_a_clock(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    benchmark.group = "one move with a clock, committed"
    with club_with(tmp_path / "tavolo.db", GAMES) as (club, runner):
        table = runner.run(club.start(terms=TIMED))

        def move() -> None:
            nonlocal table
            table = runner.run(club.play(table)).table
            if not table.game.running:
                table = runner.run(club.start(terms=TIMED))

        with unblocked(tmp_path / "blocks.txt"):
            benchmark.pedantic(move, rounds=40)  # type: ignore[no-untyped-call]  # as above
    assert table.game.timing.deadline_at is not None
