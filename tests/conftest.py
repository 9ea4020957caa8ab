"""What holds for all tests."""

import pytest
from hypothesis import settings

from . import skips

# How long an example takes says how busy the machine is; the benchmarks tell what is slow.
settings.register_profile("tavolo", deadline=None)
settings.load_profile("tavolo")


def pytest_configure(config: pytest.Config) -> None:
    """Refuse skipped tests where all have to run."""
    if skips.is_wanted():
        config.pluginmanager.register(skips)
