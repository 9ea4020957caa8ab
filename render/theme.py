"""Every colour of every picture, in one table a theme. Nothing else names a colour.

A theme is looked up by name (`THEMES["dark"]`); pictures ask it for roles ("panel",
"muted"), never for values. A new game adds its roles here. What does not belong here:
where a colour is used (that is drawing) and how it becomes an index (`render.png`).
"""

from collections.abc import Iterator
from dataclasses import astuple, dataclass
from typing import Final

from render.scene import ThemeName

Colour = tuple[int, int, int]
"""Red, green and blue from 0 to 255."""


@dataclass(frozen=True, slots=True)
class SeatColours:
    """One seat: its pieces (fill, edge, rim), its filled chip, text upon the fill, its spaces."""

    fill: Colour
    edge: Colour
    text: Colour
    outline: Colour
    rim: Colour
    tint: Colour
    """Fills a space that the seat owns."""


@dataclass(frozen=True, slots=True)
class DieColours:
    """One colour of die in Dice Matrix; `outline` keeps it apart from the page."""

    fill: Colour
    edge: Colour
    pips: Colour
    outline: Colour


@dataclass(frozen=True, slots=True)
class BoneColours:
    """A plain die, as rolled in Tablero."""

    fill: Colour
    edge: Colour
    pips: Colour


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
    """A tray for cards in MatriO, and its suit while no card lies there."""

    fill: Colour
    suit: Colour


@dataclass(frozen=True, slots=True)
class MedalColours:
    """A medal for one of the first three ranks."""

    fill: Colour
    edge: Colour
    text: Colour


@dataclass(frozen=True, slots=True)
class Theme:
    """All colours of one theme by role."""

    page: Colour
    panel: Colour
    void: Colour
    """An empty cell."""
    cell: Colour
    """A cell with a piece."""
    raised: Colour
    """The reader's own row."""
    text: Colour
    muted: Colour
    highlight: Colour
    """The last move or the choice being made, and nothing else but the reader's row."""
    older: tuple[Colour, Colour]
    """The turn before the last one, and those before that one."""
    value: Colour
    """What the columns of Tablero are worth."""
    frame: Colour
    line: Colour
    gain: Colour
    loss: Colour
    seats: tuple[SeatColours, ...]
    dice: tuple[DieColours, ...]
    """In the order K R P Y B."""
    bone: BoneColours
    card: CardColours
    trays: tuple[TrayColours, TrayColours]
    """For black suits and for red ones."""
    medals: tuple[MedalColours, ...]

    def marking(self, age: int) -> Colour:
        """Return the colour that marks the turn so many turns before the last one."""
        return (self.highlight, *self.older)[min(age, len(self.older))]

    def colours(self) -> Iterator[Colour]:
        """Yield every colour once, in the order of the table."""
        yield from dict.fromkeys(_flat(astuple(self)))


def _flat(values: tuple[object, ...]) -> Iterator[Colour]:
    for value in values:
        match value:
            case (int(red), int(green), int(blue)):
                yield red, green, blue
            case tuple():
                yield from _flat(value)


def _rgb(code: str) -> Colour:
    red, green, blue = bytes.fromhex(code)
    return red, green, blue


def _seat(
    fill: str, edge: str, text: str, outline: str, tint: str, *, rim: str | None = None
) -> SeatColours:
    return SeatColours(
        _rgb(fill), _rgb(edge), _rgb(text), _rgb(outline), _rgb(rim or fill), _rgb(tint)
    )


def _die(fill: str, edge: str, pips: str, outline: str | None = None) -> DieColours:
    return DieColours(_rgb(fill), _rgb(edge), _rgb(pips), _rgb(outline or edge))


def _card(face: str, edge: str, inks: str = "1F1D1A B3261E 6A6357 6B4BA0") -> CardColours:
    return CardColours(_rgb(face), _rgb(edge), *map(_rgb, inks.split()))


def _trays(black: tuple[str, str], red: tuple[str, str]) -> tuple[TrayColours, TrayColours]:
    return TrayColours(*map(_rgb, black)), TrayColours(*map(_rgb, red))


def _older(*greys: str) -> tuple[Colour, Colour]:
    before, longer_ago = map(_rgb, greys)
    return before, longer_ago


def _medals(text: str, *metals: str) -> tuple[MedalColours, ...]:
    """Return the medals of metals, each written as its fill and its edge."""
    pairs = (map(_rgb, metal.split()) for metal in metals)
    return tuple(MedalColours(fill, edge, _rgb(text)) for fill, edge in pairs)


_MEDALS: Final = _medals("1C1A17", "D3B065 84651F", "B9BEC6 6E747E", "C48A5A 7A4A22")

THEMES: Final[dict[ThemeName, Theme]] = {
    "dark": Theme(
        page=_rgb("26282D"),
        panel=_rgb("2F3238"),
        void=_rgb("2A2D32"),
        cell=_rgb("363A41"),
        raised=_rgb("3B3F47"),
        text=_rgb("F4F0E7"),
        muted=_rgb("B9B6AE"),
        highlight=_rgb("FFFFFF"),
        older=_older("AEAEB0", "8A8A8C"),
        value=_rgb("CBAA6A"),
        frame=_rgb("7E6C48"),
        line=_rgb("565B66"),
        gain=_rgb("8FCB8A"),
        loss=_rgb("F0A08C"),
        seats=(
            _seat("E98B22", "8A4B06", "1C1A17", "E98B22", "574227"),
            _seat("8E5CC4", "4A2577", "FFFFFF", "B493DC", "433558", rim="B493DC"),
            _seat("F8E56B", "7D6A0C", "1C1A17", "F8E56B", "4C4726"),
            _seat("62B8EA", "1E6391", "1C1A17", "62B8EA", "2F4B5C"),
        ),
        dice=(
            _die("101114", "000000", "FFFFFF", "A9AEB8"),
            _die("CF4033", "7C1D15", "FFFFFF", "E28C85"),
            _die("E282B4", "8F3F6A", "2A1420", "EEB4D2"),
            _die("F3D94E", "94730B", "2A2208", "F8E895"),
            _die("2268B2", "153F70", "FFFFFF", "7AA4D1"),
        ),
        bone=BoneColours(_rgb("F3ECDD"), _rgb("B8AC93"), _rgb("1F1D1A")),
        card=_card("F3ECDD", "6F6550"),
        trays=_trays(("17181B", "7C828D"), ("6E2620", "E5A198")),
        medals=_MEDALS,
    ),
    "light": Theme(
        page=_rgb("F8F4EB"),
        panel=_rgb("EFE8D9"),
        void=_rgb("E6DCC8"),
        cell=_rgb("DACEB5"),
        raised=_rgb("E3D9C4"),
        text=_rgb("26231F"),
        muted=_rgb("5A5346"),
        highlight=_rgb("141210"),
        older=_older("625C52", "746E62"),
        value=_rgb("86662A"),
        frame=_rgb("B9A06C"),
        line=_rgb("BFB296"),
        gain=_rgb("2F6B34"),
        loss=_rgb("9C3A22"),
        seats=(
            _seat("E98B22", "8A4B06", "1C1A17", "9E550C", "F7DDB3"),
            _seat("8E5CC4", "4A2577", "FFFFFF", "6F43A1", "DFD0F0"),
            _seat("F8E56B", "7D6A0C", "1C1A17", "7A6808", "F6EDB4"),
            _seat("62B8EA", "1E6391", "1C1A17", "1F6797", "CBE6F6"),
        ),
        dice=(
            _die("101114", "000000", "FFFFFF"),
            _die("CF4033", "7C1D15", "FFFFFF"),
            _die("E282B4", "8F3F6A", "2A1420"),
            _die("F3D94E", "94730B", "2A2208", "745905"),
            _die("2268B2", "153F70", "FFFFFF"),
        ),
        bone=BoneColours(_rgb("FFFDF8"), _rgb("8C8168"), _rgb("1F1D1A")),
        card=_card("FFFDF8", "655B46"),
        trays=_trays(("C9C2B4", "4E4942"), ("E9BDB4", "8E2F25")),
        medals=_MEDALS,
    ),
    "contrast": Theme(
        page=_rgb("000000"),
        panel=_rgb("0E0E0E"),
        void=_rgb("1A1A1A"),
        cell=_rgb("2B2B2B"),
        raised=_rgb("383838"),
        text=_rgb("F4F4F4"),
        muted=_rgb("DCDCDC"),
        highlight=_rgb("FFFFFF"),
        older=_older("BABABA", "969696"),
        value=_rgb("FFD75E"),
        frame=_rgb("BDBDBD"),
        line=_rgb("8A8A8A"),
        gain=_rgb("7CF08A"),
        loss=_rgb("FFA594"),
        seats=(
            _seat("FF9A1F", "A85A00", "000000", "FF9A1F", "4A2C00"),
            _seat("7428C8", "3A1070", "FFFFFF", "D5B5FF", "37165E", rim="D5B5FF"),
            _seat("FFF04D", "9A8A00", "000000", "FFF04D", "3F3900"),
            _seat("4DC3FF", "0A6BA3", "000000", "4DC3FF", "00344F"),
        ),
        dice=(
            _die("000000", "6B6B6B", "FFFFFF", "FFFFFF"),
            _die("A9140B", "FF9F94", "FFFFFF", "FF9F94"),
            _die("FF8FC7", "A83A74", "000000", "FFC9E4"),
            _die("FFE94D", "9A8200", "000000", "FFF6B0"),
            _die("134DC2", "8FB8FF", "FFFFFF", "8FB8FF"),
        ),
        bone=BoneColours(_rgb("FFFFFF"), _rgb("8A8A8A"), _rgb("000000")),
        card=_card("FFFFFF", "575757", "000000 A8000F 444444 4B1FA8"),
        trays=_trays(("303030", "EDEDED"), ("6E0A0A", "FFC9C2")),
        medals=_medals("000000", "FFC83D 8A5A00", "D6DAE0 7C828C", "F0A468 8A4A16"),
    ),
}
