"""Who is (still) in a server: asked of Discord when it matters, and remembered for a day."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Final

import discord

from bot.discord_errors import EXPECTED
from data import people
from data.engine import Database

log = logging.getLogger(__name__)

REMEMBERED_SECONDS: Final = 24 * 3600
PATIENCE_SECONDS: Final = 5
ASKED_AT_ONCE: Final = 100
"""How many members one request to Discord may name."""


class Members:
    """Keep names and membership up to date."""

    def __init__(self, database: Database, *, clock: Callable[[], int]) -> None:
        self._database = database
        self._clock = clock

    async def look_up(self, guild: discord.Guild, user_ids: Iterable[int]) -> bool:
        """Bring people's names and membership up to date; true if any of them had left.

        Asks Discord only for those about whom nothing is known since yesterday, without a
        privileged intent. If Discord does not answer, what is known stays.
        """
        now = self._clock()
        async with self._database.reading() as connection:
            wanted = await people.unchecked(
                connection, guild.id, user_ids, now - REMEMBERED_SECONDS
            )
        if not wanted:
            return False
        asked = sorted(wanted)[:ASKED_AT_ONCE]
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                found = await guild.query_members(user_ids=asked, limit=ASKED_AT_ONCE, cache=False)
        except EXPECTED as error:
            log.warning("could not ask for members of server %s: %r", guild.id, error)
            return False
        here = {member.id: member.display_name for member in found}
        gone = set(asked) - here.keys()
        async with self._database.writing() as connection:
            await people.remember(connection, guild.id, here, now)
            await people.forget_membership(connection, guild.id, gone, now)
        return bool(gone)
