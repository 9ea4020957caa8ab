"""Seasons: each is a month or a quarter of a server, and is closed once.

The one that runs is stored, so whatever happens to clocks, settings or the bot it ends once, and the
next begins where it ends. Ratings go on: a season's table counts the season's results alone.
"""

from collections.abc import Callable
from typing import Final

from bot.delivery.outbox_writer import Dispatch, Envelope
from bot.delivery.rows import SeasonRow
from bot.match.reminder_times import zone_of
from bot.match.season_dates import Season
from data import schedule, seasons, servers
from data.engine import Connection, Database
from data.schedule import JobKind, ScheduledJob
from data.seasons import StoredSeason
from data.servers import SeasonLength, Server

SETTLED_SECONDS: Final = 60
"""How long after its end a season is closed: what ended before is committed by then."""


class Seasons:
    """Begin and close seasons."""

    def __init__(self, database: Database, *, clock: Callable[[], int]) -> None:
        self._database = database
        self._clock = clock

    async def arm(self, connection: Connection, server: Server) -> None:
        """Start the season that a server's settings ask for, and end any other.

        One that is given up leaves nothing. In another time zone the current one ends at another
        time.
        """
        running = await seasons.running(connection, server.guild_id)
        if running is not None and running.length is not server.seasons:
            await seasons.drop(connection, running.id)
            running = None
        if server.seasons is None:
            await schedule.drop(connection, JobKind.SEASON, server.guild_id)
            return
        if running is None:
            running = await self._begin(connection, server, server.seasons)
        else:
            ends_at = season_of(running).following.begins(zone_of(server.time_zone))
            await seasons.move_end(connection, running.id, ends_at, server.time_zone)
            running = await seasons.running(connection, server.guild_id) or running
        await self._schedule(connection, running)

    async def close(self, guild_id: int) -> Dispatch:
        """Close the season of a server that is over, or those that are after a downtime.

        There is one message, of the last one, unless nobody has played in it.
        """
        now = self._clock()
        async with self._database.writing() as connection:
            if not await schedule.take(connection, JobKind.SEASON, guild_id, now):
                return Dispatch()
            server = await servers.get(connection, guild_id)
            running = await seasons.running(connection, guild_id)
            if server.seasons is None or running is None:
                return Dispatch()
            told: int | None = None
            while running.ends_at + SETTLED_SECONDS <= now:
                played = await seasons.close(connection, running, now)
                told = running.id if played else None
                running = await self._begin_next(connection, server, running)
            await self._schedule(connection, running)
            envelope = Envelope(connection, now)
            if told is not None and server.absent_at is None and server.leaderboard:
                await envelope.put(f"seasons:{guild_id}", SeasonRow(guild_id, told))
            return await envelope.seal()

    async def get(self, guild_id: int, season_id: int) -> StoredSeason | None:
        """Return a season of a server that is over, or None."""
        async with self._database.reading() as connection:
            season = await seasons.get(connection, season_id)
        here = season is not None and season.guild_id == guild_id
        return season if season is not None and here and season.closed_at is not None else None

    async def known(
        self, guild_id: int, most: int
    ) -> tuple[StoredSeason | None, list[StoredSeason]]:
        """Return the season of a server that runs, and those that are over, the last one first."""
        async with self._database.reading() as connection:
            running = await seasons.running(connection, guild_id)
            return running, await seasons.over(connection, guild_id, most)

    async def _begin(
        self, connection: Connection, server: Server, length: SeasonLength
    ) -> StoredSeason:
        """Store the season that runs now: from its first day on, but no game counts in two."""
        zone = zone_of(server.time_zone)
        season = Season.at(length, self._clock(), zone)
        starts_at = season.begins(zone)
        last = await seasons.last(connection, server.guild_id, length)
        if last is not None:
            season = max(season, season_of(last).following)
            starts_at = max(starts_at, last.ends_at)
        return await self._store(connection, server, season, starts_at)

    async def _begin_next(
        self, connection: Connection, server: Server, last: StoredSeason
    ) -> StoredSeason:
        return await self._store(connection, server, season_of(last).following, last.ends_at)

    async def _store(
        self, connection: Connection, server: Server, season: Season, starts_at: int
    ) -> StoredSeason:
        return await seasons.begin(
            connection,
            server.guild_id,
            season.length,
            year=season.year,
            number=season.number,
            starts_at=starts_at,
            ends_at=season.following.begins(zone_of(server.time_zone)),
            time_zone=server.time_zone,
        )

    async def _schedule(self, connection: Connection, running: StoredSeason) -> None:
        due_at = running.ends_at + SETTLED_SECONDS
        await schedule.put(connection, ScheduledJob(JobKind.SEASON, running.guild_id, due_at))


def season_of(stored: StoredSeason) -> Season:
    """Return which month or quarter a stored season is."""
    return Season(stored.length, stored.year, stored.number)
