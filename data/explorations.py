"""Private boards on which people try moves: the latest few of each person, for some days."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import delete, insert, select, update

from data.engine import Connection
from data.exploration_tables import EXPLORATIONS
from games.players.mix import Strength, strength_from

KEPT: Final = 10
"""How many a person has at most; the one that was begun first goes for a new one."""


@dataclass(frozen=True, slots=True)
class Practice:
    """That computers of one strength play all seats but one."""

    seat: int
    strength: Strength


@dataclass(frozen=True, slots=True)
class Exploration:
    """What one person tries: from the end of a record, the turns and rolls since."""

    id: int
    user_id: int
    game_id: int | None
    record: str
    steps: tuple[str, ...]
    practice: Practice | None


async def add(
    connection: Connection,
    user_id: int,
    game_id: int | None,
    record: str,
    practice: Practice | None = None,
    *,
    now: int,
) -> int:
    """Store an exploration in which nothing was tried yet, and return its number."""
    added = await connection.execute(
        insert(EXPLORATIONS)
        .values(
            user_id=user_id,
            game_id=game_id,
            record=record,
            steps=[],
            seat=None if practice is None else practice.seat,
            level=None if practice is None else str(practice.strength),
            changed_at=now,
        )
        .returning(EXPLORATIONS.c.id)
    )
    number: int = added.scalar_one()
    latest = (
        select(EXPLORATIONS.c.id)
        .where(EXPLORATIONS.c.user_id == user_id)
        .order_by(EXPLORATIONS.c.id.desc())
        .limit(KEPT)
    )
    kept = list((await connection.execute(latest)).scalars())
    await connection.execute(
        delete(EXPLORATIONS).where(EXPLORATIONS.c.user_id == user_id, EXPLORATIONS.c.id < kept[-1])
    )
    return number


async def get(connection: Connection, number: int, user_id: int) -> Exploration | None:
    """Return an exploration of a person, or None if it is gone or somebody else's."""
    wanted = select(EXPLORATIONS).where(
        EXPLORATIONS.c.id == number, EXPLORATIONS.c.user_id == user_id
    )
    row = (await connection.execute(wanted)).one_or_none()
    if row is None:
        return None
    practice = None if row.level is None else Practice(row.seat, strength_from(row.level))
    return Exploration(row.id, row.user_id, row.game_id, row.record, tuple(row.steps), practice)


async def change(connection: Connection, number: int, steps: Sequence[str], *, now: int) -> None:
    """Store what was tried in place of what was before."""
    await connection.execute(
        update(EXPLORATIONS)
        .where(EXPLORATIONS.c.id == number)
        .values(steps=list(steps), changed_at=now)
    )


async def delete_old(connection: Connection, before: int) -> None:
    """Delete what was last changed before a time."""
    await connection.execute(delete(EXPLORATIONS).where(EXPLORATIONS.c.changed_at < before))
