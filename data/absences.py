"""Absences: from when until when a person is away, in whatever server they play."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import and_, bindparam, exists, func, select, update

from data.engine import Connection
from data.tables import AWAY, PEOPLE
from data.upsert import upsert


@dataclass(frozen=True, slots=True)
class Absence:
    """One absence of a person; `until_at` is the second at which they are back."""

    user_id: int
    from_at: int
    until_at: int


async def store(connection: Connection, absence: Absence) -> None:
    """Note an absence; one that began in the same second is changed."""
    await upsert(
        connection,
        AWAY,
        [
            {
                "user_id": absence.user_id,
                "from_at": absence.from_at,
                "until_at": absence.until_at,
            }
        ],
    )


async def end(connection: Connection, user_id: int, now: int) -> bool:
    """End a person's absence; true if they were away."""
    ended = await connection.execute(
        update(AWAY).where(AWAY.c.user_id == user_id, AWAY.c.until_at > now).values(until_at=now)
    )
    return ended.rowcount > 0


async def since(connection: Connection, user_id: int, earliest: int) -> list[Absence]:
    """List a person's absences that ended after a time, or have not ended, oldest first."""
    rows = await connection.execute(
        select(AWAY)
        .where(AWAY.c.user_id == user_id, AWAY.c.until_at > earliest)
        .order_by(AWAY.c.from_at)
    )
    return [Absence(row.user_id, row.from_at, row.until_at) for row in rows]


async def away(connection: Connection, user_ids: Iterable[int], now: int) -> dict[int, int]:
    """Return those of some people who are away now, each with the time at which they are back."""
    rows = await connection.execute(_AWAY, {"user_ids": sorted(user_ids), "now": now})
    return {row.user_id: row.until_at for row in rows}


async def kept_away(
    connection: Connection, guild_id: int, user_id: int, now: int
) -> tuple[bool, bool]:
    """Tell whether a person is away, and whether they are in a timeout in a server."""
    row = await connection.execute(
        _KEPT_AWAY, {"guild_id": guild_id, "user_id": user_id, "now": now}
    )
    away_now, silenced = row.one()
    return bool(away_now), bool(silenced)


_IS_NOW = and_(AWAY.c.from_at <= bindparam("now"), AWAY.c.until_at > bindparam("now"))
_AWAY = (
    select(AWAY.c.user_id, func.max(AWAY.c.until_at).label("until_at"))
    .where(AWAY.c.user_id.in_(bindparam("user_ids", expanding=True)), _IS_NOW)
    .group_by(AWAY.c.user_id)
)
_KEPT_AWAY = select(
    exists().where(AWAY.c.user_id == bindparam("user_id"), _IS_NOW),
    exists().where(
        PEOPLE.c.guild_id == bindparam("guild_id"),
        PEOPLE.c.user_id == bindparam("user_id"),
        PEOPLE.c.silenced_until > bindparam("now"),
    ),
)
