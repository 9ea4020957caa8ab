"""A copy of all games every day, made and checked by a process of its own.

So neither the event loop nor other jobs wait for it. The next copy is scheduled before one is made:
what fails, or kills the process, is tried again the next day and not over and over. What does not
belong here: how a copy is made (`bot.backups`).
"""

import asyncio
import logging
import os
import re
import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Final

from bot.config import DATABASE_URL, DISCORD_TOKEN, Settings
from bot.match.reminder_times import DAY
from data import schedule
from data.engine import Database
from data.schedule import JobKind, ScheduledJob

log = logging.getLogger(__name__)

ALL: Final = 0
"""The subject of the daily job."""
DAILY: Final = ".daily-"
"""What the name of the database goes on with, before the day, in that of a copy."""

Make = Callable[[str, Path], Awaitable[str]]
"""Makes a copy of the database at an address; returns what went wrong, or nothing."""


class DailyBackups:
    """Make the copies and delete the old ones."""

    def __init__(
        self,
        database: Database,
        settings: Settings,
        *,
        clock: Callable[[], int],
        make: Make | None = None,
    ) -> None:
        self._database = database
        self._folder = settings.backup_folder
        self._keep = settings.keep_backups_days
        self._clock = clock
        self._make = make or in_a_process
        self._copying: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Schedule the daily job where copies are wanted, if it is not; it goes on by itself."""
        wanted = self._folder is not None and self._database.is_sqlite
        if self._folder is not None and not wanted:
            log.warning("no daily copies are made of a PostgreSQL database: use pg_dump")
        async with self._database.writing() as connection:
            if wanted:
                job = ScheduledJob(JobKind.BACKUP, ALL, self._clock())
                await schedule.put_missing(connection, job)
            else:
                await schedule.drop(connection, JobKind.BACKUP, ALL)

    async def begin(self, _all: int) -> None:
        """Begin today's copy, and come back tomorrow; nobody waits for it."""
        async with self._database.writing() as connection:
            tomorrow = ScheduledJob(JobKind.BACKUP, ALL, self._clock() + DAY)
            await schedule.put(connection, tomorrow)
        if self._folder is not None and (self._copying is None or self._copying.done()):
            copying = self._copy(self._folder)
            self._copying = asyncio.create_task(copying, name="the daily backup")

    async def made(self) -> None:
        """Wait until the copy is made that was begun."""
        if self._copying is not None:
            await asyncio.wait([self._copying])

    async def close(self) -> None:
        """Break off the copy that is being made."""
        if self._copying is not None:
            self._copying.cancel()
            await asyncio.wait([self._copying])

    async def _copy(self, folder: Path) -> None:
        source = self._database.path.absolute()
        today = datetime.fromtimestamp(self._clock(), UTC).date()
        target = folder / f"{source.name}{DAILY}{today}"
        if target.exists():
            # The bot was stopped and the day's job forgotten, or the clock was set back.
            return
        wrong = await self._make(f"sqlite:///{source.as_posix()}", target)
        if wrong:
            log.error("no backup was made today: %s", wrong)
            return
        log.info("today's backup: %s", target)
        for old in outdated(folder, source.name, today, self._keep):
            old.unlink(missing_ok=True)
            log.info("deleted after %d days: %s", self._keep, old)


def outdated(folder: Path, name: str, today: date, keep: int) -> list[Path]:
    """List the copies that are older than a number of days, but never the newest one."""
    pattern = re.compile(re.escape(name + DAILY) + r"([0-9]{4}-[0-9]{2}-[0-9]{2})")
    found = sorted(
        (date.fromisoformat(match[1]), path)
        for path in folder.iterdir()
        if (match := pattern.fullmatch(path.name)) is not None
    )
    return [path for day, path in found[:-1] if day <= today - timedelta(days=keep)]


async def in_a_process(database_url: str, target: Path) -> str:
    """Make a copy in a process of its own; return what went wrong, or nothing."""
    making = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "backup",
        str(target),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, DATABASE_URL.name: database_url, DISCORD_TOKEN.name: ""},
    )
    try:
        _, said = await making.communicate()
    except asyncio.CancelledError:
        making.kill()
        await making.wait()
        _clear(target)
        raise
    # What it found wrong in a game is no reason not to keep the copy; `tavolo doctor` says it.
    if _is_made(target):
        return ""
    return (said.decode(errors="replace").splitlines() or ["the process was ended"])[-1]


def _is_made(target: Path) -> bool:
    return target.exists()


def _clear(target: Path) -> None:
    """Delete what a process has left that was killed."""
    for part in target.parent.glob(f".{target.name}.*"):
        part.unlink(missing_ok=True)
