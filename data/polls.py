"""Polls: positions that are shown in a channel, and who votes for which turn until they close."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import delete, insert, null, select, update

from data import schedule
from data.engine import Connection
from data.poll_tables import POLL_VOTES, POLLS
from data.schedule import JobKind
from data.tables import OUTBOX
from data.upsert import upsert


@dataclass(frozen=True, slots=True)
class Poll:
    """A position and what may be voted for; `tally` is None while it is open."""

    id: int
    guild_id: int
    channel_id: int
    user_id: int
    game_id: int
    record: str
    answers: tuple[str, ...]
    played: str | None
    language: str
    closes_at: int
    tally: Mapping[str, int] | None = None
    message_id: int | None = None


async def add(
    connection: Connection,
    *,
    guild_id: int,
    channel_id: int,
    user_id: int,
    game_id: int,
    record: str,
    answers: Sequence[str],
    played: str | None,
    language: str,
    closes_at: int,
) -> int:
    """Store an open poll, and return its number."""
    added = await connection.execute(
        insert(POLLS)
        .values(
            guild_id=guild_id,
            channel_id=channel_id,
            user_id=user_id,
            game_id=game_id,
            record=record,
            answers=list(answers),
            played=played,
            language=language,
            closes_at=closes_at,
            tally=null(),
        )
        .returning(POLLS.c.id)
    )
    number: int = added.scalar_one()
    return number


async def get(connection: Connection, poll_id: int, *, lock: bool = False) -> Poll | None:
    """Return a poll, or None; `lock` keeps others from changing it until the transaction ends."""
    wanted = select(POLLS).where(POLLS.c.id == poll_id)
    if lock:
        wanted = wanted.with_for_update()
    row = (await connection.execute(wanted)).mappings().one_or_none()
    return None if row is None else Poll(**dict(row) | {"answers": tuple(row["answers"])})


async def open_one(
    connection: Connection, user_id: int, channel_id: int, record: str
) -> int | None:
    """Return the open poll in which a person asks the same in a channel, or None."""
    return await connection.scalar(
        select(POLLS.c.id).where(
            POLLS.c.user_id == user_id,
            POLLS.c.channel_id == channel_id,
            POLLS.c.record == record,
            POLLS.c.tally.is_(null()),
        )
    )


async def vote(connection: Connection, poll_id: int, user_id: int, turn: str, *, now: int) -> None:
    """Store what a person votes for, in place of an earlier vote of theirs."""
    row = {"poll_id": poll_id, "user_id": user_id, "turn": turn, "voted_at": now}
    await upsert(connection, POLL_VOTES, [row])


async def votes(connection: Connection, poll_id: int) -> dict[int, str]:
    """Return by person what they vote for."""
    found = await connection.execute(
        select(POLL_VOTES.c.user_id, POLL_VOTES.c.turn)
        .where(POLL_VOTES.c.poll_id == poll_id)
        .order_by(POLL_VOTES.c.voted_at, POLL_VOTES.c.user_id)
    )
    return {row.user_id: row.turn for row in found}


async def close(connection: Connection, poll_id: int, tally: Mapping[str, int]) -> None:
    """Store what came of a poll, and delete who voted for what."""
    await connection.execute(update(POLLS).where(POLLS.c.id == poll_id).values(tally=dict(tally)))
    await connection.execute(delete(POLL_VOTES).where(POLL_VOTES.c.poll_id == poll_id))


async def note_message(connection: Connection, poll_id: int, message_id: int) -> None:
    """Store where a poll is."""
    await connection.execute(
        update(POLLS).where(POLLS.c.id == poll_id).values(message_id=message_id)
    )


async def drop(connection: Connection, poll_ids: Collection[int]) -> None:
    """Delete polls with their votes, what is due for them, and what of them is still to be sent."""
    if not poll_ids:
        return
    await connection.execute(delete(POLL_VOTES).where(POLL_VOTES.c.poll_id.in_(poll_ids)))
    for poll_id in poll_ids:
        await schedule.drop(connection, JobKind.POLL, poll_id)
    streams = [f"poll:{poll_id}" for poll_id in poll_ids]
    await connection.execute(delete(OUTBOX).where(OUTBOX.c.stream.in_(streams)))
    await connection.execute(delete(POLLS).where(POLLS.c.id.in_(poll_ids)))


async def drop_of_games(connection: Connection, game_ids: Collection[int]) -> None:
    """Delete the polls on positions of games."""
    found = await connection.execute(select(POLLS.c.id).where(POLLS.c.game_id.in_(game_ids)))
    await drop(connection, list(found.scalars()))


async def drop_old(connection: Connection, closed_before: int) -> None:
    """Delete the polls that were to close before a time."""
    found = await connection.execute(select(POLLS.c.id).where(POLLS.c.closes_at < closed_before))
    await drop(connection, list(found.scalars()))
