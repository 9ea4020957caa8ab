"""What people have noted for themselves about games."""

from sqlalchemy import delete, select

from data.engine import Connection
from data.tables import NOTES
from data.upsert import upsert


async def get(connection: Connection, game_id: int, user_id: int) -> str | None:
    """Return a person's note to a game, or None."""
    found: str | None = await connection.scalar(
        select(NOTES.c.text).where(NOTES.c.game_id == game_id, NOTES.c.user_id == user_id)
    )
    return found


async def write(connection: Connection, game_id: int, user_id: int, text: str) -> None:
    """Store a person's note to a game in place of an earlier one."""
    await upsert(connection, NOTES, [{"game_id": game_id, "user_id": user_id, "text": text}])


async def erase(connection: Connection, game_id: int, user_id: int) -> None:
    """Delete a person's note to a game."""
    await connection.execute(
        delete(NOTES).where(NOTES.c.game_id == game_id, NOTES.c.user_id == user_id)
    )
