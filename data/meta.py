"""Small facts about the installation, by key (such as the hash of the published commands)."""

from sqlalchemy import select

from data.engine import Connection
from data.tables import META
from data.upsert import upsert


async def read(connection: Connection, key: str) -> str | None:
    """Return a fact, or None."""
    value: str | None = await connection.scalar(select(META.c.value).where(META.c.key == key))
    return value


async def write(connection: Connection, key: str, value: str) -> None:
    """Store a fact."""
    await upsert(connection, META, [{"key": key, "value": value}])
