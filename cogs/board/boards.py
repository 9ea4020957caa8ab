"""Boards: the public message after every move, and its text for people who ask for it.

A live board has the controls; once the next board is out it keeps picture, last move and [Text].
When a picture can't be drawn or uploaded, the board goes out in words and the picture follows.
"""

from collections.abc import Awaitable
from dataclasses import replace
from typing import Final

import discord
from discord.ext import commands

from bot.app import Tavolo
from bot.delivery.channels import Place
from bot.delivery.failures import Failure, NoPlaceError, NotYet
from bot.delivery.messages import Delivery, Edit, OnPosted, Posted, PostedFile, Refusal, Send
from bot.delivery.outbox_writer import Envelope, Transaction, board_stream, match_stream
from bot.delivery.rows import (
    AnyBoardRow,
    BoardAgainRow,
    BoardChangesRow,
    BoardRow,
    ClockShownRow,
    CloseRow,
    NudgeRow,
    PictureRow,
    Queued,
    RetireRow,
    StayRow,
)
from bot.match.board_messages import (
    board_pictured,
    board_posted,
    board_retired,
    is_later,
    picture_row,
    retire_board,
    withdraw_nudge,
)
from bot.match.recap import Story
from bot.match.table import Table
from bot.services.audience import audience
from bot.services.preferences import public_style
from cogs.board.board_message import (
    BOARD_FILE,
    Appearance,
    board_file,
    board_layout,
    fingerprint,
    position_text,
    public_voice,
    scene_of,
    text_control,
)
from cogs.board.channels import elsewhere, open_place
from cogs.board.hues import hues_of
from cogs.board.recap_text import LINES_AT_MOST, story_text
from cogs.ui.components import layout, small, words
from cogs.ui.game_lookup import table_here
from cogs.ui.responses import voice_for, whisper
from cogs.ui.routing import Click, control, control_id, numbers
from data.outbox import Post
from data.servers import BoardStyle
from data.stored import PlaceNote
from games.words import Text

PICTURE_DELAY_SECONDS: Final = 30
"""After how long a picture that was missing is tried again."""
PICTURE_ATTEMPTS: Final = 8


class Boards(commands.Cog):
    """Show boards."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        bot.outbox.register(BoardRow, self._board)
        bot.outbox.register(BoardAgainRow, self._board)
        bot.outbox.register(BoardChangesRow, self._changed)
        bot.outbox.register(RetireRow, self._retired)
        bot.outbox.register(PictureRow, self._picture)
        bot.outbox.register(ClockShownRow, self._shown)
        bot.outbox.register(StayRow, self._stayed)
        bot.outbox.register(CloseRow, self._closed)

    # Rows of the outbox

    async def _board(self, queued: Queued[AnyBoardRow]) -> Delivery:
        table = await self._bot.matches.table_to_show(queued.row.game_id, queued.row.seq)
        game = table.game
        place = await open_place(self._bot, game)
        if place is None:
            raise NoPlaceError
        if game.match.place_note == PlaceNote.LOST:
            # Found again: the clock goes on since.
            table = await self._bot.matches.table(game.id, table.seq)
        return await self._message(table, place, queued)

    async def _message(self, table: Table, place: Place, queued: Queued[AnyBoardRow]) -> Send:
        """Make a board's message: with controls unless something has happened since."""
        game, seq, to_move = table.game, table.seq, table.line.to_move
        live = seq == game.seq and game.running
        story = await self._bot.matches.story(table)
        drawing = self._begin_drawing(table, story)
        # While a thread draws, what else the message has to say is looked up.
        appearance = await self._appearance(
            table, place.note, live=live, row=queued.id, posted_in=place
        )
        png = await drawing

        async def message_in(other: Place) -> Send:
            # Read again: the note of where the game goes on has changed.
            return await self._message(await self._bot.matches.table(game.id, seq), other, queued)

        # Only when the turn passes: a board that is posted again has pinged before, and who
        # goes on with a turn is here.
        last, first_time = table.line.last, not isinstance(queued.row, BoardAgainRow)
        passes = first_time and (last is None or last.seat != to_move)
        wanted = live and passes and game.server.pings
        pings: tuple[int, ...] = ()
        if wanted and isinstance(to_move, int) and game.computer_at(to_move) is None:
            pings = (game.players[to_move],)
        if live and game.server.pings and (first_time or queued.row.out):
            pings = (*pings, *(game.players[seat] for seat in (*story.out, *story.late)))
        appearance = replace(
            appearance, joining=tuple(one for one in appearance.joining if one not in pings)
        )
        pings += appearance.joining

        allowed = may_attach(self._bot, place.id)

        def in_words() -> Send:
            return message(replace(appearance, pictured=False, barred=not allowed))

        def message(appearance: Appearance) -> Send:
            return Send(
                channel_id=place.id,
                view=board_layout(table, story, appearance),
                marker=control_id(*text_control(game.id, seq, queued.id)),
                pings=pings,
                on_posted=self._after_posting(table),
                elsewhere=elsewhere(self._bot, game, place, message_in),
            )

        if png is None or not allowed:
            return in_words()
        return replace(message(appearance), files=(board_file(png, table),), plain=in_words)

    async def _changed(self, queued: Queued[BoardChangesRow]) -> Delivery:
        """Edit the last board into the current one; a short message then pings."""
        table = await self._bot.matches.table(queued.row.game_id, queued.row.seq)
        game = table.game
        post = (await self._bot.matches.boards_of([game.id])).get(game.id)
        if post is None:
            return await self._board(queued)
        if table.seq != game.seq or not game.running:
            # A later change, or the result, follows.
            return None
        note = game.match.place_note
        place = Place(post.channel_id, game.match.own_thread, note)
        board = await self._message(table, place, queued)
        on_posted = board.on_posted

        async def then_ping(connection: Transaction, envelope: Envelope, posted: Posted) -> None:
            if on_posted is not None:
                await on_posted(connection, envelope, posted)
            if board.pings:
                await envelope.put(match_stream(game.match.id), NudgeRow(game.id, table.seq))
            else:
                # None follows. One of this turn stays; any other names somebody else.
                turn = game.timing.turn_seq if game.server.pings else None
                await withdraw_nudge(connection, envelope, game.id, before=turn)

        async def post_instead(connection: Transaction, envelope: Envelope) -> None:
            # Where a place is closed or gone, only what is sent can find another one.
            await retire_board(connection, envelope, game)
            await envelope.put(match_stream(game.match.id), BoardRow(game.id, game.seq))

        return self._change(post, board, on_posted=then_ping, refused=post_instead)

    def _change(
        self, post: Post, board: Send, *, on_posted: OnPosted, refused: Refusal | None = None
    ) -> Edit:
        """Change a message into a board, in words where Discord does not take its picture."""

        async def in_words() -> Edit:
            plain = board if board.plain is None else board.plain()
            return self._change(post, plain, on_posted=on_posted, refused=refused)

        return Edit(
            post.channel_id,
            post.message_id,
            board.view,
            files=board.files,
            on_posted=on_posted,
            plain=None if board.plain is None else in_words,
            refused=refused,
        )

    async def _retired(self, queued: Queued[RetireRow]) -> Delivery:
        row = queued.row
        table = await self._bot.matches.table_to_show(row.game_id, row.seq)
        post = Post(
            table.seq,
            row.channel_id,
            row.message_id,
            pictured=row.pictured,
            picture_id=row.picture_id,
        )
        in_place = table.game.server.boards is BoardStyle.EDIT
        if in_place and await self._is_changed_since(table.game.id, post):
            # It has become a later board, and keeps its controls.
            return None

        async def picture_follows(
            connection: Transaction, envelope: Envelope, posted: Posted
        ) -> None:
            if in_place and await board_retired(connection, envelope, table.game.id, post):
                return
            if posted.file(BOARD_FILE) is None:
                stream = board_stream(table.game.id, post.message_id)
                following = picture_row(table.game.id, post)
                await envelope.put_instead(stream, following, delay=PICTURE_DELAY_SECONDS)

        return await self._with_its_picture(table, post, Appearance(live=False), picture_follows)

    async def _is_changed_since(self, game_id: int, post: Post) -> bool:
        latest = (await self._bot.matches.boards_of([game_id])).get(game_id)
        return latest is not None and is_later(latest, post)

    async def _with_its_picture(
        self, table: Table, post: Post, appearance: Appearance, on_posted: OnPosted
    ) -> Edit:
        """Edit what is around a board's picture, which stays as it is.

        Where Discord does not take that, or the picture's id is not known, it is uploaded again;
        where that can't be, the board goes on in words.
        """
        story = await self._bot.matches.story(table)

        def edit(appearance: Appearance) -> Edit:
            view = board_layout(table, story, appearance)
            return Edit(post.channel_id, post.message_id, view, on_posted=on_posted)

        async def in_words() -> Edit:
            return edit(replace(appearance, pictured=False))

        async def again() -> Edit:
            may = may_attach(self._bot, post.channel_id)
            png = await self._begin_drawing(table, story) if may else None
            if png is None:
                return await in_words()
            return replace(edit(appearance), files=(board_file(png, table),), plain=in_words)

        if not post.pictured:
            return await in_words()
        if post.picture_id is None:
            return await again()
        return replace(
            edit(appearance), kept=(PostedFile(BOARD_FILE, post.picture_id),), plain=again
        )

    def _begin_drawing(self, table: Table, story: Story) -> Awaitable[bytes | None]:
        """Begin to draw a board as everybody sees it; the result is None where it can't be."""
        game = table.game
        return self._bot.studio.draw(
            scene_of(
                table.line,
                public_voice(game),
                public_style(game.server),
                hues_of(game),
                told=len(story.turns),
                stand_ins=game.stand_ins,
            )
        )

    async def _picture(self, queued: Queued[PictureRow]) -> Delivery:
        """Put a picture that was missing into its board."""
        channel_id, message_id = queued.row.channel_id, queued.row.message_id
        if not may_attach(self._bot, channel_id):
            raise NotYet
        table = await self._bot.matches.table(queued.row.game_id, queued.row.seq)
        game, seq = table.game, table.seq
        story = await self._bot.matches.story(table)
        png = await self._begin_drawing(table, story)
        if png is None:
            if queued.failures.get(Failure.UNREADY, 0) < PICTURE_ATTEMPTS:
                raise NotYet
            return None
        latest = (await self._bot.matches.boards_of([game.id])).get(game.id)
        latest_here = latest is not None and latest.message_id == message_id
        if latest is not None and latest_here and latest.seq > seq:
            # Changed in place since; if that has no picture either, another row handles it.
            return None
        if latest is not None and latest_here and latest.seq < seq and game.running:
            # The change is not noted yet. Once the game is over, it may never be.
            raise NotYet
        live = latest_here and seq == game.seq and game.running
        note = game.match.place_note
        appearance = await self._appearance(table, note, live=live)

        async def pictured(connection: Transaction, envelope: Envelope, posted: Posted) -> None:
            post = _post(seq, posted)
            await board_pictured(connection, envelope, game.id, post)

        return Edit(
            channel_id,
            message_id,
            board_layout(table, story, appearance),
            files=(board_file(png, table),),
            on_posted=pictured,
        )

    async def _shown(self, queued: Queued[ClockShownRow]) -> Delivery:
        """Update the clock and the absences on the current board."""
        table = await self._bot.matches.table(queued.row.game_id)
        game = table.game
        post = (await self._bot.matches.boards_of([game.id])).get(game.id)
        if post is None or post.seq != game.seq or not game.running:
            return None
        note = game.match.place_note
        appearance = await self._appearance(table, note, live=True)

        async def edited(connection: Transaction, envelope: Envelope, posted: Posted) -> None:
            # Where the next board was posted meanwhile, this one loses its controls again.
            shown = _post(game.seq, posted)
            await board_pictured(connection, envelope, game.id, shown)
            if post.pictured and not shown.pictured:
                await _picture_follows(envelope, game.id, shown)

        return await self._with_its_picture(table, post, appearance, edited)

    async def _appearance(
        self,
        table: Table,
        note: PlaceNote | None,
        *,
        live: bool,
        row: int | None = None,
        posted_in: Place | None = None,
    ) -> Appearance:
        """Say how a board with its picture appears; `posted_in` is where a new one goes out."""
        if note is PlaceNote.NO_PERMISSION and self._bot.places.may_open_threads(
            table.game.match.channel_id
        ):
            # So it was, and the next game will have one.
            note = None
        if not live:
            return Appearance(live, note=note, row=row)
        there = await audience(self._bot.database, table, self._bot.clock(), posted_in=posted_in)
        return Appearance(
            live,
            note=note,
            row=row,
            learn=there.has_newcomer,
            attendance=there.attendance,
            joining=there.joining,
            score=there.score,
        )

    async def _stayed(self, queued: Queued[StayRow]) -> Delivery:
        await self._bot.places.stay(queued.row.match_id)
        return None

    async def _closed(self, queued: Queued[CloseRow]) -> Delivery:
        await self._bot.places.close(queued.row.match_id)
        return None

    def _after_posting(self, table: Table) -> OnPosted:
        """Return what stores where a board is, and schedules a missing picture."""
        game_id, seq = table.game.id, table.seq

        async def note(connection: Transaction, envelope: Envelope, posted: Posted) -> None:
            post = _post(seq, posted)
            await board_posted(connection, envelope, game_id, post)
            if not post.pictured:
                await _picture_follows(envelope, game_id, post)

        return note

    # Clicks

    @control("text")
    async def _text(self, interaction: Click, parts: list[str]) -> None:
        """Show a board in words to the person who asks."""
        game_id, seq = numbers(parts[:2], 2)
        await show_text(interaction, await table_here(self._bot, interaction, game_id, seq))

    @control("moves")
    async def _moves(self, interaction: Click, parts: list[str]) -> None:
        """Tell the person who asks all turns since theirs; a board tells only the last ones."""
        table = await table_here(self._bot, interaction, *numbers(parts, 2))
        story = await self._bot.matches.story(table)
        voice = voice_for(interaction, table.game.names)
        told = words(voice(story_text(table.line, story, LINES_AT_MOST)))
        await whisper(interaction, layout(None, told))


def _post(seq: int, posted: Posted) -> Post:
    """Return where a board is, with the picture that it really has."""
    picture = posted.file(BOARD_FILE)
    return Post(
        seq,
        posted.channel_id,
        posted.message_id,
        pictured=picture is not None,
        picture_id=None if picture is None else picture.id,
    )


async def _picture_follows(envelope: Envelope, game_id: int, post: Post) -> None:
    """Schedule another attempt at the picture of a board without one."""
    stream, row = board_stream(game_id, post.message_id), picture_row(game_id, post)
    await envelope.put(stream, row, delay=PICTURE_DELAY_SECONDS)


def may_attach(bot: Tavolo, channel_id: int) -> bool:
    """Tell whether files may be attached in a channel, as far as is known without asking."""
    channel = bot.get_channel(channel_id)
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return True
    return channel.permissions_for(channel.guild.me).attach_files


async def show_text(interaction: Click, table: Table) -> None:
    """Show a table in words to one person: what they may see of it, and the last move."""
    voice = voice_for(interaction, table.game.names)
    seat = table.game.seat_of(interaction.user.id)
    story = await interaction.client.matches.story(table)
    old = None
    if table.seq != table.game.seq:
        old = words(voice(Text("An earlier position: the game has moved on.")))
    view = layout(
        None,
        old,
        words(voice(position_text(table.line, seat=seat))),
        words(voice(story_text(table.line, story, LINES_AT_MOST))),
        small(voice(fingerprint(table.game))),
    )
    await whisper(interaction, view)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Boards(bot))
