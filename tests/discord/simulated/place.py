"""Where things happen: channels, threads, forum posts and direct messages.

A place shows what is in it and lets a test change it, as a moderator or as Discord does: delete
it, archive or lock a thread, take a permission away from the bot or from a person.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from discord import Permissions
from simcord import ChannelHandle, GuildHandle
from simcord.backend import models
from simcord.enums import MessageType, OverwriteType

from tests.discord.simulated.seen import Message

if TYPE_CHECKING:
    from tests.discord.simulated.person import Person
    from tests.discord.simulated.world import World

#: Ordinary messages, replies and answers to commands; the rest are Discord's own notices.
_WRITTEN = frozenset({0, 19, 20, 23})


@dataclass(frozen=True, slots=True)
class Place:
    """One channel or thread, by its id."""

    world: "World" = field(repr=False, compare=False)
    id: int

    @property
    def exists(self) -> bool:
        """Whether it has not been deleted."""
        return self.id in self.world.backend.channels

    @property
    def stored(self) -> models.Channel:
        """The channel in simcord's state, for what this class does not show."""
        return self.world.backend.get_channel(self.id)

    @property
    def handle(self) -> ChannelHandle:
        """The channel as simcord's own functions take it."""
        return ChannelHandle(self.world.env, self.guild, self.stored)

    @property
    def guild(self) -> GuildHandle | None:
        """The server that it belongs to; None for direct messages."""
        guild = self.stored.guild_id
        if guild is None:
            return None
        return GuildHandle(self.world.env, self.world.backend.get_guild(guild))

    @property
    def name(self) -> str:
        """Its name."""
        return self.stored.name or ""

    @property
    def mention(self) -> str:
        """What a message contains to link to it."""
        return f"<#{self.id}>"

    @property
    def messages(self) -> tuple[Message, ...]:
        """What people and the bot wrote here for all to see, oldest first."""
        return tuple(
            Message(self.world, self.id, message.id)
            for message in self._stored_messages()
            if not message.is_ephemeral
        )

    @property
    def last(self) -> Message:
        """The newest of `messages`."""
        return self.messages[-1]

    @property
    def additions(self) -> int:
        """How many lines of Discord's own say that somebody was added here."""
        stored = self.world.backend.messages.get(self.id, {}).values()
        return sum(message.type == MessageType.RECIPIENT_ADD for message in stored)

    @property
    def threads(self) -> "tuple[Place, ...]":
        """Its threads or forum posts, oldest first, archived ones too."""
        channels = self.world.backend.channels.values()
        inside = (channel for channel in channels if channel.parent_id == self.id)
        return tuple(Place(self.world, channel.id) for channel in inside if channel.is_thread)

    @property
    def members(self) -> "tuple[Person, ...]":
        """The people who were added to this thread."""
        people = self.world.people
        return tuple(people[user] for user in self.stored.thread_members if user in people)

    @property
    def archived(self) -> bool:
        """Whether this thread is archived."""
        return self._metadata.archived

    @property
    def locked(self) -> bool:
        """Whether this thread is locked."""
        return self._metadata.locked

    @property
    def archives_after(self) -> int:
        """After how many minutes without a message this thread archives itself."""
        return self._metadata.auto_archive_duration

    def seen_by(self, person: "Person") -> tuple[Message, ...]:
        """Return what this person sees here: `messages` and the ephemeral ones for them."""
        if not person.sees(self):
            return ()
        return tuple(
            Message(self.world, self.id, message.id)
            for message in self._stored_messages()
            if message.visible_to(person.id)
        )

    async def archive(self, *, locked: bool = False) -> None:
        """Archive this thread, and lock it too if `locked`."""
        await self._change_thread(archived=True, locked=locked)

    async def lock(self) -> None:
        """Lock this thread without archiving it."""
        await self._change_thread(locked=True)

    async def delete(self) -> None:
        """Delete this place with everything in it, its threads too."""
        for thread in self.threads:
            self.world.backend.delete_channel(thread.id)
        self.world.backend.delete_channel(self.id)
        await self.world.rest()

    async def forbid(self, *permissions: str, to: "Person | None" = None) -> None:
        """Take these permissions away here, from the bot or from a person."""
        await self._overwrite(to, deny=permissions)

    async def allow(self, *permissions: str, to: "Person | None" = None) -> None:
        """Grant these permissions here, to the bot or to a person."""
        await self._overwrite(to, allow=permissions)

    @property
    def _metadata(self) -> models.ThreadMetadata:
        metadata = self.stored.thread_metadata
        if metadata is None:
            msg = f"#{self.name} is no thread"
            raise AssertionError(msg)
        return metadata

    def _stored_messages(self) -> list[models.Message]:
        written = self.world.backend.messages.get(self.id, {}).values()
        return sorted((m for m in written if m.type in _WRITTEN), key=lambda message: message.id)

    async def _change_thread(self, **changes: bool) -> None:
        self.world.backend.edit_channel(self.id, {}, thread_metadata=changes)
        await self.world.rest()

    async def _overwrite(
        self,
        person: "Person | None",
        *,
        allow: tuple[str, ...] = (),
        deny: tuple[str, ...] = (),
    ) -> None:
        # A thread has the permissions of its channel.
        channel = self.world.backend.get_channel(self.stored.permission_channel_id())
        user = person.id if person is not None else self.world.backend.bot_user.id
        before = next((o for o in channel.overwrites if o.target_id == user), None)
        allowed = Permissions(before.allow if before else 0)
        denied = Permissions(before.deny if before else 0)
        allowed.update(**dict.fromkeys(allow, True), **dict.fromkeys(deny, False))
        denied.update(**dict.fromkeys(deny, True), **dict.fromkeys(allow, False))
        self.world.backend.set_overwrite(
            channel.id,
            models.Overwrite(user, OverwriteType.MEMBER, allowed.value, denied.value),
        )
        await self.world.rest()
