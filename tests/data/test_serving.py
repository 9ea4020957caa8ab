"""Which process finds a row or a job: the one that serves the server that it is about."""

import os
import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pytest
from sqlalchemy import BigInteger, Boolean, DateTime, Float, Integer, Table, insert, text

from data import clocks, outbox, schedule, session_starts
from data.engine import Database
from data.schedule import JobKind, ScheduledJob
from data.share import Share
from data.tables import GAMES
from tests.data.backends import SERVER, fresh

TOP: Final = Path(__file__).parents[2]
NOW: Final = 1_000
SHARES: Final = [Share(4, frozenset({0, 3})), Share(4, frozenset({1, 2}))]
HERE, THERE = 3 << 22, 6 << 22
"""A server of the first share, and one of the second."""
postgresql = pytest.mark.skipif(SERVER not in os.environ, reason=f"{SERVER} is not set")


@pytest.fixture
async def both(tmp_path: Path) -> AsyncIterator[list[Database]]:
    """Yield one database as each of two processes has it open."""
    async with fresh("postgresql", tmp_path) as address:
        opened = [Database(address, share) for share in SHARES]
        await opened[0].migrate()
        yield opened
        for each in opened:
            await each.close()


def row_of(table: Table, number: int, guild_id: int) -> dict[str, Any]:
    """Make up a row of a table with its number and its server."""
    kinds: dict[type[Any], Any] = {Boolean: False, BigInteger: number, Integer: number, Float: 0.0}
    kinds[DateTime] = datetime.now(UTC)

    def value(column: Any) -> Any:
        return next((v for kind, v in kinds.items() if isinstance(column.type, kind)), "{}")

    needed = {c.name: value(c) for c in table.columns if not c.nullable}
    return needed | {"id": number, "guild_id": guild_id}


async def fill(database: Database, *tables: Table) -> None:
    """Store a row 1 of the one server and a row 2 of the other in some tables."""
    async with database.writing() as connection:
        await connection.execute(text("SET LOCAL session_replication_role = replica"))
        for table in dict.fromkeys(tables):
            for number, guild_id in ((1, HERE), (2, THERE)):
                await connection.execute(insert(table).values(row_of(table, number, guild_id)))


@pytest.mark.slow
@postgresql
async def test_a_process_delivers_what_is_about_its_servers_and_shard_0_what_is_about_none(
    both: list[Database],
) -> None:
    await fill(both[0], *outbox.ABOUT.values())
    first = {f"{word}:1" for word in outbox.ABOUT} | {f"{w}:{HERE}" for w in outbox.ABOUT_SERVERS}
    second = {f"{word}:2:9" for word in outbox.ABOUT}
    second |= {f"{word}:{THERE}" for word in outbox.ABOUT_SERVERS}
    # What was deleted meanwhile belongs to no server either.
    common = {"person:123", "match:77", "another:1"}
    for stream in first | second | common:
        async with both[0].writing() as connection:
            await outbox.put(connection, stream, "board", {}, now=NOW)
    for database, mine in ((both[0], first | common), (both[1], second)):
        async with database.writing() as connection:
            assert set(await outbox.waiting_streams(connection, NOW, 100)) == mine
            claimed = await outbox.claim_next(
                connection,
                sorted(first | second | common),
                now=NOW,
                until=NOW + 60,
                by="1@here",
                eager=True,
            )
            assert {row.stream for row in claimed} == mine


@postgresql
async def test_a_process_runs_the_jobs_of_its_servers_and_shard_0_those_of_people(
    both: list[Database],
) -> None:
    await fill(both[0], *schedule.ABOUT.values())
    first = {ScheduledJob(kind, 1, NOW) for kind in schedule.ABOUT}
    first |= {ScheduledJob(kind, HERE, NOW) for kind in schedule.ABOUT_SERVERS}
    first |= {ScheduledJob(kind, 123, NOW) for kind in schedule.ABOUT_NO_SERVER}
    second = {ScheduledJob(kind, 2, NOW) for kind in schedule.ABOUT}
    second |= {ScheduledJob(kind, THERE, NOW) for kind in schedule.ABOUT_SERVERS}
    async with both[0].writing() as connection:
        await schedule.put(connection, *first, *second)
    for database, mine in zip(both, (first, second), strict=True):
        async with database.reading() as connection:
            assert set(await schedule.due(connection, NOW, 100)) == mine


@postgresql
async def test_a_clock_that_jumps_moves_only_what_its_own_process_has_to_do(
    both: list[Database],
) -> None:
    await fill(both[0], GAMES)
    jobs = [ScheduledJob(JobKind.THINK, number, NOW) for number in (1, 2)]
    async with both[1].writing() as connection:
        await schedule.put(connection, *jobs)
        await outbox.put(connection, "board:1:9", "board", {}, now=NOW)
        await outbox.put(connection, "board:2:9", "board", {}, now=NOW)
        await outbox.shift(connection, 50)
        await schedule.shift(connection, JobKind.THINK, 50)
        await connection.execute(GAMES.update().values(deadline_at=NOW, ended_at=None, reminded=0))
        assert await clocks.ending(connection, NOW - 1, NOW + 1, told=1) == [2]
    for database, mine in zip(both, ([1], []), strict=True):
        async with database.reading() as connection:
            due = await schedule.due(connection, NOW, 10)
            assert [job.subject_id for job in due] == mine
            streams = await outbox.waiting_streams(connection, NOW, 10)
            assert streams == [f"board:{number}:9" for number in mine]


@postgresql
async def test_sessions_of_a_bucket_begin_apart_whichever_process_asks(
    both: list[Database],
) -> None:
    away: list[float] = []
    for bucket, database in ((0, both[0]), (0, both[1]), (0, both[0]), (1, both[1])):
        async with database.writing() as connection:
            away.append(await session_starts.reserve(connection, bucket, 5.0))
    assert away == pytest.approx([0, 5, 10, 0], abs=1)


@postgresql
async def test_a_moment_that_was_noted_by_a_wrong_clock_keeps_nobody_waiting(
    both: list[Database],
) -> None:
    async with both[0].writing() as connection:
        await connection.execute(
            text("INSERT INTO meta (key, value) VALUES ('session-start:0', '9e12')")
        )
        assert await session_starts.reserve(connection, 0, 5.0) == pytest.approx(0, abs=1)


def test_of_every_stream_and_job_it_is_known_what_it_is_about() -> None:
    kinds = [*schedule.ABOUT, *schedule.ABOUT_SERVERS, *schedule.ABOUT_NO_SERVER]
    assert sorted(kinds) == sorted(JobKind)
    sources = "".join(path.read_text() for path in TOP.glob("bot/**/*.py"))
    sources = sources.replace("{SETTLING}:", "settling:")
    named = set(re.findall(r'(?:put|put_once|put_instead)\(\s*f"(\w+):', sources))
    named |= set(
        re.findall(r'_?stream\([^)]*\) -> str:(?:[^"]*"""[^"]*""")?\s*return f"(\w+):', sources)
    )
    assert named == {*outbox.ABOUT, *outbox.ABOUT_SERVERS, *outbox.ABOUT_NO_SERVER}
