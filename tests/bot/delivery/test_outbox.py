"""An outbox that is closed breaks off what is on its way, and leaves it to the next process."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data.engine import Database
from tests.bot.delivery.outboxes import begin, deliver, process


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """Yield an empty database."""
    found = Database(f"sqlite+aiosqlite:///{tmp_path}/tavolo.db")
    await found.migrate()
    yield found
    await found.close()


@pytest.mark.parametrize("building", [True, False])
async def test_what_is_on_its_way_when_the_outbox_closes_is_left_to_the_next_process(
    database: Database, caplog: pytest.LogCaptureFixture, *, building: bool
) -> None:
    first = process(database)
    await first.outbox.take_over()
    if not building:
        first.building.set()
    delivering = await deliver(first)
    await first.outbox.close()
    with pytest.raises(asyncio.CancelledError):
        await delivering
    assert await first.left() == 1
    await after(database)
    assert caplog.text == ""


async def test_an_outbox_that_is_closed_begins_nothing(database: Database) -> None:
    first = process(database)
    await first.outbox.take_over()
    await first.outbox.close()
    first.building.set()
    first.sending.set()
    assert await (await begin(first)) == []
    assert first.sent == []
    await after(database)


async def after(database: Database) -> None:
    """Start another process, and see that it delivers what is left."""
    second = process(database)
    second.building.set()
    second.sending.set()
    await second.outbox.take_over()
    while await second.outbox.sweep():
        pass
    assert (len(second.sent), await second.left()) == (1, 0)
