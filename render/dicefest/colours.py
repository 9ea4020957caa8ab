"""The colours of Dicefest in each theme; most of its pieces have those of the players."""

from dataclasses import dataclass
from typing import Final

from render.contrast import Shape
from render.scene import ThemeName
from render.theme import Colour, Theme, rgb


@dataclass(frozen=True, slots=True)
class Colours:
    """The game's colours in one theme: what marks under numbers are made paler with."""

    pale: Colour


def colours_of(theme: Theme) -> Colours:
    """Return the game's colours in a theme."""
    return COLOURS[theme.name]


COLOURS: Final[dict[ThemeName, Colours]] = {
    "dark": Colours(rgb("F3ECDD")),
    "light": Colours(rgb("FFFDF8")),
    "contrast": Colours(rgb("FFFFFF")),
}

INKS: Final = ()
SHAPES: Final = (
    # Counters are made as gold medals are.
    Shape(("medals.0.fill", "medals.0.edge"), "cell"),
)
ORNAMENTS: Final = frozenset({"pale"})
"""It is only mixed; the mixtures are measured where they are made."""
