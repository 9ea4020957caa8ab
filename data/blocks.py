"""Whom a person has blocked, in all servers: for that person alone to know."""

from collections.abc import Collection

from sqlalchemy import and_, delete, func, or_, select

from data.engine import Connection
from data.tables import BLOCKS
from data.upsert import insert_missing


async def add(connection: Connection, user_id: int, blocked_id: int, now: int) -> None:
    """Block somebody for a person; twice is once."""
    row = {"user_id": user_id, "blocked_id": blocked_id, "created_at": now}
    await insert_missing(connection, BLOCKS, [row])


async def remove(connection: Connection, user_id: int, blocked_id: int) -> bool:
    """Block somebody no longer; false if they were not blocked."""
    gone = await connection.execute(
        delete(BLOCKS).where(BLOCKS.c.user_id == user_id, BLOCKS.c.blocked_id == blocked_id)
    )
    return gone.rowcount > 0


async def of_person(connection: Connection, user_id: int) -> list[int]:
    """List whom a person has blocked, in the order in which they did."""
    found = await connection.execute(
        select(BLOCKS.c.blocked_id)
        .where(BLOCKS.c.user_id == user_id)
        .order_by(BLOCKS.c.created_at, BLOCKS.c.blocked_id)
    )
    return list(found.scalars())


async def count(connection: Connection, user_id: int) -> int:
    """Count whom a person has blocked."""
    found = await connection.scalar(
        select(func.count()).select_from(BLOCKS).where(BLOCKS.c.user_id == user_id)
    )
    return int(found or 0)


async def between(
    connection: Connection, user_id: int, others: Collection[int]
) -> tuple[set[int], set[int]]:
    """Return whom of some others a person has blocked, and who of them has blocked the person."""
    found = await connection.execute(
        select(BLOCKS.c.user_id, BLOCKS.c.blocked_id).where(
            or_(
                and_(BLOCKS.c.user_id == user_id, BLOCKS.c.blocked_id.in_(sorted(others))),
                and_(BLOCKS.c.blocked_id == user_id, BLOCKS.c.user_id.in_(sorted(others))),
            )
        )
    )
    rows = found.all()
    mine = {row.blocked_id for row in rows if row.user_id == user_id}
    theirs = {row.user_id for row in rows if row.blocked_id == user_id}
    return mine, theirs


async def couples(connection: Connection, people: Collection[int]) -> set[frozenset[int]]:
    """Return the couples among some people of whom one has blocked the other."""
    among = sorted(people)
    found = await connection.execute(
        select(BLOCKS.c.user_id, BLOCKS.c.blocked_id).where(
            BLOCKS.c.user_id.in_(among), BLOCKS.c.blocked_id.in_(among)
        )
    )
    return {frozenset({row.user_id, row.blocked_id}) for row in found}
