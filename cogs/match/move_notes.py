"""Notes on moves: players write on the steps of their game's replay, and moderators may delete.

The form says who is going to read it. What does not belong here: how notes are shown
(`cogs.match.remarks`), and who may read them (`bot.services.move_notes`).
"""

from dataclasses import dataclass
from typing import Final

from discord.ext import commands

from bot.app import Tavolo
from bot.errors import ForgedControl, Refused
from bot.services.move_notes import LONGEST_MOVE_NOTE
from cogs.match.replays import Replay, replay_of, show_step
from cogs.ui.components import OPTION_LENGTH, shorten
from cogs.ui.forms import Field, open_form, written
from cogs.ui.game_lookup import table_here
from cogs.ui.responses import acknowledge, voice_for
from cogs.ui.routing import Click, control, numbers
from data.stored import StoredGame
from games.words import Text

FIELD: Final = "note"
"""The custom_id of the form's only field."""


@dataclass(frozen=True, slots=True)
class There:
    """A step of a game's replay, and the number of the event that led to it."""

    game: StoredGame
    replay: Replay
    step: int
    seq: int


class NotesOnMoves(commands.Cog):
    """Write and delete notes on moves."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @control("move-note")
    async def _edit(self, interaction: Click, parts: list[str]) -> None:
        """Open the form in which a note is written."""
        game_id, seq = numbers(parts, 2)
        table = await table_here(self._bot, interaction, game_id)
        game, me = table.game, interaction.user.id
        ply = await self._bot.move_notes.ply_at(game, seq)
        readable = await self._bot.move_notes.readable(game, me)
        seat = game.seat_of(me)
        known = next((note.text for note in readable.at(ply) if note.seat == seat), None)
        voice = voice_for(interaction).plain()
        title, label, note = (
            Text("Your note on this turn"),
            Text("Everybody who opens this turn can read it"),
            Text("It appears with your name, in the replay and on the page of /game share."),
        )
        if game.running:
            label = Text("Only you see it until the game is over")
            note = Text("After that, everybody who opens this turn can read it, with your name.")
        field = Field(
            FIELD,
            voice(label),
            known,
            LONGEST_MOVE_NOTE,
            lines=True,
            note=shorten(voice(note), OPTION_LENGTH),
        )
        await open_form(interaction, voice(title), (field,), "move-note-save", game.id, seq)

    @control("move-note-save")
    async def _save(self, interaction: Click, parts: list[str]) -> None:
        """Keep what was written in the form; an empty note is none."""
        there = await self._there(interaction, parts)
        await self._write(interaction, there, written(interaction, FIELD))

    @control("move-note-drop")
    async def _drop(self, interaction: Click, parts: list[str]) -> None:
        """Delete a note."""
        await self._write(interaction, await self._there(interaction, parts), "")

    @control("move-notes-clear")
    async def _clear(self, interaction: Click, parts: list[str]) -> None:
        """Delete what others wrote on a step, for a moderator."""
        there = await self._there(interaction, parts)
        if not interaction.permissions.manage_guild or there.game.running:
            raise Refused(Text("You need Manage Server to remove notes of others."))
        await self._bot.move_notes.remove_others(there.game, there.seq, interaction.user.id)
        await show_step(self._bot, interaction, there.replay, there.step, instead=True)

    async def _write(self, interaction: Click, there: There, text: str) -> None:
        await self._bot.move_notes.write(there.game, there.seq, interaction.user.id, text)
        await show_step(self._bot, interaction, there.replay, there.step, instead=True)

    async def _there(self, interaction: Click, parts: list[str]) -> There:
        """Return the step that a control is about: the one after an event of a game."""
        game_id, seq = numbers(parts, 2)
        await acknowledge(interaction)
        replay = await replay_of(self._bot, interaction, game_id)
        if replay.game is None:
            raise ForgedControl
        ply = await self._bot.move_notes.ply_at(replay.game, seq)
        step = next((n for n, line in enumerate(replay.shown) if line.ply == ply), None)
        if step is None:
            raise ForgedControl
        return There(replay.game, replay, step, seq)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(NotesOnMoves(bot))
