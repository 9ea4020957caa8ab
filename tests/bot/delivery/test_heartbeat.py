"""Who stops beating has ended: what it claimed is free at once, and no longer its own when it wakes.

Two outboxes with some shards in common stand for two processes. On SQLite there is one alone.
"""

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.delivery.outbox_writer import Envelope, person_stream
from bot.delivery.rows import NudgeDropRow
from bot.heartbeat import Heartbeat
from data.engine import Database, DatabaseError
from data.share import Share
from tests.bot.delivery.outboxes import NOW, Process, deliver, process
from tests.data.backends import SERVER, fresh

on_postgresql = pytest.mark.skipif(SERVER not in os.environ, reason=f"{SERVER} is not set")


@pytest.fixture
async def pair(tmp_path: Path) -> AsyncIterator[tuple[Process, Process]]:
    """Yield two processes; the second one goes on without a pause."""
    async with fresh("postgresql", tmp_path) as address:
        shares = Share(16, frozenset({0, 1})), Share(16, frozenset({0, 2}))
        first, second = (process(Database(address, share)) for share in shares)
        await first.database.migrate()
        for each in (first, second):
            await each.outbox.take_over()
        second.building.set()
        second.sending.set()
        yield first, second
        for each in (first, second):
            await each.database.close()


@on_postgresql
@pytest.mark.parametrize("sent", [False, True], ids=["before it sent", "after it sent"])
async def test_who_was_only_paused_leaves_what_others_took_over_to_them(
    pair: tuple[Process, Process], caplog: pytest.LogCaptureFixture, *, sent: bool
) -> None:
    paused, other = pair
    if sent:
        paused.building.set()
    delivering = await deliver(paused)
    if sent:
        while not paused.sent:  # noqa: ASYNC110 - it is under way
            await asyncio.sleep(0)
    await other.outbox.heartbeat.beat()
    assert await other.outbox.sweep() == 0
    await paused.fall_silent()
    await other.outbox.heartbeat.beat()
    assert await other.outbox.sweep() == 1
    assert (len(other.sent), await other.has_stored(), await other.left()) == (1, True, 0)
    paused.building.set()
    paused.sending.set()
    await delivering
    assert (len(paused.sent), await paused.has_stored()) == (int(sent), False)
    assert "has ended" in caplog.text
    assert "somebody else delivers" in caplog.text


@on_postgresql
async def test_who_was_paused_and_lost_nothing_goes_on(
    pair: tuple[Process, Process],
) -> None:
    paused, other = pair
    delivering = await deliver(paused)
    await paused.fall_silent()
    paused.building.set()
    paused.sending.set()
    await delivering
    # It was there again before it went on.
    assert not paused.outbox.heartbeat.missed
    await other.outbox.heartbeat.beat()
    assert (len(paused.sent), await paused.has_stored(), await other.left()) == (1, True, 0)


@on_postgresql
async def test_who_ends_leaves_no_claim_and_is_forgotten(
    pair: tuple[Process, Process],
) -> None:
    ending, other = pair
    async with ending.database.writing() as connection:
        envelope = Envelope(connection, NOW)
        await envelope.put(person_stream(7), NudgeDropRow(1, 2))
        await envelope.seal()
    assert await other.outbox.sweep() == 0
    await ending.outbox.heartbeat.end()
    assert await other.outbox.sweep() == 1
    assert ending.outbox.heartbeat._name not in await other.names()


@on_postgresql
async def test_a_database_that_is_away_ends_no_heartbeat(
    pair: tuple[Process, Process],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, _ = pair
    heart, beats = first.outbox.heartbeat, 0

    async def beat() -> None:
        nonlocal beats
        beats += 1
        msg = "is away"
        raise DatabaseError(msg)

    monkeypatch.setattr(heart, "beat", beat)
    monkeypatch.setattr("bot.heartbeat.BEAT_SECONDS", 0)
    beating = asyncio.create_task(heart.go_on())
    while beats < 3:  # noqa: ASYNC110 - it is under way
        await asyncio.sleep(0)
    beating.cancel()
    assert caplog.text.count("is away") == 1


async def test_alone_with_a_file_nobody_needs_to_beat(tmp_path: Path) -> None:
    async with fresh("sqlite", tmp_path) as address:
        heart = Heartbeat(Database(address), "1@here")
        await heart.beat()
        await heart.go_on()
        await heart.end()
        assert not heart.missed
        assert heart._beat_at == (0.0, 0.0)
