"""Fields of the outbox's rows, as they are stored in JSON.

What does not belong here: which rows there are (`bot.delivery.rows`).
"""

from collections.abc import Mapping
from dataclasses import Field
from typing import Any


class UnreadableRow(ValueError):
    """Raised for a stored row of an unknown kind, or without what its kind needs."""


def key_of(each: "Field[Any]") -> str:
    """Return the key under which a field is stored."""
    return str(each.metadata.get("key", each.name))


def read_field(kind: str, each: "Field[Any]", payload: Mapping[str, Any]) -> Any:
    """Read one field of a row; numbers for a bool and 0 for "none" are from older versions.

    Raises UnreadableRow.
    """
    value = payload.get(key_of(each), each.default)
    match value:
        case None if each.default is None:
            return None
        case int():
            pass
        case _:
            raise UnreadableRow(kind, dict(payload))
    if each.type == int | None:
        return value or None
    try:
        return each.type(value)  # type: ignore[operator]
    except ValueError as error:
        raise UnreadableRow(kind, dict(payload)) from error
