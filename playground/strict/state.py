"""Discord's state as simcord keeps it, corrected: pings, running time, media with real addresses.

What does not belong here: what a request may do (the package itself).
"""

from datetime import UTC, datetime, timedelta
from typing import Any, Final

from simcord._clock import Clock
from simcord.backend import Backend
from simcord.backend.access import channel_accessible
from simcord.backend.cdn import CdnStore
from simcord.backend.models import Channel, Message

from playground.strict.bodies import Json

_PNG: Final = b"\x89PNG\r\n\x1a\n"


class StrictBackend(Backend):
    """Discord's state, with pings as Discord makes them."""

    def register_commands(
        self, guild_id: int | None, payloads: list[dict[str, Any]]
    ) -> list[dict[str, Any]]:
        """Store commands; one that is new or changed gets a new version, as Discord does it."""
        before = dict(self.commands.get(guild_id, {}))
        stored = super().register_commands(guild_id, payloads)
        for command in stored:
            known = before.get((command["name"], command["type"]), {})
            same = {**command, "version": known.get("version")} == known
            command["version"] = known["version"] if same else str(self.snowflake())
        return stored

    def commit_message(self, message: Message, *, broadcast: bool = True) -> Message:
        """Store a message; whom it pings in a thread is in the thread from then on."""
        message = super().commit_message(message, broadcast=broadcast)
        if self.get_channel(message.channel_id).is_thread and not message.is_ephemeral:
            for user in message.ping_user_ids:
                self.add_thread_member(message.channel_id, user)
        return message

    def edit_message(self, channel_id: int, message_id: int, fields: dict[str, Any]) -> Message:
        """Edit a message; whom it pinged when it was new stays, for an edit pings nobody."""
        before = self.get_message(channel_id, message_id)
        pings = before.ping_user_ids, before.ping_role_ids, before.mention_everyone
        message = super().edit_message(channel_id, message_id, fields)
        message.ping_user_ids, message.ping_role_ids, message.mention_everyone = pings
        return message

    def _mention_state(self, channel: Channel, *rest: Any) -> Any:  # Any: simcord's private tuple
        """Ping only those who can see the channel: a mention of somebody who left is just text."""
        users, roles, pinged, *others = super()._mention_state(channel, *rest)
        pinged = [user for user in pinged if channel_accessible(self, channel.id, user)]
        return users, roles, pinged, *others


class RunningClock(Clock):
    """The machine's time, and what it was moved forward; it may pass `pace` times faster."""

    def __init__(self, pace: float = 1.0) -> None:
        super().__init__()
        self.pace = pace
        self.began = datetime.now(UTC)
        """The moment at which the time here and the machine's were the same."""

    def now(self) -> datetime:
        """Return the time here."""
        passed = (datetime.now(UTC) - self.began) * self.pace
        return self.began + passed + timedelta(seconds=self.elapsed)


class Media(CdnStore):
    """Files that messages show, under paths that `base` leads to."""

    def __init__(self) -> None:
        super().__init__()
        self.base = ""
        self.files: dict[str, bytes] = {}

    def store_attachment(
        self,
        attachment_id: int,
        channel_id: int,
        filename: str,
        data: bytes,
        description: str | None,
    ) -> dict[str, Json]:
        """Keep a file and describe it as Discord does."""
        stored = super().store_attachment(attachment_id, channel_id, filename, data, description)
        path = f"attachments/{channel_id}/{attachment_id}/{filename}"
        self.files[path] = data
        stored |= dict.fromkeys(("url", "proxy_url"), f"{self.base}/{path}")
        if data.startswith(_PNG):
            sizes = {"width": data[16:20], "height": data[20:24]}
            stored |= {side: int.from_bytes(size) for side, size in sizes.items()}
        return stored
