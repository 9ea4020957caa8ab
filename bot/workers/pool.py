"""Workers: processes in which computer players compute their moves.

A job waits its turn (servers take turns, so that nobody's many games hold up somebody else's
one), runs in a worker for a limited number of seconds, and comes back. A worker that dies or hangs
is replaced, and its job failed. What does not belong here: what the jobs do (`bot.workers.jobs`),
and what is done where one fails (`bot.services.computers`).
"""

import asyncio
import logging
import multiprocessing
import threading
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final, ParamSpec, TypeVar

from pebble import ProcessFuture, ProcessPool

from bot.errors import Busy
from bot.workers.jobs import settle_in

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

JOB_SECONDS: Final = 15.0
"""After how long a worker is taken to hang, unless a job says otherwise."""


class JobFailed(Exception):
    """A job that did not come back: it raised, hung, or its worker died."""


class Turnstile:
    """Admit a limited number of jobs at a time, one from each server in turn."""

    def __init__(self, size: int) -> None:
        self._free = size
        self._queues: OrderedDict[int, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """Count those who wait."""
        return sum(map(len, self._queues.values()))

    @property
    def free(self) -> int:
        """Count the places that nobody has."""
        return self._free

    def has_room(self, server: int, most: int) -> bool:
        """Tell whether one more job of a server may wait, among `most` of all servers.

        Where that many wait already, a server still has its share: one server's jobs never keep out
        those of another.
        """
        if self.waiting < most:
            return True
        share = most // len(self._queues.keys() | {server})
        return len(self._queues.get(server, ())) < share

    @asynccontextmanager
    async def turn(self, server: int) -> AsyncIterator[None]:
        """Wait for a turn, and have it as long as the block runs."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(server)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, server: int) -> None:
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(server, deque()).append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.cancelled():
                self._forget(server, called)
            else:
                # Called in the same instant: the turn is for somebody else.
                self._pass_on()
            raise

    def _forget(self, server: int, called: asyncio.Future[None]) -> None:
        queue = self._queues[server]
        queue.remove(called)
        if not queue:
            del self._queues[server]

    def _pass_on(self) -> None:
        """Admit the first of the server whose turn it is; the server then goes to the back."""
        while self._queues:
            server, queue = self._queues.popitem(last=False)
            called = queue.popleft()
            if queue:
                self._queues[server] = queue
            if not called.done():
                called.set_result(None)
                return
        self._free += 1


class Workers:
    """Run jobs in worker processes, which are started with the first job."""

    def __init__(self, count: int, most_waiting: int) -> None:
        self._count = count
        self._most_waiting = most_waiting
        self._turnstile = Turnstile(count)
        self._pool: ProcessPool | None = None
        self._starting = threading.Lock()

    @property
    def waiting(self) -> int:
        """Count the jobs that wait."""
        return self._turnstile.waiting

    @property
    def busy(self) -> int:
        """Count the jobs that are computed."""
        return self._count - self._turnstile.free

    async def run(
        self,
        server: int,
        seconds: float,
        job: Callable[P, T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run a job for a server and return what comes of it.

        Raises JobFailed if the job takes longer than `seconds`, or if it or its worker
        fails, and Busy immediately if too many jobs of the server wait already.
        """
        if not self._turnstile.has_room(server, self._most_waiting):
            raise Busy
        async with self._turnstile.turn(server):
            return await self._run(seconds, job, *args, **kwargs)

    async def _run(
        self, seconds: float, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        def scheduled() -> ProcessFuture[T]:
            return self._ready().schedule(job, args=args, kwargs=kwargs, timeout=seconds)

        try:
            # Off the event loop: the first job waits until the workers are started.
            future = await asyncio.to_thread(scheduled)
            return await asyncio.wrap_future(future)
        except Exception as error:
            # Whatever it was, in whichever process: who asked goes on without it.
            msg = f"{job.__name__} failed: {error!r}"
            raise JobFailed(msg) from error

    def _ready(self) -> ProcessPool:
        """Return the pool, started; a new one where it broke."""
        with self._starting:
            if self._pool is None or not self._pool.active:
                self._pool = ProcessPool(
                    self._count,
                    initializer=settle_in,
                    # A forked worker would hold the bot's connections and its memory.
                    context=multiprocessing.get_context("spawn"),
                )
            return self._pool

    async def close(self) -> None:
        """End the workers, whatever they are doing."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.stop()  # type: ignore[no-untyped-call]  # pebble does not say
            await asyncio.to_thread(pool.join)
