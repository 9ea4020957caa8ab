"""Who follows a game without playing it, to be told how its match ended."""

from sqlalchemy import delete, exists, func, insert, select

from data.engine import Connection
from data.tables import FOLLOWERS, GAMES


async def follows(connection: Connection, game_id: int, user_id: int) -> bool:
    """Tell whether a person follows a game."""
    found = exists().where(FOLLOWERS.c.game_id == game_id, FOLLOWERS.c.user_id == user_id)
    return bool(await connection.scalar(select(found)))


async def add(connection: Connection, game_id: int, user_id: int) -> None:
    """Store that a person follows a game; IntegrityError if they do already."""
    await connection.execute(insert(FOLLOWERS).values(game_id=game_id, user_id=user_id))


async def remove(connection: Connection, game_id: int, user_id: int) -> None:
    """Delete that a person follows a game."""
    await connection.execute(
        delete(FOLLOWERS).where(FOLLOWERS.c.game_id == game_id, FOLLOWERS.c.user_id == user_id)
    )


async def count(connection: Connection, game_id: int) -> int:
    """Count those who follow a game."""
    found = await connection.scalar(
        select(func.count()).select_from(FOLLOWERS).where(FOLLOWERS.c.game_id == game_id)
    )
    return int(found or 0)


async def of_match(connection: Connection, match_id: int) -> tuple[int, ...]:
    """List the people who follow a game of a match, each once."""
    found = await connection.execute(
        select(FOLLOWERS.c.user_id)
        .join(GAMES, GAMES.c.id == FOLLOWERS.c.game_id)
        .where(GAMES.c.match_id == match_id)
        .distinct()
        .order_by(FOLLOWERS.c.user_id)
    )
    return tuple(found.scalars())
