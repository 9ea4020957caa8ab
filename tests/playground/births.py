"""Bots in processes of their own, at a server in this one: they are born, killed and stopped."""

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from playground.server import Server
from tests.playground.waiting import PATIENCE

TOP = Path(__file__).parents[2]


@dataclass(slots=True)
class Born:
    """A bot's process."""

    pid: int
    log: Path
    ended: "asyncio.Future[int]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    def said(self) -> str:
        """Return its log."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""


class Nursery:
    """Where bots are started in processes of their own."""

    def __init__(self, server: Server, folder: Path, process: asyncio.subprocess.Process) -> None:
        self.server = server
        self._folder = folder
        self._process = process
        self._born: dict[int, asyncio.Future[Born]] = {}

    async def bear(self, database: Path | str, *, ahead: float = 0, **settings: str) -> Born:
        """Start a bot with a database and more settings; it is there as soon as its process is."""
        number = len(self._born)
        log = self._folder / f"{number}.log"
        environment = {
            "PLAYGROUND_PORT": str(self.server.port),
            "PLAYGROUND_TOKEN": self.server.token,
            "PLAYGROUND_DATABASE": f"sqlite:///{database}"
            if isinstance(database, Path)
            else database,
            "PLAYGROUND_AHEAD": str(ahead),
            "PLAYGROUND_LOG": str(log),
            "LOG_LEVEL": "INFO",
            **settings,
        }
        self._born[number] = asyncio.get_running_loop().create_future()
        assert self._process.stdin is not None
        line = json.dumps({"number": number, "environment": environment})
        self._process.stdin.write(f"{line}\n".encode())
        return await self._born[number]

    def end_all(self) -> None:
        """Kill the bots that a failing test has left."""
        for future in self._born.values():
            if future.done() and not future.result().ended.done():
                os.kill(future.result().pid, signal.SIGKILL)

    async def listen(self) -> None:
        """Hear of births and deaths."""
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            number, pid, *status = map(int, line.split())
            if not status:
                self._born[number].set_result(Born(pid, self._folder / f"{number}.log"))
            else:
                self._born[number].result().ended.set_result(status[0])


@contextlib.asynccontextmanager
async def nursery_at(
    server: Server, folder: Path, program: str = "tests.playground.bot_process"
) -> AsyncIterator[Nursery]:
    """Yield a nursery of bots for a server that listens; those that are left are killed.

    Each runs the `main` of the module `program`.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.playground.nursery", program),
        cwd=TOP,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    found = Nursery(server, folder, process)
    listening = asyncio.create_task(found.listen())
    try:
        yield found
    finally:
        found.end_all()
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()
        await listening


async def stop(born: Born, number: signal.Signals) -> float:
    """Stop a bot, and return how many seconds it took to end."""
    began = monotonic()
    os.kill(born.pid, number)
    async with asyncio.timeout(PATIENCE):
        await asyncio.wait([born.ended])
    return monotonic() - began
