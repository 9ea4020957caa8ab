"""What an outbox row asks for, done at Discord: a message is sent, changed or deleted.

A message that an earlier attempt may have sent is looked for first, and goes out with a nonce by
which Discord knows it again. What does not belong here: which row is next, and what happens to one
that failed (`bot.delivery.outbox`).
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

import discord

from bot.delivery.discord_errors import EXPECTED, Trouble, trouble_of
from bot.delivery.failures import NoPlaceError, blames_files
from bot.delivery.messages import (
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
from bot.delivery.outbox_writer import Envelope
from data.engine import Connection
from data.outbox import OutboxRow

log = logging.getLogger(__name__)

LOOKED_THROUGH: Final = 200
"""How many of a channel's last messages are searched for one that may have gone out."""
CLOCK_MARGIN: Final = timedelta(minutes=10)

PLACELESS: Final = frozenset({Trouble.GONE_PLACE, Trouble.CLOSED_PLACE, Trouble.NO_PERMISSION})
"""The troubles after which a message has to go somewhere else."""
UNREACHABLE: Final = frozenset({Trouble.NO_PERMISSION, Trouble.GONE_PLACE, Trouble.GONE_PERSON})
"""The troubles after which a person gets no direct message."""

Afterwards = Callable[[Connection, Envelope], Awaitable[None]]
"""What to store in the transaction that deletes a row."""


@dataclass(frozen=True, slots=True)
class DeliveryResult:
    """What became of a row: the message, where there is one now, and what to store of it."""

    posted: Posted | None = None
    afterwards: Afterwards | None = None


class Sender:
    """Carry out deliveries at Discord; errors of Discord are the caller's."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def carry_out(
        self, row: OutboxRow, delivery: Send | Direct | Edit | Drop | Recall
    ) -> DeliveryResult:
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
                return DeliveryResult()
            case Recall():
                await self._recall(row, delivery)
                return DeliveryResult()

    async def _send(self, row: OutboxRow, send: Send) -> DeliveryResult:
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
        return DeliveryResult(posted, _storing(send.on_posted, posted))

    async def _whisper(self, row: OutboxRow, direct: Direct) -> DeliveryResult:
        try:
            channel = await self._client.create_dm(discord.Object(direct.person))
            send = Send(channel.id, direct.view, direct.marker, on_posted=direct.on_posted)
            return await self._send(row, send)
        except EXPECTED as error:
            if trouble_of(error) not in UNREACHABLE:
                raise
            log.info("%s (row %s) was refused: %s", row.kind, row.id, error)
            return DeliveryResult(afterwards=direct.refused)

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

    async def _edit(self, row: OutboxRow, edit: Edit) -> DeliveryResult:
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
            return DeliveryResult(afterwards=edit.refused)
        posted = Posted.of(changed)
        return DeliveryResult(posted, _storing(edit.on_posted, posted))

    async def _drop(self, drop: Drop) -> None:
        channel = self._client.get_partial_messageable(drop.channel_id)
        try:
            await channel.get_partial_message(drop.message_id).delete()
        except EXPECTED as error:
            if trouble_of(error) not in {Trouble.GONE_MESSAGE, Trouble.GONE_PLACE}:
                raise


def _storing(on_posted: OnPosted | None, posted: Posted) -> Afterwards | None:
    if on_posted is None:
        return None

    async def store(connection: Connection, envelope: Envelope) -> None:
        await on_posted(connection, envelope, posted)

    return store
