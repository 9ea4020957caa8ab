"""Waiting for what is to happen, instead of sleeping for luck."""

import asyncio
from collections.abc import Callable

PATIENCE = 30.0
"""Seconds that a busy machine may take for anything."""


async def until(condition: Callable[[], object]) -> None:
    """Wait until something is so; fail after `PATIENCE`."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - there is no event for what a test looks at
            await asyncio.sleep(0.01)
