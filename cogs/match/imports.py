"""/game import: a game from a file is gone through, step by step, by the person who brings it.

What does not belong here: reading the file (`bot.services.imports`).
"""

import asyncio
from typing import Final

import discord
from discord.ext import commands

from bot.app import Tavolo
from bot.delivery.discord_errors import EXPECTED
from bot.errors import MatchError
from bot.services.imports import check_size
from bot.services.replays import frames
from cogs.board.plain_ending import plain_ending
from cogs.match.replays import Replay, is_step, show_step, step_chosen
from cogs.ui.responses import acknowledge, voice_for
from cogs.ui.routing import Click, control
from games.words import Text

ACTION: Final = "imported"


class Imported(commands.Cog):
    """Go through games that were imported."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @control(ACTION)
    async def _step(self, interaction: Click, parts: list[str]) -> None:
        """Show a step."""
        number, step = step_chosen(interaction, parts)
        instead = is_step(interaction, parts)
        await acknowledge(interaction, thinking=not instead)
        await _show(self._bot, interaction, number, step, instead=instead)


async def import_game(bot: Tavolo, interaction: Click, file: discord.Attachment) -> None:
    """Read a file, and open the replay of its game for the person; the interaction is acknowledged."""
    check_size(file.size)
    try:
        content = await file.read()
    except EXPECTED:
        raise MatchError(Text("I couldn't read the file. Please try again.")) from None
    number = await bot.imports.add(interaction.user.id, interaction.guild_id, content)
    await _show(bot, interaction, number, 0)


async def _show(
    bot: Tavolo, interaction: Click, number: int, step: int, *, instead: bool = False
) -> None:
    record = await bot.imports.get(number, interaction.user.id)
    shown = await asyncio.to_thread(frames, record)
    voice, seats = voice_for(interaction), range(record.seats)
    result = shown[-1].result
    replay = Replay(
        title=Text("{game}", game=record.rules.about.name),
        shown=shown,
        names=tuple(voice.plain()(Text("Player {n}", n=seat + 1)) for seat in seats),
        hues=tuple(seats),
        seat=None,
        # What is not over is gone through like what is: there is nothing to hide.
        ended=Text("The record ends here.")
        if result is None
        else plain_ending(result, record.seats),
        action=ACTION,
        key=number,
    )
    await show_step(bot, interaction, replay, step, instead=instead)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Imported(bot))
