"""Where a match is played: in a thread of its own, or, where that can't be, in the channel.

Opening a thread may be repeated safely: it is started from the card's message, whose id it
gets, and Discord refuses a second one.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal

import discord

from bot.discord_errors import EXPECTED, Trouble, trouble_of
from data import clocks, matches, outbox
from data.computers import is_computer
from data.engine import Connection, Database
from data.people import doubt
from data.stored import Match

log = logging.getLogger(__name__)

RUNNING_ARCHIVE_MINUTES: Final = 10_080
ENDED_ARCHIVE_MINUTES: Final = 1_440
THREAD_NAME_LENGTH: Final = 100


class PlaceNote(StrEnum):
    """Why a match is not played in a thread of its own."""

    NO_PERMISSION = "no-permission"
    TOO_MANY = "too-many"
    LOST = "lost"
    """Its place is gone and nobody has chosen another one."""


@dataclass(frozen=True, slots=True)
class Place:
    """A channel or thread, whether it is a thread that the bot opened, and if not, why."""

    id: int
    own_thread: bool
    note: PlaceNote | None = None


class Places:
    """Find, open, replace and close the places of matches."""

    def __init__(
        self,
        database: Database,
        client: discord.Client,
        followed: Callable[[Connection, Match], Awaitable[None]],
    ) -> None:
        """Find places; `followed` is called in the transaction in which one is lost or found."""
        self._database = database
        self._client = client
        self._followed = followed

    async def find(self, match: Match, title: str, people: Sequence[int]) -> Place | None:
        """Give the place of a match, opening a thread with this title if it has none yet."""
        if match.place_id is not None:
            note = PlaceNote(match.place_note) if match.place_note else None
            return Place(match.place_id, match.own_thread, note)
        if not match.thread:
            # It was lost for a while; what took it away may have passed.
            return await self._settle(match, Place(match.channel_id, own_thread=False))
        async with self._database.reading() as connection:
            card = await outbox.find_post(connection, "card", match.challenge_id)
        here = card is not None and card.channel_id == match.channel_id
        message_id = card.message_id if card is not None and here else None
        return await self._settle(match, await self._open(match, message_id, title, people))

    async def replace(
        self, match: Match, trouble: Trouble, title: str, people: Sequence[int]
    ) -> Place | None:
        """Give another place for a match that can't go on where it is; None if there is none."""
        if match.place_id is None or match.place_id == match.channel_id:
            return await self._settle(match, None)
        if trouble is Trouble.NO_PERMISSION:
            place: Place | None = Place(
                match.channel_id, own_thread=False, note=PlaceNote.NO_PERMISSION
            )
        else:
            place = await self._open(match, None, title, people)
        return await self._settle(match, place)

    async def move(self, match: Match, channel_id: int, *, thread: bool) -> None:
        """Let a match that has lost its place go on elsewhere, from its next board on."""
        async with self._database.writing() as connection:
            await clocks.lock_games(connection, match.id)
            await matches.move(connection, match.id, channel_id, thread=thread)
            await self._followed(connection, match)

    async def notice(self, guild: discord.Guild, match: Match) -> None:
        """Notice that a match has lost its place: the bot can't see its channel any more.

        Where nothing is posted nothing fails, so this is asked before time is up.
        """
        if match.place_id is None:
            return
        channel = guild.get_channel(match.channel_id) or await self._thread(match.channel_id)
        if channel is None or not channel.permissions_for(guild.me).view_channel:
            await self._settle(match, None)

    async def stay(self, match_id: int) -> None:
        """Keep a thread in which a match is played right there from being archived too soon.

        Only threads that the bot opened are touched (a rematch is played where the game was).
        """
        match = await self._match(match_id)
        thread = None if match is None else await self._thread(match.channel_id)
        me = self._client.user
        if match is None or thread is None or me is None or thread.owner_id != me.id:
            return
        async with self._database.writing() as connection:
            await matches.set_place(connection, match.id, thread.id, own_thread=True, note=None)
        await self._archive_after(thread, RUNNING_ARCHIVE_MINUTES)

    async def close(self, match_id: int) -> None:
        """Let the thread of a match that is over be archived soon, if no other goes on there."""
        match = await self._match(match_id)
        if match is None or not match.own_thread or match.place_id is None:
            return
        async with self._database.reading() as connection:
            if await matches.running_in(connection, match.place_id):
                return
        thread = await self._thread(match.place_id)
        if thread is not None and not thread.archived:
            await self._archive_after(thread, ENDED_ARCHIVE_MINUTES)

    async def _match(self, match_id: int) -> Match | None:
        async with self._database.reading() as connection:
            return await matches.get_match(connection, match_id)

    async def _archive_after(self, thread: discord.Thread, minutes: Literal[1440, 10080]) -> None:
        if thread.auto_archive_duration == minutes:
            return
        try:
            await thread.edit(auto_archive_duration=minutes)
        except EXPECTED as error:
            log.info("thread %s keeps its archive time: %s", thread.id, error)

    async def _settle(self, match: Match, place: Place | None) -> Place | None:
        async with self._database.writing() as connection:
            changes = place is None or match.place_note == PlaceNote.LOST
            if changes:
                # Before the match, as everywhere, or two could block each other.
                await clocks.lock_games(connection, match.id)
            await matches.set_place(
                connection,
                match.id,
                None if place is None else place.id,
                own_thread=place is not None and place.own_thread,
                note=PlaceNote.LOST if place is None else place.note,
            )
            if changes:
                await self._followed(connection, match)
        return place

    async def _open(
        self, match: Match, message_id: int | None, title: str, people: Sequence[int]
    ) -> Place | None:
        try:
            thread = await self._start_thread(match, message_id, title)
        except EXPECTED as error:
            match trouble_of(error):
                case Trouble.NO_PERMISSION:
                    return Place(match.channel_id, own_thread=False, note=PlaceNote.NO_PERMISSION)
                case Trouble.TOO_MANY_THREADS:
                    return Place(match.channel_id, own_thread=False, note=PlaceNote.TOO_MANY)
                case Trouble.GONE_PLACE:
                    return None
                case _:
                    raise
        if thread is None:
            return Place(match.channel_id, own_thread=False)
        for person in people:
            if is_computer(person):
                continue
            try:
                await thread.add_user(discord.Object(person))
            except EXPECTED as error:
                # The first board's ping adds whoever is to move; the others find the link.
                if trouble_of(error) is Trouble.PASSING:
                    raise
                log.info("could not add a player to thread %s: %s", thread.id, error)
                async with self._database.writing() as connection:
                    await doubt(connection, [match.guild_id], person)
        return Place(thread.id, own_thread=True)

    async def _start_thread(
        self, match: Match, message_id: int | None, title: str
    ) -> discord.Thread | None:
        name = title[:THREAD_NAME_LENGTH]
        if message_id is not None:
            channel = self._client.get_partial_messageable(
                match.channel_id, guild_id=match.guild_id
            )
            message = channel.get_partial_message(message_id)
            try:
                return await message.create_thread(
                    name=name, auto_archive_duration=RUNNING_ARCHIVE_MINUTES
                )
            except discord.HTTPException as error:
                trouble = trouble_of(error)
                if trouble is Trouble.THREAD_EXISTS:
                    thread = await self._thread(message_id)
                    if thread is not None:
                        return thread
                elif trouble is not Trouble.GONE_MESSAGE:
                    raise
        parent = self._client.get_channel(match.channel_id) or await self._client.fetch_channel(
            match.channel_id
        )
        if not isinstance(parent, discord.TextChannel):
            return None
        return await parent.create_thread(
            name=name,
            auto_archive_duration=RUNNING_ARCHIVE_MINUTES,
            type=discord.ChannelType.public_thread,
        )

    async def _thread(self, thread_id: int) -> discord.Thread | None:
        try:
            found = self._client.get_channel(thread_id) or await self._client.fetch_channel(
                thread_id
            )
        except EXPECTED as error:
            if trouble_of(error) is Trouble.PASSING:
                raise
            return None
        return found if isinstance(found, discord.Thread) else None
