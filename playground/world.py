"""Who and what there is in the playground's Discord: servers, places, people, messages, time.

The only module, apart from the strict layer, that touches simcord: everybody else asks `World` and
gets Discord's own JSON. Ids are numbers here and strings in JSON, as Discord has it. What does
not belong here: sockets (`gateway`, `rest`) and what the page shows (`sight`).
"""

import io
import re
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

import discord
from discord import Permissions
from simcord import BackendError, intents, interactions
from simcord.backend import serializers
from simcord.backend.access import channel_accessible
from simcord.backend.models import Channel, Message
from simcord.enums import ChannelType, InteractionType

from playground.strict import Strict
from playground.strict.bodies import LARGEST_FILE, Json
from playground.strict.state import Media, RunningClock, StrictBackend

Listener = Callable[[str, Mapping[str, Json]], None]

#: Ordinary messages, replies and answers to commands; the rest are Discord's own notices.
_WRITTEN: Final = frozenset({0, 19, 20, 23})
ANSWER_WITHIN: Final = timedelta(seconds=3)
"""How long Discord waits for the first answer to an interaction."""
_KINDS: Final = {"text": ChannelType.TEXT, "voice": ChannelType.VOICE, "forum": ChannelType.FORUM}


class Refused(Exception):
    """Discord refuses a request: `status` and the JSON `body` of its answer."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.body: Mapping[str, Json] = {"code": code, "message": message}


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who uses this Discord."""

    id: int
    name: str
    locale: str = "en-US"
    dms: bool = True
    """Whether the bot may write direct messages to them."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that comes with a request."""

    name: str
    data: bytes
    description: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """How the bot answered an interaction so far; `kind` is None before it did."""

    interaction: int
    kind: str | None
    message: int | None
    form: Mapping[str, Json] | None
    choices: Sequence[Mapping[str, Json]]


class World:
    """A Discord with people in it and one bot.

    `invited_with` is what servers let the bot do; without it, everything but administer them.
    Time passes `pace` times faster here than outside.
    """

    def __init__(
        self,
        bot_name: str = "Tavolo",
        *,
        invited_with: Permissions | None = None,
        pace: float = 1.0,
    ) -> None:
        self._clock = RunningClock(pace)
        self._backend = StrictBackend(clock=self._clock)
        self._strict = Strict()
        self._invited_with = invited_with
        self._managers: dict[int, int] = {}
        """The role of each server with which people manage it."""
        self.patience = ANSWER_WITHIN
        """How long people wait for the first answer; tests on slow machines wait longer."""
        self.media = Media()
        self._backend.cdn = self.media
        self._backend.bot_user.name = bot_name
        self.people: dict[int, Person] = {}
        self.on_event: list[Listener] = []
        self.on_change: list[Callable[[], None]] = []
        self._backend.subscribers.append(self._tell)

    # ------------------------------------------------------------------------ time

    @property
    def now(self) -> datetime:
        """The time here."""
        return self._clock.now()

    @property
    def pace(self) -> float:
        """How many times faster time passes here than outside."""
        return self._clock.pace

    @property
    def began(self) -> datetime:
        """The moment at which the time here and the machine's were the same."""
        return self._clock.began

    @property
    def ahead(self) -> float:
        """By how many seconds the clock here was moved forward."""
        return self._clock.elapsed

    def forward(self, duration: timedelta) -> None:
        """Move the clock forward; threads that nobody wrote in for long enough are archived."""
        self._clock.advance(duration.total_seconds())
        for thread in list(self._backend.channels.values()):
            metadata = thread.thread_metadata
            if metadata is not None and not metadata.archived:
                quiet = self.now - discord.utils.snowflake_time(thread.last_message_id or thread.id)
                if quiet >= timedelta(minutes=metadata.auto_archive_duration):
                    self.archive(thread.id)
        self._changed()

    # ----------------------------------------------------------- servers and people

    @property
    def bot(self) -> dict[str, Json]:
        """The bot's account."""
        return dict(serializers.user_payload(self._backend.bot_user))

    @property
    def application(self) -> int:
        """The id of the bot's application."""
        return self._backend.application_id

    def add_server(self, name: str, *, shard: tuple[int, int] = (0, 1)) -> int:
        """Open a server with everybody and the bot in it; `shard` says which of how many."""
        guild = self._backend.create_guild(name, shard_id=shard[0], shard_count=shard[1])
        if self._invited_with is not None:
            (role,) = guild.members[self._backend.bot_user.id].role_ids
            self._backend.edit_role(guild.id, role, {"permissions": self._invited_with.value})
        for person in self.people:
            self._backend.add_member(guild.id, person)
        self._changed()
        return guild.id

    def add_place(self, server: int, name: str, kind: str = "text", topic: str = "") -> int:
        """Open a channel of a kind: "text", "voice" or "forum"."""
        channel = self._backend.create_channel(server, name, type=_KINDS[kind], topic=topic)
        self._changed()
        return channel.id

    def add_person(self, name: str, locale: str = "en-US") -> Person:
        """Bring somebody new into every server."""
        account = f"person{len(self.people) + 1}"
        user = self._backend.make_user(account, global_name=name)
        person = self.people[user.id] = Person(user.id, name, locale)
        for server in self._backend.guilds:
            self.join(server, user.id)
        self._changed()
        return person

    def change_person(self, person: int, **changes: Any) -> None:
        """Change the `locale` or the `dms` of a person."""
        self.people[person] = replace(self.people[person], **changes)
        self._changed()

    def join(self, server: int, person: int) -> None:
        """Add a person to a server, unless they are in it."""
        if person not in self._backend.get_guild(server).members:
            self._backend.add_member(server, person, announce=True)

    def leave(self, server: int, person: int) -> None:
        """Remove a person from a server, if they are in it."""
        if person in self._backend.get_guild(server).members:
            self._backend.remove_member(server, person)

    def manage(self, server: int, person: int, *, may: bool) -> None:
        """Give or take a member's Manage Server."""
        if server not in self._managers:
            held = Permissions(manage_guild=True).value
            self._managers[server] = self._backend.create_role(
                server, "Manager", permissions=held
            ).id
        change = self._backend.add_member_role if may else self._backend.remove_member_role
        change(server, person, self._managers[server])

    def managed(self, person: int) -> list[int]:
        """Return the servers that a person may manage."""
        return [
            server
            for server, role in self._managers.items()
            if (member := self._backend.get_guild(server).members.get(person)) is not None
            and role in member.role_ids
        ]

    def servers(self, person: int | None = None) -> list[int]:
        """Return the servers, or those that a person is in."""
        guilds = self._backend.guilds.values()
        return [guild.id for guild in guilds if person is None or person in guild.members]

    def server(self, server: int) -> dict[str, Json]:
        """Return a server as the gateway announces it, with channels, members and threads."""
        guild = self._backend.get_guild(server)
        return deepcopy(dict(serializers.guild_create_payload(self._backend, guild)))

    def members(self, server: int) -> list[dict[str, Json]]:
        """Return a server's members, its invisible owner left out."""
        guild = self._backend.get_guild(server)
        return [
            dict(serializers.member_payload(self._backend, guild, member))
            for user, member in guild.members.items()
            if user != guild.owner_id
        ]

    # ----------------------------------------------------------------------- places

    def places(self, person: int) -> list[int]:
        """Return every place that a person sees: channels, threads, direct messages."""
        return [place for place in self._backend.channels if self.sees(person, place)]

    def sees(self, person: int, place: int, message: int | None = None) -> bool:
        """Tell whether a person sees a place, or a message there."""
        if not channel_accessible(self._backend, place, person):
            return False
        stored = self._backend.messages[place].get(message or 0)
        return message is None or (stored is not None and stored.visible_to(person))

    def place(self, place: int) -> dict[str, Json]:
        """Return a channel or thread."""
        return dict(serializers.channel_payload(self._backend, self._backend.get_channel(place)))

    def permissions(self, person: int, place: int) -> Permissions:
        """Return what a person may do in a place."""
        server = self._backend.get_channel(place).guild_id
        if server is None:
            return Permissions.all()
        return Permissions(self._backend.compute_permissions(server, person, place))

    def direct(self, person: int) -> int:
        """Return the place of a person's direct messages with the bot."""
        place = self._backend.get_dm_channel(person).id
        self._changed()
        return place

    def archive(self, place: int, *, locked: bool = False) -> None:
        """Archive a thread."""
        metadata = {"archived": True, "locked": locked, "archive_timestamp": self.now.isoformat()}
        self._backend.edit_channel(place, {}, thread_metadata=metadata)

    def thread_of(self, message: int) -> dict[str, Json] | None:
        """Return the thread that was started from a message."""
        return self.place(message) if message in self._backend.channels else None

    def upload(self, place: int, name: str, content: bytes) -> dict[str, Json]:
        """Keep a file that a person adds to a command in a place, as Discord tells of it."""
        # Discord renames a file with other characters as well.
        plain = re.sub(r"[^\w.-]", "_", name, flags=re.ASCII)
        number = self._backend.snowflake()
        return dict(self.media.store_attachment(number, place, plain, content, None))

    # --------------------------------------------------------------------- messages

    def messages(self, place: int, person: int | None = None) -> list[int]:
        """Return the messages in a place, oldest first: all, or those that a person sees."""
        stored = self._written(place)
        return sorted(m.id for m in stored if person is None or m.visible_to(person))

    def message(self, place: int, message: int) -> dict[str, Json]:
        """Return a message as Discord's JSON."""
        stored = self._backend.get_message(place, message)
        return deepcopy(dict(serializers.message_payload(self._backend, stored)))

    def pinged(self, place: int, message: int, person: int) -> bool:
        """Tell whether a message pinged a person."""
        stored = self._backend.get_message(place, message)
        return person in stored.ping_user_ids or stored.mention_everyone

    def remove(self, place: int, message: int) -> None:
        """Delete a message, as a moderator does."""
        self._backend.delete_message(place, message)

    # ----------------------------------------------------------------- interactions

    def commands(self, person: int, place: int) -> list[dict[str, Json]]:
        """Return the slash commands that a person can run in a place."""
        return self._backend.visible_commands(user_id=person, channel_id=place)

    def interact(
        self,
        kind: int,
        person: int,
        place: int,
        data: dict[str, Json],
        message: int | None = None,
    ) -> int:
        """Tell the bot of an interaction and return its id; `patience` begins now."""
        server = self._backend.get_channel(place).guild_id
        record, payload = interactions.base_payload(
            self._backend,
            type=InteractionType(kind),
            channel_id=place,
            guild_id=server,
            user_id=person,
            data=data,
        )
        # simcord's token could be guessed.
        self._backend.interaction_tokens.pop(record.token)
        record.token = payload["token"] = f"interaction:{secrets.token_urlsafe(32)}"
        self._backend.interaction_tokens[record.token] = record.id
        record.initial_response_deadline = (self.now + self.patience).isoformat()
        payload |= {
            "locale": self.people[person].locale,
            "attachment_size_limit": LARGEST_FILE,
        }
        if server is not None:
            payload["guild_locale"] = self._backend.get_guild(server).preferred_locale
        if message is not None:
            record.source_message_id = message
            payload["message"] = self.message(place, message)
        self._backend.emit("INTERACTION_CREATE", payload)
        return record.id

    def answer(self, interaction: int) -> Answer:
        """Tell how the bot has answered an interaction."""
        record = self._backend.interactions[interaction]
        kind = record.response_kind if record.responded else None
        choices = record.autocomplete_choices or []
        return Answer(interaction, kind, record.message_id, record.modal, choices)

    def named(self, person: int, place: int, what: int) -> Iterator[tuple[str, dict[str, Json]]]:
        """Describe what somebody named in a place, as (kind of thing, its JSON) pairs.

        Kinds are those of Discord's "resolved": users, members, roles, channels.
        """
        server = self._backend.get_channel(place).guild_id
        guild = self._backend.guilds.get(server or 0)
        if what in self.people or what == self._backend.bot_user.id:
            yield "users", dict(serializers.user_payload(self._backend.get_user(what)))
            if guild is not None and what in guild.members:
                member = guild.members[what]
                payload = serializers.member_payload(self._backend, guild, member, with_user=False)
                held = self.permissions(what, place).value
                yield "members", {**payload, "permissions": str(held)}
        elif guild is not None and what in guild.roles:
            yield "roles", dict(serializers.role_payload(guild.roles[what]))
        elif self.sees(person, what):
            held = self.permissions(person, what).value
            yield "channels", {**self.place(what), "permissions": str(held)}

    # ------------------------------------------------------------------ for the bot

    def request(
        self,
        method: str,
        path: str,
        body: Json,
        *,
        query: Mapping[str, str],
        files: Sequence[Upload] = (),
        reason: str | None = None,
    ) -> Json:
        """Do what a request of the bot asks and give Discord's answer; None is an empty one.

        Raises Refused.
        """
        self._respect_closed_dms(method, path)
        try:
            return self._strict.dispatch(
                self._backend,
                method,
                path,
                json=body,
                params=dict(query),
                files=[_file(upload) for upload in files],
                reason=reason,
            )
        except BackendError as error:
            raise Refused(error.status, error.code, error.message) from error
        finally:
            # simcord keeps a copy of everything for tests; here it would only grow.
            self._backend.http_requests.clear()
            self._backend.transcript.clear()
            self._changed()

    def knows_token(self, token: str) -> bool:
        """Tell whether a token of an interaction or a webhook is one of this world's."""
        return token in self._backend.interaction_tokens or token in self._backend.webhook_tokens

    def announced(self, server: int, declared: discord.Intents) -> dict[str, Json]:
        """Return a server as it is announced to a bot with these intents."""
        payload = self.server(server)
        threads = payload["threads"]
        payload["threads"] = [t for t in threads if not t["thread_metadata"]["archived"]]
        intents.prune_guild_create(payload, declared, self._backend.bot_user.id)
        return payload

    def event_for(
        self, declared: discord.Intents, event: str, payload: Mapping[str, Json]
    ) -> Mapping[str, Json] | None:
        """Return an event as a bot with these intents gets it, or None where it does not."""
        needed = intents.required_intent(event, payload)
        if needed is not None and not getattr(declared, needed):
            return None
        if declared.message_content or event not in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            return payload
        shown = deepcopy(dict(payload))
        intents.censor_message(shown, self._backend.bot_user.id, backend=self._backend)
        return shown

    # ---------------------------------------------------------------------- private

    def _tell(self, event: str, payload: Mapping[str, Json]) -> None:
        for listener in self.on_event:
            listener(event, payload)
        self._changed()

    def _changed(self) -> None:
        for listener in self.on_change:
            listener()

    def _written(self, place: int) -> list[Message]:
        stored = self._backend.messages.get(place, {}).values()
        return [message for message in stored if message.type in _WRITTEN]

    def _respect_closed_dms(self, method: str, path: str) -> None:
        parts = path.split("/")
        if method != "POST" or parts[1] != "channels" or parts[3:] != ["messages"]:
            return
        channel: Channel | None = self._backend.channels.get(int(parts[2]))
        recipients = channel.recipient_ids if channel is not None else []
        if any(person in self.people and not self.people[person].dms for person in recipients):
            raise Refused(403, 50007, "Cannot send messages to this user")


def _file(upload: Upload) -> discord.File:
    return discord.File(
        io.BytesIO(upload.data), filename=upload.name, description=upload.description
    )
