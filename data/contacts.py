"""Whom to tell where what a server has asked for can't be posted."""

from sqlalchemy import or_, update

from data.contact_tables import CONTACTS
from data.engine import Connection
from data.upsert import upsert


async def store(connection: Connection, guild_id: int, user_id: int) -> None:
    """Store who has set a server up last; they have been told nothing yet."""
    row = {"guild_id": guild_id, "user_id": user_id, "told_at": None}
    await upsert(connection, CONTACTS, [row])


async def take(connection: Connection, guild_id: int, now: int, *, told_before: int) -> int | None:
    """Return whom to tell now, and store that; None if they were told since, or there is nobody."""
    found = await connection.execute(
        update(CONTACTS)
        .where(
            CONTACTS.c.guild_id == guild_id,
            or_(CONTACTS.c.told_at.is_(None), CONTACTS.c.told_at < told_before),
        )
        .values(told_at=now)
        .returning(CONTACTS.c.user_id)
    )
    user_id: int | None = found.scalar_one_or_none()
    return user_id
