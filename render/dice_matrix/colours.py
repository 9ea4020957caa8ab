"""The colours of the dice of Dice Matrix in each theme, and how well they have to stand out."""

from dataclasses import dataclass
from typing import Final

from render.contrast import Ink, Shape
from render.scene import ThemeName
from render.theme import Colour, Theme, rgb


@dataclass(frozen=True, slots=True)
class DieColours:
    """One colour of die; `outline` keeps it apart from the page."""

    fill: Colour
    edge: Colour
    pips: Colour
    outline: Colour


@dataclass(frozen=True, slots=True)
class Colours:
    """The game's colours in one theme: its dice in the order K R P Y B."""

    dice: tuple[DieColours, ...]


def colours_of(theme: Theme) -> Colours:
    """Return the game's colours in a theme."""
    return COLOURS[theme.name]


def _die(fill: str, edge: str, pips: str, outline: str | None = None) -> DieColours:
    return DieColours(rgb(fill), rgb(edge), rgb(pips), rgb(outline or edge))


COLOURS: Final[dict[ThemeName, Colours]] = {
    "dark": Colours(
        dice=(
            _die("101114", "000000", "FFFFFF", "A9AEB8"),
            _die("CF4033", "7C1D15", "FFFFFF", "E28C85"),
            _die("E282B4", "8F3F6A", "2A1420", "EEB4D2"),
            _die("F3D94E", "94730B", "2A2208", "F8E895"),
            _die("2268B2", "153F70", "FFFFFF", "7AA4D1"),
        ),
    ),
    "light": Colours(
        dice=(
            _die("101114", "000000", "FFFFFF"),
            _die("CF4033", "7C1D15", "FFFFFF"),
            _die("E282B4", "8F3F6A", "2A1420"),
            _die("F3D94E", "94730B", "2A2208", "745905"),
            _die("2268B2", "153F70", "FFFFFF"),
        ),
    ),
    "contrast": Colours(
        dice=(
            _die("000000", "6B6B6B", "FFFFFF", "FFFFFF"),
            _die("A9140B", "FF9F94", "FFFFFF", "FF9F94"),
            _die("FF8FC7", "A83A74", "000000", "FFC9E4"),
            _die("FFE94D", "9A8200", "000000", "FFF6B0"),
            _die("134DC2", "8FB8FF", "FFFFFF", "8FB8FF"),
        ),
    ),
}

INKS: Final = (
    Ink("dice.*.pips", "dice.*.fill"),
    # A die that was taken is a line on an empty cell.
    Ink("dice.*.outline", "void"),
)
SHAPES: Final = tuple(
    Shape(("dice.*.fill", "dice.*.outline"), ground) for ground in ("cell", "panel")
)
ORNAMENTS: Final = frozenset({"dice.*.edge"})
"""How thick a die is."""
