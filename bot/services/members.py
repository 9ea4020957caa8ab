"""Who is (still) in a server: asked of Discord when it matters, and remembered for a day."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from typing import Final

import discord

from bot.delivery.discord_errors import EXPECTED
from bot.errors import MatchError
from data import people
from data.engine import Connection, Database
from games.words import Text

log = logging.getLogger(__name__)

REMEMBERED_SECONDS: Final = 24 * 3600
FRESH_SECONDS: Final = 600
"""For how long it is remembered that somebody for whom a clock runs is in no timeout."""
PATIENCE_SECONDS: Final = 5
ASKED_AT_ONCE: Final = 100
"""How many members one request to Discord may name."""
Noticed = Callable[[Connection, int, Collection[int]], Awaitable[None]]
"""Called with a server and those of its people who have left or are back, or whose timeout has begun
or ended, in the transaction that notes it."""


class Members:
    """Keep names and membership up to date."""

    def __init__(self, database: Database, *, clock: Callable[[], int]) -> None:
        self._database = database
        self._clock = clock
        self.noticed: Noticed | None = None

    async def look_up(
        self, guild: discord.Guild, user_ids: Iterable[int], *, fresh: Iterable[int] = ()
    ) -> bool:
        """Bring known people's names and membership up to date; true if anything has changed.

        Asks Discord only for those about whom nothing is known since yesterday (of who is `fresh`,
        since some minutes ago), and whether somebody who had left is back; this needs no privileged
        intent. Timeouts are noted, too. If Discord does not answer, what is known stays.
        """
        now = self._clock()
        yesterday = now - REMEMBERED_SECONDS
        async with self._database.reading() as connection:
            wanted = await people.unchecked(connection, guild.id, user_ids, yesterday)
            wanted |= await people.unchecked(connection, guild.id, fresh, now - FRESH_SECONDS)
            away = await people.departed(connection, guild.id, yesterday, ASKED_AT_ONCE)
        if not wanted | away:
            return False
        asked = [*sorted(wanted), *sorted(away - wanted)][:ASKED_AT_ONCE]
        found = await self._ask(guild, asked)
        if found is None:
            return False
        here = {member.id: member.display_name for member in found}
        gone = set(asked) - here.keys()
        ends = {
            member.id: int(member.timed_out_until.timestamp())
            for member in found
            if member.timed_out_until is not None and member.timed_out_until.timestamp() > now
        }
        async with self._database.writing() as connection:
            silent = await people.silenced(connection, guild.id, asked, 0)
            await people.renew(connection, guild.id, here, now)
            await people.forget_membership(connection, guild.id, gone, now)
            await people.silence(connection, guild.id, ends)
            changed = (gone - away) | (here.keys() & away)
            changed |= {each for each in here if ends.get(each) != silent.get(each)}
            if changed and self.noticed is not None:
                await self.noticed(connection, guild.id, changed)
        return bool(changed)

    async def find(self, guild: discord.Guild, user_ids: Sequence[int]) -> list[discord.Member]:
        """Return those of some people who are in a server now; MatchError if Discord is silent."""
        found = await self._ask(guild, list(user_ids)) if user_ids else []
        if found is None:
            raise MatchError(
                Text(
                    "Discord does not tell me who is here right now. Please try again in a minute."
                )
            )
        return found

    async def _ask(self, guild: discord.Guild, user_ids: list[int]) -> list[discord.Member] | None:
        """Ask Discord for members; None if it does not answer."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await guild.query_members(
                    user_ids=user_ids, limit=ASKED_AT_ONCE, cache=False
                )
        except (*EXPECTED, discord.ConnectionClosed, RuntimeError) as error:
            # RuntimeError is what discord.py says while it has no connection.
            log.warning("could not ask for members of server %s: %r", guild.id, error)
            return None
