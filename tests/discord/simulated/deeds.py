"""What a person does to the bot, as one interaction, and all that the bot answers to it.

`Person` prepares deeds and `World` delivers them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from simcord.backend import models

from tests.discord.simulated.seen import Attachment, Message

if TYPE_CHECKING:
    from tests.discord.simulated.person import Person
    from tests.discord.simulated.world import World


@dataclass(frozen=True, slots=True)
class Choice:
    """One line that autocomplete offers."""

    name: str
    value: str | int | float


@dataclass(frozen=True, slots=True)
class Deed:
    """One interaction, prepared and not yet delivered (or delivered already)."""

    person: "Person" = field(repr=False)
    what: str
    record: models.Interaction = field(repr=False)
    payload: Mapping[str, Any] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """All that the bot answered to one deed.

    `text`, `buttons`, `options`, `pictures` and `files` are those of `message`, the last one.
    """

    deed: Deed
    world: "World" = field(repr=False)

    @property
    def failed(self) -> bool:
        """Whether the person saw "This interaction failed"."""
        return not self.deed.record.responded

    @property
    def deferred(self) -> bool:
        """Whether the bot still "is thinking"."""
        return self.deed.record.loading

    @property
    def modal(self) -> Mapping[str, Any] | None:
        """The form that opened, as Discord's JSON."""
        return self.deed.record.modal

    @property
    def messages(self) -> tuple[Message, ...]:
        """The messages that answer: new ones, and the one that was clicked if it changed."""
        record = self.deed.record
        original = f"/webhooks/*/{record.token}/messages/@original"
        unchanged = record.response_kind is models.ResponseKind.DEFERRED_UPDATE and not any(
            request.is_for("PATCH", original) for request in self.world.requests
        )
        answers = record.message_id is not None and not record.loading and not unchanged
        ids = (record.message_id, *record.followup_ids) if answers else record.followup_ids
        found = (Message(self.world, record.channel_id, id_) for id_ in ids if id_ is not None)
        return tuple(message for message in found if message.exists)

    @property
    def message(self) -> Message:
        """The last of `messages`."""
        if not self.messages:
            msg = f"{self.deed.what} got no message as an answer"
            raise AssertionError(msg)
        return self.messages[-1]

    @property
    def closed(self) -> bool:
        """Whether the private panel that was clicked is gone, and no other message answers."""
        record = self.deed.record
        return bool(record.message_id) and not self.deferred and not self.messages

    @property
    def told(self) -> Message:
        """What the person reads last: the answer, or the newest message below a closed panel."""
        if not self.closed:
            return self.message
        return self.world.place(self.deed.record.channel_id).messages[-1]

    @property
    def text(self) -> str:
        """What the message says."""
        return self.message.text

    @property
    def buttons(self) -> tuple[str, ...]:
        """The labels of the message's buttons."""
        return self.message.buttons

    @property
    def options(self) -> tuple[str, ...]:
        """The labels of the message's options."""
        return self.message.options

    @property
    def pictures(self) -> tuple[Attachment, ...]:
        """The pictures with the message."""
        return self.message.pictures

    @property
    def files(self) -> tuple[Attachment, ...]:
        """All files with the message."""
        return self.message.files

    @property
    def ephemeral(self) -> bool:
        """Whether every message of the answer is for this person alone."""
        return bool(self.messages) and all(message.ephemeral for message in self.messages)

    def __str__(self) -> str:
        return f"{self.deed.what}: " + "\n".join(map(str, self.messages))
