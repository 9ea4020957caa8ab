"""Fixtures for tests that drive a whole bot through the simulated Discord."""

import contextlib
import importlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import discord
import pytest

from .simulated import MakeBot, Person, World, open_world
from .simulated.tiny import TinyBot

WorldOf = Callable[[MakeBot], Awaitable[World]]


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """Yield a world with the project's bot, on a database file of its own."""

    def make_bot() -> discord.Client:
        # Imported late: the tests of the simulation itself need no bot.
        bot: discord.Client = importlib.import_module("bot").create_bot(
            database_url=f"sqlite:///{tmp_path}/tavolo.db"
        )
        return bot

    async with open_world(make_bot) as opened:
        yield opened


@pytest.fixture
async def world_of() -> AsyncIterator[WorldOf]:
    """Yield a function that opens a world with any bot; it is closed when the test ends."""
    async with contextlib.AsyncExitStack() as stack:

        async def open_one(make_bot: MakeBot) -> World:
            return await stack.enter_async_context(open_world(make_bot))

        yield open_one


@pytest.fixture
async def tiny_world(world_of: WorldOf, tmp_path: Path) -> World:
    """Return a world with the tiny bot, for tests of the simulation itself."""
    return await world_of(lambda: TinyBot(tmp_path / "tiny.db"))


@pytest.fixture
def mara(world: World) -> Person:
    """Return somebody who is there in nearly every test."""
    return world.person("Mara")
