"""Ratings and results: one row for a server, a game and a person.

There are two lists of them: one from matches between people, and one from matches in which
computers sat, where computers of a level have one rating together. The numbers are made in
`bot.match.ratings`; here they are stored, listed and ranked.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import Table, and_, func, insert, null, or_, select, true, update
from sqlalchemy.engine import Row
from sqlalchemy.sql import Select

from data.computers import Computer
from data.engine import Connection
from data.tables import COMPUTER_RATINGS, PEOPLE, RATING_CHANGES, RATINGS
from data.upsert import Values, insert_missing, upsert


class Ladder(StrEnum):
    """A list of ratings: of matches between people, or with computers."""

    PEOPLE = "people"
    COMPUTERS = "computers"


_TABLES: Final = {Ladder.PEOPLE: RATINGS, Ladder.COMPUTERS: COMPUTER_RATINGS}


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of a person's strength in a game, and how their rated games ended."""

    user_id: int
    mu: float
    sigma: float
    shown: int
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True, slots=True)
class Change:
    """What a rated match did to a person's shown rating."""

    user_id: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Ranked:
    """One row of a leaderboard; equal rows share the rank. `rating` is None over all games."""

    rank: int
    user_id: int
    name: str
    rating: int | None
    wins: int
    draws: int
    losses: int


async def enter(
    connection: Connection,
    guild_id: int,
    game: str,
    newcomers: Iterable[Rating],
    ladder: Ladder = Ladder.PEOPLE,
) -> None:
    """Store ratings for those who have none yet."""
    await insert_missing(connection, _TABLES[ladder], [_row(guild_id, game, r) for r in newcomers])


async def get(
    connection: Connection,
    guild_id: int,
    game: str,
    user_ids: Iterable[int],
    ladder: Ladder = Ladder.PEOPLE,
) -> dict[int, Rating]:
    """Return the ratings of people, locked until the transaction ends; newcomers are left out."""
    table = _TABLES[ladder]
    rows = await connection.execute(
        select(table)
        .where(
            table.c.guild_id == guild_id,
            table.c.game == game,
            table.c.user_id.in_(list(user_ids)),
        )
        .order_by(table.c.user_id)
        .with_for_update()
    )
    return {
        row.user_id: Rating(
            row.user_id, row.mu, row.sigma, row.shown, row.wins, row.draws, row.losses
        )
        for row in rows
    }


async def store(
    connection: Connection,
    guild_id: int,
    game: str,
    ratings: Iterable[Rating],
    ladder: Ladder = Ladder.PEOPLE,
) -> None:
    """Store new ratings."""
    rows = [_row(guild_id, game, rating) for rating in ratings]
    await upsert(connection, _TABLES[ladder], rows)


async def fix(connection: Connection, game: str, rating: Rating, ladder: Ladder) -> None:
    """Set the strength of somebody in a game, in every server; the results stay."""
    table = _TABLES[ladder]
    await connection.execute(
        update(table)
        .where(
            table.c.game == game,
            table.c.user_id == rating.user_id,
            table.c.shown != rating.shown,
        )
        .values(mu=rating.mu, sigma=rating.sigma, shown=rating.shown)
    )


def _row(guild_id: int, game: str, rating: Rating) -> Values:
    return {"guild_id": guild_id, "game": game, **asdict(rating)}


async def note_changes(connection: Connection, match_id: int, changes: Iterable[Change]) -> None:
    """Keep what a match changed."""
    await connection.execute(
        insert(RATING_CHANGES),
        [
            {"match_id": match_id, "user_id": c.user_id, "before": c.before, "after": c.after}
            for c in changes
        ],
    )


async def changes_of(connection: Connection, match_id: int) -> dict[int, Change]:
    """Return what a match changed, by person; empty for an unrated one."""
    rows = await connection.execute(
        select(RATING_CHANGES).where(RATING_CHANGES.c.match_id == match_id)
    )
    return {row.user_id: Change(row.user_id, row.before, row.after) for row in rows}


async def played(
    connection: Connection, guild_id: int, game: str, user_ids: Iterable[int], ladder: Ladder
) -> dict[int, int]:
    """Return from how many games the rating of each of these people comes."""
    table = _TABLES[ladder]
    rows = await connection.execute(
        select(table.c.user_id, table.c.wins + table.c.draws + table.c.losses).where(
            table.c.guild_id == guild_id,
            table.c.game == game,
            table.c.user_id.in_(list(user_ids)),
        )
    )
    return {user_id: games for user_id, games in rows}  # noqa: C416 -- rows are no pairs to dict()


async def standings(
    connection: Connection,
    guild_id: int,
    game: str | None,
    *,
    offset: int,
    limit: int,
    ladder: Ladder = Ladder.PEOPLE,
) -> list[Ranked]:
    """List a page of a server's leaderboard among those who are still members, and computers.

    For a game: by rating, equal ratings share the rank. Over all games: by wins, then
    draws, then fewer losses. Rows that are equal stand in the order of their ids, so that
    pages never overlap.
    """
    ranked = _ranked(guild_id, game, ladder).subquery()
    rows = await connection.execute(
        select(ranked).order_by(ranked.c.rank, ranked.c.user_id).offset(offset).limit(limit)
    )
    return [
        Ranked(row.rank, row.user_id, _name(row), row.rating, row.wins, row.draws, row.losses)
        for row in rows
    ]


def _name(row: Row[Any]) -> str:  # Any: mixed columns
    computer = Computer.of(row.user_id)
    # In the list, all computers of a level are one.
    return str(row.name) if computer is None else Computer(computer.level, 0).name


async def count(
    connection: Connection, guild_id: int, game: str | None, ladder: Ladder = Ladder.PEOPLE
) -> int:
    """Count the rows of a leaderboard."""
    found = await connection.scalar(
        select(func.count()).select_from(_ranked(guild_id, game, ladder).subquery())
    )
    return int(found or 0)


async def position_of(
    connection: Connection,
    guild_id: int,
    game: str | None,
    user_id: int,
    ladder: Ladder = Ladder.PEOPLE,
) -> int | None:
    """Return how many rows stand before a person's, or None if they are not listed."""
    ranked = _ranked(guild_id, game, ladder).subquery()
    order = func.row_number().over(order_by=(ranked.c.rank, ranked.c.user_id))
    numbered = select(ranked.c.user_id, order.label("place")).subquery()
    place: int | None = await connection.scalar(
        select(numbered.c.place).where(numbered.c.user_id == user_id)
    )
    return None if place is None else place - 1


def _ranked(
    guild_id: int, game: str | None, ladder: Ladder
) -> Select[Any]:  # Any: columns of several types
    rated = _TABLES[ladder]
    known = rated.outerjoin(
        PEOPLE,
        and_(PEOPLE.c.guild_id == rated.c.guild_id, PEOPLE.c.user_id == rated.c.user_id),
    )
    here = and_(
        rated.c.guild_id == guild_id,
        rated.c.game == game if game is not None else true(),
        or_(PEOPLE.c.member, rated.c.user_id < 0),
    )
    if game is not None:
        return (
            select(
                func.rank().over(order_by=rated.c.shown.desc()).label("rank"),
                rated.c.user_id,
                PEOPLE.c.name,
                rated.c.shown.label("rating"),
                rated.c.wins,
                rated.c.draws,
                rated.c.losses,
            )
            .select_from(known)
            .where(here)
        )
    totals = _totals(rated).select_from(known).where(here).subquery()
    order: Sequence[Any] = (totals.c.wins.desc(), totals.c.draws.desc(), totals.c.losses)
    return select(
        func.rank().over(order_by=order).label("rank"),
        totals.c.user_id,
        totals.c.name,
        null().label("rating"),
        totals.c.wins,
        totals.c.draws,
        totals.c.losses,
    )


def _totals(rated: Table) -> Select[Any]:  # Any: columns of several types
    """Add up what each person has in all games."""
    return select(
        rated.c.user_id,
        PEOPLE.c.name,
        func.sum(rated.c.wins).label("wins"),
        func.sum(rated.c.draws).label("draws"),
        func.sum(rated.c.losses).label("losses"),
    ).group_by(rated.c.user_id, PEOPLE.c.name)
