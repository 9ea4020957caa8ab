"""What Discord refuses in the body of a message, an answer or a thread, and simcord lets through.

Pure checks: each takes what is about to be sent and raises simcord's `BackendError` with
Discord's status and code, which reaches the bot as the `discord.HTTPException` it would get.
Permissions and the state of channels are in the package itself, slash commands in `commands`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from discord import File
from simcord import BackendError
from simcord.components import COMPONENTS_V2_FLAG, walk_components

Json = Any  # what json.loads returns

MOST_FILES = 10
LARGEST_FILE = 10 * 1024 * 1024
LONGEST_ALT_TEXT = 1024
LONGEST_NONCE = 25
MOST_CHOICES = 25
MOST_MENTIONS = 100
ARCHIVE_MINUTES = (60, 1440, 4320, 10080)

_BUTTON, _STRING_SELECT, _TEXT, _GALLERY, _CONTAINER = 2, 3, 10, 12, 17
_LINK, _PREMIUM = 5, 6


def refuse(detail: str) -> BackendError:
    """Return Discord's error for a body that is not well formed (50035)."""
    return BackendError(400, 50035, f"Invalid Form Body: {detail}")


def check_message(
    body: Mapping[str, Json], files: Sequence[File], *, changes: bool = False
) -> None:
    """Refuse a message that is to be sent, or that `changes` another."""
    _check_files(files)
    for attachment in body.get("attachments") or ():
        _check_length("attachment description", attachment.get("description"), LONGEST_ALT_TEXT)
    nonce = body.get("nonce")
    if nonce is not None:
        _check_length("nonce", str(nonce), LONGEST_NONCE)
    _check_mentions(body.get("allowed_mentions") or {})
    components = list(walk_components(body.get("components") or []))
    for component in components:
        _check_component(component)
    _check_references(components, body, () if changes else files)
    if int(body.get("flags") or 0) & COMPONENTS_V2_FLAG:
        _check_every_file_is_shown(components, files)


def check_choices(choices: Sequence[Mapping[str, Json]]) -> None:
    """Refuse the answer to a person who types into an option with autocomplete."""
    if len(choices) > MOST_CHOICES:
        msg = f"choices: {len(choices)} are more than {MOST_CHOICES}"
        raise refuse(msg)
    for choice in choices:
        check_choice(choice)


def check_choice(choice: Mapping[str, Json]) -> None:
    """Refuse a choice whose name or value is empty or too long."""
    for name in (choice["name"], *(choice.get("name_localizations") or {}).values()):
        _check_text("choice name", name, 100)
    if isinstance(choice["value"], str):
        _check_length("choice value", choice["value"], 100)


def check_thread(body: Mapping[str, Json]) -> None:
    """Refuse a thread's name or its time until it archives itself."""
    if "name" in body:
        _check_text("thread name", body["name"], 100)
    minutes = body.get("auto_archive_duration")
    if minutes is not None and minutes not in ARCHIVE_MINUTES:
        msg = f"auto_archive_duration: {minutes} is not one of {ARCHIVE_MINUTES}"
        raise refuse(msg)


def _check_files(files: Sequence[File]) -> None:
    if len(files) > MOST_FILES:
        msg = f"attachments: {len(files)} are more than {MOST_FILES}"
        raise refuse(msg)
    for file in files:
        # Discord renames a file with other characters, and "attachment://…" misses it then.
        if re.fullmatch(r"[\w.-]+", file.filename, re.ASCII) is None:
            msg = f"attachment filename: {file.filename!r} is not plain"
            raise refuse(msg)
        _check_length("attachment description", file.description, LONGEST_ALT_TEXT)
        start = file.fp.tell()
        size = file.fp.seek(0, 2) - start
        file.fp.seek(start)
        if size > LARGEST_FILE:
            raise BackendError(413, 40005, "Request entity too large")


def _check_mentions(allowed: Mapping[str, Json]) -> None:
    for kind in ("users", "roles"):
        if len(allowed.get(kind) or ()) > MOST_MENTIONS:
            msg = f"allowed_mentions.{kind}: more than {MOST_MENTIONS}"
            raise refuse(msg)


def _check_component(component: Mapping[str, Json]) -> None:
    kind = component.get("type")
    if kind == _BUTTON:
        _check_button(component)
    elif kind == _STRING_SELECT:
        _check_select(component)
    elif kind == _TEXT and not str(component.get("content", "")).strip():
        msg = "a text display must not be blank"
        raise refuse(msg)
    elif kind == _CONTAINER and not component.get("components"):
        msg = "a container must contain something"
        raise refuse(msg)
    elif kind == _GALLERY:
        for item in component.get("items") or ():
            _check_url(item["media"]["url"])


def _check_button(button: Mapping[str, Json]) -> None:
    emoji = button.get("emoji")
    if button.get("style") != _PREMIUM and not (button.get("label") or "").strip() and not emoji:
        msg = "a button needs a label or an emoji"
        raise refuse(msg)
    _check_emoji(emoji)
    if button.get("style") == _LINK:
        _check_url(button["url"], schemes=("http", "https", "discord"))


def _check_select(select: Mapping[str, Json]) -> None:
    options = select.get("options") or ()
    for option in options:
        _check_text("option label", option.get("label"), 100)
        _check_text("option value", option.get("value"), 100)
        _check_emoji(option.get("emoji"))
    most = select.get("max_values", 1)
    if most > len(options):
        msg = f"max_values: {most} are more than the {len(options)} options"
        raise refuse(msg)
    if sum(bool(option.get("default")) for option in options) > most:
        msg = f"more than {most} options are chosen from the start"
        raise refuse(msg)


def _check_emoji(emoji: Mapping[str, Json] | None) -> None:
    if emoji and not emoji.get("id") and str(emoji.get("name", "")).isascii():
        msg = f"{emoji.get('name')!r} is not an emoji"
        raise refuse(msg)


def _check_url(url: str, schemes: Sequence[str] = ("http", "https", "attachment")) -> None:
    if url.partition("://")[0] not in schemes:
        msg = f"url: the scheme of {url!r} is not one of {tuple(schemes)}"
        raise refuse(msg)


def media_of(components: Iterable[Mapping[str, Json]]) -> Iterator[dict[str, Json]]:
    """Yield what these components show: pictures and files, not those of components within."""
    for component in components:
        yield from filter(None, (component.get("media"), component.get("file")))
        yield from (item["media"] for item in component.get("items") or ())


def _check_references(
    components: Sequence[Mapping[str, Json]], body: Mapping[str, Json], files: Sequence[File]
) -> None:
    """Refuse a picture that is neither uploaded nor declared in the very same request.

    A message that is changed has its files still, and yet Discord looks none of them up, and of
    those that come with the change only those that `attachments` names.
    """
    declared = {
        attachment.get("filename")
        for attachment in body.get("attachments") or ()
        if attachment.get("id") is not None
    }
    declared.update(file.filename for file in files)
    for media in media_of(components):
        scheme, _, name = media["url"].partition("://")
        if scheme == "attachment" and name not in declared:
            msg = f"UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND: {name!r} is not declared"
            raise refuse(msg)


def _check_every_file_is_shown(
    components: Sequence[Mapping[str, Json]], files: Sequence[File]
) -> None:
    shown = {media["url"] for media in media_of(components)}
    for file in files:
        if f"attachment://{file.filename}" not in shown:
            msg = f"no component shows the attachment {file.filename!r}"
            raise refuse(msg)


def _check_text(what: str, text: Json, longest: int) -> None:
    if not isinstance(text, str) or not text.strip():
        msg = f"{what}: must not be blank"
        raise refuse(msg)
    _check_length(what, text, longest)


def _check_length(what: str, text: str | None, longest: int) -> None:
    if text is not None and len(text) > longest:
        msg = f"{what}: {len(text)} characters are more than {longest}"
        raise refuse(msg)
