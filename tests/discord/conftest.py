"""Fixtures for tests that drive a whole bot through the simulated Discord."""

import asyncio
import contextlib
import copy
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, wraps
from pathlib import Path
from typing import Any

import discord
import pytest

import render
from bot import create_bot
from tests.data.backends import fresh
from tests.discord.simulated import Commands, MakeBot, Person, World, open_world
from tests.discord.simulated.tiny import TinyBot
from tests.discord.tables import Game, seeded_chances, start_game

WorldOf = Callable[[MakeBot], Awaitable[World]]


@dataclass(frozen=True, slots=True)
class FirstStart:
    """What the bot's first start leaves: its database, and its commands at Discord."""

    database: Path
    commands: Commands


@pytest.fixture(scope="session")
def pictures() -> dict[str, Callable[[Any], bytes]]:
    """Return the functions that draw, which remember what they drew.

    Most worlds begin with the same board: the tests of `render` draw each time, these do not.
    """
    names = [name for name in vars(render) if name == "picture" or name.endswith("_picture")]
    return {name: _remembering(getattr(render, name)) for name in names}


def _remembering(draw: Callable[[Any], bytes]) -> Callable[[Any], bytes]:
    remembered = lru_cache(maxsize=1000)(draw)

    @wraps(draw)
    def drawn(subject: Any) -> bytes:
        try:
            hash(subject)
        except TypeError:
            return draw(subject)
        return remembered(subject)

    return drawn


@pytest.fixture(autouse=True)
def drawn_once(
    monkeypatch: pytest.MonkeyPatch, pictures: dict[str, Callable[[Any], bytes]]
) -> None:
    """Draw a picture once for all tests of a process that show it."""
    for name, draw in pictures.items():
        monkeypatch.setattr(render, name, draw)


@pytest.fixture(scope="session")
def first_start(tmp_path_factory: pytest.TempPathFactory) -> FirstStart:
    """Return what a first start leaves; to copy it for a test is quicker than to start afresh."""
    path = tmp_path_factory.mktemp("first-start") / "tavolo.db"

    async def start() -> Commands:
        async with open_world(lambda: create_bot(database_url=f"sqlite:///{path}")) as opened:
            return copy.deepcopy(opened.backend.commands)

    return FirstStart(path, asyncio.run(start()))


@pytest.fixture(scope="session")
def first_start_on_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of the database that a first start leaves on a PostgreSQL server."""
    with asyncio.Runner() as runner:
        opening = fresh("postgresql", tmp_path_factory.getbasetemp())
        url = runner.run(opening.__aenter__())

        async def start() -> None:
            async with open_world(lambda: create_bot(database_url=as_set(url))):
                """Only to have been there."""

        runner.run(start())
        yield url
        runner.run(opening.__aexit__(None, None, None))


def as_set(url: str) -> str:
    """Return an address as the setting has it."""
    return url.replace("+asyncpg", "").replace("+aiosqlite", "")


@pytest.fixture
def backend(request: pytest.FixtureRequest) -> str:
    """Return on which kind of database a world is: a SQLite file unless the test says more."""
    kind: str = getattr(request, "param", "sqlite")
    return kind


@pytest.fixture
def template(backend: str, request: pytest.FixtureRequest) -> str | None:
    """Return what a database on a server is a copy of; none is made where no test needs it."""
    return None if backend == "sqlite" else str(request.getfixturevalue("first_start_on_server"))


@pytest.fixture
async def stored(
    backend: str, tmp_path: Path, first_start: FirstStart, template: str | None
) -> AsyncIterator[str]:
    """Yield the address of a database that a first start has left, as the setting has it."""
    if backend == "sqlite":
        shutil.copy(first_start.database, tmp_path / "tavolo.db")
        yield f"sqlite:///{tmp_path}/tavolo.db"
        return
    async with fresh(backend, tmp_path, template=template) as url:
        yield as_set(url)


@pytest.fixture
async def world(stored: str, first_start: FirstStart) -> AsyncIterator[World]:
    """Yield a world with the project's bot, which has been there before, and dice of its own."""

    def make_bot() -> discord.Client:
        return create_bot(database_url=stored, chances=seeded_chances())

    async with open_world(make_bot, first_start.commands) as opened:
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
