"""Reminders in Discord: in a game's thread, by direct message, or as a list once a day.

`bot.services.reminders` decides who is reminded of what; here the message is written, unless the
turn is over by then.
"""

from collections.abc import Sequence
from typing import Final

from discord.ext import commands

from bot.app import Tavolo
from bot.delivery import notices
from bot.delivery.failures import NoPlaceError
from bot.delivery.messages import Delivery, Direct, Drop, Posted
from bot.delivery.outbox_writer import Envelope, Transaction
from bot.delivery.rows import DigestRow, DirectReminderRow, NoticeGoneRow, Queued, ReminderRow
from bot.match.positions import rules_of
from bot.services.reminders import Waiting
from bot.text.voice import Mention, Name, Voice, language_of
from cogs.board.board_message import public_voice
from cogs.match.clocks import notice
from cogs.ui.components import (
    TEXT_LENGTH,
    AnyItem,
    button,
    buttons,
    layout,
    link,
    message_link,
    words,
)
from cogs.ui.game_lookup import opponents_of
from cogs.ui.responses import say
from cogs.ui.routing import Click, control, control_id, numbers
from data.outbox import Post
from data.schedule import JobKind
from data.stored import StoredGame
from games.words import Plural, Text, joined

LISTED: Final = 15
"""How many games one direct message lists."""


class Reminders(commands.Cog):
    """Remind people of their turns."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        bot.scheduler.register(JobKind.REMINDER, self._remind)
        bot.scheduler.register(JobKind.DIGEST, self._digest)
        bot.outbox.register(ReminderRow, self._in_thread)
        bot.outbox.register(DirectReminderRow, self._directly)
        bot.outbox.register(DigestRow, self._daily)
        bot.outbox.register(NoticeGoneRow, self._gone)

    async def _remind(self, game_id: int) -> None:
        if await self._bot.membership.prepare(JobKind.REMINDER, game_id):
            await self._bot.carry_out(await self._bot.reminders.remind(game_id))

    async def _digest(self, user_id: int) -> None:
        await self._bot.carry_out(await self._bot.reminders.digest(user_id))

    # Rows of the outbox

    async def _in_thread(self, queued: Queued[ReminderRow]) -> Delivery:
        """Ping the player to move where the game is played."""
        row = queued.row
        current = await self._bot.reminders.current({row.game_id: row.turn_seq})
        if not current or current[0].timing.reminded > row.stage:
            # The turn is over, or its next reminder follows right away.
            return None
        (game,) = current
        post = (await self._bot.matches.boards_of([game.id])).get(game.id)
        voice = public_voice(game)
        person = game.players[game.to_move or 0]
        said = [_your_move(game, person)]
        if row.others:
            said.append(_others(row.others))
        items = [
            words(voice(joined(said, "{one} {two}"))),
            *_controls(voice, _address(game, post), queued.id),
        ]
        pings = (person,) if game.server.pings else ()

        async def on_posted(connection: Transaction, envelope: Envelope, posted: Posted) -> None:
            # The reminder before it has served: only the last one of a turn is of use.
            await notices.retire(connection, envelope, notices.REMINDED, game.id)
            post = Post(game.to_move or 0, posted.channel_id, posted.message_id)
            await notices.note_posted(
                connection,
                envelope,
                notices.REMINDED,
                game.id,
                post,
                lambda now: now.timing.turn_seq == game.timing.turn_seq,
            )

        marker = _marker(queued.id)
        try:
            return await notice(
                self._bot, game, items, marker=marker, pings=pings, on_posted=on_posted
            )
        except NoPlaceError:
            # Without a place the clock is paused, and there is nothing to remind of.
            return None

    async def _gone(self, queued: Queued[NoticeGoneRow]) -> Delivery:
        """Delete a reminder that is past: the time in it would be wrong for ever."""
        return Drop(queued.row.channel_id, queued.row.message_id)

    async def _directly(self, queued: Queued[DirectReminderRow]) -> Delivery:
        """List the games that a person is reminded of, to that person alone."""
        games = await self._bot.reminders.current(queued.row.turns)
        waiting = await self._bot.reminders.waiting_for(queued.row.user_id)
        return await self._direct(queued, Waiting(tuple(games), waiting.preferences))

    async def _daily(self, queued: Queued[DigestRow]) -> Delivery:
        """List all games that wait for a person to that person alone."""
        waiting = await self._bot.reminders.waiting_for(queued.row.user_id)
        return await self._direct(queued, waiting)

    async def _direct(
        self, queued: Queued[DirectReminderRow | DigestRow], waiting: Waiting
    ) -> Delivery:
        ids = dict.fromkeys(game.match.guild_id for game in waiting.games)
        found = {guild_id: await self._bot.membership.server_of(guild_id) for guild_id in ids}
        servers = {guild_id: guild.name for guild_id, guild in found.items() if guild is not None}
        games = [game for game in waiting.games if game.match.guild_id in servers]
        if not games:
            return None
        user_id = queued.row.user_id
        posts = await self._bot.matches.boards_of([game.id for game in games])
        chosen = waiting.preferences.language
        voice = Voice(games[0].match.language if chosen is None else language_of(chosen))
        title = Plural(
            "{n} game is waiting for your move:", "{n} games are waiting for your move:", len(games)
        )
        lines = [
            _line(game, posts.get(game.id), user_id, servers[game.match.guild_id], voice)
            for game in games[:LISTED]
        ]

        async def refused(connection: Transaction, envelope: Envelope) -> None:
            await self._bot.reminders.turn_to_threads(connection, envelope, user_id, games)

        items = [
            words("\n".join([voice(title), *_fitting(lines)])),
            *_controls(voice, None, queued.id),
        ]
        return Direct(user_id, layout(None, *items), _marker(queued.id), refused)

    # Clicks

    @control("reminders")
    async def _explain(self, interaction: Click, parts: list[str]) -> None:
        """Say how reminders can be changed; it works in a direct message too."""
        numbers(parts, 1)
        await say(
            interaction,
            Text(
                "Reminders come when half of your time is gone, and 12 hours before it is up. "
                "/preferences changes where, sets quiet hours, or collects them once a day. "
                "/away pauses your clocks."
            ),
        )


def _line(game: StoredGame, post: Post | None, user_id: int, server: str, voice: Voice) -> str:
    text = Text(
        "{game} with {others} in {server}",
        game=rules_of(game).about.name,
        others=opponents_of(game, user_id),
        server=Name(server),
    )
    if game.timing.deadline_at is not None:
        when = f"<t:{game.timing.deadline_at}:R>"
        text = Text("{game} · time is up {when}", game=text, when=when)
    address = _address(game, post)
    if address is None:
        return voice(text)
    go = voice(Text("go"))
    return f"{voice(text)} · [{go}]({address})"


def _your_move(game: StoredGame, person: int) -> Text:
    if game.timing.deadline_at is None:
        # A game without a clock comes here only from a digest that could not be sent.
        return Text("{player}, this game is waiting for your move.", player=Mention(person))
    return Text(
        "{player}, this game is waiting for your move: your time is up {when}.",
        player=Mention(person),
        when=f"<t:{game.timing.deadline_at}:R>",
    )


def _others(count: int) -> Text:
    return Plural(
        "{n} more game is waiting for you in this server: /games lists it.",
        "{n} more games are waiting for you in this server: /games lists them.",
        count,
    )


def _controls(voice: Voice, address: str | None, row_id: int) -> list[AnyItem]:
    go = None if address is None else link(voice(Text("Go to the board")), address)
    return buttons([go, button(voice(Text("Reminders")), "reminders", row_id)])


def _marker(row_id: int) -> str:
    return control_id("reminders", row_id)


def _address(game: StoredGame, post: Post | None) -> str | None:
    """Return the address of a game's board, or of where it is played; None if it has no place."""
    guild_id, place = game.match.guild_id, game.match.place_id
    if post is not None:
        return message_link(guild_id, post.channel_id, post.message_id)
    return None if place is None else message_link(guild_id, place)


def _fitting(lines: Sequence[str]) -> list[str]:
    """Return as many lines as one message takes."""
    fitting: list[str] = []
    room = TEXT_LENGTH - LISTED
    for line in lines:
        room -= len(line) + 1
        if room > 0:
            fitting.append(line)
    return fitting


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Reminders(bot))
