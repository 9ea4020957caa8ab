"""Transactions: all or nothing, one writer after the other, in one process or several."""

import asyncio
import contextlib
import gc
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, insert, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.pool import QueuePool

from data import engine, events, meta, outbox, sqlite
from data.engine import (
    BUSY_TIMEOUT_MS,
    Connection,
    Database,
    DatabaseError,
    DatabaseUnusable,
)
from data.events import Event
from data.sqlite import SteadyConnection
from data.tables import PLAYERS
from tests.data.backends import BACKENDS, SERVER, contents, fresh
from tests.tiers import sampled

TOP = Path(__file__).parents[2]


async def count_up(database: Database) -> None:
    """Add one to a number: read, let the others have a turn, write."""
    async with database.writing() as connection:
        await lock(connection)
        number = int(await meta.read(connection, "number") or 0)
        await asyncio.sleep(0)
        await meta.write(connection, "number", str(number + 1))


async def lock(connection: Connection) -> None:
    """Lock the row that is about to change, where the transaction does not do so by itself."""
    if connection.dialect.name != "sqlite":
        await connection.execute(text("SELECT value FROM meta WHERE key = 'number' FOR UPDATE"))


async def number_in(database: Database) -> str | None:
    async with database.reading() as connection:
        return await meta.read(connection, "number")


async def zero(database: Database) -> None:
    async with database.writing() as connection:
        await meta.write(connection, "number", "0")


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    path = tmp_path / "tavolo.db"
    database = Database(f"sqlite+aiosqlite:///{path}")
    await database.migrate()
    await database.close()
    return path


@pytest.mark.skipif(SERVER not in os.environ, reason=f"{SERVER} is not set: only SQLite is tested")
async def test_the_tests_of_the_store_run_on_postgresql_too(tmp_path: Path) -> None:
    async with fresh(BACKENDS[-1], tmp_path) as url:
        database = Database(url)
        async with database.reading() as connection:
            assert str(await connection.scalar(text("SELECT version()"))).startswith("PostgreSQL")
        await database.close()


async def test_fifty_increments_at_once_end_at_fifty(database: Database) -> None:
    await zero(database)
    await asyncio.gather(*(count_up(database) for _ in range(50)))
    assert await number_in(database) == "50"


async def test_two_processes_lose_no_increment_either(
    database: Database, same_database: Database
) -> None:
    """Two `Database`s share no lock in memory: what keeps them apart is the database itself."""
    await zero(database)
    await asyncio.gather(*(count_up(each) for _ in range(25) for each in (database, same_database)))
    assert await number_in(same_database) == "50"


SCRIPT = """
import asyncio, sys
from data import meta
from data.engine import Database

async def count_up(database):
    async with database.writing() as connection:
        number = int(await meta.read(connection, "number") or 0)
        await meta.write(connection, "number", str(number + 1))

async def main():
    database = Database(sys.argv[1])
    await asyncio.gather(*(count_up(database) for _ in range(25)))
    await database.close()

asyncio.run(main())
"""


@pytest.mark.slow
async def test_two_real_processes_lose_no_increment(file: Path) -> None:
    url = f"sqlite+aiosqlite:///{file}"
    running = [
        await asyncio.create_subprocess_exec(sys.executable, "-c", SCRIPT, url, cwd=TOP)
        for _ in range(2)
    ]
    assert [await process.wait() for process in running] == [0, 0]
    database = Database(url)
    assert await number_in(database) == "50"
    await database.close()


async def test_every_connection_is_set_up_to_lose_nothing(
    file: Path, shipped_synchronous: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "SYNCHRONOUS", shipped_synchronous)
    database = Database(f"sqlite+aiosqlite:///{file}")
    async with database.reading() as one, database.reading() as two, database.writing() as three:
        for connection in (one, two, three):
            found = {
                name: await connection.scalar(text(f"PRAGMA {name}"))
                for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            }
            assert found == {
                "journal_mode": "wal",
                "synchronous": 2,  # FULL
                "foreign_keys": 1,
                "busy_timeout": BUSY_TIMEOUT_MS,
            }
    await database.close()


async def test_a_writing_transaction_begins_immediate_and_a_reading_one_does_not(
    file: Path,
) -> None:
    database = Database(f"sqlite+aiosqlite:///{file}")
    said: list[str] = []

    def listen(*arguments: object) -> None:
        said.append(str(arguments[2]))

    event.listen(database._engine.sync_engine, "before_cursor_execute", listen)
    await count_up(database)
    assert said[0] == "BEGIN IMMEDIATE"
    assert [statement for statement in said if "BEGIN" in statement] == ["BEGIN IMMEDIATE"]
    said.clear()
    await number_in(database)
    assert said[0] == "BEGIN"
    await database.close()


async def test_nothing_but_the_engine_begins_a_transaction() -> None:
    """So whatever is written is written in one that began as above."""
    begun = [
        path.relative_to(TOP).as_posix()
        for package in ("bot", "cogs", "data", "games", "render")
        for path in sorted((TOP / package).rglob("*.py"))
        if re.search(r"\.connect\(\)|\.begin\(\)|create_(async_)?engine", path.read_text("utf-8"))
    ]
    assert begun == ["data/engine.py"]


async def test_an_error_undoes_the_whole_transaction(database: Database) -> None:
    await zero(database)
    before = await contents(database)

    async def fail() -> None:
        async with database.writing() as connection:
            await meta.write(connection, "number", "1")
            await outbox.put(connection, "match:1", "board", {"seq": 1}, now=0)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert await contents(database) == before
    await count_up(database)
    assert await number_in(database) == "1"


async def test_a_cancelled_transaction_leaves_nothing_and_blocks_nobody(
    database: Database,
) -> None:
    await zero(database)
    written = asyncio.Event()

    async def hang() -> None:
        async with database.writing() as connection:
            await meta.write(connection, "number", "99")
            written.set()
            await asyncio.Event().wait()

    hanging = asyncio.create_task(hang())
    await written.wait()
    hanging.cancel()
    with pytest.raises(asyncio.CancelledError):
        await hanging
    await count_up(database)
    assert await number_in(database) == "1"


@pytest.mark.parametrize("cancels", [1, 2, 3])
async def test_whoever_is_cancelled_while_a_transaction_begins_leaves_nothing_behind(
    file: Path, cancels: int
) -> None:
    """Wherever the cancel comes, while the file is locked by another process and while it is not."""
    database, other = (Database(f"sqlite+aiosqlite:///{file}") for _ in range(2))
    await zero(other)
    mine = asyncio.all_tasks()
    for steps in range(1, 120, 5):
        async with other.writing() if steps % 2 else contextlib.nullcontext():
            counting = asyncio.create_task(count_up(database))
            for _ in range(cancels):
                for _ in range(steps):
                    await asyncio.sleep(0)
                counting.cancel()
            await asyncio.sleep(0)
        await asyncio.wait([counting], timeout=5)
        assert counting.done()
        # It is not locked for the others: they would wait for ever, not only for a moment.
        await count_up(other)
    await database.close()
    assert asyncio.all_tasks() == mine
    await other.close()


@pytest.mark.slow
@sampled("end", [asyncio.Event.set, None], ids=["finished", "cancelled"])
async def test_a_transaction_that_outlasts_the_end_closes_its_own_connection(
    url: str, database: Database, end: Callable[[asyncio.Event], None] | None
) -> None:
    closing = Database(url)
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def last() -> None:
        async with closing.writing() as connection:
            await meta.write(connection, "number", "1")
            begun.set()
            await go_on.wait()

    before = open_connections()
    lasting = asyncio.create_task(last())
    await begun.wait()
    await closing.close()
    if end is None:
        lasting.cancel()
    else:
        end(go_on)
    await asyncio.wait([lasting])
    assert open_connections() == before
    assert await number_in(database) == (None if end is None else "1")


async def test_what_begins_after_the_end_is_cancelled(url: str, database: Database) -> None:
    await zero(database)
    closed = Database(url)
    await closed.close()
    before = open_connections()
    for use in (count_up, number_in):
        begun = asyncio.ensure_future(use(closed))
        await asyncio.wait([begun])
        assert begun.cancelled()
    assert open_connections() == before


def open_connections() -> set[int]:
    """Tell the connections of drivers that nobody has closed, by their threads."""
    return {
        id(thing)
        for thing in gc.get_objects()
        if isinstance(thing, SteadyConnection) and thing._connection is not None
    }


async def test_a_connection_that_is_ended_and_closed_at_once_complains_of_nothing(
    tmp_path: Path,
) -> None:
    """So SQLAlchemy does where a cancel comes while a new connection is being set up."""
    complaints: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, told: complaints.append(told))
    for steps in range(4):
        connection = await sqlite.connect(str(tmp_path / "one.db"))
        closing = asyncio.ensure_future(connection.close())
        for _ in range(steps):
            await asyncio.sleep(0)
        connection.stop()
        await asyncio.wait([closing])
        assert closing.exception() is None
        assert connection._connection is None
    assert complaints == []


async def test_a_reader_sees_one_state_while_somebody_writes(
    database: Database, same_database: Database
) -> None:
    await zero(database)
    async with database.reading() as connection:
        before = await meta.read(connection, "number")
        await count_up(same_database)
        assert await meta.read(connection, "number") == before == "0"
    assert await number_in(database) == "1"


async def test_a_writer_sees_what_others_have_stored_meanwhile(
    database: Database, same_database: Database
) -> None:
    """A connection that has been read with is as good as any for writing."""
    await zero(database)
    assert await number_in(database) == "0"
    await count_up(same_database)
    await count_up(database)
    assert await number_in(same_database) == "2"


async def test_an_event_of_a_game_that_is_not_there_is_refused(database: Database) -> None:
    with pytest.raises(IntegrityError):
        async with database.writing() as connection:
            await events.append(connection, 404, Event(1, "c4", 1, 1), now=0)
    with pytest.raises(IntegrityError):
        async with database.writing() as connection:
            await connection.execute(
                insert(PLAYERS).values(game_id=404, seat=0, guild_id=1, user_id=1, running=True)
            )


async def test_a_database_that_stays_locked_is_one_clear_line(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("data.engine.BUSY_TIMEOUT_MS", 1)
    one, two = (Database(f"sqlite+aiosqlite:///{file}") for _ in range(2))
    await zero(one)
    async with one.writing():
        with pytest.raises(DatabaseError, match=r"^database is locked$"):
            await count_up(two)
    await count_up(two)
    assert await number_in(one) == "1"
    await one.close()
    await two.close()


@pytest.mark.slow
async def test_a_hundred_readers_at_once_are_all_served(database: Database) -> None:
    """More than the pool has connections: they wait for each other."""
    await zero(database)
    found = await asyncio.gather(*(number_in(database) for _ in range(100)))
    assert found == ["0"] * 100


async def test_a_second_one_on_the_same_file_is_noticed(file: Path) -> None:
    first, second, third = (Database(f"sqlite+aiosqlite:///{file}") for _ in range(3))
    await first.migrate()
    await second.migrate()
    assert (first.is_shared, second.is_shared) == (False, True)
    await first.close()
    await second.close()
    await third.migrate()
    assert not third.is_shared
    await third.close()


@pytest.mark.parametrize("instead", [None, b""])
async def test_a_file_that_is_gone_under_a_running_bot_is_neither_written_nor_made_anew(
    file: Path, instead: bytes | None
) -> None:
    database = Database(f"sqlite+aiosqlite:///{file}")
    await database.migrate()
    await zero(database)
    put(file, instead)
    for use in (count_up, number_in):
        with pytest.raises(DatabaseUnusable, match=r"was deleted or replaced while the bot runs$"):
            await use(database)
    await database.close()
    assert content(file) == instead


async def test_a_file_cut_short_is_said_to_be_damaged(file: Path) -> None:
    whole = content(file) or b""
    for length in (len(whole) // 2, 5000, 100):
        put(file, whole[:length])
        await damaged(file)


@pytest.mark.slow
async def test_pages_that_are_damaged_are_found_before_anything_is_done(file: Path) -> None:
    whole = bytearray(content(file) or b"")
    whole[3 * 4096 : 4 * 4096] = b"?" * 4096
    put(file, bytes(whole))
    await damaged(file)
    assert content(file) == bytes(whole)


async def damaged(file: Path) -> None:
    """Check that neither a start nor a look goes on with a file."""
    database = Database(f"sqlite+aiosqlite:///{file}")
    for look in (database.migrate, database.inspect):
        with pytest.raises(DatabaseUnusable) as failed:
            await look()
        assert failed.value.remedy.startswith((sqlite.RESTORE, sqlite.REMEDIES["SQLITE_NOTADB"]))
        assert "\n" not in str(failed.value)
    await database.close()


def put(file: Path, data: bytes | None) -> None:
    """Put another file in the place of one, or none."""
    file.unlink()
    if data is not None:
        file.write_bytes(data)


def content(file: Path) -> bytes | None:
    return file.read_bytes() if file.exists() else None


async def test_a_statement_is_one_trip_to_the_connections_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trips: list[object] = []
    execute = SteadyConnection._execute

    async def counted(
        connection: SteadyConnection, work: Any, *rest: Any
    ) -> Any:  # Any: any statement
        trips.append(work)
        return await execute(connection, work, *rest)

    database = Database(f"sqlite+aiosqlite:///{tmp_path}/trips.db")
    async with database.reading() as connection:
        await connection.execute(text("SELECT 1"))
    monkeypatch.setattr(SteadyConnection, "_execute", counted)
    async with database.reading() as connection:
        rows = (await connection.execute(text("VALUES (1), (2)"))).all()
    assert [tuple(row) for row in rows] == [(1,), (2,)]
    assert len(trips) == len(["BEGIN", "VALUES", "COMMIT"])
    await database.close()


async def test_more_readers_than_the_pool_serves_are_refused_as_by_a_database_that_fails(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = database._engine.pool
    assert isinstance(pool, QueuePool)
    monkeypatch.setattr(pool, "_timeout", 0.01)
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(pool.size() + pool._max_overflow):
            await stack.enter_async_context(database.reading())
        with pytest.raises(DatabaseError, match="more at once"):
            await stack.enter_async_context(database.reading())
    async with database.reading() as connection:
        assert await connection.scalar(text("SELECT 1")) == 1
