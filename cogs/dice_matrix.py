"""Dice Matrix in Discord: its commands, and its rules in our own words."""

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Tavolo
from cogs.challenges import cards_of
from cogs.controls import Click
from cogs.faces import Face
from cogs.offers import FIRST, MATCH, RATED
from cogs.rules import show_rules
from data.challenges import Terms
from games.dice_matrix import DICE_MATRIX
from games.words import Text

FACE: Final = Face(
    accent=0xCF4033,
    rules=(
        Text(
            "### Dice Matrix: what it is about\n"
            "Forty-nine dice in five colours lie in a square of seven by seven, the matrix. "
            "In turn you take one or two of them into your own area, a table with a column for "
            "each colour and a row for each face. Every die scores the moment it arrives, and "
            "it scores more the fuller its column and its row already are. When the matrix is "
            "empty, the higher total wins; equal totals are a draw.\n\n"
            "**The beginning.** All fifty dice are rolled by the bot; one is left over. Whoever "
            "starts turns that die to any face, puts it into their area and scores 2. That is "
            "the whole first turn. From then on no die changes its face."
        ),
        Text(
            "### Dice Matrix: a turn\n"
            "Take **one die**, any one; or take **a pair** if\n"
            "- both lie in the same row or the same column,\n"
            "- no die lies between them (cells that are empty already may),\n"
            "- and they have the same colour, the same face, or both.\n\n"
            "You never have to take a pair. The two dice of a pair are scored one after the "
            "other; the order makes no difference to the points.\n\n"
            "**Stacks.** A die whose place in your area is taken goes on top of what is there; "
            "every die of the stack counts."
        ),
        Text(
            "### Dice Matrix: scoring\n"
            "A die that you place scores the number of dice in its column, plus the number of "
            "dice in its row, stacks counted in full and the die itself counted both times. So "
            "a die that is alone scores 2.\n\n"
            "**Example.** In your area lies a red 3. You take the pink 3 and the red 3. The pink "
            "one: 1 in its column, 2 in its row, 3 points. The red one: 2 in its column, 3 in "
            "its row, 5 points. Together 8.\n\n"
            "**To check a total:** a row or column with n dice is worth 1 + 2 + … + n. All "
            "of them together always give the running total, however long a line is.\n\n"
            "**Scoring: recount.** With this option nobody sees points while the game runs; "
            "they are counted at the end.\n\n"
            "**Two games.** In a two-game match each player starts once, and the points of both "
            "games are added. Who resigns in either game gives up the match."
        ),
    ),
)


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
    )
    async def challenge(
        self,
        interaction: Click,
        opponent: discord.User | None = None,
        scoring: str = "running",
        match: str = "single",
        first: str = "random",
        rated: bool = True,
    ) -> None:
        """Challenge somebody, or anybody."""
        terms = Terms(
            game=DICE_MATRIX.about.key,
            seats=2,
            options=DICE_MATRIX.options_of({"scoring": scoring}),
            kind=match,
            first=first,
            rated=rated,
        )
        opponents = () if opponent is None else (opponent,)
        await cards_of(self._bot).propose(interaction, opponents, terms)

    @app_commands.command(
        name=locale_str("rules"), description=locale_str("The rules of Dice Matrix")
    )
    async def rules(self, interaction: Click) -> None:
        """Show the rules."""
        await show_rules(interaction, DICE_MATRIX.about.key, 0)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(DiceMatrixCog(bot))
