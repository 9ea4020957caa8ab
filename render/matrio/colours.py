"""The colours of MatriO's cards and trays in each theme, and how well they have to stand out."""

from dataclasses import dataclass
from typing import Final

from render.contrast import Ink, Shape
from render.scene import ThemeName
from render.theme import Colour, Theme, rgb


@dataclass(frozen=True, slots=True)
class CardColours:
    """A playing card: its face and edge, black and red upon it, its value, a joker's star."""

    face: Colour
    edge: Colour
    ink: Colour
    red: Colour
    value: Colour
    star: Colour


@dataclass(frozen=True, slots=True)
class TrayColours:
    """A tray for cards, and its suit while no card lies there."""

    fill: Colour
    suit: Colour


@dataclass(frozen=True, slots=True)
class Colours:
    """The game's colours in one theme: its cards, its trays for black suits and for red ones."""

    card: CardColours
    trays: tuple[TrayColours, TrayColours]


def colours_of(theme: Theme) -> Colours:
    """Return the game's colours in a theme."""
    return COLOURS[theme.name]


def _card(face: str, edge: str, inks: str = "1F1D1A B3261E 6A6357 6B4BA0") -> CardColours:
    return CardColours(rgb(face), rgb(edge), *map(rgb, inks.split()))


def _trays(black: tuple[str, str], red: tuple[str, str]) -> tuple[TrayColours, TrayColours]:
    return TrayColours(*map(rgb, black)), TrayColours(*map(rgb, red))


COLOURS: Final[dict[ThemeName, Colours]] = {
    "dark": Colours(_card("F3ECDD", "6F6550"), _trays(("17181B", "7C828D"), ("6E2620", "E5A198"))),
    "light": Colours(_card("FFFDF8", "655B46"), _trays(("C9C2B4", "4E4942"), ("E9BDB4", "8E2F25"))),
    "contrast": Colours(
        _card("FFFFFF", "575757", "000000 A8000F 444444 4B1FA8"),
        _trays(("303030", "EDEDED"), ("6E0A0A", "FFC9C2")),
    ),
}

INKS: Final = (
    *(Ink(ink, "card.face") for ink in ("card.ink", "card.red", "card.value", "card.star")),
    # The number of cards beneath is written on the colour of their edges.
    Ink("card.face", "card.edge"),
    Ink("trays.*.suit", "trays.*.fill"),
    Ink("text", "trays.*.fill"),
    *(Ink("trays.1.suit", ground) for ground in ("page", "panel")),
)
SHAPES: Final = (
    Shape(("card.face", "card.edge"), "trays.*.fill"),
    Shape(("card.face", "card.edge"), "page"),
    # The edges of cards beneath lie on one another.
    Shape(("card.edge",), "card.face"),
)
ORNAMENTS: Final = frozenset[str]()
