"""Fixtures for abuse that is tried on the services, and in the simulated Discord."""

from tests.bot.conftest import club, den, elsewhere, empty_file, server_database, toy
from tests.discord.conftest import (
    backend,
    first_start,
    first_start_on_server,
    game,
    jonas,
    mara,
    stored,
    template,
    world,
    world_of,
)

__all__ = [
    "backend",
    "club",
    "den",
    "elsewhere",
    "empty_file",
    "first_start",
    "first_start_on_server",
    "game",
    "jonas",
    "mara",
    "server_database",
    "stored",
    "template",
    "toy",
    "world",
    "world_of",
]
