"""What one process can handle: clicks, moves a second, start and memory next to very many running games.

    uv run pytest tests/benchmarks/test_load.py --benchmark-enable -s

The bot runs in a process of its own on the playground's Discord, which announces a server for every
ten games. What it prints is the tables of docs/performance.md, in seven minutes on a quiet machine with
PostgreSQL (`TAVOLO_TEST_POSTGRESQL`). Without --benchmark-enable little is played next to few games.
"""

import asyncio
import gc
import os
import sqlite3
import statistics
import sys
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from sqlalchemy import delete, update

from bot.config import async_url
from bot.delivery.outbox import SWEPT_AT_ONCE
from bot.delivery.schedule import READ_AT_ONCE
from bot.match.table import Person
from data import outbox, schedule
from data.engine import Database
from data.tables import OUTBOX
from games import registry
from playground.desk import Desk
from playground.server import Server
from playground.world import World
from tests.benchmarks.blocks import check_unblocked, unblocked
from tests.benchmarks.bot_and_discord import TOP, Stopwatch, Tables, Usage, percentile, running
from tests.benchmarks.running_store import begun, copy_games
from tests.benchmarks.test_move import game_night, table
from tests.bot.club import Clock, Club, seeded
from tests.data.backends import SERVER, fresh
from tests.playground.births import nursery_at
from tests.playground.people import Actor, Match, start_match
from tests.playground.waiting import until

# aiohttp calls its own deprecated function where it reads a large form.
pytestmark = pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning")

GAMES_A_SERVER: Final = 10
NAMES: Final = ("Mara", "Jonas", "Lea", "Kim")


@dataclass(frozen=True, slots=True)
class Size:
    """How much is played: rounds in each kind of game, and for how long as fast as possible."""

    rounds: int
    threads: int
    seconds: float
    commits: int


MEASURED: Final = Size(20, 24, 10.0, 300)
ONCE: Final = Size(1, 2, 0.5, 10)
RUNNING: Final = (1, 1_000, 100_000)
FEW: Final = (20,)
WARMING_UP: Final = 2
SHARDS: Final = 2


def size(benchmark: BenchmarkFixture) -> Size:
    """Say how much is played: little where nothing is measured."""
    return MEASURED if benchmark.enabled else ONCE


@dataclass(frozen=True, slots=True)
class Load:
    """What was measured next to a number of running games: seconds, megabytes, moves a second."""

    start: float
    """Until the gateway has the bot."""
    answer: float
    """Until it has answered somebody who asked as soon as the gateway had it."""
    memory: float
    clicks: dict[str, list[float]]
    """By kind of game: seconds from each click to its picture."""
    moves: float
    sweep: float
    due: float
    """Seconds to look for messages that wait, and for jobs that are due, where there are none."""


async def store(path: Path, server: Server, people: list[Actor], games: int) -> list[int]:
    """Store one running game of each kind, to be played, and copies in other servers.

    Returns the channels of those that are played.
    """
    world = server.world
    (here,) = world.servers()
    places = [world.add_place(here, f"table of {key}") for key in registry.GAMES]
    others = [world.add_server(f"Server {n}") for n in range(max(1, games // GAMES_A_SERVER))]
    clock = Clock(int(time.time()))
    club = Club(async_url(f"sqlite:///{path}"), clock=clock, chances=seeded(1))
    await club.database.migrate()
    players = [Person(actor.id, name) for actor, name in zip(people, NAMES, strict=True)]
    numbers = await begun(club, here, places, players)
    async with club.database.writing() as connection:
        await connection.execute(delete(OUTBOX))
    for number in numbers:
        await club.matches.repost(number)
    async with club.database.writing() as connection:
        # They are for the bot to deliver.
        await connection.execute(update(OUTBOX).values(claimed_until=0, claimed_by=None))
    await club.database.close()
    copy_games(path, games, others, clock())
    return places


async def play_fast(server: Server, people: list[Actor], places: list[int], size: Size) -> float:
    """Play in many threads at the same time, as fast as Discord takes it; return moves a second."""
    # Both challenge: one person's challenges are limited.
    pair = people[:2]
    matches = [
        await start_match(pair[n % 2], pair[1 - n % 2], places[n // 2 % len(places)])
        for n in range(size.threads)
    ]
    end = asyncio.get_running_loop().time() + size.seconds
    played = 0

    async def play(match: Match) -> None:
        nonlocal played
        watch = Tables(Stopwatch(server.world), [match])
        while asyncio.get_running_loop().time() < end:
            await watch.type(1)
            played += 1

    await asyncio.gather(*map(play, matches))
    return played / size.seconds


async def beside(folder: Path, games: int, size: Size) -> Load:
    """Measure one bot on a store with a number of running games."""
    async with game_night() as (server, place, *people):
        people += [Actor(people[0].desk, server.world.add_person(name).id) for name in NAMES[2:]]
        path = folder / f"{games}.db"
        places = await store(path, server, people, games)
        settle()
        # From the first message on, which counts towards Discord's limit.
        stopwatch = Stopwatch(server.world)
        async with running(server, path) as bot:
            online = time.monotonic()
            await people[0].slash(place, "help")
            answer = bot.seconds + time.monotonic() - online
            matches = {
                key: Match(each, tuple(people[: game.about.seats[0]]))
                for each, (key, game) in zip(places, registry.GAMES.items(), strict=True)
            }
            await until(lambda: all(match.live for match in matches.values()))
            memory = Usage.of(bot.pid).megabytes
            await Tables(stopwatch, list(matches.values())).play(WARMING_UP)
            bot.warmed_up()
            clicks = {
                key: await Tables(stopwatch, [match]).play(size.rounds)
                for key, match in matches.items()
            }
            moves = await play_fast(server, people, [place], size)
        looks = await looking(path, size)
        gc.unfreeze()
        return Load(bot.seconds, answer, memory, clicks, moves, *looks)


def settle() -> None:
    """Let nothing that was just made be written, or looked through for garbage, while moves are timed.

    A store that has grown for months is on the disk, and the real Discord is no process of ours.
    """
    os.sync()
    gc.collect()
    gc.freeze()


async def looking(path: Path, size: Size) -> tuple[float, float]:
    """Return how long it takes to find what waits, and what is due: the median of some looks."""
    database = Database(async_url(f"sqlite:///{path}"))
    now, sweeps, dues = int(time.time()), list[float](), list[float]()
    for _ in range(size.rounds):
        async with database.reading() as connection:
            began = time.perf_counter()
            await outbox.waiting_streams(connection, now, SWEPT_AT_ONCE)
            swept = time.perf_counter()
            await schedule.due(connection, now, READ_AT_ONCE)
            sweeps.append(swept - began)
            dues.append(time.perf_counter() - swept)
    await database.close()
    return statistics.median(sweeps), statistics.median(dues)


@pytest.mark.slow
def test_beside_running_games(
    benchmark: BenchmarkFixture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    benchmark.group = "beside running games"
    # Two people play in all threads.
    monkeypatch.setenv("MAX_GAMES_PER_PERSON", "100")
    sizes = RUNNING if benchmark.enabled else FEW

    async def all_sizes() -> list[Load]:
        return [await beside(tmp_path, games, size(benchmark)) for games in sizes]

    loads = benchmark.pedantic(  # type: ignore[no-untyped-call]  # pytest-benchmark does not say
        lambda: asyncio.run(all_sizes()), rounds=1
    )
    for games, load in zip(sizes, loads, strict=True):
        every = [each for clicks in load.clicks.values() for each in clicks]
        table(
            f"beside {games:,} running games",
            start_to_gateway=f"{load.start:.2f} s",
            start_to_first_answer=f"{load.answer:.2f} s",
            memory=f"{load.memory:.0f} MB",
            click_to_picture_p50=f"{percentile(every, 0.5):.0f} ms",
            click_to_picture_p99=f"{percentile(every, 0.99):.0f} ms",
            **{
                f"p50_in_{key}": f"{percentile(each, 0.5):.0f} ms"
                for key, each in load.clicks.items()
            },
            moves_a_second=f"{load.moves:.1f}",
            look_for_messages=f"{1000 * load.sweep:.1f} ms",
            look_for_due_jobs=f"{1000 * load.due:.1f} ms",
        )
        assert all(len(each) == size(benchmark).rounds for each in load.clicks.values())
        assert load.moves > 0


async def processes(folder: Path, count: int, size: Size) -> float:
    """Return how many moves a second a number of processes store on one PostgreSQL."""
    world = World()
    server = Server(world, shards=SHARDS, concurrency=SHARDS)
    places = [
        world.add_place(world.add_server(f"Club {shard}", shard=(shard, SHARDS)), "table")
        for shard in range(SHARDS)
    ]
    desk = Desk(world)
    people = [Actor(desk, world.add_person(name).id) for name in NAMES[:2]]
    each, blocks = SHARDS // count, folder / f"blocks.{count}.txt"
    async with (
        fresh("postgresql", folder) as address,
        server.listening(),
        nursery_at(server, folder) as nursery,
    ):
        for first in range(0, SHARDS, each):
            await nursery.bear(
                address.replace("+asyncpg", ""),
                SHARD_COUNT=str(SHARDS),
                SHARD_IDS=f"{first}-{first + each - 1}",
                PLAYGROUND_BLOCKS=str(blocks),
            )
        await until(lambda: len(server.gateway.connected) == SHARDS)
        warm_at = time.monotonic()
        moves = await play_fast(server, people, places, size)
    check_unblocked(blocks, warm_at)
    return moves


@pytest.mark.slow
@pytest.mark.skipif(SERVER not in os.environ, reason=f"{SERVER} is not set")
def test_processes(
    benchmark: BenchmarkFixture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compare one process with two, on one PostgreSQL."""
    benchmark.group = "processes"
    monkeypatch.setenv("MAX_GAMES_PER_PERSON", "100")

    async def both() -> list[float]:
        return [await processes(tmp_path, count, size(benchmark)) for count in (1, 2)]

    one, two = benchmark.pedantic(  # type: ignore[no-untyped-call]  # as above
        lambda: asyncio.run(both()), rounds=1
    )
    table(
        "moves a second on PostgreSQL",
        in_one_process=f"{one:.1f}",
        in_two_processes=f"{two:.1f}",
    )
    assert one > 0
    assert two > 0


async def bare(clicks: int) -> list[float]:
    """Return how long a bare discord.py takes to post a picture that is ready, for each click."""
    async with game_night() as (server, place, mara, _):
        environment = {
            **os.environ,
            "PLAYGROUND_PORT": str(server.port),
            "PLAYGROUND_TOKEN": server.token,
        }
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.benchmarks.bare_bot", cwd=TOP, env=environment
        )
        try:
            await until(lambda: server.gateway.online)
            stopwatch = Stopwatch(server.world)
            await mara.slash(place, "go")
            for n in range(1, clicks + 1):
                await until(lambda: len(server.world.messages(place)) == n)  # noqa: B023 - waited for in this round
                await stopwatch.pause(place)
                await mara.click(place, server.world.messages(place)[-1], "Go")
            await until(lambda: len(stopwatch.seconds) == clicks)
            return stopwatch.seconds
        finally:
            process.terminate()
            await process.wait()


@pytest.mark.slow
def test_floor(benchmark: BenchmarkFixture) -> None:
    """Measure what no bot on discord.py can undercut: a click that is answered with a ready picture."""
    benchmark.group = "the floor"
    clicks = 4 * size(benchmark).rounds
    seconds = benchmark.pedantic(  # type: ignore[no-untyped-call]  # as above
        lambda: asyncio.run(bare(clicks)), rounds=1
    )
    table(
        "a bare discord.py with a ready picture",
        click_to_picture_p50=f"{percentile(seconds, 0.5):.0f} ms",
        click_to_picture_p99=f"{percentile(seconds, 0.99):.0f} ms",
    )
    assert len(seconds) == clicks


def test_commits(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """Compare moves that are stored with plain commits of one row on the same disk."""
    benchmark.group = "durable commits a second"
    count = size(benchmark).commits
    plain = benchmark.pedantic(  # type: ignore[no-untyped-call]  # as above
        lambda: plain_commits(tmp_path / "plain.db", count), rounds=1
    )
    with asyncio.Runner() as runner:
        moves = runner.run(stored_moves(tmp_path, count))
    table(
        "durable commits a second",
        one_row_with_sqlite3=f"{plain:.0f}",
        moves_by_the_match_service=f"{moves:.0f}",
    )
    assert moves > 0
    if benchmark.enabled:
        assert plain > moves


def plain_commits(path: Path, count: int) -> float:
    """Return how many rows a second sqlite3 stores, each in a transaction that reaches the disk."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE events (seq INTEGER PRIMARY KEY, notation TEXT)")
        began = time.perf_counter()
        for n in range(count):
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO events VALUES (?, 'c4.c6')", (n,))
            connection.execute("COMMIT")
        return count / (time.perf_counter() - began)


async def stored_moves(folder: Path, count: int) -> float:
    """Return how many moves a second the match service stores, one after the other."""
    club = Club(async_url(f"sqlite:///{folder / 'tavolo.db'}"), chances=seeded(1))
    await club.database.migrate()
    current, spent = (await club.play(await club.start())).table, 0.0
    with unblocked(folder / "blocks.txt"):
        for _ in range(count):
            if not current.game.running:
                current = await club.start()
            began = time.perf_counter()
            current = (await club.play(current)).table
            spent += time.perf_counter() - began
    await club.database.close()
    return count / spent
