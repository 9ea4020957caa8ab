"""A stop always ends: at random instants, in every state, in a process of its own, with faults."""

import asyncio
import contextlib
import itertools
import logging
import os
import random
import shutil
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from playground.desk import Desk
from playground.faults import Fault
from playground.server import Server
from tests.playground.births import Nursery, nursery_at, stop
from tests.playground.conftest import Table
from tests.playground.people import Actor, start_match
from tests.playground.waiting import PATIENCE, until

log = logging.getLogger(__name__)
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")

STOPS = int(os.environ.get("N", "200"))
AT_ONCE = 4
LONGEST = 10.0
"""Seconds that a stop may take."""
LATER = 3600
"""So much later the bots of the stops start: whatever the first one left is due."""


@pytest.fixture
async def nursery(table: Table, tmp_path: Path) -> AsyncIterator[Nursery]:
    """Yield a server and a nursery of bots for it."""
    server = Server(table.world)
    async with server.listening(), nursery_at(server, tmp_path) as found:
        yield found


async def a_long_day(nursery: Nursery, table: Table, path: Path) -> None:
    """Leave a database with boards to draw and to post, and a computer to move."""
    first = await nursery.bear(path)
    await until(lambda: nursery.server.gateway.online)
    desk = Desk(table.world)
    mara, jonas = Actor(desk, table.mara), Actor(desk, table.jonas)
    match = await start_match(mara, jonas, table.place)
    hold = nursery.server.faults.hold("POST", "/channels/*/messages")
    moving = asyncio.create_task(match.type_move())
    sam = asyncio.create_task(
        mara.slash(table.place, "dice-matrix challenge", computer="hard", first="opponent")
    )
    await hold.reached.wait()
    os.kill(first.pid, signal.SIGKILL)
    await first.ended
    for task in (moving, sam):
        task.cancel()
    await asyncio.wait([moving, sam])
    nursery.server.faults.holds.clear()


async def gust(server: Server, chance: random.Random) -> None:
    """Make something fail, or all that failed work again."""
    match chance.randrange(7):
        case 0:
            await server.gateway.drop(chance.choice([None, 1001, 4000, 4009]))
        case 1:
            server.gateway.ask_to_reconnect()
        case 2:
            server.gateway.invalidate()
        case 3:
            server.faults.order(Fault("*", "*", 429, retry_after=chance.choice([0.5, 30, 600])))
        case 4:
            server.faults.order(Fault("*", "*", chance.choice([502, None])))
        case 5:
            server.faults.hold("*", chance.choice(["*", "/channels/*", "/gateway/bot"]))
        case _:
            clear_up(server)


def clear_up(server: Server) -> None:
    """Make everything work again."""
    for each in server.faults.holds:
        each.release()
    server.faults.holds.clear()
    server.faults.faults.clear()


@contextlib.asynccontextmanager
async def bad_weather(server: Server, chance: random.Random) -> AsyncIterator[None]:
    """Make the gateway and the answers fail in all ways, one after the other."""

    async def storm() -> None:
        while True:
            await asyncio.sleep(chance.uniform(0.02, 0.2))
            await gust(server, chance)

    blowing = asyncio.create_task(storm())
    try:
        yield
    finally:
        blowing.cancel()
        await asyncio.wait([blowing])
        clear_up(server)


@pytest.mark.slow
async def test_two_hundred_stops_at_random_instants_all_end_in_time(
    nursery: Nursery, table: Table, tmp_path: Path
) -> None:
    """Starting, migrating, connecting, drawing, thinking, waiting: wherever it is just now."""
    chance = random.Random(20261128)
    day = tmp_path / "day.db"
    await a_long_day(nursery, table, day)
    databases = (tmp_path / f"{each}.db" for each in itertools.count())
    stopped: list[float] = []
    wrong: list[tuple[float, int, str]] = []

    async def lane() -> None:
        while len(stopped) < STOPS:
            path = next(databases)
            if chance.random() < 0.9:
                shutil.copy(day, path)
                shutil.copy(f"{day}-wal", f"{path}-wal")
            born = await nursery.bear(path, ahead=LATER)
            await asyncio.sleep(chance.uniform(0, 1.5))
            try:
                took = await stop(born, chance.choice([signal.SIGTERM, signal.SIGINT]))
            except ProcessLookupError:
                # It was ended by the weather: no login, and trying again may help.
                assert await born.ended == 1
                continue
            stopped.append(took)
            status = born.ended.result()
            if took > LONGEST or status or "Traceback" in born.said():
                wrong.append((took, status, born.said()))

    async with bad_weather(nursery.server, chance):
        await asyncio.gather(*(lane() for _ in range(AT_ONCE)))
    assert wrong == []
    log.info("%s stops took at most %.1f s", len(stopped), max(stopped))


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_stop_ends_a_bot_whose_session_has_become_invalid(
    nursery: Nursery, tmp_path: Path, number: signal.Signals
) -> None:
    """It waits some seconds before it identifies again, and its library swallows a cancel."""
    born = await nursery.bear(tmp_path / "tavolo.db")
    await until(lambda: nursery.server.gateway.online)
    nursery.server.gateway.invalidate()
    await until(lambda: not nursery.server.gateway.online)
    assert await stop(born, number) < LONGEST
    assert born.ended.result() == 0
    assert "Traceback" not in born.said()


async def test_a_token_that_is_reset_while_the_bot_runs_ends_it_with_what_to_do(
    nursery: Nursery, tmp_path: Path
) -> None:
    born = await nursery.bear(tmp_path / "tavolo.db")
    async with asyncio.timeout(PATIENCE):
        # Before its session has begun the bot tries again, and is refused again.
        while not born.ended.done():
            if nursery.server.gateway.online:
                await nursery.server.gateway.drop(4004)
            await asyncio.wait([born.ended], timeout=1)
    assert born.ended.result() == 2
    assert "Discord refuses DISCORD_TOKEN: reset it on the" in born.said()
    assert "Traceback" not in born.said()
