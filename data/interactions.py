"""Interactions that were carried out, so that one that Discord delivers twice changes nothing twice.

What does not belong here: those that are stored with what they led to, as events, challenges and
matches are.
"""

from typing import Final

from sqlalchemy import delete, exists, select

from data.engine import Connection
from data.tables import INTERACTIONS
from data.upsert import insert_missing

KEPT_SECONDS: Final = 24 * 3600
"""How long they are kept; Discord's tokens for them end after 15 minutes."""


async def is_known(connection: Connection, interaction_id: int) -> bool:
    """Tell whether an interaction was carried out already."""
    return bool(
        await connection.scalar(select(exists().where(INTERACTIONS.c.id == interaction_id)))
    )


async def remember(connection: Connection, interaction_id: int, now: int) -> None:
    """Store that an interaction was carried out, and delete those that are too old to come again."""
    await connection.execute(
        delete(INTERACTIONS).where(INTERACTIONS.c.seen_at < now - KEPT_SECONDS)
    )
    await insert_missing(connection, INTERACTIONS, [{"id": interaction_id, "seen_at": now}])
