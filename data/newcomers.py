"""Who is new to a game: no game of its kind in this server is behind them."""

from collections.abc import Collection

from sqlalchemy import select

from data.engine import Connection
from data.tables import GAMES, MATCHES, PLAYERS


async def newcomers(
    connection: Connection, guild_id: int, game: str, user_ids: Collection[int]
) -> set[int]:
    """Return those of some people who have never finished a game of a kind in a server."""
    rows = await connection.scalars(
        select(PLAYERS.c.user_id)
        .distinct()
        .join(GAMES, GAMES.c.id == PLAYERS.c.game_id)
        .join(MATCHES, MATCHES.c.id == GAMES.c.match_id)
        .where(
            PLAYERS.c.guild_id == guild_id,
            PLAYERS.c.user_id.in_(user_ids),
            PLAYERS.c.running.is_(False),
            MATCHES.c.game == game,
        )
    )
    return set(user_ids) - set(rows)
