"""The strict layer: what Discord refuses and simcord lets through, in one place.

`Strict.dispatch` comes before simcord's one entrance for requests: each request is held against
a table of rules (`_RULES`) and only then reaches simcord. Three routes are answered here because
simcord answers them differently from Discord: a message with an enforced nonce, a thread's
changes, and a thread that a message has already.

The playground and the tests' simulation use the same layer. Checks of bodies are in `bodies`,
of slash commands in `commands`; `state` corrects what simcord keeps. What does not belong here: failures that somebody orders.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from discord import File, Permissions
from simcord import BackendError
from simcord.backend import Backend, serializers
from simcord.backend.models import Channel, ThreadMetadata
from simcord.components import walk_components
from simcord.enums import MessageType
from simcord.http import router

from playground.strict.bodies import Json, check_choices, check_message, check_thread, media_of
from playground.strict.commands import check_commands

NONCE_MEMORY: Final = timedelta(minutes=5)
"""Discord remembers an enforced nonce "for a few minutes"."""

_TEXT_CHANNEL, _NEWS_CHANNEL = 0, 5
_NEWS_THREAD, _PUBLIC_THREAD = 10, 11
_MESSAGE, _UPDATE, _CHOICES = 4, 7, 8
RECIPIENT_ADD: Final = MessageType.RECIPIENT_ADD
#: What the owner of a thread may change in it; the rest needs Manage Threads.
_OWNERS_CHANGES = frozenset({"name", "archived", "auto_archive_duration", "applied_tags"})
_THREAD_METADATA = ("archived", "locked", "auto_archive_duration", "invitable")

_simcords = router.dispatch  # before anybody replaces it by `Strict.dispatch`


@dataclass(frozen=True, slots=True)
class Sent:
    """Hold one request of the bot on its way to simcord; `ids` are the numbers in its path."""

    backend: Backend
    path: str
    body: Json
    files: Sequence[File]
    ids: tuple[int, ...]

    @property
    def fields(self) -> Mapping[str, Json]:
        """The body as an object; empty where there is none."""
        return self.body if isinstance(self.body, dict) else {}

    @property
    def thread(self) -> tuple[Channel, ThreadMetadata] | None:
        """The thread that the path begins with, or None for any other channel."""
        channel = self.backend.channels.get(self.ids[0])
        if channel is None or channel.thread_metadata is None:
            return None
        return channel, channel.thread_metadata

    def may(self, permission: str) -> bool:
        """Tell whether the bot has a permission in the channel that the path begins with."""
        channel = self.backend.get_channel(self.ids[0])
        if channel.guild_id is None:
            return True
        bot = self.backend.bot_user.id
        held = Permissions(self.backend.compute_permissions(channel.guild_id, bot, channel.id))
        return bool(getattr(held, permission))


@dataclass(slots=True)
class Nonces:
    """Remember which message an enforced nonce made, for as long as Discord does."""

    made: dict[tuple[int, str], tuple[int, datetime]] = field(default_factory=dict)

    def message(self, backend: Backend, channel: int, nonce: str) -> int | None:
        """Return the message that this nonce made in this channel, if it is still known."""
        message, when = self.made.get((channel, nonce), (None, backend.clock.now()))
        fresh = backend.clock.now() - when <= NONCE_MEMORY
        return message if fresh else None

    def remember(self, backend: Backend, channel: int, nonce: str, message: int) -> None:
        """Store which message a nonce made."""
        self.made[channel, nonce] = (message, backend.clock.now())


@dataclass(slots=True)
class Strict:
    """Answer requests as Discord does; one for each world, for it remembers nonces."""

    nonces: Nonces = field(default_factory=Nonces)

    def dispatch(
        self,
        backend: Backend,
        method: str,
        path: str,
        *,
        json: Json = None,
        files: Sequence[File] | None = None,
        **rest: Any,  # Any: handed through to simcord
    ) -> Json:
        """Do what a request asks and return Discord's JSON.

        Raises BackendError with Discord's status and code.
        """
        sent = Sent(backend, path, json, files or (), tuple(map(int, re.findall(r"/(\d+)", path))))
        for rule in _rules_for(method, path):
            rule(sent)
        if method == "PATCH" and re.fullmatch(r"/channels/\d+", path) and sent.thread:
            return _change_thread(sent, *sent.thread)
        nonce = _enforced_nonce(method, path, sent)
        if nonce is not None:
            earlier = self.nonces.message(backend, sent.ids[0], nonce)
            if earlier is not None:
                # Unknown Message (10008) where it has been deleted since.
                message = backend.get_message(sent.ids[0], earlier)
                return _told(dict(serializers.message_payload(backend, message)))
        if sent.fields.get("type") == _NEWS_THREAD and path.endswith("/threads"):
            # simcord has one kind of public thread for all channels.
            json = {**json, "type": _PUBLIC_THREAD}
        newcomer = _newcomer(method, path, sent)
        result = _simcords(backend, method, path, json=json, files=list(sent.files), **rest)
        if newcomer is not None:
            # "Tavolo added Mara to the thread."
            backend.create_system_message(
                sent.ids[0], RECIPIENT_ADD, backend.bot_user.id, recipient_id=newcomer
            )
        if nonce is not None:
            self.nonces.remember(backend, sent.ids[0], nonce, int(result["id"]))
        return _told(result)


def _told(answer: Json) -> Json:
    """Tell of messages as Discord does: what a component shows is not among the attachments.

    That is Discord's intention, not a slip: the id of such a file comes with the component.
    """
    if isinstance(answer, list):
        return [_told(each) for each in answer]
    if not isinstance(answer, dict) or not answer.get("attachments"):
        return answer
    media = media_of(walk_components(answer.get("components") or []))
    shown = {str(each.get("attachment_id")) for each in media}
    rest = [file for file in answer["attachments"] if str(file["id"]) not in shown]
    return {**answer, "attachments": rest}


def _newcomer(method: str, path: str, sent: Sent) -> int | None:
    """Return the person whom a request adds to a thread, where they are not in it yet."""
    if method != "PUT" or not re.fullmatch(r"/channels/\d+/thread-members/\d+", path):
        return None
    known = sent.backend.get_channel(sent.ids[0]).thread_members
    return None if sent.ids[1] in known else sent.ids[1]


def _enforced_nonce(method: str, path: str, sent: Sent) -> str | None:
    creates = method == "POST" and re.fullmatch(r"/channels/\d+/messages", path)
    nonce = sent.fields.get("nonce")
    return (
        str(nonce) if creates and nonce is not None and sent.fields.get("enforce_nonce") else None
    )


def _message(sent: Sent) -> None:
    check_message(sent.fields, sent.files)


def _changed_message(sent: Sent) -> None:
    check_message(sent.fields, sent.files, changes=True)


def _attachments_are_allowed(sent: Sent) -> None:
    if sent.files and not sent.may("attach_files"):
        raise BackendError(403, 50013, "Missing Permissions")


def _sending_unarchives(sent: Sent) -> None:
    if sent.thread is None:
        return
    thread, metadata = sent.thread
    if metadata.locked and not sent.may("manage_threads"):
        if metadata.archived:
            raise BackendError(400, 50083, "Thread is archived")
        raise BackendError(400, 160005, "Thread is locked")
    if metadata.archived and sent.may("send_messages_in_threads"):
        sent.backend.edit_channel(thread.id, {}, thread_metadata={"archived": False})


def _thread_is_not_archived(sent: Sent) -> None:
    if sent.thread is not None and sent.thread[1].archived:
        raise BackendError(400, 50083, "Thread is archived")


def _answer(sent: Sent) -> None:
    data = sent.fields.get("data") or {}
    if sent.fields.get("type") in (_MESSAGE, _UPDATE):
        check_message(data, sent.files, changes=sent.fields["type"] == _UPDATE)
    elif sent.fields.get("type") == _CHOICES:
        check_choices(data.get("choices") or ())


def _token_is_not_over(sent: Sent) -> None:
    token = sent.path.split("/")[3]
    interaction = sent.backend.interactions.get(sent.backend.interaction_tokens.get(token, 0))
    if interaction is not None and (interaction.expires_at or "") <= sent.backend.now_iso():
        raise BackendError(401, 50027, "Invalid Webhook Token")


def _new_thread(sent: Sent) -> None:
    check_thread({"name": "", **sent.fields})
    parent = sent.backend.get_channel(sent.ids[0])
    kind = sent.fields.get("type")
    if kind is not None and (kind == _NEWS_THREAD) is not (parent.type == _NEWS_CHANNEL):
        raise BackendError(400, 50024, "Cannot execute action on this channel type")
    check_message(sent.fields.get("message") or {}, sent.files)  # of a forum post


def _thread_of_message(sent: Sent) -> None:
    channel = sent.backend.get_channel(sent.ids[0])
    if channel.type not in (_TEXT_CHANNEL, _NEWS_CHANNEL):
        raise BackendError(400, 50024, "Cannot execute action on this channel type")
    if sent.ids[1] in sent.backend.channels:
        text = "A thread has already been created for this message"
        raise BackendError(400, 160004, text)


def _bot_is_there(sent: Sent) -> None:
    guild = sent.backend.guilds.get(sent.ids[0])
    if guild is not None and sent.backend.bot_user.id not in guild.members:
        raise BackendError(403, 50001, "Missing Access")


def _commands(sent: Sent) -> None:
    check_commands(sent.body)


def _change_thread(sent: Sent, thread: Channel, metadata: ThreadMetadata) -> Json:
    """Change a thread as Discord does; simcord asks for Manage Channels instead."""
    body = sent.fields
    check_thread(body)
    if metadata.archived and body.get("archived") is not False:
        raise BackendError(400, 50083, "Thread is archived")
    owns = thread.owner_id == sent.backend.bot_user.id
    opens = set(body) == {"archived"} and not body["archived"]
    allowed = sent.may("manage_threads") or (
        not (metadata.locked and metadata.archived)
        and ((owns and set(body) <= _OWNERS_CHANGES) or (opens and sent.may("send_messages")))
    )
    if not (sent.may("view_channel") and allowed):
        raise BackendError(403, 50013, "Missing Permissions")
    sent.backend.edit_channel(
        thread.id,
        {key: body[key] for key in ("name", "rate_limit_per_user") if key in body},
        thread_metadata={key: body[key] for key in _THREAD_METADATA if key in body},
    )
    return dict(serializers.channel_payload(sent.backend, thread))


Rule = Callable[[Sent], None]

_MESSAGES = r"/channels/\d+/messages"
_RULES: tuple[tuple[str, re.Pattern[str], tuple[Rule, ...]], ...] = tuple(
    (methods, re.compile(path), rules)
    for methods, path, rules in (
        ("POST", _MESSAGES, (_message, _attachments_are_allowed, _sending_unarchives)),
        (
            "PATCH",
            rf"{_MESSAGES}/\d+",
            (_thread_is_not_archived, _changed_message, _attachments_are_allowed),
        ),
        ("PUT DELETE", rf"{_MESSAGES}/(\d+/reactions|pins)/.*", (_thread_is_not_archived,)),
        ("PUT", r"/channels/\d+/thread-members/.*", (_thread_is_not_archived,)),
        ("POST", rf"{_MESSAGES}/\d+/threads", (_new_thread, _thread_of_message)),
        ("POST", r"/channels/\d+/threads", (_new_thread,)),
        ("GET", r"/guilds/\d+", (_bot_is_there,)),
        ("POST", r"/interactions/\d+/[^/]+/callback", (_answer,)),
        ("POST", r"/webhooks/\d+/[^/]+", (_token_is_not_over, _message)),
        ("PATCH", r"/webhooks/\d+/[^/]+/messages/.*", (_token_is_not_over, _changed_message)),
        ("GET DELETE", r"/webhooks/\d+/[^/]+/messages/.*", (_token_is_not_over,)),
        ("PUT", r"/applications/\d+(/guilds/\d+)?/commands", (_commands,)),
    )
)


def _rules_for(method: str, path: str) -> tuple[Rule, ...]:
    for methods, pattern, rules in _RULES:
        if method in methods.split() and pattern.fullmatch(path):
            return rules
    return ()
