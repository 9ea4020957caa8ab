"""When people could last reach the bot, shard by shard, so that a restart knows how long it was gone.

What does not belong here: what is done about the time in between (`bot.services.lost_time`).
"""

from collections.abc import Collection

from sqlalchemy import func, select

from data.engine import Connection
from data.reach_tables import SHARD_REACH
from data.upsert import upsert


async def note(connection: Connection, shards: int, ids: Collection[int], now: int) -> None:
    """Store that people can reach some of the bot's `shards` now."""
    rows = [{"shards": shards, "shard": shard, "reached_at": now} for shard in sorted(ids)]
    await upsert(connection, SHARD_REACH, rows)


async def last(connection: Connection, shards: int, ids: Collection[int]) -> dict[int, int]:
    """Return when people could last reach some of the bot's `shards`.

    One that has none yet takes the latest of a time when servers were divided otherwise;
    without any it is left out.
    """
    if not ids:
        return {}
    found = await connection.execute(
        select(SHARD_REACH.c.shard, SHARD_REACH.c.reached_at).where(
            SHARD_REACH.c.shards == shards, SHARD_REACH.c.shard.in_(sorted(ids))
        )
    )
    known = {row.shard: row.reached_at for row in found}
    if len(known) < len(ids):
        other: int | None = await connection.scalar(
            select(func.max(SHARD_REACH.c.reached_at)).where(SHARD_REACH.c.shards != shards)
        )
        if other is not None:
            known = dict.fromkeys(ids, other) | known
    return known
