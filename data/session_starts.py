"""When Discord may be asked for a new session, where several processes ask for one bot.

Discord takes one request in a number of seconds for each of its buckets of shards, whichever
process asks. The database's clock decides, for it is the same for all.
"""

from typing import Final

from sqlalchemy import text

from data.engine import Connection

KEY: Final = "session-start"
FURTHEST_SECONDS: Final = 3600
"""A moment further ahead than this was noted by a clock that was wrong."""


async def reserve(connection: Connection, bucket: int, seconds: float) -> float:
    """Reserve the next moment of a bucket and return how many seconds it is away.

    Moments of a bucket are `seconds` apart. For PostgreSQL alone.
    """
    asked = {"key": f"{KEY}:{bucket}", "seconds": seconds, "furthest": FURTHEST_SECONDS}
    return float(await connection.scalar(_RESERVE, asked) or 0.0)


_RESERVE: Final = text("""
INSERT INTO meta AS noted (key, value)
VALUES (:key, extract(epoch FROM clock_timestamp())::text)
ON CONFLICT (key) DO UPDATE SET value = (
    SELECT CASE
        WHEN noted.value::float8 > now + cast(:furthest AS float8) THEN now
        ELSE greatest(noted.value::float8 + cast(:seconds AS float8), now)
    END::text
    FROM (SELECT extract(epoch FROM clock_timestamp())::float8 AS now) AS clock
)
RETURNING greatest(value::float8 - extract(epoch FROM clock_timestamp())::float8, 0)
""")
