"""A person's move while the computers think: from the call until Discord has the new board.

Twenty searches of the strongest computer are queued at real worker processes. The move goes
through the whole bot: rules, database, picture, and discord.py to the simulated Discord.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bot import create_bot
from bot.app import Tavolo
from bot.match.record import played_so_far
from bot.match.table import Person, Table
from bot.workers.jobs import Effort, take_turn
from games.players import Level
from games.record import Record, replay
from tests.benchmarks.blocks import unblocked
from tests.discord.simulated import World, open_world
from tests.discord.tables import Game, seeded_chances, start_game

SEARCHES = 20
ROUNDS = 200
WARMING_UP = 80
"""So many moves come first, of more than one game: letters and tiles of pictures, those of its
result included, are made once, and then kept."""
LONG_SECONDS = 600.0
"""How long a search goes on if nobody ends it: longer than moves are measured."""
MOST_SECONDS = 0.1
"""What one of a hundred moves may take, and no more."""


@asynccontextmanager
async def searching(bot: Tavolo, record: Record) -> AsyncIterator[list[asyncio.Task[list[str]]]]:
    """Queue searches at the bot's workers, and begin once the first one thinks."""
    view = replay(record).position
    effort = Effort("bench", work=10_000.0, seconds=LONG_SECONDS)
    # The first of all jobs starts the worker, which is not what is measured.
    await bot.workers.run(0, LONG_SECONDS, take_turn, record.game, view, Level.EASY, effort)
    searches = [
        asyncio.create_task(
            bot.workers.run(
                server, LONG_SECONDS, take_turn, record.game, view, Level.EXPERT, effort
            )
        )
        for server in range(SEARCHES)
    ]
    try:
        yield searches
    finally:
        for search in searches:
            search.cancel()
        await asyncio.gather(*searches, return_exceptions=True)


class Tables:
    """Games of two people, one after the other, in which somebody always has a move."""

    def __init__(self, world: World, bot: Tavolo) -> None:
        self._world, self._bot = world, bot
        self._people = world.person("Mara"), world.person("Jonas")
        self._game: Game | None = None
        self._interaction = 1

    async def table(self) -> Table:
        """Return a table at which a person is to move."""
        if self._game is not None:
            table = await self._bot.matches.table(self._game.id)
            if table.game.running:
                return table
        self._game = await start_game(self._world, *self._people)
        return await self._bot.matches.table(self._game.id)

    async def play(self, table: Table) -> None:
        """Play a move, and deliver what follows from it."""
        self._interaction += 1
        seat, line = table.game.to_move or 0, table.line
        acted = await self._bot.matches.play_typed(
            table.game.id,
            Person(table.game.players[seat], table.game.names[seat]),
            line.game.legal_notation(line.position)[0],
            seq=table.game.seq,
            interaction_id=self._interaction,
        )
        await self._bot.carry_out(acted.dispatch)


@contextmanager
def thinking_bot(
    path: Path,
) -> Iterator[tuple[Tables, asyncio.Runner, list[asyncio.Task[list[str]]]]]:
    """Yield tables of a bot whose workers have more to think about than they get done."""

    def make_bot() -> Tavolo:
        return create_bot(database_url=f"sqlite:///{path}/tavolo.db", chances=seeded_chances())

    with asyncio.Runner() as runner:
        stack = AsyncExitStack()

        async def begin() -> tuple[Tables, list[asyncio.Task[list[str]]]]:
            world = await stack.enter_async_context(open_world(make_bot))
            assert isinstance(world.bot, Tavolo)
            tables = Tables(world, world.bot)
            first = await tables.table()
            async with world.bot.database.reading() as connection:
                # At the beginning of a game there is most to think about.
                record, _ = await played_so_far(connection, first.game)
            for _ in range(WARMING_UP):
                await tables.play(await tables.table())
            return tables, await stack.enter_async_context(searching(world.bot, record))

        try:
            tables, searches = runner.run(begin())
            yield tables, runner, searches
        finally:
            runner.run(stack.aclose())


@pytest.mark.slow
def test_a_persons_move(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    benchmark.group = f"one move, delivered, beside {SEARCHES} searches"
    with thinking_bot(tmp_path) as (tables, runner, searches):

        def next_table() -> tuple[tuple[Table], dict[str, object]]:
            return (runner.run(tables.table()),), {}

        with unblocked(tmp_path / "blocks.txt"):
            benchmark.pedantic(  # type: ignore[no-untyped-call]  # pytest-benchmark does not say
                lambda table: runner.run(tables.play(table)), setup=next_table, rounds=ROUNDS
            )
        assert not any(search.done() for search in searches)

    if benchmark.enabled:
        assert benchmark.stats is not None
        seconds = sorted(benchmark.stats.stats.data)
        p99 = seconds[round(0.99 * len(seconds)) - 1]
        benchmark.extra_info["p99"] = p99
        print(f"\np99 {1000 * p99:.1f} ms, median {1000 * seconds[len(seconds) // 2]:.1f} ms")  # noqa: T201
        assert p99 < MOST_SECONDS
