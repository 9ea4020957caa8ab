"""Which colours of a theme meet in pictures, and how well each has to stand out.

The table names every role of `render.theme`, and that of a game every role of its own colours
(a test checks both), so that a new colour is measured in every theme as soon as it exists.
Colours that a picture mixes for itself are measured where they are mixed. What does not belong
here: the colours.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Final, NamedTuple

from render.theme import Colour, Theme


class Ink(NamedTuple):
    """A colour that is read: text, pips, suits, marks. It needs contrast with its ground.

    Roles are paths into a theme; `*` stands for each of several, the same one in both paths.
    """

    ink: str
    ground: str


class Shape(NamedTuple):
    """A piece that has to be seen: any one of its colours (face, edge) may tell it from a ground."""

    colours: tuple[str, ...]
    ground: str


_GROUNDS: Final = ("page", "panel", "void", "cell")

INKS: Final = (
    *(Ink(ink, ground) for ink in ("text", "muted", "highlight") for ground in _GROUNDS),
    *(Ink(ink, "raised") for ink in ("text", "muted", "highlight")),
    *(Ink(ink, "page") for ink in ("gain", "loss", "players.*.outline")),
    *(Ink(ink, "players.*.tint") for ink in ("text", "muted", "highlight")),
    Ink("players.*.text", "players.*.fill"),
    Ink("medals.*.text", "medals.*.fill"),
)

SHAPES: Final = (
    *(Shape(("players.*.fill", "players.*.edge", "players.*.rim"), ground) for ground in _GROUNDS),
    *(Shape(("players.*.outline",), ground) for ground in ("page", "panel")),
    *(Shape((older,), ground) for older in ("older.0", "older.1") for ground in _GROUNDS),
    Shape(("medals.*.fill", "medals.*.edge"), "panel"),
)

ORNAMENTS: Final = frozenset({"frame", "line"})
"""Roles on which nothing depends: thin lines."""


def roles(value: object, path: str = "") -> Iterator[str]:
    """Yield the path of every role of a theme, `*` for the index in a list of likes."""
    dot = f"{path}." if path else ""
    if is_dataclass(value):
        for field in fields(value):
            yield from roles(getattr(value, field.name), f"{dot}{field.name}")
    elif isinstance(value, tuple) and not all(isinstance(part, int) for part in value):
        yield from dict.fromkeys(role for part in value for role in roles(part, f"{dot}*"))
    elif not isinstance(value, str):  # the theme's name
        yield path


def contrast(one: Colour, other: Colour) -> float:
    """Return how well two colours stand out from each other, from 1 to 21 (as WCAG 2 counts).

    >>> contrast((0, 0, 0), (255, 255, 255))
    21.0
    """
    dark, light = sorted(map(_luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def ink_contrasts(
    inks: Iterable[Ink], theme: Theme, own: object = None
) -> Iterator[tuple[Ink, float]]:
    """Yield each ink with its contrast, the least where there are several of a kind.

    Roles are those of a theme, and those of a game's own colours in it.
    """
    for pair in inks:
        yield pair, min(_each((own, theme), pair.ink, pair.ground))


def shape_contrasts(
    shapes: Iterable[Shape], theme: Theme, own: object = None
) -> Iterator[tuple[Shape, float]]:
    """Yield each shape with the contrast of the colour that tells it best from its ground."""
    for shape in shapes:
        best = zip(
            *(_each((own, theme), role, shape.ground) for role in shape.colours), strict=True
        )
        yield shape, min(map(max, best))


def _luminance(colour: Colour) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _each(tables: Sequence[object], role: str, ground: str) -> list[float]:
    """Measure each colour of a role on its ground, or on all of them if only they are several."""
    inks, grounds = _colours(tables, role), _colours(tables, ground)
    if len(inks) == 1:
        inks *= len(grounds)
    if len(grounds) == 1:
        grounds *= len(inks)
    return [contrast(ink, under) for ink, under in zip(inks, grounds, strict=True)]


def _colours(tables: Sequence[object], role: str) -> list[Colour]:
    """Return the colours of a role, several where its path has a `*`."""
    table = next(table for table in tables if hasattr(table, role.partition(".")[0]))
    found: list[Any] = [table]  # Parts of a table: any of its classes, tuples of them, colours.
    for name in role.split("."):
        if name == "*":
            found = [part for value in found for part in value]
        else:
            found = [
                value[int(name)] if name.isdigit() else getattr(value, name) for value in found
            ]
    return found
