"""The matches in which some people met: the latest ones of a server, by an index.

What does not belong here: who is ahead (`bot.services.versus`), and the running score of a month
(`data.outcomes`).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import and_, select

from data.engine import Connection
from data.result_tables import OUTCOMES
from data.tables import GAMES, MATCHES

LATEST_MATCHES: Final = 2_000
"""Among how many latest matches of the first of some people those with the others are looked for."""


@dataclass(frozen=True, slots=True)
class Met:
    """A match in which some people met; `places` are theirs, in the order in which they were asked for."""

    match_id: int
    game: str
    seats: int
    against: str
    ended_at: int
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """The last game of a match: its number and code, and where it was played.

    `channel_id` is whose readers read it: the channel in which its own thread was opened.
    """

    game_id: int
    code: str
    place_id: int | None
    channel_id: int


async def met(connection: Connection, guild_id: int, people: Sequence[int]) -> list[Met]:
    """List the latest matches of a server in which these people met, latest first."""
    first, *others = people
    mine = (
        select(OUTCOMES)
        .where(OUTCOMES.c.guild_id == guild_id, OUTCOMES.c.user_id == first)
        .order_by(OUTCOMES.c.ended_at.desc(), OUTCOMES.c.match_id.desc())
        .limit(LATEST_MATCHES)
        .subquery()
    )
    statement = select(
        mine.c.match_id, mine.c.game, mine.c.seats, mine.c.against, mine.c.ended_at, mine.c.place
    )
    for other in others:
        theirs = OUTCOMES.alias()
        statement = statement.join(
            theirs, and_(theirs.c.match_id == mine.c.match_id, theirs.c.user_id == other)
        ).add_columns(theirs.c.place)
    found = await connection.execute(
        statement.order_by(mine.c.ended_at.desc(), mine.c.match_id.desc())
    )
    return [Met(*row[:5], places=tuple(row[5:])) for row in found]


async def last_games(connection: Connection, match_ids: Collection[int]) -> dict[int, Played]:
    """Return the last game of each of some matches, by match."""
    found = await connection.execute(
        select(
            GAMES.c.match_id,
            GAMES.c.id,
            GAMES.c.code,
            MATCHES.c.place_id,
            MATCHES.c.channel_id,
            MATCHES.c.own_thread,
        )
        .join(MATCHES, MATCHES.c.id == GAMES.c.match_id)
        .where(GAMES.c.match_id.in_(sorted(match_ids)))
        .order_by(GAMES.c.match_id, GAMES.c.number)
    )
    return {
        row.match_id: Played(
            row.id,
            row.code,
            row.place_id,
            row.channel_id if row.own_thread else row.place_id or row.channel_id,
        )
        for row in found
    }
