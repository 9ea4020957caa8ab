"""Membership: people who leave a server, and servers that remove the bot or take it back.

No game gets stuck or lost by it. The clock of a person who leaves runs on to its end; in a
server without the bot all clocks are paused and no job runs, so that it makes no work
until the bot is back. What does not belong here: channels that are gone (`bot.delivery.channels`).
"""

import asyncio
import logging
from collections.abc import Collection
from dataclasses import replace
from typing import Final

import discord

from bot import invitation
from bot.delivery.channels import Places
from bot.delivery.discord_errors import EXPECTED, Trouble, trouble_of
from bot.delivery.outbox_writer import Envelope
from bot.errors import NotHere
from bot.match import turn_clock
from bot.match.board_messages import post_again
from bot.match.event import Referee
from bot.match.reminder_times import DAY, HOUR, Stage
from bot.match.turn_clock import Halt
from bot.services.members import Members
from data import clocks, matches, people, schedule, servers
from data.engine import Connection, DatabaseError
from data.schedule import JobKind, ScheduledJob
from data.servers import Server
from data.stored import PlaceNote

log = logging.getLogger(__name__)

OUTAGE_SECONDS: Final = HOUR // 4
"""How long what is due waits while Discord has lost a server, and nobody can move there."""
ELSEWHERE_SECONDS: Final = 60
"""How long it is not asked again whether the bot is in a server after all."""


class Membership:
    """Notice who is gone, and who is back."""

    def __init__(
        self, referee: Referee, client: discord.Client, members: Members, places: Places
    ) -> None:
        self._referee = referee
        self._database = referee.database
        self._clock = referee.clock
        self._client = client
        self._members = members
        self._places = places
        self._elsewhere: dict[int, int] = {}
        self._returning = set[int]()
        self._looking = asyncio.Lock()
        members.noticed = self.people_changed

    async def prepare(self, kind: JobKind, game_id: int) -> bool:
        """Look up who and what is there before a job about a game, and store what was found.

        Returns false where the job can't be run now: the bot has left the server unnoticed, which is handled
        immediately, or Discord has lost it for a while.
        """
        async with self._database.reading() as connection:
            game = await matches.get_game(connection, game_id)
        if game is None:
            return True
        guild = self._client.get_guild(game.match.guild_id)
        if guild is None:
            await self.server_left(game.match.guild_id)
            return False
        if guild.unavailable:
            async with self._database.writing() as connection:
                job = ScheduledJob(kind, game_id, self._clock() + OUTAGE_SECONDS)
                await schedule.put(connection, job)
            return False
        mover = turn_clock.waited_for(game)
        await self._members.look_up(
            guild, turn_clock.people_of(game), fresh=[] if mover is None else [mover]
        )
        if await self._places.notice(guild, game.match):
            async with self._database.writing() as connection:
                envelope = Envelope(connection, self._clock())
                current = await self._referee.locked(connection, game_id)
                if current.running:
                    # The sweep brings the board, which opens another thread.
                    await post_again(connection, envelope, current)
        return True

    # Servers

    async def note_presence(self, server: Server) -> None:
        """Check that the bot is in a server from which somebody asks for something.

        A server can have the commands without the bot. One that was thought to be gone is back.
        """
        guild_id = server.guild_id
        if not await self._is_here(guild_id):
            me = self._client.application_id or 0
            raise NotHere(invitation.address(me, discord.Object(guild_id)))
        if server.absent_at is not None:
            await self.server_back(guild_id)

    async def _is_here(self, guild_id: int) -> bool:
        if self._client.get_guild(guild_id) is not None:
            return True
        now = self._clock()
        if self._elsewhere.get(guild_id, 0) > now:
            return False
        try:
            await self._client.fetch_guild(guild_id, with_counts=False)
        except EXPECTED as error:
            if trouble_of(error) in {Trouble.GONE_PLACE, Trouble.NO_PERMISSION}:
                later = {each: until for each, until in self._elsewhere.items() if until > now}
                self._elsewhere = later | {guild_id: now + ELSEWHERE_SECONDS}
                return False
        return True

    async def server_of(self, guild_id: int) -> discord.Guild | None:
        """Return a server in which the bot is; None where it is not.

        One that another process serves is asked for: there is no other way to know of it here.
        """
        guild = self._client.get_guild(guild_id)
        if guild is not None or self._database.share.has(guild_id):
            return guild
        try:
            return await self._client.fetch_guild(guild_id, with_counts=False)
        except EXPECTED as error:
            if trouble_of(error) is Trouble.PASSING:
                raise
            return None

    async def server_left(self, guild_id: int) -> None:
        """Pause everything of a server that the bot is no longer in.

        Nobody's time is up when it comes back: there is a day left at least.
        """
        now = self._clock()
        async with self._database.writing() as connection:
            server = await servers.get(connection, guild_id)
            if server.absent_at is None:
                await servers.store(connection, replace(server, absent_at=now))
            await schedule.drop(connection, JobKind.RETURN, guild_id)
            await clocks.drop_server(
                connection,
                guild_id,
                {JobKind.CLOCK, JobKind.REMINDER, JobKind.THINK},
                JobKind.LAPSE,
            )
            await clocks.halt_server(
                connection, guild_id, Halt.GONE, now, told=Stage.OVER, least=DAY
            )
        log.info("server %s is gone: its games rest", guild_id)

    async def server_back(self, guild_id: int) -> None:
        """Resume everything of a server that has taken the bot back, if it was gone.

        Servers that come while one query runs are looked up by the next one together: at a start
        Discord announces all there are.
        """
        self._returning.add(guild_id)
        async with self._looking:
            returning, self._returning = self._returning, set()
            if not returning:
                # The query before looked for them all. To begin a transaction for each server
                # was half a second of a start with 10,000.
                return
            try:
                async with self._database.reading() as connection:
                    absent = await servers.absent(connection)
                for each in returning.intersection(absent):
                    await self._return(each)
            except DatabaseError:
                # The next call looks for all of them.
                self._returning |= returning
                raise

    async def _return(self, guild_id: int) -> None:
        async with self._database.writing() as connection:
            server = await servers.get(connection, guild_id)
            if server.absent_at is None:
                return
            await servers.store(connection, replace(server, absent_at=None))
            await schedule.put(connection, ScheduledJob(JobKind.RETURN, guild_id, self._clock()))
        log.info("server %s is back: its games go on", guild_id)

    async def go_on(self, guild_id: int) -> None:
        """Resume a server's games, one after the other; the sweep brings their boards."""
        async with self._database.reading() as connection:
            game_ids = await clocks.running_in_server(connection, guild_id)
        for game_id in game_ids:
            async with self._database.writing() as connection:
                await self._go_on(connection, game_id)
        async with self._database.writing() as connection:
            for challenge_id, lapses_at in await clocks.open_challenges_in(connection, guild_id):
                await schedule.put(connection, ScheduledJob(JobKind.LAPSE, challenge_id, lapses_at))
            await schedule.drop(connection, JobKind.RETURN, guild_id)

    async def _go_on(self, connection: Connection, game_id: int) -> None:
        now = self._clock()
        game = await matches.get_game(connection, game_id, lock=True)
        if game is None or not game.running or game.server.absent_at is not None:
            return
        game = await turn_clock.review(connection, game, now)
        envelope = Envelope(connection, now)
        if game.match.place_note == PlaceNote.LOST:
            # What was lost with the server may be there again: the board looks for its place.
            await post_again(connection, envelope, game)
        else:
            await turn_clock.show(connection, envelope, game)
        if game.to_move is not None and game.computer_at(game.to_move) is not None:
            await schedule.put(connection, ScheduledJob(JobKind.THINK, game.id, now))

    async def compare(self) -> None:
        """Notice servers that took the bot back while it was not running."""
        async with self._database.reading() as connection:
            absent = await servers.absent(connection)
        for guild_id in absent:
            if self._client.get_guild(guild_id) is not None:
                await self.server_back(guild_id)

    # People

    async def note_back(self, guild_id: int, user_id: int) -> None:
        """Note that somebody acts in a server, and so is in no timeout any more: their clocks go on."""
        async with self._database.writing() as connection:
            await people.end_silence(connection, guild_id, user_id)
            await self.people_changed(connection, guild_id, [user_id])

    async def people_changed(
        self, connection: Connection, guild_id: int, changed: Collection[int]
    ) -> None:
        """Queue updates of the boards of people who have left a server, are back, or can't write.

        The clocks of those whose timeout has begun or ended stop or go on.
        """
        now = self._clock()
        envelope = Envelope(connection, now)
        for user_id in sorted(changed):
            for game_id in await clocks.running_of(connection, user_id, guild_id=guild_id):
                game = await matches.get_game(connection, game_id, lock=True)
                if game is not None and game.running:
                    game = await turn_clock.review(connection, game, now)
                    await turn_clock.show(connection, envelope, game)
