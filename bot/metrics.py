"""What the bot measures about itself, as Prometheus reads it.

Labels name commands, buttons and kinds of errors, all of which are in the code: no person, server,
game or text, and never more than there are commands. Loaded only where somebody wants to read it
(`bot.monitor`). What does not belong here: when something is measured.
"""

import asyncio
import logging
from types import SimpleNamespace
from typing import Final

import aiohttp
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

from bot.delivery.failures import Failure

TOO_MANY: Final = 429
SCOPES: Final = frozenset({"user", "global", "shared"})
"""What Discord says a limit is for."""
LAG_SECONDS: Final = 0.5
"""How often it is measured how late the event loop is."""


class Metrics:
    """All metrics of one bot."""

    def __init__(self) -> None:
        self._registry = made = CollectorRegistry()
        ProcessCollector(registry=made)
        self.answers = Histogram(
            "tavolo_answer_seconds",
            "How long the bot worked on what somebody did, until all of it was done",
            ["action"],
            buckets=(0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15),
            registry=made,
        )
        self.outbox_rows = _gauge(made, "outbox_rows", "Messages that are to be sent or changed")
        self.outbox_oldest = _gauge(made, "outbox_oldest_seconds", "Age of the oldest of them")
        self.due_jobs = _gauge(made, "due_jobs", "Scheduled jobs that are due")
        self.due_lag = _gauge(made, "due_lag_seconds", "Since when the first of them is due")
        self.jobs_waiting = _gauge(made, "worker_jobs_waiting", "Thoughts that wait for a worker")
        self.jobs_running = _gauge(made, "worker_jobs_running", "Thoughts that are computed")
        self.shards = _gauge(made, "shards", "Shards of this process")
        self.connected = _gauge(made, "shards_connected", "Those that are connected to Discord")
        self.latency = _gauge(
            made, "gateway_latency_seconds", "Longest time of a heartbeat and its answer"
        )
        self.servers = _gauge(made, "servers", "Servers of this process")
        self.requests = Counter(
            "tavolo_discord_requests",
            "Answers of Discord, by the class of their status",
            ["status"],
            registry=made,
        )
        self.limited = Counter(
            "tavolo_discord_rate_limits",
            "Requests that Discord refused as too many, by what the limit is for",
            ["scope"],
            registry=made,
        )
        self.undelivered = Counter(
            "tavolo_delivery_failures",
            "Attempts at a message that failed, by kind",
            ["kind"],
            registry=made,
        )
        self.errors = Counter(
            "tavolo_errors", "Errors in the log, by the kind of exception", ["kind"], registry=made
        )
        self.lag = Histogram(
            "tavolo_event_loop_lag_seconds",
            "How late the event loop comes to what it was to do",
            buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1),
            registry=made,
        )
        # So that they are there, with a zero, before anything has failed.
        for failure in Failure:
            self.undelivered.labels(failure.value)
        for scope in SCOPES:
            self.limited.labels(scope)

    def text(self) -> bytes:
        """Write all of it in the format of Prometheus."""
        return generate_latest(self._registry)

    def answered(self, action: str, seconds: float) -> None:
        """Note that something that somebody did was seen to."""
        self.answers.labels(action).observe(seconds)

    def failed(self, failure: Failure) -> None:
        """Note that an attempt at a message failed."""
        self.undelivered.labels(failure.value).inc()

    async def heard(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        ended: aiohttp.TraceRequestEndParams,
    ) -> None:
        """Count an answer of Discord, as a part of a trace of aiohttp."""
        status = ended.response.status
        self.requests.labels(f"{status // 100}xx").inc()
        if status == TOO_MANY:
            scope = ended.response.headers.get("X-RateLimit-Scope", "")
            self.limited.labels(scope if scope in SCOPES else "shared").inc()

    async def measure_lag(self) -> None:
        """Measure how late the event loop is, until this is cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LAG_SECONDS
            await asyncio.sleep(LAG_SECONDS)
            self.lag.observe(max(0.0, loop.time() - due))


class CountingHandler(logging.Handler):
    """Count the errors of the log by the kind of exception."""

    def __init__(self, metrics: Metrics) -> None:
        super().__init__(logging.ERROR)
        self._metrics = metrics

    def emit(self, record: logging.LogRecord) -> None:
        """Count one."""
        kind = record.exc_info[0] if record.exc_info else None
        self._metrics.errors.labels("none" if kind is None else kind.__name__).inc()


def _gauge(registry: CollectorRegistry, name: str, about: str) -> Gauge:
    return Gauge(f"tavolo_{name}", about, registry=registry)
