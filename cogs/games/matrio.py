"""MatriO in Discord: its commands."""

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
from cogs.games.rulebooks.matrio import PAGES
from cogs.learn.lessons import show_lesson
from cogs.learn.rules_pages import show_rules
from cogs.ui.game_ui import Face
from cogs.ui.routing import Click
from data.challenges import Terms
from games.lessons.matrio import LESSON
from games.matrio import MATRIO

FACE: Final = Face(accent=0x6E2620, rules=PAGES, lesson=LESSON)


@app_commands.guild_only()
class MatrioCog(
    commands.GroupCog,
    group_name=MATRIO.about.command,
    group_description=locale_str("Play MatriO, a card game for four"),
):
    """The commands of MatriO."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        super().__init__()

    @app_commands.command(
        name=locale_str("challenge"), description=locale_str("Open a table of MatriO")
    )
    @app_commands.describe(
        **OPPONENTS,
        lead=locale_str("With which card the holder of the 2 of clubs opens"),
        rated=RATED,
        takebacks=TAKEBACKS,
        **COMPUTERS,
        **TIMED,
    )
    @app_commands.choices(
        lead=[
            app_commands.Choice(name=locale_str("any: with any card"), value="any"),
            app_commands.Choice(name=locale_str("2♣: with the 2 of clubs"), value="2C"),
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
        lead: str = "any",
        rated: bool | None = None,
        computer: str | None = None,
        computers: app_commands.Range[int, 1, 3] | None = None,
        clock: str | None = None,
        on_time: str = "claim",
        takebacks: bool = False,
    ) -> None:
        """Open a table, for those who are asked and for anybody."""
        terms = Terms(
            game=MATRIO.about.key,
            seats=4,
            options=MATRIO.options_of({"lead": lead}),
            kind=SINGLE,
            first="random",
            rated=is_rated(rated, computer, computers),
            clock=clock_of(interaction, clock, on_time),
            takebacks=takebacks,
        )
        asked = tuple(one for one in (opponent1, opponent2, opponent3) if one is not None)
        sitting = some_computers(computer, computers, terms.seats - 1 - len(asked))
        await cards_of(self._bot).propose(interaction, asked, terms, sitting)

    @app_commands.command(name=locale_str("rules"), description=locale_str("The rules of MatriO"))
    async def rules(self, interaction: Click) -> None:
        """Show the rules."""
        await show_rules(interaction, MATRIO.about.key, 0)

    @app_commands.command(
        name=locale_str("learn"),
        description=locale_str("A first lesson in MatriO, step by step"),
    )
    async def learn(self, interaction: Click) -> None:
        """Begin the first lesson."""
        await show_lesson(interaction, MATRIO.about.key)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(MatrioCog(bot))
