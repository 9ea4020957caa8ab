"""The outbox: everything to send or edit in Discord is a row first, and is delivered from here.

The cog that owns a class of rows (`bot.delivery.rows`) registers the builder that turns them into
messages (`register`). Rows of one stream go out in order. A row is claimed for a minute by the
process that delivers it, sent with a nonce, and deleted once Discord has it. What a crash left
over is finished by `sweep`, which first checks whether the message is there.

While nothing gets through, one row is tried now and then; as soon as one succeeds, or a
connection is back, everything that waited goes out, the oldest first and a few at a time.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum, auto
from typing import Any, Final, TypeVar

import discord

from bot.delivery.discord_errors import EXPECTED, Trouble, trouble_of
from bot.delivery.failures import (
    Failure,
    NoPlaceError,
    NotYet,
    blames_files,
    failure_of,
    is_hopeless,
    pause_after,
)
from bot.delivery.messages import (
    Delivery,
    Direct,
    Drop,
    Edit,
    Kept,
    OnPosted,
    Posted,
    Recall,
    Send,
    custom_ids,
    pinging,
)
from bot.delivery.outbox_writer import Dispatch, Envelope, claim_next, claimant_of, is_left_over
from bot.delivery.row_fields import UnreadableRow
from bot.delivery.rows import Queued, Row, queued
from bot.log_context import noting
from data import outbox
from data.engine import Connection, Database, DatabaseError
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
LOOKED_THROUGH: Final = 200
"""How many of a channel's last messages are searched for one that may have gone out."""
CLOCK_MARGIN: Final = timedelta(minutes=10)

PLACELESS: Final = frozenset({Trouble.GONE_PLACE, Trouble.CLOSED_PLACE, Trouble.NO_PERMISSION})
"""The troubles after which a message has to go somewhere else."""
UNHEARD: Final = frozenset({Trouble.NO_PERMISSION, Trouble.GONE_PLACE, Trouble.GONE_PERSON})
"""The troubles after which a person gets no direct message."""


TURNS_OF_A_REQUEST: Final = 3
"""How often the event loop turns until aiohttp has written a request with its body."""


class Way(Enum):
    """The ways to Discord that may be cut each for itself."""

    POST = auto()
    CHANGE = auto()


R = TypeVar("R", bound=Row)
Builder = Callable[[Queued[R]], Awaitable[Delivery]]
"""What turns a row into a message, read afresh from the database at each attempt."""
Note = Callable[[Connection, Envelope], Awaitable[None]]
"""What to store in the transaction that deletes a row."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """A row that has got through, and the message that it has posted or changed."""

    row: Row
    posted: Posted


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a row: the message, where there is one now, and what to store of it."""

    posted: Posted | None = None
    note: Note | None = None


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
        self._database = database
        self._wake = wake
        self._client = client
        self._clock = clock
        self._builders: dict[type[Row], Builder[Any]] = {}  # Any: of the class that is the key
        self._through = Counter[Way]()
        """How many deliveries have got through."""
        self._held_up = set(Way)
        """In which ways nothing gets through; at the start rows of the process before may wait."""
        self._probed_at = 0

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
        try:
            if row is None:
                row = await self._claim(stream)
            while row is not None:
                with noting(row=f"{row.kind}:{row.id}", **_game_of(row)):
                    row = await self._deliver_row(row, delivered, built)
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
        way, through, outcome = Way.POST, self._through.copy(), Outcome()
        try:
            entry = queued(row)
        except UnreadableRow as error:
            log.warning("%s (row %s) is dropped: %r", row.kind, row.id, error)
            return await self._finish(row, outcome)
        try:
            delivery = await self._builders[type(entry.row)](entry)
            if built is not None:
                built.set()
            if delivery is not None:
                way = Way.POST if isinstance(delivery, Send | Direct) else Way.CHANGE
                outcome = await self._attempt(row, delivery)
                await self._got_through(way)
        except Exception as error:  # whatever it is, the row must not be tried for ever
            expected = isinstance(error, (*EXPECTED, DatabaseError, NotYet, NoPlaceError))
            if not expected:
                log.exception("%s (row %s) could not be built", row.kind, row.id)
            stuck = way if expected and self._through[way] == through[way] else None
            if await self._put_off(row, error, stuck):
                return None
        following = await self._finish(row, outcome)
        if outcome.posted is not None:
            delivered.append(Delivered(entry.row, outcome.posted))
        return following

    async def _finish(self, row: OutboxRow, outcome: Outcome) -> OutboxRow | None:
        """Delete a row, store what belongs to that, and return the next one, claimed."""
        now = self._clock()
        async with self._database.writing() as connection:
            envelope = Envelope(connection, now)
            if outcome.note is not None:
                await outcome.note(connection, envelope)
            claimed: list[OutboxRow] = []
            if await outbox.done(connection, row):
                claimed = await claim_next(connection, [row.stream], now)
            more = await envelope.seal()
        self._wake(more.thinking)
        await self.deliver(more)
        return next(iter(claimed), None)

    async def _got_through(self, way: Way) -> None:
        """Note that Discord takes what is sent: what waited for that is tried again."""
        self._through[way] += 1
        if way in self._held_up:
            await self.hurry()

    async def _attempt(
        self, row: OutboxRow, delivery: Send | Direct | Edit | Drop | Recall
    ) -> Outcome:
        """Do what a row asks for; return what to store when it is deleted."""
        match delivery:
            case Send():
                return await self._send(row, delivery)
            case Direct():
                return await self._whisper(row, delivery)
            case Edit():
                return await self._edit(row, delivery)
            case Drop():
                await self._drop(delivery)
                return Outcome()
            case Recall():
                await self._recall(row, delivery)
                return Outcome()

    async def _send(self, row: OutboxRow, send: Send) -> Outcome:
        try:
            posted = await self._find(row, send) or await self._post(row, send)
        except EXPECTED as error:
            trouble = trouble_of(error)
            if send.plain is not None and blames_files(error, row.failures):
                log.warning("%s (row %s) goes out without files: %s", row.kind, row.id, error)
                return await self._send(row, send.plain())
            if trouble not in PLACELESS or send.elsewhere is None:
                raise
            other = await send.elsewhere(trouble)
            if other is None:
                raise NoPlaceError from error
            return await self._send(row, other)
        return Outcome(posted, _noting(send.on_posted, posted))

    async def _whisper(self, row: OutboxRow, direct: Direct) -> Outcome:
        try:
            channel = await self._client.create_dm(discord.Object(direct.person))
            send = Send(channel.id, direct.view, direct.marker, on_posted=direct.on_posted)
            return await self._send(row, send)
        except EXPECTED as error:
            if trouble_of(error) not in UNHEARD:
                raise
            log.info("%s (row %s) was refused: %s", row.kind, row.id, error)
            return Outcome(note=direct.refused)

    async def _post(self, row: OutboxRow, send: Send) -> Posted:
        nonce = f"{row.id:x}-{row.created_at:x}"
        try:
            return await self._say(send, nonce)
        except discord.NotFound as error:
            if trouble_of(error) is not Trouble.GONE_MESSAGE:
                raise
            # Discord knows by the nonce what an earlier attempt has sent, and it is deleted.
            return await self._say(send, f"{nonce}-{row.attempts:x}")

    async def _say(self, send: Send, nonce: str) -> Posted:
        channel = self._client.get_partial_messageable(send.channel_id)
        message = await channel.send(
            view=send.view,
            files=[file.as_file() for file in send.files],
            nonce=nonce,
            allowed_mentions=pinging(send.pings),
        )
        # The nonce may have brought back what an earlier attempt has sent, in words perhaps.
        return Posted.of(message)

    async def _find(self, row: OutboxRow, sought: Send | Recall) -> Posted | None:
        """Look whether an earlier attempt at this row did go out."""
        if row.attempts == 0:
            return None
        channel = self._client.get_partial_messageable(sought.channel_id)
        # Discord's clock need not be ours to the minute.
        earliest = datetime.fromtimestamp(row.created_at, UTC) - CLOCK_MARGIN
        async for message in channel.history(limit=LOOKED_THROUGH):
            if message.created_at < earliest:
                break
            if message.author == self._client.user and sought.marker in custom_ids(message):
                return Posted.of(message)
        return None

    async def _recall(self, row: OutboxRow, recall: Recall) -> None:
        posted = await self._find(row, recall)
        if posted is not None:
            log.info("%s (row %s) has gone out, and is not wanted any more", row.kind, row.id)
            await self._drop(Drop(posted.channel_id, posted.message_id))

    async def _edit(self, row: OutboxRow, edit: Edit) -> Outcome:
        channel = self._client.get_partial_messageable(edit.channel_id)
        message = channel.get_partial_message(edit.message_id)
        try:
            changed = await message.edit(
                view=edit.view,
                attachments=[*map(Kept, edit.kept), *(file.as_file() for file in edit.files)],
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except EXPECTED as error:
            trouble = trouble_of(error)
            if edit.plain is not None and blames_files(error, row.failures):
                log.warning("%s (row %s) is tried with other files: %s", row.kind, row.id, error)
                return await self._edit(row, await edit.plain())
            if edit.refused is None or trouble is Trouble.PASSING:
                raise
            log.info("%s (row %s) was refused: %s", row.kind, row.id, error)
            return Outcome(note=edit.refused)
        posted = Posted.of(changed)
        return Outcome(posted, _noting(edit.on_posted, posted))

    async def _drop(self, drop: Drop) -> None:
        channel = self._client.get_partial_messageable(drop.channel_id)
        try:
            await channel.get_partial_message(drop.message_id).delete()
        except EXPECTED as error:
            if trouble_of(error) not in {Trouble.GONE_MESSAGE, Trouble.GONE_PLACE}:
                raise

    async def _put_off(self, row: OutboxRow, error: Exception, stuck: Way | None) -> bool:
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
                row.id,
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


def _noting(on_posted: OnPosted | None, posted: Posted) -> Note | None:
    if on_posted is None:
        return None

    async def note(connection: Connection, envelope: Envelope) -> None:
        await on_posted(connection, envelope, posted)

    return note
