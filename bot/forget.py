"""`tavolo forget`: delete a person, or a server, for the host; the bot may run meanwhile.

The running bot delivers what is to be said of it: everything goes through the database alone.
"""

import time
from collections.abc import Callable
from typing import Final

from bot.app import fair_chances
from bot.config import Settings, async_url
from bot.delivery.outbox_writer import claimant_of
from bot.match.event import Referee
from bot.services.privacy import Privacy
from bot.services.retention import Retention
from data import outbox
from data.engine import Database

SERVER: Final = "server"


async def forget(
    settings: Settings, what: str, number: int, *, clock: Callable[[], int] | None = None
) -> str:
    """Delete everything of a person or a server for good, and say what was done.

    Raises DatabaseError.
    """
    clock = clock or _now
    database = Database(async_url(settings.database_url))
    try:
        await database.check_ready()
        if what == SERVER:
            await Retention(database, settings, clock=clock).forget_server(number)
            return f"Server {number} is deleted."
        return await _forget_person(database, number, clock)
    finally:
        await database.close()


async def _forget_person(database: Database, user_id: int, clock: Callable[[], int]) -> str:
    privacy = Privacy(Referee(database, clock=clock, chances=fair_chances()))
    stake = await privacy.at_stake(user_id)
    await privacy.forget(user_id)
    async with database.writing() as connection:
        # The bot that runs sends what this process would have sent.
        await outbox.release(connection, claimant_of(database.share))
    return (
        f"Person {user_id} is deleted. Running games resigned: {stake.games}, "
        f"open challenges closed: {stake.challenges}."
    )


def _now() -> int:
    return int(time.time())
