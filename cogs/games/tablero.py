"""Tablero di Berona in Discord: its commands with the ledger, its rules and its lesson."""

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.app import Tavolo
from bot.errors import Refused
from bot.match.ledger_entry import AMOUNT, SCORING, STAKE
from cogs.challenge.options import Chosen, CommandOption, command_with
from cogs.games.commands import GameCommands, GameOption
from cogs.games.rulebooks.tablero import PAGES
from cogs.match.ledger import show_ledger
from cogs.ui.game_ui import GameUi, register
from cogs.ui.routing import Click
from games.lessons.tablero import LESSON
from games.tablero import TABLERO
from games.words import Text

FIXED: Final = "fixed"

UI: Final = register(
    TABLERO,
    GameUi(
        accent=0xCBAA6A,
        rules=PAGES,
        lesson=LESSON,
        help={"standings": Text("/tablero ledger shows what is open between you and others.")},
    ),
)

OPTIONS: Final = (
    GameOption(
        SCORING,
        locale_str("Whether the difference in points goes on the ledger between you"),
        (locale_str("single"), locale_str("ledger")),
    ),
    GameOption(
        STAKE,
        locale_str("What the loser owes: nothing, a fixed amount, or the difference"),
        (locale_str("none"), locale_str("fixed"), locale_str("difference")),
    ),
    GameOption(AMOUNT, locale_str("How many coins, for a fixed stake")),
)


class TableroCommands(GameCommands):
    """The commands of Tablero di Berona, with the ledger."""

    def special(self) -> Sequence[app_commands.Command[Any, ..., None]]:  # Any: of any group
        """Return the command of the ledger."""
        description = locale_str("The ledger between you and others")
        whom = locale_str("With one person; leave it out for everybody")
        opponent = CommandOption("opponent", whom, discord.User | None)
        return (command_with("ledger", description, [opponent], self._ledger),)

    def check(self, chosen: Chosen) -> None:
        """Refuse an amount where the stake is not fixed."""
        if chosen[AMOUNT] is not None and chosen[STAKE] != FIXED:
            raise Refused(
                Text(
                    "The amount option needs stake: fixed. Choose that too, or leave the "
                    "amount out."
                )
            )

    async def _ledger(self, interaction: Click, chosen: Chosen) -> None:
        """Show what is not settled, and with one person the matches behind it."""
        await show_ledger(self.bot, interaction, TABLERO.about.key, chosen["opponent"])


async def setup(bot: Tavolo) -> None:
    """Load the commands."""
    description = locale_str("Play Tablero di Berona, a dice game for two")
    bot.tree.add_command(TableroCommands(bot, TABLERO, description=description, options=OPTIONS))
