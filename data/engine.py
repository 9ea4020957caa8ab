"""Open the database, bring it up to date, and hand out transactions.

SQLite and PostgreSQL are both served. On SQLite every writing transaction starts with
BEGIN IMMEDIATE, so that what it read cannot have changed when it writes; on PostgreSQL
the rows that matter are locked by the statements themselves (`with_for_update`).
"""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import (
    AbstractAsyncContextManager,
    asynccontextmanager,
    contextmanager,
    nullcontext,
)
from pathlib import Path
from typing import Any

from sqlalchemy import Connection as SyncConnection
from sqlalchemy import event, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as TooManyAtOnce
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from data import files, postgresql, sqlite
from data.share import WHOLE, Share

log = logging.getLogger(__name__)

Connection = AsyncConnection
"""What the modules of this room read and write through; other rooms only hand it on."""

BUSY_TIMEOUT_MS = 10_000
"""How long another process may keep the SQLite file locked before we give up."""
LOCKED_TRIES = 3
"""How often a start tries a file that another program keeps locked, each time this long."""
CLAIM_TRIES = 20
CLAIM_SECONDS = 0.5
"""How often, and how far apart, a start looks whether the bot before it has ended."""
SYNCHRONOUS = "FULL"
"""When SQLite waits for the disk: at every commit, so that a power cut loses no move."""
VERSIONS = Path(__file__).parent / "migrations" / "versions"
LATEST = max(path.stem.partition("_")[0] for path in VERSIONS.glob("[0-9]*.py"))
"""The last migration that there is: the number with which its file begins."""
START_FIRST = "Start the bot of this version once, which brings the database up to date"
"""What to do before anything else works with a database."""
MIGRATION_LOCK = 7_215_509_833
"""The key of the advisory lock under which PostgreSQL is migrated by one process at a time."""


class DatabaseError(Exception):
    """The database could not be opened, read or written; nothing of the transaction stays."""


class DatabaseUnusable(DatabaseError):
    """A person must do something first: `remedy` says what."""

    def __init__(self, wrong: str, remedy: str) -> None:
        super().__init__(wrong)
        self.remedy = remedy


class FileRefused(DatabaseUnusable):
    """Another file than the database can't be used; `str` names it."""


class DatabaseLocked(DatabaseUnusable):
    """Another program has kept the SQLite file locked for longer than we wait."""

    def __init__(self, wrong: str) -> None:
        super().__init__(wrong, sqlite.UNLOCK)


class Database:
    """One database, open while the bot runs."""

    def __init__(self, url: str, share: Share = WHOLE, *, read_only: bool = False) -> None:
        """Prepare for `url` (with an async driver, `sqlite+aiosqlite:///…`); nothing is opened yet.

        `share` are the servers that this process serves. A SQLite file that is opened `read_only`
        stays as it is, byte by byte: for a copy that nobody else has open.
        """
        self.share = share
        self._url = make_url(url)
        self.is_sqlite = self._url.get_backend_name() == "sqlite"
        self._is_read_only = read_only and self.is_sqlite
        connect = sqlite.connect_to_copy if self._is_read_only else sqlite.connect
        options: dict[str, Any] = {"connect_args": {"async_creator_fn": connect}}
        if not self.is_sqlite:
            self._url, options = postgresql.engine_options(self._url)
        self._engine = create_async_engine(
            self._url, hide_parameters=True, execution_options={"share": share}, **options
        )
        # Writers of this process queue up here instead of polling SQLite's lock. Correctness
        # does not rest on it: other processes go through BEGIN IMMEDIATE alone.
        self._queue: AbstractAsyncContextManager[object] = (
            asyncio.Lock() if self.is_sqlite else nullcontext()
        )
        self._to_write: dict[str, Any] = {"writes": True}  # Any: as SQLAlchemy has them
        self._to_read: dict[str, Any] = {"writes": False}
        if not self.is_sqlite:
            # Otherwise each statement sees what others have stored meanwhile.
            self._to_read["isolation_level"] = "REPEATABLE READ"
        self._path = Path(self._url.database or "")
        """The SQLite file."""
        self._closed = False
        self._claim: sqlite.Claim | None = None
        self._file: tuple[int, int] | None = None
        self._is_missed = False
        """Whether it was said that the file is gone: once, for everything fails from then on."""
        if self.is_sqlite:
            if not self._is_read_only:
                event.listen(self._engine.sync_engine, "connect", _set_up_sqlite)
            event.listen(self._engine.sync_engine, "begin", _begin_sqlite)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Connection]:
        """Yield a connection whose statements all see the same state."""
        await self._check_open()
        with _translated():
            async with self._transaction() as connection:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Connection]:
        """Yield a connection in a writing transaction; an exception undoes all of it.

        An IntegrityError passes through, since it tells who was first.
        """
        await self._check_open()
        with _translated():
            async with self._queue, self._transaction(writes=True) as connection:
                yield connection

    @asynccontextmanager
    async def _transaction(self, *, writes: bool = False) -> AsyncIterator[Connection]:
        """Yield a connection in a transaction, and see both to their end before anything else."""
        connection = await self._engine.connect()
        try:
            await connection.execution_options(**(self._to_write if writes else self._to_read))
            transaction = await connection.begin()
            try:
                yield connection
                # A commit that fails is undone like anything else.
                await sqlite.steadily(transaction.commit())
            except BaseException:
                await sqlite.steadily(transaction.rollback())
                raise
        finally:
            await sqlite.steadily(self._give_back(connection))

    async def _give_back(self, connection: Connection) -> None:
        if self._closed:
            # The pool from which it came closes nothing any more.
            await connection.invalidate()
        await connection.close()

    async def claim(self) -> None:
        """Keep the SQLite file for this process until `close`.

        Raises DatabaseUnusable where another process keeps it.
        """
        if not self.is_sqlite or self._claim is not None:
            return
        self._check_file()
        # Made before the lock's file, which says that there was a database.
        sqlite.make_private(self._path)
        for left in reversed(range(CLAIM_TRIES)):
            claim = sqlite.Claim(self._path)
            if claim.alone:
                self._claim = claim
                return
            claim.release()
            if left:
                await asyncio.sleep(CLAIM_SECONDS)
        wrong = f"another process works with {self._path.absolute()}"
        raise DatabaseUnusable(wrong, sqlite.ONE_PROCESS)

    async def migrate(self) -> None:
        """Apply the migrations that are missing, all or none."""
        for left in reversed(range(LOCKED_TRIES)):
            try:
                return await self._migrate()
            except DatabaseLocked:
                if not left:
                    raise
                path = self._path.absolute()
                log.warning("%s is locked by another program: it is tried again", path)
        return None

    async def _migrate(self) -> None:
        self._check_file()
        if self.is_sqlite:
            await self._check_pages()
            self._claim = self._claim or sqlite.Claim(self._path)
        async with self.writing() as connection:
            if not self.is_sqlite:
                await connection.execute(
                    text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK}
                )
            current = await connection.run_sync(_revision)
            if current != LATEST:
                from data import steps  # noqa: PLC0415 - Alembic is a sixth of a start's imports

                await connection.run_sync(steps.upgrade, current)
            if self.is_sqlite and current is None:
                await connection.execute(text(f"PRAGMA user_version={sqlite.OVERWRITES}"))
        if self.is_sqlite:
            self._file = _identity(self._path)
            if not self.is_shared:
                with _translated():
                    await asyncio.to_thread(sqlite.rewrite_once, self._path)

    @property
    def is_shared(self) -> bool:
        """Whether another process had the same SQLite file open already when this one began."""
        return self._claim is not None and not self._claim.alone

    def readable_by_others(self) -> list[Path]:
        """List the files of a SQLite database that others on this machine can read."""
        return sqlite.readable_by_others(self._path) if self.is_sqlite else []

    async def inspect(self) -> None:
        """Look through a SQLite file and its folder, changing nothing.

        Raises DatabaseUnusable for what would keep the bot from working with it.
        """
        self._check_file()
        if self.is_sqlite:
            wrong = sqlite.trouble_with_folder(self._path.parent)
            if wrong is not None:
                raise DatabaseUnusable(*wrong)
            if self._path.exists():
                await self._check_pages()

    async def pending_migrations(self) -> list[str]:
        """List the migrations that are not applied yet, oldest first; creates nothing."""
        from data import steps  # noqa: PLC0415 - as in `migrate`

        self._check_file()
        if self.is_sqlite and not self._path.exists():
            return steps.after(None)
        async with self.reading() as connection:
            return steps.after(await connection.run_sync(_revision))

    async def check_ready(self) -> None:
        """Look through a database that something else than a bot is to work with.

        Raises DatabaseUnusable unless it is there, whole and up to date; creates nothing.
        """
        await self.inspect()
        if self.is_sqlite and not self._path.exists():
            raise DatabaseUnusable(f"there is no database {self._path.absolute()}", START_FIRST)
        if await self.pending_migrations():
            wrong = "is not up to date"
            raise DatabaseUnusable(wrong, START_FIRST)

    async def forget_deleted(self) -> None:
        """Empty the companion of a SQLite file, in which pages are as they were before a deletion.

        In the file itself everything that is deleted is overwritten. Where others read or write for
        longer, it stays until the next time.
        """
        if self.is_sqlite:
            with _translated():
                await asyncio.to_thread(sqlite.empty_companion, self._path)

    @property
    def path(self) -> Path:
        """Return where the SQLite file is."""
        return self._path

    async def close(self) -> None:
        """Close all connections: those in use when they are given back.

        A task that asks for one afterwards is cancelled.
        """
        self._closed = True
        await self._engine.dispose()
        if self._claim is not None:
            self._claim.release()
            self._claim = None

    def _check_file(self) -> None:
        """Raise DatabaseUnusable where the SQLite file can neither be used nor made.

        SQLite itself says less of it.
        """
        wrong = files.trouble_with_file(self._path) if self.is_sqlite else None
        if wrong is None and self.is_sqlite and self._claim is None:
            wrong = files.trouble_with_missing(self._path)
        if wrong is not None:
            raise DatabaseUnusable(*wrong)

    async def _check_pages(self) -> None:
        """Raise DatabaseUnusable where pages of the SQLite file are damaged or missing.

        What is left over in its companion is looked through first, by a connection that can write
        neither: any other would write the one into the other when it closes.
        """
        with _translated():
            left_over = files.has_leftovers(self._path)
            wrong = await asyncio.to_thread(files.trouble_with_leftovers, self._path)
        if wrong is not None:
            raise DatabaseUnusable(*wrong)
        if left_over:
            return  # every page has been looked at
        async with self.reading() as connection:
            found = await connection.scalar(text("PRAGMA quick_check(1)"))
        if found != "ok":
            raise DatabaseUnusable(f"is damaged: {found}".splitlines()[0], sqlite.RESTORE)

    async def _check_open(self) -> None:
        """Cancel the task that asks after `close`; raise where the file was taken away meanwhile.

        The system would let the bot write into the file that is gone, and lose all of it. And only
        a bot that is being stopped closes its database: an event of Discord that arrives in this
        moment is answered by the next run, and is no error.
        """
        task = asyncio.current_task()
        if self._closed and task is not None:
            task.cancel()
            await asyncio.sleep(0)
        if self._file is not None and _identity(self._path) != self._file:
            wrong = f"{self._path} was deleted or replaced while the bot runs"
            remedy = "Stop the bot, put the file in its place and start again"
            if not self._is_missed:
                self._is_missed = True
                log.error("%s. %s.", wrong, remedy)
            raise DatabaseUnusable(wrong, remedy)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


@contextmanager
def _translated() -> Iterator[None]:
    """Turn what the driver raises into DatabaseError, IntegrityError aside."""
    try:
        yield
    except IntegrityError:
        raise
    except DBAPIError as error:
        raise _as_ours(error.driver_exception, _first_line(error)) from error
    except sqlite3.Error as error:
        raise _as_ours(error, str(error)) from error
    except TooManyAtOnce as error:
        msg = "is asked for more at once than it answers in time"
        raise DatabaseError(msg) from error
    except OSError as error:
        raise _as_ours(error, f"cannot be reached: {error}") from error


def _as_ours(error: BaseException | None, said: str) -> DatabaseError:
    if sqlite.is_locked(error):
        return DatabaseLocked(said)
    remedy = sqlite.remedy_of(error) or postgresql.remedy_of(error)
    return DatabaseError(said) if remedy is None else DatabaseUnusable(said, remedy)


def _revision(connection: SyncConnection) -> str | None:
    """Return the last migration that was applied, as Alembic notes it; None before the first."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def _first_line(error: DBAPIError) -> str:
    return str(error.orig).splitlines()[0] if str(error.orig) else type(error.orig).__name__


def _set_up_sqlite(connection: DBAPIConnection, _record: ConnectionPoolEntry) -> None:
    # The driver must not begin transactions by itself: `_begin_sqlite` does.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        f"busy_timeout={BUSY_TIMEOUT_MS}",
        "journal_mode=WAL",
        f"synchronous={SYNCHRONOUS}",
        "foreign_keys=ON",
        # What is deleted is overwritten, so that nothing of a person stays in the file's free pages.
        "secure_delete=ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: SyncConnection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
