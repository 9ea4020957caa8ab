"""Fixtures for tests of the services: a club on each kind of database."""

import asyncio
import logging
import shutil
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot import logs
from data.engine import Database
from tests.bot.club import Club
from tests.bot.den import Den
from tests.data.backends import BACKENDS, clear, fresh
from tests.toy import install


@pytest.fixture
def process_wide() -> Iterator[None]:
    """Undo what `bot.logs.set_up` does to the whole process."""
    root = logging.getLogger()
    before = (list(root.handlers), root.level, sys.excepthook, threading.excepthook)
    levels = {name: logging.getLogger(name).level for name in logs.QUIETEST}
    # `basicConfig(force=True)` closes the handlers that it finds: pytest's are taken away first.
    root.handlers = []
    yield
    logging.captureWarnings(capture=False)
    logging.getLogger("discord.client").filters.clear()
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)
    root.handlers, root.level, sys.excepthook, threading.excepthook = before


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a SQLite database with all tables and no row, to be copied."""
    path = tmp_path_factory.mktemp("empty") / "tavolo.db"

    async def make() -> None:
        database = Database(f"sqlite+aiosqlite:///{path}")
        await database.migrate()
        await database.close()

    asyncio.run(make())
    return path


@pytest.fixture(scope="session")
def server_database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of a database of PostgreSQL with all tables, for one test at a time.

    Without a server it is empty.
    """
    if "postgresql" not in BACKENDS:
        yield ""
        return
    with asyncio.Runner() as runner:
        opening = fresh("postgresql", tmp_path_factory.getbasetemp())
        url = runner.run(opening.__aenter__())

        async def migrate() -> None:
            database = Database(url)
            await database.migrate()
            await database.close()

        runner.run(migrate())
        yield url
        runner.run(opening.__aexit__(None, None, None))


@pytest.fixture(params=BACKENDS)
async def club(
    request: pytest.FixtureRequest, tmp_path: Path, empty_file: Path, server_database: str
) -> AsyncIterator[Club]:
    """Yield the services on a database without a row; migrating it takes longer than most tests."""
    if request.param == "sqlite":
        shutil.copy(empty_file, tmp_path / "tavolo.db")
        opened = Club(f"sqlite+aiosqlite:///{tmp_path}/tavolo.db")
    else:
        opened = Club(server_database)
    yield opened
    if request.param != "sqlite":
        await clear(opened.database)
    await opened.database.close()


@pytest.fixture
async def elsewhere(club: Club) -> AsyncIterator[Club]:
    """Yield the services of a second process on the club's database."""
    opened = club.again()
    yield opened
    await opened.database.close()


@pytest.fixture
async def den(club: Club) -> AsyncIterator[Den]:
    """Yield a club with computers."""
    opened = Den.of(club)
    yield opened
    await opened.workers.close()
    await opened.service.close()


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register a game of three or four, and computers that play it."""
    install(monkeypatch)
