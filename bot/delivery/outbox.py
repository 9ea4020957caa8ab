"""The outbox: everything to send or edit in Discord is a row first, and is delivered from here.

The cog that owns a class of rows (`bot.delivery.rows`) registers the builder that turns them into
messages (`register`), and `bot.delivery.sender` sends them. Rows of one stream go out in order. A
row is claimed for a minute by the process that delivers it, sent with a nonce, and deleted once
Discord has it. What a crash left over is finished by `sweep`; the sender first checks whether the
message is there. Who was taken for ended, and was only paused, neither sends nor stores what somebody
else has claimed meanwhile.

While nothing gets through, one row is tried now and then; as soon as one succeeds, or a
connection is back, everything that waited goes out, the oldest first and a few at a time.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final, TypeVar

import discord

from bot.delivery.discord_errors import EXPECTED
from bot.delivery.failures import (
    Failure,
    NoPlaceError,
    NotYet,
    failure_of,
    is_hopeless,
    pause_after,
)
from bot.delivery.messages import Delivery, Direct, Posted, Send
from bot.delivery.outbox_writer import (
    CLAIM_SECONDS,
    Dispatch,
    Envelope,
    claim_next,
    claimant_of,
    is_left_over,
)
from bot.delivery.row_fields import UnreadableRow
from bot.delivery.rows import Queued, Row, queued
from bot.delivery.sender import DeliveryResult, Sender
from bot.heartbeat import Heartbeat
from bot.log_context import noting
from data import outbox
from data.engine import Database, DatabaseError
from data.outbox import OutboxRow

log = logging.getLogger(__name__)

GIVE_UP_SECONDS: Final = 3 * 24 * 3600
"""After this long a message is dropped that could not be sent though others could."""
SWEPT_AT_ONCE: Final = 50
"""How many streams one sweep takes up."""
SENT_AT_ONCE: Final = 10
"""How many of them are delivered at the same time."""
PROBE_SECONDS: Final = 30
"""How often one row is tried while nothing gets through."""

TURNS_OF_A_REQUEST: Final = 3
"""How often the event loop turns until aiohttp has written a request with its body."""


class Way(Enum):
    """The ways to Discord that may be cut each for itself."""

    POST = auto()
    CHANGE = auto()


R = TypeVar("R", bound=Row)
Builder = Callable[[Queued[R]], Awaitable[Delivery]]
"""What turns a row into a message, read afresh from the database at each attempt."""


class ClaimLost(Exception):
    """A row that somebody else has claimed since, or that is gone: the rest is theirs."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """A row that has got through, and the message that it has posted or changed."""

    row: Row
    posted: Posted


class Outbox:
    """Deliver rows: immediately after their transaction, and by a sweep what was left over."""

    def __init__(
        self,
        database: Database,
        client: discord.Client,
        *,
        clock: Callable[[], int],
        wake: Callable[[Sequence[int]], None],
        failed: Callable[[Failure], None] | None = None,
    ) -> None:
        """Deliver rows; `wake` is told in which games a computer is to think after a delivery.

        `failed` is told of each attempt that failed.
        """
        self._failed = failed
        self.heartbeat = Heartbeat(database, claimant_of(database.share))
        self._database = database
        self._wake = wake
        self._sender = Sender(client)
        self._clock = clock
        self._builders: dict[type[Row], Builder[Any]] = {}  # Any: of the class that is the key
        self._through = Counter[Way]()
        """How many deliveries have got through."""
        self._held_up = set(Way)
        """In which ways nothing gets through; at the start rows of the process before may wait."""
        self._probed_at = 0
        self._running = set[asyncio.Task[Any]]()
        """What delivers a stream just now."""
        self._closed = False

    @property
    def registered(self) -> frozenset[type[Row]]:
        """Return the classes of rows that have a builder."""
        return frozenset(self._builders)

    def register(self, row_type: type[R], builder: Builder[R]) -> None:
        """Register what turns rows of a class into messages."""
        self._builders[row_type] = builder

    async def deliver(
        self, dispatch: Dispatch, meanwhile: Callable[[], Awaitable[None]] | None = None
    ) -> list[Delivered]:
        """Deliver the rows of a transaction, streams in parallel; never raises itself.

        What people wait for goes first: the other streams, and what the caller does `meanwhile`,
        begin when it is built and on its way. Returns what has got through of the transaction's
        streams, as far as nobody else is delivering them.
        """
        claimed: Mapping[str, OutboxRow] = {row.stream: row for row in dispatch.claimed}
        kinds = {each.kind for each in self._builders if each.is_awaited}
        awaited = {row.stream: asyncio.Event() for row in dispatch.claimed if row.kind in kinds}

        async def run(stream: str) -> list[Delivered]:
            if stream not in awaited:
                await _on_its_way(awaited.values())
            return await self._run(stream, claimed.get(stream), awaited.get(stream))

        delivering = asyncio.gather(*map(run, dispatch.streams))
        try:
            if meanwhile is not None:
                await _on_its_way(awaited.values())
                await meanwhile()
        finally:
            streams = await delivering
        return [each for stream in streams for each in stream]

    async def take_over(self) -> None:
        """Release the claims of processes that have ended; called before anything is claimed."""
        await self.heartbeat.start()
        async with self._database.writing() as connection:
            for claimant in await outbox.claimants(connection, self._clock()):
                if is_left_over(claimant, self._database.share):
                    await outbox.release(connection, claimant)

    async def hurry(self) -> None:
        """Mark everything that waits for the end of an outage for the next sweep."""
        held_up, self._held_up = self._held_up, set()
        try:
            async with self._database.writing() as connection:
                await outbox.hurry_outage(connection, self._clock())
        except DatabaseError:
            self._held_up |= held_up
            raise

    async def flush(self) -> None:
        """Send what waits and can go out now, before the process ends: also what was broken off.

        While nothing gets through, nothing is tried: the next process does it.
        """
        if self._held_up:
            return
        try:
            async with self._database.writing() as connection:
                await outbox.release(connection, claimant_of(self._database.share))
            while await self.sweep():
                continue
        except DatabaseError as error:
            log.warning("what is to be sent is left to the next start: %s", error)

    async def close(self) -> None:
        """Break off what is still on its way, and begin nothing more: the next process delivers it."""
        self._closed = True
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    async def sweep(self) -> int:
        """Take up the streams that nobody is delivering, those that wait longest first.

        Returns how many there were.
        """
        now = self._clock()
        if self._held_up and now - self._probed_at >= PROBE_SECONDS:
            self._probed_at = now
            async with self._database.writing() as connection:
                await outbox.probe_outage(connection, now)
        async with self._database.reading() as connection:
            streams = await outbox.waiting_streams(connection, now, SWEPT_AT_ONCE)
        room = asyncio.Semaphore(SENT_AT_ONCE)

        async def run(stream: str) -> None:
            async with room:
                await self._run(stream, None)

        await asyncio.gather(*map(run, streams))
        return len(streams)

    async def _run(
        self, stream: str, row: OutboxRow | None, built: asyncio.Event | None = None
    ) -> list[Delivered]:
        """Deliver a stream's rows one after the other, until one is not ours to deliver.

        `built` is set when the first has been built, or can't be.
        """
        delivered: list[Delivered] = []
        if (task := asyncio.current_task()) is not None:
            self._running.add(task)
            task.add_done_callback(self._running.discard)
        try:
            if self._closed:
                return delivered
            if row is None:
                row = await self._claim(stream)
            while row is not None:
                with noting(row=f"{row.kind}:{row.id}", **_game_of(row)):
                    row = await self._deliver_row(row, delivered, built)
        except ClaimLost:
            log.warning("somebody else delivers %s: it took too long here", stream)
        # The rows stay, their claim runs out, and the next sweep tries again.
        except DatabaseError as error:
            log.error("delivering %s failed: %s", stream, error)  # noqa: TRY400 - as expected
        except Exception:
            log.exception("delivering %s failed", stream)
        finally:
            if built is not None:
                built.set()
        return delivered

    async def _claim(self, stream: str) -> OutboxRow | None:
        now = self._clock()
        async with self._database.writing() as connection:
            return next(iter(await claim_next(connection, [stream], now)), None)

    async def _deliver_row(
        self, row: OutboxRow, delivered: list[Delivered], built: asyncio.Event | None
    ) -> OutboxRow | None:
        """Deliver one row, note what was `delivered`, and return the next row, claimed."""
        way, through, result = Way.POST, self._through.copy(), DeliveryResult()
        try:
            entry = queued(row)
        except UnreadableRow as error:
            log.warning("%s (row %s) is dropped: %r", row.kind, row.id, error)
            return await self._finish(row, result)
        try:
            delivery = await self._builders[type(entry.row)](entry)
            if built is not None:
                built.set()
            if delivery is not None:
                way = Way.POST if isinstance(delivery, Send | Direct) else Way.CHANGE
                await self._keep(row)
                result = await self._sender.carry_out(row, delivery)
                await self._got_through(way)
        except ClaimLost:
            raise
        except Exception as error:  # whatever it is, the row must not be tried for ever
            expected = isinstance(error, (*EXPECTED, DatabaseError, NotYet, NoPlaceError))
            if not expected:
                log.exception("%s (row %s) could not be built", row.kind, row.id)
            stuck = way if expected and self._through[way] == through[way] else None
            if await self._postpone(row, error, stuck):
                return None
        following = await self._finish(row, result)
        if result.posted is not None:
            delivered.append(Delivered(entry.row, result.posted))
        return following

    async def _finish(self, row: OutboxRow, result: DeliveryResult) -> OutboxRow | None:
        """Delete a row, store what belongs to that, and return the next one, claimed."""
        now = self._clock()
        async with self._database.writing() as connection:
            envelope = Envelope(connection, now)
            followed = await outbox.done(connection, row)
            if followed is None:
                # Where a delivery took longer than a claim lasts: what follows is stored with theirs.
                raise ClaimLost
            if result.afterwards is not None:
                await result.afterwards(connection, envelope)
                # In PostgreSQL it may have waited for a transaction by which others follow now.
                followed = followed or not self._database.is_sqlite
            claimed = await claim_next(connection, [row.stream], now) if followed else []
            more = await envelope.seal()
        self._wake(more.thinking)
        await self.deliver(more)
        return next(iter(claimed), None)

    async def _keep(self, row: OutboxRow) -> None:
        """Look whether a row is this process's still, where others may have thought that it ended.

        Raises ClaimLost.
        """
        if self.heartbeat.missed:
            # First, so that nobody thinks so any more.
            await self.heartbeat.beat()
            async with self._database.writing() as connection:
                until = self._clock() + CLAIM_SECONDS
                if not await outbox.renew(connection, row, until):
                    raise ClaimLost

    async def _got_through(self, way: Way) -> None:
        """Note that Discord takes what is sent: what waited for that is tried again."""
        self._through[way] += 1
        if way in self._held_up:
            await self.hurry()

    async def _postpone(self, row: OutboxRow, error: Exception, stuck: Way | None) -> bool:
        """Postpone a row; false if trying again is useless.

        `stuck` is the way in which nothing else got through meanwhile: it may be an outage.
        """
        now = self._clock()
        failure = failure_of(error)
        outage = failure is Failure.PASSING and stuck is not None
        failures = Counter(row.failures)
        failures[failure] += 1
        if self._failed is not None:
            self._failed(failure)
        hopeless = is_hopeless(error, failures)
        if hopeless or (now - row.created_at > GIVE_UP_SECONDS and not outage):
            log.warning("%s (row %s) is dropped: %r", row.kind, row.id, error)
            return False
        if isinstance(error, EXPECTED) and failure is Failure.REFUSED:
            log.error("%s (row %s) was refused: %s", row.kind, row.id, error)
        async with self._database.writing() as connection:
            await outbox.postpone(
                connection,
                row,
                now + pause_after(failure, failures[failure]),
                failures=failures,
                outage=outage,
            )
        if outage and stuck is not None:
            self._held_up.add(stuck)
        return True


async def _on_its_way(built: Iterable[asyncio.Event]) -> None:
    """Wait until rows are built and the event loop has had time to write their requests."""
    for each in built:
        await each.wait()
        for _ in range(TURNS_OF_A_REQUEST):
            await asyncio.sleep(0)


def _game_of(row: OutboxRow) -> dict[str, object]:
    """Return which game a row is about, for the log, where it says so."""
    return {"game": row.payload["game_id"]} if "game_id" in row.payload else {}
