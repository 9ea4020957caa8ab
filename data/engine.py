"""Open the database, bring it up to date, and hand out transactions.

SQLite and PostgreSQL are both served. On SQLite every writing transaction starts with
BEGIN IMMEDIATE, so that what it read cannot have changed when it writes; on PostgreSQL
the rows that matter are locked by the statements themselves (`with_for_update`).
"""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import (
    AbstractAsyncContextManager,
    asynccontextmanager,
    contextmanager,
    nullcontext,
)
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection as SyncConnection
from sqlalchemy import event, text
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from data import sqlite

Connection = AsyncConnection
"""What the modules of this room read and write through; other rooms only hand it on."""

BUSY_TIMEOUT_MS = 10_000
"""How long another process may keep the SQLite file locked before we give up."""
MIGRATIONS = "data:migrations"
"""Where Alembic finds the migrations: a folder of this package."""
MIGRATION_LOCK = 7_215_509_833
"""The key of the advisory lock under which PostgreSQL is migrated by one process at a time."""


class DatabaseError(Exception):
    """The database could not be opened, read or written; nothing of the transaction stays."""


class Database:
    """One database, open while the bot runs."""

    def __init__(self, url: str) -> None:
        """Prepare for `url` (with an async driver, `sqlite+aiosqlite:///…`); nothing is opened yet."""
        self._url = make_url(url)
        self.is_sqlite = self._url.get_backend_name() == "sqlite"
        steady = {"async_creator_fn": sqlite.connect} if self.is_sqlite else {}
        self._engine = create_async_engine(self._url, hide_parameters=True, connect_args=steady)
        # Writers of this process queue up here instead of polling SQLite's lock. Correctness
        # does not rest on it: other processes go through BEGIN IMMEDIATE alone.
        self._queue: AbstractAsyncContextManager[object] = (
            asyncio.Lock() if self.is_sqlite else nullcontext()
        )
        if self.is_sqlite:
            event.listen(self._engine.sync_engine, "connect", _set_up_sqlite)
            event.listen(self._engine.sync_engine, "begin", _begin_sqlite)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Connection]:
        """Give a connection whose statements all see the same state."""
        with _translated():
            async with self._engine.connect() as connection, connection.begin():
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Connection]:
        """Give a connection in a writing transaction; an exception undoes all of it.

        An IntegrityError passes through, since it tells who was first.
        """
        with _translated():
            async with self._queue, self._engine.connect() as plain:
                connection = await plain.execution_options(writes=True)
                async with connection.begin():
                    yield connection

    async def migrate(self) -> None:
        """Apply the migrations that are missing, all or none."""
        self._check_file()
        async with self.writing() as connection:
            if not self.is_sqlite:
                await connection.execute(
                    text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK}
                )
            await connection.run_sync(_upgrade)

    async def pending_migrations(self) -> list[str]:
        """List the migrations that are not applied yet, oldest first; creates nothing."""
        script = ScriptDirectory.from_config(_configuration())
        revisions = [revision.revision for revision in script.walk_revisions()][::-1]
        self._check_file()
        if self.is_sqlite and not self._path.exists():
            return revisions
        async with self.reading() as connection:
            current = await connection.run_sync(_revision)
        if current is None:
            return revisions
        if current not in revisions:
            raise DatabaseError(_NEWER.format(revision=current))
        return revisions[revisions.index(current) + 1 :]

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()

    @property
    def _path(self) -> Path:
        """Give the SQLite file."""
        return Path(self._url.database or "")

    def _check_file(self) -> None:
        """Raise DatabaseError where the SQLite file can neither be used nor made.

        SQLite itself says less of it.
        """
        if not self.is_sqlite:
            return
        path = self._path
        if not path.parent.is_dir():
            wrong = f"there is no folder {path.parent}"
        elif path.is_dir():
            wrong = f"{path} is a folder"
        elif path.exists() and not os.access(path, os.R_OK | os.W_OK):
            wrong = f"{path} may not be read and written"
        else:
            return
        raise DatabaseError(wrong)


_NEWER = "was made by a newer version of Tavolo (migration {revision})"


@contextmanager
def _translated() -> Iterator[None]:
    """Turn what the driver raises into DatabaseError, IntegrityError aside."""
    try:
        yield
    except IntegrityError:
        raise
    except DBAPIError as error:
        raise DatabaseError(_first_line(error)) from error
    except OSError as error:
        msg = f"cannot be reached: {error}"
        raise DatabaseError(msg) from error


def _revision(connection: SyncConnection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _configuration() -> Config:
    configuration = Config()
    configuration.set_main_option("script_location", MIGRATIONS)
    configuration.set_main_option("path_separator", "os")
    return configuration


def _upgrade(connection: SyncConnection) -> None:
    configuration = _configuration()
    configuration.attributes["connection"] = connection
    current = _revision(connection)
    script = ScriptDirectory.from_config(configuration)
    if current is not None and current not in {r.revision for r in script.walk_revisions()}:
        raise DatabaseError(_NEWER.format(revision=current))
    if current != script.get_current_head():
        command.upgrade(configuration, "head")


def _first_line(error: DBAPIError) -> str:
    return str(error.orig).splitlines()[0] if str(error.orig) else type(error.orig).__name__


def _set_up_sqlite(connection: DBAPIConnection, _record: ConnectionPoolEntry) -> None:
    # The driver must not begin transactions by itself: `_begin_sqlite` does.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        f"busy_timeout={BUSY_TIMEOUT_MS}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: SyncConnection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
