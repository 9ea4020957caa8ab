"""What is stored about a person: export it, and delete it for good.

Where it is stored is in `data.personal`. What does not belong here: ending what a person still plays
before that (`bot.services.privacy`).
"""

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    cast,
    delete,
    or_,
    select,
    update,
)

from data.challenges import ChallengeState
from data.engine import Connection
from data.offers import OfferKind
from data.personal import PERSONAL, challenges_with
from data.personal_columns import Fate
from data.tables import (
    CHALLENGES,
    GAMES,
    LIMITS,
    OUTBOX,
    PEOPLE,
    PLAYERS,
    POSTS,
)
from games.lots import FORGOTTEN, digest_of

IN_PAYLOADS: Final = ("user_id", "asker_id", "other_id")
"""The keys under which messages that wait to be sent hold people's ids."""


async def everything(
    connection: Connection, user_id: int
) -> dict[str, list[dict[str, Any]]]:  # Any: as stored
    """Return all that is stored about a person, by section and in the order of its rows."""
    found: dict[str, list[dict[str, Any]]] = {}
    for each in PERSONAL:
        if not each.told:
            continue
        labelled = [column.label(key) for key, column in each.told.items()]
        rows = await connection.execute(
            select(*labelled).where(each.rows_of(user_id)).order_by(*each.table.primary_key)
        )
        found.setdefault(each.section, []).extend(dict(row) for row in rows.mappings())
    waiting = await connection.execute(
        select(OUTBOX.c.kind.label("what"), OUTBOX.c.created_at)
        .where(OUTBOX.c.stream == f"person:{user_id}")
        .order_by(OUTBOX.c.id)
    )
    counted = await connection.execute(
        select(LIMITS.c.kind.label("what"), LIMITS.c.free_at.label("counts_until_at"))
        .where(_counted_for(user_id))
        .order_by(LIMITS.c.subject, LIMITS.c.kind)
    )
    return found | {
        "messages_to_you": [dict(row) for row in waiting.mappings()],
        "limits": [dict(row) for row in counted.mappings()],
    }


def _counted_for(user_id: int) -> ColumnElement[bool]:
    """Return the condition for what limits what a person does; of these rows there are few."""
    subject = LIMITS.c.subject
    return or_(
        subject == f"person:{user_id}",
        subject.like(f"person:%:{user_id}"),
        # Whom they have pinged, counted for who asked.
        subject.like(f"ping:%:{user_id}:%"),
    )


async def open_challenges_with(connection: Connection, user_id: int) -> list[int]:
    """List the open challenges that a person has made, sits at or is asked to."""
    found = await connection.execute(
        select(CHALLENGES.c.id)
        .where(
            CHALLENGES.c.id.in_(challenges_with(user_id).scalar_subquery()),
            CHALLENGES.c.state == ChallengeState.OPEN,
        )
        .order_by(CHALLENGES.c.id)
    )
    return list(found.scalars())


async def lock(connection: Connection, user_id: int) -> None:
    """Keep a person from starting anything elsewhere until the transaction ends."""
    await connection.execute(
        select(PEOPLE.c.user_id)
        .where(PEOPLE.c.user_id == user_id)
        .order_by(PEOPLE.c.guild_id)
        .with_for_update()
    )


async def forget(connection: Connection, user_id: int, former: int) -> None:
    """Delete what belongs to a person, and replace their id in what belongs to others too."""
    await _forget_messages(connection, user_id, former)
    await _forget_lots(connection, user_id)
    for each in PERSONAL:
        if each.fate is Fate.DELETE:
            await connection.execute(delete(each.table).where(each.rows_of(user_id)))
        elif each.fate is Fate.REPLACE:
            replaced = {each.column.name: former}
            await connection.execute(
                update(each.table).where(each.rows_of(user_id)).values(replaced)
            )


async def _forget_lots(connection: Connection, user_id: int) -> None:
    """Leave a digest of a person in the lots of their games: their dice can still be checked."""
    found = await connection.execute(
        select(GAMES.c.id, GAMES.c.lots)
        .join(PLAYERS, PLAYERS.c.game_id == GAMES.c.id)
        .where(PLAYERS.c.user_id == user_id, GAMES.c.lots.is_not(None))
        .order_by(GAMES.c.id)
    )
    forgotten = f"{FORGOTTEN}{digest_of(str(user_id))}"
    for row in found.all():
        players = [forgotten if one == str(user_id) else one for one in row.lots["players"]]
        await connection.execute(
            update(GAMES).where(GAMES.c.id == row.id).values(lots=row.lots | {"players": players})
        )


async def _forget_messages(connection: Connection, user_id: int, former: int) -> None:
    """Delete the messages to a person, and replace their id in others, and where theirs are."""
    await connection.execute(delete(OUTBOX).where(OUTBOX.c.stream == f"person:{user_id}"))
    # What waits to be sent is little, and does not grow with what is stored.
    written = await connection.execute(
        select(OUTBOX.c.id, OUTBOX.c.payload).where(
            or_(*(_held(key) == user_id for key in IN_PAYLOADS))
        )
    )
    for row in written.all():
        payload = renamed(row.payload, user_id, former)
        await connection.execute(
            update(OUTBOX).where(OUTBOX.c.id == row.id).values(payload=payload)
        )
    kinds = [f"{kind}-{user_id}" for kind in OfferKind]
    await connection.execute(delete(POSTS).where(POSTS.c.kind.in_(kinds)))


def renamed(
    payload: Mapping[str, Any],  # Any: a JSON object
    user_id: int,
    former: int,
) -> dict[str, Any]:
    """Return what a message that waits to be sent holds, with a person's id replaced."""
    return {
        key: former if key in IN_PAYLOADS and held == user_id else held
        for key, held in payload.items()
    }


def _held(key: str) -> ColumnElement[int]:
    # As an integer PostgreSQL would read one that is too short for an id.
    return cast(OUTBOX.c.payload[key].as_string(), BigInteger)
