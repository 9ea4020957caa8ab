"""Tavolo in a process of its own, so that a test can kill it: `python -m tests.playground.bot_process`.

The port, the token, the database's address and how far the clock is ahead come in the environment.
"""

import asyncio
import os
import time

from bot.app import Tavolo
from bot.config import load
from bot.playground.redirect import point_discordpy


async def main() -> None:
    settings = load({"DATABASE_URL": os.environ["PLAYGROUND_DATABASE"]})
    ahead = float(os.environ["PLAYGROUND_AHEAD"])
    bot = Tavolo(settings, clock=lambda: int(time.time() + ahead), guild_ready_timeout=0.1)
    async with bot:
        await bot.start(os.environ["PLAYGROUND_TOKEN"])


if __name__ == "__main__":
    point_discordpy(int(os.environ["PLAYGROUND_PORT"]))
    asyncio.run(main())
