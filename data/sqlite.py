"""What is special about a SQLite file: its connections, its folder, and who else has it open.

A statement runs in its connection's thread, and its rows come back with it: one trip to the
thread instead of the driver's four. A task that waits for a statement may be cancelled, but not
the statement itself: the driver would lose track of it, keep the file locked, or wait for ever
for a connection that is closed. What does not belong here: transactions (`data.engine`).
"""

import asyncio
import logging
import os
import shutil
import sqlite3
import stat
import sys
import tempfile
import weakref
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, ParamSpec, Self, TypeVar

import aiosqlite

if sys.platform != "win32":
    import fcntl

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

ROWS_AT_ONCE = 64
"""How many rows the driver fetches in one go where it iterates; its own default."""


ALLOW: Final = "Let the user that runs the bot read and write the file and its folder"
RESTORE: Final = "Put a backup in its place with `tavolo restore FILE`"
MAKE_ROOM: Final = "Make room on the disk"
UNLOCK: Final = (
    "End the program that keeps it locked, such as a database browser or a copy, and try again"
)
ONE_PROCESS: Final = "Stop the other one first: one bot is enough for a database"
LOCKED: Final = ("SQLITE_BUSY", "SQLITE_LOCKED")
REMEDIES: Final = {
    "SQLITE_NOTADB": "Name another file, or put a backup in its place",
    "SQLITE_CORRUPT": RESTORE,
    "SQLITE_READONLY": ALLOW,
    "SQLITE_CANTOPEN": ALLOW,
    "SQLITE_PERM": ALLOW,
    "SQLITE_FULL": MAKE_ROOM,
    "SQLITE_IOERR": "See whether the disk is full or broken",
}
"""What a person can do, by the first words of SQLite's names of errors."""
LEAST_ROOM: Final = 32 << 20
"""How many bytes should be free: the file is rewritten in parts now and then."""
OTHERS: Final = stat.S_IRGRP | stat.S_IROTH
LOCK_ENDING: Final = "-lock"
"""What the name of the empty file ends with by which processes know of each other."""
COMPANIONS: Final = ("-wal", "-shm", LOCK_ENDING)
"""What the names of the files end with that are next to a database while it is open."""


OVERWRITES: Final = 1
"""The `user_version` of a file in which all that was ever deleted is overwritten."""
EMPTYING_TRIES: Final = 5
"""How often it is tried to empty the companion, each time for a second."""


class SteadyConnection(aiosqlite.Connection):
    """A connection on which every statement that has begun is finished."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, ROWS_AT_ONCE)
        # As SQLAlchemy does with those that it makes itself: no thread holds up the end.
        self._thread.daemon = True
        self._stopped: asyncio.Future[Any] | None = None  # Any: the driver's own mark

    def stop(self) -> "asyncio.Future[Any] | None":  # Any: as above
        """End the thread, once: a second order would never be carried out, and be waited for."""
        if self._stopped is None:
            self._stopped = super().stop()
        return self._stopped

    async def rollback(self) -> None:
        """Undo the transaction; the pool asks for it after each, though most have ended."""
        if self.in_transaction:
            await super().rollback()

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do some work in the connection's thread."""
        return await self._execute(work, self._conn)

    async def close(self) -> None:
        """Close the connection and end its thread."""
        await steadily(self._close())

    async def _close(self) -> None:
        if self._stopped is not None:
            # SQLAlchemy ends one immediately if a cancel interrupts closing it.
            await self._stopped
        else:
            await super().close()

    def cursor(self) -> "Cursor":  # type: ignore[override]  # opened by its statement
        """Return a cursor for one statement; SQLAlchemy takes a new one for each."""
        return Cursor(self)

    async def _connect(self) -> aiosqlite.Connection:
        return await steadily(super()._connect())

    async def _execute(self, fn: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        if not self._running or not self._connection:
            msg = "the connection is closed"
            raise ValueError(msg)  # as the driver does
        # The driver's own method would need a task for every statement to be waited for steadily.
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._tx.put_nowait((done, partial(fn, *args, **kwargs)))
        return await steadily(done)


class Cursor:
    """What SQLAlchemy asks of an asynchronous cursor, for one statement in one trip."""

    def __init__(self, connection: SteadyConnection) -> None:
        self._connection = connection
        self._rows: list[Any] = []  # Any: columns of every type
        self.description: Any = None  # Any: as PEP 249 has it
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> Self:
        """Return the cursor itself: there is nothing to open yet."""
        return self

    async def execute(self, sql: str, parameters: Sequence[Any] = ()) -> None:
        """Run a statement and fetch its rows."""

        def statement(connection: sqlite3.Connection) -> None:
            with closing(connection.cursor()) as cursor:
                cursor.execute(sql, parameters)
                self.description = cursor.description
                if cursor.description is not None:
                    self._rows = cursor.fetchall()
                self.rowcount, self.lastrowid = cursor.rowcount, cursor.lastrowid

        await self._connection.run(statement)

    async def executemany(self, sql: str, parameters: Iterable[Sequence[Any]]) -> None:
        """Run a statement once for each set of parameters."""

        def statement(connection: sqlite3.Connection) -> None:
            with closing(connection.cursor()) as cursor:
                cursor.executemany(sql, parameters)
                self.rowcount = cursor.rowcount

        await self._connection.run(statement)

    async def fetchall(self) -> list[Any]:
        """Return the rows that came with the statement."""
        return self._rows

    async def close(self) -> None:
        """Do nothing: the thread has closed it."""


def connect(database: str, **options: Any) -> SteadyConnection:  # Any: handed on to sqlite3
    """Prepare a connection; waiting for it opens it."""

    def opened() -> sqlite3.Connection:
        make_private(Path(database))
        connection: sqlite3.Connection = sqlite3.connect(database, **options)
        return connection

    return SteadyConnection(opened)


def connect_to_copy(database: str, **options: Any) -> SteadyConnection:  # Any: as above
    """Prepare a connection to a file that nobody has open and that is not to change."""

    def opened() -> sqlite3.Connection:
        address = f"{Path(database).absolute().as_uri()}?mode=ro&immutable=1"
        connection: sqlite3.Connection = sqlite3.connect(address, uri=True, **options)
        connection.isolation_level = None
        return connection

    return SteadyConnection(opened)


def make_private(path: Path) -> None:
    """Make a file that is not there, readable by its owner only; SQLite's companions follow it."""
    with suppress(OSError):  # it is there, or SQLite itself says why it can't be made
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def readable_by_others(path: Path) -> list[Path]:
    """List those of a database's files that others on this machine can read."""
    files = [path.with_name(path.name + ending) for ending in ("", *COMPANIONS)]
    return [file for file in files if is_read_by_others(file)]


def is_read_by_others(path: Path) -> bool:
    """Tell whether there is a file that others on this machine can read."""
    # Elsewhere there are other rules.
    return os.name == "posix" and path.exists() and bool(path.stat().st_mode & OTHERS)


async def steadily(work: Awaitable[T]) -> T:
    """Wait until something is done; a cancel counts only where the next thing is waited for.

    So a transaction of nothing but statements happens as a whole, and what undoes one is
    not disturbed.
    """
    working, waiting, cancels = asyncio.ensure_future(work), asyncio.current_task(), 0
    while not working.done():
        try:
            with suppress(Exception):  # the result below raises it, after the cancels
                await asyncio.shield(working)
        except asyncio.CancelledError:
            cancels += not working.cancelled()
    if waiting is not None:
        for _ in range(cancels):
            # The count stays as it is: `asyncio.timeout` knows its own cancel by it.
            waiting.uncancel()
            waiting.cancel()
    return working.result()


class Claim:
    """What a process keeps as long as it works with a file; `alone` where no other has one."""

    def __init__(self, path: Path) -> None:
        self.alone = True
        self._release: weakref.finalize[[int], Claim] | None = None
        if sys.platform == "win32":
            return  # other locks there, and a second process goes unnoticed
        try:
            # SQLite's own locks say nothing of a process that waits, and must not be touched.
            held = os.open(path.with_name(path.name + LOCK_ENDING), os.O_CREAT | os.O_RDWR, 0o600)
            self._release = weakref.finalize(self, os.close, held)
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.alone = False
        except OSError:
            # Where a file can't be locked, or not made, nothing is known of other processes.
            self.alone = True

    def release(self) -> None:
        """Release the lock."""
        if self._release is not None:
            self._release()


def remedy_of(error: BaseException | None) -> str | None:
    """Say what a person can do about an error of SQLite; None where waiting may help."""
    name = str(getattr(error, "sqlite_errorname", ""))
    return next((remedy for begin, remedy in REMEDIES.items() if name.startswith(begin)), None)


def is_locked(error: BaseException | None) -> bool:
    """Tell whether an error of SQLite says that another program has locked the file."""
    return str(getattr(error, "sqlite_errorname", "")).startswith(LOCKED)


def trouble_with_folder(folder: Path) -> tuple[str, str] | None:
    """Say what is wrong with a folder for a database, and what to do; None if nothing is.

    SQLite creates files of its own next to the database's.
    """
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"?")
    except OSError as error:
        return f"the folder {folder} can't be written: {error.strerror}", ALLOW
    free = shutil.disk_usage(folder).free
    if free < LEAST_ROOM:
        return f"only {free >> 20} MB are free in {folder}", MAKE_ROOM
    return None


def rewrite_once(path: Path) -> None:
    """Write a file again that is older than the rule that what is deleted is overwritten.

    Where that is not possible, for want of room or since others write, the next start does it.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version >= OVERWRITES:
            return
        try:
            connection.execute("VACUUM")
            connection.execute(f"PRAGMA user_version={OVERWRITES}")
        except sqlite3.OperationalError as error:
            log.warning("what was deleted before is still in the file's free pages: %s", error)
            return
    empty_companion(path)


def empty_companion(path: Path) -> None:
    """Move all that a file's companion holds into the file, and cut the companion to nothing."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=1)) as connection:
        for _ in range(EMPTYING_TRIES):
            with suppress(sqlite3.OperationalError):
                busy, *_pages = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
                if not busy:
                    return
    log.warning("what was deleted is still in %s-wal: others use the database", path.name)
