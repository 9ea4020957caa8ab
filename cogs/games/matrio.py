"""MatriO in Discord: its commands, its rules and its lesson."""

from typing import Final

from discord.app_commands import locale_str

from bot.app import Tavolo
from cogs.games.commands import GameCommands, GameOption
from cogs.games.rulebooks.matrio import PAGES
from cogs.ui.game_ui import GameUi, register
from games.lessons.matrio import LESSON
from games.matrio import MATRIO

UI: Final = register(MATRIO, GameUi(accent=0x6E2620, rules=PAGES, lesson=LESSON))

LEAD: Final = GameOption(
    "lead",
    locale_str("The card with which the holder of the 2 of clubs opens"),
    (locale_str("any: with any card"), locale_str("2♣: with the 2 of clubs")),
)


async def setup(bot: Tavolo) -> None:
    """Load the commands."""
    description = locale_str("Play MatriO, a card game for four")
    bot.tree.add_command(GameCommands(bot, MATRIO, description=description, options=[LEAD]))
