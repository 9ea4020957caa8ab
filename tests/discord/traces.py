"""What the bot left behind: all that is public, and all that is stored.

Taken before and after a deed, they show that it changed nothing, whatever it was.
"""

import sqlite3
from pathlib import Path

from tests.discord.simulated import World


def all_public(world: World) -> list[str]:
    """Return every message that more than one person can see, with its controls."""
    return [
        f"{place.name}: {message} {message.edited}"
        for channel in world.backend.channels
        for place in [world.place(channel)]
        for message in place.messages
    ]


def all_stored(folder: Path) -> list[str]:
    """Return the whole database of the fixture `world`, as SQL."""
    connection = sqlite3.connect(folder / "tavolo.db")
    try:
        return list(connection.iterdump())
    finally:
        connection.close()
