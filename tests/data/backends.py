"""Databases for tests: a new SQLite file each, or a new database of a PostgreSQL server.

PostgreSQL is tested where `TAVOLO_TEST_POSTGRESQL` holds the address of a server
(`postgresql://user@127.0.0.1:5432/postgres`) on which databases may be created.
"""

import os
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from sqlalchemy import select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from data.engine import Database
from data.schema import METADATA

SERVER: Final = "TAVOLO_TEST_POSTGRESQL"
BACKENDS: Final = ("sqlite", *(["postgresql"] if SERVER in os.environ else []))
"""What a test that shall hold on every database is parametrised with."""
ON_EACH: Final = pytest.mark.parametrize("backend", BACKENDS, indirect=True)
"""Marks tests that play in a world, and shall hold on every database."""


@asynccontextmanager
async def fresh(backend: str, folder: Path, *, template: str | None = None) -> AsyncIterator[str]:
    """Yield the address of a new database, as SQLAlchemy's engine takes it.

    On PostgreSQL it is as the one with the address `template`, to which nobody is connected.
    """
    if backend == "sqlite":
        yield f"sqlite+aiosqlite:///{folder}/tavolo.db"
        return
    async with created(os.environ[SERVER], template=template) as address:
        yield address


@asynccontextmanager
async def created(server: str, *, template: str | None = None) -> AsyncIterator[str]:
    """Yield the address of a new database on a PostgreSQL server, which is dropped at the end."""
    name = f"tavolo_test_{secrets.token_hex(6)}"
    address = make_url(server).set(drivername="postgresql+asyncpg")
    async with _connected(address) as connection:
        like = "" if template is None else f" TEMPLATE {make_url(template).database}"
        await connection.execute(text(f"CREATE DATABASE {name}{like}"))
    try:
        yield address.set(database=name).render_as_string(hide_password=False)
    finally:
        async with _connected(address) as connection:
            await connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))


@asynccontextmanager
async def _connected(address: URL) -> AsyncIterator[AsyncConnection]:
    engine = create_async_engine(address, isolation_level="AUTOCOMMIT")
    try:
        async with engine.connect() as connection:
            yield connection
    finally:
        await engine.dispose()


async def clear(database: Database) -> None:
    """Delete every row and count from one again: quicker than a new database of PostgreSQL."""
    names = ", ".join(table.name for table in METADATA.sorted_tables)
    async with database.writing() as connection:
        await connection.execute(text(f"TRUNCATE {names} RESTART IDENTITY CASCADE"))


async def contents(database: Database) -> dict[str, list[tuple[Any, ...]]]:
    """Return every row of every table; two equal ones mean that nothing has changed."""
    async with database.reading() as connection:
        return {
            table.name: [
                tuple(row)
                for row in await connection.execute(select(table).order_by(*table.primary_key))
            ]
            for table in METADATA.sorted_tables
        }
