"""Write what a job takes and returns as JSON, and read it again, for workers on other machines.

Only values of the games and of `bot.workers.jobs` are read: nothing that is written in the database
can run anything else. What does not belong here: which job it is (`bot.workers.jobs`).
"""

import re
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from importlib import import_module
from typing import Any, Final

from games.words import Plural, Text

Json = Any
"""What `json` writes; Any, for what is in it is looked at piece by piece."""

HOMES: Final = re.compile(r"games(\.\w+)*|bot\.workers\.jobs")
"""The modules whose values travel."""


class WireError(Exception):
    """A value that does not travel, or something written that is none."""


def write(value: object) -> Json:
    """Write a value as JSON; raises WireError."""
    if value is None or type(value) in {bool, int, float, str}:
        return value
    if isinstance(value, list):
        return [write(each) for each in value]
    kind, inner = _taken_apart(value)
    return {kind: inner}


def _taken_apart(value: object) -> tuple[str, Json]:
    match value:
        case Enum():
            return _named(value), value.value
        case Plural():
            others = {name: each for name, each in value.values.items() if name != "n"}
            return "plural", [value.source, value.plural, value.n, _all(others)]
        case Text():
            return "text", [value.source, _all(value.values)]
        case tuple():
            # A named one has a class of its own.
            kind = _named(value) if hasattr(value, "_fields") else "tuple"
            return kind, [write(each) for each in value]
        case frozenset():
            return "set", sorted((write(each) for each in value), key=repr)
        case Mapping():
            return "map", [[write(key), write(each)] for key, each in value.items()]
    if is_dataclass(value):
        made = [getattr(value, field.name) for field in fields(value) if field.init]
        return _named(value), [write(each) for each in made]
    msg = f"{type(value).__qualname__} does not travel"
    raise WireError(msg)


def _all(values: Mapping[str, object]) -> Json:
    return {name: write(each) for name, each in values.items()}


def read(written: Json) -> Any:  # Any: whatever was written
    """Read a value that `write` has written; raises WireError."""
    try:
        return _read(written)
    except (TypeError, ValueError, KeyError, AttributeError, ImportError) as error:
        msg = f"cannot be read: {error!r}"
        raise WireError(msg) from error


def _read(written: Json) -> Any:  # Any: as above
    if isinstance(written, list):
        return [_read(each) for each in written]
    if not isinstance(written, dict):
        return written
    ((kind, inner),) = written.items()
    match kind:
        case "tuple":
            return tuple(_read(each) for each in inner)
        case "set":
            return frozenset(_read(each) for each in inner)
        case "map":
            return {_read(key): _read(each) for key, each in inner}
        case "text" | "plural":
            *sources, values = inner
            cls = Text if kind == "text" else Plural
            return cls(*sources, **{name: _read(each) for name, each in values.items()})
        case _:
            return _made(_class(kind), inner)


def _made(cls: type[Any], inner: Json) -> Any:  # Any: of the games
    if issubclass(cls, Enum):
        return cls(inner)
    return cls(*(_read(each) for each in inner))


def _named(value: object) -> str:
    cls = type(value)
    if (
        HOMES.fullmatch(cls.__module__) is None
        or getattr(sys.modules[cls.__module__], cls.__qualname__, None) is not cls
    ):
        msg = f"{cls.__qualname__} of {cls.__module__} does not travel"
        raise WireError(msg)
    return f"{cls.__module__}:{cls.__qualname__}"


def _class(name: str) -> type[Any]:  # Any: of the games
    module, _, wanted = name.partition(":")
    if HOMES.fullmatch(module) is None:
        msg = f"{module} is not known"
        raise WireError(msg)
    found = getattr(import_module(module), wanted)
    if isinstance(found, type) and found.__module__ == module and _is_value(found):
        return found
    msg = f"{name} is no value"
    raise WireError(msg)


def _is_value(cls: type[Any]) -> bool:  # Any: as above
    return is_dataclass(cls) or issubclass(cls, Enum) or hasattr(cls, "_fields")
