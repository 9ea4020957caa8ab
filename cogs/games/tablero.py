"""Tablero di Berona in Discord: its commands."""

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Tavolo
from bot.errors import Refused
from bot.match.ledger_entry import AMOUNT, SCORING, STAKE
from bot.match.outcome import SINGLE
from bot.match.table import Person
from bot.text.voice import Name
from cogs.challenge.challenges import cards_of
from cogs.challenge.options import (
    CLOCKS,
    COMPUTER,
    FIRST,
    LEVELS,
    ON_TIME,
    RATED,
    TAKEBACKS,
    TIMED,
    clock_of,
    is_rated,
    one_computer,
)
from cogs.games.rulebooks.tablero import PAGES
from cogs.learn.lessons import show_lesson
from cogs.learn.rules_pages import show_rules
from cogs.match.ledger import show_ledger
from cogs.ui.game_lookup import guild_of
from cogs.ui.game_ui import Face
from cogs.ui.routing import Click
from data.challenges import Terms
from games.lessons.tablero import LESSON
from games.tablero import STAKES, TABLERO
from games.words import Text

DRAWN: Final = "random"
FIXED: Final = "fixed"

FACE: Final = Face(accent=0xCBAA6A, rules=PAGES, lesson=LESSON)


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
        scoring=locale_str("Whether the difference in points goes on the ledger between you"),
        stake=locale_str("What the loser owes: nothing, a fixed amount, or the difference"),
        amount=locale_str("How many coins a fixed stake is"),
        first=locale_str(
            "Who starts, if you have not played each other yet: later the winner does"
        ),
        rated=RATED,
        takebacks=TAKEBACKS,
        computer=COMPUTER,
        **TIMED,
    )
    @app_commands.choices(
        scoring=[
            app_commands.Choice(name=locale_str("single"), value="single"),
            app_commands.Choice(name=locale_str("ledger"), value="ledger"),
        ],
        stake=[
            app_commands.Choice(name=locale_str("none"), value="none"),
            app_commands.Choice(name=locale_str("fixed"), value=FIXED),
            app_commands.Choice(name=locale_str("difference"), value="difference"),
        ],
        first=FIRST,
        computer=LEVELS,
        clock=CLOCKS,
        on_time=ON_TIME,
    )
    async def challenge(
        self,
        interaction: Click,
        opponent: discord.User | None = None,
        scoring: str = "single",
        stake: str = "none",
        amount: app_commands.Range[int, STAKES.start, STAKES.stop - 1] | None = None,
        first: str = DRAWN,
        rated: bool | None = None,
        computer: str | None = None,
        clock: str | None = None,
        on_time: str = "claim",
        takebacks: bool = False,
    ) -> None:
        """Challenge somebody, anybody or the computer."""
        if amount is not None and stake != FIXED:
            raise Refused(Text("An amount needs stake: fixed. Choose it too, or leave amount out."))
        computers = one_computer(computer)
        others = [Person(seated.id, seated.name) for seated in computers]
        if opponent is not None:
            others.append(Person(opponent.id, opponent.display_name))
        if first != DRAWN and len(others) == 1:
            await self._check_first(interaction, *others)
        terms = Terms(
            game=TABLERO.about.key,
            seats=2,
            options=TABLERO.options_of({}),
            kind=SINGLE,
            first=first,
            rated=is_rated(rated, computer),
            clock=clock_of(interaction, clock, on_time),
            takebacks=takebacks,
            settings=TABLERO.settings_of(
                {
                    SCORING: scoring,
                    STAKE: stake,
                    AMOUNT: str(STAKES.start if amount is None else amount),
                }
            ),
        )
        opponents = () if opponent is None else (opponent,)
        await cards_of(self._bot).propose(interaction, opponents, terms, computers)

    @app_commands.command(
        name=locale_str("ledger"),
        description=locale_str("What stands on the ledger between you and others"),
    )
    @app_commands.describe(opponent=locale_str("With whom; leave it out for everybody"))
    async def ledger(self, interaction: Click, opponent: discord.User | None = None) -> None:
        """Show what is not settled, and with one person the matches behind it."""
        await show_ledger(self._bot, interaction, TABLERO.about.key, opponent)

    async def _check_first(self, interaction: Click, opponent: Person) -> None:
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
            opponent.id: opponent.name,
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

    @app_commands.command(
        name=locale_str("learn"),
        description=locale_str("A first lesson in Tablero di Berona, step by step"),
    )
    async def learn(self, interaction: Click) -> None:
        """Begin the first lesson."""
        await show_lesson(interaction, TABLERO.about.key)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(TableroCog(bot))
