"""Time zones as people type and choose them: by any part of their name, in any case.

What does not belong here: which there are (`bot.match.reminder_times`).
"""

import unicodedata
from functools import cache
from typing import Final

from discord import app_commands

from bot.errors import Refused
from bot.match.reminder_times import time_zones
from bot.text.voice import Name
from cogs.ui.components import OPTION_LENGTH
from cogs.ui.routing import Click
from games.words import Text

MOST_CHOICES: Final = 25
ZONE_LENGTH: Final = 60


def read_zone(typed: str) -> str:
    """Read a time zone's name, in any case."""
    zone = _by_spelling().get(_spelled(typed))
    if zone is None:
        raise Refused(
            Text(
                "I don't know the time zone {zone}. Type a city, like Europe/Rome or "
                "Asia/Tokyo, and choose from the list.",
                zone=Name(typed[:OPTION_LENGTH]),
            )
        )
    return zone


async def suggest_zones(_interaction: Click, typed: str) -> list[app_commands.Choice[str]]:
    """List time zones whose name has what was typed, for autocomplete."""
    wanted = _spelled(typed[:ZONE_LENGTH])
    found = [zone for spelled, zone in _by_spelling().items() if wanted in spelled]
    return [app_commands.Choice(name=zone, value=zone) for zone in found[:MOST_CHOICES]]


@cache
def _by_spelling() -> dict[str, str]:
    """Return every time zone by its name in small letters."""
    return {_spelled(zone): zone for zone in sorted(time_zones())}


def _spelled(typed: str) -> str:
    return unicodedata.normalize("NFKC", typed).strip().casefold().replace(" ", "_")
