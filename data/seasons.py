"""Seasons of servers: the one that runs, and those that are over with their final results.

What a season that runs has brought so far is in `data.standings`; when one is closed is decided
in `bot.services.seasons`.
"""

from dataclasses import dataclass

from sqlalchemy import and_, case, delete, func, insert, literal, select, update
from sqlalchemy.engine import RowMapping

from data.engine import Connection
from data.ratings import RatedResult
from data.result_tables import RATING_CHANGES, SEASON_ROWS, SEASONS
from data.servers import SeasonLength
from data.tables import PEOPLE


@dataclass(frozen=True, slots=True)
class StoredSeason:
    """A season of a server: which month or quarter, from when to when by the clocks of a zone."""

    id: int
    guild_id: int
    length: SeasonLength
    year: int
    number: int
    starts_at: int
    ends_at: int
    time_zone: str
    closed_at: int | None
    """None while it runs."""


async def running(connection: Connection, guild_id: int) -> StoredSeason | None:
    """Return the season of a server that runs, or None."""
    found = await connection.execute(
        select(SEASONS).where(SEASONS.c.guild_id == guild_id, SEASONS.c.closed_at.is_(None))
    )
    row = found.mappings().one_or_none()
    return None if row is None else _read(row)


async def over(connection: Connection, guild_id: int, most: int) -> list[StoredSeason]:
    """List the seasons of a server that are over, the last one first."""
    found = await connection.execute(
        select(SEASONS)
        .where(SEASONS.c.guild_id == guild_id, SEASONS.c.closed_at.is_not(None))
        .order_by(SEASONS.c.closed_at.desc(), SEASONS.c.ends_at.desc(), SEASONS.c.id.desc())
        .limit(most)
    )
    return [_read(row) for row in found.mappings()]


async def last(connection: Connection, guild_id: int, length: SeasonLength) -> StoredSeason | None:
    """Return the last month, or quarter, of a server that is over, or None."""
    found = await connection.execute(
        select(SEASONS)
        .where(
            SEASONS.c.guild_id == guild_id,
            SEASONS.c.length == length,
            SEASONS.c.closed_at.is_not(None),
        )
        .order_by(SEASONS.c.year.desc(), SEASONS.c.number.desc())
        .limit(1)
    )
    row = found.mappings().one_or_none()
    return None if row is None else _read(row)


async def get(connection: Connection, season_id: int) -> StoredSeason | None:
    """Return a season, or None."""
    found = await connection.execute(select(SEASONS).where(SEASONS.c.id == season_id))
    row = found.mappings().one_or_none()
    return None if row is None else _read(row)


async def begin(
    connection: Connection,
    guild_id: int,
    length: SeasonLength,
    *,
    year: int,
    number: int,
    starts_at: int,
    ends_at: int,
    time_zone: str,
) -> StoredSeason:
    """Store a season that runs from now on; IntegrityError if it was there already."""
    added = await connection.execute(
        insert(SEASONS)
        .values(
            guild_id=guild_id,
            length=length,
            year=year,
            number=number,
            starts_at=starts_at,
            ends_at=ends_at,
            time_zone=time_zone,
        )
        .returning(SEASONS.c.id)
    )
    season_id: int = added.scalar_one()
    return StoredSeason(
        season_id, guild_id, length, year, number, starts_at, ends_at, time_zone, None
    )


async def move_end(connection: Connection, season_id: int, ends_at: int, time_zone: str) -> None:
    """Change when a running season ends: by the clocks of another zone."""
    await connection.execute(
        update(SEASONS)
        .where(SEASONS.c.id == season_id)
        .values(ends_at=ends_at, time_zone=time_zone)
    )


async def drop(connection: Connection, season_id: int) -> None:
    """Delete a season that has no results."""
    await connection.execute(delete(SEASONS).where(SEASONS.c.id == season_id))


async def close(connection: Connection, season: StoredSeason, now: int) -> bool:
    """Store the final results of those who are members; false if nobody has any.

    Then nothing is left of the season.
    """
    change = RATING_CHANGES.c
    counted = [
        func.sum(case((change.outcome == outcome, 1), else_=0))
        for outcome in (RatedResult.WON, RatedResult.DRAWN, RatedResult.LOST)
    ]
    results = (
        select(literal(season.id), change.game, change.ladder, change.user_id, *counted)
        .join(
            PEOPLE, and_(PEOPLE.c.guild_id == change.guild_id, PEOPLE.c.user_id == change.user_id)
        )
        .where(
            change.guild_id == season.guild_id,
            change.ended_at >= season.starts_at,
            change.ended_at < season.ends_at,
            PEOPLE.c.member,
        )
        .group_by(change.game, change.ladder, change.user_id)
    )
    columns = ["season_id", "game", "ladder", "user_id", "wins", "draws", "losses"]
    stored = await connection.execute(insert(SEASON_ROWS).from_select(columns, results))
    if not stored.rowcount:
        await drop(connection, season.id)
        return False
    await connection.execute(update(SEASONS).where(SEASONS.c.id == season.id).values(closed_at=now))
    return True


def _read(row: RowMapping) -> StoredSeason:
    columns = {column.name: row[column] for column in SEASONS.c}
    return StoredSeason(**columns | {"length": SeasonLength(columns["length"])})
