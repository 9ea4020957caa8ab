"""A column that holds people's ids, and the conditions by which an index finds a person's rows.

Which columns those are is in `data.personal`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import Column, ColumnElement, Table, and_, select, true

from data.schema import METADATA
from data.tables import GAMES, MATCHES, PLAYERS
from data.tournament_tables import ENTRANTS


class Fate(StrEnum):
    """What a deletion does."""

    DELETE = "delete"
    """The row goes."""
    REPLACE = "replace"
    """The id is replaced by that of a former player."""
    KEEP = "keep"
    """It stays, for it is somebody else's, who is told nothing and of whom nothing is told."""


Among = Callable[[int], ColumnElement[bool]]
"""Returns a condition by which an index finds the rows that may be a person's."""
Columns = Mapping[str, ColumnElement[Any]]  # Any: columns of several types


@dataclass(frozen=True, slots=True)
class Personal:
    """A column with people's ids: what becomes of its rows, and what an export tells of them.

    `section` is the part of the export, `told` its entries' keys and what they hold.
    """

    column: Column[Any]  # Any: columns of several types
    fate: Fate
    section: str
    told: Columns
    among: Among = lambda _user_id: true()

    @property
    def table(self) -> Table:
        """Return the column's table."""
        return METADATA.tables[str(self.column.table)]

    def rows_of(self, user_id: int) -> ColumnElement[bool]:
        """Return the condition for a person's rows."""
        return and_(self.among(user_id), self.column == user_id)


def in_their_games(column: Column[Any]) -> Among:  # Any: as above
    """Find rows by the games of a person: `column` has a game's number."""
    return lambda user_id: column.in_(
        select(PLAYERS.c.game_id).where(PLAYERS.c.user_id == user_id).scalar_subquery()
    )


def in_their_matches(column: Column[Any]) -> Among:  # Any: as above
    """Find rows by the matches of a person: `column` has a match's number."""
    return lambda user_id: column.in_(
        select(GAMES.c.match_id)
        .join(PLAYERS, PLAYERS.c.game_id == GAMES.c.id)
        .where(PLAYERS.c.user_id == user_id)
        .scalar_subquery()
    )


def in_their_tournaments(column: Column[Any]) -> Among:  # Any: as above
    """Find rows by the tournaments of a person: `column` has a tournament's number."""
    return lambda user_id: column.in_(
        select(ENTRANTS.c.tournament_id).where(ENTRANTS.c.user_id == user_id).scalar_subquery()
    )


def code_of(column: Column[Any]) -> ColumnElement[Any]:  # Any: as above
    """Return the code of the game with a number."""
    return select(GAMES.c.code).where(GAMES.c.id == column).scalar_subquery()


def first_code_of(column: Column[Any]) -> ColumnElement[Any]:  # Any: as above
    """Return the code of the first game of the match with a number."""
    first = select(GAMES.c.code).where(GAMES.c.match_id == column, GAMES.c.number == 1)
    return first.scalar_subquery()


def kind_of(column: Column[Any]) -> ColumnElement[Any]:  # Any: as above
    """Return which game it is that has a number."""
    played = select(MATCHES.c.game).join(GAMES, GAMES.c.match_id == MATCHES.c.id)
    return played.where(GAMES.c.id == column).scalar_subquery()
