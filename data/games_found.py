"""Which games there are: in a channel, of a person, between people, by a code.

What does not belong here: loading one for a decision and what changes it (`data.matches`), and the
search among finished ones (`data.archive`).
"""

from collections.abc import Collection, Sequence
from typing import Any, Final

from sqlalchemy import Select, and_, case, exists, func, select

from data.engine import Connection
from data.match_rows import GAME_ROWS, read_games
from data.stored import Match, StoredGame
from data.tables import GAMES, MATCHES, PLAYERS

LOOKED_BACK: Final = 20
"""Among how many games the last one with a result is looked for."""


async def by_code(connection: Connection, guild_id: int, code: str) -> StoredGame | None:
    """Return the game with a code in a server, or None."""
    found = await read_games(
        connection, GAME_ROWS.where(GAMES.c.guild_id == guild_id, GAMES.c.code == code)
    )
    return found[0] if found else None


async def running_in(connection: Connection, place_id: int) -> list[StoredGame]:
    """List the running games of a channel or thread, latest move first."""
    return await read_games(
        connection,
        GAME_ROWS.where(MATCHES.c.place_id == place_id, GAMES.c.ended_at.is_(None)).order_by(
            GAMES.c.moved_at.desc(), GAMES.c.id.desc()
        ),
    )


async def latest_in(connection: Connection, place_id: int) -> StoredGame | None:
    """Return the game that was last started in a channel or thread, or None."""
    found = await read_games(
        connection,
        GAME_ROWS.where(MATCHES.c.place_id == place_id).order_by(GAMES.c.id.desc()).limit(1),
    )
    return found[0] if found else None


async def running_of(
    connection: Connection, guild_id: int, user_id: int, *, most: int
) -> list[StoredGame]:
    """List the running games of a person in a server: own turn first, then longest waiting."""
    own = select(PLAYERS.c.game_id, PLAYERS.c.seat).where(
        PLAYERS.c.guild_id == guild_id, PLAYERS.c.user_id == user_id, PLAYERS.c.running
    )
    mine = own.subquery()
    return await read_games(
        connection,
        GAME_ROWS.join(mine, mine.c.game_id == GAMES.c.id)
        .order_by(case((GAMES.c.to_move == mine.c.seat, 0), else_=1), GAMES.c.moved_at, GAMES.c.id)
        .limit(most),
    )


async def count_running(connection: Connection, guild_id: int, user_id: int) -> int:
    """Count the running games of a person in a server."""
    found = await connection.scalar(
        select(func.count()).where(
            PLAYERS.c.guild_id == guild_id, PLAYERS.c.user_id == user_id, PLAYERS.c.running
        )
    )
    return int(found or 0)


async def languages_in(connection: Connection, guild_id: int) -> list[str]:
    """List the languages of the latest games of a server."""
    found = await connection.execute(
        select(MATCHES.c.language)
        .join(GAMES, GAMES.c.match_id == MATCHES.c.id)
        .where(GAMES.c.guild_id == guild_id)
        .order_by(GAMES.c.id.desc())
        .limit(LOOKED_BACK)
    )
    return list(found.scalars())


async def last_between(
    connection: Connection, guild_id: int, game: str, people: Sequence[int]
) -> StoredGame | None:
    """Return the last game that just these people finished in a server with a result, or None."""
    latest = _between(guild_id, game, people).order_by(GAMES.c.id.desc()).limit(LOOKED_BACK)
    for found in await read_games(connection, latest):
        if found.result is not None and found.result["reason"] != "aborted":
            return found
    return None


def _between(
    guild_id: int, game: str, people: Sequence[int]
) -> Select[Any]:  # Any: columns of several types
    """Select the finished games of just these people in a server."""
    statement = GAME_ROWS.where(
        MATCHES.c.game == game, MATCHES.c.seats == len(people), GAMES.c.ended_at.is_not(None)
    )
    for person in people:
        seated = PLAYERS.alias()
        statement = statement.join(
            seated,
            and_(
                seated.c.game_id == GAMES.c.id,
                seated.c.guild_id == guild_id,
                seated.c.user_id == person,
            ),
        )
    return statement


async def met_lately(
    connection: Connection,
    match: Match,
    people: Collection[int],
    *,
    handicap: bool,
    since: int,
    until: int,
) -> dict[frozenset[int], int]:
    """Count the rated matches of a game that two people have ended in a server lately.

    With a handicap, or without. The match itself is left out, and those that changed no rating.
    """
    one, other, given = PLAYERS.alias(), PLAYERS.alias(), PLAYERS.alias()
    handicapped = exists().where(given.c.game_id == one.c.game_id, given.c.handicap > 0)
    found = await connection.execute(
        select(one.c.user_id, other.c.user_id, func.count())
        .join(other, and_(other.c.game_id == one.c.game_id, other.c.user_id > one.c.user_id))
        .join(GAMES, and_(GAMES.c.id == one.c.game_id, GAMES.c.number == 1))
        .join(MATCHES, MATCHES.c.id == GAMES.c.match_id)
        .where(
            one.c.guild_id == match.guild_id,
            one.c.user_id.in_(sorted(people)),
            other.c.user_id.in_(sorted(people)),
            MATCHES.c.game == match.game,
            MATCHES.c.rated,
            MATCHES.c.uncounted.is_(None),
            MATCHES.c.ended_at > since,
            MATCHES.c.ended_at <= until,
            MATCHES.c.id != match.id,
            handicapped if handicap else ~handicapped,
        )
        .group_by(one.c.user_id, other.c.user_id)
    )
    return {frozenset((one_id, other_id)): count for one_id, other_id, count in found}
