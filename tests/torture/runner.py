"""Start and end the bot's process, again and again, and read what it has said.

What does not belong here: why it ends (`faults`, `storm`).
"""

import asyncio
import contextlib
import os
import resource
import signal
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Final

from playground.server import Server
from tests.playground.births import Born, Nursery
from tests.torture.control import Control
from tests.torture.starved import starved
from tests.torture.told import Told

LONGEST_STOP: Final = 10.0
"""Seconds that a stop may take."""
LOOK: Final = 0.1
"""After how many seconds a process that is to stop is looked at again."""
PATIENCE: Final = 600.0
"""Seconds that a start may take on a very busy machine."""
REFUSED: Final = 2
"""The status of a bot that can't run as it is set up."""
UNOPENED: Final = "DATABASE_URL does not open"
"""What it says where the disk fails while it starts."""
TRACE: Final = "Traceback (most recent call last)"


@dataclass(frozen=True, slots=True)
class End:
    """How a process ended that was stopped: after how many seconds, and with which status.

    Seconds in which the machine had no processor for it, or for its Discord, do not count.
    """

    seconds: float
    status: int


@dataclass(slots=True)
class Runner:
    """One bot after the other, on one database."""

    server: Server
    nursery: Nursery
    control: Control
    database: str
    environment: dict[str, str]
    seed: str
    told: Told
    born: Born | None = None
    starts: int = 0
    ends: list[End] = field(default_factory=list)
    """How the stops went."""
    _read: int = 0

    @property
    def pid(self) -> int:
        """The number of the process, or of the last one that there was."""
        assert self.born is not None
        return self.born.pid

    @property
    def is_running(self) -> bool:
        """Whether there is a process."""
        return self.born is not None and not self.born.ended.done()

    @property
    def is_online(self) -> bool:
        """Whether it is there and connected."""
        return self.is_running and self.server.gateway.online

    async def start(self) -> None:
        """Start the bot, and do not wait until it is connected."""
        assert not self.is_running
        self.starts += 1
        self.told.process = self.starts
        self._read = 0
        self.born = await self.nursery.bear(
            self.database,
            ahead=0,
            PLAYGROUND_PORT=str(self.server.port),
            PLAYGROUND_TOKEN=self.server.token,
            TORTURE_BEGAN=repr(self.server.world.began.timestamp()),
            TORTURE_PACE=str(self.server.world.pace),
            TORTURE_DICE=f"{self.seed}:{self.starts}",
            WORKERS="1",
            **self.environment,
        )

    async def online(self) -> None:
        """Wait until the bot is connected, and start it (again) where it is not running.

        Raises TimeoutError.
        """
        async with asyncio.timeout(PATIENCE):
            while not self.is_online:
                if not self.is_running:
                    await self.start()
                await asyncio.sleep(0.01)

    async def kill(self) -> None:
        """Kill the process at once."""
        if self.born is not None and not self.born.ended.done():
            self._signal(signal.SIGKILL)
            await self.born.ended

    async def stop(self, number: signal.Signals) -> End | None:
        """Ask the process to stop; None where there was none, or none that could start.

        One that does not stop is killed.
        """
        if self.born is None or self.born.ended.done():
            return None
        born, began, seconds = self.born, monotonic(), 0.0
        before = starved(born.pid, os.getpid())
        self._signal(number)
        while not born.ended.done() and seconds < 2 * LONGEST_STOP:
            lost = max(0.0, starved(born.pid, os.getpid()) - before)
            await asyncio.wait([born.ended], timeout=LOOK)
            seconds = max(seconds, monotonic() - began - lost)
        if not born.ended.done():
            await self.kill()
        end = End(seconds, born.ended.result())
        if end.status == REFUSED and UNOPENED in born.said():
            # It has ended by itself: nobody could open the database just then, and it said so.
            return None
        self.ends.append(end)
        return end

    def limit_files(self, size: int) -> None:
        """Keep files of the process from growing; -1 ends that."""
        # It may have ended by itself, and nobody has heard of it yet.
        with contextlib.suppress(ProcessLookupError):
            if self.is_running:
                _, most = resource.prlimit(self.pid, resource.RLIMIT_FSIZE)
                resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (size, most))

    def errors(self) -> Iterator[str]:
        """Yield each traceback that the process has written since it was last asked."""
        if self.born is None:
            return
        said = self.born.said()
        complete = said[self._read :]
        self._read = len(said)
        for part in complete.split(TRACE)[1:]:
            yield tell_error(part)

    def _signal(self, number: signal.Signals) -> None:
        assert self.born is not None
        # It may end by itself at this moment.
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.born.pid, number)


def tell_error(traced: str) -> str:
    """Return the last lines of a traceback: where it was, and what."""
    lines = traced.splitlines()
    frames = [line.strip() for line in lines if line.startswith("  File ")]
    said = next((line for line in lines[1:] if line and not line.startswith(" ")), "")
    return f"{said} ({frames[-1] if frames else '?'})"


def wal_of(database: str) -> Path | None:
    """Return the path of a SQLite database's log of writes; None for other databases."""
    path = database.removeprefix("sqlite:///")
    return None if path == database else Path(f"{path}-wal")
