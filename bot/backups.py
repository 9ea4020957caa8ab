"""`tavolo backup` and `tavolo restore`: a copy of all games, checked, and put in its place again.

A SQLite file alone is copied: PostgreSQL has its own tool for that, which is named instead. What
does not belong here: how a file is copied (`data.copies`), and when (`bot.services.daily_backups`).
"""

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from bot.config import Settings, async_url
from bot.doctor import Progress, Trouble, unplayable
from data import copies, examined, files
from data.engine import Database, DatabaseUnusable, FileRefused
from data.sqlite import ONE_PROCESS, Claim

PG_DUMP: Final = (
    "Use `pg_dump --format=custom --file=FILE`, or copy the games into a SQLite file with "
    "`tavolo move-database`"
)
NAMED: Final = "%Y-%m-%d-%H%M%S"
BEFORE: Final = ".before-"
"""What the name of a database that was replaced goes on with."""


@dataclass(frozen=True, slots=True)
class Copied:
    """A copy that was made, or put in place: where it is, and which running games can't be played."""

    path: Path
    size: int
    running: int
    unplayable: tuple[Trouble, ...]
    kept: Path | None = None
    """Where that is which was there before."""


async def backup(
    settings: Settings,
    target: Path | None,
    *,
    progress: Progress | None = None,
) -> Copied:
    """Copy the database while it is in use, check the copy, and only then name it.

    Raises DatabaseError; then there is no copy, and what was there is as it was.
    """
    source = file_of(settings)
    moment = _now()
    target = target or source.with_name(f"{source.name}.backup-{moment.strftime(NAMED)}")
    trouble = files.trouble_with_file(source)
    if trouble is not None:
        raise FileRefused(*trouble)
    copies.check_source(source)
    copies.check_target(target, source)
    part = copies.part_of(target)
    try:
        await asyncio.to_thread(copies.write_copy, source, part)
        await asyncio.to_thread(copies.check_copy, part)
        running, wrong = await _played_through(part, progress)
        copies.put_in_place(part, target)
    finally:
        copies.discard(part)
    return Copied(target.absolute(), target.stat().st_size, running, wrong)


async def restore(
    settings: Settings,
    chosen: Path,
    *,
    progress: Progress | None = None,
) -> Copied:
    """Put a copy in the place of the database, which is kept under another name.

    Raises DatabaseError; then everything is as it was.
    """
    target = file_of(settings)
    _check_restored(chosen, target)
    lock = copies.lock_of(target)
    was_used = lock.exists()
    claim, part = Claim(target), copies.part_of(target)
    try:
        if not claim.alone:
            wrong = f"a bot works with {target.absolute()}"
            raise FileRefused(wrong, ONE_PROCESS)
        await asyncio.to_thread(copies.write_copy, chosen, part, rests=True)
        await asyncio.to_thread(copies.check_copy, part)
        await _brought_up_to_date(part)
        running, unplayed = await _played_through(part, progress)
        kept = copies.set_aside(target, f"{BEFORE}{_now().strftime(NAMED)}")
        copies.put_in_place(part, target)
    finally:
        copies.discard(part)
        if not (was_used or target.exists()):
            # It would say that there was a database.
            lock.unlink(missing_ok=True)
        claim.release()
    return Copied(target.absolute(), target.stat().st_size, running, unplayed, kept)


def _check_restored(chosen: Path, target: Path) -> None:
    """Raise FileRefused where a file can't take the place of the database."""
    copies.check_source(chosen)
    for each in (target, *files.companions(target)):
        if each.exists() and chosen.samefile(each):
            wrong = f"{chosen.absolute()} is the database itself"
            raise FileRefused(wrong, "Name the backup that is to take its place")
    trouble = files.trouble_with_file(target)
    if trouble is not None:
        raise FileRefused(*trouble)
    copies.check_room(target.parent, chosen)


def file_of(settings: Settings) -> Path:
    """Return the SQLite file with the games; DatabaseUnusable says what to do with PostgreSQL."""
    database = Database(async_url(settings.database_url))
    if not database.is_sqlite:
        raise DatabaseUnusable("is a PostgreSQL database, which has a tool of its own", PG_DUMP)
    return database.path


async def _brought_up_to_date(part: Path) -> None:
    """Apply the migrations that a copy lacks: it is to work with this version."""
    database = Database(f"sqlite+aiosqlite:///{part}")
    try:
        await database.migrate()
    finally:
        await database.close()


async def _played_through(part: Path, progress: Progress | None) -> tuple[int, tuple[Trouble, ...]]:
    """Play every running game of a copy through; return how many there are, and what is wrong.

    The games of an older version are played through in a copy of their own that is migrated.
    """
    database = Database(f"sqlite+aiosqlite:///{part}", read_only=True)
    scratch = part.with_name(f"{part.name}{copies.PART}")
    try:
        if await database.pending_migrations():
            await database.close()
            await asyncio.to_thread(copies.write_copy, part, scratch, rests=True)
            await _brought_up_to_date(scratch)
            database = Database(f"sqlite+aiosqlite:///{scratch}", read_only=True)
        wrong = tuple([each async for each in unplayable(database, progress=progress)])
        async with database.reading() as connection:
            return (await examined.counts(connection)).running, wrong
    finally:
        await database.close()
        copies.discard(scratch)


def _now() -> datetime:
    return datetime.now(UTC)
