"""What holds for all tests."""

import gc
from collections.abc import Iterator

import pytest
from hypothesis import settings

from data import engine
from tests import skips

# How long an example takes says how busy the machine is; the benchmarks tell what is slow.
settings.register_profile("tavolo", deadline=None)
settings.load_profile("tavolo")


def pytest_collection_finish() -> None:
    """Leave what all tests share out of garbage collection: it is most of what there is."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)


@pytest.fixture(scope="session", autouse=True)
def shipped_synchronous() -> Iterator[str]:
    """Let SQLite not wait for the disk: a third of a test's time, for what no test can see.

    Yields how it waits otherwise. Bots in processes of their own wait as they do elsewhere.
    """
    shipped = engine.SYNCHRONOUS
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "SYNCHRONOUS", "OFF")
        yield shipped


def pytest_configure(config: pytest.Config) -> None:
    """Refuse skipped tests where all have to run."""
    if skips.is_wanted():
        config.pluginmanager.register(skips)
