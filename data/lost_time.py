"""Time in which nobody could reach the bot: what ended by it, or would have, is moved in a few statements.

What does not belong here: when time counts as lost, and who is told (`bot.services.lost_time`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Table, and_, bindparam, case, select, update

from data.challenges import ChallengeState
from data.engine import Connection
from data.outbox import BOARD, CARD
from data.poll_tables import POLLS
from data.schedule import JobKind
from data.serving import in_share
from data.share import Share
from data.tables import CHALLENGES, GAMES, POSTS, SCHEDULE
from data.tournament_tables import TOURNAMENTS
from data.upsert import upsert


@dataclass(frozen=True, slots=True)
class Lost:
    """The time from `since` to `now` in which the people of some shards could not reach the bot."""

    share: Share
    since: int
    now: int

    @property
    def seconds(self) -> int:
        """How long it was."""
        return self.now - self.since


async def give_to_clocks(
    connection: Connection, lost: Lost, *, least: int, told: int, over: int, late: int
) -> list[tuple[int, int]]:
    """Add the lost time to all clocks that ran in it; `least` seconds are left on each of them.

    Where that is more than was left and added, `told` is the reminder that counts as the last, and the
    next one is due `late` seconds before the end. Those of whose end (the stage `over`) people were told are left
    alone. Returns the games whose latest board is there, with the number of its message.
    """
    # A turn that began meanwhile, by a computer's move, has lost only the time since then.
    added = lost.now - case((GAMES.c.moved_at > lost.since, GAMES.c.moved_at), else_=lost.since)
    raised = GAMES.c.deadline_at + added < lost.now + least
    with_clock = select(SCHEDULE.c.subject_id).where(SCHEDULE.c.kind == JobKind.CLOCK)
    changed = await connection.execute(
        update(GAMES)
        .where(
            GAMES.c.id.in_(with_clock),
            GAMES.c.ended_at.is_(None),
            GAMES.c.deadline_at > lost.since,
            GAMES.c.reminded < over,
            in_share(lost.share, GAMES.c.guild_id),
        )
        .values(
            deadline_at=case((raised, lost.now + least), else_=GAMES.c.deadline_at + added),
            reminded=case((raised, told), else_=GAMES.c.reminded),
            given_back=GAMES.c.given_back + added,
        )
        .returning(GAMES.c.id, GAMES.c.deadline_at)
    )
    games = {row.id: row.deadline_at for row in changed}
    await _follow(connection, JobKind.CLOCK, games)
    running = and_(SCHEDULE.c.subject_id == GAMES.c.id, in_share(lost.share, GAMES.c.guild_id))
    await connection.execute(
        update(SCHEDULE)
        .where(SCHEDULE.c.kind == JobKind.REMINDER, select(GAMES.c.id).where(running).exists())
        .values(due_at=SCHEDULE.c.due_at + lost.seconds)
    )
    reminders = [
        {"kind": JobKind.REMINDER, "subject_id": game_id, "due_at": deadline - late}
        for game_id, deadline in games.items()
        if deadline == lost.now + least and least > late
    ]
    await upsert(connection, SCHEDULE, reminders)
    boards = await connection.execute(
        select(GAMES.c.id, POSTS.c.message_id)
        .join(POSTS, and_(POSTS.c.kind == BOARD, POSTS.c.subject_id == GAMES.c.id))
        .where(GAMES.c.id.in_(with_clock), POSTS.c.seq == GAMES.c.seq)
        .order_by(GAMES.c.id)
    )
    return [(row.id, row.message_id) for row in boards if row.id in games]


async def give_to_challenges(connection: Connection, lost: Lost) -> Sequence[int]:
    """Let open challenges expire that much later; return those whose card is there."""
    is_open = CHALLENGES.c.state == ChallengeState.OPEN
    later = CHALLENGES.c.lapses_at + lost.seconds
    moved = await _move(connection, lost, CHALLENGES, CHALLENGES.c.lapses_at, is_open, later)
    await _follow(connection, JobKind.LAPSE, moved)
    cards = await connection.execute(
        select(POSTS.c.subject_id)
        .join(CHALLENGES, CHALLENGES.c.id == POSTS.c.subject_id)
        .where(POSTS.c.kind == CARD, is_open)
        .order_by(POSTS.c.subject_id)
    )
    return [each for each in cards.scalars() if each in moved]


async def give_to_polls(connection: Connection, lost: Lost) -> Sequence[int]:
    """Close open votes that much later; return those whose message is there."""
    is_open = POLLS.c.tally.is_(None)
    later = POLLS.c.closes_at + lost.seconds
    moved = await _move(connection, lost, POLLS, POLLS.c.closes_at, is_open, later)
    await _follow(connection, JobKind.POLL, moved)
    posted = await connection.execute(
        select(POLLS.c.id).where(is_open, POLLS.c.message_id.is_not(None)).order_by(POLLS.c.id)
    )
    return [each for each in posted.scalars() if each in moved]


async def start_tournaments_later(
    connection: Connection, lost: Lost, starts_at: int
) -> Sequence[int]:
    """Move the start of tournaments that should have begun in the lost time; return which."""
    due = and_(
        TOURNAMENTS.c.started_at.is_(None),
        TOURNAMENTS.c.ended_at.is_(None),
        TOURNAMENTS.c.starts_at <= lost.now,
    )
    column = TOURNAMENTS.c.starts_at
    moved = await _move(connection, lost, TOURNAMENTS, column, due, starts_at)
    await _follow(connection, JobKind.TOURNAMENT, moved)
    return sorted(moved)


async def _move(
    connection: Connection,
    lost: Lost,
    table: Table,
    column: ColumnElement[int],
    condition: ColumnElement[bool],
    later: ColumnElement[int] | int,
) -> dict[int, int]:
    """Move the times of rows that were not over when the lost time began; return the new ones."""
    moved = await connection.execute(
        update(table)
        .where(condition, column > lost.since, in_share(lost.share, table.c.guild_id))
        .values({column: later})
        .returning(table.c.id, column)
    )
    return {row[0]: row[1] for row in moved}


async def _follow(connection: Connection, kind: JobKind, moved: dict[int, int]) -> None:
    """Move the jobs of rows with their times; one that rests with its server stays away."""
    times = [{"about": number, "at": at} for number, at in moved.items()]
    if times:
        job = update(SCHEDULE).where(
            SCHEDULE.c.kind == kind, SCHEDULE.c.subject_id == bindparam("about")
        )
        await connection.execute(job.values(due_at=bindparam("at")), times)
