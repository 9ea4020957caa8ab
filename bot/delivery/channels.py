"""Where a match is played: in a thread of its own, or, where that can't be, in the channel.

Opening a thread may be repeated safely: it is started from the card's message, whose id it
gets, and Discord refuses a second one. Where there is no such message, one that an earlier try
left is known by its name, which holds the code of a game.
"""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import discord

from bot.delivery.discord_errors import EXPECTED, Trouble, trouble_of
from data import clocks, games_found, matches, outbox
from data.engine import Connection, Database
from data.former import is_account
from data.people import doubt
from data.stored import Match, PlaceNote

log = logging.getLogger(__name__)

RUNNING_ARCHIVE_MINUTES: Final = 10_080
ENDED_ARCHIVE_MINUTES: Final = 1_440
THREAD_NAME_LENGTH: Final = 100


@dataclass(frozen=True, slots=True)
class Title:
    """How a match's thread is called: with its players, or where that is refused, without.

    Servers ban words, and a name can hold one.
    """

    full: str
    neutral: str


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

    async def open_or_get(self, match: Match, title: Title, people: Sequence[int]) -> Place | None:
        """Return the place of a match, opening a thread with this title if it has none yet.

        `people` are brought into a new thread whom no message is going to mention there.
        """
        if match.place_id is not None:
            return _place_of(match)
        if not match.thread:
            # It was lost for a while; what took it away may have passed.
            return await self._note_place(match, Place(match.channel_id, own_thread=False))
        async with self._database.reading() as connection:
            card = await outbox.find_post(connection, outbox.CARD, match.challenge_id)
        here = card is not None and card.channel_id == match.channel_id
        message_id = card.message_id if card is not None and here else None
        return await self._note_place(match, await self._open(match, message_id, title, people))

    async def replace(
        self, match: Match, place: Place, trouble: Trouble, title: Title, people: Sequence[int]
    ) -> Place | None:
        """Return another place for a match that can't go on in `place`; None if there is none.

        A deleted thread is opened again; one that is closed to the bot was closed by
        somebody, who wants no second one.
        """
        if match.place_id not in {place.id, None}:
            # Somebody has found another one meanwhile.
            return _place_of(match)
        if place.id == match.channel_id:
            return await self._note_place(match, None)
        if trouble is Trouble.GONE_PLACE:
            return await self._note_place(match, await self._open(match, None, title, people))
        return await self._note_place(
            match, Place(match.channel_id, own_thread=False, note=PlaceNote.CLOSED)
        )

    async def move(self, match: Match, channel_id: int, *, thread: bool) -> None:
        """Move a match that has lost its place to another one, from its next board on."""
        async with self._database.writing() as connection:
            await clocks.lock_games(connection, match.id)
            await matches.move(connection, match.id, channel_id, thread=thread)
            await self._followed(connection, match)

    async def notice(self, guild: discord.Guild, match: Match) -> bool:
        """Notice that a match has lost its place: the bot can't see its channel any more.

        Where nothing is posted nothing fails, so this is asked before time is up. True if its
        thread alone is gone, so that it can go on in another one.
        """
        if match.place_id is None:
            return False
        channel = guild.get_channel(match.channel_id) or await self._thread(match.channel_id)
        visible = channel is not None and channel.permissions_for(guild.me).view_channel
        if visible and (not match.own_thread or await self._thread(match.place_id) is not None):
            return False
        await self._note_place(match, None)
        if visible:
            # Its boards went with it, and another thread may get the same number.
            async with self._database.writing() as connection:
                for game in await matches.games_of_match(connection, match.id):
                    await outbox.forget_post(connection, outbox.BOARD, game.id)
        return visible

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
        """Archive the thread of a finished match soon, unless another match is played there."""
        match = await self._match(match_id)
        if match is None or not match.own_thread or match.place_id is None:
            return
        async with self._database.reading() as connection:
            if await games_found.running_in(connection, match.place_id):
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

    async def _note_place(self, match: Match, place: Place | None) -> Place | None:
        """Note where a match is played from now on, unless somebody has noted that meanwhile."""
        async with self._database.writing() as connection:
            moves = match.place_id is not None or match.place_note == PlaceNote.LOST
            # Before the match, as everywhere, or two could block each other.
            await clocks.lock_games(connection, match.id)
            current = await matches.get_match(connection, match.id)
            if current is not None and current.place_id != match.place_id:
                return _place_of(current)
            await matches.set_place(
                connection,
                match.id,
                None if place is None else place.id,
                own_thread=place is not None and place.own_thread,
                note=PlaceNote.LOST if place is None else place.note,
            )
            if moves or place is None:
                await self._followed(connection, match)
        return place

    async def _open(
        self, match: Match, message_id: int | None, title: Title, people: Sequence[int]
    ) -> Place | None:
        """Open a thread; where that can't be, the place is the channel."""
        try:
            thread = await self._start_thread(match, message_id, title)
        except EXPECTED as error:
            match trouble_of(error):
                case Trouble.PASSING:
                    raise
                case Trouble.GONE_PLACE:
                    return None
                case trouble:
                    log.warning("match %s gets no thread: %s", match.id, error)
                    return Place(
                        match.channel_id, own_thread=False, note=self._why_not(match, trouble)
                    )
        if thread is None:
            return Place(match.channel_id, own_thread=False)
        for person in people:
            if not is_account(person):
                continue
            try:
                await thread.add_user(discord.Object(person))
            except EXPECTED as error:
                # The first board's ping adds the player to move; the others find the link.
                if trouble_of(error) is Trouble.PASSING:
                    raise
                log.info("could not add a player to thread %s: %s", thread.id, error)
                async with self._database.writing() as connection:
                    await doubt(connection, [match.guild_id], person)
        return Place(thread.id, own_thread=True)

    def _why_not(self, match: Match, trouble: Trouble) -> PlaceNote:
        if trouble is Trouble.TOO_MANY_THREADS:
            return PlaceNote.TOO_MANY
        if trouble is Trouble.NO_PERMISSION and not self.may_open_threads(match.channel_id):
            return PlaceNote.NO_PERMISSION
        return PlaceNote.REFUSED

    def may_open_threads(self, channel_id: int) -> bool:
        """Tell whether the bot may open threads in a channel, and write in them."""
        channel = self._client.get_channel(channel_id)
        if not isinstance(channel, discord.TextChannel):
            return False
        mine = channel.permissions_for(channel.guild.me)
        return mine.create_public_threads and mine.send_messages_in_threads

    async def _start_thread(
        self, match: Match, message_id: int | None, title: Title
    ) -> discord.Thread | None:
        """Start a thread, without the players' names where Discord does not take those."""
        try:
            return await self._start_named(match, message_id, title, title.full)
        except discord.HTTPException as error:
            if trouble_of(error) is not Trouble.UNEXPECTED:
                raise
            log.info("a thread for match %s is tried with another name: %s", match.id, error)
            return await self._start_named(match, message_id, title, title.neutral)

    async def _start_named(
        self, match: Match, message_id: int | None, title: Title, name: str
    ) -> discord.Thread | None:
        if message_id is not None:
            channel = self._client.get_partial_messageable(
                match.channel_id, guild_id=match.guild_id
            )
            message = channel.get_partial_message(message_id)
            try:
                return await message.create_thread(
                    name=name[:THREAD_NAME_LENGTH], auto_archive_duration=RUNNING_ARCHIVE_MINUTES
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
        left = self._left_over(parent, title, match.place_id)
        if left is not None:
            return left
        kind = discord.ChannelType
        return await parent.create_thread(
            name=name[:THREAD_NAME_LENGTH],
            auto_archive_duration=RUNNING_ARCHIVE_MINUTES,
            # Below announcements there is no other kind.
            type=kind.news_thread if parent.is_news() else kind.public_thread,
        )

    def _left_over(
        self, parent: discord.TextChannel, title: Title, lost: int | None
    ) -> discord.Thread | None:
        """Return a thread of this match that was opened just before a crash, and not noted."""
        me = parent.guild.me.id
        names = {name[:THREAD_NAME_LENGTH] for name in (title.full, title.neutral)}
        return next(
            (
                thread
                for thread in parent.threads
                if thread.owner_id == me
                and thread.name in names
                and thread.id != lost
                and not (thread.archived or thread.locked)
            ),
            None,
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


def _place_of(match: Match) -> Place | None:
    if match.place_id is None:
        return None
    note = match.place_note
    return Place(match.place_id, match.own_thread, note)
