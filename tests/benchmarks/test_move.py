"""A move as a player feels it: from the click on Confirm to the new picture, and what it costs.

    uv run pytest tests/benchmarks/test_move.py --benchmark-enable -s

The bot runs in a process of its own on the playground's Discord, so the times hold Discord's side
as well (about 10 ms here), but no network. Statements, transactions, replays and requests in
series are counted in a second test, in which the bot runs in the test's process on the simulated
Discord: there they can be seen. Without --benchmark-enable little is played.
"""

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from sqlalchemy import delete, event, update

from bot import create_bot
from bot.app import Tavolo
from bot.config import async_url
from bot.match import positions
from bot.match.table import Person
from bot.services.proposals import CardClick, Proposal
from data.challenges import First, MatchKind, Terms
from data.tables import OUTBOX
from games.chance import SeededSource
from games.game import CHANCE
from games.line import Line
from playground.desk import Desk
from playground.server import Server
from playground.world import World
from tests.benchmarks.blocks import unblocked
from tests.benchmarks.bot_and_discord import (
    Stopwatch,
    Tables,
    Usage,
    percentile,
    running,
)
from tests.bot.club import Clock, Club, seeded
from tests.discord.simulated import open_world
from tests.discord.tables import confirm_label, seeded_chances, start_game
from tests.playground.people import Actor, Match, start_match
from tests.playground.waiting import until

# aiohttp calls its own deprecated function where it reads a large form.
pytestmark = pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning")

WARMING_UP: Final = 2
MOST_STATEMENTS, MOST_TRANSACTIONS, MOST_SERIES = 25, 5, 1
"""What a move may cost, the first one of a game included: no clock is in these numbers."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much is played and started; `rounds` are fewer than a game has moves."""

    threads: int
    games: int
    rounds: int
    counted: int
    starts: int
    settled_seconds: float
    late: int
    """The event at which a long game of Dicefest is measured."""


MEASURED: Final = Size(8, 2, 8, 8, 3, 2.0, 600)
ONCE: Final = Size(2, 1, 1, 2, 1, 0.0, 20)


def size(benchmark: BenchmarkFixture) -> Size:
    """Say how much is played: little where nothing is measured."""
    return MEASURED if benchmark.enabled else ONCE


AHEAD: Final = 80
"""How many events a long game has ahead of it: more than are measured."""
TRIALS: Final = 10
DICEFEST: Final = Terms("dicefest", 2, {}, MatchKind.SINGLE, First.ME, rated=False)


@contextlib.asynccontextmanager
async def game_night() -> AsyncIterator[tuple[Server, int, Actor, Actor]]:
    """Open a Discord with one server, a channel and two people who have patience."""
    world = World()
    server = Server(world)
    place = world.add_place(world.add_server("Game Night"), "table")
    desk = Desk(world)
    mara, jonas = (Actor(desk, world.add_person(name).id) for name in ("Mara", "Jonas"))
    async with server.listening():
        yield server, place, mara, jonas


def table(title: str, **rows: str) -> None:
    """Print what was measured."""
    print(f"\n{title}")  # noqa: T201
    for what, value in rows.items():
        print(f"  {what.replace('_', ' '):<40} {value}")  # noqa: T201


# From the click to the picture


async def click_to_picture(folder: Path, size: Size) -> tuple[list[float], float]:
    """Play in some threads in turn; return the seconds to each picture, and CPU time a move."""
    seconds, used = list[float](), 0.0
    async with game_night() as (server, place, mara, jonas):
        stopwatch = Stopwatch(server.world)
        async with running(server, folder / "tavolo.db") as bot:
            for _ in range(size.games):
                matches = [await start_match(mara, jonas, place) for _ in range(size.threads)]
                assert len({match.place for match in matches}) == size.threads
                tables = Tables(stopwatch, matches)
                await tables.play(WARMING_UP)
                if not seconds:
                    bot.warmed_up()
                before = Usage.of(bot.pid)
                seconds += await tables.play(size.rounds)
                used += Usage.of(bot.pid).cpu - before.cpu
    return seconds, used / len(seconds)


@pytest.mark.slow
def test_from_the_click_to_the_picture(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    benchmark.group = "from the click on Confirm to the new picture"
    seconds, cpu = benchmark.pedantic(  # type: ignore[no-untyped-call]  # pytest-benchmark does not say
        lambda: asyncio.run(click_to_picture(tmp_path, size(benchmark))),
        rounds=1,
    )
    p50, p99 = percentile(seconds, 0.5), percentile(seconds, 0.99)
    benchmark.extra_info |= {"p50": p50, "p99": p99}
    table(
        f"click to picture, {len(seconds)} moves in {size(benchmark).threads} threads",
        p50=f"{p50:.0f} ms",
        p99=f"{p99:.0f} ms",
        CPU_time_of_the_bot_with_its_panel=f"{1000 * cpu:.0f} ms a move",
    )
    assert len(seconds) == size(benchmark).threads * size(benchmark).games * size(benchmark).rounds


# What it costs


class Costs:
    """Count statements, transactions and whole-game replays of a bot in this process."""

    def __init__(self, bot: Tavolo, patch: pytest.MonkeyPatch) -> None:
        self.counted = Counter[str]()
        self.statements = Counter[str]()
        event.listen(bot.database._engine.sync_engine, "before_cursor_execute", self._execute)
        real = positions._set_up

        def set_up(*arguments: Any) -> Any:
            self.counted["replays"] += 1
            return real(*arguments)

        patch.setattr(positions, "_set_up", set_up)

    def _execute(self, _connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        self.counted["statements"] += 1
        self.counted["transactions"] += statement.startswith("BEGIN")
        self.statements[" ".join(statement.split())[:100]] += 1


async def costs_of_a_move(folder: Path, moves: int) -> tuple[list[Counter[str]], Counter[str]]:
    """Return what each move counted, from the click on Confirm until nothing is left to do."""

    def make_bot() -> Tavolo:
        return create_bot(database_url=f"sqlite:///{folder}/tavolo.db", chances=seeded_chances())

    with pytest.MonkeyPatch.context() as patch:
        async with open_world(make_bot) as world:
            assert isinstance(world.bot, Tavolo)
            game = await start_game(world, world.person("Mara"), world.person("Jonas"))
            costs, found = Costs(world.bot, patch), []
            for _ in range(moves):
                panel = await game.panel()
                person, label = game.to_move, confirm_label(panel)
                assert label is not None
                costs.counted.clear()
                costs.statements.clear()
                with unblocked(folder / "blocks.txt"):
                    _, cost = await world.measure(person.clicking(panel, label))
                board = f"/channels/{game.place.id}/messages"
                costs.counted["requests in series"] = cost.series_to("POST", board)
                found.append(Counter(costs.counted))
            return found, Counter(costs.statements)


@pytest.mark.slow
def test_what_a_move_costs(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    benchmark.group = "what a move costs"
    found, statements = benchmark.pedantic(  # type: ignore[no-untyped-call]  # as above
        lambda: asyncio.run(costs_of_a_move(tmp_path, size(benchmark).counted)), rounds=1
    )
    most = {what: max(one[what] for one in found) for what in found[0]} | {
        "replays": max(one["replays"] for one in found)
    }
    benchmark.extra_info |= most
    if benchmark.enabled:
        for statement, count in sorted(statements.items()):
            print(f"  {count} × {statement}")  # noqa: T201
    table("a move, from the click on Confirm", **{k: str(v) for k, v in most.items()})
    assert most["replays"] == 0
    assert most["requests in series"] == MOST_SERIES
    assert most["statements"] <= MOST_STATEMENTS
    assert most["transactions"] <= MOST_TRANSACTIONS


# Starting


async def starts(folder: Path, size: Size) -> list[tuple[float, float, float]]:
    """Start a bot again and again on one database, which the first start makes.

    Returns the seconds to the gateway, the CPU time until then, and the megabytes some time later.
    """
    found = []
    async with game_night() as (server, place, mara, _):
        for _ in range(size.starts + 1):
            async with running(server, folder / "tavolo.db") as bot:
                cpu = Usage.of(bot.pid).cpu
                await until(lambda: server.world.commands(mara.id, place))
                # What is swept and looked up after a start needs memory as well.
                await asyncio.sleep(size.settled_seconds)
                found.append((bot.seconds, cpu, Usage.of(bot.pid).megabytes))
    return found


@pytest.mark.slow
def test_a_start(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    benchmark.group = "from the start to the gateway"
    first, *later = benchmark.pedantic(  # type: ignore[no-untyped-call]  # as above
        lambda: asyncio.run(starts(tmp_path, size(benchmark))), rounds=1
    )
    seconds, cpu, memory = (sorted(each)[len(each) // 2] for each in zip(*later, strict=True))
    benchmark.extra_info |= {"seconds": seconds, "memory": memory}
    table(
        f"a start, the median of {len(later)}",
        start_to_gateway=f"{seconds:.2f} s",
        of_it_CPU_time=f"{cpu:.2f} s",
        memory_after_start=f"{memory:.0f} MB",
        first_start_with_a_new_database=f"{first[0]:.2f} s",
    )
    assert seconds > 0


# A long game


async def dicefest(club: Club, server: int, place: int, players: tuple[Actor, Actor]) -> int:
    """Begin a game of Dicefest in a channel, and return its number."""
    mara, jonas = Person(players[0].id, "Mara"), Person(players[1].id, "Jonas")
    proposal = Proposal(server, place, mara, (jonas,), DICEFEST, "en", thread=False)
    challenged = await club.challenges.propose(proposal, interaction_id=club.ticket())
    accepting = CardClick(jonas, club.ticket(), place, place, threads=False)
    answered = await club.challenges.accept(challenged.challenge.id, accepting)
    assert answered.game_id is not None
    return answered.game_id


async def long_dicefest(
    club: Club, server: int, place: int, players: tuple[Actor, Actor], late: int
) -> int:
    """Begin a game, and play it up to an event with much ahead of it; return its number.

    How long a game lasts is up to its dice. Those that are too short are played to their end.
    """
    source = SeededSource(1)
    while True:
        game_id = await dicefest(club, server, place, players)
        table = await club.matches.table(game_id)
        while isinstance(to_move := table.line.to_move, int):
            if table.seq >= late and lasts(table.line, AHEAD):
                return game_id
            player = Person(table.game.players[to_move], table.game.names[to_move])
            notation = table.line.game.format(
                table.line.game.random_move(table.line.position, source)
            )
            await club.matches.play_typed(
                game_id, player, notation, seq=table.seq, interaction_id=club.ticket()
            )
            table = await club.matches.table(game_id)


def lasts(line: Line, events: int) -> bool:
    """Tell whether a game goes on for a number of events, whatever chance does in some trials."""
    for seed in range(TRIALS):
        source, tried = SeededSource(seed), line
        while tried.ply < line.ply + events:
            if tried.to_move is None:
                return False
            position = tried.position
            move = (
                position.roll(source)
                if tried.to_move == CHANCE
                else tried.game.random_move(position, source)
            )
            tried = tried.play(move)
    return True


async def two_games(
    url: str, server: int, places: list[int], players: tuple[Actor, Actor], late: int
) -> None:
    """Store a game that begins in one place and a long one in the other, with boards to post."""
    club = Club(url, clock=Clock(int(time.time())), chances=seeded(1))
    await club.database.migrate()
    short = await dicefest(club, server, places[0], players)
    long = await long_dicefest(club, server, places[1], players, late)
    async with club.database.writing() as connection:
        await connection.execute(delete(OUTBOX))
    for game_id in (short, long):
        await club.matches.repost(game_id)
    async with club.database.writing() as connection:
        # They are for the bot to deliver.
        await connection.execute(update(OUTBOX).values(claimed_until=0, claimed_by=None))
    await club.database.close()


async def start_and_long(folder: Path, size: Size) -> tuple[list[float], list[float]]:
    """Play at the start of a game and late in another one, in turn; return seconds to pictures."""
    async with game_night() as (server, place, mara, jonas):
        world, database = server.world, folder / "tavolo.db"
        places = [place, world.add_place(world.servers()[0], "another table")]
        url = async_url(f"sqlite:///{database}")
        await two_games(url, world.servers()[0], places, (mara, jonas), size.late)
        async with running(server, database) as bot:
            matches = [Match(each, (mara, jonas)) for each in places]
            await until(lambda: all(match.live for match in matches))
            tables = Tables(Stopwatch(world), matches)
            await tables.play(WARMING_UP)
            bot.warmed_up()
            seconds = await tables.play(2 * size.rounds)
    return seconds[::2], seconds[1::2]


@pytest.mark.slow
def test_a_long_game(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    benchmark.group = "a long game of Dicefest beside its start"
    start, late = benchmark.pedantic(  # type: ignore[no-untyped-call]  # as above
        lambda: asyncio.run(start_and_long(tmp_path, size(benchmark))), rounds=1
    )
    before, after = percentile(start, 0.5), percentile(late, 0.5)
    benchmark.extra_info |= {"start": before, "late": after}
    table(
        f"click to picture in Dicefest, p50 of {len(start)} moves each",
        at_the_start=f"{before:.0f} ms",
        **{f"after_event_{size(benchmark).late}": f"{after:.0f} ms ({after / before - 1:+.0%})"},
    )
    assert after > 0
