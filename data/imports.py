"""Records that people look through: the latest few of each person, for some days."""

from typing import Final

from sqlalchemy import delete, insert, select

from data.engine import Connection
from data.import_tables import IMPORTS

KEPT: Final = 10
"""How many a person has at most; the oldest goes for a new one."""


async def add(connection: Connection, user_id: int, record: str, *, now: int) -> int:
    """Store a record for a person, and return its number."""
    row = {"user_id": user_id, "record": record, "created_at": now}
    added = await connection.execute(insert(IMPORTS).values(row).returning(IMPORTS.c.id))
    number: int = added.scalar_one()
    latest = (
        select(IMPORTS.c.id)
        .where(IMPORTS.c.user_id == user_id)
        .order_by(IMPORTS.c.id.desc())
        .limit(KEPT)
    )
    kept = list((await connection.execute(latest)).scalars())
    await connection.execute(
        delete(IMPORTS).where(IMPORTS.c.user_id == user_id, IMPORTS.c.id < kept[-1])
    )
    return number


async def get(connection: Connection, number: int, user_id: int) -> str | None:
    """Return a record of a person, or None if it is gone or somebody else's."""
    found = await connection.execute(
        select(IMPORTS.c.record).where(IMPORTS.c.id == number, IMPORTS.c.user_id == user_id)
    )
    return found.scalar_one_or_none()


async def delete_old(connection: Connection, before: int) -> None:
    """Delete what was imported before a time."""
    await connection.execute(delete(IMPORTS).where(IMPORTS.c.created_at < before))
