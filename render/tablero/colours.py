"""The colours of Tablero in each theme, and how well they have to stand out."""

from dataclasses import dataclass
from typing import Final

from render.contrast import Ink, Shape
from render.scene import ThemeName
from render.theme import Colour, Theme, rgb


@dataclass(frozen=True, slots=True)
class BoneColours:
    """A die as it is rolled."""

    fill: Colour
    edge: Colour
    pips: Colour


@dataclass(frozen=True, slots=True)
class Colours:
    """The game's colours in one theme: its dice, and what the columns are worth."""

    bone: BoneColours
    value: Colour


def colours_of(theme: Theme) -> Colours:
    """Return the game's colours in a theme."""
    return COLOURS[theme.name]


def _bone(fill: str, edge: str, pips: str) -> BoneColours:
    return BoneColours(rgb(fill), rgb(edge), rgb(pips))


COLOURS: Final[dict[ThemeName, Colours]] = {
    "dark": Colours(_bone("F3ECDD", "B8AC93", "1F1D1A"), rgb("CBAA6A")),
    "light": Colours(_bone("FFFDF8", "8C8168", "1F1D1A"), rgb("86662A")),
    "contrast": Colours(_bone("FFFFFF", "8A8A8A", "000000"), rgb("FFD75E")),
}

INKS: Final = (Ink("bone.pips", "bone.fill"), Ink("value", "page"))
SHAPES: Final = (Shape(("bone.fill", "bone.edge"), "page"),)
ORNAMENTS: Final = frozenset[str]()
