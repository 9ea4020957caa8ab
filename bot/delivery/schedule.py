"""The schedule: one task that reads the table of scheduled jobs and runs those that are due.

Nothing is held in memory: what a restart missed is found at the next run. A cog registers what
runs a kind of job; running it deletes or moves the job in the same transaction, so that it may be
repeated safely.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.log_context import noting
from data import schedule
from data.engine import Database, DatabaseError
from data.schedule import JobKind, ScheduledJob
from data.share import Share

log = logging.getLogger(__name__)

READ_AT_ONCE: Final = 100
"""How many jobs are read from the table at a time."""
RETRY_SECONDS: Final = 300
"""After how many seconds a job that failed is tried again."""

Handler = Callable[[int], Awaitable[None]]
"""Runs a job about the subject with this number."""


class Scheduler:
    """Run the jobs that are due."""

    def __init__(
        self,
        database: Database,
        *,
        clock: Callable[[], int],
        reachable: Callable[[], Share | None] = lambda: None,
    ) -> None:
        self._database = database
        self._clock = clock
        self._reachable = reachable
        self._handlers: dict[JobKind, Handler] = {}

    @property
    def registered(self) -> frozenset[JobKind]:
        """Return the kinds of jobs that have a handler."""
        return frozenset(self._handlers)

    def register(self, kind: JobKind, handler: Handler) -> None:
        """Register what runs jobs of a kind."""
        self._handlers[kind] = handler

    async def run_due(self) -> None:
        """Run everything that is due now; a failure of one keeps no other waiting.

        What a downtime has left is run right away, page by page. In servers whose people can't
        reach the bot nothing falls due until they can.
        """
        seen: set[ScheduledJob] = set()
        while True:
            async with self._database.reading() as connection:
                jobs = await schedule.due(
                    connection, self._clock(), READ_AT_ONCE, reachable=self._reachable()
                )
            new = [job for job in jobs if job not in seen]
            for job in new:
                await self._run(job)
            seen.update(new)
            # What is still due although it was run waits for the next time.
            if len(jobs) < READ_AT_ONCE or not new:
                return

    async def _run(self, job: ScheduledJob) -> None:
        with noting(job=f"{job.kind}:{job.subject_id}"):
            try:
                await self._handlers[job.kind](job.subject_id)
            except DatabaseError as error:
                log.error("%s of %s failed: %s", job.kind, job.subject_id, error)  # noqa: TRY400 - as expected
                await self._postpone(job)
            except Exception:
                log.exception("%s of %s failed", job.kind, job.subject_id)
                await self._postpone(job)

    async def _postpone(self, job: ScheduledJob) -> None:
        """Try a job again later, so that those that fail never fill a whole page."""
        async with self._database.writing() as connection:
            await schedule.postpone(connection, job, self._clock() + RETRY_SECONDS)
