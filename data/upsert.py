"""Insert a row or replace it, in one statement that SQLite and PostgreSQL both know."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite

from data.engine import Connection


async def upsert(
    connection: Connection,
    table: Table,
    rows: list[Mapping[str, Any]],  # Any: column values of every kind
) -> None:
    """Insert `rows`; where a primary key exists already, replace its other columns."""
    if not rows:
        return
    keys = [column.name for column in table.primary_key]
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    statement = insert(table).values(rows)
    changes = {name: statement.excluded[name] for name in rows[0] if name not in keys}
    await connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=changes))
