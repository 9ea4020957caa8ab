"""Contacts: who is told where the bot may not post what a server has asked for.

It is who changed the server's settings or its weekly table last. They are told once in six days at
most, however much can't be posted meanwhile. What does not belong here: what they are told, and
when a message waits (`cogs.ui.announcing`, `cogs.server.contacts`).
"""

from collections.abc import Callable
from typing import Final

from bot.delivery.outbox_writer import Dispatch, Envelope
from bot.delivery.rows import CannotPostRow
from data import contacts
from data.engine import Database

TOLD_AGAIN_SECONDS: Final = 6 * 24 * 3600
"""After how long somebody is told again: a weekly table tells once a week."""


class Contacts:
    """Keep whom to tell."""

    def __init__(self, database: Database, *, clock: Callable[[], int]) -> None:
        self._database = database
        self._clock = clock

    async def store(self, guild_id: int, user_id: int) -> None:
        """Store who has set a server up last."""
        async with self._database.writing() as connection:
            await contacts.store(connection, guild_id, user_id)

    async def cannot_post(self, guild_id: int, channel_id: int) -> Dispatch:
        """Tell who set a server up that nothing can be posted in a channel, unless they know."""
        now = self._clock()
        async with self._database.writing() as connection:
            user_id = await contacts.take(
                connection, guild_id, now, told_before=now - TOLD_AGAIN_SECONDS
            )
            envelope = Envelope(connection, now)
            if user_id is not None:
                row = CannotPostRow(user_id, guild_id, channel_id)
                await envelope.put(f"person:{user_id}", row)
            return await envelope.seal()
