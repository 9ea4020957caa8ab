"""What is special about a SQLite file: connections whose statements are never left half done.

A statement runs in its connection's thread. Whoever waits for it may be cancelled, but not the
statement itself: the driver would lose track of it, keep the file locked, or wait for ever for
a connection that is closed. What does not belong here: transactions (`data.engine`).
"""

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar

import aiosqlite

P = ParamSpec("P")
T = TypeVar("T")

ROWS_AT_ONCE = 64
"""How many rows the driver fetches in one go where it iterates; its own default."""


class SteadyConnection(aiosqlite.Connection):
    """A connection on which every statement that has begun is finished."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, ROWS_AT_ONCE)
        # As SQLAlchemy does with those that it makes itself: no thread holds up the end.
        self._thread.daemon = True

    async def close(self) -> None:
        """Close the connection and end its thread."""
        await steadily(super().close())

    async def _connect(self) -> aiosqlite.Connection:
        return await steadily(super()._connect())

    async def _execute(self, fn: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        done: T = await steadily(super()._execute(fn, *args, **kwargs))
        return done


def connect(database: str, **options: Any) -> SteadyConnection:  # Any: handed on to sqlite3
    """Prepare a connection; waiting for it opens it."""
    return SteadyConnection(lambda: sqlite3.connect(database, **options))


async def steadily(work: Coroutine[Any, Any, T]) -> T:  # Any: what nobody sends or gets
    """Wait until something is done; a cancel counts only where the next thing is waited for.

    So a transaction of nothing but statements happens as a whole, and whoever undoes one does
    so undisturbed.
    """
    working, waiting, cancels = asyncio.ensure_future(work), asyncio.current_task(), 0
    while not working.done():
        try:
            await asyncio.wait([working])
        except asyncio.CancelledError:
            cancels += 1
    if waiting is not None:
        for _ in range(cancels):
            # The count stays as it is: `asyncio.timeout` knows its own cancel by it.
            waiting.uncancel()
            waiting.cancel()
    return working.result()
