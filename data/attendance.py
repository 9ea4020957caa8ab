"""Who sits at a table, as its board has to know them: read by one statement for each board.

Whether they are away or gone, and how they stand against each other this month. What does not
belong here: the game itself (`data.matches`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ScalarSelect, and_, bindparam, func, select

from data.engine import Connection
from data.outcomes import HANDICAP, Ending
from data.result_tables import OUTCOMES
from data.tables import AWAY, PEOPLE, PLAYERS


@dataclass(frozen=True, slots=True)
class Seated:
    """A player at a table; `won` and `drawn` are counted against the other of two."""

    user_id: int
    away_until: int | None
    """When their absence ends; None where they are not away."""
    gone: bool
    """Whether they have left the server."""
    won: int
    drawn: int


async def at_table(
    connection: Connection, game_id: int, now: int, *, others: Sequence[int], key: str, since: int
) -> dict[int, Seated]:
    """Return by seat who sits at a table.

    Their matches in the game `key` with one of `others` are counted that ended after a time, without
    those with a handicap.
    """
    rows = await connection.execute(
        _AT_TABLE,
        {"game_id": game_id, "now": now, "others": list(others), "key": key, "since": since},
    )
    return {
        row.seat: Seated(row.user_id, row.until_at, row.member is False, row.won, row.drawn)
        for row in rows
    }


def _counted(ending: Ending) -> ScalarSelect[int]:
    return (
        select(func.count())
        .where(
            OUTCOMES.c.guild_id == PLAYERS.c.guild_id,
            OUTCOMES.c.user_id == PLAYERS.c.user_id,
            OUTCOMES.c.other_id.in_(bindparam("others", expanding=True)),
            OUTCOMES.c.game == bindparam("key"),
            OUTCOMES.c.against != HANDICAP,
            OUTCOMES.c.ended_at >= bindparam("since"),
            OUTCOMES.c.ending == ending,
        )
        .correlate(PLAYERS)
        .scalar_subquery()
    )


_IS_NOW = and_(AWAY.c.from_at <= bindparam("now"), AWAY.c.until_at > bindparam("now"))
_AT_TABLE = (
    select(
        PLAYERS.c.seat,
        PLAYERS.c.user_id,
        PEOPLE.c.member,
        func.max(AWAY.c.until_at).label("until_at"),
        _counted(Ending.WON).label("won"),
        _counted(Ending.DRAWN).label("drawn"),
    )
    .outerjoin(
        PEOPLE,
        and_(PEOPLE.c.guild_id == PLAYERS.c.guild_id, PEOPLE.c.user_id == PLAYERS.c.user_id),
    )
    .outerjoin(AWAY, and_(AWAY.c.user_id == PLAYERS.c.user_id, _IS_NOW))
    .where(PLAYERS.c.game_id == bindparam("game_id"))
    .group_by(PLAYERS.c.game_id, PLAYERS.c.seat, PEOPLE.c.member)
)
