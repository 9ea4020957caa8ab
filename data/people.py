"""Names and membership: who a person is called in a server, and whether they are still there."""

from collections.abc import Iterable, Mapping

from sqlalchemy import select, update

from data.computers import Computer
from data.engine import Connection
from data.former import FORMER_NAME, is_former
from data.tables import PEOPLE
from data.upsert import upsert

NAME_LENGTH = 100


async def remember(
    connection: Connection, guild_id: int, names: Mapping[int, str], now: int
) -> None:
    """Note the names of people who were just seen in a server, and lock their rows.

    A person who acts there is no longer in a timeout.
    """
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
                "silenced_until": None,
            }
            # In one order everywhere, or two who lock the same people could block each other.
            for user_id, name in sorted(names.items())
        ],
    )


async def renew(connection: Connection, guild_id: int, names: Mapping[int, str], now: int) -> None:
    """Note the names of those of some people who are known in a server; nobody becomes known."""
    known = await connection.execute(
        select(PEOPLE.c.user_id)
        .where(PEOPLE.c.guild_id == guild_id, PEOPLE.c.user_id.in_(sorted(names)))
        .order_by(PEOPLE.c.user_id)
        .with_for_update()
    )
    kept = {user_id: names[user_id] for user_id in known.scalars()}
    await remember(connection, guild_id, kept, now)


async def lock(connection: Connection, guild_id: int, user_ids: Iterable[int]) -> None:
    """Lock what these people have, so that nobody else counts or adds to it in the meantime."""
    await connection.execute(
        select(PEOPLE.c.user_id)
        .where(PEOPLE.c.guild_id == guild_id, PEOPLE.c.user_id.in_(list(user_ids)))
        .order_by(PEOPLE.c.user_id)
        .with_for_update()
    )


async def lock_server(connection: Connection, guild_id: int) -> None:
    """Lock all who are known in a server: none of them is forgotten, nor is the server, meanwhile."""
    await connection.execute(
        select(PEOPLE.c.user_id)
        .where(PEOPLE.c.guild_id == guild_id)
        .order_by(PEOPLE.c.user_id)
        .with_for_update()
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


async def silence(connection: Connection, guild_id: int, ends: Mapping[int, int]) -> None:
    """Note until when people are in a timeout; they are looked at again whenever it matters."""
    for user_id, until in sorted(ends.items()):
        await connection.execute(
            update(PEOPLE)
            .where(PEOPLE.c.guild_id == guild_id, PEOPLE.c.user_id == user_id)
            .values(silenced_until=until, checked_at=0)
        )


async def end_silence(connection: Connection, guild_id: int, user_id: int) -> None:
    """Note that a person is in no timeout any more."""
    await connection.execute(
        update(PEOPLE)
        .where(PEOPLE.c.guild_id == guild_id, PEOPLE.c.user_id == user_id)
        .values(silenced_until=None)
    )


async def silenced(
    connection: Connection, guild_id: int, user_ids: Iterable[int], now: int
) -> dict[int, int]:
    """Return until when those of some people who are in a timeout are."""
    found = await connection.execute(
        select(PEOPLE.c.user_id, PEOPLE.c.silenced_until).where(
            PEOPLE.c.guild_id == guild_id,
            PEOPLE.c.user_id.in_(sorted(user_ids)),
            PEOPLE.c.silenced_until > now,
        )
    )
    return {row.user_id: row.silenced_until for row in found}


async def names(connection: Connection, guild_id: int, user_ids: Iterable[int]) -> dict[int, str]:
    """Return the names last seen, by person; people never seen are left out."""
    wanted = list(user_ids)
    found = await connection.execute(
        select(PEOPLE.c.user_id, PEOPLE.c.name).where(
            PEOPLE.c.guild_id == guild_id, PEOPLE.c.user_id.in_(wanted)
        )
    )
    seen = {row.user_id: row.name for row in found}
    sitting = [Computer.of(user_id) for user_id in wanted]
    seen |= {user_id: FORMER_NAME for user_id in wanted if is_former(user_id)}
    return seen | {computer.id: computer.name for computer in sitting if computer is not None}


async def departed(connection: Connection, guild_id: int, before: int, most: int) -> set[int]:
    """Return people who had left a server when they were last looked for, before a time."""
    found = await connection.execute(
        select(PEOPLE.c.user_id)
        .where(
            PEOPLE.c.guild_id == guild_id,
            PEOPLE.c.member.is_(False),
            PEOPLE.c.checked_at < before,
        )
        .order_by(PEOPLE.c.checked_at)
        .limit(most)
    )
    return set(found.scalars())


async def unchecked(
    connection: Connection, guild_id: int, user_ids: Iterable[int], since: int
) -> set[int]:
    """Return those of `user_ids` whose membership was not looked at since a time."""
    wanted = set(user_ids)
    known = await connection.execute(
        select(PEOPLE.c.user_id).where(
            PEOPLE.c.guild_id == guild_id,
            PEOPLE.c.user_id.in_(wanted),
            PEOPLE.c.checked_at >= since,
        )
    )
    return wanted - set(known.scalars())


async def not_members(connection: Connection, guild_id: int, user_ids: Iterable[int]) -> set[int]:
    """Return those of some people who are known to have left a server."""
    found = await connection.execute(
        select(PEOPLE.c.user_id).where(
            PEOPLE.c.guild_id == guild_id,
            PEOPLE.c.user_id.in_(sorted(user_ids)),
            PEOPLE.c.member.is_(False),
        )
    )
    return set(found.scalars())


async def doubt(connection: Connection, guild_ids: Iterable[int], user_id: int) -> None:
    """Forget a person's membership in servers, so that it is looked up again when it matters."""
    await connection.execute(
        update(PEOPLE)
        .where(PEOPLE.c.guild_id.in_(sorted(guild_ids)), PEOPLE.c.user_id == user_id)
        .values(checked_at=0)
    )
