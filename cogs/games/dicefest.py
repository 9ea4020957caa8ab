"""Dicefest in Discord: its commands, its rules and its lesson."""

from typing import Final

from discord.app_commands import locale_str

from bot.app import Tavolo
from cogs.challenge.handicaps import Whose
from cogs.games.commands import GameCommands, GameOption
from cogs.games.rulebooks.dicefest import PAGES
from cogs.ui.game_ui import GameUi, register
from games.dicefest import DICEFEST
from games.lessons.dicefest import LESSON

UI: Final = register(DICEFEST, GameUi(accent=0xD3B065, rules=PAGES, lesson=LESSON))

SIDES: Final = GameOption(
    "sides",
    locale_str("Whether the bot assigns the sides or everybody picks one"),
    (locale_str("opposite"), locale_str("choose")),
)


def fewer_dice(whose: Whose, size: int) -> locale_str:
    """Name a handicap: with how many locked dice somebody wins."""
    labels = {
        (Whose.ME, 1): locale_str("me: two locked dice are enough"),
        (Whose.ME, 2): locale_str("me: one locked die is enough"),
        (Whose.OTHERS, 1): locale_str("everybody else: two locked dice are enough"),
        (Whose.OTHERS, 2): locale_str("everybody else: one locked die is enough"),
    }
    return labels[whose, size]


async def setup(bot: Tavolo) -> None:
    """Load the commands."""
    description = locale_str("Play Dicefest, a dice game for two to four")
    bot.tree.add_command(
        GameCommands(bot, DICEFEST, description=description, options=[SIDES], handicap=fewer_dice)
    )
