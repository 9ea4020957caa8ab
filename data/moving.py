"""Every row of one database copied into another that is empty, of the same kind or not.

One transaction reads, one writes: whatever breaks a copy off, the target is as empty as before.
A checksum of all rows is made of what was read, and again of what can be read of the target before
it is committed. Numbers go on where they were, so that none is used twice. What does not belong
here: who may use a database meanwhile, which the callers check.
"""

import hashlib
import json
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Table, func, insert, select, text, tuple_

from data.engine import Connection, Database, DatabaseUnusable
from data.schema import METADATA

ROWS: Final = 5_000
"""How many rows are read and written at once."""
WHOLE: Final = 1 << 128
EMPTY_ONE: Final = "Name an empty database, or a file that is not there"

Progress = Callable[[int, int], None]
"""Is told how many rows are copied, of how many."""
Values = Sequence[Any]  # Any: columns of several types
"""A row, column by column."""
_written = json.JSONEncoder(sort_keys=True).encode


@dataclass(slots=True)
class Checksum:
    """Counts and adds up rows, in whichever order they come: databases sort texts differently."""

    rows: dict[str, int] = field(default_factory=dict)
    sums: dict[str, int] = field(default_factory=dict)

    def add(self, table: str, rows: Sequence[Values]) -> None:
        """Add rows of a table."""
        self.rows[table] = self.rows.get(table, 0) + len(rows)
        digests = (hashlib.blake2b(_written(list(row)).encode(), digest_size=16) for row in rows)
        added = sum(int.from_bytes(digest.digest()) for digest in digests)
        self.sums[table] = (self.sums.get(table, 0) + added) % WHOLE

    @property
    def total(self) -> int:
        """Return how many rows there are."""
        return sum(self.rows.values())

    @property
    def digest(self) -> str:
        """Return the checksum of all rows of all tables."""
        lines = (
            f"{table} {self.rows[table]} {self.sums[table]:032x}" for table in sorted(self.rows)
        )
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()


async def move(source: Database, target: Database, progress: Progress) -> Checksum:
    """Copy every row, and return the checksum that both have; raises DatabaseError."""
    async with source.reading() as reading, target.writing() as writing:
        await _check_empty(writing)
        total, done = await _count(reading), 0
        read = Checksum()
        for table in METADATA.sorted_tables:
            read.add(table.name, [])
            async for rows in _pages(reading, table):
                names = [column.name for column in table.columns]
                added = [dict(zip(names, row, strict=True)) for row in rows]
                await writing.execute(insert(table), added)
                read.add(table.name, rows)
                done += len(rows)
                progress(done, total)
        await _go_on_counting(reading, writing)
        written = await checksum(writing)
        if written.digest != read.digest:
            wrong = f"what was written has the checksum {written.digest} instead of {read.digest}"
            raise DatabaseUnusable(wrong, "Look whether the disk or the memory is broken")
    return read


async def checksum(connection: Connection) -> Checksum:
    """Return the checksum of all rows that a connection sees."""
    found = Checksum()
    for table in METADATA.sorted_tables:
        found.add(table.name, [])
        async for rows in _pages(connection, table):
            found.add(table.name, rows)
    return found


async def others(database: Database) -> int:
    """Count who else is connected to a PostgreSQL database."""
    if database.is_sqlite:
        return 0
    async with database.reading() as connection:
        found = await connection.scalar(
            text(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
                "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )
        )
    return int(found or 0)


async def _count(connection: Connection) -> int:
    counts = [
        await connection.scalar(select(func.count()).select_from(table))
        for table in METADATA.sorted_tables
    ]
    return sum(count or 0 for count in counts)


async def _check_empty(connection: Connection) -> None:
    for table in METADATA.sorted_tables:
        if (await connection.execute(select(table).limit(1))).first() is not None:
            wrong = f"the target is not empty: it has rows in {table.name}"
            raise DatabaseUnusable(wrong, EMPTY_ONE)


async def _pages(connection: Connection, table: Table) -> AsyncIterator[Sequence[Values]]:
    """Yield the rows of a table by its key, so that none is read twice or sorted."""
    key = list(table.primary_key)
    places = [list(table.columns).index(column) for column in key]
    statement = select(table).order_by(*key).limit(ROWS)
    rows: Sequence[Values] = (await connection.execute(statement)).all()
    while rows:
        yield rows
        last = tuple(rows[-1][place] for place in places)
        rows = (await connection.execute(statement.where(tuple_(*key) > last))).all()


async def _go_on_counting(source: Connection, target: Connection) -> None:
    """Set the numbers of new rows to follow the last that was ever used."""
    for table in METADATA.sorted_tables:
        column = table.autoincrement_column
        if column is None:
            continue
        largest = await source.scalar(select(func.max(column))) or 0
        used = max(largest, await _last_used(source, table.name, column.name))
        if not used:
            continue
        if target.dialect.name != "sqlite":
            sequence = "SELECT setval(pg_get_serial_sequence(:table, :column), :used)"
            await target.execute(
                text(sequence), {"table": table.name, "column": column.name, "used": used}
            )
        elif table.dialect_options["sqlite"]["autoincrement"]:
            row = {"table": table.name, "used": used}
            await target.execute(text("DELETE FROM sqlite_sequence WHERE name = :table"), row)
            await target.execute(text("INSERT INTO sqlite_sequence VALUES (:table, :used)"), row)


async def _last_used(connection: Connection, table: str, column: str) -> int:
    """Return the last number of a table that was used, also of rows that are gone."""
    if connection.dialect.name == "sqlite":
        found = await connection.scalar(
            text("SELECT seq FROM sqlite_sequence WHERE name = :table"), {"table": table}
        )
        return int(found or 0)
    sequence = await connection.scalar(
        text("SELECT pg_get_serial_sequence(:table, :column)"), {"table": table, "column": column}
    )
    last = text(f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {sequence}")  # noqa: S608 - the database's own name of it
    return int(await connection.scalar(last) or 0)
