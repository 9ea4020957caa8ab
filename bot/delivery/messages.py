"""What a message to Discord is made of, before it is sent: views, files, who is pinged.

Cogs make these values, the outbox delivers them.
"""

import io
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

import discord
from discord import ui

from bot.delivery.discord_errors import Trouble
from bot.delivery.outbox_writer import Envelope
from data.engine import Connection


@dataclass(frozen=True, slots=True)
class PostedFile:
    """A file that a message has, by its name and the id that Discord gave it.

    Where Discord did not tell the id it is None: then the file can't be kept when the message is
    changed, only uploaded again.
    """

    name: str
    id: int | None


@dataclass(frozen=True, slots=True)
class Posted:
    """A message as Discord stored it, with the files that it really has."""

    channel_id: int
    message_id: int
    files: tuple[PostedFile, ...] = ()

    @classmethod
    def of(cls, message: discord.Message) -> "Posted":
        """Read Discord's answer."""
        return cls(message.channel.id, message.id, tuple(_files(message.components)))

    def file(self, name: str) -> PostedFile | None:
        """Return the file of this name, or None if the message went out without it."""
        return next((file for file in self.files if file.name == name), None)


OnPosted = Callable[[Connection, Envelope, Posted], Awaitable[None]]
"""Called once a message is sent, in the transaction that deletes its row."""
Refusal = Callable[[Connection, Envelope], Awaitable[None]]
"""Called in that transaction instead, where a message can't be had."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file of a message: its name, content and, for pictures, what it shows in words."""

    name: str
    content: bytes
    description: str | None = None

    def as_file(self) -> discord.File:
        """Return the file as discord.py takes it (each can be sent once)."""
        return discord.File(io.BytesIO(self.content), self.name, description=self.description)


@dataclass(frozen=True, slots=True)
class Send:
    """A new message.

    `marker` is a custom_id that this message keeps as long as it exists: by it the sweep
    recognises a message that went out before a crash. `plain` is sent instead when Discord
    does not take the files. `elsewhere` is asked for another place when this one is gone,
    closed or forbidden.
    """

    channel_id: int
    view: ui.LayoutView
    marker: str
    files: tuple[Attachment, ...] = ()
    pings: tuple[int, ...] = ()
    on_posted: OnPosted | None = None
    plain: Callable[[], "Send"] | None = None
    elsewhere: Callable[[Trouble], Awaitable["Send | None"]] | None = None


@dataclass(frozen=True, slots=True)
class Edit:
    """A change to a message, which has `files` and those that are `kept` afterwards, no others.

    `plain` makes the change that is tried instead when Discord does not take the files. `refused`
    is noted instead where it can't be changed: the message or its place is gone or closed, or
    Discord does not take the change.
    """

    channel_id: int
    message_id: int
    view: ui.LayoutView
    files: tuple[Attachment, ...] = ()
    kept: tuple[PostedFile, ...] = ()
    on_posted: OnPosted | None = None
    plain: Callable[[], Awaitable["Edit"]] | None = None
    refused: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Drop:
    """A message of ours to delete, if it is still there."""

    channel_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class Recall:
    """A message that is not wanted any more: it goes, if an earlier attempt has sent it.

    `marker` is as in `Send`.
    """

    channel_id: int
    marker: str


@dataclass(frozen=True, slots=True)
class Direct:
    """A message to one person alone; `marker` is as in `Send`.

    `refused` is noted instead where they take no direct messages, or are not there any more.
    """

    person: int
    view: ui.LayoutView
    marker: str
    refused: Refusal
    on_posted: OnPosted | None = None


Delivery = Send | Direct | Edit | Drop | Recall | None
"""What a builder makes of an outbox row; None if there is nothing to send (any more)."""


def pinging(people: Sequence[int]) -> discord.AllowedMentions:
    """Allow a message to ping these people and nobody else."""
    return discord.AllowedMentions(
        everyone=False,
        roles=False,
        replied_user=False,
        users=[discord.Object(person) for person in people],
    )


class Kept(discord.Attachment):
    """A file that a message is to keep when it is changed: all that Discord asks for."""

    def __init__(self, file: PostedFile) -> None:
        if file.id is None:
            msg = f"{file.name} can't be kept: Discord has not told its id"
            raise ValueError(msg)
        self.id = file.id
        self.filename = file.name

    def to_dict(self) -> Any:  # Any: discord.py's type wants what only an answer has
        """Name the file; a component's `attachment://` is looked up by this name alone."""
        return {"id": self.id, "filename": self.filename}


def custom_ids(message: discord.Message) -> set[str]:
    """Collect the custom_ids of a message's controls, however deeply nested."""
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


def _files(components: Iterable[Any]) -> Iterator[PostedFile]:  # Any: as above
    """Find the files that components show: Discord lists those nowhere else."""
    for component in components:
        for shown in (component, *getattr(component, "items", ())):
            media = getattr(shown, "media", None)
            if media is not None:
                name = PurePosixPath(urlsplit(media.url).path).name
                yield PostedFile(name, media.attachment_id)
        yield from _files(getattr(component, "children", ()))
        accessory = getattr(component, "accessory", None)
        if accessory is not None:
            yield from _files((accessory,))
