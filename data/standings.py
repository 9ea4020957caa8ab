"""Leaderboards: who is ahead in a server, by rating or by results, of all time or of a time.

All time is ranked from the ratings and results in `data.ratings`; a time (a month, a season that
runs) from what each match of it changed, so there is no counter of its own.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Select,
    Subquery,
    and_,
    case,
    func,
    null,
    or_,
    select,
    true,
    union_all,
)
from sqlalchemy.engine import Row

from data.computers import Computer
from data.engine import Connection
from data.former import FORMER_NAME, is_former
from data.ratings import TABLES, Ladder, RatedResult
from data.result_tables import RATING_CHANGES, SEASON_ROWS
from data.tables import PEOPLE

WIN_POINTS: Final = 2
DRAW_POINTS: Final = 1
"""What a result is worth in the list of a month or a season."""
OUTCOMES: Final = {"wins": RatedResult.WON, "draws": RatedResult.DRAWN, "losses": RatedResult.LOST}
"""What the columns of a list count."""


class Listing(StrEnum):
    """Which games a leaderboard counts: between people, with computers, both, or with a handicap."""

    PEOPLE = "people"
    COMPUTERS = "computers"
    EVERYTHING = "everything"
    HANDICAP = "handicap"
    """Those are in no other list."""

    @property
    def ladders(self) -> tuple[Ladder, ...]:
        """Return the lists of ratings that it adds up."""
        if self is Listing.EVERYTHING:
            return Ladder.PEOPLE, Ladder.COMPUTERS
        return (Ladder(self.value),)


@dataclass(frozen=True, slots=True)
class Span:
    """A time, in seconds since 1970; its end is not in it."""

    since: int
    until: int


@dataclass(frozen=True, slots=True)
class Archived:
    """A season that is over, by its number: its results are stored and stay."""

    season_id: int


@dataclass(frozen=True, slots=True)
class Board:
    """Which leaderboard: of a server, of a game (None: all), of which games, of which time."""

    guild_id: int
    game: str | None = None
    listing: Listing = Listing.PEOPLE
    time: Span | Archived | None = None
    """None: all time."""

    @property
    def by_rating(self) -> bool:
        """Tell whether it is ranked by rating: there is one for a game and a list, of all time."""
        return self.game is not None and self.listing is not Listing.EVERYTHING and not self.time


@dataclass(frozen=True, slots=True)
class Ranked:
    """One row of a leaderboard, the `place`th from 0; equal rows share the rank, from 1.

    `rating` is None where it is not ranked by rating, `points` where it is of all time.
    """

    place: int
    rank: int
    user_id: int
    name: str
    rating: int | None
    points: int | None
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True, slots=True)
class Page:
    """A part of a leaderboard, how many rows it has in all, and the row of who reads it."""

    rows: tuple[Ranked, ...]
    total: int
    own: Ranked | None = None


async def page(
    connection: Connection, board: Board, *, offset: int, limit: int, reader_id: int | None = None
) -> Page:
    """Return a page of a leaderboard among those who are still members, and computers.

    A season that is over has those who were members at its end.

    By rating, where there is one; else by wins, then draws, then fewer losses; of a time by
    points, then wins, then fewer losses. Equal rows stand in the order of their ids, so that
    pages never overlap.
    """
    ranked = _ranked(board).subquery()
    order = (ranked.c.rank, ranked.c.user_id)
    numbered = select(
        ranked,
        (func.row_number().over(order_by=order) - 1).label("place"),
        func.count().over().label("total"),
    ).subquery()
    on_page = and_(numbered.c.place >= offset, numbered.c.place < offset + limit)
    own = numbered.c.user_id == reader_id if reader_id is not None else on_page
    found = await connection.execute(
        select(numbered).where(or_(on_page, own)).order_by(numbered.c.place)
    )
    listed = [(_read(row), row.total) for row in found]
    rows = tuple(row for row, _ in listed if offset <= row.place < offset + limit)
    reader = next((row for row, _ in listed if row.user_id == reader_id), None)
    return Page(rows, listed[0][1] if listed else 0, reader)


def _read(row: Row[Any]) -> Ranked:  # Any: mixed columns
    computer = Computer.of(row.user_id)
    if computer is not None:
        # In the list, all computers of a level are one.
        name = Computer(computer.strength, 0).name
    else:
        name = FORMER_NAME if is_former(row.user_id) else row.name or ""
    return Ranked(
        row.place,
        row.rank,
        row.user_id,
        name,
        row.rating,
        row.points,
        int(row.wins),
        int(row.draws),
        int(row.losses),
    )


def _ranked(board: Board) -> Select[Any]:  # Any: columns of several types
    sums = _sums(board)
    known = sums.outerjoin(
        PEOPLE, and_(PEOPLE.c.guild_id == board.guild_id, PEOPLE.c.user_id == sums.c.user_id)
    )
    points = WIN_POINTS * sums.c.wins + DRAW_POINTS * sums.c.draws
    if board.by_rating:
        order: tuple[ColumnElement[Any], ...] = (sums.c.rating.desc(),)  # Any: as above
    elif board.time is None:
        order = (sums.c.wins.desc(), sums.c.draws.desc(), sums.c.losses)
    else:
        order = (points.desc(), sums.c.wins.desc(), sums.c.losses)
    return (
        select(
            func.rank().over(order_by=order).label("rank"),
            sums,
            PEOPLE.c.name,
            (points if board.time else null()).label("points"),
        )
        .select_from(known)
        .where(
            true() if isinstance(board.time, Archived) else or_(PEOPLE.c.member, sums.c.user_id < 0)
        )
    )


def _sums(board: Board) -> Subquery:
    """Add up what each person, and each level of computers, has in a leaderboard."""
    if isinstance(board.time, Span):
        return _of_time(board, board.time).subquery()
    if board.time is not None:
        return _of_archive(board, board.time).subquery()
    parts = [_of_ladder(board, ladder) for ladder in board.listing.ladders]
    if board.by_rating:
        return parts[0].subquery()
    every = union_all(*parts).subquery()
    return (
        select(
            every.c.user_id,
            null().label("rating"),
            func.sum(every.c.wins).label("wins"),
            func.sum(every.c.draws).label("draws"),
            func.sum(every.c.losses).label("losses"),
        )
        .group_by(every.c.user_id)
        .subquery()
    )


def _of_ladder(board: Board, ladder: Ladder) -> Select[Any]:  # Any: columns of several types
    rated = TABLES[ladder]
    return select(
        rated.c.user_id, rated.c.shown.label("rating"), rated.c.wins, rated.c.draws, rated.c.losses
    ).where(
        rated.c.guild_id == board.guild_id,
        rated.c.game == board.game if board.game is not None else true(),
    )


def _of_time(board: Board, time: Span) -> Select[Any]:  # Any: as above
    change = RATING_CHANGES.c
    # Person by person, as the index has them: to sort all results would take five times as long.
    return (
        select(
            PEOPLE.c.user_id,
            null().label("rating"),
            *(
                func.sum(case((change.outcome == outcome, 1), else_=0)).label(name)
                for name, outcome in OUTCOMES.items()
            ),
        )
        .join(
            RATING_CHANGES,
            and_(change.guild_id == PEOPLE.c.guild_id, change.user_id == PEOPLE.c.user_id),
        )
        .where(
            PEOPLE.c.guild_id == board.guild_id,
            PEOPLE.c.member,
            change.ended_at >= time.since,
            change.ended_at < time.until,
            change.game == board.game if board.game is not None else true(),
            change.ladder.in_(board.listing.ladders),
        )
        .group_by(PEOPLE.c.user_id)
    )


def _of_archive(board: Board, time: Archived) -> Select[Any]:  # Any: as above
    rows = SEASON_ROWS.c
    return (
        select(
            rows.user_id,
            null().label("rating"),
            *(func.sum(rows[name]).label(name) for name in OUTCOMES),
        )
        .where(
            rows.season_id == time.season_id,
            rows.game == board.game if board.game is not None else true(),
            rows.ladder.in_(board.listing.ladders),
        )
        .group_by(rows.user_id)
    )
