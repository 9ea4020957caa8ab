"""Matches that are over, to be counted again, and what is stored of what they counted for.

For `bot.recounting`, which takes rated ones in the order in which they ended, and for
`bot.renoting`, which takes all. Ratings themselves are in `data.ratings`, and what is noted of
matches in `data.outcomes`.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    String,
    and_,
    cast,
    delete,
    func,
    insert,
    literal,
    select,
    update,
)

from data.engine import Connection
from data.events import TIMEOUT
from data.match_rows import match_of
from data.ratings import TABLES, Ladder, Rating, by_person
from data.result_tables import RATING_CHANGES
from data.retention import NOBODY
from data.schedule import JobKind
from data.stored import Match, Uncounted
from data.tables import EVENTS, GAMES, MATCHES, PLAYERS, SCHEDULE
from data.upsert import Values

ENDED = and_(MATCHES.c.ended_at.is_not(None), MATCHES.c.guild_id != NOBODY)
RATED = and_(ENDED, MATCHES.c.rated)


async def groups(connection: Connection) -> dict[tuple[int, str], int]:
    """Count the rated matches that are over, by server and game."""
    rows = await connection.execute(
        select(MATCHES.c.guild_id, MATCHES.c.game, func.count())
        .where(RATED)
        .group_by(MATCHES.c.guild_id, MATCHES.c.game)
        .order_by(MATCHES.c.guild_id, MATCHES.c.game)
    )
    return {(guild_id, game): count for guild_id, game, count in rows}


async def page(
    connection: Connection,
    group: tuple[int, str],
    *,
    after: int,
    before: int | None,
    least: int,
) -> list[Match]:
    """List rated matches of a server and a game that ended after a second, in order.

    At most those that ended `before` another one; at least `least`, if there are that many, and
    always all that ended in the same second.
    """
    chosen = and_(_of(group), RATED, MATCHES.c.ended_at > after)
    if before is not None:
        chosen = and_(chosen, MATCHES.c.ended_at < before)
    last = await connection.scalar(
        select(MATCHES.c.ended_at)
        .where(chosen)
        .order_by(MATCHES.c.ended_at)
        .offset(least - 1)
        .limit(1)
    )
    if last is not None:
        chosen = and_(chosen, MATCHES.c.ended_at <= last)
    rows = await connection.execute(
        select(MATCHES).where(chosen).order_by(MATCHES.c.ended_at, MATCHES.c.id)
    )
    return [match_of(row) for row in rows.mappings()]


def _of(group: tuple[int, str]) -> ColumnElement[bool]:
    return and_(MATCHES.c.guild_id == group[0], MATCHES.c.game == group[1])


async def match_count_and_people(
    connection: Connection, group: tuple[int, str]
) -> tuple[int, set[int]]:
    """Return how many rated matches of a server and a game are over, and who sat in them."""
    chosen = and_(_of(group), RATED)
    count = await connection.scalar(select(func.count()).select_from(MATCHES).where(chosen))
    found = await connection.scalars(
        select(PLAYERS.c.user_id)
        .join(GAMES, GAMES.c.id == PLAYERS.c.game_id)
        .join(MATCHES, MATCHES.c.id == GAMES.c.match_id)
        .where(chosen)
        .distinct()
    )
    return count or 0, set(found)


async def changes_of(
    connection: Connection, match_ids: Sequence[int]
) -> dict[int, list[dict[str, Any]]]:  # Any: columns of several types
    """Return the rows that say what matches changed, by match, in the order of their people."""
    rows = await connection.execute(
        select(RATING_CHANGES)
        .where(RATING_CHANGES.c.match_id.in_(match_ids))
        .order_by(RATING_CHANGES.c.match_id, RATING_CHANGES.c.user_id)
    )
    found: dict[int, list[dict[str, Any]]] = {}
    for row in rows.mappings():
        found.setdefault(row["match_id"], []).append(dict(row))
    return found


async def late_lately(
    connection: Connection,
    match: Match,
    people: Collection[int],
    *,
    handicap: bool,
    since: int,
    until: int,
) -> dict[int, int]:
    """Count the matches of the game that people have lost on time in the server lately.

    With a handicap, or without. The match itself is left out, and those that changed nothing for them.
    """
    if not people:
        return {}
    changed = RATING_CHANGES.c
    found = await connection.execute(
        select(changed.user_id, func.count(changed.match_id.distinct()).label("matches"))
        .join(GAMES, GAMES.c.match_id == changed.match_id)
        .join(PLAYERS, and_(PLAYERS.c.game_id == GAMES.c.id, PLAYERS.c.user_id == changed.user_id))
        .join(
            EVENTS,
            and_(
                EVENTS.c.game_id == GAMES.c.id,
                EVENTS.c.notation == literal(TIMEOUT).concat(cast(PLAYERS.c.seat, String)),
            ),
        )
        .where(
            changed.guild_id == match.guild_id,
            changed.user_id.in_(sorted(people)),
            changed.game == match.game,
            changed.ended_at > since,
            changed.ended_at <= until,
            changed.match_id != match.id,
            (changed.ladder == Ladder.HANDICAP)
            if handicap
            else (changed.ladder != Ladder.HANDICAP),
        )
        .group_by(changed.user_id)
    )
    return {row.user_id: row.matches for row in found}


async def replace_changes(
    connection: Connection, match_id: int, rows: Sequence[Values], uncounted: Uncounted | None
) -> None:
    """Replace what is stored of what a match changed, or why it changed nothing."""
    await connection.execute(delete(RATING_CHANGES).where(RATING_CHANGES.c.match_id == match_id))
    if rows:
        await connection.execute(insert(RATING_CHANGES), list(rows))
    await connection.execute(
        update(MATCHES).where(MATCHES.c.id == match_id).values(uncounted=uncounted)
    )


async def ratings_of(
    connection: Connection, group: tuple[int, str], ladder: Ladder
) -> Mapping[int, Rating]:
    """Return all ratings of a server and a game, locked until the transaction ends."""
    table = TABLES[ladder]
    rows = await connection.execute(
        select(table)
        .where(table.c.guild_id == group[0], table.c.game == group[1])
        .order_by(table.c.user_id)
        .with_for_update()
    )
    return by_person(rows)


async def delete_rating(
    connection: Connection, group: tuple[int, str], ladder: Ladder, user_id: int
) -> None:
    """Delete the rating of somebody for whom no match counts."""
    table = TABLES[ladder]
    await connection.execute(
        delete(table).where(
            table.c.guild_id == group[0], table.c.game == group[1], table.c.user_id == user_id
        )
    )


async def count_ended(connection: Connection) -> int:
    """Count the matches that are over, rated or not."""
    return await connection.scalar(select(func.count()).select_from(MATCHES).where(ENDED)) or 0


async def ended(connection: Connection, *, after: int, most: int) -> list[int]:
    """List the numbers of the next matches that are over, after one with a number."""
    found = await connection.scalars(
        select(MATCHES.c.id).where(ENDED, MATCHES.c.id > after).order_by(MATCHES.c.id).limit(most)
    )
    return list(found)


async def waiting(connection: Connection, match_ids: Sequence[int]) -> set[int]:
    """Return those of some matches that are still to be looked through by a scheduled job."""
    found = await connection.scalars(
        select(SCHEDULE.c.subject_id).where(
            SCHEDULE.c.kind == JobKind.OUTCOME, SCHEDULE.c.subject_id.in_(match_ids)
        )
    )
    return set(found)


async def people_of(connection: Connection, match_ids: Sequence[int]) -> dict[int, set[int]]:
    """Return who plays in some matches, by server."""
    found = await connection.execute(
        select(PLAYERS.c.guild_id, PLAYERS.c.user_id)
        .join(GAMES, GAMES.c.id == PLAYERS.c.game_id)
        .where(GAMES.c.match_id.in_(match_ids))
        .distinct()
    )
    people: dict[int, set[int]] = {}
    for row in found:
        people.setdefault(row.guild_id, set()).add(row.user_id)
    return people
