"""Clocks in Discord: the message when one has run out, and its buttons.

`bot.services.clocks` decides what happens; `cogs.board.clock_text` shows a clock on the board.
"""

from typing import Any, Final

import discord
from discord.ext import commands

from bot.app import Tavolo
from bot.delivery import notices
from bot.delivery.channels import Place
from bot.delivery.failures import NoPlaceError
from bot.delivery.messages import Delivery, Edit, OnPosted, Posted, Send
from bot.delivery.outbox_writer import Envelope, Transaction
from bot.delivery.rows import NoticePastRow, Queued, StandInRow, TimeUpRow
from bot.match.table import Table
from bot.match.turn_clock import is_over, waiters
from bot.text.voice import Mention, Voice
from cogs.board.board_message import public_voice
from cogs.board.channels import elsewhere, open_place
from cogs.ui.components import AnyItem, button, buttons, layout, words
from cogs.ui.game_lookup import actor_of, table_here
from cogs.ui.responses import acknowledge, say, voice_for, whisper
from cogs.ui.routing import Click, control, control_id, numbers
from data.outbox import Post
from data.schedule import JobKind
from data.stored import StoredGame
from games.words import Seat, Text, joined

CLAIMING: Final = discord.ButtonStyle.success


class Clocks(commands.Cog):
    """See to clocks that have run out."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        bot.scheduler.register(JobKind.CLOCK, self._run_out)
        bot.outbox.register(TimeUpRow, self._time_up)
        bot.outbox.register(StandInRow, self._stand_in)
        bot.outbox.register(NoticePastRow, self._past)

    async def _run_out(self, game_id: int) -> None:
        if await self._bot.membership.prepare(JobKind.CLOCK, game_id):
            await self._bot.carry_out(await self._bot.clocks.run_out(game_id))

    # Rows of the outbox

    async def _time_up(self, queued: Queued[TimeUpRow]) -> Delivery:
        """Tell the others that they may claim; nothing if there was a move meanwhile."""
        table = await self._bot.matches.table(queued.row.game_id)
        game, turn_seq = table.game, queued.row.turn_seq
        if game.timing.turn_seq != turn_seq or not is_over(game, self._bot.clock()):
            return None
        voice = public_voice(game)
        asked = waiters(game)
        items = [
            words(voice(_time_is_up(table, asked))),
            *buttons(
                [
                    button(voice(_claim_label(table)), "claim", game.id, turn_seq, style=CLAIMING),
                    button(voice(Text("Wait")), "wait", game.id, turn_seq),
                ]
            ),
        ]
        # Their answer is what the game waits for now.
        pings = asked if game.server.pings else ()
        marker = control_id("claim", game.id, turn_seq)
        late = game.to_move or 0

        async def on_posted(connection: Transaction, envelope: Envelope, posted: Posted) -> None:
            post = Post(late, posted.channel_id, posted.message_id)
            await notices.retire(connection, envelope, notices.REMINDED, game.id)
            await notices.note_posted(
                connection,
                envelope,
                notices.TIME_UP,
                game.id,
                post,
                lambda now: now.timing.turn_seq == turn_seq,
            )

        return await notice(self._bot, game, items, marker=marker, pings=pings, on_posted=on_posted)

    async def _stand_in(self, queued: Queued[StandInRow]) -> Delivery:
        """Tell the table that a computer plays for somebody whose time is up."""
        table = await self._bot.matches.table(queued.row.game_id)
        game, seat = table.game, queued.row.seat
        if not game.running or seat not in game.stand_ins:
            return None
        voice = public_voice(game)
        text = Text(
            "{player} ran out of time: a computer plays for them until they take their seat back.",
            player=Mention(game.players[seat]),
        )
        back = button(voice(Text("Take my seat back")), "sit", game.id)
        items = [words(voice(text)), *buttons([back])]

        async def on_posted(connection: Transaction, envelope: Envelope, posted: Posted) -> None:
            post = Post(seat, posted.channel_id, posted.message_id)
            await notices.note_posted(
                connection,
                envelope,
                notices.stand_in(seat),
                game.id,
                post,
                lambda now: seat in now.stand_ins,
            )

        pings = (game.players[seat],) if game.server.pings else ()
        marker = control_id("sit", game.id)
        return await notice(self._bot, game, items, marker=marker, pings=pings, on_posted=on_posted)

    async def _past(self, queued: Queued[NoticePastRow]) -> Delivery:
        """Take the buttons from a message that has served."""
        row = queued.row
        game = (await self._bot.matches.table(row.game_id)).game
        player = Seat(row.seat)
        text = Text("{player} ran out of time. The game has gone on since.", player=player)
        if row.stood_in:
            text = Text("{player} ran out of time, and a computer played for them.", player=player)
        view = layout(None, words(public_voice(game)(text)))
        return Edit(row.channel_id, row.message_id, view)

    # Clicks

    @control("claim")
    async def _claim(self, interaction: Click, parts: list[str]) -> None:
        """Remove the player who ran out of time from the game."""
        game_id, turn_seq = numbers(parts, 2)
        await acknowledge(interaction)
        table = await table_here(self._bot, interaction, game_id)
        acted = await self._bot.clocks.claim(
            table.game.id, actor_of(interaction), turn_seq=turn_seq, interaction_id=interaction.id
        )
        await self._bot.carry_out(acted.dispatch)
        if interaction.message is not None and interaction.message.flags.ephemeral:
            await say(interaction, Text("They are out of the game."), instead=True)

    @control("wait")
    async def _wait(self, interaction: Click, parts: list[str]) -> None:
        """Say that nothing happens until somebody claims."""
        game_id, turn_seq = numbers(parts, 2)
        table = await table_here(self._bot, interaction, game_id)
        table = await self._bot.clocks.check_waiting(
            table.game.id, interaction.user.id, turn_seq=turn_seq
        )
        text = Text(
            "The game waits. {player} can still move; until then, the button works.",
            player=Seat(table.game.to_move or 0),
        )
        voice = voice_for(interaction, table.game.names)
        await whisper(interaction, layout(None, words(voice(text))))

    @control("sit")
    async def _sit(self, interaction: Click, parts: list[str]) -> None:
        """Hand a person's seat back to them after a computer played it."""
        (game_id,) = numbers(parts, 1)
        await acknowledge(interaction, thinking=True)
        table = await table_here(self._bot, interaction, game_id)
        stood_in = table.game.seat_of(interaction.user.id) in table.game.stand_ins
        given = await self._bot.clocks.sit_down(table.game.id, actor_of(interaction))
        await self._bot.carry_out(given.dispatch)
        text = Text("You are already in your seat.")
        if stood_in:
            text = Text("You have your seat back: the computer no longer plays for you.")
        await say(interaction, text)


async def give_time(bot: Tavolo, interaction: Click, table: Table) -> None:
    """Give the player to move one more day, and tell them until when."""
    given = await bot.clocks.give_time(
        table.game.id, actor_of(interaction), interaction_id=interaction.id
    )
    await bot.carry_out(given.dispatch)
    game = given.table.game
    voice = voice_for(interaction, game.names)
    text = Text("{player} gets one more day.", player=Seat(game.to_move or 0))
    if game.timing.deadline_at is not None:
        text = Text(
            "{player} gets one more day, until {when}.",
            player=Seat(game.to_move or 0),
            when=f"<t:{game.timing.deadline_at}:f>",
        )
    await whisper(interaction, layout(None, words(voice(text))))


def clock_button(
    table: Table, voice: Voice, user_id: int, now: int
) -> discord.ui.Button[Any] | None:  # Any: as AnyItem
    """Make the button that a person needs because of a clock, wherever its message has gone."""
    game = table.game
    if game.seat_of(user_id) in game.stand_ins:
        return button(voice(Text("Take my seat back")), "sit", game.id)
    if is_over(game, now) and user_id in waiters(game):
        turn_seq = game.timing.turn_seq
        return button(voice(_claim_label(table)), "claim", game.id, turn_seq, style=CLAIMING)
    return None


async def notice(
    bot: Tavolo,
    game: StoredGame,
    items: list[AnyItem],
    *,
    marker: str,
    pings: tuple[int, ...] = (),
    on_posted: OnPosted | None = None,
) -> Send:
    """Make a short message that goes where the game is played, or on where it goes on."""
    place = await open_place(bot, game)
    if place is None:
        raise NoPlaceError

    async def message_in(place: Place) -> Send:
        return Send(
            place.id,
            layout(None, *items),
            marker=marker,
            pings=pings,
            on_posted=on_posted,
            elsewhere=elsewhere(bot, game, place, message_in),
        )

    return await message_in(place)


def _time_is_up(table: Table, asked: tuple[int, ...]) -> Text:
    """Ask those who wait whether they still do."""
    game = table.game
    late = Seat(game.to_move or 0)
    if not _claim_wins(table):
        return Text(
            "{players}: {late} ran out of time. You can go on without them, or wait.",
            players=joined([Text("{player}", player=Mention(person)) for person in asked]),
            late=late,
        )
    return Text(
        "{player}: {late} ran out of time. You can claim the win, or wait.",
        player=Mention(asked[0]),
        late=late,
    )


def _claim_wins(table: Table) -> bool:
    """Tell whether the one who waits wins by claiming: only they are left to play on."""
    game = table.game
    others = table.line.playing - {game.to_move}
    return len(others) == 1 and {game.seat_of(one) for one in waiters(game)} == others


def _claim_label(table: Table) -> Text:
    if _claim_wins(table):
        return Text("Claim the win")
    return Text("Go on without them")


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Clocks(bot))
