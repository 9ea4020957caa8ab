"""Days that pass in a simulated Discord, and what boards say of them.

The bot looks at its tables every few seconds, so days would be long: it sleeps through them, and
sees at its return to what fell due. It is told that people could reach it all the time, since it
gives back the time in which they could not.
"""

import re
from typing import cast

from bot.app import Tavolo
from bot.config import async_url
from data import reach
from data.engine import Database
from tests.discord.simulated import Message, World


async def pass_days(world: World, days: float) -> None:
    """Pass some days, and make the bot handle what fell due."""
    await world.stop()
    await world.pass_time(days=days)
    await keep_reachable(world)
    await world.start()
    await world.pass_time(minutes=1)


async def keep_reachable(world: World) -> None:
    """Let a bot that is stopped believe that people could reach it until now."""
    database = Database(async_url(cast("Tavolo", world.bot).settings.database_url))
    async with database.writing() as connection:
        await reach.note(connection, 1, [0], seconds(world))
    await database.close()


def seconds(world: World) -> int:
    """Return the time in whole seconds since 1970."""
    return int(world.now.timestamp())


def until(message: Message) -> int:
    """Return the time until which a board says that there is time."""
    found = re.search(r"until <t:(\d+):f> \(<t:\1:R>\)", message.text)
    assert found is not None, message.text
    return int(found[1])
