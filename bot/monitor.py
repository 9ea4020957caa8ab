"""What a host's tools ask a running bot: `/healthz`, and `/metrics` for Prometheus.

Served on this machine alone, and only where METRICS_PORT is set. What does not belong here: what is
measured (`bot.metrics`).
"""

import asyncio
import logging
import math
from collections.abc import AsyncIterator, Callable, Mapping
from typing import TYPE_CHECKING, Final, Protocol

from aiohttp import web

from bot.config import METRICS_PORT, ConfigurationError
from bot.metrics import CountingHandler, Metrics
from data import outbox, schedule
from data.engine import Database, DatabaseError

if TYPE_CHECKING:
    from discord import ShardInfo

log = logging.getLogger(__name__)

HOST: Final = "127.0.0.1"
DATABASE_SECONDS: Final = 5
"""How long the database has to answer a question about health."""
SWEPT_SECONDS: Final = 60
"""After how many seconds without a sweep of the outbox something is wrong."""
SICK: Final = 503
PLAIN: Final = "text/plain; version=0.0.4; charset=utf-8"


class Watched(Protocol):
    """What is asked of the bot."""

    @property
    def database(self) -> Database:
        """Its database."""

    @property
    def shards(self) -> "Mapping[int, ShardInfo]":
        """Its shards by their number."""

    @property
    def jobs(self) -> tuple[int, int]:
        """How many jobs wait for the workers, and how many are computed."""

    @property
    def server_count(self) -> int:
        """How many servers it is in."""

    @property
    def swept_at(self) -> float:
        """When the outbox was last swept, by the event loop's clock; 0 before the first time."""

    @property
    def clock(self) -> Callable[[], int]:
        """What it takes for the time."""

    def is_ready(self) -> bool:
        """Tell whether it has been connected to all its shards."""


class Monitor:
    """Answer questions about one bot."""

    def __init__(self, bot: Watched, port: int) -> None:
        self._bot = bot
        self._port = port
        self.metrics = Metrics()
        self._counting = CountingHandler(self.metrics)
        self._runner: web.AppRunner | None = None
        self._lag: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Listen; raises ConfigurationError where the port is taken."""
        application = web.Application()
        application.router.add_get("/healthz", self._healthz)
        application.router.add_get("/metrics", self._metrics)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, HOST, self._port).start()
        except OSError as error:
            await self.close()
            wrong = f"is {self._port}, where nothing can listen ({error.strerror})"
            raise ConfigurationError(METRICS_PORT.name, wrong, METRICS_PORT.allowed) from None
        logging.getLogger().addHandler(self._counting)
        self._lag = asyncio.create_task(self.metrics.measure_lag(), name="the event loop's lag")
        log.info("metrics are at http://%s:%s/metrics", HOST, self.port)

    @property
    def port(self) -> int:
        """Where it listens."""
        addresses = self._runner.addresses if self._runner is not None else []
        return int(addresses[0][1]) if addresses else self._port

    async def close(self) -> None:
        """Listen no more."""
        logging.getLogger().removeHandler(self._counting)
        if self._lag is not None:
            self._lag.cancel()
            await asyncio.gather(self._lag, return_exceptions=True)
        if self._runner is not None:
            await self._runner.cleanup()

    async def _healthz(self, _request: web.Request) -> web.Response:
        wrong = [each async for each in self._wrong()]
        return web.Response(text="\n".join(wrong or ["ok"]) + "\n", status=SICK if wrong else 200)

    async def _wrong(self) -> AsyncIterator[str]:
        bot, loop = self._bot, asyncio.get_running_loop()
        closed = sum(shard.is_closed() for shard in bot.shards.values())
        if not bot.is_ready():
            yield "not connected to Discord yet"
        elif closed:
            yield f"{closed} of {len(bot.shards)} shards are not connected"
        if bot.swept_at and loop.time() - bot.swept_at > SWEPT_SECONDS:
            yield f"the outbox has not been swept for {loop.time() - bot.swept_at:.0f} seconds"
        if not await self._read_database():
            yield "the database does not answer"

    async def _metrics(self, _request: web.Request) -> web.Response:
        bot, metrics = self._bot, self.metrics
        shards = list(bot.shards.values())
        metrics.shards.set(len(shards))
        metrics.connected.set(sum(not shard.is_closed() for shard in shards))
        latencies = [shard.latency for shard in shards if math.isfinite(shard.latency)]
        metrics.latency.set(max(latencies, default=math.nan))
        metrics.servers.set(bot.server_count)
        waiting, running = bot.jobs
        metrics.jobs_waiting.set(waiting)
        metrics.jobs_running.set(running)
        await self._read_database()
        return web.Response(body=metrics.text(), headers={"Content-Type": PLAIN})

    async def _read_database(self) -> bool:
        """Measure what waits there; false if it does not answer, and then nothing is known."""
        metrics, now = self.metrics, self._bot.clock()
        gauges = (metrics.outbox_rows, metrics.outbox_oldest, metrics.due_jobs, metrics.due_lag)
        try:
            async with asyncio.timeout(DATABASE_SECONDS), self._bot.database.reading() as read:
                rows, written_at = await outbox.backlog(read)
                jobs, due_at = await schedule.backlog(read, now)
        except (DatabaseError, TimeoutError):
            for gauge in gauges:
                gauge.set(math.nan)
            return False
        ages = [0 if at is None else max(0, now - at) for at in (written_at, due_at)]
        for gauge, value in zip(gauges, (rows, ages[0], jobs, ages[1]), strict=True):
            gauge.set(value)
        return True
