"""Events that a stop breaks off are a line of the log, and others a traceback."""

import asyncio
import logging
from pathlib import Path

import pytest

from bot import create_bot


def send() -> None:
    """Fail as aiohttp does once its session is closed."""
    raise RuntimeError("Session is closed")


@pytest.mark.parametrize("stopping", [False, True])
async def test_an_event_that_a_stop_breaks_off_is_one_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, *, stopping: bool
) -> None:
    caplog.set_level(logging.INFO)
    bot = create_bot(database_url=f"sqlite:///{tmp_path}/tavolo.db")
    if stopping:
        bot._ending = asyncio.create_task(asyncio.sleep(0))
    try:
        send()
    except RuntimeError:
        await bot.on_error("on_ready")
    await bot.database.close()
    (record,) = [each for each in caplog.records if "on_ready" in each.getMessage()]
    assert (record.levelname, record.exc_info is None) == (
        ("INFO", True) if stopping else ("ERROR", False)
    )
