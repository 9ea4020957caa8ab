"""Fixtures for abuse that is tried on the services, and in the simulated Discord."""

from tests.bot.conftest import club, den, elsewhere, empty_file, server_database, toy
from tests.discord.conftest import first_start, game, jonas, mara, world, world_of

__all__ = [
    "club",
    "den",
    "elsewhere",
    "empty_file",
    "first_start",
    "game",
    "jonas",
    "mara",
    "server_database",
    "toy",
    "world",
    "world_of",
]
