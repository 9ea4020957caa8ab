"""Ratings and results: one row for a server, a game and a person.

There are three lists of them: one from matches between people, one from matches in which computers
sat, where computers of a level have one rating together, and one from matches between people in which
somebody had a handicap. The numbers are made in
`bot.match.ratings`; here they are stored. Lists of them are in `data.standings`.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import Row, insert, select, update

from data.engine import Connection
from data.result_tables import RATING_CHANGES
from data.stored import Match
from data.tables import COMPUTER_RATINGS, HANDICAP_RATINGS, RATINGS
from data.upsert import Values, insert_missing, upsert


class Ladder(StrEnum):
    """A list of ratings: of matches between people, with computers, or with a handicap."""

    PEOPLE = "people"
    COMPUTERS = "computers"
    HANDICAP = "handicap"


TABLES: Final = {
    Ladder.PEOPLE: RATINGS,
    Ladder.COMPUTERS: COMPUTER_RATINGS,
    Ladder.HANDICAP: HANDICAP_RATINGS,
}


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

    @property
    def games(self) -> int:
        """Return from how many rated matches it comes."""
        return self.wins + self.draws + self.losses


class RatedResult(StrEnum):
    """How a rated match ended for a person."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Change:
    """What a rated match did to a person's shown rating, and how it ended for them.

    `nth` counts their rated matches of the game in the server and the list, from 1.
    """

    user_id: int
    before: int
    after: int
    outcome: RatedResult
    nth: int


async def enter(
    connection: Connection,
    guild_id: int,
    game: str,
    newcomers: Iterable[Rating],
    ladder: Ladder = Ladder.PEOPLE,
) -> None:
    """Store ratings for those who have none yet."""
    await insert_missing(connection, TABLES[ladder], [_row(guild_id, game, r) for r in newcomers])


async def get(
    connection: Connection,
    guild_id: int,
    game: str,
    user_ids: Iterable[int],
    ladder: Ladder = Ladder.PEOPLE,
) -> dict[int, Rating]:
    """Return the ratings of people, locked until the transaction ends; newcomers are left out."""
    table = TABLES[ladder]
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
    return by_person(rows)


def by_person(rows: Iterable[Row[Any]]) -> dict[int, Rating]:  # Any: columns of several types
    """Read rows of a table of ratings, by person."""
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
    await upsert(connection, TABLES[ladder], rows)


async def fix(connection: Connection, game: str, rating: Rating, ladder: Ladder) -> None:
    """Set the strength of somebody in a game, in every server; the results stay."""
    table = TABLES[ladder]
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


async def note_changes(
    connection: Connection, match: Match, ladder: Ladder, changes: Iterable[Change], *, now: int
) -> None:
    """Keep what a match that is over now changed."""
    rows = change_rows(match, ladder, changes, now=now)
    if rows:
        await connection.execute(insert(RATING_CHANGES), rows)


def change_rows(
    match: Match, ladder: Ladder, changes: Iterable[Change], *, now: int
) -> list[Values]:
    """Return the rows that say what a match that ended now changed."""
    return [
        {
            "match_id": match.id,
            "guild_id": match.guild_id,
            "game": match.game,
            "ladder": ladder.value,
            "ended_at": now,
            **asdict(change),
            "outcome": change.outcome.value,
        }
        for change in changes
    ]


async def changes_of(connection: Connection, match_id: int) -> dict[int, Change]:
    """Return what a match changed, by person; empty for an unrated one."""
    rows = await connection.execute(
        select(RATING_CHANGES).where(RATING_CHANGES.c.match_id == match_id)
    )
    return {
        row.user_id: Change(row.user_id, row.before, row.after, RatedResult(row.outcome), row.nth)
        for row in rows
    }


async def played(
    connection: Connection, guild_id: int, game: str, user_ids: Iterable[int], ladder: Ladder
) -> dict[int, int]:
    """Return from how many games the rating of each of these people comes."""
    table = TABLES[ladder]
    rows = await connection.execute(
        select(table.c.user_id, table.c.wins + table.c.draws + table.c.losses).where(
            table.c.guild_id == guild_id,
            table.c.game == game,
            table.c.user_id.in_(list(user_ids)),
        )
    )
    return {user_id: games for user_id, games in rows}  # noqa: C416 -- rows are no pairs to dict()
