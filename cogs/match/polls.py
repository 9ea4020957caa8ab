"""What would you play? A position of a finished game is shown in a channel, and people vote.

The message has a button for each answer that is offered, and one for the panel of real turns, in
which any other is built. Nothing is kept in messages: the ids carry the number of the poll. What does
not belong here: what counts and when it closes (`bot.services.polls`), and the words
(`cogs.match.poll_text`).
"""

import asyncio
from dataclasses import replace
from typing import Final

import discord
from discord.ext import commands

from bot.app import Tavolo
from bot.delivery.messages import Attachment, Delivery, Direct, Edit, Posted, Send
from bot.delivery.outbox_writer import Envelope, Transaction
from bot.delivery.rows import PollRow, PollUnpostedRow, Queued
from bot.errors import ForgedControl, Refused
from bot.match.recap import plain_story
from bot.services.explorations import Explored
from bot.services.polls import OVER, Position, check_may_ask, check_turn_due
from bot.services.preferences import public_style
from bot.text.voice import Voice
from cogs.board.board_message import alt_text, hand_alt_text, hand_of, position_text, scene_of
from cogs.board.boards import may_attach
from cogs.board.hues import hues_of
from cogs.board.private_view import HAND_FILE, VIEW_FILE, view_of
from cogs.board.recap_text import story_text
from cogs.match.animations import may_post
from cogs.match.poll_text import (
    TITLE,
    name_of_turn,
    question,
    result_text,
    rules_text,
    unposted_text,
    voted_text,
)
from cogs.ui.access import sees_channel
from cogs.ui.components import (
    AnyItem,
    button,
    buttons,
    layout,
    line,
    link,
    message_link,
    picture,
    shorten,
    small,
    words,
)
from cogs.ui.game_lookup import actor_of, table_here
from cogs.ui.game_ui import ui_of
from cogs.ui.move_panel import Panel, read_choices, with_listed
from cogs.ui.permissions import check_place, here
from cogs.ui.responses import (
    acknowledge_first,
    say,
    server_language,
    viewer_of,
    voice_for,
    whisper,
)
from cogs.ui.routing import Click, control, control_id, numbers
from data.schedule import JobKind
from data.stored import StoredGame
from games.words import Text

FAMILY: Final = "poll-"
"""What the actions of its panel begin with."""
VOTE: Final = Text("Vote")


class Polls(commands.Cog):
    """Show positions for a vote, and take the votes."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        bot.outbox.register(PollRow, self._message)
        bot.outbox.register(PollUnpostedRow, self._unposted)
        bot.scheduler.register(JobKind.POLL, self._due)

    # Asking

    @control(f"{FAMILY}step")
    async def _ask_about_step(self, interaction: Click, parts: list[str]) -> None:
        """Ask how to show the position after a step of a replay to all."""
        game_id, step = numbers(parts, 2)
        await acknowledge_first(interaction)
        game = (await table_here(self._bot, interaction, game_id)).game
        check_may_ask(game)
        explored = await self._bot.explorations.begin(game, interaction.user.id, step)
        await self._preview(interaction, game, explored, instead=False)

    @control(f"{FAMILY}ask")
    async def _ask(self, interaction: Click, parts: list[str]) -> None:
        """Ask how to show a position that was tried to all."""
        await acknowledge_first(interaction, instead=True)
        game, explored = await self._explored(interaction, parts)
        await self._preview(interaction, game, explored, instead=True)

    @control(f"{FAMILY}post")
    async def _post(self, interaction: Click, parts: list[str]) -> None:
        """Show the position in this channel, with suggested answers."""
        await self._open(interaction, parts, suggest=True)

    @control(f"{FAMILY}post-open")
    async def _post_open(self, interaction: Click, parts: list[str]) -> None:
        """Show the position in this channel, without any."""
        await self._open(interaction, parts, suggest=False)

    async def _explored(self, interaction: Click, parts: list[str]) -> tuple[StoredGame, Explored]:
        number, count = numbers(parts, 2)
        found = await self._bot.explorations.find(number, interaction.user.id)
        if found.game_id is None:
            raise ForgedControl
        game = (await table_here(self._bot, interaction, found.game_id)).game
        explored = found.cut(count)
        check_may_ask(game)
        check_turn_due(explored.line)
        if not may_post(interaction, game):
            raise Refused(Text("Only its players can post this game in another channel."))
        return game, explored

    async def _preview(
        self, interaction: Click, game: StoredGame, explored: Explored, *, instead: bool
    ) -> None:
        if not may_post(interaction, game):
            raise Refused(Text("Only its players can post this game in another channel."))
        voice, place = voice_for(interaction), (explored.number, len(explored.steps))
        said = Text(
            "The position is posted here, for everybody: what would you play? People vote for a "
            "day; then the votes are shown, and what was played in the game if it came to this "
            "position. Suggested answers are the computer's best moves and what was played, in no "
            "order; any other move can be voted for too."
        )
        primary = discord.ButtonStyle.primary
        row = [
            button(voice(Text("Post with answers")), f"{FAMILY}post", *place, style=primary),
            button(voice(Text("Post without answers")), f"{FAMILY}post-open", *place),
            button(voice(Text("Go on exploring")), "explore-undo", *place),
        ]
        view = layout(None, words(voice(said)), *buttons(row))
        await whisper(interaction, view, instead=instead)

    async def _open(self, interaction: Click, parts: list[str], *, suggest: bool) -> None:
        await acknowledge_first(interaction, instead=True)
        game, explored = await self._explored(interaction, parts)
        check_place(here(interaction))
        channel_id = interaction.channel_id or 0
        poll_id, dispatch = await self._bot.polls.ask(
            game,
            explored,
            actor_of(interaction),
            channel_id=channel_id,
            language=await server_language(interaction),
            suggest=suggest,
        )
        await self._bot.carry_out(dispatch)
        position = await self._bot.polls.find(poll_id, interaction.guild_id)
        message_id = position.poll.message_id
        if message_id is None:
            await say(
                interaction,
                Text("The position will be here as soon as Discord lets me post it."),
                instead=True,
            )
            return
        voice = voice_for(interaction)
        address = message_link(game.match.guild_id, channel_id, message_id)
        said = words(voice(Text("The position is posted. The vote closes in a day.")))
        shown = layout(None, said, *buttons([link(voice(Text("Go to the vote")), address)]))
        await whisper(interaction, shown, instead=True)

    # Voting

    @control(f"{FAMILY}vote")
    async def _vote(self, interaction: Click, parts: list[str]) -> None:
        """Vote for an answer that is offered."""
        poll_id, n = numbers(parts, 2)
        await acknowledge_first(interaction)
        position = await self._voting(interaction, poll_id)
        if n >= len(position.poll.answers):
            raise ForgedControl
        await self._count(interaction, position, position.poll.answers[n], instead=False)

    @control(f"{FAMILY}move")
    async def _other(self, interaction: Click, parts: list[str]) -> None:
        """Open the panel in which any turn is built."""
        (poll_id,) = numbers(parts, 1)
        await acknowledge_first(interaction)
        position = await self._voting(interaction, poll_id)
        await self._show_panel(interaction, position, (), instead=False)

    @control(f"{FAMILY}pick")
    async def _pick(self, interaction: Click, parts: list[str]) -> None:
        """Add what was chosen in a list."""
        position, chosen = await self._building(interaction, parts)
        await self._show_panel(interaction, position, with_listed(chosen, interaction))

    @control(f"{FAMILY}take")
    async def _take_choice(self, interaction: Click, parts: list[str]) -> None:
        """Go on with the choices that a button carries."""
        position, chosen = await self._building(interaction, parts)
        await self._show_panel(interaction, position, chosen)

    @control(f"{FAMILY}back")
    async def _back(self, interaction: Click, parts: list[str]) -> None:
        """Take the last choice back, and those that had no alternative with it."""
        position, chosen = await self._building(interaction, parts)
        earlier = _panel(position, chosen).backward()
        await self._show_panel(interaction, position, () if earlier is None else earlier.chosen)

    @control(f"{FAMILY}go")
    async def _go(self, interaction: Click, parts: list[str]) -> None:
        """Vote for the turn that was built."""
        position, chosen = await self._building(interaction, parts)
        turn = _panel(position, chosen).step.turn
        if not turn:
            raise ForgedControl
        notation = " ".join(map(position.line.game.format, turn))
        await self._count(interaction, position, notation, instead=True)

    @control(f"{FAMILY}text")
    async def _text(self, interaction: Click, parts: list[str]) -> None:
        """Say the position in words; once the vote is closed too."""
        (poll_id,) = numbers(parts, 1)
        await acknowledge_first(interaction)
        position = await self._bot.polls.find(poll_id, interaction.guild_id)
        await self._check_seen(interaction, position)
        voice = voice_for(interaction, position.game.names)
        said = [question(position), position_text(position.line, seat=position.seat)]
        await whisper(interaction, layout(None, *(words(voice(text)) for text in said)))

    async def _voting(self, interaction: Click, poll_id: int) -> Position:
        """Return a poll in which a person can vote, where they see its channel."""
        position = await self._bot.polls.open_position(poll_id, interaction.guild_id)
        await self._check_seen(interaction, position)
        return position

    async def _check_seen(self, interaction: Click, position: Position) -> None:
        if not await sees_channel(interaction, position.poll.channel_id):
            raise Refused(OVER)

    async def _building(
        self, interaction: Click, parts: list[str]
    ) -> tuple[Position, tuple[str, ...]]:
        if len(parts) != 2:
            raise ForgedControl
        (poll_id,) = numbers(parts[:1], 1)
        await acknowledge_first(interaction, instead=True)
        return await self._voting(interaction, poll_id), read_choices(parts[1])

    async def _count(
        self, interaction: Click, position: Position, turn: str, *, instead: bool
    ) -> None:
        counted, count = await self._bot.polls.vote(position, interaction.user.id, turn)
        voice = voice_for(interaction, position.game.names)
        told = words(voice(voted_text(position, counted, count)))
        await whisper(interaction, layout(None, told), instead=instead)

    async def _show_panel(
        self,
        interaction: Click,
        position: Position,
        chosen: tuple[str, ...],
        *,
        instead: bool = True,
    ) -> None:
        """Show the panel after the choices so far."""
        panel = _panel(position, chosen).onward()
        voice = voice_for(interaction, position.game.names)
        sight = await view_of(
            self._bot,
            viewer_of(interaction),
            position.line,
            voice,
            hues_of(position.game),
            seat=position.seat,
            marked=panel.tokens,
            named=True,
        )
        view = layout(
            ui_of(position.game.match.game).accent,
            *sight.items,
            words(shorten(voice(panel.step.prompt), sight.room)),
            *panel.open_choices(voice),
            line(),
            *buttons([panel.back(voice), panel.confirm(voice, VOTE)]),
        )
        await whisper(interaction, view, sight.files, instead=instead)

    # What is due, and rows of the outbox

    async def _due(self, poll_id: int) -> None:
        await self._bot.carry_out(await self._bot.polls.close(poll_id))

    async def _message(self, queued: Queued[PollRow]) -> Delivery:
        """Post a position, or change its message once the vote is closed."""
        position = await self._bot.polls.view(queued.row.poll_id)
        if position is None:
            return None
        poll = position.poll
        files = await self._files(position) if may_attach(self._bot, poll.channel_id) else ()

        async def posted(connection: Transaction, _envelope: Envelope, posted: Posted) -> None:
            await self._bot.polls.posted(connection, poll.id, posted.message_id)

        async def refused(connection: Transaction, _envelope: Envelope) -> None:
            await self._bot.polls.gone(connection, poll.id)

        if poll.message_id is not None:
            edit = Edit(poll.channel_id, poll.message_id, _layout(position, files), files)

            async def in_words() -> Edit:
                return replace(edit, view=_layout(position, ()), files=(), plain=None)

            return replace(edit, plain=in_words if files else None, refused=refused)
        if poll.tally is not None:
            return None
        marker = control_id(f"{FAMILY}text", poll.id)
        send = Send(poll.channel_id, _layout(position, files), marker, files, on_posted=posted)

        def plainly() -> Send:
            return replace(send, view=_layout(position, ()), files=(), plain=None)

        return replace(send, plain=plainly if files else None)

    async def _unposted(self, queued: Queued[PollUnpostedRow]) -> Delivery:
        """Tell who asked that their position could not be posted, and what they can do."""
        row = queued.row
        game = await self._bot.polls.game(row.game_id)
        if game is None:
            return None
        viewer = await self._bot.preferences.read(row.user_id, row.guild_id)
        voice = Voice(viewer.language(game.match.language), game.names)

        async def refused(_: Transaction, __: Envelope) -> None:
            """Leave it: who takes no direct messages sees that nothing comes."""

        said = words(voice(unposted_text(game, row.channel_id)))
        there = link(voice(Text("Go to the channel")), message_link(row.guild_id, row.channel_id))
        return Direct(row.user_id, layout(None, said, *buttons([there])), "", refused)

    async def _files(self, position: Position) -> tuple[Attachment, ...]:
        """Draw the position as the player to move sees it: the game is over, so everybody may."""
        game, seat = position.game, position.seat
        voice, style = Voice(position.poll.language, game.names), public_style(game.server)
        board = scene_of(position.line, voice, style, hues_of(game), seat=seat)
        hand = hand_of(position.line, voice, style, hues_of(game), seat=seat, named=True)
        drawn = await asyncio.gather(
            self._bot.studio.draw(board),
            *([] if hand is None else [self._bot.studio.draw(hand)]),
        )
        alts = (
            alt_text(position.line, voice, seat=seat),
            hand_alt_text(voice, seat=seat, named=True),
        )
        if any(png is None for png in drawn):
            return ()
        return tuple(
            Attachment(name, png, alt)
            for name, png, alt in zip((VIEW_FILE, HAND_FILE), drawn, alts, strict=False)
            if png is not None
        )


def _panel(position: Position, chosen: tuple[str, ...]) -> Panel:
    """Return the panel in which a turn is built to vote for."""
    seen = position.line.position.seen_by(position.seat)
    return Panel(position.line.game, seen, (position.poll.id,), chosen, FAMILY)


def _layout(position: Position, files: tuple[Attachment, ...]) -> discord.ui.LayoutView:
    """Lay out the message of a poll: with its answers, or with what came of it."""
    poll, game = position.poll, position.game
    voice = Voice(poll.language, game.names)
    items: list[AnyItem] = [words(voice(TITLE)), words(voice(question(position)))]
    items += [picture(file.name, file.description or "") for file in files]
    if not files:
        items.append(words(voice(position_text(position.line, seat=position.seat))))
    if position.line.turn:
        items.append(words(voice(story_text(position.line, plain_story(position.line)))))
    text = button(voice(Text("Text")), f"{FAMILY}text", poll.id)
    if poll.tally is not None:
        items.append(words(voice(result_text(position))))
        return layout(None, *items, *buttons([text]))
    plain = voice.plain()
    items += buttons(
        button(plain(name_of_turn(position, turn)), f"{FAMILY}vote", poll.id, n)
        for n, turn in enumerate(poll.answers)
    )
    any_move = Text("Another move") if poll.answers else Text("Choose a move")
    items += buttons([button(voice(any_move), f"{FAMILY}move", poll.id), text])
    items.append(small(voice(rules_text(position))))
    return layout(ui_of(game.match.game).accent, *items)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Polls(bot))
