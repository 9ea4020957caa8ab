"""Fixtures for tests that drive a whole bot through the simulated Discord."""

import asyncio
import contextlib
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import discord
import pytest

from bot import create_bot
from bot.config import async_url
from data.engine import Database
from tests.discord.simulated import MakeBot, Person, World, open_world
from tests.discord.simulated.tiny import TinyBot
from tests.discord.tables import Game, seeded_chances, start_game

WorldOf = Callable[[MakeBot], Awaitable[World]]


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database file that is up to date and empty: to copy it is quicker than to make one."""
    path = tmp_path_factory.mktemp("migrated") / "tavolo.db"

    async def make() -> None:
        database = Database(async_url(f"sqlite:///{path}"))
        await database.migrate()
        await database.close()

    asyncio.run(make())
    return path


@pytest.fixture
async def world(tmp_path: Path, migrated: Path) -> AsyncIterator[World]:
    """Yield a world with the project's bot, on a database file and with dice of its own."""
    shutil.copy(migrated, tmp_path / "tavolo.db")

    def make_bot() -> discord.Client:
        return create_bot(database_url=f"sqlite:///{tmp_path}/tavolo.db", chances=seeded_chances())

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


@pytest.fixture
def jonas(world: World) -> Person:
    """Return the other one."""
    return world.person("Jonas")


@pytest.fixture
async def game(world: World, mara: Person, jonas: Person) -> Game:
    """Return a game that Mara and Jonas have just begun, in a thread; Mara is to move."""
    return await start_game(world, mara, jonas)
