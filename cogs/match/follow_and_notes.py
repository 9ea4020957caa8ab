"""Follow a game, and keep a private note on it: for everybody in a thread, players or not.

Both are reached by `/game` and from More, and only the person sees them.
"""

from typing import Final

from discord.ext import commands

from bot.app import Tavolo
from bot.errors import ForgedControl
from bot.match.table import Table
from bot.services.notes import LONGEST_NOTE
from bot.text.voice import message_lines
from cogs.ui.components import LABEL_LENGTH, button, buttons, layout, shorten, words
from cogs.ui.forms import Field, open_form, written
from cogs.ui.game_lookup import table_here
from cogs.ui.responses import say, voice_for, whisper
from cogs.ui.routing import Click, control, numbers
from games.words import Text

FIELD: Final = "note"
"""The custom_id of the form's only field."""


class Watching(commands.Cog):
    """Follow games and keep notes."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @control("follow")
    async def _follow(self, interaction: Click, parts: list[str]) -> None:
        """Follow a game, or (0) no more."""
        game_id, wanted = numbers(parts, 2)
        if wanted > 1:
            raise ForgedControl
        table = await table_here(self._bot, interaction, game_id)
        await follow(self._bot, interaction, table, wanted=bool(wanted), instead=True)

    @control("note")
    async def _note(self, interaction: Click, parts: list[str]) -> None:
        """Show a person's note to a game."""
        (game_id,) = numbers(parts, 1)
        table = await table_here(self._bot, interaction, game_id)
        await show_note(self._bot, interaction, table, instead=True)

    @control("note-edit")
    async def _edit(self, interaction: Click, parts: list[str]) -> None:
        """Open the form in which a note is written."""
        (game_id,) = numbers(parts, 1)
        table = await table_here(self._bot, interaction, game_id)
        known = await self._bot.notes.read(table.game.id, interaction.user.id)
        voice = voice_for(interaction).plain()
        title = voice(Text("Your note on game {code}", code=table.game.code))
        field = Field(FIELD, voice(Text("Only you see it")), known, LONGEST_NOTE, lines=True)
        await open_form(interaction, title, (field,), "note-save", table.game.id)

    @control("note-save")
    async def _save(self, interaction: Click, parts: list[str]) -> None:
        """Keep what was written in the form; an empty note is none."""
        (game_id,) = numbers(parts, 1)
        table = await table_here(self._bot, interaction, game_id)
        text = written(interaction, FIELD)
        await self._bot.notes.write(table.game.id, interaction.user.id, text)
        await show_note(self._bot, interaction, table, instead=True)

    @control("note-drop")
    async def _drop(self, interaction: Click, parts: list[str]) -> None:
        """Delete a note."""
        (game_id,) = numbers(parts, 1)
        table = await table_here(self._bot, interaction, game_id)
        await self._bot.notes.write(table.game.id, interaction.user.id, "")
        await say(interaction, Text("Your note was deleted."), instead=True)


async def follow(
    bot: Tavolo, interaction: Click, table: Table, *, wanted: bool, instead: bool = False
) -> None:
    """Follow or unfollow a game for a person, and tell them."""
    game = table.game
    await bot.followers.follow(game.id, interaction.user.id, wanted=wanted)
    voice = voice_for(interaction)
    text = Text("You no longer follow game {code}.", code=game.code)
    if wanted:
        text = Text("You now follow game {code}: I'll tell you when it is over.", code=game.code)
    label = Text("Unfollow") if wanted else Text("Follow")
    other = button(voice(label), "follow", game.id, int(not wanted))
    await whisper(interaction, layout(None, words(voice(text)), *buttons([other])), instead=instead)


async def show_note(
    bot: Tavolo, interaction: Click, table: Table, *, instead: bool = False
) -> None:
    """Show a person their note to a game, with ways to change and delete it."""
    game = table.game
    note = await bot.notes.read(game.id, interaction.user.id)
    voice = voice_for(interaction)
    drop = None
    if note is None:
        items = [words(voice(Text("You have no note on game {code}.", code=game.code)))]
    else:
        title = Text("Your note on game {code}, which nobody else sees:", code=game.code)
        items = [words(f"{voice(title)}\n{message_lines(note)}")]
        drop = button(voice(Text("Delete")), "note-drop", game.id)
    label = Text("Write a note") if note is None else Text("Edit")
    change = button(shorten(voice(label), LABEL_LENGTH), "note-edit", game.id)
    await whisper(interaction, layout(None, *items, *buttons([change, drop])), instead=instead)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Watching(bot))
