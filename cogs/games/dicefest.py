"""Dicefest in Discord: its commands."""

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Tavolo
from bot.match.outcome import SINGLE
from cogs.challenge.challenges import cards_of
from cogs.challenge.options import (
    CLOCKS,
    COMPUTERS,
    LEVELS,
    ON_TIME,
    OPPONENTS,
    RATED,
    TAKEBACKS,
    TIMED,
    clock_of,
    is_rated,
    some_computers,
)
from cogs.games.rulebooks.dicefest import PAGES
from cogs.learn.lessons import show_lesson
from cogs.learn.rules_pages import show_rules
from cogs.ui.game_ui import Face
from cogs.ui.routing import Click
from data.challenges import Terms
from games.dicefest import DICEFEST
from games.lessons.dicefest import LESSON

FEWEST: Final = DICEFEST.about.seats[0]
MOST: Final = DICEFEST.about.seats[-1]

FACE: Final = Face(accent=0xD3B065, rules=PAGES, lesson=LESSON)


@app_commands.guild_only()
class DicefestCog(
    commands.GroupCog,
    group_name=DICEFEST.about.command,
    group_description=locale_str("Play Dicefest, a dice game for two to four"),
):
    """The commands of Dicefest."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        super().__init__()

    @app_commands.command(
        name=locale_str("challenge"),
        description=locale_str("Challenge somebody to Dicefest, or open a table"),
    )
    @app_commands.describe(
        **OPPONENTS,
        seats=locale_str("How many play; if you leave it out, as many as you ask, and computers"),
        sides=locale_str("Whether the bot deals out the sides or everybody picks one"),
        rated=RATED,
        takebacks=TAKEBACKS,
        **COMPUTERS,
        **TIMED,
    )
    @app_commands.choices(
        sides=[
            app_commands.Choice(name=locale_str("opposite"), value="opposite"),
            app_commands.Choice(name=locale_str("choose"), value="choose"),
        ],
        computer=LEVELS,
        clock=CLOCKS,
        on_time=ON_TIME,
    )
    async def challenge(
        self,
        interaction: Click,
        opponent1: discord.User | None = None,
        opponent2: discord.User | None = None,
        opponent3: discord.User | None = None,
        seats: app_commands.Range[int, FEWEST, MOST] | None = None,
        sides: str = "opposite",
        rated: bool | None = None,
        computer: str | None = None,
        computers: app_commands.Range[int, 1, MOST - 1] | None = None,
        clock: str | None = None,
        on_time: str = "claim",
        takebacks: bool = False,
    ) -> None:
        """Challenge one person, or open a table for those who are asked and for anybody."""
        asked = tuple(one for one in (opponent1, opponent2, opponent3) if one is not None)
        least = computers or (0 if computer is None else 1)
        terms = Terms(
            game=DICEFEST.about.key,
            seats=seats or min(MOST, max(FEWEST, 1 + len(asked) + least)),
            options=DICEFEST.options_of({}),
            kind=SINGLE,
            first="random",
            rated=is_rated(rated, computer, computers),
            clock=clock_of(interaction, clock, on_time),
            takebacks=takebacks,
            settings=DICEFEST.settings_of({"sides": sides}),
        )
        sitting = some_computers(computer, computers, terms.seats - 1 - len(asked))
        await cards_of(self._bot).propose(interaction, asked, terms, sitting)

    @app_commands.command(name=locale_str("rules"), description=locale_str("The rules of Dicefest"))
    async def rules(self, interaction: Click) -> None:
        """Show the rules."""
        await show_rules(interaction, DICEFEST.about.key, 0)

    @app_commands.command(
        name=locale_str("learn"),
        description=locale_str("A first lesson in Dicefest, step by step"),
    )
    async def learn(self, interaction: Click) -> None:
        """Begin the first lesson."""
        await show_lesson(interaction, DICEFEST.about.key)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(DicefestCog(bot))
