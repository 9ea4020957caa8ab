"""How soon something may be done again: one time for each kind and whom or what it is counted for.

A limit of `most` at once, and one more every `seconds`, needs no more than the time at which nothing
counts any more. The kinds and their limits are in `bot.match.limits`.
"""

from sqlalchemy import delete, select

from data.engine import Connection
from data.tables import LIMITS
from data.upsert import insert_missing, upsert


async def take(
    connection: Connection, kind: str, subject: str, *, most: int, seconds: int, now: int
) -> int | None:
    """Count one more, or return from when on that is possible; the row stays locked until the end."""
    row = {"kind": kind, "subject": subject, "free_at": now}
    await insert_missing(connection, LIMITS, [row])
    free_at = await connection.scalar(
        select(LIMITS.c.free_at)
        .where(LIMITS.c.kind == kind, LIMITS.c.subject == subject)
        .with_for_update()
    )
    after = max(free_at or now, now) + seconds
    possible_at = after - most * seconds
    if possible_at > now:
        return possible_at
    await upsert(connection, LIMITS, [row | {"free_at": after}])
    return None


async def forget(connection: Connection, now: int) -> None:
    """Delete what does not count any more."""
    await connection.execute(delete(LIMITS).where(LIMITS.c.free_at <= now))
