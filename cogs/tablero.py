"""Tablero di Berona in Discord: its commands, and its rules in our own words."""

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Tavolo
from bot.errors import Refused
from bot.languages import Name
from bot.outcomes import SINGLE
from cogs.challenges import cards_of
from cogs.controls import Click
from cogs.faces import Face
from cogs.finding import guild_of
from cogs.offers import FIRST, RATED
from cogs.rules import show_rules
from data.challenges import Terms
from games.tablero import TABLERO
from games.words import Text

DRAWN: Final = "random"

FACE: Final = Face(
    accent=0xCBAA6A,
    rules=(
        Text(
            "### Tablero di Berona: what it is about\n"
            "Three rows of six spaces: a home row for each player, and the centre row between "
            "them. The columns are worth 1 to 6, the same for both. Everybody has twelve tokens. "
            "At the end whoever's token lies on top of a centre space owns its value; the higher "
            "sum wins.\n\n"
            "The board is empty at first and all tokens are in reserve. Who won the last game "
            "between you starts the next one; otherwise it is drawn."
        ),
        Text(
            "### Tablero di Berona: a turn\n"
            "The bot rolls two dice for you. Use **both**, in the order you like, each in one of "
            "two ways:\n"
            "- **Place** a token from your reserve on the space of your home row that the die "
            "shows, on top of whatever lies there.\n"
            "- **Move** the stack on that space, if your token is on top. Take up the whole "
            "stack and go step by step to spaces that touch (not diagonally); on each space that "
            "you enter the bottom token of the stack stays behind. No space twice, and never "
            "back to the start; the path must use up the stack. Paths may cross the centre and "
            "your opponent's row.\n\n"
            "A die that can be used must be used. You may choose a first action that leaves the "
            "second die without any. A stack of eighteen or more never moves, since no path is "
            "long enough."
        ),
        Text(
            "### Tablero di Berona: doubles and the end\n"
            "**Doubles.** Instead of using the dice you may take back one of your tokens from the "
            "top of any stack on the board into your reserve, and roll again. While you have a "
            "token to take back you can't bump on doubles: then you take one back, or your first "
            "action must leave something for the second die.\n\n"
            "**Bump.** A die that can't be used at all ends the game: you still use the other "
            "one if you can, then your opponent has exactly one more turn. Taking a token back "
            "on doubles still gives another roll in it; a second bump changes nothing.\n\n"
            "**The result.** Add up the centre spaces on which your token lies on top. With equal "
            "sums the owner of the highest space that anybody owns wins; if nobody owns any, it "
            "is a draw."
        ),
    ),
)


@app_commands.guild_only()
class TableroCog(
    commands.GroupCog,
    group_name=TABLERO.about.command,
    group_description=locale_str("Play Tablero di Berona, a dice game for two"),
):
    """The commands of Tablero di Berona."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        super().__init__()

    @app_commands.command(
        name=locale_str("challenge"),
        description=locale_str("Challenge somebody to Tablero di Berona"),
    )
    @app_commands.describe(
        opponent=locale_str("Whom you challenge; leave it out, and anybody may accept"),
        first=locale_str(
            "Who starts, if you have not played each other yet: later the winner does"
        ),
        rated=RATED,
    )
    @app_commands.choices(first=FIRST)
    async def challenge(
        self,
        interaction: Click,
        opponent: discord.User | None = None,
        first: str = DRAWN,
        rated: bool = True,
    ) -> None:
        """Challenge somebody, or anybody."""
        if opponent is not None and first != DRAWN:
            await self._check_first(interaction, opponent)
        terms = Terms(
            game=TABLERO.about.key,
            seats=2,
            options=TABLERO.options_of({}),
            kind=SINGLE,
            first=first,
            rated=rated,
        )
        opponents = () if opponent is None else (opponent,)
        await cards_of(self._bot).propose(interaction, opponents, terms)

    async def _check_first(self, interaction: Click, opponent: discord.abc.User) -> None:
        """Refuse a choice of who starts where the last game between the two decides it."""
        people = (interaction.user.id, opponent.id)
        before = await self._bot.matches.winner_before(
            guild_of(interaction), TABLERO.about.key, people
        )
        if before is None:
            return
        _, winner = before
        if winner is None:
            raise Refused(
                Text("Your last game was a draw, so who starts is drawn: leave out first.")
            )
        names = {
            interaction.user.id: interaction.user.display_name,
            opponent.id: opponent.display_name,
        }
        raise Refused(
            Text(
                "{winner} won the last game between you and starts this one: leave out first.",
                winner=Name(names[winner]),
            )
        )

    @app_commands.command(
        name=locale_str("rules"), description=locale_str("The rules of Tablero di Berona")
    )
    async def rules(self, interaction: Click) -> None:
        """Show the rules."""
        await show_rules(interaction, TABLERO.about.key, 0)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(TableroCog(bot))
