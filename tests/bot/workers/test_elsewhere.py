"""A bot leaves thinking to workers on other machines: each thought is thought once, even where a worker ends."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, update

from bot.errors import Busy
from bot.heartbeat import SILENT_SECONDS, Heartbeat
from bot.services.computers import Computers
from bot.workers import elsewhere
from bot.workers.elsewhere import VERSION, SharedWorkers
from bot.workers.jobs import Effort, take_turn
from bot.workers.pool import JobFailed, Workers
from bot.workers.thinker import Thinker
from data import thoughts
from data.engine import Database, DatabaseError
from data.process_tables import PROCESSES, THOUGHTS
from games.players import Level
from tests.bot.club import MARA, Club
from tests.bot.den import EASY, Den
from tests.bot.thinkers import Here
from tests.bot.workers.test_wire import played
from tests.data.backends import SERVER, fresh

pytestmark = pytest.mark.skipif(SERVER not in os.environ, reason=f"{SERVER} is not set")
BOT = "1@here"
PATIENCE = 60


@pytest.fixture
async def address(tmp_path: Path) -> AsyncIterator[str]:
    """Yield the address of a database that has its tables."""
    async with fresh("postgresql", tmp_path) as url:
        database = Database(url)
        await database.migrate()
        await database.close()
        yield url


@pytest.fixture
async def database(address: str) -> AsyncIterator[Database]:
    """Yield what the bot and the workers of this process share."""
    opened = Database(address)
    yield opened
    await opened.close()


@asynccontextmanager
async def shared(database: Database, most_waiting: int = 10) -> AsyncIterator[SharedWorkers]:
    """Yield the workers of a bot; its own would only fail."""
    workers = SharedWorkers(1, most_waiting, database, BOT)
    yield workers
    await workers.close()


@asynccontextmanager
async def thinking(
    database: Database, workers: Here, name: str = "2@there worker"
) -> AsyncIterator[None]:
    """Run a worker inside the block."""
    thinker = Thinker(database, workers, 1, name)
    task = asyncio.create_task(thinker.think())
    await until(lambda: is_there(database, name))
    yield
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def until(condition: Callable[[], Awaitable[object]]) -> None:
    """Wait for something that is under way."""
    async with asyncio.timeout(PATIENCE):
        while True:
            if await condition():
                return
            await asyncio.sleep(0.01)


async def claimants(database: Database) -> list[str | None]:
    async with database.reading() as connection:
        return [by for _, by in await thoughts.waiting(connection)]


async def claimed(database: Database, but: str | None = None) -> str:
    """Wait until a worker, another one than `but`, has claimed the one thought that there is."""

    async def is_claimed() -> bool:
        return await claimants(database) not in ([], [None], [but])

    await until(is_claimed)
    (name,) = await claimants(database)
    assert name is not None
    return name


async def is_quiet(database: Database) -> bool:
    return not await claimants(database)


async def is_there(database: Database, name: str) -> bool:
    async with database.reading() as connection:
        wanted = select(func.count()).where(PROCESSES.c.name == name)
        return bool(await connection.scalar(wanted))


async def fall_silent(database: Database, name: str) -> None:
    """Let as much time pass for a process's beat as it needs to count as ended."""
    async with database.writing() as connection:
        await connection.execute(
            update(PROCESSES)
            .where(PROCESSES.c.name == name)
            .values(beat_at=PROCESSES.c.beat_at - SILENT_SECONDS - 1)
        )


def question(work: float = 0.1, seconds: float = 5.0) -> tuple[Any, ...]:
    """Return a question on what a computer would play."""
    line, _ = played("dice_matrix", 6)
    assert isinstance(line.to_move, int)
    level = Level.EASY if work < 1 else Level.HARD
    return "dice_matrix", line.position.seen_by(line.to_move), level, Effort("s", work, seconds)


@pytest.mark.usefixtures("database")
async def test_a_computer_moves_by_a_thought_from_elsewhere(address: str) -> None:
    den = Den.of(Club(address))
    there = Here()
    async with (
        shared(den.club.database) as workers,
        thinking(Database(address), there),
    ):
        service = Computers(den.club.referee, den.club.matches, workers, den.service._carry_out)
        den.service = service
        table = await den.start(EASY)
        await den.play(table)
        await den.quiet()
        assert [event.user_id for event in await den.moves(table)] == [MARA.id, EASY.id]
        assert len(await service.hints(await den.table(table.game.id), MARA.id)) > 1
        assert there.asked == [Level.EASY, Level.MEDIUM]
        assert workers._pool is None
        assert await claimants(den.club.database) == []
    await den.club.database.close()


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot's own workers say that they were asked."""

    async def home(*_arguments: Any) -> list[str]:
        return ["at home"]

    monkeypatch.setattr(Workers, "_run", home)


@pytest.mark.usefixtures("at_home")
async def test_where_no_worker_of_this_version_is_there_the_bots_own_think(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with shared(database) as workers:
        assert await workers.run(7, 15, take_turn, *question()) == ["at home"]
        await Heartbeat(database, "3@there worker", thinks_for="another").beat()
        assert await workers.run(7, 15, take_turn, *question()) == ["at home"]
        # One that dies before it has answered, and nobody else is there.
        await Heartbeat(database, "4@there worker", thinks_for=VERSION).beat()
        monkeypatch.setattr(elsewhere, "LOOKS", 1)
        asked = asyncio.create_task(workers.run(7, 15, take_turn, *question()))
        await until(lambda: claimants(database))
        await fall_silent(database, "4@there worker")
        assert await asked == ["at home"]
        assert await claimants(database) == []

        async def away(*_arguments: Any) -> bool:
            msg = "is away"
            raise DatabaseError(msg)

        monkeypatch.setattr(thoughts, "has_workers", away)
        assert await workers.run(7, 15, take_turn, *question()) == ["at home"]


async def test_a_thought_that_fails_elsewhere_fails_and_one_nobody_waits_for_goes(
    database: Database, address: str
) -> None:
    there = Here()
    async with shared(database, most_waiting=1) as workers, thinking(Database(address), there):
        there.failing = {Level.EASY}
        with pytest.raises(JobFailed, match="as the test says"):
            await workers.run(7, 15, take_turn, *question())
        there.failing = set()
        there.held.clear()
        asked = asyncio.create_task(workers.run(7, 15, take_turn, *question()))
        await claimed(database)
        asked.cancel()
        await until(lambda: is_quiet(database))
        there.held.set()
        # What comes of it is nobody's any more, and the worker goes on.
        assert await workers.run(7, 15, take_turn, *question())


async def test_a_bot_that_waits_for_too_many_says_that_it_is_busy(database: Database) -> None:
    await Heartbeat(database, "4@there worker", thinks_for=VERSION).beat()
    async with shared(database, most_waiting=1) as workers:
        workers._far._free = 0
        waiting = asyncio.create_task(workers.run(7, 15, take_turn, *question()))

        async def is_waiting() -> int:
            return workers.waiting

        await until(is_waiting)
        with pytest.raises(Busy):
            await workers.run(7, 15, take_turn, *question())
        waiting.cancel()


async def test_servers_take_turns_and_what_ends_three_workers_is_not_tried_again(
    database: Database,
) -> None:
    async with database.writing() as connection:
        for guild_id in (1, 1, 1, 2):
            await thoughts.ask(connection, BOT, VERSION, guild_id, "take_turn", 15, [])
        claims = [await thoughts.claim(connection, "w", VERSION) for _ in range(5)]
        assert [each.guild_id for each in claims if each] == [1, 2, 1, 1]
        assert await thoughts.claim(connection, "w", "another") is None
        await thoughts.forget_process(connection, "w")
        first, second = claims[:2]
        assert first is not None
        assert second is not None
        await thoughts.answer(connection, first, ["late"], None)
        for name in "xy":
            for _ in range(4):
                await thoughts.claim(connection, name, VERSION)
            await thoughts.answer(connection, second, ["too late"], None)
            await thoughts.forget_process(connection, name)
        answers = await thoughts.take_answers(connection, range(first.id, first.id + 4))
        assert [each.failed for each in answers if each.id != first.id] == [
            "3 workers have ended over it"
        ] * 3
        # Nobody else had claimed it yet when it was answered.
        assert next(each for each in answers if each.id == first.id).answer == ["late"]
        # What a bot has asked goes with it.
        await thoughts.ask(connection, BOT, VERSION, 1, "take_turn", 15, [])
        await thoughts.forget_process(connection, BOT)
        assert await connection.scalar(select(func.count()).select_from(THOUGHTS)) == 0


@asynccontextmanager
async def worker_process(address: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run `tavolo worker` inside the block."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "worker",
        env={
            **os.environ,
            "DATABASE_URL": address.replace("+asyncpg", ""),
            "WORKERS": "1",
            "DISCORD_TOKEN": "",
        },
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


@pytest.mark.slow
@pytest.mark.usefixtures("at_home")
async def test_of_two_workers_one_is_killed_in_the_middle_of_a_thought_and_one_is_stopped(
    database: Database, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(elsewhere, "LOOKS", 10**6)
    async with (
        shared(database) as workers,
        worker_process(address) as one,
        worker_process(address) as two,
    ):

        async def both_are_there() -> bool:
            return await workers_there(database) == 2

        await until(both_are_there)
        # As long as it may be: it ends by the clock alone.
        asked = asyncio.create_task(workers.run(7, 60, take_turn, *question(10_000, 20)))
        first = await claimed(database)
        (killed, other) = (one, two) if first.startswith(f"{one.pid}@") else (two, one)
        killed.kill()
        await killed.wait()
        await fall_silent(database, first)
        # The other one's next beat notices, and it takes the thought.
        second = await claimed(database, but=first)
        assert second.startswith(f"{other.pid}@")
        # Stopped as it should be, it puts it back at once.
        began = asyncio.get_running_loop().time()
        other.send_signal(signal.SIGTERM)
        assert await other.wait() == 0
        assert asyncio.get_running_loop().time() - began < 10
        assert await claimants(database) == [None]
        assert await workers_there(database) == 0
        # With nobody left, the bot takes it back.
        monkeypatch.setattr(elsewhere, "LOOKS", 1)
        assert await asked == ["at home"]
        assert await claimants(database) == []


async def workers_there(database: Database) -> int:
    async with database.reading() as connection:
        wanted = select(func.count()).where(PROCESSES.c.thinks_for == VERSION)
        return await connection.scalar(wanted) or 0
