"""Write outbox rows, in the transaction of the event that they report.

A claim names its process by its number, its machine and its shards, so the next process on this
machine with these shards sees that it has ended and need not wait until the claim runs out.
"""

import os
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from bot.delivery.row_fields import UnreadableRow
from bot.delivery.rows import Row, read_row
from data import outbox
from data.engine import Connection
from data.outbox import OutboxRow
from data.serving import share_of
from data.share import WHOLE, Share

R = TypeVar("R", bound=Row)

Transaction = Connection
"""A transaction as it is handed through by who does not open any."""
CLAIM_SECONDS: Final = 60
"""How long who claimed a row has to deliver it; then others may."""
HOST: Final = socket.gethostname()[:60]
LONGEST_SHARE: Final = 30
"""How much of its shards' names a claim holds."""


@dataclass(frozen=True, slots=True)
class Dispatch:
    """What a transaction left to deliver.

    `streams` have new rows; those that can go out immediately are already `claimed` for
    this process. In the games `thinking` it is a computer's turn.
    """

    streams: tuple[str, ...] = ()
    claimed: tuple[OutboxRow, ...] = ()
    thinking: tuple[int, ...] = ()


class Envelope:
    """Collect the rows of one transaction."""

    def __init__(self, connection: Connection, now: int) -> None:
        self._connection = connection
        self._now = now
        self._streams: dict[str, None] = {}
        self._thinking: dict[int, None] = {}

    def wake(self, game_id: int) -> None:
        """Wake a computer for its move once the transaction is committed."""
        self._thinking[game_id] = None

    async def put(self, stream: str, row: Row, *, delay: int = 0) -> None:
        """Add a row at the end of its stream; what failed before it is tried again now."""
        await outbox.put(
            self._connection, stream, row.kind, row.to_json(), now=self._now, delay=delay
        )
        self._streams[stream] = None

    async def put_instead(self, stream: str, row: Row, *, delay: int = 0) -> None:
        """Add a row to a stream in place of all that nobody is delivering yet."""
        await outbox.drop_unclaimed(self._connection, stream)
        await self.put(stream, row, delay=delay)

    async def put_once(self, stream: str, row: Row, *, like: Sequence[Row] = ()) -> bool:
        """Add a row unless its stream has it already (or one of `like`); true if added.

        What waits in the stream is tried now in any case.
        """
        self._streams[stream] = None
        for same in (row, *like):
            if await is_waiting(self._connection, stream, same):
                return False
        await self.put(stream, row)
        return True

    async def seal(self) -> Dispatch:
        """Claim what can be delivered immediately, as the last step of the transaction."""
        streams = tuple(self._streams)
        claimed = await claim_next(self._connection, streams, self._now, eager=True)
        return Dispatch(streams, tuple(claimed), tuple(self._thinking))


async def claim_next(
    connection: Connection, streams: Sequence[str], now: int, *, eager: bool = False
) -> list[OutboxRow]:
    """Claim the first row of each of some streams for this process, where it can be delivered.

    With `eager`, one that failed is claimed before it would be tried again.
    """
    if not streams:
        return []
    by = claimant_of(share_of(connection))
    return await outbox.claim_next(
        connection, streams, now=now, until=now + CLAIM_SECONDS, by=by, eager=eager
    )


def claimant_of(share: Share, process: int | None = None) -> str:
    """Name a process (None: this one) with a share where it claims a row.

    >>> claimant_of(Share(16, frozenset({3, 4})), 7).replace(HOST, "host")
    '7@host 3-4/16'
    """
    shards = f" {share.name}"[:LONGEST_SHARE] if share.name else ""
    return f"{os.getpid() if process is None else process}@{HOST}{shards}"


async def is_waiting(connection: Connection, stream: str, row: Row) -> bool:
    """Tell whether a stream has such a row, delivered by somebody just now or not."""
    return row in await waiting_rows(connection, stream, type(row))


async def waiting_rows(connection: Connection, stream: str, kind: type[R]) -> list[R]:
    """List the rows of a kind in a stream, in order, delivered by somebody just now or not."""
    found = []
    for payload in await outbox.payloads(connection, stream, kind.kind):
        try:
            row = read_row(kind.kind, payload)
        except UnreadableRow:
            continue  # its delivery drops it, and says so
        if isinstance(row, kind):
            found.append(row)
    return found


def is_left_over(claimant: str, share: Share = WHOLE) -> bool:
    """Tell whether the process of this name had our share and has ended, as far as we can know.

    One with our own number has: it ran before us. Asked before we claim anything. With other
    shards nothing is known: in containers two processes of a machine may have the same number.
    """
    number = int(claimant.partition("@")[0])
    if claimant != claimant_of(share, number):
        return False
    return number == os.getpid() or not _runs(number)


def _runs(process: int) -> bool:
    if os.name != "posix":
        # Elsewhere asking would end it.
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def challenge_stream(challenge_id: int) -> str:
    """Name the stream of a challenge's card."""
    return f"challenge:{challenge_id}"


def match_stream(match_id: int) -> str:
    """Name the stream of a match's boards and results."""
    return f"match:{match_id}"


def tournament_stream(tournament_id: int) -> str:
    """Name the stream of a tournament's card."""
    return f"tournament:{tournament_id}"


def poll_stream(poll_id: int) -> str:
    """Name the stream of a poll's message."""
    return f"poll:{poll_id}"


def person_stream(user_id: int) -> str:
    """Name the stream of direct messages to a person."""
    return f"person:{user_id}"


def board_stream(game_id: int, message_id: int) -> str:
    """Name the stream of later edits of one board: it goes out in parallel with the next board."""
    return f"board:{game_id}:{message_id}"
