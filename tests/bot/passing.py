"""What falls due in a club: it is seen to as the cogs do it, without Discord."""

from collections.abc import Awaitable, Callable
from typing import Any

from sqlalchemy import select

from bot.delivery.schedule import Handler, Scheduler
from bot.match.reminder_times import HOUR
from data.schedule import JobKind
from data.tables import OUTBOX, SCHEDULE
from tests.bot.club import Club


async def look(club: Club) -> None:
    """See to what is due now; computers that are woken do not think."""
    scheduler = Scheduler(club.database, clock=club.clock)

    async def slow(_game_id: int) -> None:
        return

    scheduler.register(JobKind.CLOCK, _undelivered(club.clocks.run_out))
    scheduler.register(JobKind.REMINDER, _undelivered(club.reminders.remind))
    scheduler.register(JobKind.DIGEST, _undelivered(club.reminders.digest))
    scheduler.register(JobKind.BACK, _undelivered(club.absences.over))
    scheduler.register(JobKind.THINK, slow)
    await scheduler.run_due()


async def pass_hours(club: Club, hours: int) -> None:
    """Pass time, looking every hour at what is due."""
    for _ in range(hours):
        club.clock.pass_time(HOUR)
        await look(club)


async def rows(club: Club, *kinds: str) -> list[dict[str, Any]]:
    """List what waits in the outbox of some kinds."""
    async with club.database.reading() as connection:
        found = await connection.execute(
            select(OUTBOX.c.payload).where(OUTBOX.c.kind.in_(kinds)).order_by(OUTBOX.c.id)
        )
        return list(found.scalars())


async def due_at(club: Club, kind: str) -> list[int]:
    """List when things of a kind are due."""
    async with club.database.reading() as connection:
        found = await connection.execute(select(SCHEDULE.c.due_at).where(SCHEDULE.c.kind == kind))
        return list(found.scalars())


def _undelivered(handler: Callable[[int], Awaitable[object]]) -> Handler:
    """Keep what a service leaves to deliver in the outbox, where a test looks at it."""

    async def see_to(subject_id: int) -> None:
        await handler(subject_id)

    return see_to
