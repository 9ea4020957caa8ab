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
from cogs.match.replays import Replay, is_step, show_step, step_chosen
from cogs.ui.responses import acknowledge, voice_for
from cogs.ui.routing import Click, control
from games.game import Reason, Result
from games.words import Seat, Text, listed

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
        ended=Text("The record ends here.") if result is None else _ending(result, record.seats),
        action=ACTION,
        key=number,
    )
    await show_step(bot, interaction, replay, step, instead=instead)


def _ending(result: Result, seats: int) -> Text:
    """Say who won and how."""
    winners = [Seat(seat) for seat in result.winners]
    if result.reason is Reason.ABORTED:
        return Text("Ended without a result")
    if not winners:
        return Text("Nobody wins")
    if len(winners) == seats:
        return Text("A draw")
    if len(winners) > 1:
        return Text(
            "{players} share the win",
            players=listed([Text("{player}", player=winner) for winner in winners]),
        )
    match result.reason:
        case Reason.RESIGNED:
            return Text("{winner} wins by resignation", winner=winners[0])
        case Reason.TIMEOUT:
            return Text("{winner} wins on time", winner=winners[0])
        case _:
            return Text("{winner} wins", winner=winners[0])


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Imported(bot))
