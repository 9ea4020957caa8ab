"""What every game's challenge command offers: who starts, one game or two."""

from typing import Final

from discord import app_commands
from discord.app_commands import locale_str

from bot.outcomes import SINGLE, TWO_GAME

FIRST: Final = [
    app_commands.Choice(name=locale_str("me"), value="me"),
    app_commands.Choice(name=locale_str("opponent"), value="opponent"),
    app_commands.Choice(name=locale_str("random"), value="random"),
]
MATCH: Final = [
    app_commands.Choice(name=locale_str("single"), value=SINGLE),
    app_commands.Choice(name=locale_str("two-game"), value=TWO_GAME),
]
OPPONENTS: Final = {
    "opponent1": locale_str("Whom you ask; seats for which you ask nobody are open to anybody"),
    "opponent2": locale_str("Whom you ask as well"),
    "opponent3": locale_str("Whom you ask as well"),
}
"""The options of a table of up to four."""
RATED: Final = locale_str("Whether it counts for the leaderboard")
