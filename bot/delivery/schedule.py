"""What falls due: one task that looks at the table of due things and has each seen to.

Nothing is held in memory: what a restart missed is found at the next look. Who owns a kind
of thing registers what is to be done; doing it strikes the thing in the same transaction,
so that it may be repeated safely.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Final

from data import due
from data.due import DueThing
from data.engine import Database

log = logging.getLogger(__name__)

SEEN_TO_AT_ONCE: Final = 100
"""How many things are read from the table at a time."""
RETRY_SECONDS: Final = 300
"""How long a thing that failed waits before it is tried again."""

Handler = Callable[[int], Awaitable[None]]
"""Sees to a thing about the row with this number."""


class DueThings:
    """See to what is due."""

    def __init__(self, database: Database, *, clock: Callable[[], int]) -> None:
        self._database = database
        self._clock = clock
        self._handlers: dict[str, Handler] = {}

    def register(self, kind: str, handler: Handler) -> None:
        """Say what sees to things of a kind."""
        self._handlers[kind] = handler

    async def look(self) -> None:
        """See to everything that is due now; a failure of one keeps no other waiting.

        However much a downtime has left, it is worked off at once, a page after the other.
        """
        seen: set[DueThing] = set()
        while True:
            async with self._database.reading() as connection:
                things = await due.until(connection, self._clock(), SEEN_TO_AT_ONCE)
            new = [thing for thing in things if thing not in seen]
            for thing in new:
                await self._see_to(thing)
            seen.update(new)
            # What is due still although it was seen to waits for the next look.
            if len(things) < SEEN_TO_AT_ONCE or not new:
                return

    async def _see_to(self, thing: DueThing) -> None:
        try:
            await self._handlers[thing.kind](thing.subject_id)
        except Exception:
            log.exception("%s of %s failed", thing.kind, thing.subject_id)
            await self._put_off(thing)

    async def _put_off(self, thing: DueThing) -> None:
        """Have a thing tried again later, so that those that fail never fill a whole look."""
        async with self._database.writing() as connection:
            await due.put_off(connection, thing, self._clock() + RETRY_SECONDS)
