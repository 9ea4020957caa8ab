"""Find by SQL what belongs to a process's share: rows name their server, or what is in one.

A process that is alone is asked for nothing. What does not belong here: which share a process has
(`data.share`), and which number a row holds (`data.outbox`, `data.schedule`).
"""

from typing import Any

from sqlalchemy import ColumnElement, Table, func, literal_column, select, true

from data.engine import Connection
from data.share import NOWHERE, SHARD_SHIFT, Share

Number = ColumnElement[Any]  # Any: an id, which the database may know by more than one type


def share_of(connection: Connection) -> Share:
    """Return the share of the process to which a connection belongs."""
    found: Share = connection.sync_connection.get_execution_options()["share"]  # type: ignore[union-attr] # it is open
    return found


def in_share(share: Share, server: Number) -> ColumnElement[bool]:
    """Write the condition that a server is one of those that are served here."""
    if share.is_whole:
        return true()
    known = func.coalesce(server, literal_column(str(NOWHERE)))
    shard = func.mod(known.op(">>")(literal_column(str(SHARD_SHIFT))), _number(share.count))
    return shard.in_([_number(shard_id) for shard_id in sorted(share.ids)])


def server_in(table: Table, number: Number) -> Number:
    """Write the look-up of the server that the row with this number is about."""
    return select(table.c.guild_id).where(table.c.id == number).scalar_subquery()


def _number(value: int) -> Number:
    # As a bound value PostgreSQL would have to guess its type.
    return literal_column(str(value))
