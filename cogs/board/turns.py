"""Taking a turn: the panel that builds a move in a few clicks, and /move for those who type.

The panel (`cogs.ui.move_panel`) keeps nothing in memory. Its ids carry the game, the seq that was
seen and the choices so far; if the game has moved on, any click says so and shows the new board.
"""

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Tavolo
from bot.delivery.outbox import Delivered
from bot.delivery.rows import AnyBoardRow
from bot.errors import ForgedControl, MatchError, NotPlaying, StaleTurn
from bot.match.event import ActResult
from bot.match.table import Table, check_turn
from cogs.board.board_message import lost_place
from cogs.board.private_view import sight_of
from cogs.board.recap_text import story_text
from cogs.ui.components import (
    OPTION_LENGTH,
    button,
    buttons,
    layout,
    line,
    link,
    message_link,
    shorten,
    words,
)
from cogs.ui.game_lookup import (
    MOST_CHOICES,
    Code,
    Finder,
    actor_of,
    game_choices,
    name_of,
    table_here,
)
from cogs.ui.move_panel import Panel, play_button, read_choices, with_listed
from cogs.ui.responses import (
    acknowledge,
    acknowledge_first,
    acknowledge_meanwhile,
    close,
    is_private,
    voice_for,
    whisper,
)
from cogs.ui.routing import Click, control, numbers
from games.errors import NotationError
from games.typed import half_width, offers
from games.words import Text

MOST_MEANT: Final = 5
"""How many moves are offered as buttons where what was typed is none."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn being taken: on which board, and what has been chosen so far."""

    game_id: int
    seq: int
    chosen: tuple[str, ...] = ()

    @classmethod
    def read(cls, parts: list[str]) -> "Turn":
        """Read the parts of a custom_id."""
        if len(parts) != 3:
            raise ForgedControl
        game_id, seq = numbers(parts[:2], 2)
        return cls(game_id, seq, read_choices(parts[2]))

    def panel(self, table: Table) -> Panel:
        """Return the panel that builds it, as the player to move sees the table."""
        seat = table.line.to_move
        seen = table.line.position.seen_by(seat if isinstance(seat, int) else None)
        return Panel(table.line.game, seen, (self.game_id, self.seq), self.chosen)

    def moves(self, table: Table) -> Sequence[Any]:  # Any: see `games.line.AnyGame`
        """Return its moves if it is complete; raises ForgedControl if not."""
        moves = self.panel(table).step.turn
        if not moves:
            raise ForgedControl
        return moves


class Turns(commands.Cog):
    """Take turns, by clicks or by typing."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        self._finder = Finder(bot)

    # The panel

    @control("move")
    async def _open(self, interaction: Click, parts: list[str]) -> None:
        """Open the panel on the board whose Move was clicked."""
        game_id, seq = numbers(parts, 2)
        await self._show(interaction, Turn(game_id, seq), instead=False)

    @control("pick")
    async def _pick(self, interaction: Click, parts: list[str]) -> None:
        """Add what was chosen in a list."""
        turn = Turn.read(parts)
        chosen = with_listed(turn.chosen, interaction)
        await self._show(interaction, replace(turn, chosen=chosen), instead=True)

    @control("take")
    async def _take_choice(self, interaction: Click, parts: list[str]) -> None:
        """Go on with the choices that a button carries."""
        await self._show(interaction, Turn.read(parts), instead=True)

    @control("back")
    async def _back(self, interaction: Click, parts: list[str]) -> None:
        """Take the last choice back, and those that had no alternative with it."""
        turn = Turn.read(parts)
        table = await self._table_at_turn(interaction, turn)
        if table is None:
            return
        earlier = turn.panel(table).backward()
        chosen = () if earlier is None else earlier.chosen
        await self._show(interaction, replace(turn, chosen=chosen), instead=True)

    @control("shut")
    async def _shut(self, interaction: Click, parts: list[str]) -> None:
        """Close the panel without a move."""
        numbers(parts, 1)
        text = Text("Nothing was played. The Move button on the board opens this again.")
        await whisper(interaction, layout(None, words(voice_for(interaction)(text))), instead=True)

    @control("play")
    async def _play_shown(self, interaction: Click, parts: list[str]) -> None:
        """Play the turn that a button names, on the board that it was offered for."""
        game_id, seq = numbers(parts[:2], 2)
        notation = ":".join(parts[2:])
        await acknowledge(interaction)
        if await self._table_at_turn(interaction, Turn(game_id, seq)) is None:
            return
        played = self._bot.matches.play_typed(
            game_id, actor_of(interaction), notation, seq=seq, interaction_id=interaction.id
        )
        await self._play(interaction, game_id, played, instead=True)

    @control("go")
    async def _play_built(self, interaction: Click, parts: list[str]) -> None:
        """Play the move that was built."""
        turn = Turn.read(parts)
        # Its board does not wait for Discord's answer to that.
        acknowledge_meanwhile(interaction)
        played = self._bot.matches.play(
            turn.game_id,
            actor_of(interaction),
            turn.moves,
            guild_id=interaction.guild_id,
            seq=turn.seq,
            interaction_id=interaction.id,
        )
        try:
            await self._play(interaction, turn.game_id, played, instead=True)
        except NotPlaying:
            # Who plays is told only to those who may see the game.
            await table_here(self._bot, interaction, turn.game_id)
            raise

    async def _show(self, interaction: Click, turn: Turn, *, instead: bool) -> None:
        """Show the panel after the choices so far."""
        table = await self._table_at_turn(interaction, turn, instead=instead)
        if table is None:
            return
        panel = turn.panel(table).onward()
        voice = voice_for(interaction, table.game.names)
        sight = await sight_of(self._bot, interaction, table, panel.tokens)
        cancel = button(voice.plain()(Text("Cancel")), "shut", turn.game_id)
        view = layout(
            None,
            *sight.items,
            words(shorten(voice(panel.step.prompt), sight.room)),
            *panel.open_choices(voice),
            line(),
            *buttons([panel.back(voice), cancel, panel.confirm(voice)]),
        )
        await whisper(interaction, view, sight.files, instead=instead)

    async def _table_at_turn(
        self, interaction: Click, turn: Turn, *, instead: bool = True
    ) -> Table | None:
        """Return the table if the person may act on what they saw.

        None if the board has moved on, which they have then been told and shown.
        """
        await acknowledge_first(interaction, instead=instead)
        table = await table_here(self._bot, interaction, turn.game_id)
        try:
            check_turn(table, interaction.user.id, turn.seq)
        except StaleTurn as error:
            await self._show_moved_on(interaction, table, error, instead=instead)
            return None
        return table

    async def _show_moved_on(
        self, interaction: Click, table: Table, error: StaleTurn, *, instead: bool
    ) -> None:
        """Tell a person that the board has moved on, and show it to them."""
        voice = voice_for(interaction, table.game.names)
        seat = table.game.seat_of(interaction.user.id)
        sight = await sight_of(self._bot, interaction, table)
        text = error.text
        if (await self._bot.matches.story(table)).taken_back:
            text = Text("The board has moved on: a turn was taken back. Here it is.")
        shown = [words(shorten(voice(text), sight.room)), *sight.items]
        if seat is not None and table.line.to_move == seat:
            primary = discord.ButtonStyle.primary
            move = button(voice(Text("Move")), "move", table.game.id, table.game.seq, style=primary)
            shown += buttons([move])
        view = layout(None, *shown)
        await whisper(interaction, view, sight.files, instead=instead, lasting=True)

    # What is common to clicking and typing

    async def _play(
        self, interaction: Click, game_id: int, played: Awaitable[ActResult], *, instead: bool
    ) -> None:
        """Show what comes of a move: its new board, and the person's answer while that goes out.

        A panel closes last, once its board is there: until then it says what was played, so
        that it has no controls whatever happens, and waits for nothing.
        """
        try:
            acted = await played
        except StaleTurn as error:
            table = await self._bot.matches.table(game_id)
            await self._show_moved_on(interaction, table, error, instead=instead)
            return
        delivered = await self._bot.carry_out(
            acted.dispatch,
            acted.table.game,
            lambda: self._confirm(interaction, acted, instead=instead),
        )
        board_place = _place_of_board(delivered, game_id)
        if board_place is None:
            # The game is over, another process posts the board, or it can't be posted.
            shown = await self._bot.matches.shown(game_id)
            if shown.lost:
                await self._confirm(interaction, acted, instead=instead, lost=True)
                return
            board_place = shown.board_place
        # A game that has ended has no need of the last move, which the panel keeps.
        is_here = board_place is not None and board_place == interaction.channel_id
        if instead and is_private(interaction) and is_here:
            await close(interaction)

    async def _confirm(
        self, interaction: Click, acted: ActResult, *, instead: bool, lost: bool = False
    ) -> None:
        """Say what was played, and where; or that its board can't be posted anywhere."""
        game = acted.table.game
        voice = voice_for(interaction, game.names)
        place = game.match.place_id
        row = []
        if place is not None and place != interaction.channel_id and not lost:
            row.append(
                link(voice(Text("Go to the game")), message_link(game.match.guild_id, place))
            )
        story = await self._bot.matches.story(acted.table)
        said = [words(voice(story_text(acted.table.line, story)))]
        if lost:
            said.append(words(voice(lost_place(game))))
            row = [button(voice(Text("Go on here")), "here", game.id)]
        await whisper(interaction, layout(None, *said, *buttons(row)), instead=instead)

    # Typing

    @app_commands.command(
        name=locale_str("move"), description=locale_str("Play a move in one of your games")
    )
    @app_commands.describe(
        move=locale_str("Your move; type part of it to search: a space, a die, a card"),
        game=locale_str("The game's code, if you play several here"),
    )
    @app_commands.guild_only()
    async def move(
        self,
        interaction: Click,
        move: app_commands.Range[str, 1, OPTION_LENGTH],
        game: Code | None = None,
    ) -> None:
        """Play a typed move."""
        await acknowledge(interaction, thinking=True)
        if game is None:
            game, move = await self._finder.named(interaction, move)
        table = await self._finder.to_move(interaction, game)
        typed = half_width(move)
        played = self._bot.matches.play_typed(
            table.game.id, actor_of(interaction), typed, interaction_id=interaction.id
        )
        try:
            await self._play(interaction, table.game.id, played, instead=False)
        except NotationError as error:
            await self._ask_what_is_meant(interaction, table, typed, error)

    async def _ask_what_is_meant(
        self, interaction: Click, table: Table, typed: str, error: NotationError
    ) -> None:
        """Answer what is no move with those that may be meant: nothing is played unasked."""
        game, voice = table.line.game, voice_for(interaction, table.game.names)
        seen = table.line.position.seen_by(table.game.seat_of(interaction.user.id))
        asked = Text("Did you mean one of these?")
        meant = game.suggest(seen, typed, voice.plain())
        if not meant:
            asked = Text("No move like that is possible now, but these are:")
            meant = game.suggest(seen, "", voice.plain())
        turns = [tuple(map(game.parse, notation.split(" "))) for notation, _ in meant[:MOST_MEANT]]
        primary = discord.ButtonStyle.primary
        view = layout(
            None,
            words(voice(error.text)),
            words(voice(asked)),
            *buttons(play_button(table, seen, turn, voice) for turn in turns),
            *buttons(
                [button(voice(Text("Move")), "move", table.game.id, table.seq, style=primary)]
            ),
        )
        await whisper(interaction, view)

    @move.autocomplete("move")
    async def _suggest_moves(
        self, interaction: Click, typed: str
    ) -> list[app_commands.Choice[str]]:
        """List legal moves that fit what has been typed."""
        code, typed = interaction.namespace.game, typed[:OPTION_LENGTH]
        try:
            if code:
                tables = [await self._finder.to_move(interaction, code)]
            else:
                tables = await self._finder.all_to_move(interaction)
        except MatchError:
            return []
        named = len(tables) > 1 or (not code and _is_elsewhere(interaction, tables))
        most = MOST_CHOICES // max(1, len(tables))
        return [
            choice
            for table in tables
            for choice in _suggested(interaction, table, typed, named=named)[:most]
        ]

    @move.autocomplete("game")
    async def _suggest_games(
        self, interaction: Click, typed: str
    ) -> list[app_commands.Choice[str]]:
        """List one's own running games."""
        return await game_choices(self._bot, interaction, typed)


def _place_of_board(delivered: Sequence[Delivered], game_id: int) -> int | None:
    """Return where a board of a game was posted or changed; None where none was."""
    for each in delivered:
        if isinstance(each.row, AnyBoardRow) and each.row.game_id == game_id:
            return each.posted.channel_id
    return None


def _is_elsewhere(interaction: Click, tables: Sequence[Table]) -> bool:
    """Tell whether moves are suggested for a game that is not played where somebody is."""
    return any(table.game.match.place_id != interaction.channel_id for table in tables)


def _suggested(
    interaction: Click, table: Table, typed: str, *, named: bool
) -> list[app_commands.Choice[str]]:
    """List moves in one game that fit what has been typed; `named` says in which game."""
    game, person = table.game, interaction.user.id
    seat = game.seat_of(person)
    if seat is None or table.line.to_move != seat:
        return []
    seen = table.line.position.seen_by(seat)
    voice = voice_for(interaction, game.names).plain()
    suggested = []
    for sent, label in offers(table.line.game, seen, typed, voice):
        shown, value = voice(label), sent
        if named:
            shown, value = f"{voice(name_of(game, person))} · {shown}", f"{game.code} {sent}"
        if len(value) <= OPTION_LENGTH:
            suggested.append(app_commands.Choice(name=shorten(shown, OPTION_LENGTH), value=value))
    return suggested


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Turns(bot))
