"""What a message to Discord is made of, before it is sent: views, files, who is pinged.

Cogs make these values, the outbox delivers them.
"""

import io
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.discord_errors import Trouble
from bot.dispatch import Envelope
from data.engine import Connection

Settled = Callable[[Connection, Envelope, int, int], Awaitable[None]]
"""Called with connection, envelope, channel id and message id once a message stands, in the
transaction that strikes its row."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of a message: its name, content and, for pictures, what it shows in words."""

    name: str
    content: bytes
    description: str | None = None

    def as_file(self) -> discord.File:
        """Give the file as discord.py takes it (each can be sent once)."""
        return discord.File(io.BytesIO(self.content), self.name, description=self.description)


@dataclass(frozen=True, slots=True)
class Send:
    """A new message.

    `marker` is a custom_id that this message keeps as long as it stands: by it the sweep
    recognises a message that went out before a crash. `plain` is sent instead when Discord
    does not take the files. `elsewhere` is asked for another place when this one is gone,
    closed or forbidden.
    """

    channel_id: int
    view: ui.LayoutView
    marker: str
    files: tuple[Attachment, ...] = ()
    pings: tuple[int, ...] = ()
    settled: Settled | None = None
    plain: Callable[[], "Send"] | None = None
    elsewhere: Callable[[Trouble], Awaitable["Send | None"]] | None = None


@dataclass(frozen=True, slots=True)
class Edit:
    """A change to a message; `files` of None keeps those it has.

    `refused` is noted instead where it can't be changed: the message or its place is gone or
    closed, or Discord does not take the change.
    """

    channel_id: int
    message_id: int
    view: ui.LayoutView
    files: tuple[Attachment, ...] | None = None
    settled: Settled | None = None
    refused: Callable[[Connection, Envelope], Awaitable[None]] | None = None


@dataclass(frozen=True, slots=True)
class Drop:
    """A message of ours to delete, if it is still there."""

    channel_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class Direct:
    """A message to one person alone; `marker` is as in `Send`.

    `refused` is noted instead where they take no direct messages, or are not there any more.
    """

    person: int
    view: ui.LayoutView
    marker: str
    refused: Callable[[Connection, Envelope], Awaitable[None]]
    settled: Settled | None = None


Delivery = Send | Direct | Edit | Drop | None
"""What an outbox row comes to; None where nothing is to be sent (any more)."""


def pinging(people: Sequence[int]) -> discord.AllowedMentions:
    """Allow a message to ping these people and nobody else."""
    return discord.AllowedMentions(
        everyone=False,
        roles=False,
        replied_user=False,
        users=[discord.Object(person) for person in people],
    )


def custom_ids(message: discord.Message) -> set[str]:
    """Collect the custom_ids of a message's controls, however deep they stand."""
    return set(_custom_ids(message.components))


def _custom_ids(components: Iterable[Any]) -> Iterator[str]:  # Any: discord.py's component union
    for component in components:
        custom_id = getattr(component, "custom_id", None)
        if custom_id is not None:
            yield custom_id
        yield from _custom_ids(getattr(component, "children", ()))
        accessory = getattr(component, "accessory", None)
        if accessory is not None:
            yield from _custom_ids((accessory,))
