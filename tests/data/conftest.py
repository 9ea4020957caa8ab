"""Fixtures for tests of the store."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data.engine import Database
from tests.data.backends import BACKENDS, fresh


@pytest.fixture(params=BACKENDS)
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[str]:
    """Yield the address of a new database, of each kind in turn."""
    async with fresh(request.param, tmp_path) as address:
        yield address


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    """Yield a new database with all its tables."""
    opened = Database(url)
    await opened.migrate()
    yield opened
    await opened.close()


@pytest.fixture
async def same_database(url: str, database: Database) -> AsyncIterator[Database]:
    """Yield the same database opened once more, as another process would."""
    del database  # it has made the tables
    opened = Database(url)
    yield opened
    await opened.close()
