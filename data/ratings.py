"""Ratings and results: one row for a server, a game and a person.

The numbers are made in `bot.ratings`; here they are stored, listed and ranked.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import and_, func, insert, null, select, true
from sqlalchemy.sql import Select

from data.engine import Connection
from data.tables import PEOPLE, RATING_CHANGES, RATINGS
from data.upsert import Values, insert_missing, upsert


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
    connection: Connection, guild_id: int, game: str, newcomers: Iterable[Rating]
) -> None:
    """Store ratings for those who have none yet."""
    await insert_missing(connection, RATINGS, [_row(guild_id, game, r) for r in newcomers])


async def get(
    connection: Connection, guild_id: int, game: str, user_ids: Iterable[int]
) -> dict[int, Rating]:
    """Give the ratings of people, locked until the transaction ends; newcomers are left out."""
    rows = await connection.execute(
        select(RATINGS)
        .where(
            RATINGS.c.guild_id == guild_id,
            RATINGS.c.game == game,
            RATINGS.c.user_id.in_(list(user_ids)),
        )
        .order_by(RATINGS.c.user_id)
        .with_for_update()
    )
    return {
        row.user_id: Rating(
            row.user_id, row.mu, row.sigma, row.shown, row.wins, row.draws, row.losses
        )
        for row in rows
    }


async def store(
    connection: Connection, guild_id: int, game: str, ratings: Iterable[Rating]
) -> None:
    """Store new ratings."""
    await upsert(connection, RATINGS, [_row(guild_id, game, rating) for rating in ratings])


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
    """Give what a match changed, by person; empty for an unrated one."""
    rows = await connection.execute(
        select(RATING_CHANGES).where(RATING_CHANGES.c.match_id == match_id)
    )
    return {row.user_id: Change(row.user_id, row.before, row.after) for row in rows}


async def standings(
    connection: Connection, guild_id: int, game: str | None, *, offset: int, limit: int
) -> list[Ranked]:
    """List a page of a server's leaderboard among those who are still members.

    For a game: by rating, equal ratings share the rank. Over all games: by wins, then
    draws, then fewer losses. Rows that are equal stand in the order of their ids, so that
    pages never overlap.
    """
    ranked = _ranked(guild_id, game).subquery()
    rows = await connection.execute(
        select(ranked).order_by(ranked.c.rank, ranked.c.user_id).offset(offset).limit(limit)
    )
    return [
        Ranked(row.rank, row.user_id, row.name, row.rating, row.wins, row.draws, row.losses)
        for row in rows
    ]


async def count(connection: Connection, guild_id: int, game: str | None) -> int:
    """Count the rows of a leaderboard."""
    found = await connection.scalar(
        select(func.count()).select_from(_ranked(guild_id, game).subquery())
    )
    return int(found or 0)


async def position_of(
    connection: Connection, guild_id: int, game: str | None, user_id: int
) -> int | None:
    """Give how many rows stand before a person's, or None if they are not listed."""
    ranked = _ranked(guild_id, game).subquery()
    order = func.row_number().over(order_by=(ranked.c.rank, ranked.c.user_id))
    numbered = select(ranked.c.user_id, order.label("place")).subquery()
    place: int | None = await connection.scalar(
        select(numbered.c.place).where(numbered.c.user_id == user_id)
    )
    return None if place is None else place - 1


def _ranked(guild_id: int, game: str | None) -> Select[Any]:  # Any: columns of several types
    here = and_(
        RATINGS.c.guild_id == guild_id,
        RATINGS.c.game == game if game is not None else true(),
        PEOPLE.c.guild_id == RATINGS.c.guild_id,
        PEOPLE.c.user_id == RATINGS.c.user_id,
        PEOPLE.c.member,
    )
    if game is not None:
        return select(
            func.rank().over(order_by=RATINGS.c.shown.desc()).label("rank"),
            RATINGS.c.user_id,
            PEOPLE.c.name,
            RATINGS.c.shown.label("rating"),
            RATINGS.c.wins,
            RATINGS.c.draws,
            RATINGS.c.losses,
        ).where(here)
    totals = (
        select(
            RATINGS.c.user_id,
            PEOPLE.c.name,
            func.sum(RATINGS.c.wins).label("wins"),
            func.sum(RATINGS.c.draws).label("draws"),
            func.sum(RATINGS.c.losses).label("losses"),
        )
        .where(here)
        .group_by(RATINGS.c.user_id, PEOPLE.c.name)
        .subquery()
    )
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
