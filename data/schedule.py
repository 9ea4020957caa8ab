"""Scheduled jobs: what has to happen at a time, found by an index.

The table is called `due`. What does not belong here: doing the jobs (`bot.delivery.schedule`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from sqlalchemy import ColumnElement, Table, case, delete, func, or_, select, update

from data.engine import Connection
from data.poll_tables import POLLS
from data.serving import in_share, server_in, share_of
from data.share import NOWHERE, Share
from data.tables import CHALLENGES, GAMES, MATCHES, SCHEDULE
from data.tournament_tables import TOURNAMENTS
from data.upsert import insert_missing, upsert
from data.weekly_tables import WEEKLY_CARDS


class JobKind(StrEnum):
    """The kinds of job; each says whose id `subject_id` is."""

    CLOCK = "clock"
    """End the clock of a game; without a clock, check whether its player is still there."""
    REMINDER = "reminder"
    """Remind the player to move of a game."""
    THINK = "think"
    """Start the computer that has to move in a game and has not moved yet."""
    LAPSE = "lapse"
    """Close a challenge that nobody answered."""
    BACK = "back"
    """End a person's absence."""
    DIGEST = "digest"
    """Send a person their daily message."""
    FORGET = "forget"
    """Delete everything about a person; what a crash has broken off goes on."""
    TIDY = "tidy"
    """Delete what is not needed any more, every day; about nothing else than that."""
    PUZZLES = "puzzles"
    """Announce the puzzles of the day in a server."""
    OUTCOME = "outcome"
    """Note what was done in a match that is over, and how it ended, where an older version did not."""
    TOURNAMENT = "tournament"
    """Start a tournament, pair its next round, or end it."""
    POLL = "poll"
    """Close a vote on a position."""
    WEEKLY = "weekly"
    """Post the card of a server's next weekly table."""
    WEEKLY_START = "weekly-start"
    """Make the tables of those who joined at a weekly card."""
    SEASON = "season"
    """Close the season of a server that is over."""
    BACKUP = "backup"
    """Copy all games into a file, every day; about nothing else than that."""
    RETURN = "return"
    """Continue the games of a server that has taken the bot back."""


ABOUT: Final[Mapping[JobKind, Table]] = {
    JobKind.CLOCK: GAMES,
    JobKind.REMINDER: GAMES,
    JobKind.THINK: GAMES,
    JobKind.LAPSE: CHALLENGES,
    JobKind.OUTCOME: MATCHES,
    JobKind.TOURNAMENT: TOURNAMENTS,
    JobKind.WEEKLY_START: WEEKLY_CARDS,
    JobKind.POLL: POLLS,
}
"""The kinds whose subject is a row of a table that names its server."""
ABOUT_SERVERS: Final = frozenset({JobKind.PUZZLES, JobKind.WEEKLY, JobKind.SEASON, JobKind.RETURN})
"""The kinds whose subject is a server."""
ABOUT_NO_SERVER: Final = frozenset(
    {JobKind.BACK, JobKind.DIGEST, JobKind.FORGET, JobKind.TIDY, JobKind.BACKUP}
)
"""The kinds that belong to no server: to people, or to the installation."""


@dataclass(frozen=True, slots=True)
class ScheduledJob:
    """A job about the row or Discord id `subject_id`, at a time in seconds since 1970."""

    kind: JobKind
    subject_id: int
    due_at: int


async def put(connection: Connection, *jobs: ScheduledJob) -> None:
    """Store jobs; one of the same kind about the same subject is moved."""
    await upsert(connection, SCHEDULE, [asdict(job) for job in jobs])


async def put_missing(connection: Connection, job: ScheduledJob) -> None:
    """Store a job; one of the same kind about the same subject stays as it is."""
    await insert_missing(connection, SCHEDULE, [asdict(job)])


async def take(connection: Connection, kind: JobKind, subject_id: int, now: int) -> bool:
    """Delete a job that is due; false if it is not, for another process may have run it.

    In the transaction of what it leads to: of two that take it at the same time one finds it gone.
    """
    taken = await connection.execute(
        delete(SCHEDULE).where(
            SCHEDULE.c.kind == kind, SCHEDULE.c.subject_id == subject_id, SCHEDULE.c.due_at <= now
        )
    )
    return taken.rowcount > 0


async def drop(connection: Connection, kind: JobKind | Sequence[JobKind], subject_id: int) -> None:
    """Delete a job that is done, or no longer needed; or those of several kinds."""
    kinds = [kind] if isinstance(kind, JobKind) else kind
    if kinds:
        await connection.execute(
            delete(SCHEDULE).where(SCHEDULE.c.kind.in_(kinds), SCHEDULE.c.subject_id == subject_id)
        )


async def due(
    connection: Connection, now: int, most: int, *, reachable: Share | None = None
) -> list[ScheduledJob]:
    """List at most `most` jobs of this process that are due, the longest overdue first.

    Kinds that another version has stored are left to it. Of jobs about servers only those in the
    `reachable` share are listed; None lists all.
    """
    # As an expression the kind tempts no database away from the index by time.
    known = SCHEDULE.c.kind.concat("").in_(list(JobKind))
    ours = [_ours(share_of(connection))]
    if reachable is not None:
        ours.append(or_(SCHEDULE.c.kind.in_(sorted(ABOUT_NO_SERVER)), _ours(reachable)))
    found = await connection.execute(
        select(SCHEDULE)
        .where(SCHEDULE.c.due_at <= now, known, *ours)
        .order_by(SCHEDULE.c.due_at)
        .limit(most)
    )
    return [ScheduledJob(JobKind(row.kind), row.subject_id, row.due_at) for row in found]


async def backlog(connection: Connection, now: int) -> tuple[int, int | None]:
    """Return how many jobs of this process are due, and since when the first of them is."""
    found = await connection.execute(
        select(func.count(), func.min(SCHEDULE.c.due_at)).where(
            SCHEDULE.c.due_at <= now, _ours(share_of(connection))
        )
    )
    count, first = found.one()
    return count, first


async def postpone(connection: Connection, job: ScheduledJob, due_at: int) -> None:
    """Move a job to a later time, unless it was deleted or moved meanwhile."""
    await connection.execute(
        update(SCHEDULE)
        .where(
            SCHEDULE.c.kind == job.kind,
            SCHEDULE.c.subject_id == job.subject_id,
            SCHEDULE.c.due_at == job.due_at,
        )
        .values(due_at=due_at)
    )


async def hurry(
    connection: Connection, kind: JobKind, subject_ids: Sequence[int], now: int
) -> None:
    """Make jobs of a kind due now that are there and would be due later."""
    await connection.execute(
        update(SCHEDULE)
        .where(
            SCHEDULE.c.kind == kind,
            SCHEDULE.c.subject_id.in_(subject_ids),
            SCHEDULE.c.due_at > now,
        )
        .values(due_at=now)
    )


async def hurry_all(connection: Connection, kind: JobKind, now: int) -> None:
    """Make all jobs of a kind due now that this process has and that would be due later."""
    await connection.execute(
        update(SCHEDULE)
        .where(SCHEDULE.c.kind == kind, SCHEDULE.c.due_at > now, _ours(share_of(connection)))
        .values(due_at=now)
    )


async def shift(connection: Connection, kind: JobKind, seconds: int) -> None:
    """Move this process's jobs of a kind by a number of seconds, with its clock."""
    await connection.execute(
        update(SCHEDULE)
        .where(SCHEDULE.c.kind == kind, _ours(share_of(connection)))
        .values(due_at=SCHEDULE.c.due_at + seconds)
    )


async def catch_up(connection: Connection, kind: JobKind, latest: int, *, slack: int) -> None:
    """Make this process's jobs of a kind due at `latest` that would be much later.

    A clock may be ahead by `slack` seconds without counting as wrong.
    """
    await connection.execute(
        update(SCHEDULE)
        .where(
            SCHEDULE.c.kind == kind,
            SCHEDULE.c.due_at > latest + slack,
            _ours(share_of(connection)),
        )
        .values(due_at=latest)
    )


@lru_cache(maxsize=32)
def _ours(share: Share) -> ColumnElement[bool]:
    """Write the condition that a job is about a server that this process serves."""
    subject = SCHEDULE.c.subject_id
    server = case(
        *((SCHEDULE.c.kind == kind, server_in(table, subject)) for kind, table in ABOUT.items()),
        (SCHEDULE.c.kind.in_(sorted(ABOUT_SERVERS)), subject),
        else_=NOWHERE,
    )
    return in_share(share, server)
