"""Who has played in a server lately, and how many games each has running.

What does not belong here: who of them may be challenged (`bot.services.rivals`).
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import func, select

from data.engine import Connection
from data.result_tables import OUTCOMES
from data.tables import PLAYERS

LATEST_ENDINGS: Final = 400
"""In how many of a server's latest results is looked for people."""


@dataclass(frozen=True, slots=True)
class Active:
    """A person with results of late, and the game that they have played most in these."""

    user_id: int
    game: str


async def active(connection: Connection, guild_id: int) -> list[Active]:
    """List the people of a server's latest results, who has played last first."""
    found = await connection.execute(
        select(OUTCOMES.c.user_id, OUTCOMES.c.game)
        .where(OUTCOMES.c.guild_id == guild_id)
        .order_by(OUTCOMES.c.ended_at.desc(), OUTCOMES.c.user_id.desc())
        .limit(LATEST_ENDINGS)
    )
    played: dict[int, Counter[str]] = {}
    for user_id, game in found:
        played.setdefault(user_id, Counter())[game] += 1
    return [Active(user_id, games.most_common(1)[0][0]) for user_id, games in played.items()]


async def running(connection: Connection, guild_id: int, user_ids: Iterable[int]) -> dict[int, int]:
    """Count the running games of some people in a server; those without any are left out."""
    found = await connection.execute(
        select(PLAYERS.c.user_id, func.count().label("games"))
        .where(
            PLAYERS.c.guild_id == guild_id,
            PLAYERS.c.user_id.in_(sorted(user_ids)),
            PLAYERS.c.running,
        )
        .group_by(PLAYERS.c.user_id)
    )
    return {row.user_id: row.games for row in found}
