"""Tavolo in a process whose time passes faster, whose clock may be wrong and whose disk may be full.

Forked by `tests.playground.nursery` after `warm_up`; `main` runs the bot as the command `tavolo` does. Its settings
are in the environment. The event loop itself runs faster: whatever waits for some seconds waits
for that part of them. What does not belong here: when anything of this happens (`faults`).
"""

import asyncio
import os
import random
import selectors
import time
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Final

import discord
from sqlalchemy import Connection as SyncConnection

import bot
from bot import cli
from bot.app import Tavolo
from bot.config import Settings
from bot.match.setup import Chances
from bot.services.bot_clock import BotClock
from bot.text.voice import read_catalogues
from data import engine
from games.registry import GAMES
from games.words import english
from playground.redirect import point_discordpy
from render import hand_picture, picture
from render.scene import Hand
from tests.render.rounds import lines, round_of
from tests.torture import mutations
from tests.torture.control import Control, Disk

SCENES: Final = 8
"""How many boards of each game are drawn before the first bot is born."""
PRAGMAS: Final = {
    # What there is already may be written; the next page finds no room.
    Disk.FULL: ("PRAGMA query_only=0", "PRAGMA max_page_count=1"),
    Disk.READ_ONLY: ("PRAGMA query_only=1",),
    Disk.FINE: ("PRAGMA query_only=0", "PRAGMA max_page_count=1073741823"),
}


class PacedSelector(selectors.DefaultSelector):
    """Wait for a part of the time only."""

    def __init__(self, pace: float) -> None:
        super().__init__()
        self._pace = pace

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Wait for files as the system's own selector does, but not for as long."""
        found: list[tuple[selectors.SelectorKey, int]] = super().select(
            timeout if timeout is None else timeout / self._pace
        )
        return found


class PacedLoop(asyncio.SelectorEventLoop):
    """An event loop in which time passes faster."""

    def __init__(self, pace: float) -> None:
        super().__init__(PacedSelector(pace))
        self._pace = pace

    def time(self) -> float:
        """Return the seconds since some moment."""
        return time.monotonic() * self._pace


class Policy(asyncio.DefaultEventLoopPolicy):
    """Make event loops of a pace."""

    def __init__(self, pace: float) -> None:
        super().__init__()
        self._pace = pace

    def new_event_loop(self) -> asyncio.AbstractEventLoop:
        """Return a new loop."""
        return PacedLoop(self._pace)


class Clocks:
    """The clocks of the machine, as this process sees them."""

    def __init__(self, control: Control, began: float, pace: float) -> None:
        self._control = control
        self._began = began
        self._pace = pace

    def wall(self) -> float:
        """Return the seconds since 1970, which may be wrong."""
        passed = (time.time() - self._began) * self._pace
        return self._began + passed + self._control.asleep + self._control.ahead

    def now(self) -> datetime:
        """Return that as a date."""
        return datetime.fromtimestamp(self.wall(), UTC)

    def steady(self) -> float:
        """Return the seconds since some moment, by a clock that nobody sets."""
        return time.monotonic() * self._pace


def heed_disk(control: Control) -> None:
    """Make SQLite find the disk as `control` says, from one transaction to the next."""
    begin = engine._begin_sqlite
    found: dict[int, Disk] = {}

    def begun(connection: SyncConnection) -> None:
        disk, number = control.disk, id(connection.connection.dbapi_connection)
        if found.get(number, Disk.FINE) is not disk:
            found[number] = disk
            for pragma in PRAGMAS[disk]:
                connection.exec_driver_sql(pragma)
        begin(connection)

    engine._begin_sqlite = begun


def warm_up() -> None:
    """Read and draw once what every process would read and draw again: catalogues, boards, hands."""
    read_catalogues()
    for key, game in GAMES.items():
        for line in islice(lines(key), 0, SCENES * 3, 3):
            picture(round_of(line))
            if game.about.hidden:
                hand_picture(Hand(game, line.position.seen_by(0), 0, english))


def main() -> int:
    """Run the bot and return its exit status."""
    pace = float(os.environ["TORTURE_PACE"])
    control = Control(Path(os.environ["TORTURE_CONTROL"]))
    clocks = Clocks(control, float(os.environ["TORTURE_BEGAN"]), pace)
    source = random.Random(os.environ["TORTURE_DICE"])

    def create_bot(*, settings: Settings) -> Tavolo:
        return Tavolo(
            settings,
            clock=BotClock(clocks.wall, clocks.steady),
            chances=Chances(secret=lambda: source.randbytes(32), choose=source),
            guild_ready_timeout=0.5,
        )

    # The time that discord.py is asked for is the machine's.
    discord.utils.utcnow = clocks.now
    bot.create_bot = create_bot  # type: ignore[assignment]  # it takes what `cli` hands over
    os.environ["DISCORD_TOKEN"] = os.environ["PLAYGROUND_TOKEN"]
    os.environ["DATABASE_URL"] = os.environ["PLAYGROUND_DATABASE"]
    point_discordpy(int(os.environ["PLAYGROUND_PORT"]))
    asyncio.set_event_loop_policy(Policy(pace))
    heed_disk(control)
    mutations.install(os.environ.get("TORTURE_MUTATION", ""))
    return cli.main(["run"])
