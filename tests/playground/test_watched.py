"""A bot that its host watches, in a process of its own: its metrics, its log, and how it stops."""

import asyncio
import json
import re
import signal
import socket
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
from sqlalchemy import func, select

from bot.config import async_url
from data.engine import Database
from data.schedule import JobKind
from data.tables import EVENTS, GAMES, OUTBOX, PLAYERS, SCHEDULE
from playground.deeds import Impossible
from playground.desk import Desk
from playground.faults import Fault
from playground.server import Server
from tests.playground.births import Nursery, nursery_at, stop
from tests.playground.conftest import Table
from tests.playground.people import Actor, Match, start_match
from tests.playground.waiting import PATIENCE, until

LONGEST = 10.0
"""Seconds that a stop may take."""


@pytest.fixture
async def nursery(table: Table, tmp_path: Path) -> AsyncIterator[Nursery]:
    """Yield a server and a nursery of bots for it."""
    server = Server(table.world)
    async with server.listening(), nursery_at(server, tmp_path) as found:
        yield found


def free_port() -> int:
    """Return a port at which nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


async def asked(port: int, path: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}{path}") as answer,
    ):
        return answer.status, await answer.text()


async def becomes_well(port: int) -> None:
    """Wait until a bot says that it is well."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                status, _ = await asked(port, "/healthz")
            except aiohttp.ClientError:
                status = 0
            if status == 200:
                return
            await asyncio.sleep(0.05)


@pytest.mark.slow
async def test_what_is_measured_and_logged_names_games_and_deeds_and_nobody(
    nursery: Nursery, table: Table, tmp_path: Path
) -> None:
    port = free_port()
    born = await nursery.bear(
        tmp_path / "tavolo.db", METRICS_PORT=str(port), LOG_FORMAT="json", LOG_LEVEL="INFO"
    )
    await becomes_well(port)
    desk = Desk(table.world)
    match = await start_match(Actor(desk, table.mara), Actor(desk, table.jonas), table.place)
    refused = nursery.server.faults.order(Fault("POST", "/channels/*/messages", 400, 50006))
    await match.click_move()
    await until(lambda: refused.failed)

    _, text = await asked(port, "/metrics")
    actions = set(re.findall(r'tavolo_answer_seconds_count\{action="([^"]+)"\}', text))
    assert {"application_command dice-matrix challenge", "component move"} <= actions
    labels = re.findall(r'(\w+)="([^"]*)"', text)
    assert {name for name, _ in labels} <= {"action", "le", "kind", "scope", "status"}
    assert not [value for name, value in labels if name != "le" and re.search(r"\d{3,}", value)]
    for private in ("Mara", "Jonas", "Game Night", str(table.mara), str(table.server)):
        assert private not in text

    await stop(born, signal.SIGTERM)
    entries = [json.loads(line) for line in born.said().splitlines()]
    told = next(entry for entry in entries if entry.get("row", "").startswith("board:"))
    assert re.fullmatch(r"component \w+", told["action"])
    assert told["interaction"].isdecimal()
    assert told["game"] == "1"


async def stored(path: Path) -> tuple[int, int, dict[int, int], set[int]]:
    """Return the moves of people, rows to send, and the games of computers to move: due, or not."""
    database = Database(async_url(f"sqlite:///{path}"))
    try:
        async with database.reading() as connection:
            moves = await connection.scalar(
                select(func.count()).where(EVENTS.c.interaction_id.is_not(None), EVENTS.c.seq > 0)
            )
            rows = await connection.scalar(select(func.count()).select_from(OUTBOX))
            jobs = await connection.execute(
                select(SCHEDULE.c.subject_id, SCHEDULE.c.due_at).where(
                    SCHEDULE.c.kind == JobKind.THINK
                )
            )
            thinking = await connection.execute(
                select(GAMES.c.id)
                .join(
                    PLAYERS, (PLAYERS.c.game_id == GAMES.c.id) & (PLAYERS.c.seat == GAMES.c.to_move)
                )
                .where(PLAYERS.c.user_id < 0, GAMES.c.ended_at.is_(None))
            )
            return (
                int(moves or 0),
                int(rows or 0),
                {row.subject_id: row.due_at for row in jobs},
                set(thinking.scalars()),
            )
    finally:
        await database.close()


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_stop_under_load_sends_what_is_to_be_sent_and_puts_thoughts_back(
    nursery: Nursery, table: Table, tmp_path: Path, number: signal.Signals
) -> None:
    path = tmp_path / "tavolo.db"
    born = await nursery.bear(path)
    await until(lambda: nursery.server.gateway.online)
    desk = Desk(table.world)
    mara, jonas = Actor(desk, table.mara), Actor(desk, table.jonas)
    matches = [await start_match(mara, jonas, table.place) for _ in range(2)]
    for _ in range(2):
        await mara.slash(table.place, "dice-matrix challenge", computer="hard", first="opponent")
    nursery.server.faults.latency = 0.02
    acknowledged: Counter[int] = Counter()

    async def play(match: Match) -> None:
        while not born.ended.done():
            try:
                done = await match.type_move()
            except (Impossible, IndexError, ValueError):
                await asyncio.sleep(0.05)
                continue
            acknowledged[match.place] += done["outcome"] == "thinking"

    playing = [asyncio.create_task(play(match)) for match in matches]
    await until(lambda: acknowledged.total() > 5)
    assert await stop(born, number) < LONGEST
    for task in playing:
        task.cancel()
    await asyncio.wait(playing)

    assert born.ended.result() == 0
    assert "Traceback" not in born.said()
    moves, rows, jobs, thinking = await stored(path)
    assert moves > 0
    assert rows == 0
    assert thinking <= jobs.keys()
    now = int(path.stat().st_mtime)
    assert [game for game in thinking if jobs[game] > now + 1] == []
    for match in matches:
        assert len(match.live) == 1
