"""The heartbeat of a process that shares its database with others.

Every few seconds it notes that it is there. What another one has claimed that has missed some beats
is free at once, and not only when its claims run out. A process that was paused for so long looks
first whether it still has what it claimed (`Heartbeat.missed`). Alone with a SQLite file there is
nobody to tell. What does not belong here: what is claimed (`bot.delivery.outbox`).
"""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final

from data import outbox, processes, thoughts
from data.engine import Database, DatabaseError

log = logging.getLogger(__name__)

BEAT_SECONDS: Final = 2
"""How often a process beats."""
SILENT_SECONDS: Final = 10
"""After how many seconds without a beat it counts as ended."""
LATE_SECONDS: Final = 5
"""After how many of its own it no longer relies on what it has claimed."""


class Heartbeat:
    """Beat, and notice who has stopped."""

    def __init__(
        self,
        database: Database,
        name: str,
        *,
        thinks_for: str | None = None,
        steady: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        """Beat under a `name`, that of the process in all that it claims.

        `thinks_for` is the version of the bots whose thoughts it takes; None for a bot.
        """
        self._database = database
        self._name = name
        self._thinks_for = thinks_for
        self._clocks = (steady, wall)
        self._beat_at = (0.0, 0.0)

    @property
    def missed(self) -> bool:
        """Whether others may have taken this process for ended since its last beat.

        By the clock that has gone further: the steady one stops while a machine is suspended.
        """
        if self._database.is_sqlite:
            return False
        passed = (now() - then for now, then in zip(self._clocks, self._beat_at, strict=True))
        return max(passed) >= LATE_SECONDS

    async def start(self) -> None:
        """Free what a process of the same name has left, and beat for the first time."""
        if not self._database.is_sqlite:
            async with self._database.writing() as connection:
                await thoughts.forget_process(connection, self._name)
            await self.beat()

    async def beat(self) -> None:
        """Note that this process is there, and free what those have claimed that are not any more."""
        if self._database.is_sqlite:
            return
        began = tuple(now() for now in self._clocks)
        async with self._database.writing() as connection:
            await processes.beat(connection, self._name, self._thinks_for)
            ended = await processes.take_ended(connection, SILENT_SECONDS)
            for name in ended:
                await outbox.release(connection, name)
                await thoughts.forget_process(connection, name)
        # From before the transaction: the beat may have been noted at any time within.
        self._beat_at = began[0], began[1]
        for name in ended:
            log.warning("the process %s has ended: what it had begun is taken over", name)

    async def go_on(self) -> None:
        """Beat until this is cancelled; a database that is away is tried again."""
        said = ""
        while not self._database.is_sqlite:
            try:
                await self.beat()
                said = ""
            except DatabaseError as error:
                if str(error) != said:
                    said = str(error)
                    log.error("nobody can see that this process is there: %s", said)  # noqa: TRY400 - as expected
            await asyncio.sleep(BEAT_SECONDS)

    async def end(self) -> None:
        """Note that this process ends; nobody needs to wait for its next beat."""
        if not self._database.is_sqlite:
            async with self._database.writing() as connection:
                await outbox.release(connection, self._name)
                await thoughts.forget_process(connection, self._name)
                await processes.forget(connection, self._name)
