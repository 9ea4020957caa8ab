"""Tavolo in a process of its own on the playground's Discord, with a stopwatch on what it does.

`running` starts the bot, `Stopwatch` knows when somebody clicked Confirm and when the new board
with its picture was there, `Usage` what the process has used. Used by `test_move`.
"""

import asyncio
import contextlib
import os
import sys
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Final, Self

from playground.server import Server
from playground.world import World
from tests.benchmarks.blocks import check_unblocked
from tests.playground.people import Match
from tests.playground.waiting import PATIENCE, until

TOP: Final = Path(__file__).parents[2]
MOST_POSTS, LIMIT_SECONDS = 5, 5.0
"""How many messages Discord takes in one place in how many seconds."""
MARGIN_SECONDS: Final = 0.1
"""How much later we ask: a message is noted here a moment before the limit counts it."""
EPHEMERAL: Final = 64
"""The flag of a message that only one person sees; it does not count."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What a process has used so far: seconds of CPU time, and megabytes of memory now."""

    cpu: float
    megabytes: float

    @classmethod
    def of(cls, pid: int) -> Self:
        """Read what a running process has used; Linux only."""
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        ticks = int(stat[11]) + int(stat[12])
        size = os.sysconf("SC_PAGE_SIZE")
        return cls(ticks / os.sysconf("SC_CLK_TCK"), pages * size / 1e6)


@dataclass(slots=True)
class Running:
    """A bot that runs; `seconds` is how long it took from its start to the gateway.

    What blocks its event loop after `warm_at` is a fault.
    """

    pid: int
    seconds: float
    warm_at: float

    def warmed_up(self) -> None:
        """Note that from now on nothing is done for the first time, which takes longer."""
        self.warm_at = monotonic()


@contextlib.asynccontextmanager
async def running(server: Server, database: Path) -> AsyncIterator[Running]:
    """Run Tavolo in a process of its own inside the block, connected to the server's gateway.

    Fails at the end of the block if anything blocked the bot's event loop meanwhile.
    """
    blocks = database.with_name("blocks.txt")
    environment = {
        **os.environ,
        "PLAYGROUND_PORT": str(server.port),
        "PLAYGROUND_TOKEN": server.token,
        "PLAYGROUND_DATABASE": f"sqlite:///{database}",
        "PLAYGROUND_AHEAD": "0",
        "PLAYGROUND_BLOCKS": str(blocks),
    }
    began = monotonic()
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.playground.bot_process", cwd=TOP, env=environment
    )
    try:
        await until(lambda: server.gateway.online)
        bot = Running(process.pid, monotonic() - began, monotonic())
        yield bot
    finally:
        process.terminate()
        await process.wait()
    check_unblocked(blocks, bot.warm_at)


class Stopwatch:
    """Measure the time from each click on Confirm to the next picture in the same place."""

    def __init__(self, world: World) -> None:
        self.seconds: list[float] = []
        self._posts = defaultdict[int, deque[float]](lambda: deque(maxlen=MOST_POSTS))
        self._clicked: dict[int, float] = {}
        self._pictured = asyncio.Event()
        world.on_event.append(self._hear)

    def _hear(self, event: str, payload: Mapping[str, Any]) -> None:
        place = int(payload.get("channel_id") or 0)
        if event == "INTERACTION_CREATE":
            if str(payload["data"].get("custom_id", "")).startswith("t:go:"):
                self._clicked[place] = monotonic()
            return
        if event == "MESSAGE_CREATE" and not payload["flags"] & EPHEMERAL:
            self._posts[place].append(monotonic())
        if event == "MESSAGE_CREATE" and payload["attachments"] and place in self._clicked:
            self.seconds.append(monotonic() - self._clicked.pop(place))
            self._pictured.set()

    async def pause(self, place: int) -> None:
        """Wait until Discord takes another message in a place, those that began its game counted."""
        posts = self._posts[place]
        if len(posts) == MOST_POSTS:
            await asyncio.sleep(posts[0] + LIMIT_SECONDS + MARGIN_SECONDS - monotonic())

    async def move(self, match: Match) -> float:
        """Build a move in the panel, confirm it, and return how long its picture took."""
        self._pictured.clear()
        # The board before the last one loses its controls while that one is posted.
        await until(lambda: len(match.live) == 1)
        await match.click_move()
        async with asyncio.timeout(PATIENCE):
            await self._pictured.wait()
        return self.seconds[-1]


class Tables:
    """Places in which the same two people play, each with a game; they move in turn."""

    def __init__(self, stopwatch: Stopwatch, matches: list[Match]) -> None:
        self._stopwatch = stopwatch
        self._matches = matches

    async def play(self, rounds: int) -> list[float]:
        """Play moves in all places, one after the other, as often as `rounds` says.

        Returns how long each picture took. No place comes to its turn sooner than Discord's
        limit allows, so the bot never waits for that.
        """
        seconds = []
        for _ in range(rounds):
            for match in self._matches:
                await self._stopwatch.pause(match.place)
                seconds.append(await self._stopwatch.move(match))
        return seconds

    async def type(self, rounds: int) -> None:
        """Type moves in all places, one after the other, as often as `rounds` says."""
        for _ in range(rounds):
            for match in self._matches:
                await self._stopwatch.pause(match.place)
                await until(lambda: len(match.live) == 1)  # noqa: B023 - waited for in this round
                (board,) = match.live
                await match.type_move()
                await until(lambda: match.live not in ([], [board]))  # noqa: B023 - as above


def percentile(seconds: list[float], share: float) -> float:
    """Return the value that a share of the measurements does not exceed, in milliseconds."""
    return 1000 * sorted(seconds)[max(0, round(share * len(seconds)) - 1)]
