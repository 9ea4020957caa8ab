"""The command `tavolo worker`: think for bots on other machines, until a signal stops it.

It needs no token, only the database that the bots have. What does not belong here: how it thinks
(`bot.workers.thinker`). Everything is imported where the command needs it, as in `bot.cli`.
"""

import argparse
import asyncio
import contextlib
import logging
from pathlib import Path
from typing import TYPE_CHECKING

from bot.config import (
    DATABASE_URL,
    SQLITE,
    ConfigurationError,
    Settings,
    async_url,
    environment,
    load,
)
from bot.statuses import CHANGE_SOMETHING, FINE, TRY_AGAIN, fail

if TYPE_CHECKING:
    from bot.life import Stop

log = logging.getLogger(__name__)

ON_SQLITE = "is a SQLite file, which only the bot itself works with"
ALLOWED = "the PostgreSQL database of the bots that set THINK_ELSEWHERE=yes"


def work(_arguments: argparse.Namespace) -> int:
    """Think until a signal stops it, and return the exit status."""
    from bot.life import leave, stopped_by_signals

    with stopped_by_signals() as stop:
        settings = load(environment(Path.cwd()))
        if settings.database_url.startswith(SQLITE):
            raise ConfigurationError(DATABASE_URL.name, ON_SQLITE, ALLOWED)
        from bot import logs

        logs.set_up(settings)
        return leave(asyncio.run(_think(settings, stop)))


async def _think(settings: Settings, stop: "Stop") -> int:
    from bot.logs import redactor
    from bot.workers.pool import Workers
    from bot.workers.thinker import Thinker
    from data.engine import Database, DatabaseError, DatabaseUnusable

    redact = redactor(settings)
    database = Database(async_url(settings.database_url))
    thinker = Thinker(database, Workers(settings.workers, settings.workers), settings.workers)
    thinking = asyncio.create_task(thinker.think(), name="the worker")
    log.info("thinking for bots, in %d processes", settings.workers)
    try:
        with stop.ending(thinking), contextlib.suppress(asyncio.CancelledError):
            await thinking
    except DatabaseUnusable as error:
        said = f"{DATABASE_URL.name} does not open: {error}. {error.remedy}."
        return fail(redact(said), CHANGE_SOMETHING)
    except DatabaseError as error:
        return fail(redact(f"{DATABASE_URL.name} does not open: {error}"), TRY_AGAIN)
    finally:
        await database.close()
    return FINE
