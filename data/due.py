"""What falls due: one row for each thing that has to happen at a time, found by an index."""

from dataclasses import dataclass

from sqlalchemy import delete, exists, select, update

from data.engine import Connection
from data.tables import DUE
from data.upsert import upsert


@dataclass(frozen=True, slots=True)
class DueThing:
    """A kind of thing, and the number of the row that it concerns."""

    kind: str
    subject_id: int
    due_at: int


async def put(connection: Connection, thing: DueThing) -> None:
    """Note a thing; the same kind for the same subject is moved."""
    await upsert(
        connection,
        DUE,
        [{"kind": thing.kind, "subject_id": thing.subject_id, "due_at": thing.due_at}],
    )


async def drop(connection: Connection, kind: str, subject_id: int) -> None:
    """Strike a thing that has happened, or will not."""
    await connection.execute(delete(DUE).where(DUE.c.kind == kind, DUE.c.subject_id == subject_id))


async def until(connection: Connection, now: int, most: int) -> list[DueThing]:
    """List what is due, longest overdue first, at most `most` things."""
    found = await connection.execute(
        select(DUE).where(DUE.c.due_at <= now).order_by(DUE.c.due_at).limit(most)
    )
    return [DueThing(row.kind, row.subject_id, row.due_at) for row in found]


async def put_off(connection: Connection, thing: DueThing, due_at: int) -> None:
    """Move a thing, unless it has been struck or moved meanwhile."""
    await connection.execute(
        update(DUE)
        .where(
            DUE.c.kind == thing.kind,
            DUE.c.subject_id == thing.subject_id,
            DUE.c.due_at == thing.due_at,
        )
        .values(due_at=due_at)
    )


async def shift(connection: Connection, kind: str, seconds: int) -> None:
    """Move all things of a kind by so much, with the clock."""
    await connection.execute(
        update(DUE).where(DUE.c.kind == kind).values(due_at=DUE.c.due_at + seconds)
    )


async def is_waiting(connection: Connection, kind: str, subject_id: int) -> bool:
    """Tell whether a thing is noted, due or not."""
    return bool(
        await connection.scalar(
            select(exists().where(DUE.c.kind == kind, DUE.c.subject_id == subject_id))
        )
    )
