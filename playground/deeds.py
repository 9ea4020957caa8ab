"""What people do to the bot, as Discord tells it: commands, clicks, choices, forms.

Each function takes what the page sent and gives the "data" of an interaction, or raises
`Impossible` where the person could not do that in Discord: what is not there, disabled, or not
allowed as a value. What does not belong here: the bot's answer (`desk`).
"""

import re
from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from games.words import Text
from playground.protocol import Code
from playground.strict.bodies import Json
from playground.world import World

COMMAND, COMPONENT, AUTOCOMPLETE, SUBMIT = 2, 3, 4, 5
"""Kinds of interactions."""
BUTTON: Final = 2
STRING_SELECT, TEXT_INPUT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = range(
    3, 9
)
_ROW, _TEXT, _LABEL, _UPLOAD, _RADIO, _CHECKS, _CHECK = 1, 10, 18, 19, 21, 22, 23
_SUBCOMMANDS: Final = frozenset({1, 2})
_STRING, _INTEGER, _BOOLEAN, _NUMBER, _FILE = 3, 4, 5, 10, 11
_NAMING: Final[Mapping[int, frozenset[str]]] = {
    6: frozenset({"users"}),
    7: frozenset({"channels"}),
    8: frozenset({"roles"}),
    9: frozenset({"users", "roles"}),
}
"""What options name, by their type."""
_CHOOSING: Final[Mapping[int, frozenset[str]]] = {
    USER_SELECT: _NAMING[6],
    ROLE_SELECT: _NAMING[8],
    MENTIONABLE_SELECT: _NAMING[9],
    CHANNEL_SELECT: _NAMING[7],
}
_EMPTY: Final[Mapping[int, dict[str, Json]]] = {TEXT_INPUT: {"value": ""}, _RADIO: {"value": None}}
"""What a form says about a control that holds one value, and none is given."""
_LONGEST_NAME: Final = 200
"""How much of a file's name is kept."""
_LARGEST: Final = 2**53 - 1
"""Discord's numbers go no further."""


class Impossible(Exception):
    """A person could not do this in Discord: `code` and `text` say why."""

    def __init__(self, code: Code, text: Text) -> None:
        super().__init__(str(text))
        self.code = code
        self.text = text


def _invalid(text: Text) -> Impossible:
    return Impossible(Code.INVALID, text)


@dataclass(slots=True)
class Namer:
    """Look up whom and what a person names in a place, and collect it as Discord sends it."""

    world: World
    person: int
    place: int
    resolved: dict[str, dict[str, Json]] = field(default_factory=dict)

    def name(self, value: Json, kinds: frozenset[str], channel_types: Sequence[int] = ()) -> str:
        """Collect what an id names and return the id; raise Impossible where it is none of these."""
        text = str(value)
        known = re.fullmatch(r"[0-9]{1,20}", text) is not None
        found = dict(self.world.named(self.person, self.place, int(text))) if known else {}
        channel = found.get("channels")
        if not kinds & found.keys() or (
            channel and channel_types and channel["type"] not in channel_types
        ):
            raise _invalid(Text("{value} is not a valid choice here.", value=text))
        for kind, payload in found.items():
            self.resolved.setdefault(kind, {})[text] = payload
        return text

    def attach(self, value: Json) -> str:
        """Upload a file, `{"name", "content"}` with the content in Base64, and return its id."""
        try:
            name, content = str(value["name"]), b64decode(value["content"], validate=True)
        except (TypeError, KeyError, ValueError, NotBase64):
            raise _invalid(Text("This is not a file.")) from None
        file = self.world.upload(self.place, name[:_LONGEST_NAME], content)
        self.resolved.setdefault("attachments", {})[file["id"]] = file
        return str(file["id"])


# -------------------------------------------------------------------------- commands


def leaves(
    command: Mapping[str, Json],
) -> Iterator[tuple[list[Mapping[str, Json]], Mapping[str, Json]]]:
    """Yield what can be run of a command: the way to it (itself included), and its last part."""
    branches = [([command], command)]
    while branches:
        way, node = branches.pop(0)
        inner = [o for o in node.get("options") or () if o["type"] in _SUBCOMMANDS]
        if inner:
            branches[:0] = [([*way, option], option) for option in inner]
        else:
            yield way, node


def running(
    world: World, person: int, place: int, path: str, options: Mapping[str, Json]
) -> dict[str, Json]:
    """Run a slash command."""
    way, leaf = _find(world, person, place, path)
    namer = Namer(world, person, place)
    declared = _declared(leaf)
    for name in options:
        if name not in declared:
            raise _invalid(Text("There is no option {name}.", name=name))
    given = [
        {"name": name, "type": option["type"], "value": _value(option, options[name], namer)}
        for name, option in declared.items()
        if options.get(name) not in (None, "")
    ]
    missing = [
        name
        for name, option in declared.items()
        if option.get("required") and options.get(name) in (None, "")
    ]
    if missing:
        raise _invalid(Text("{name} is missing.", name=missing[0]))
    return _command(way, given, namer)


def completing(
    world: World,
    person: int,
    place: int,
    path: str,
    option: str,
    typed: str,
    options: Mapping[str, Json],
) -> dict[str, Json]:
    """Type into an option; others that are not valid yet are left out."""
    way, leaf = _find(world, person, place, path)
    focused = _declared(leaf).get(option, {})
    if not focused.get("autocomplete"):
        raise _invalid(Text("The bot has no suggestions for the option {name}.", name=option))
    namer = Namer(world, person, place)
    given: list[dict[str, Json]] = []
    for name, declared in _declared(leaf).items():
        if name == option:
            kind = focused["type"]
            given.append({"name": name, "type": kind, "value": typed, "focused": True})
        elif options.get(name) not in (None, ""):
            try:
                value = _value(declared, options[name], namer)
            except Impossible:
                continue
            given.append({"name": name, "type": declared["type"], "value": value})
    return _command(way, given, namer)


def _find(
    world: World, person: int, place: int, path: str
) -> tuple[list[Mapping[str, Json]], Mapping[str, Json]]:
    if (world.place(place).get("thread_metadata") or {}).get("archived"):
        raise Impossible(
            Code.OUT_OF_SIGHT, Text("This thread is archived: nobody can run commands here.")
        )
    for command in world.commands(person, place):
        for way, leaf in leaves(command):
            if " ".join(node["name"] for node in way) == path:
                return way, leaf
    raise Impossible(Code.OUT_OF_SIGHT, Text("There is no command {path} here.", path=f"/{path}"))


def _declared(leaf: Mapping[str, Json]) -> dict[str, Mapping[str, Json]]:
    return {option["name"]: option for option in leaf.get("options") or ()}


def _command(
    way: Sequence[Mapping[str, Json]], given: list[dict[str, Json]], namer: Namer
) -> dict[str, Json]:
    root, *inner = way
    for node in reversed(inner):
        given = [{"name": node["name"], "type": node["type"], "options": given}]
    data = {"id": root["id"], "name": root["name"], "type": root["type"], "options": given}
    if namer.resolved:
        data["resolved"] = namer.resolved
    if root.get("guild_id"):
        data["guild_id"] = root["guild_id"]
    return data


def _value(option: Mapping[str, Json], value: Json, namer: Namer) -> Json:
    kind, name = option["type"], option["name"]
    if kind in _NAMING:
        return namer.name(value, _NAMING[kind], option.get("channel_types") or ())
    if kind == _FILE:
        return namer.attach(value)
    if kind == _BOOLEAN and isinstance(value, bool):
        return value
    if kind == _STRING and isinstance(value, str):
        _check_length(option, name, value)
    elif kind in (_INTEGER, _NUMBER):
        value = _number(kind, name, value)
        if not option.get("min_value", -_LARGEST) <= value <= option.get("max_value", _LARGEST):
            raise _invalid(Text("{name} cannot be {value}.", name=name, value=value))
    else:
        raise _invalid(Text("{name} cannot be {value}.", name=name, value=value))
    choices = [choice["value"] for choice in option.get("choices") or ()]
    if choices and value not in choices:
        raise _invalid(Text("{name} cannot be {value}.", name=name, value=value))
    return value


def _number(kind: int, name: str, value: Json) -> int | float:
    pattern = r"-?[0-9]{1,16}" if kind == _INTEGER else r"-?[0-9]{1,16}(\.[0-9]{1,16})?"
    if isinstance(value, bool) or re.fullmatch(pattern, str(value)) is None:
        raise _invalid(Text("{name} cannot be {value}.", name=name, value=value))
    return int(value) if kind == _INTEGER else float(value)


def _check_length(node: Mapping[str, Json], name: str, text: str) -> None:
    fewest, most = node.get("min_length") or 0, node.get("max_length") or 6000
    if len(text) < fewest:
        raise _invalid(Text("{name} needs at least {n} characters.", name=name, n=fewest))
    if len(text) > most:
        raise _invalid(Text("{name} takes at most {n} characters.", name=name, n=most))


# ----------------------------------------------------------------- buttons and selects


def clicking(world: World, place: int, message: int, custom_id: str) -> dict[str, Json]:
    """Click a button of a message."""
    button = _control(world.message(place, message), custom_id)
    if button["type"] != BUTTON:
        raise Impossible(Code.OUT_OF_SIGHT, Text("This is not a button."))
    return {"custom_id": custom_id, "component_type": BUTTON, "id": button.get("id")}


def choosing(
    world: World, person: int, place: int, message: int, custom_id: str, values: Sequence[str]
) -> dict[str, Json]:
    """Choose in a select of a message."""
    select = _control(world.message(place, message), custom_id)
    if select["type"] != STRING_SELECT and select["type"] not in _CHOOSING:
        raise Impossible(Code.OUT_OF_SIGHT, Text("This is not a select menu."))
    namer = Namer(world, person, place)
    chosen = _chosen(select, values, namer, fewest=select.get("min_values", 1))
    data = {
        "custom_id": custom_id,
        "component_type": select["type"],
        "id": select.get("id"),
        "values": chosen,
    }
    if namer.resolved:
        data["resolved"] = namer.resolved
    return data


def walk(components: Sequence[Mapping[str, Json]]) -> Iterator[Mapping[str, Json]]:
    """Yield components and all that is in them."""
    for component in components:
        yield component
        yield from walk(component.get("components") or ())
        yield from walk(
            [component[key] for key in ("component", "accessory") if component.get(key)]
        )


def _control(message: Mapping[str, Json], custom_id: str) -> Mapping[str, Json]:
    for component in walk(message["components"]):
        if component.get("custom_id") == custom_id and not component.get("disabled"):
            return component
    raise Impossible(Code.OUT_OF_SIGHT, Text("The message does not have this control any more."))


def _chosen(
    select: Mapping[str, Json], values: Sequence[str], namer: Namer, *, fewest: int
) -> list[str]:
    most = select.get("max_values", 1)
    if not fewest <= len(values) <= most or len(set(values)) < len(values):
        raise _invalid(Text("Choose {fewest} to {most}.", fewest=fewest, most=most))
    if select["type"] in _CHOOSING:
        kinds, types = _CHOOSING[select["type"]], select.get("channel_types") or ()
        return [namer.name(value, kinds, types) for value in values]
    return [_of_options(select, value) for value in values]


def _of_options(control: Mapping[str, Json], value: Json) -> str:
    if value not in [option["value"] for option in control.get("options") or ()]:
        raise _invalid(Text("{value} cannot be chosen here.", value=value))
    return str(value)


# ----------------------------------------------------------------------------- forms


def filling(
    world: World, person: int, place: int, form: Mapping[str, Json], values: Mapping[str, Json]
) -> dict[str, Json]:
    """Send a form that the bot showed."""
    namer = Namer(world, person, place)
    controls = {each["custom_id"] for each in walk(form["components"]) if each.get("custom_id")}
    for name in values:
        if name not in controls:
            raise _invalid(Text("There is no field {name}.", name=name))
    components = [_filled(component, values, namer) for component in form["components"]]
    data: dict[str, Json] = {"custom_id": form["custom_id"], "components": components}
    if namer.resolved:
        data["resolved"] = namer.resolved
    return data


def _filled(
    component: Mapping[str, Json], values: Mapping[str, Json], namer: Namer
) -> dict[str, Json]:
    kind = component["type"]
    filled: dict[str, Json] = {"type": kind, "id": component.get("id")}
    if kind == _ROW:
        filled["components"] = [_filled(each, values, namer) for each in component["components"]]
    elif kind == _LABEL:
        filled["component"] = _filled(component["component"], values, namer)
    elif kind != _TEXT:
        custom_id = component["custom_id"]
        filled["custom_id"] = custom_id
        filled |= _answer(component, values.get(custom_id), namer)
    return filled


def _answer(control: Mapping[str, Json], value: Json, namer: Namer) -> dict[str, Json]:
    kind, required = control["type"], control.get("required", True)
    if kind == _CHECK:
        if not isinstance(value, bool | None):
            raise _invalid(Text("A box is checked or not."))
        return {"value": bool(control.get("default")) if value is None else value}
    if not value:
        if required:
            raise _invalid(Text("Something that is required is missing."))
        return _EMPTY.get(kind, {"values": []})
    if kind == TEXT_INPUT and isinstance(value, str):
        _check_length(control, str(control.get("label") or control["custom_id"]), value)
        return {"value": value}
    if kind == _RADIO:
        return {"value": _of_options(control, value)}
    if kind == _UPLOAD or not isinstance(value, list):
        raise _invalid(Text("{value} cannot be chosen here.", value=str(value)))
    most = control.get("max_values", len(control["options"]) if kind == _CHECKS else 1)
    fewest = control.get("min_values", 1)
    return {"values": _chosen({**control, "max_values": most}, value, namer, fewest=fewest)}
