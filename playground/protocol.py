"""What the page and the server say to each other: JSON objects over one websocket.

The page comes from `/?key=KEY` and opens `/ws?key=KEY`, both with `&language=ja` where another
language than the browser's is wanted; its other files are at `/page/…`, its words at `/words/ja`.
Every id is a string of digits. All times are ISO 8601 in UTC, as Discord writes them. What belongs
here: the shape of every message, and reading the page's. What they do is in `desk`.

**The page asks**, each time with `do` (what) and `n` (a number of its own); see the dataclasses
below for the fields of each. The server answers every one, in any order, with either

- `{"is": "done", "n": n, …}` with the fields that the dataclass names under "Done", or
- `{"is": "refused", "n": n, "code": …, "text": …}`: `text` is in the page's language (English where the code is "malformed"); `code` is one of `Code`.

**The server tells**, without being asked:

`{"is": "hello", "people": […], "servers": [{"id", "name"}], "bot": {…}, "clock": {…},
"locales": […], "games": [{"name", "command"}]}`
    Once, first. `people`, `bot` and `clock` are as in the messages of these names; `servers` are
    all that there are; `games` are what Tavolo plays, and the first words of their commands.
`{"is": "people", "people": [{"id", "name", "locale", "dms": bool, "servers": [id, …],
"manages": [id, …]}]}`
    Whenever somebody changed. A person in no server is still listed; `manages` are the servers that
    they may manage.
`{"is": "bot", "bot": {"id", "name", "online": bool}}`
    When the bot comes or goes. While it is offline commands and clicks fail.
`{"is": "clock", "clock": {"now": time, "ahead": seconds}}`
    When the clock was moved; `ahead` is how far it is before the machine's.
`{"is": "view", "pane", "person", "place", "servers": […], "directs": [place, …], "names": {id: name}}`
    What a pane's person sees at the left, whole, after `watch` and whenever any of it changed.
    A server is `{"id", "name", "locale", "places": [place, …], "members": [{"id", "name",
    "bot"}], "roles": [{"id", "name"}]}`.
    A place is `{"id", "name", "kind", "parent", "topic", "archived", "locked", "writable",
    "unread": bool, "mentions": count, "last": message id or null, "read": message id or null}`;
    `kind` is "text", "voice", "forum", "thread" or "direct"; a thread's `parent` is its channel,
    and it comes after it; `last` is the newest message and `read` the last that the person has
    read.
    `names` says who or what `<@id>`, `<@&id>` and `<#id>` in texts are. `place` is null where
    the one that the pane showed is out of the person's sight: open another.
`{"is": "messages", "pane", "place", "messages": [message, …], "more": bool, "starter": message|null}`
    After `watch`: the newest, oldest first. `more` if there are earlier ones; `starter` is the
    message that a thread was started from.
`{"is": "starter", "pane", "place", "message": message|null}`
    The message that the thread was started from has changed, or is gone.
`{"is": "message", "pane", "message": message}`
    A new or changed message in the pane's place: put it in by its id (ids sort by time; longer
    strings are greater), or in the place of the one with the same id.
`{"is": "gone", "pane", "place", "messages": [id, …]}`
    They are deleted or dismissed.

A **message** is Discord's own message object (`id`, `channel_id`, `type`, `author`, `content`,
`timestamp`, `edited_timestamp`, `attachments`, `embeds`, `components`, `flags`, `mentions`,
`message_reference`, `referenced_message`, `interaction_metadata`, …), with Components V2 in
`components` (media and attachments have a `url` that the page may load), and these in addition:
`"ephemeral"` (only this person sees it), `"thinking"` (the bot still is), `"pinged"` (it pinged
this person), `"name"` (the author as this server calls them), `"command"` (`{"name", "user_id",
"user"}` if it answers a slash command, else null), and `"thread"` (`{"id", "name", "archived",
"messages": count}` if one was started from it, else null).

A **form** is Discord's modal: `{"id": form id, "title", "custom_id", "components"}`; the
components are Labels with one control each, text displays, or rows of text inputs.

A **command** is `{"path", "name", "description", "options": […]}`: `path` ("game
resign") is what to send back, `name` and `description` are in the person's language. An
option is `{"name", "label", "description", "type", "required", "autocomplete", "choices":
[{"name", "value"}], "channel_kinds": […]}` plus `min_value`, `max_value`, `min_length`,
`max_length` where set; `label` is its name in the person's language; `type` is Discord's number:
3 text, 4 whole number, 5 yes or no, 6 person, 7 place, 8 role, 9 person or role, 10 number.
"""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from enum import StrEnum
from types import MappingProxyType
from typing import Any, ClassVar, Final, get_origin, get_type_hints

from playground.parsing import parse

Json = Any  # what json.loads returns


class Code(StrEnum):
    """Why an action was refused."""

    MALFORMED = "malformed"
    """The page sent something that this module does not describe: a mistake of the page."""
    NO_ANSWER = "no-answer"
    """The bot did not answer within three seconds (or is not there)."""
    OUT_OF_SIGHT = "out-of-sight"
    """Person, place, message, control, form or command is gone or was never there for them."""
    INVALID = "invalid"
    """A value is missing or not allowed; `text` says which."""
    BROKEN = "broken"
    """The playground itself failed, and logged how."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """What the page asks for."""

    do: ClassVar[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch(Action):
    """Show in a pane what a person sees, and keep it up to date; null is no place yet.

    A pane is any name that the page chooses; two side by side are two names. Watching
    again replaces what the pane showed. A `view` and (with a place) `messages` follow.
    """

    do: ClassVar = "watch"
    pane: str
    person: str
    place: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Close(Action):
    """Show nothing more in a pane."""

    do: ClassVar = "close"
    pane: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier(Action):
    """Ask for the messages before one. Done: `messages` (oldest first), `more`."""

    do: ClassVar = "earlier"
    person: str
    place: str
    before: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Read(Action):
    """Mark everything in a place as read by a person."""

    do: ClassVar = "read"
    person: str
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dismiss(Action):
    """Take away an ephemeral message, as "Dismiss message" does."""

    do: ClassVar = "dismiss"
    person: str
    place: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Commands(Action):
    """Ask which commands a person can run in a place. Done: `commands`."""

    do: ClassVar = "commands"
    person: str
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Complete(Action):
    """Ask the bot what an option may be. Done: `choices`, each `{"name", "value"}`.

    `options` is what the other options hold so far, as for `run`; what is not valid yet is
    left out by the server.
    """

    do: ClassVar = "complete"
    person: str
    place: str
    path: str
    option: str
    typed: str
    options: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run(Action):
    """Run a slash command. Done: as for `click`.

    Values are strings, numbers, booleans by the option's type; people, places and roles are
    ids; of a choice it is the `value`. Numbers may come as strings. A file is `{"name",
    "content"}` with its bytes in Base64.
    """

    do: ClassVar = "run"
    person: str
    place: str
    path: str
    options: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Click(Action):
    """Click a button. Done, once the bot has answered: `outcome`, `form`, `message`.

    `outcome` is "message" (a new one, in `message` its id), "thinking" (it comes later),
    "update" (the clicked one changed), "later" (it may change later), or "form" (then `form`).
    Messages come as events, before or after this.
    """

    do: ClassVar = "click"
    person: str
    place: str
    message: str
    custom_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(Action):
    """Choose in a select of any kind: values of options, or ids. Done: as for `click`."""

    do: ClassVar = "choose"
    person: str
    place: str
    message: str
    custom_id: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Submit(Action):
    """Send a form. Done: as for `click`.

    `values` holds by custom_id: a string for a text input or a radio group, a list of strings
    for selects and checkbox groups, a boolean for a checkbox. What is left out is empty. A
    refused form can be sent again.
    """

    do: ClassVar = "submit"
    person: str
    form: str
    values: Mapping[str, Json]


@dataclass(frozen=True, slots=True, kw_only=True)
class Direct(Action):
    """Open the direct messages between a person and the bot. Done: `place`."""

    do: ClassVar = "direct"
    person: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Add(Action):
    """Bring a new person into every server. Done: `person`."""

    do: ClassVar = "add"
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave(Action):
    """Take a person out of a server."""

    do: ClassVar = "leave"
    person: str
    server: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Return(Action):
    """Bring back a person who left."""

    do: ClassVar = "return"
    person: str
    server: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Manage(Action):
    """Make a member of a server one of its managers, or no longer."""

    do: ClassVar = "manage"
    person: str
    server: str
    may: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Dms(Action):
    """Open or close a person's direct messages to the bot."""

    do: ClassVar = "dms"
    person: str
    open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Locale(Action):
    """Set the language of a person's Discord: one of the `locales` in `hello`."""

    do: ClassVar = "locale"
    person: str
    locale: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Forward(Action):
    """Move the clock forward, for everybody and for the bot."""

    do: ClassVar = "forward"
    hours: float


ACTIONS: Final[Mapping[str, type[Action]]] = {
    action.do: action
    for action in (
        Watch,
        Close,
        Earlier,
        Read,
        Dismiss,
        Commands,
        Complete,
        Run,
        Click,
        Choose,
        Submit,
        Direct,
        Add,
        Leave,
        Return,
        Manage,
        Dms,
        Locale,
        Forward,
    )
}
"""Every action by its word."""
_TYPES: Final = {action: get_type_hints(action) for action in ACTIONS.values()}


class Malformed(ValueError):
    """The page sent something that is not in the protocol; `n` is its number where known."""

    def __init__(self, wrong: str, n: int | None = None) -> None:
        super().__init__(wrong)
        self.n = n


def read(text: str) -> tuple[int, Action]:
    """Read what the page sent: its number, and what it asks for.

    >>> read('{"do": "dms", "n": 7, "person": "12", "open": false}')
    (7, Dms(person='12', open=False))

    Raises Malformed.
    """
    try:
        asked = parse(text)
    except ValueError:
        asked = None
    if not isinstance(asked, dict) or type(asked.get("n")) is not int:
        msg = "not a JSON object with a whole number n"
        raise Malformed(msg)
    n: int = asked.pop("n")
    kind = ACTIONS.get(str(asked.pop("do", None)))
    if kind is None:
        msg = "do is unknown"
        raise Malformed(msg, n)
    known = {each.name for each in fields(kind)}
    required = {
        each.name
        for each in fields(kind)
        if each.default is MISSING and each.default_factory is MISSING
    }
    if not required <= asked.keys() <= known:
        msg = f"{kind.do} has the fields {sorted(known)}"
        raise Malformed(msg, n)
    try:
        return n, kind(**{name: _checked(kind, name, asked[name]) for name in asked})
    except TypeError:
        msg = f"a field of {kind.do} has the wrong type"
        raise Malformed(msg, n) from None


def _checked(kind: type[Action], name: str, value: Json) -> Json:
    expected = _TYPES[kind][name]
    if get_origin(expected) is tuple:
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            return tuple(value)
    elif get_origin(expected) is Mapping:
        if isinstance(value, dict):
            return MappingProxyType(value)
    elif expected is float:
        if type(value) in (int, float):
            return float(value)
    elif isinstance(value, expected):
        return value
    raise TypeError(name)
