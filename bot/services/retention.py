"""Retention: once a day, delete what nobody needs any more.

What goes: a server that removed the bot long ago; notes on games that are over long since; and
challenges that came to nothing, with the names of those who were only asked. What does not belong
here: what a person asks to delete (`bot.services.privacy`).
"""

import logging
from collections.abc import Callable
from typing import Final

from bot.config import Settings
from bot.match.reminder_times import DAY
from data import explorations, imports, polls, retention, schedule, servers
from data.engine import Database
from data.schedule import JobKind, ScheduledJob

log = logging.getLogger(__name__)

EVERYTHING: Final = 0
"""The subject of the daily job."""
IMPORT_SECONDS: Final = 7 * DAY
"""For how long an imported game can be looked through."""
EXPLORATION_SECONDS: Final = 7 * DAY
"""For how long an exploration stays after its last change."""
POLL_SECONDS: Final = 30 * DAY
"""For how long a vote on a position stays once it is closed."""
UNPLAYED_SECONDS: Final = 4 * DAY
"""For how long a challenge stays that came to nothing: till its card has been changed for sure."""


class Retention:
    """Delete what is not needed any more."""

    def __init__(self, database: Database, settings: Settings, *, clock: Callable[[], int]) -> None:
        self._database = database
        self._settings = settings
        self._clock = clock

    async def start(self) -> None:
        """Schedule the daily job, if it is not; it goes on by itself."""
        async with self._database.writing() as connection:
            await schedule.put_missing(
                connection, ScheduledJob(JobKind.TIDY, EVERYTHING, self._clock())
            )

    async def tidy(self) -> None:
        """Delete what is old enough, and come back tomorrow."""
        now = self._clock()
        async with self._database.reading() as connection:
            before = now - self._settings.keep_server_days * DAY
            absent = await retention.absent_since(connection, before)
        for guild_id in absent:
            if await self._forget_server(guild_id, absent_before=before):
                days = self._settings.keep_server_days
                log.info("server %s removed the bot %d days ago: it is deleted", guild_id, days)
        over_before, unplayed_before = (
            now - self._settings.keep_notes_days * DAY,
            now - UNPLAYED_SECONDS,
        )
        more = 1
        while more:
            async with self._database.writing() as connection:
                more = await retention.delete_notes(connection, over_before)
                more += await retention.delete_unplayed(connection, unplayed_before)
        async with self._database.writing() as connection:
            await imports.delete_old(connection, now - IMPORT_SECONDS)
            await explorations.delete_old(connection, now - EXPLORATION_SECONDS)
            await polls.drop_old(connection, now - POLL_SECONDS)
            await schedule.put(connection, ScheduledJob(JobKind.TIDY, EVERYTHING, now + DAY))
        await self._database.forget_deleted()

    async def forget_server(self, guild_id: int) -> None:
        """Delete everything of a server, whether the bot is in it or not."""
        await self._forget_server(guild_id)
        await self._database.forget_deleted()

    async def _forget_server(self, guild_id: int, *, absent_before: int | None = None) -> bool:
        """Delete a server game by game; false if the bot is back in it meanwhile."""
        more = True
        while more:
            async with self._database.writing() as connection:
                if absent_before is not None:
                    absent_at = (await servers.get(connection, guild_id)).absent_at
                    if absent_at is None or absent_at >= absent_before:
                        return False
                more = await retention.delete_games_of_server(connection, guild_id)
                if not more:
                    await retention.delete_server(connection, guild_id)
        return True
