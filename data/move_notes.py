"""What players have written on the steps of games."""

from collections.abc import Collection

from sqlalchemy import delete, func, select

from data.engine import Connection
from data.move_note_tables import MOVE_NOTES
from data.upsert import upsert


async def of_game(connection: Connection, game_id: int) -> list[tuple[int, int, str]]:
    """List the notes of a game as (seq, person, text), in the order of its events."""
    found = await connection.execute(
        select(MOVE_NOTES.c.seq, MOVE_NOTES.c.user_id, MOVE_NOTES.c.text)
        .where(MOVE_NOTES.c.game_id == game_id)
        .order_by(MOVE_NOTES.c.seq, MOVE_NOTES.c.user_id)
    )
    return [(row.seq, row.user_id, row.text) for row in found]


async def count(connection: Connection, game_id: int, user_id: int, *, but: int) -> int:
    """Count a person's notes on a game, without the one on the event `but`."""
    found = await connection.scalar(
        select(func.count())
        .select_from(MOVE_NOTES)
        .where(
            MOVE_NOTES.c.game_id == game_id,
            MOVE_NOTES.c.user_id == user_id,
            MOVE_NOTES.c.seq != but,
        )
    )
    return int(found or 0)


async def write(connection: Connection, game_id: int, seq: int, user_id: int, text: str) -> None:
    """Store a person's note on a step in place of an earlier one."""
    row = {"game_id": game_id, "seq": seq, "user_id": user_id, "text": text}
    await upsert(connection, MOVE_NOTES, [row])


async def erase(connection: Connection, game_id: int, seq: int, people: Collection[int]) -> None:
    """Delete the notes of some people on a step."""
    await connection.execute(
        delete(MOVE_NOTES).where(
            MOVE_NOTES.c.game_id == game_id,
            MOVE_NOTES.c.seq == seq,
            MOVE_NOTES.c.user_id.in_(sorted(people)),
        )
    )
