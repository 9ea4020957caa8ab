"""JSON that is read to the letter: what is wrong with a value is said in one sentence.

All errors are RecordErrors at ply 0, unless told otherwise. What does not belong here: what a
record has to hold (`record`).
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from games.errors import RecordError
from games.game import Json
from games.words import Text, quoted


def read_json(text: str) -> Json:
    """Read a JSON value; a key twice in one object is an error, like NaN."""
    try:
        # Any: what JSON gives; every part is checked before it is used.
        value: Any = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except RecursionError as error:
        raise RecordError(0, Text("this is not JSON: too deeply nested")) from error
    except ValueError as error:
        raise RecordError(
            0, Text("this is not JSON: {problem}", problem=str(error).splitlines()[0])
        ) from error
    checked: Json = value
    return checked


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """Refuse an object with a key twice: JSON readers silently drop one of them."""
    fields: dict[str, Json] = {}
    for key, value in pairs:
        if key in fields:
            raise RecordError(0, Text("the key {key} appears twice in one object", key=quoted(key)))
        fields[key] = value
    return fields


def _no_constant(name: str) -> Json:
    raise RecordError(0, Text("this is not JSON: {constant}", constant=name))


def matching(pattern: re.Pattern[str], value: Json, what: Text) -> str:
    """Return a value that must be a text of this pattern."""
    if isinstance(value, str) and pattern.fullmatch(value):
        return value
    raise RecordError(0, Text("{what} is malformed", what=what))


def object_of(
    value: Json, what: Text, required: Sequence[str] = (), optional: Sequence[str] | None = None
) -> Mapping[str, Json]:
    """Return an object that has all required keys, and no unknown ones if any are named."""
    if not isinstance(value, Mapping):
        raise RecordError(0, Text("{what} must be an object", what=what))
    for key in required:
        if key not in value:
            raise RecordError(0, Text("{what} lacks {key}", what=what, key=quoted(key)))
    for key in value:
        if required and key not in (*required, *(optional or ())):
            raise RecordError(
                0, Text("{what} has the unknown key {key}", what=what, key=quoted(key))
            )
    return value


def list_of(value: Json, what: Text) -> Sequence[Json]:
    """Return a value that must be a list."""
    if isinstance(value, list):
        return value
    raise RecordError(0, Text("{what} must be a list", what=what))


def string_of(value: Json, what: Text, ply: int = 0) -> str:
    """Return a value that must be a text."""
    if isinstance(value, str):
        return value
    raise RecordError(ply, Text("{what} must be a text", what=what))


def whole_of(value: Json, what: Text) -> int:
    """Return a value that must be a whole number."""
    # True and False are whole numbers to Python, but not in a record.
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise RecordError(0, Text("{what} must be a whole number", what=what))
