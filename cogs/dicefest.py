"""Dicefest in Discord: its commands, and its rules in our own words."""

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Tavolo
from bot.outcomes import SINGLE
from cogs.challenges import cards_of
from cogs.controls import Click
from cogs.faces import Face
from cogs.offers import OPPONENTS, RATED
from cogs.rules import show_rules
from data.challenges import Terms
from games.dicefest import DICEFEST
from games.words import Text

FEWEST: Final = DICEFEST.about.seats[0]
MOST: Final = DICEFEST.about.seats[-1]

FACE: Final = Face(
    accent=0xD3B065,
    rules=(
        Text(
            "### Dicefest: what it is about\n"
            "Two, three or four players, each with three dice on one side of a board of eight by "
            "eight without its corners. Bring all your dice to the side opposite, each to the "
            "space with the number that it shows on top, and have no counter left: then you win "
            "at once.\n\n"
            "**The board.** The inner six by six spaces hold a counter each at first, 36 in all. "
            "The spaces of every side are numbered 6 to 1 from left to right as its own player "
            "sees them.\n\n"
            "**The dice.** Each player gets three different numbers, which stand on top at the "
            "start, on the spaces of the same numbers, with the largest number that is neither "
            "on top nor at the bottom to the owner's left. All dice are right-handed, and "
            "opposite faces add up to seven. The bot deals out the sides, opposite ones for two; "
            "as an option everybody picks one in turn."
        ),
        Text(
            "### Dicefest: a turn\n"
            "Move one of your dice, or turn it.\n\n"
            "**Moving.** A die goes straight, exactly as many spaces as the number on the face "
            "that looks that way. It may jump over any dice and end on any free space, numbered "
            "ones of other sides too, but not in a corner. It does not roll. A counter on the "
            "space where it lands goes into your collection.\n\n"
            "**Turning.** A quarter turn in any of the six ways: rolled to the north, east, south "
            "or west, or spun left or right. It costs as many counters from your collection as "
            "the die shows on top before; you put them on free inner spaces of your choice.\n\n"
            "You pass only when you have no move at all. If everybody passes once around, the "
            "game is a draw."
        ),
        Text(
            "### Dicefest: locks and the end\n"
            "A die on the side opposite to your own, on the space with the number on its top, "
            "**locks** at once, whether it came there by a move or by a turn. It never acts "
            "again, and others jump over it.\n\n"
            "**You win** at once with all three dice locked and no counter in your collection. "
            "With counters left you only pass from then on; and if a single player still has a "
            "free die, that player wins at once. So with two players, who locks all three while "
            "holding counters loses.\n\n"
            "**Leaving.** Who leaves a table of three or four leaves the dice where they stand, "
            "as obstacles; their counters stay out of play, and the others go on."
        ),
    ),
)


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
        seats=locale_str("How many play; as many as you ask if you leave it out"),
        sides=locale_str("Whether the bot deals out the sides or everybody picks one"),
        rated=RATED,
    )
    @app_commands.choices(
        sides=[
            app_commands.Choice(name=locale_str("opposite"), value="opposite"),
            app_commands.Choice(name=locale_str("choose"), value="choose"),
        ]
    )
    async def challenge(
        self,
        interaction: Click,
        opponent1: discord.User | None = None,
        opponent2: discord.User | None = None,
        opponent3: discord.User | None = None,
        seats: app_commands.Range[int, FEWEST, MOST] | None = None,
        sides: str = "opposite",
        rated: bool = True,
    ) -> None:
        """Challenge one person, or open a table for those who are asked and for anybody."""
        asked = tuple(one for one in (opponent1, opponent2, opponent3) if one is not None)
        terms = Terms(
            game=DICEFEST.about.key,
            seats=seats if seats is not None else max(FEWEST, 1 + len(asked)),
            options=DICEFEST.options_of({}),
            kind=SINGLE,
            first="random",
            rated=rated,
            settings=DICEFEST.settings_of({"sides": sides}),
        )
        await cards_of(self._bot).propose(interaction, asked, terms)

    @app_commands.command(name=locale_str("rules"), description=locale_str("The rules of Dicefest"))
    async def rules(self, interaction: Click) -> None:
        """Show the rules."""
        await show_rules(interaction, DICEFEST.about.key, 0)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(DicefestCog(bot))
