"""Tablero di Berona in Discord: its commands."""

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Tavolo
from bot.errors import Refused
from bot.languages import Mention, Name, Voice
from bot.ledger import AMOUNT, SCORING, STAKE, Account
from bot.messages import pinging
from bot.outcomes import SINGLE
from bot.seating import Person
from cogs.answers import change, reader, whisper
from cogs.challenges import cards_of
from cogs.controls import Click, control, numbers
from cogs.faces import Face
from cogs.finding import guild_of
from cogs.layout import AnyItem, button, buttons, layout, small, words
from cogs.lessons import show_lesson
from cogs.offers import (
    CLOCKS,
    COMPUTER,
    FIRST,
    LEVELS,
    ON_TIME,
    RATED,
    TAKEBACKS,
    TIMED,
    clock_of,
    one_computer,
)
from cogs.rulebooks.tablero import PAGES
from cogs.rules import show_rules
from data.challenges import Terms
from data.ledger import Entry
from games.lessons.tablero import LESSON
from games.tablero import STAKES, TABLERO
from games.words import Plural, Text, signed

DRAWN: Final = "random"
NOTHING_LEFT: Final = Text("Nothing stands on the ledger between the two any more.")
LISTED: Final = 10
"""How many opponents, or matches with one, a ledger shows."""

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
            app_commands.Choice(name=locale_str("fixed"), value="fixed"),
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
        amount: app_commands.Range[int, STAKES.start, STAKES.stop - 1] = 1,
        first: str = DRAWN,
        rated: bool = True,
        computer: str | None = None,
        clock: str | None = None,
        on_time: str = "claim",
        takebacks: bool = False,
    ) -> None:
        """Challenge somebody, anybody or the computer."""
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
            rated=rated,
            clock=clock_of(interaction, clock, on_time),
            takebacks=takebacks,
            settings=TABLERO.settings_of(
                {
                    SCORING: scoring,
                    STAKE: stake,
                    AMOUNT: str(amount if stake == "fixed" else STAKES.start),
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
        accounts = await self._bot.ledgers.accounts(
            guild_of(interaction), TABLERO.about.key, interaction.user.id
        )
        if opponent is not None:
            accounts = [account for account in accounts if account.other_id == opponent.id]
        await whisper(
            interaction,
            ledger_layout(reader(interaction), Name(interaction.user.display_name), accounts),
        )

    @control("settle")
    async def _propose_settling(self, interaction: Click, parts: list[str]) -> None:
        """Ask the other one, publicly, to agree that it is settled."""
        other_id, up_to = numbers(parts, 2)
        account = await self._bot.ledgers.ask(
            guild_of(interaction), TABLERO.about.key, interaction.user.id, other_id, up_to
        )
        if account is None:
            raise Refused(NOTHING_LEFT)
        asker = Name(interaction.user.display_name)
        voice = reader(interaction)
        text = Text(
            "{person} asks {other} to settle: {balance}.",
            person=asker,
            other=Mention(other_id),
            balance=balance_text(account, asker),
        )
        success = discord.ButtonStyle.success
        agree = button(
            voice(Text("Agree")), "settle-yes", interaction.user.id, other_id, up_to, style=success
        )
        await interaction.response.send_message(
            view=layout(FACE.accent, words(voice(text)), *buttons([agree])),
            allowed_mentions=pinging([other_id]),
        )

    @control("settle-yes")
    async def _settle(self, interaction: Click, parts: list[str]) -> None:
        """Settle, where the one who was asked agrees."""
        asker_id, other_id, up_to = numbers(parts, 3)
        if interaction.user.id != other_id:
            raise Refused(Text("Only {person} can agree to this.", person=Mention(other_id)))
        account = await self._bot.ledgers.settle(
            guild_of(interaction), TABLERO.about.key, asker_id, other_id, up_to
        )
        if account is None:
            raise Refused(NOTHING_LEFT)
        asker = Name(await self._bot.ledgers.name_of(guild_of(interaction), asker_id))
        voice = reader(interaction)
        settled = Text(
            "{person} and {other} have settled: {balance}.",
            person=asker,
            other=Name(interaction.user.display_name),
            balance=balance_text(account, asker),
        )
        await change(interaction, layout(None, words(voice(settled))))

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


def balance_text(account: Account, person: Name) -> Text:
    """Say who is ahead: "Mara is ahead by 7 points; Jonas owes 5 coins"."""
    other = Name(account.other_name)
    if account.points == 0:
        points = Text("the points are even")
    else:
        points = Plural(
            "{who} is ahead by {n} point",
            "{who} is ahead by {n} points",
            abs(account.points),
            who=person if account.points > 0 else other,
        )
    if account.coins == 0:
        return points
    coins = Plural(
        "{debtor} owes {n} coin",
        "{debtor} owes {n} coins",
        abs(account.coins),
        debtor=other if account.coins > 0 else person,
    )
    return Text("{points}; {coins}", points=points, coins=coins)


def ledger_layout(voice: Voice, person: Name, accounts: list[Account]) -> discord.ui.LayoutView:
    """Lay out a person's ledger: a line for each opponent; for one alone, the matches too."""
    if not accounts:
        return layout(None, words(voice(Text("Nothing stands on your ledger here."))))
    items: list[AnyItem] = []
    for account in accounts[:LISTED]:
        said = Text(
            "With {other}: {balance}",
            other=Name(account.other_name),
            balance=balance_text(account, person),
        )
        items.append(words(voice(said)))
        if len(accounts) == 1:
            items += [small(voice(_entry_text(entry))) for entry in account.entries[:LISTED]]
        settle = button(voice(Text("Settle")), "settle", account.other_id, account.up_to)
        items += buttons([settle])
    return layout(FACE.accent, *items)


def _entry_text(entry: Entry) -> Text:
    return Text(
        "match {number}: {points} points, {coins} coins",
        number=entry.match_id,
        points=signed(entry.points, plus=True),
        coins=signed(entry.coins, plus=True),
    )


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(TableroCog(bot))
