"""What holds for all tests."""

import gc
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.util import LRUCache

from data import engine
from tests import schedule, skips, tiers

# How long an example takes says how busy the machine is; the benchmarks tell what is slow.
settings.register_profile("tavolo", deadline=None)
settings.load_profile("tavolo")


def pytest_xdist_auto_num_workers() -> int:
    """Say how many processes `-n auto` starts."""
    return schedule.processes()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take longest."""
    schedule.longest_first(items)


def pytest_collection_finish() -> None:
    """Leave what all tests share out of garbage collection: it is most of what there is."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)


@pytest.fixture(scope="session", autouse=True)
def shipped_synchronous() -> Iterator[str]:
    """Keep SQLite from waiting for the disk: a third of a test's time, for what no test can see.

    Yields how it waits otherwise. Bots in processes of their own wait as they do elsewhere.
    """
    shipped = engine.SYNCHRONOUS
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "SYNCHRONOUS", "OFF")
        yield shipped


@pytest.fixture(scope="session", autouse=True)
def compiled_once() -> Iterator[None]:
    """Compile each SQL statement once for all SQLite databases of a process, not for each.

    SQLAlchemy keeps what it compiled for each engine: a bot has one, the tests have thousands.
    """
    compiled = LRUCache[Any, Any](2000)

    def create(*arguments: Any, **options: Any) -> AsyncEngine:
        created = create_async_engine(*arguments, **options)
        if isinstance(created.dialect, SQLiteDialect_aiosqlite):
            created.sync_engine._compiled_cache = compiled
        return created

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("data.engine.create_async_engine", create)
        # What is compiled is kept by dialect, and those of all engines are alike.
        patch.setattr(
            SQLiteDialect_aiosqlite, "__eq__", lambda one, other: type(one) is type(other)
        )
        patch.setattr(SQLiteDialect_aiosqlite, "__hash__", lambda one: hash(type(one)))
        yield


def pytest_configure(config: pytest.Config) -> None:
    """Leave to CI what is slow; where all have to run, refuse skipped tests."""
    config.pluginmanager.register(tiers)
    if skips.is_wanted():
        config.pluginmanager.register(skips)
