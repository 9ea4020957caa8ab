"""Fixtures: a playground with two people, and any bot in it."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from datetime import timedelta

import discord
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from playground.start import MakeBot, Playground, open_playground
from playground.world import World
from tests.playground.bots import Controls
from tests.playground.reader import Reader, reading
from tests.playground.waiting import PATIENCE

Open = Callable[..., Awaitable[Playground]]


@pytest.fixture(autouse=True)
def _discordpy_forgets_the_playground() -> Iterator[None]:
    """Put back where discord.py finds Discord."""
    with pytest.MonkeyPatch.context() as patch:
        for where, name in (
            (Route, "BASE"),
            (DiscordWebSocket, "DEFAULT_GATEWAY"),
            (discord.Asset, "BASE"),
        ):
            patch.setattr(where, name, getattr(where, name))
        yield


class Table:
    """A world with one server, one channel, Mara and Jonas."""

    def __init__(self) -> None:
        self.world = World()
        self.world.patience = timedelta(seconds=PATIENCE)  # a busy machine is no slow bot
        self.server = self.world.add_server("Game Night")
        self.place = self.world.add_place(self.server, "table")
        self.mara = self.world.add_person("Mara").id
        self.jonas = self.world.add_person("Jonas", "ja").id

    def texts(self, place: int | None = None) -> list[str]:
        """Return what is written in a place, by default the channel."""
        place = place or self.place
        return [self.world.message(place, each)["content"] for each in self.world.messages(place)]


@pytest.fixture
def table() -> Table:
    return Table()


@contextlib.asynccontextmanager
async def opening(table: Table) -> AsyncIterator[Open]:
    """Yield a function that opens a playground with a bot and waits until the bot is there."""
    async with contextlib.AsyncExitStack() as stack:

        async def open_one(make_bot: MakeBot) -> Playground:
            playground = await stack.enter_async_context(
                open_playground(make_bot, world=table.world)
            )
            async with asyncio.timeout(PATIENCE):
                await playground.bot_is_there()
            return playground

        yield open_one


@pytest.fixture
async def open_with(table: Table) -> AsyncIterator[Open]:
    """Yield a function that opens a playground with a bot and waits until the bot is there."""
    async with opening(table) as open_one:
        yield open_one


@pytest.fixture
async def playground(open_with: Open) -> Playground:
    """Return a playground in which the bot with all controls runs."""
    return await open_with(lambda _: Controls())


@pytest.fixture
async def reader(playground: Playground) -> AsyncIterator[Reader]:
    """Yield a page that is open."""
    async with reading(playground) as opened:
        yield opened
