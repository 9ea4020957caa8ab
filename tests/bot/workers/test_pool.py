"""Workers: processes that think next to the bot, fair turns, and what happens where one fails."""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator

import pytest

from bot.errors import Busy
from bot.workers.pool import JobFailed, Turnstile, Workers

OURS = {"bot", "cogs", "data", "games", "render"}
HEAVY = {"discord", "sqlalchemy", "aiosqlite", "alembic", "babel", "openskill", "PIL", "aiohttp"}
PATIENCE = 20.0
"""How many seconds a job may run here, a new process's start included."""


def loaded() -> list[str]:
    """Say which modules a worker has loaded."""
    return sorted(sys.modules)


def niceness() -> int:
    return os.nice(0)


def process() -> int:
    return os.getpid()


def die() -> None:
    os._exit(3)


def hang() -> None:
    time.sleep(600)


def fail() -> None:
    msg = "a fault in a player"
    raise ValueError(msg)


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    opened = Workers(1, 10)
    yield opened
    await opened.close()


async def test_a_worker_yields_to_the_bot_and_loads_only_what_it_needs(workers: Workers) -> None:
    assert await workers.run(1, PATIENCE, niceness) == min(19, os.nice(0) + 10)
    modules = await workers.run(1, PATIENCE, loaded)
    assert "games.players" in modules
    # What carries the tests' own functions over is loaded too.
    ours = {name for name in modules if name.partition(".")[0] in OURS - {"games", "render"}}
    assert ours - {"bot", "bot.errors", "bot.workers", "bot.workers.pool"} == {"bot.workers.jobs"}
    assert {name.partition(".")[0] for name in modules} & HEAVY == set()


async def test_a_worker_is_kept_from_job_to_job(workers: Workers) -> None:
    first = await workers.run(1, PATIENCE, process)
    assert first != os.getpid()
    assert await workers.run(2, PATIENCE, process) == first


@pytest.mark.slow
async def test_a_worker_that_dies_is_replaced(workers: Workers) -> None:
    first = await workers.run(1, PATIENCE, process)
    with pytest.raises(JobFailed, match="die failed"):
        await workers.run(1, PATIENCE, die)
    assert await workers.run(1, PATIENCE, process) not in {first, os.getpid()}


@pytest.mark.slow
async def test_a_worker_that_hangs_is_killed_and_replaced(workers: Workers) -> None:
    first = await workers.run(1, PATIENCE, process)
    with pytest.raises(JobFailed, match="hang failed"):
        await workers.run(1, 0.3, hang)
    assert await workers.run(1, PATIENCE, process) != first


async def test_a_fault_in_a_job_fails_that_job_alone(workers: Workers) -> None:
    first = await workers.run(1, PATIENCE, process)
    with pytest.raises(JobFailed, match="a fault in a player"):
        await workers.run(1, PATIENCE, fail)
    assert await workers.run(1, PATIENCE, process) == first


async def test_the_event_loop_goes_on_while_workers_start_and_think(workers: Workers) -> None:
    waited: list[float] = []

    async def tick() -> None:
        while True:
            begun = time.perf_counter()
            await asyncio.sleep(0.005)
            waited.append(time.perf_counter() - begun)

    ticking = asyncio.create_task(tick())
    await workers.run(1, PATIENCE, process)
    ticking.cancel()
    assert len(waited) > 5
    # A machine that is busy elsewhere holds a tick up, but no start of a process may.
    assert sorted(waited)[len(waited) // 2] < 0.1


async def test_more_than_may_wait_are_refused_at_once(workers: Workers) -> None:
    few = Workers(1, 2)
    gate = asyncio.Event()

    async def hold() -> None:
        async with few._turnstile.turn(1):
            await gate.wait()

    holding = asyncio.create_task(hold())
    await asyncio.sleep(0)
    waiting = [asyncio.create_task(few.run(1, PATIENCE, process)) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(Busy, match="too busy"):
        await few.run(1, PATIENCE, process)
    for task in waiting:
        task.cancel()
    gate.set()
    await asyncio.gather(holding, *waiting, return_exceptions=True)
    assert few._turnstile.waiting == 0


async def served(turnstile: Turnstile, server: int, order: list[int]) -> None:
    async with turnstile.turn(server):
        order.append(server)
        await asyncio.sleep(0)


async def test_servers_take_turns_however_much_one_of_them_asks() -> None:
    turnstile, order = Turnstile(1), list[int]()
    asked = [1, 1, 1, 1, 2, 3, 2]
    await asyncio.gather(*(served(turnstile, server, order) for server in asked))
    assert order == [1, 1, 2, 3, 1, 2, 1]


async def test_so_many_are_let_in_at_once_as_there_is_room() -> None:
    turnstile, inside, most = Turnstile(2), 0, 0

    async def enter() -> None:
        nonlocal inside, most
        async with turnstile.turn(1):
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0)
            inside -= 1

    await asyncio.gather(*(enter() for _ in range(7)))
    assert (inside, most) == (0, 2)


async def test_who_gives_up_waiting_holds_up_nobody() -> None:
    turnstile, order = Turnstile(1), list[int]()
    gate = asyncio.Event()

    async def hold() -> None:
        async with turnstile.turn(9):
            await gate.wait()

    holding = asyncio.create_task(hold())
    await asyncio.sleep(0)
    tasks = [asyncio.create_task(served(turnstile, server, order)) for server in (1, 2, 3)]
    await asyncio.sleep(0)
    tasks[0].cancel()
    await asyncio.sleep(0)
    gate.set()
    await asyncio.sleep(0)
    # Called in this very instant, it is cancelled before it could begin.
    tasks[1].cancel()
    await asyncio.gather(holding, *tasks, return_exceptions=True)
    assert order == [3]
    await served(turnstile, 4, order)
    assert order == [3, 4]
