"""The whole playground: a world to begin with, its sockets, the page, and a bot in it.

`open_playground` is for any bot; `play` is what `tavolo --playground` does. What does not belong
here: arguments and exit statuses (`bot.cli`).
"""

import asyncio
import contextlib
import html
import logging
import os
import sys
import tempfile
import webbrowser
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import discord

from bot.app import Tavolo
from bot.config import Settings
from bot.invitation import PERMISSIONS
from bot.life import live
from data.engine import DatabaseError
from playground.desk import Desk
from playground.page import Page
from playground.redirect import point_discordpy
from playground.server import Server
from playground.world import World

log = logging.getLogger(__name__)

MakeBot = Callable[[World], discord.Client]

PEOPLE: Final = (("Mara", "en-US"), ("Jonas", "en-US"), ("Aiko", "ja"), ("Sam", "en-US"))
SERVERS: Final = {"Game Night": ("table", "chat"), "Family": ("living-room",)}


@dataclass(frozen=True, slots=True)
class Playground:
    """A playground that runs."""

    world: World
    server: Server
    desk: Desk
    page: Page
    bot: discord.Client
    running: "asyncio.Task[None]"
    """The bot's life; done when it stopped by itself."""

    @property
    def url(self) -> str:
        """The address of the page, with its key."""
        return self.page.address

    async def bot_is_there(self) -> None:
        """Wait until the bot is ready. Raises what it ended with if it does not get there."""
        ready = asyncio.create_task(self.bot.wait_until_ready())
        await asyncio.wait((ready, self.running), return_when=asyncio.FIRST_COMPLETED)
        if not ready.done():
            ready.cancel()
            await self.running
            msg = "the bot stopped before it was ready"
            raise RuntimeError(msg)
        await ready


def first_world() -> World:
    """Build the world that a newcomer finds: two servers and four people.

    The first of them manages both servers.
    """
    world = World(invited_with=PERMISSIONS)
    host, *_ = [world.add_person(name, locale).id for name, locale in PEOPLE]
    for server, places in SERVERS.items():
        id_ = world.add_server(server)
        for place in places:
            world.add_place(id_, place)
        world.manage(id_, host, may=True)
    return world


@contextlib.asynccontextmanager
async def open_playground(
    make_bot: MakeBot, *, world: World | None = None, port: int = 0
) -> AsyncIterator[Playground]:
    """Run a bot and the page inside the block, in a new world if none is given.

    discord.py in this process talks to the playground from then on. Raises OSError where the
    port is taken.
    """
    world = world if world is not None else first_world()
    server, desk = Server(world), Desk(world)
    page = Page(desk, server)
    async with server.listening(port, more=page.routes):
        point_discordpy(server.port)
        bot = make_bot(world)
        running = asyncio.create_task(live(bot, server.token), name="the bot's life")
        try:
            yield Playground(world, server, desk, page, bot, running)
        finally:
            running.cancel()
            await asyncio.wait([running])
            await page.close()


async def play(
    settings: Settings, *, port: int, announce: Callable[[str], None], browser: bool
) -> None:
    """Run Tavolo in a playground until this is cancelled or the bot stops.

    Its database is new and in a folder that is removed at the end. Once the bot is there the
    page's address is announced, and opened if `browser`.
    """
    with tempfile.TemporaryDirectory(prefix="tavolo-playground-") as folder:
        async with open_playground(tavolo_in(Path(folder), settings), port=port) as playground:
            door = Path(folder) / "open.html" if browser and has_desktop() else None
            opening = asyncio.create_task(_announce(playground, announce, door))
            try:
                # A cancel must not reach the bot here: it is ended below, and to the end.
                await asyncio.shield(playground.running)
            finally:
                opening.cancel()
                # What the bot ended with is raised by the bot's own task.
                await asyncio.gather(opening, return_exceptions=True)


def tavolo_in(folder: Path, settings: Settings) -> MakeBot:
    """Make the bot as it is, with a database in a folder and the playground's time."""

    def make(world: World) -> discord.Client:
        chosen = replace(
            settings, database_url=f"sqlite:///{folder.as_posix()}/tavolo.db", backup_folder=None
        )
        return _InPlayground(chosen, world)

    return make


class _InPlayground(Tavolo):
    """Tavolo, which looks what is due as soon as the clock was moved; no time is lost by that."""

    def __init__(self, settings: Settings, world: World) -> None:
        super().__init__(
            settings, clock=lambda: int(world.now.timestamp()), guild_ready_timeout=0.1
        )
        self._world = world
        self._ahead = world.ahead
        self._moved = asyncio.Event()
        self._looking: asyncio.Task[None] | None = None

    async def setup_hook(self) -> None:
        await super().setup_hook()
        self._world.on_change.append(self._follow)
        self._looking = asyncio.create_task(self._look_when_moved(), name="the moved clock")

    async def close(self) -> None:
        if self._looking is not None:
            self._world.on_change.remove(self._follow)
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
            self._looking = None
        await super().close()

    def _follow(self) -> None:
        if self._world.ahead != self._ahead:
            self._ahead = self._world.ahead
            # Before anybody looks: it would be given back as time in which nobody reached the bot.
            self.lost_time.passed()
            self._moved.set()

    async def _look_when_moved(self) -> None:
        while True:
            await self._moved.wait()
            self._moved.clear()
            try:
                await self.scheduler.run_due()
            except DatabaseError:
                log.exception("what is due could not be looked up")


async def _announce(
    playground: Playground, announce: Callable[[str], None], door: Path | None
) -> None:
    """Say where the page is, and open it by way of a file if one is named."""
    await playground.bot_is_there()
    announce(playground.url)
    if door is not None:
        await asyncio.to_thread(open_page, playground.url, door)


def has_desktop(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Tell whether a browser has somewhere to open: without a desktop it would take the terminal."""
    if platform in {"win32", "darwin"}:
        return True
    return any(environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def open_page(address: str, door: Path) -> None:
    """Open an address in the browser without naming it on its command line, which all users see.

    The browser is given a file that leads there, and that nobody else can read.
    """
    link = html.escape(address)
    file = os.open(door, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(file, "w", encoding="utf-8") as written:
        written.write(f'<meta http-equiv="refresh" content="0; url={link}"><a href="{link}">→</a>')
    webbrowser.open(door.as_uri())
