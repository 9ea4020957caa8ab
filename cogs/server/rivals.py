"""/rivals: who of a server is free for a game, when they usually play, and at what pace.

Only who asks sees it. One button challenges, by the terms of the game's command where nothing is named
(`cogs.challenge.quick_start`).
"""

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Tavolo
from bot.services.rivals import DAY_HOURS, HOURS_TOLD, Rival, free_for_a_game
from bot.text.voice import Name, Voice
from cogs.board.result_text import duration
from cogs.challenge.quick_start import WITH_PERSON
from cogs.ui.components import button, buttons, layout, small, words
from cogs.ui.game_lookup import guild_of
from cogs.ui.responses import acknowledge, viewer_of, voice_for, whisper
from cogs.ui.routing import Click, control, numbers
from games.registry import GAMES
from games.words import Text, joined

LOOK_AROUND: Final = "rivals"


class RivalsCommand(commands.Cog):
    """Show who is free for a game."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @app_commands.command(
        name=locale_str("rivals"),
        description=locale_str("Who is free for a game, when they usually play and how fast"),
    )
    @app_commands.guild_only()
    async def rivals(self, interaction: Click) -> None:
        """Show who asks, alone, whom they might challenge."""
        await self._show(interaction)

    @control(LOOK_AROUND)
    async def _show_rivals(self, interaction: Click, parts: list[str]) -> None:
        """Show the same, from a profile."""
        numbers(parts, 0)
        await self._show(interaction)

    async def _show(self, interaction: Click) -> None:
        await acknowledge(interaction, thinking=True)
        bot, guild, me = self._bot, interaction.guild, interaction.user.id
        found: list[Rival] = []
        while guild is not None:
            found = await free_for_a_game(
                bot.database, bot.settings, guild_of(interaction), me, bot.clock()
            )
            if not await bot.members.look_up(guild, [rival.user_id for rival in found]):
                break
        zone = viewer_of(interaction).preferences.time_zone
        await whisper(interaction, _layout(found, zone, voice_for(interaction)))


def _layout(found: list[Rival], zone: str, voice: Voice) -> discord.ui.LayoutView:
    if not found:
        text = Text("Nobody who has played here lately is free for a game right now.")
        return layout(None, words(voice(text)))
    items = [words(f"### {voice(Text('Free for a game'))}")]
    for rival in found:
        label = Text("{game} with {name}", game=GAMES[rival.game].about.name, name=Name(rival.name))
        challenge = button(voice.plain()(label), WITH_PERSON, rival.game, rival.user_id)
        items += [words(voice(_rival_text(rival))), *buttons([challenge])]
    hours = Text("Hours are in your time zone, {zone}: /preferences changes it.", zone=zone)
    return layout(None, *items, small(voice(hours)))


def _rival_text(rival: Rival) -> Text:
    said = [Text("**{name}**", name=Name(rival.name))]
    if rival.from_hour is not None:
        until = (rival.from_hour + HOURS_TOLD) % DAY_HOURS
        said.append(
            Text("mostly between {start}:00 and {end}:00", start=rival.from_hour, end=until)
        )
    if rival.pace is not None:
        said.append(Text("usually {time} for a move", time=duration(rival.pace)))
    return joined(said, "{one} · {two}")


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(RivalsCommand(bot))
