"""Shards of one bot in several processes: when each may ask Discord for a new session.

A process that is alone leaves this to discord.py, which waits between its own shards. Several have
to wait for each other too: what comes too early Discord refuses, and every request counts against
those of the day. What does not belong here: which shards a process has (`data.share`).
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from data import session_starts
from data.engine import Database, DatabaseError

log = logging.getLogger(__name__)

APART_SECONDS: Final = 5.5
"""How far apart two sessions of a bucket begin: Discord says 5 seconds, and the way there varies."""

Sleep = Callable[[float], Awaitable[None]]


class SessionStarts:
    """Take turns with the other processes in asking for sessions."""

    def __init__(self, database: Database, sleep: Sleep = asyncio.sleep) -> None:
        self._database = database
        self._sleep = sleep
        self.buckets = 1
        """How many sessions may begin at the same time (Discord's `max_concurrency`)."""

    async def wait(self, shard_id: int) -> None:
        """Wait until a shard may ask."""
        try:
            async with self._database.writing() as connection:
                bucket = shard_id % self.buckets
                away = await session_starts.reserve(connection, bucket, APART_SECONDS)
        except DatabaseError as error:
            log.warning("when shard %s may connect is not known: %s", shard_id, error)
            away = APART_SECONDS
        await self._sleep(away)
