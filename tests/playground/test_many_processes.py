"""Four processes with sixteen shards on one PostgreSQL: killed, stopped and moved under load.

Each server is served by one process at a time; whatever happens to the processes, every move is
stored once and every board is there once.
"""

import asyncio
import contextlib
import os
import re
import signal
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from data.engine import Database
from data.tables import EVENTS, GAMES, OUTBOX
from playground.deeds import Impossible
from playground.desk import Desk
from playground.server import Server
from playground.world import World
from tests.data.backends import SERVER, fresh
from tests.playground.births import Born, Nursery, nursery_at, stop
from tests.playground.people import Actor, Match, controls, start_match
from tests.playground.waiting import PATIENCE, until

pytestmark = pytest.mark.skipif(SERVER not in os.environ, reason=f"{SERVER} is not set")

SHARDS = 16
MOVES = 4
"""How many moves are made in each game."""
BOARD_SECONDS = 3
"""How long a player waits for the board before the next try."""


@dataclass(slots=True)
class Fleet:
    """Processes that share a database, by the shards that they have."""

    nursery: Nursery
    database: str
    running: dict[str, Born] = field(default_factory=dict)

    async def start(self, shards: str) -> None:
        """Start a process with some shards."""
        self.running[shards] = await self.nursery.bear(
            self.database, SHARD_COUNT=str(SHARDS), SHARD_IDS=shards
        )

    async def end(self, shards: str, number: signal.Signals) -> None:
        """End the process with these shards."""
        await stop(self.running.pop(shards), number)

    async def are_there(self) -> None:
        """Wait until every shard is connected."""
        gateway = self.nursery.server.gateway
        await until(lambda: {shard for shard, _ in gateway.connected} == set(range(SHARDS)))


@pytest.fixture
def world() -> World:
    """Return a world with a server of each shard."""
    world = World()
    world.patience = timedelta(seconds=PATIENCE)
    for shard in range(SHARDS):
        server = world.add_server(f"Club {shard}", shard=(shard, SHARDS))
        world.add_place(server, "table")
    return world


@pytest.fixture
async def fleet(world: World, tmp_path: Path) -> AsyncIterator[Fleet]:
    """Yield four processes that are there."""
    server = Server(world, shards=SHARDS, concurrency=SHARDS)
    async with (
        fresh("postgresql", tmp_path) as address,
        server.listening(),
        nursery_at(server, tmp_path) as nursery,
    ):
        started = Fleet(nursery, address.replace("postgresql+asyncpg", "postgresql"))
        for shards in ("0-3", "4-7", "8-11", "12-15"):
            await started.start(shards)
        await started.are_there()
        yield started


async def play(match: Match, moves: Counter[int]) -> None:
    """Make the moves of a game; who gets no answer tries again."""
    while moves[match.place] < MOVES:
        shown = match.boards
        try:
            await match.type_move()
        except (Impossible, IndexError, ValueError):
            # The bot is away, or the board of the last move is on its way.
            await asyncio.sleep(0.1)
            continue
        try:
            async with asyncio.timeout(BOARD_SECONDS):
                while match.boards == shown or len(match.live) != 1:  # noqa: ASYNC110 - as in `until`
                    await asyncio.sleep(0.01)
        except TimeoutError:
            # The bot was being stopped, and asked for another try; or it was killed just then.
            continue
        moves[match.place] += 1


async def stored(database: str) -> tuple[dict[int, int], int, int]:
    """Return the moves of each game, how many interactions count twice, and what is left to send."""
    opened = Database(database.replace("postgresql:", "postgresql+asyncpg:"))
    try:
        async with opened.reading() as connection:
            rows = await connection.execute(
                select(EVENTS.c.game_id, func.count())
                .where(EVENTS.c.user_id.is_not(None))
                .group_by(EVENTS.c.game_id)
            )
            twice = (
                select(EVENTS.c.interaction_id)
                .where(EVENTS.c.interaction_id.is_not(None))
                .group_by(EVENTS.c.game_id, EVENTS.c.interaction_id)
                .having(func.count() > 1)
            )
            repeated = len((await connection.execute(twice)).all())
            left = int(await connection.scalar(select(func.count()).select_from(OUTBOX)) or 0)
            games: dict[int, int] = {row.game_id: row[1] for row in rows}
            assert len(games) == await connection.scalar(select(func.count()).select_from(GAMES))
            return games, repeated, left
    finally:
        await opened.close()


def shown_seqs(match: Match) -> list[str]:
    """Return which position each board of a game shows: its game and seq."""
    desk = match.players[0].desk
    return [_shown(desk, match.place, board) for board in match.boards]


def _shown(desk: Desk, place: int, board: int) -> str:
    (button,) = (c for c in controls(desk, place, board) if c.get("label") == "Text")
    found: Any = re.fullmatch(r"t:\w+:(.*)", button["custom_id"])
    return str(found[1])


@pytest.mark.slow
async def test_two_processes_killed_in_turn_lose_no_move_and_post_no_board_twice(
    fleet: Fleet, world: World
) -> None:
    desk = Desk(world)
    people = (
        Actor(desk, world.add_person("Mara").id),
        Actor(desk, world.add_person("Jonas").id),
    )
    places = world.places(people[0].id)
    matches = await asyncio.gather(*(start_match(*people, place) for place in places))
    moves: Counter[int] = Counter()
    world.patience = timedelta(seconds=3)
    playing = [asyncio.create_task(play(match, moves)) for match in matches]

    async def replace(shards: str, number: signal.Signals, *others: str) -> None:
        """End a process while it is busy, and start others with its shards."""
        before = moves.total()
        await until(lambda: moves.total() > before + 4)
        await fleet.end(shards, number)
        for each in others:
            await fleet.start(each)
        await fleet.are_there()

    await replace("0-3", signal.SIGKILL, "0-3")
    await replace("8-11", signal.SIGKILL, "8-11")
    # This one's shards move to two other processes.
    await replace("4-7", signal.SIGTERM, "4-5", "6-7")
    await asyncio.gather(*playing)
    await fleet.are_there()

    async with asyncio.timeout(PATIENCE):
        while (found := await stored(fleet.database))[2]:  # noqa: ASYNC110 - as in `until`
            await asyncio.sleep(0.2)
    games, repeated, left = found
    for match in matches:
        seqs = shown_seqs(match)
        assert len(seqs) == len(set(seqs))
        assert match.live == match.boards[-1:]
    assert (len(games), repeated, left) == (SHARDS, 0, 0)
    assert all(count >= MOVES for count in games.values())
    assert fleet.nursery.server.gateway.too_early == 0
    for born in fleet.running.values():
        with contextlib.suppress(ProcessLookupError):
            assert await stop(born, signal.SIGTERM) < 10
        assert "Traceback" not in born.said()
