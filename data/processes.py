"""Which processes share a database: each notes again and again that it is there.

The database's clock decides, for it is the same for all. What does not belong here: what one that
has ended leaves behind (`data.outbox`), and when a process beats (`bot.heartbeat`).
"""

from typing import Final

from sqlalchemy import delete, text

from data.engine import Connection
from data.process_tables import PROCESSES


async def beat(connection: Connection, name: str, thinks_for: str | None) -> None:
    """Note that a process is there, and whether it is a worker. For PostgreSQL alone."""
    await connection.execute(_BEAT, {"name": name, "thinks_for": thinks_for})


async def take_ended(connection: Connection, silent_seconds: int) -> list[str]:
    """Forget the processes that have been silent for a time, and return their names.

    In the transaction that frees what they had: one of them that comes back waits with its next
    beat until that is done. For PostgreSQL alone.
    """
    ended = await connection.execute(_TAKE_ENDED, {"seconds": silent_seconds})
    return list(ended.scalars())


async def forget(connection: Connection, name: str) -> None:
    """Forget a process that ends, and has freed what it had."""
    await connection.execute(delete(PROCESSES).where(PROCESSES.c.name == name))


_BEAT: Final = text("""
INSERT INTO processes (name, beat_at, thinks_for)
VALUES (:name, cast(extract(epoch FROM clock_timestamp()) AS bigint), :thinks_for)
ON CONFLICT (name) DO UPDATE SET beat_at = excluded.beat_at
""")
_TAKE_ENDED: Final = text("""
DELETE FROM processes
WHERE beat_at < cast(extract(epoch FROM clock_timestamp()) AS bigint) - cast(:seconds AS bigint)
RETURNING name
""")
