"""The strict layer: what Discord refuses and simcord lets through, switched on in one place.

`install` wraps simcord's one entrance for requests. Each request is held against Discord's
OpenAPI document, then against a table of rules (`_RULES`), and only then reaches simcord. Three
routes are answered here because simcord answers them differently from Discord: a message with
an enforced nonce, a thread's changes, and a thread that a message has already.

A body that Discord finds malformed (50035) is a mistake of the bot whatever it does about the
error, so it is noted as a complaint and fails the test. What does not belong here: failures
that a test orders (`wire`).
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import pytest
from discord import File, Permissions
from simcord import BackendError
from simcord.backend import Backend, serializers
from simcord.backend.access import channel_accessible
from simcord.backend.models import Channel
from simcord.http import router

from . import openapi
from .bodies import Json, check_choices, check_message, check_thread, refuse
from .commands import check_commands
from .complaints import Complaints

#: Discord remembers an enforced nonce "for a few minutes".
NONCE_MEMORY = timedelta(minutes=5)

_TEXT_CHANNEL, _NEWS_CHANNEL = 0, 5
_MESSAGE, _UPDATE, _CHOICES = 4, 7, 8
#: What the owner of a thread may change in it; the rest needs Manage Threads.
_OWNERS_CHANGES = frozenset({"name", "archived", "auto_archive_duration", "applied_tags"})
_THREAD_METADATA = ("archived", "locked", "auto_archive_duration", "invitable")


@dataclass(frozen=True, slots=True)
class Sent:
    """Hold one request of the bot on its way to simcord; `ids` are the numbers in its path."""

    backend: Backend
    body: Json
    files: Sequence[File]
    ids: tuple[int, ...]

    @property
    def fields(self) -> Mapping[str, Json]:
        """The body as an object; empty where there is none."""
        return self.body if isinstance(self.body, dict) else {}

    @property
    def thread(self) -> Channel | None:
        """The thread that the path begins with, or None for any other channel."""
        channel = self.backend.channels.get(self.ids[0])
        return channel if channel is not None and channel.thread_metadata is not None else None

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


def install(patch: pytest.MonkeyPatch, complaints: Complaints) -> None:
    """Switch the strict layer on until `patch` is undone."""
    simcords = router.dispatch
    nonces = Nonces()

    def dispatch(
        backend: Backend,
        method: str,
        path: str,
        *,
        json: Json = None,
        files: Sequence[File] | None = None,
        **rest: Any,  # Any: handed through to simcord
    ) -> Json:
        sent = Sent(backend, json, files or (), tuple(map(int, re.findall(r"/(\d+)", path))))
        try:
            _check_against_document(method, path, json)
            for rule in _rules_for(method, path):
                rule(sent)
            if method == "PATCH" and re.fullmatch(r"/channels/\d+", path) and sent.thread:
                return _change_thread(sent, sent.thread)
            nonce = _enforced_nonce(method, path, sent)
            if nonce is not None:
                earlier = nonces.message(backend, sent.ids[0], nonce)
                if earlier is not None:
                    # Unknown Message (10008) where it has been deleted since.
                    message = backend.get_message(sent.ids[0], earlier)
                    return dict(serializers.message_payload(backend, message))
            result = simcords(backend, method, path, json=json, files=list(sent.files), **rest)
            if nonce is not None:
                nonces.remember(backend, sent.ids[0], nonce, int(result["id"]))
        except BackendError as error:
            if error.code == 50035:
                complaints.note(f"Discord refused {method} {path}: {error}")
            raise
        return result

    patch.setattr(router, "dispatch", dispatch)
    patch.setattr(Backend, "edit_message", _edits_never_ping(Backend.edit_message))
    patch.setattr(Backend, "_mention_state", _pings_reach_who_is_there(Backend._mention_state))


def _edits_never_ping(simcords: Callable[..., Any]) -> Callable[..., Any]:
    """Keep whom a message pinged when it was new: editing it pings nobody."""

    def edit_message(
        backend: Backend, channel_id: int, message_id: int, fields: dict[str, Any]
    ) -> Any:
        before = backend.get_message(channel_id, message_id)
        pings = before.ping_user_ids, before.ping_role_ids, before.mention_everyone
        message = simcords(backend, channel_id, message_id, fields)
        message.ping_user_ids, message.ping_role_ids, message.mention_everyone = pings
        return message

    return edit_message


def _pings_reach_who_is_there(simcords: Callable[..., Any]) -> Callable[..., Any]:
    """Ping only those who can see the channel: a mention of somebody who left is just text."""

    def mention_state(backend: Backend, channel: Channel, *rest: Any) -> Any:
        users, roles, pinged, *others = simcords(backend, channel, *rest)
        pinged = [user for user in pinged if channel_accessible(backend, channel.id, user)]
        return users, roles, pinged, *others

    return mention_state


def _check_against_document(method: str, path: str, body: Json) -> None:
    routes = openapi.routes()
    if routes is not None:
        # simcord's tokens end in a number, so a token is never mistaken for an id.
        complaint = routes.complaint(method, path, body)
        if complaint is not None:
            raise refuse(str(complaint))


def _enforced_nonce(method: str, path: str, sent: Sent) -> str | None:
    creates = method == "POST" and re.fullmatch(r"/channels/\d+/messages", path)
    nonce = sent.fields.get("nonce")
    return (
        str(nonce) if creates and nonce is not None and sent.fields.get("enforce_nonce") else None
    )


def _message(sent: Sent) -> None:
    check_message(sent.fields, sent.files)


def _attachments_are_allowed(sent: Sent) -> None:
    if sent.files and not sent.may("attach_files"):
        raise BackendError(403, 50013, "Missing Permissions")


def _sending_unarchives(sent: Sent) -> None:
    thread = sent.thread
    if thread is None or thread.thread_metadata is None:
        return
    metadata = thread.thread_metadata
    if metadata.locked and not sent.may("manage_threads"):
        if metadata.archived:
            raise BackendError(400, 50083, "Thread is archived")
        raise BackendError(400, 160005, "Thread is locked")
    if metadata.archived and sent.may("send_messages_in_threads"):
        sent.backend.edit_channel(thread.id, {}, thread_metadata={"archived": False})


def _thread_is_not_archived(sent: Sent) -> None:
    thread = sent.thread
    if (
        thread is not None
        and thread.thread_metadata is not None
        and thread.thread_metadata.archived
    ):
        raise BackendError(400, 50083, "Thread is archived")


def _answer(sent: Sent) -> None:
    data = sent.fields.get("data") or {}
    if sent.fields.get("type") in (_MESSAGE, _UPDATE):
        check_message(data, sent.files)
    elif sent.fields.get("type") == _CHOICES:
        check_choices(data.get("choices") or ())


def _new_thread(sent: Sent) -> None:
    check_thread({"name": "", **sent.fields})
    check_message(sent.fields.get("message") or {}, sent.files)  # of a forum post


def _thread_of_message(sent: Sent) -> None:
    channel = sent.backend.get_channel(sent.ids[0])
    if channel.type not in (_TEXT_CHANNEL, _NEWS_CHANNEL):
        raise BackendError(400, 50024, "Cannot execute action on this channel type")
    if sent.ids[1] in sent.backend.channels:
        text = "A thread has already been created for this message"
        raise BackendError(400, 160004, text)


def _commands(sent: Sent) -> None:
    check_commands(sent.body)


def _change_thread(sent: Sent, thread: Channel) -> Json:
    """Change a thread as Discord does; simcord asks for Manage Channels instead."""
    metadata = thread.thread_metadata
    assert metadata is not None  # `Sent.thread` gives nothing else
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
            (_thread_is_not_archived, _message, _attachments_are_allowed),
        ),
        ("PUT DELETE", rf"{_MESSAGES}/(\d+/reactions|pins)/.*", (_thread_is_not_archived,)),
        ("PUT", r"/channels/\d+/thread-members/.*", (_thread_is_not_archived,)),
        ("POST", rf"{_MESSAGES}/\d+/threads", (_new_thread, _thread_of_message)),
        ("POST", r"/channels/\d+/threads", (_new_thread,)),
        ("POST", r"/interactions/\d+/[^/]+/callback", (_answer,)),
        ("POST", r"/webhooks/\d+/[^/]+", (_message,)),
        ("PATCH", r"/webhooks/\d+/[^/]+/messages/.*", (_message,)),
        ("PUT", r"/applications/\d+(/guilds/\d+)?/commands", (_commands,)),
    )
)


def _rules_for(method: str, path: str) -> tuple[Rule, ...]:
    for methods, pattern, rules in _RULES:
        if method in methods.split() and pattern.fullmatch(path):
            return rules
    return ()
