"""Insert rows, or replace them, in one statement that SQLite and PostgreSQL both know."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import Table
from sqlalchemy.dialects import sqlite

from data.engine import Connection

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

Values = Mapping[str, Any]  # Any: column values of every kind


async def upsert(
    connection: Connection, table: Table, rows: Sequence[Values], *, unless_above: str | None = None
) -> None:
    """Insert `rows`; where a primary key exists already, replace its other columns.

    A row whose column `unless_above` is greater than the new one's is left as it is.
    """
    if rows:
        dialect, columns = connection.dialect.name, tuple(rows[0])
        await connection.execute(_upsert(dialect, table, columns, unless_above), rows)


async def insert_missing(connection: Connection, table: Table, rows: Sequence[Values]) -> None:
    """Insert `rows`; where a primary key exists already, leave what is there."""
    if rows:
        statement = _insert(connection.dialect.name, table).on_conflict_do_nothing()
        await connection.execute(statement, rows)


@cache  # A statement that is built once is compiled once: a move has three.
def _upsert(
    dialect: str, table: Table, columns: tuple[str, ...], unless_above: str | None
) -> "sqlite.Insert | postgresql.Insert":
    statement = _insert(dialect, table)
    keys = [column.name for column in table.primary_key]
    changes = {name: statement.excluded[name] for name in columns if name not in keys}
    above = None if unless_above is None else table.c[unless_above]
    where = None if above is None else above <= statement.excluded[above.name]
    return statement.on_conflict_do_update(index_elements=keys, set_=changes, where=where)


def _insert(dialect: str, table: Table) -> "sqlite.Insert | postgresql.Insert":
    if dialect == "sqlite":
        return sqlite.insert(table)
    # A twentieth of all that a start imports, for who has no PostgreSQL.
    from sqlalchemy.dialects import postgresql  # noqa: PLC0415

    return postgresql.insert(table)
