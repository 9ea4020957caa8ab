"""A small, fast JSON Schema checker for the keywords that Discord's OpenAPI document uses.

A schema is compiled once into nested functions; where a union's branches are told apart by
their `type` (components, interaction answers) the right branch is looked up instead of tried,
which is what makes a check cost microseconds and its complaint point at the real mistake.
Nothing here knows Discord, except that a snowflake may also be sent as a number.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Schema = Mapping[str, Any]  # Any: JSON


@dataclass(frozen=True, slots=True)
class Complaint:
    """Say what is wrong with a value and where: `path` leads from the body to it."""

    text: str
    path: tuple[str, ...] = ()

    def under(self, key: str) -> "Complaint":
        """Return the same complaint, seen from the parent that holds the value as `key`."""
        return Complaint(self.text, (key, *self.path))

    def __str__(self) -> str:
        return f"{'.'.join(self.path) or 'body'}: {self.text}"


Check = Callable[[Any], Complaint | None]  # Any: JSON

_TYPES: dict[str, Callable[[Any], bool]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}

#: Keyword, the JSON type that it limits, what is measured, whether the limit is a lower one.
_LIMITS: tuple[tuple[str, type | tuple[type, ...], Callable[[Any], float], bool], ...] = (
    ("minLength", str, len, True),
    ("maxLength", str, len, False),
    ("minItems", list, len, True),
    ("maxItems", list, len, False),
    ("minProperties", dict, len, True),
    ("maxProperties", dict, len, False),
    ("minimum", (int, float), float, True),
    ("maximum", (int, float), float, False),
)


class Compiler:
    """Compile schemas, resolving `$ref` within one document."""

    def __init__(self, document: Schema) -> None:
        self._document = document
        self._by_reference: dict[str, Check] = {}

    def compile(self, schema: Schema) -> Check:
        """Return a function that gives the first complaint about a value, or None."""
        if "$ref" in schema:
            return self._reference(schema["$ref"])
        if schema.get("format") == "snowflake":
            return _snowflake
        checks = [
            *self._plain_checks(schema),
            *self._object_checks(schema),
            *(self.compile(part) for part in schema.get("allOf", ())),
        ]
        if "items" in schema:
            checks.append(_items(self.compile(schema["items"])))
        if "oneOf" in schema:
            checks.append(self._union(schema["oneOf"], exactly_one=True))
        if "anyOf" in schema:
            checks.append(self._union(schema["anyOf"], exactly_one=False))
        return _all_of(checks)

    def _reference(self, reference: str) -> Check:
        known = self._by_reference.get(reference)
        if known is not None:
            return known

        def once_compiled(value: Any) -> Complaint | None:
            return self._by_reference[reference](value)

        # Schemas may contain themselves, so the name must be known before it is compiled.
        self._by_reference[reference] = once_compiled
        self._by_reference[reference] = self.compile(self._resolve({"$ref": reference}))
        return self._by_reference[reference]

    def _resolve(self, schema: Schema) -> Schema:
        while "$ref" in schema:
            found: Any = self._document
            for step in schema["$ref"].removeprefix("#/").split("/"):
                found = found[step]
            schema = found
        return schema

    def _plain_checks(self, schema: Schema) -> list[Check]:
        checks: list[Check] = []
        if "type" in schema:
            names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
            checks.append(_type(names))
        if "enum" in schema:
            checks.append(_among(schema["enum"]))
        if "const" in schema:
            checks.append(_among([schema["const"]]))
        if "pattern" in schema:
            checks.append(_pattern(schema["pattern"]))
        if schema.get("uniqueItems"):
            checks.append(_unique)
        checks.extend(
            _limit(keyword, kind, measure, schema[keyword], lower=lower)
            for keyword, kind, measure, lower in _LIMITS
            if keyword in schema
        )
        return checks

    def _object_checks(self, schema: Schema) -> list[Check]:
        checks: list[Check] = []
        properties = schema.get("properties", {})
        if schema.get("required"):
            checks.append(_required(schema["required"]))
        if properties:
            checks.append(_properties({key: self.compile(sub) for key, sub in properties.items()}))
        extra = schema.get("additionalProperties", True)
        if extra is not True:
            check = self.compile(extra) if extra is not False else _refuse_key
            checks.append(_additional(frozenset(properties), check))
        return checks

    def _union(self, branches: Sequence[Schema], *, exactly_one: bool) -> Check:
        resolved = [self._resolve(branch) for branch in branches]
        if all(set(branch) <= {"const", "title", "description"} for branch in resolved):
            return _among([branch["const"] for branch in resolved])
        nullable = {"type": "null"} in resolved
        checks = [
            self.compile(branch)
            for branch, target in zip(branches, resolved, strict=True)
            if target != {"type": "null"}
        ]
        kinds = [_kinds(branch) for branch in resolved if branch != {"type": "null"}]
        if len(checks) == 1:
            chosen = checks[0]
        elif all(kinds) and len(frozenset().union(*kinds)) == sum(map(len, kinds)):
            chosen = _by_type(
                {kind: check for of, check in zip(kinds, checks, strict=True) for kind in of}
            )
        else:
            chosen = _tried(checks, exactly_one=exactly_one)
        return (lambda value: None if value is None else chosen(value)) if nullable else chosen


def _kinds(branch: Schema) -> frozenset[int]:
    """Return the values of `type` that lead to this branch; none where it has no such key."""
    kind = branch.get("properties", {}).get("type", {})
    values = kind.get("enum", [kind["const"]] if "const" in kind else [])
    return frozenset(values) if "type" in branch.get("required", ()) else frozenset()


def _all_of(checks: Sequence[Check]) -> Check:
    if len(checks) == 1:
        return checks[0]

    def check(value: Any) -> Complaint | None:
        for part in checks:
            if (complaint := part(value)) is not None:
                return complaint
        return None

    return check


def _snowflake(value: Any) -> Complaint | None:
    # discord.py sends snowflakes as numbers, and Discord takes both.
    is_number = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    if is_number or (isinstance(value, str) and re.fullmatch("0|[1-9][0-9]*", value)):
        return None
    return Complaint(f"{value!r} is not a snowflake")


def _type(names: Sequence[str]) -> Check:
    kinds = [_TYPES[name] for name in names]
    complaint = " or ".join(names)

    def check(value: Any) -> Complaint | None:
        if any(kind(value) for kind in kinds):
            return None
        return Complaint(f"{_shown(value)} is not of type {complaint}")

    return check


def _among(allowed: Sequence[Any]) -> Check:
    values = frozenset(allowed)

    def check(value: Any) -> Complaint | None:
        if isinstance(value, str | int) and not isinstance(value, bool) and value in values:
            return None
        return Complaint(f"{_shown(value)} is not one of {sorted(values, key=str)}")

    return check


def _pattern(pattern: str) -> Check:
    search = re.compile(pattern).search

    def check(value: Any) -> Complaint | None:
        if isinstance(value, str) and search(value) is None:
            return Complaint(f"{_shown(value)} does not match {pattern}")
        return None

    return check


def _limit(
    keyword: str,
    kind: type | tuple[type, ...],
    measure: Callable[[Any], float],
    limit: float,
    *,
    lower: bool,
) -> Check:
    def check(value: Any) -> Complaint | None:
        if not isinstance(value, kind) or isinstance(value, bool):
            return None
        size = measure(value)
        if size < limit if lower else size > limit:
            return Complaint(f"{_shown(value)} breaks {keyword} {limit}")
        return None

    return check


def _unique(value: Any) -> Complaint | None:
    if isinstance(value, list):
        shapes = [json.dumps(item, sort_keys=True) for item in value]
        if len(set(shapes)) < len(shapes):
            return Complaint("the items are not unique")
    return None


def _items(check_item: Check) -> Check:
    def check(value: Any) -> Complaint | None:
        if isinstance(value, list):
            for index, item in enumerate(value):
                if (complaint := check_item(item)) is not None:
                    return complaint.under(str(index))
        return None

    return check


def _required(keys: Sequence[str]) -> Check:
    def check(value: Any) -> Complaint | None:
        if isinstance(value, dict):
            for key in keys:
                if key not in value:
                    return Complaint(f"{key} is required")
        return None

    return check


def _properties(checks: Mapping[str, Check]) -> Check:
    def check(value: Any) -> Complaint | None:
        if isinstance(value, dict):
            for key, item in value.items():
                if key in checks and (complaint := checks[key](item)) is not None:
                    return complaint.under(key)
        return None

    return check


def _additional(known: frozenset[str], check_extra: Check) -> Check:
    def check(value: Any) -> Complaint | None:
        if isinstance(value, dict):
            for key in value.keys() - known:
                if (complaint := check_extra(value[key])) is not None:
                    return complaint.under(key)
        return None

    return check


def _refuse_key(_value: Any) -> Complaint | None:
    return Complaint("this key is unknown")


def _by_type(checks: Mapping[int, Check]) -> Check:
    def check(value: Any) -> Complaint | None:
        kind = value.get("type") if isinstance(value, dict) else None
        if isinstance(kind, bool) or not isinstance(kind, int) or kind not in checks:
            return Complaint(f"type {kind!r} is not one of {sorted(checks)}")
        return checks[kind](value)

    return check


def _tried(checks: Sequence[Check], *, exactly_one: bool) -> Check:
    def check(value: Any) -> Complaint | None:
        complaints = [complaint for part in checks if (complaint := part(value)) is not None]
        fits = len(checks) - len(complaints)
        if not fits:
            return max(complaints, key=lambda complaint: len(complaint.path))
        if exactly_one and fits > 1:
            return Complaint(f"{_shown(value)} fits {fits} alternatives, only one may")
        return None

    return check


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
