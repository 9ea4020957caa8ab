"""What Discord refuses when the bot's slash commands are synced.

Pure checks of the list that goes to `PUT …/commands`, as `bodies` does for messages.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from discord import Locale
from simcord import BackendError

from playground.strict.bodies import MOST_CHOICES, Json, check_choice, refuse

MOST_COMMANDS = 100
MOST_OPTIONS = 25
LONGEST_COMMAND = 8000

_SLASH = 1
_SUBCOMMAND, _GROUP = 1, 2
_NAME = re.compile(r"[-_'\w]{1,32}")
_LOCALES = frozenset(str(locale) for locale in Locale)


def check_commands(commands: Sequence[Mapping[str, Json]]) -> None:
    """Refuse the whole list if any command in it breaks a limit."""
    slash = [command for command in commands if command.get("type", _SLASH) == _SLASH]
    if len(slash) > MOST_COMMANDS:
        raise BackendError(400, 30032, "Maximum number of application commands reached (100)")
    _check_unique("command", slash)
    for command in slash:
        _check_named(command)
        _check_options(command, depth=0)
        size = sum(_sizes(command))
        if size > LONGEST_COMMAND:
            msg = f"/{command['name']}: {size} characters are more than {LONGEST_COMMAND}"
            raise refuse(msg)


def _check_named(node: Mapping[str, Json]) -> None:
    for name in (node["name"], *_localized(node, "name").values()):
        if _NAME.fullmatch(name) is None or name != name.lower():
            msg = f"name: {name!r} is no name for a command or an option"
            raise refuse(msg)
    for text in (node.get("description", ""), *_localized(node, "description").values()):
        if not 1 <= len(text.strip()) <= len(text) <= 100:
            msg = f"{node['name']}: a description has 1 to 100 characters, not {len(text)}"
            raise refuse(msg)


def _check_options(node: Mapping[str, Json], depth: int) -> None:
    options = node.get("options") or []
    if len(options) > MOST_OPTIONS:
        msg = f"{node['name']}: {len(options)} options are more than {MOST_OPTIONS}"
        raise refuse(msg)
    _check_unique("option", options)
    kinds = {option["type"] for option in options}
    if kinds & {_SUBCOMMAND, _GROUP} and kinds - {_SUBCOMMAND, _GROUP}:
        msg = f"{node['name']}: subcommands and options do not mix"
        raise refuse(msg)
    for earlier, later in pairwise(options):
        if later.get("required") and not earlier.get("required"):
            msg = f"{node['name']}: {later['name']} is required, so it must come first"
            raise refuse(msg)
    for option in options:
        _check_named(option)
        if option["type"] in (_SUBCOMMAND, _GROUP):
            if depth + option["type"] > 2:
                msg = f"{option['name']}: groups and subcommands are nested too deep"
                raise refuse(msg)
            _check_options(option, depth + 1)
        _check_option_choices(option)


def _check_option_choices(option: Mapping[str, Json]) -> None:
    choices = option.get("choices") or []
    if len(choices) > MOST_CHOICES:
        msg = f"{option['name']}: {len(choices)} choices are more than {MOST_CHOICES}"
        raise refuse(msg)
    if choices and option.get("autocomplete"):
        msg = f"{option['name']}: choices and autocomplete exclude each other"
        raise refuse(msg)
    _check_unique("choice", choices)
    for choice in choices:
        check_choice(choice)


def _check_unique(what: str, nodes: Sequence[Mapping[str, Json]]) -> None:
    names = [node["name"] for node in nodes]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        msg = f"{what} {min(twice)!r} exists twice"
        raise refuse(msg)


def _localized(node: Mapping[str, Json], key: str) -> Mapping[str, str]:
    texts: Mapping[str, str] = node.get(f"{key}_localizations") or {}
    for locale in texts:
        if locale not in _LOCALES:
            msg = f"{key}_localizations: {locale!r} is no locale of Discord"
            raise refuse(msg)
    return texts


def _sizes(node: Mapping[str, Any]) -> Iterator[int]:
    """Yield the lengths that Discord adds up; of a text in many languages, the longest."""
    for key in ("name", "description"):
        yield max(len(node.get(key, "")), *map(len, _localized(node, key).values()), 0)
    for choice in node.get("choices") or ():
        yield max(map(len, (choice["name"], *_localized(choice, "name").values())))
        yield len(str(choice["value"]))
    for option in node.get("options") or ():
        yield from _sizes(option)
