"""MatriO in Discord: its commands, and its rules in our own words."""

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
from games.matrio import MATRIO
from games.words import Text

FACE: Final = Face(
    accent=0x6E2620,
    rules=(
        Text(
            "### MatriO: what it is about\n"
            "Four players fill the trays of two tables with cards: three rows at the lower left, "
            "three columns at the upper right, each with a tray for spades, diamonds, clubs and "
            "hearts. Where a row and a column cross lies a cell of the grid. Who completes a row "
            "and a column puts a dot on their cell and owns it for good; what it is worth goes "
            "on changing with the cards on top of the trays. When all cards are played, the "
            "highest sum wins; equal sums share the win.\n\n"
            "**The cards.** An ordinary deck with two jokers, without the 4 of clubs and the 10 "
            "of diamonds: thirteen for everybody. Whoever holds the 2 of clubs opens, with any "
            "card they like (or, as an option, with just that card); then it goes around."
        ),
        Text(
            "### MatriO: playing a card\n"
            "One card a turn, on one tray:\n"
            "- While a tray of its suit is **empty**, a card must go to an empty tray of its suit.\n"
            "- Once all six trays of its suit are filled, it may cover the card on **any filled** "
            "tray of the board.\n"
            "- A **joker** may go anywhere at any time; it fills an empty tray too.\n\n"
            "So there is always something to play.\n\n"
            "**Dots.** A card that fills the last empty tray of a row and a column, or of "
            "several such pairs at once, puts your dots on all those cells.\n\n"
            "**Withdrawing.** As soon as all nine dots lie, whoever has none is out: the hand is "
            "put away unseen, there is no score, and they can't win. A single player who is left "
            "plays the hand out."
        ),
        Text(
            "### MatriO: what a cell is worth\n"
            "Take the four trays of its row and the four of its column. Multiply spades by "
            "spades, diamonds by diamonds, clubs by clubs, hearts by hearts, and add the four "
            "products. Only the card on top of a tray counts, with its own sign wherever it "
            "lies.\n\n"
            "**Values.** Black cards are positive, red ones negative. Ace 1, numbers as they are "
            "printed, king, queen and jack 10; but the queen of spades is 13. A joker is 0.\n\n"
            "**Example.** Queen times 7 of spades: 91. 4 times king of diamonds: 40. 7 times 5 of "
            "clubs: 35. 6 times 7 of hearts: 42. Together 208.\n\n"
            "**Leaving.** Who resigns puts the hand away; their dots stay and score for nobody, "
            "and the others go on."
        ),
    ),
)


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
    )
    @app_commands.choices(
        lead=[
            app_commands.Choice(name=locale_str("any: with any card"), value="any"),
            app_commands.Choice(name=locale_str("2C: with the 2 of clubs"), value="2C"),
        ]
    )
    async def challenge(
        self,
        interaction: Click,
        opponent1: discord.User | None = None,
        opponent2: discord.User | None = None,
        opponent3: discord.User | None = None,
        lead: str = "any",
        rated: bool = True,
    ) -> None:
        """Open a table, for those who are asked and for anybody."""
        terms = Terms(
            game=MATRIO.about.key,
            seats=4,
            options=MATRIO.options_of({"lead": lead}),
            kind=SINGLE,
            first="random",
            rated=rated,
        )
        asked = tuple(one for one in (opponent1, opponent2, opponent3) if one is not None)
        await cards_of(self._bot).propose(interaction, asked, terms)

    @app_commands.command(name=locale_str("rules"), description=locale_str("The rules of MatriO"))
    async def rules(self, interaction: Click) -> None:
        """Show the rules."""
        await show_rules(interaction, MATRIO.about.key, 0)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(MatrioCog(bot))
