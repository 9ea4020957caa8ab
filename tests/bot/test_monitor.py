"""What a host's tools are told: health in a word, and metrics that name nobody."""

import asyncio
import json
import logging
import re
import socket
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

from bot import create_bot
from bot.config import ConfigurationError
from bot.delivery.failures import Failure
from bot.metrics import Metrics
from bot.monitor import SICK, SWEPT_SECONDS, Monitor
from data import outbox, schedule
from data.engine import Database
from data.schedule import JobKind, ScheduledJob

ROOT = Path(__file__).parents[2]
DASHBOARD = ROOT / "deploy" / "grafana-dashboard.json"
NOW = 10_000


def shard(*, closed: bool = False, latency: float = 0.05) -> Any:
    return SimpleNamespace(is_closed=lambda: closed, latency=latency)


@dataclass
class Bot:
    """What is asked of a bot, with a real database."""

    database: Database
    shards: dict[int, Any] = field(default_factory=lambda: {0: shard(), 1: shard(latency=0.2)})
    jobs: tuple[int, int] = (3, 1)
    server_count: int = 7
    swept_at: float = 0.0
    ready: bool = True

    @property
    def clock(self) -> Callable[[], int]:
        return lambda: NOW

    def is_ready(self) -> bool:
        return self.ready


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[Bot]:
    database = Database(f"sqlite+aiosqlite:///{tmp_path}/tavolo.db")
    await database.migrate()
    yield Bot(database)
    await database.close()


@pytest.fixture
async def monitor(bot: Bot) -> AsyncIterator[Monitor]:
    started = Monitor(bot, 0)
    await started.start()
    yield started
    await started.close()


async def asked(monitor: Monitor, path: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{monitor.port}{path}") as answer,
    ):
        return answer.status, await answer.text()


async def value(monitor: Monitor, name: str) -> float:
    _, text = await asked(monitor, "/metrics")
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    assert found is not None, name
    return float(found[1])


async def test_a_bot_that_works_is_well(monitor: Monitor) -> None:
    assert await asked(monitor, "/healthz") == (200, "ok\n")


async def test_what_is_wrong_is_said_line_by_line(monitor: Monitor, bot: Bot) -> None:
    bot.shards[1] = shard(closed=True)
    bot.swept_at = asyncio.get_running_loop().time() - SWEPT_SECONDS - 5
    status, text = await asked(monitor, "/healthz")
    assert status == SICK
    assert text.splitlines() == [
        "1 of 2 shards are not connected",
        "the outbox has not been swept for 65 seconds",
    ]
    bot.ready = False
    assert "not connected to Discord yet" in (await asked(monitor, "/healthz"))[1]


async def test_without_its_database_a_bot_is_not_well_and_nothing_is_made_up(
    monitor: Monitor, bot: Bot, tmp_path: Path
) -> None:
    # The database notices that its file is gone.
    (tmp_path / "tavolo.db").rename(tmp_path / "elsewhere.db")
    assert await asked(monitor, "/healthz") == (SICK, "the database does not answer\n")
    assert await value(monitor, "tavolo_outbox_rows") != await value(monitor, "tavolo_outbox_rows")
    assert await value(monitor, "tavolo_shards") == 2


async def test_what_waits_is_counted_with_its_age(monitor: Monitor, bot: Bot) -> None:
    async with bot.database.writing() as connection:
        await outbox.put(connection, "match:1", "board", {}, now=NOW - 40)
        await outbox.put(connection, "match:2", "board", {}, now=NOW - 10)
        await schedule.put(
            connection,
            ScheduledJob(JobKind.CLOCK, 1, NOW - 90),
            ScheduledJob(JobKind.CLOCK, 2, NOW + 90),
        )
    found = {
        name: await value(monitor, f"tavolo_{name}")
        for name in ("outbox_rows", "outbox_oldest_seconds", "due_jobs", "due_lag_seconds")
    }
    assert list(found.values()) == [2, 40, 1, 90]
    assert await value(monitor, "tavolo_worker_jobs_waiting") == 3
    assert await value(monitor, "tavolo_worker_jobs_running") == 1
    assert await value(monitor, "tavolo_servers") == 7
    assert await value(monitor, "tavolo_gateway_latency_seconds") == 0.2


async def test_answers_of_discord_failures_and_errors_are_counted_by_kind(
    monitor: Monitor, caplog: pytest.LogCaptureFixture
) -> None:
    metrics: Any = monitor.metrics
    for status, scope in ((200, None), (429, "global"), (429, "<script>")):
        headers = {} if scope is None else {"X-RateLimit-Scope": scope}
        response = SimpleNamespace(status=status, headers=headers)
        await metrics.heard(None, None, SimpleNamespace(response=response))
    metrics.failed(Failure.PASSING)
    log = logging.getLogger("bot.test_monitor")
    log.error("expected by the test", exc_info=LookupError())
    log.error("without one")
    found = {
        'tavolo_discord_requests_total{status="4xx"}': 2,
        'tavolo_discord_rate_limits_total{scope="global"}': 1,
        'tavolo_discord_rate_limits_total{scope="shared"}': 1,
        'tavolo_delivery_failures_total{kind="passing"}': 1,
        'tavolo_delivery_failures_total{kind="refused"}': 0,
        'tavolo_errors_total{kind="LookupError"}': 1,
        'tavolo_errors_total{kind="none"}': 1,
    }
    assert {name: await value(monitor, name) for name in found} == found


async def test_a_port_that_is_taken_is_told_in_one_line_that_names_the_variable(bot: Bot) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(ConfigurationError, match=f"METRICS_PORT is {port}, where nothing"):
            await Monitor(bot, port).start()


async def test_nothing_listens_where_nobody_asks_for_it(tmp_path: Path) -> None:
    made = create_bot(database_url=f"sqlite:///{tmp_path}/tavolo.db")
    assert made.monitor is None
    await made.database.close()


def test_the_dashboard_shows_every_metric_and_none_that_there_is_not() -> None:
    metrics = Metrics()
    metrics.answered("application_command move", 0.1)
    metrics.requests.labels("2xx")
    metrics.errors.labels("none")
    text = metrics.text().decode()
    there = set(re.findall(r"^(\w+)(?:\{| )", text, re.MULTILINE))
    panels = json.loads(DASHBOARD.read_text())["panels"]
    asked_for = "\n".join(target["expr"] for panel in panels for target in panel["targets"])
    named = set(re.findall(r"\b(?:tavolo|process)_\w+", asked_for))
    assert named <= there
    families = set(re.findall(r"^# TYPE (tavolo_\w+) ", text, re.MULTILINE))
    families = {each for each in families if not each.endswith("_created")}
    assert {each for each in families if not any(n.startswith(each) for n in named)} == set()
