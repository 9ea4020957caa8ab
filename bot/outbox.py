"""The outbox: what is to be sent or changed in Discord is first a row, and goes out from here.

`bot` knows rows and delivery; what a kind of row looks like as a message is registered by
the cog that owns it (`register`). Rows of one stream go out in order. A row is claimed for a
minute by whoever delivers it, sent with a nonce, and struck once Discord has taken it. What
a crash left over is finished by `sweep`, which first looks whether the message is there.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Final

import discord

from bot.discord_errors import EXPECTED, Trouble, trouble_of
from bot.dispatch import CLAIM_SECONDS, Dispatch, Envelope
from bot.messages import (
    Delivery,
    Direct,
    Drop,
    Edit,
    Kept,
    Posted,
    Send,
    Settled,
    custom_ids,
    pinging,
)
from data import outbox
from data.engine import Connection, Database
from data.outbox import OutboxRow

log = logging.getLogger(__name__)

RETRY_SECONDS: Final = (2, 5, 15, 60, 300, 900, 3600)
"""How long to wait after each failure; the last one stays."""
LAST_STEP: Final = len(RETRY_SECONDS) - 1
UNEXPECTED_ATTEMPTS: Final = 5
"""How often a message is tried that can't be built, or that Discord refuses as malformed: it
must not hold up what comes after it for long."""
GIVE_UP_SECONDS: Final = 3 * 24 * 3600
"""After this long a message that could not be sent is dropped."""
SWEPT_AT_ONCE: Final = 50
"""How many streams one sweep takes up."""
LOOKED_THROUGH: Final = 200
"""How many of a channel's last messages are searched for one that may have gone out."""
CLOCK_MARGIN: Final = timedelta(minutes=10)

PLACELESS: Final = frozenset({Trouble.GONE_PLACE, Trouble.CLOSED_PLACE, Trouble.NO_PERMISSION})
"""The troubles after which a message has to go somewhere else."""
UNHEARD: Final = frozenset({Trouble.NO_PERMISSION, Trouble.GONE_PLACE, Trouble.GONE_PERSON})
"""The troubles after which a person gets no direct message."""


class NotYet(Exception):
    """Raised by a builder whose message can't be made now, but may be later."""


class NoPlaceError(Exception):
    """Raised where a message has no place any more; it waits for one, trying now and then."""


Builder = Callable[[OutboxRow], Awaitable[Delivery]]
"""What turns a row into a message, read afresh from the database at each attempt."""
Note = Callable[[Connection, Envelope], Awaitable[None]]
"""What is to be noted in the transaction that strikes a row."""


class Outbox:
    """Deliver rows: at once for who made them, and by a sweep for what was left over."""

    def __init__(
        self, database: Database, client: discord.Client, *, clock: Callable[[], int]
    ) -> None:
        self._database = database
        self._client = client
        self._clock = clock
        self._builders: dict[str, Builder] = {}

    def register(self, kind: str, builder: Builder) -> None:
        """Say what turns rows of a kind into messages."""
        self._builders[kind] = builder

    async def deliver(self, dispatch: Dispatch) -> None:
        """Deliver what a transaction left, streams beside each other; never raises."""
        claimed: Mapping[str, OutboxRow] = {row.stream: row for row in dispatch.claimed}
        await asyncio.gather(
            *(self._run(stream, claimed.get(stream)) for stream in dispatch.streams)
        )

    async def sweep(self) -> None:
        """Take up every stream that nobody is delivering."""
        async with self._database.reading() as connection:
            streams = await outbox.waiting_streams(connection, self._clock(), SWEPT_AT_ONCE)
        await self.deliver(Dispatch(tuple(streams)))

    async def _run(self, stream: str, row: OutboxRow | None) -> None:
        """Deliver a stream's rows one after the other, until one is not ours to deliver."""
        try:
            if row is None:
                row = await self._claim(stream)
            while row is not None:
                row = await self._deliver_row(row)
        except Exception:
            # The rows stay, their claim runs out, and the next sweep tries again.
            log.exception("delivering %s failed", stream)

    async def _claim(self, stream: str) -> OutboxRow | None:
        now = self._clock()
        async with self._database.writing() as connection:
            return await outbox.claim_next(connection, stream, now=now, until=now + CLAIM_SECONDS)

    async def _deliver_row(self, row: OutboxRow) -> OutboxRow | None:
        """Deliver one row and give the next of its stream, claimed."""
        try:
            settled = await self._attempt(row, await self._builders[row.kind](row))
        except EXPECTED as error:
            if await self._put_off(row, error):
                return None
            settled = None
        except (NotYet, NoPlaceError) as error:
            if await self._put_off(row, error):
                return None
            settled = None
        except Exception as error:  # a row that can't be built must not be tried for ever
            log.exception("%s (row %s) could not be built", row.kind, row.id)
            if await self._put_off(row, error):
                return None
            settled = None
        now = self._clock()
        async with self._database.writing() as connection:
            envelope = Envelope(connection, now)
            if settled is not None:
                await settled(connection, envelope)
            await outbox.done(connection, row.id)
            following = await outbox.claim_next(
                connection, row.stream, now=now, until=now + CLAIM_SECONDS
            )
            more = await envelope.seal()
        await self.deliver(more)
        return following

    async def _attempt(self, row: OutboxRow, delivery: Delivery) -> Note | None:
        """Do what a row asks for; gives what is to be noted with striking it."""
        match delivery:
            case Send():
                return await self._send(row, delivery)
            case Direct():
                return await self._whisper(row, delivery)
            case Edit():
                return await self._edit(row, delivery)
            case Drop():
                await self._drop(delivery)
                return None
            case None:
                return None

    async def _send(self, row: OutboxRow, send: Send) -> Note | None:
        try:
            posted = await self._find(row, send) or await self._post(row, send)
        except EXPECTED as error:
            trouble = trouble_of(error)
            if send.plain is not None and _blames_files(trouble, row):
                log.warning("%s (row %s) goes out without files: %s", row.kind, row.id, error)
                return await self._send(row, send.plain())
            if trouble not in PLACELESS or send.elsewhere is None:
                raise
            other = await send.elsewhere(trouble)
            if other is None:
                raise NoPlaceError from error
            return await self._send(row, other)
        return _noting(send.settled, posted)

    async def _whisper(self, row: OutboxRow, direct: Direct) -> Note | None:
        try:
            channel = await self._client.create_dm(discord.Object(direct.person))
            send = Send(channel.id, direct.view, direct.marker, settled=direct.settled)
            return await self._send(row, send)
        except EXPECTED as error:
            if trouble_of(error) not in UNHEARD:
                raise
            log.info("%s (row %s) was refused: %s", row.kind, row.id, error)
            return direct.refused

    async def _post(self, row: OutboxRow, send: Send) -> Posted:
        channel = self._client.get_partial_messageable(send.channel_id)
        message = await channel.send(
            view=send.view,
            files=[file.as_file() for file in send.files],
            nonce=f"{row.id:x}-{row.created_at:x}",
            allowed_mentions=pinging(send.pings),
        )
        # The nonce may have brought back what an earlier attempt has sent, in words perhaps.
        return Posted.of(message)

    async def _find(self, row: OutboxRow, send: Send) -> Posted | None:
        """Look whether an earlier attempt at this row did go out."""
        if row.attempts == 0:
            return None
        channel = self._client.get_partial_messageable(send.channel_id)
        # Discord's clock need not be ours to the minute.
        earliest = datetime.fromtimestamp(row.created_at, UTC) - CLOCK_MARGIN
        async for message in channel.history(limit=LOOKED_THROUGH):
            if message.created_at < earliest:
                break
            if message.author == self._client.user and send.marker in custom_ids(message):
                return Posted.of(message)
        return None

    async def _edit(self, row: OutboxRow, edit: Edit) -> Note | None:
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
            if edit.plain is not None and _blames_files(trouble, row):
                log.warning("%s (row %s) is tried with other files: %s", row.kind, row.id, error)
                return await self._edit(row, await edit.plain())
            if edit.refused is None or trouble is Trouble.PASSING:
                raise
            log.info("%s (row %s) was refused: %s", row.kind, row.id, error)
            return edit.refused
        return _noting(edit.settled, Posted.of(changed))

    async def _drop(self, drop: Drop) -> None:
        channel = self._client.get_partial_messageable(drop.channel_id)
        try:
            await channel.get_partial_message(drop.message_id).delete()
        except EXPECTED as error:
            if trouble_of(error) not in {Trouble.GONE_MESSAGE, Trouble.GONE_PLACE}:
                raise

    async def _put_off(self, row: OutboxRow, error: Exception) -> bool:
        """Have a row tried again later; false if that is no use."""
        now = self._clock()
        waiting = isinstance(error, NotYet | NoPlaceError)
        trouble = trouble_of(error) if isinstance(error, EXPECTED) else Trouble.UNEXPECTED
        hopeless = not waiting and (
            trouble in {Trouble.GONE_MESSAGE, Trouble.GONE_PLACE, Trouble.NO_PERMISSION}
            or (trouble is Trouble.UNEXPECTED and row.attempts + 1 >= UNEXPECTED_ATTEMPTS)
        )
        if hopeless or now - row.created_at > GIVE_UP_SECONDS:
            log.warning("%s (row %s) is dropped: %r", row.kind, row.id, error)
            return False
        if isinstance(error, EXPECTED) and trouble is Trouble.UNEXPECTED:
            log.error("%s (row %s) was refused: %s", row.kind, row.id, error)
        step = LAST_STEP if isinstance(error, NoPlaceError) else min(row.attempts, LAST_STEP)
        delay = RETRY_SECONDS[step]
        async with self._database.writing() as connection:
            await outbox.postpone(connection, row.id, now + delay)
        return True


def _blames_files(trouble: Trouble, row: OutboxRow) -> bool:
    """Tell whether a message may well go through without its files."""
    if trouble is Trouble.PASSING:
        return row.attempts > 0
    return trouble in {Trouble.TOO_LARGE, Trouble.NO_PERMISSION, Trouble.UNEXPECTED}


def _noting(settled: Settled | None, posted: Posted) -> Note | None:
    if settled is None:
        return None

    async def note(connection: Connection, envelope: Envelope) -> None:
        await settled(connection, envelope, posted)

    return note
