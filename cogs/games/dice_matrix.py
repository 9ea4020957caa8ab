"""Dice Matrix in Discord: its commands."""

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Tavolo
from cogs.challenge.challenges import cards_of
from cogs.challenge.options import (
    CLOCKS,
    COMPUTER,
    FIRST,
    LEVELS,
    MATCH,
    ON_TIME,
    RATED,
    TAKEBACKS,
    TIMED,
    clock_of,
    is_rated,
    one_computer,
)
from cogs.games.rulebooks.dice_matrix import PAGES
from cogs.learn.lessons import show_lesson
from cogs.learn.rules_pages import show_rules
from cogs.ui.game_ui import Face
from cogs.ui.routing import Click
from data.challenges import Terms
from games.dice_matrix import DICE_MATRIX
from games.lessons.dice_matrix import LESSON

FACE: Final = Face(accent=0xCF4033, rules=PAGES, lesson=LESSON)


@app_commands.guild_only()
class DiceMatrixCog(
    commands.GroupCog,
    group_name=DICE_MATRIX.about.command,
    group_description=locale_str("Play Dice Matrix, a game for two"),
):
    """The commands of Dice Matrix."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        super().__init__()

    @app_commands.command(
        name=locale_str("challenge"), description=locale_str("Challenge somebody to Dice Matrix")
    )
    @app_commands.describe(
        opponent=locale_str("Whom you challenge; leave it out, and anybody may accept"),
        scoring=locale_str("Whether points are shown all the time or counted at the end"),
        match=locale_str("One game, or two with the seats swapped and the points added"),
        first=locale_str("Who starts"),
        rated=RATED,
        takebacks=TAKEBACKS,
        computer=COMPUTER,
        **TIMED,
    )
    @app_commands.choices(
        scoring=[
            app_commands.Choice(
                name=locale_str("running: points shown all the time"), value="running"
            ),
            app_commands.Choice(
                name=locale_str("recount: points counted at the end"), value="recount"
            ),
        ],
        match=MATCH,
        first=FIRST,
        computer=LEVELS,
        clock=CLOCKS,
        on_time=ON_TIME,
    )
    async def challenge(
        self,
        interaction: Click,
        opponent: discord.User | None = None,
        scoring: str = "running",
        match: str = "single",
        first: str = "random",
        rated: bool | None = None,
        computer: str | None = None,
        clock: str | None = None,
        on_time: str = "claim",
        takebacks: bool = False,
    ) -> None:
        """Challenge somebody, anybody or the computer."""
        terms = Terms(
            game=DICE_MATRIX.about.key,
            seats=2,
            options=DICE_MATRIX.options_of({"scoring": scoring}),
            kind=match,
            first=first,
            rated=is_rated(rated, computer),
            clock=clock_of(interaction, clock, on_time),
            takebacks=takebacks,
        )
        opponents = () if opponent is None else (opponent,)
        await cards_of(self._bot).propose(interaction, opponents, terms, one_computer(computer))

    @app_commands.command(
        name=locale_str("rules"), description=locale_str("The rules of Dice Matrix")
    )
    async def rules(self, interaction: Click) -> None:
        """Show the rules."""
        await show_rules(interaction, DICE_MATRIX.about.key, 0)

    @app_commands.command(
        name=locale_str("learn"),
        description=locale_str("A first lesson in Dice Matrix, step by step"),
    )
    async def learn(self, interaction: Click) -> None:
        """Begin the first lesson."""
        await show_lesson(interaction, DICE_MATRIX.about.key)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(DiceMatrixCog(bot))
