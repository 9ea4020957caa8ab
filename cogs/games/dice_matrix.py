"""Dice Matrix in Discord: its commands, its rules and its lesson."""

from typing import Final

from discord.app_commands import locale_str

from bot.app import Tavolo
from cogs.games.commands import GameCommands, GameOption
from cogs.games.rulebooks.dice_matrix import PAGES
from cogs.ui.game_ui import GameUi, register
from games.dice_matrix import DICE_MATRIX
from games.lessons.dice_matrix import LESSON

UI: Final = register(DICE_MATRIX, GameUi(accent=0xCF4033, rules=PAGES, lesson=LESSON))

SCORING: Final = GameOption(
    "scoring",
    locale_str("Whether points are shown all the time or counted at the end"),
    (
        locale_str("running: points shown all the time"),
        locale_str("recount: points counted at the end"),
    ),
)


async def setup(bot: Tavolo) -> None:
    """Load the commands."""
    description = locale_str("Play Dice Matrix, a game for two")
    bot.tree.add_command(GameCommands(bot, DICE_MATRIX, description=description, options=[SCORING]))
