"""The connections to databases that a bot in a world has opened: cut where its process is killed."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import aiosqlite
import asyncpg
import pytest

Connection: TypeAlias = (
    "aiosqlite.Connection | asyncpg.Connection[Any]"  # Any: what rows are made of
)

_opened: set[Connection] = set()


def install(patch: pytest.MonkeyPatch) -> None:
    """Note every connection that is opened, until `patch` is undone."""
    for kind in (aiosqlite.Connection, asyncpg.Connection):
        patch.setattr(kind, "__init__", _noted(kind.__init__))


def _noted(real: Callable[..., None]) -> Callable[..., None]:
    def initialize(connection: Connection, *args: Any, **kwargs: Any) -> None:  # Any: the driver's
        real(connection, *args, **kwargs)
        _opened.add(connection)

    return initialize


def open_connections() -> Sequence[Connection]:
    """Return the connections that were opened in this world and not closed."""
    return [connection for connection in _opened if _is_open(connection)]


def _is_open(connection: Connection) -> bool:
    if isinstance(connection, aiosqlite.Connection):
        return connection._running
    return not connection.is_closed()


async def close_connections() -> None:
    """Cut the connections that are still open, as the end of a process does."""
    for connection in open_connections():
        if isinstance(connection, aiosqlite.Connection):
            done = connection.stop()
            if done is not None:
                await done
        else:
            connection.terminate()
    _opened.clear()
