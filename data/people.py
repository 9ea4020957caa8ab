"""Names and membership: who a person is called in a server, and whether they are still there."""

from collections.abc import Iterable, Mapping

from sqlalchemy import select, update

from data.engine import Connection
from data.tables import PEOPLE
from data.upsert import upsert

NAME_LENGTH = 100


async def remember(
    connection: Connection, guild_id: int, names: Mapping[int, str], now: int
) -> None:
    """Note the names of people who were just seen in a server."""
    await upsert(
        connection,
        PEOPLE,
        [
            {
                "guild_id": guild_id,
                "user_id": user_id,
                "name": name[:NAME_LENGTH],
                "member": True,
                "checked_at": now,
            }
            for user_id, name in names.items()
        ],
    )


async def forget_membership(
    connection: Connection, guild_id: int, user_ids: Iterable[int], now: int
) -> None:
    """Note that people are no longer in a server; their names and history stay."""
    await connection.execute(
        update(PEOPLE)
        .where(PEOPLE.c.guild_id == guild_id, PEOPLE.c.user_id.in_(list(user_ids)))
        .values(member=False, checked_at=now)
    )


async def names(connection: Connection, guild_id: int, user_ids: Iterable[int]) -> dict[int, str]:
    """Give the names last seen, by person; people never seen are left out."""
    found = await connection.execute(
        select(PEOPLE.c.user_id, PEOPLE.c.name).where(
            PEOPLE.c.guild_id == guild_id, PEOPLE.c.user_id.in_(list(user_ids))
        )
    )
    return {row.user_id: row.name for row in found}


async def unchecked(
    connection: Connection, guild_id: int, user_ids: Iterable[int], since: int
) -> set[int]:
    """Give those of `user_ids` whose membership was not looked at since a time."""
    wanted = set(user_ids)
    known = await connection.execute(
        select(PEOPLE.c.user_id).where(
            PEOPLE.c.guild_id == guild_id,
            PEOPLE.c.user_id.in_(wanted),
            PEOPLE.c.checked_at >= since,
        )
    )
    return wanted - set(known.scalars())
