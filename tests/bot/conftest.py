"""Fixtures for tests of the services: a club on each kind of database."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from data.engine import Database
from games.registry import GAMES
from tests.bot.club import Club
from tests.bot.den import Den
from tests.bot.thinkers import install_toy_players
from tests.data.backends import BACKENDS, fresh
from tests.games.toy import TOY


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


@pytest.fixture(params=BACKENDS)
async def club(
    request: pytest.FixtureRequest, tmp_path: Path, empty_file: Path
) -> AsyncIterator[Club]:
    """Yield the services on a new database."""
    if request.param == "sqlite":
        shutil.copy(empty_file, tmp_path)  # migrating takes longer than most of the tests
    async with fresh(request.param, tmp_path) as url:
        opened = Club(url)
        if request.param != "sqlite":
            await opened.database.migrate()
        yield opened
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
    """Let the services know a game of three or four, and computers that play it."""
    monkeypatch.setitem(GAMES, TOY.about.key, TOY)
    install_toy_players(monkeypatch)
