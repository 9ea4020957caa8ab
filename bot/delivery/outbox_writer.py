"""Rows for the outbox, as they are put down in the transaction of what they tell of.

A row is claimed by a process, named by its number and its machine: so the next one on this machine
sees that it has ended, and need not wait until the claim runs out.
"""

import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from data import outbox
from data.engine import Connection
from data.outbox import OutboxRow

CLAIM_SECONDS: Final = 60
"""How long who claimed a row has to deliver it; then others may."""
HOST: Final = socket.gethostname()[:80]
PROCESS: Final = f"{os.getpid()}@{HOST}"
"""Names this process where it claims a row."""


@dataclass(frozen=True, slots=True)
class Dispatch:
    """What a transaction left to deliver.

    `streams` have new rows; those rows that could go out at once are `claimed` already for
    whoever made them. In the games `thinking` a computer is to move.
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
        """Have a computer think about its move once the transaction is committed."""
        self._thinking[game_id] = None

    async def put(
        self, stream: str, kind: str, payload: Mapping[str, int], *, delay: int = 0
    ) -> None:
        """Add a row at the end of its stream; what failed before it is tried again now."""
        await outbox.hurry(self._connection, stream, self._now)
        await outbox.put(self._connection, stream, kind, payload, now=self._now, delay=delay)
        self._streams[stream] = None

    async def put_instead(
        self, stream: str, kind: str, payload: Mapping[str, int], *, delay: int = 0
    ) -> None:
        """Add a row to a stream in place of all that nobody is delivering yet."""
        await outbox.drop_unclaimed(self._connection, stream, self._now)
        await self.put(stream, kind, payload, delay=delay)

    async def put_once(
        self, stream: str, kind: str, payload: Mapping[str, int], *, like: str | None = None
    ) -> bool:
        """Add a row unless its stream has it already (or as the kind `like`); true if added.

        What waits in the stream is tried now in any case.
        """
        await outbox.hurry(self._connection, stream, self._now)
        self._streams[stream] = None
        for same in {kind, like or kind}:
            if await outbox.is_waiting(self._connection, stream, same, payload):
                return False
        await self.put(stream, kind, payload)
        return True

    async def seal(self) -> Dispatch:
        """Claim what can be delivered at once, as the last thing in the transaction."""
        claimed = [
            await outbox.claim_next(
                self._connection,
                stream,
                now=self._now,
                until=self._now + CLAIM_SECONDS,
                by=PROCESS,
            )
            for stream in self._streams
        ]
        rows = tuple(row for row in claimed if row is not None)
        return Dispatch(tuple(self._streams), rows, tuple(self._thinking))


def is_left_over(claimant: str) -> bool:
    """Tell whether the process of this name has ended, as far as this machine can know.

    One with our own number has: it ran before us. Asked before we claim anything.
    """
    number, _, host = claimant.partition("@")
    if host != HOST:
        return False
    return claimant == PROCESS or not _runs(int(number))


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


def person_stream(user_id: int) -> str:
    """Name the stream of direct messages to a person."""
    return f"person:{user_id}"


def board_stream(game_id: int, message_id: int) -> str:
    """Name the stream of later changes to one board: it goes out beside the next board."""
    return f"board:{game_id}:{message_id}"
