"""Reviews: what a look through a finished game found, kept with the game.

What a review contains is for `bot.services.reviews`; here it is stored and found.
"""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from data.engine import Connection
from data.result_tables import REVIEWS
from data.upsert import insert_missing


async def add(
    connection: Connection, game_id: int, review: Mapping[str, Any], now: int
) -> None:  # Any: JSON
    """Keep a review, unless the game has one."""
    row = {"game_id": game_id, "review": review, "created_at": now}
    await insert_missing(connection, REVIEWS, [row])


async def get(connection: Connection, game_id: int) -> Mapping[str, Any] | None:  # Any: JSON
    """Return the review of a game, or None."""
    review: Mapping[str, Any] | None = await connection.scalar(
        select(REVIEWS.c.review).where(REVIEWS.c.game_id == game_id)
    )
    return review
