"""The page's socket as a test uses it: ask, and look at what was told."""

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from playground.start import Playground
from tests.playground.waiting import PATIENCE, until

Told = Mapping[str, Any]  # Any: JSON


class Reader:
    """One page that is open."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self.told: list[Told] = []

    async def say(self, text: str) -> None:
        """Send anything at all."""
        await self._socket.send_str(text)

    async def ask(self, do: str, **fields: Any) -> Told:
        """Ask for something and return the answer: "done" or "refused"."""
        n = next(self._numbers)
        await self.say(json.dumps({"do": do, "n": n, **fields}))
        return await self.wait(lambda told: told.get("n") == n)

    async def wait(self, wanted: Callable[[Told], object]) -> Told:
        """Wait until something was told that is wanted, and return it."""
        await until(lambda: any(wanted(told) for told in self.told))
        return next(told for told in self.told if wanted(told))

    def all(self, kind: str, pane: str | None = None) -> list[Told]:
        """Return everything of a kind that was told, to a pane or at all."""
        return [
            told
            for told in self.told
            if told["is"] == kind and (pane is None or told.get("pane") == pane)
        ]

    async def listen(self) -> None:
        """Take down what is told, until the end."""
        async for message in self._socket:
            self.told.append(json.loads(message.data))


def address(playground: Playground, path: str = "/ws") -> str:
    """Return the address of something of the page, with the key."""
    parts = urlsplit(playground.url)
    return f"http://{parts.netloc}{path}?{parts.query}"


def origin(playground: Playground) -> str:
    """Return the origin that a browser would name."""
    return f"http://{urlsplit(playground.url).netloc}"


@asynccontextmanager
async def reading(playground: Playground, language: str = "en") -> AsyncIterator[Reader]:
    """Open the page's socket in a language, and wait for its greeting."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(
            f"{address(playground)}&language={language}", origin=origin(playground)
        ) as socket,
    ):
        reader = Reader(socket)
        listening = asyncio.create_task(reader.listen())
        try:
            async with asyncio.timeout(PATIENCE):
                await reader.wait(lambda told: told["is"] == "hello")
            yield reader
        finally:
            listening.cancel()
            await asyncio.wait([listening])
