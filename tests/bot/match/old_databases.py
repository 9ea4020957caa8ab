"""Databases as an older version left them, with a game that had begun there."""

import shutil
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy import Connection as SyncConnection

import data.migrations
from data.engine import Database
from data.schema import METADATA
from tests.bot.club import Club
from tests.data.backends import fresh


@asynccontextmanager
async def club_before(backend: str, folder: Path, number: str) -> AsyncIterator[Club]:
    """Yield the services on an empty database that has the migrations before a number."""
    folder /= "old"
    scripts = folder / "migrations"
    shutil.copytree(Path(data.migrations.__file__).parent, scripts)
    for path in (scripts / "versions").glob("[0-9]*.py"):
        if path.name >= number:
            path.unlink()
    async with fresh(backend, folder) as url:
        opened = Club(url)
        with pytest.MonkeyPatch.context() as before:
            before.setattr("data.steps.MIGRATIONS", str(scripts))
            await opened.database.migrate()
        yield opened
        await opened.database.close()


async def copy(today: Database, old: Database, but: Collection[str] = ()) -> None:
    """Copy all rows to an older database, as far as that has columns for them."""
    async with today.reading() as connection:
        rows = {
            table.name: (await connection.execute(sa.select(table))).mappings().all()
            for table in METADATA.sorted_tables
            if table.name not in but
        }

    def columns(connection: SyncConnection) -> dict[str, set[str]]:
        found = sa.inspect(connection)
        return {
            name: {column["name"] for column in found.get_columns(name)}
            for name in found.get_table_names()
        }

    async with old.writing() as connection:
        known = await connection.run_sync(columns)
        for table in METADATA.sorted_tables:
            if table.name not in known:
                continue
            for row in rows.get(table.name, ()):
                kept = {key: value for key, value in row.items() if key in known[table.name]}
                await connection.execute(sa.insert(table).values(kept))
            if connection.dialect.name == "postgresql" and "id" in table.c:
                # It counts on by itself, whatever was inserted.
                counter = sa.func.pg_get_serial_sequence(table.name, "id")
                most = sa.func.coalesce(sa.func.max(table.c.id), 1)
                await connection.execute(sa.select(sa.func.setval(counter, most)))
