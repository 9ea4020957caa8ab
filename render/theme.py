"""The colours that all pictures share, in one table a theme.

A theme is looked up by name (`THEMES["dark"]`); pictures ask it for roles ("panel",
"muted"), never for values. A game's own colours are in its `colours` module, and nothing else
names a colour. What does not belong here: where a colour is used (that is drawing) and how it
becomes an index (`render.png`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Final

from render.scene import ThemeName

Colour = tuple[int, int, int]
"""Red, green and blue from 0 to 255."""


@dataclass(frozen=True, slots=True)
class PlayerColours:
    """One hue: its pieces (fill, edge, rim), its filled chip, text upon the fill, its spaces."""

    fill: Colour
    edge: Colour
    text: Colour
    outline: Colour
    rim: Colour
    tint: Colour
    """Fills a space that its player owns."""


@dataclass(frozen=True, slots=True)
class MedalColours:
    """A medal for one of the first three ranks."""

    fill: Colour
    edge: Colour
    text: Colour


@dataclass(frozen=True, slots=True)
class Theme:
    """All colours of one theme by role."""

    name: ThemeName
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
    frame: Colour
    line: Colour
    gain: Colour
    loss: Colour
    players: tuple[PlayerColours, ...]
    """By hue (see `render.scene`)."""
    medals: tuple[MedalColours, ...]

    def marking(self, age: int) -> Colour:
        """Return the colour that marks a turn by how many turns it is before the last one."""
        return (self.highlight, *self.older)[min(age, len(self.older))]

    def colours(self) -> Iterator[Colour]:
        """Yield every colour once, in the order of the table."""
        yield from dict.fromkeys(colours_in(self))


def colours_in(value: object) -> Iterator[Colour]:
    """Yield the colours in a table: a theme, a game's own colours, or a part of them."""
    match value:
        case (int(red), int(green), int(blue)):
            yield red, green, blue
        case tuple():
            for part in value:
                yield from colours_in(part)
        case _ if is_dataclass(value):
            for field in fields(value):
                yield from colours_in(getattr(value, field.name))
        case _:
            pass


def rgb(code: str) -> Colour:
    """Read a colour.

    >>> rgb("FF9A1F")
    (255, 154, 31)
    """
    red, green, blue = bytes.fromhex(code)
    return red, green, blue


def _hue(
    fill: str, edge: str, text: str, outline: str, tint: str, *, rim: str | None = None
) -> PlayerColours:
    return PlayerColours(rgb(fill), rgb(edge), rgb(text), rgb(outline), rgb(rim or fill), rgb(tint))


def _older(*greys: str) -> tuple[Colour, Colour]:
    before, longer_ago = map(rgb, greys)
    return before, longer_ago


def _medals(text: str, *metals: str) -> tuple[MedalColours, ...]:
    """Return the medals of metals, each written as its fill and its edge."""
    pairs = (map(rgb, metal.split()) for metal in metals)
    return tuple(MedalColours(fill, edge, rgb(text)) for fill, edge in pairs)


_MEDALS: Final = _medals("1C1A17", "D3B065 84651F", "B9BEC6 6E747E", "C48A5A 7A4A22")

THEMES: Final[dict[ThemeName, Theme]] = {
    "dark": Theme(
        name="dark",
        page=rgb("26282D"),
        panel=rgb("2F3238"),
        void=rgb("2A2D32"),
        cell=rgb("363A41"),
        raised=rgb("3B3F47"),
        text=rgb("F4F0E7"),
        muted=rgb("B9B6AE"),
        highlight=rgb("FFFFFF"),
        older=_older("AEAEB0", "8A8A8C"),
        frame=rgb("7E6C48"),
        line=rgb("565B66"),
        gain=rgb("8FCB8A"),
        loss=rgb("F0A08C"),
        players=(
            _hue("E98B22", "8A4B06", "1C1A17", "E98B22", "574227"),
            _hue("8E5CC4", "4A2577", "FFFFFF", "B493DC", "433558", rim="B493DC"),
            _hue("F8E56B", "7D6A0C", "1C1A17", "F8E56B", "4C4726"),
            _hue("62B8EA", "1E6391", "1C1A17", "62B8EA", "2F4B5C"),
        ),
        medals=_MEDALS,
    ),
    "light": Theme(
        name="light",
        page=rgb("F8F4EB"),
        panel=rgb("EFE8D9"),
        void=rgb("E6DCC8"),
        cell=rgb("DACEB5"),
        raised=rgb("E3D9C4"),
        text=rgb("26231F"),
        muted=rgb("5A5346"),
        highlight=rgb("141210"),
        older=_older("625C52", "746E62"),
        frame=rgb("B9A06C"),
        line=rgb("BFB296"),
        gain=rgb("2F6B34"),
        loss=rgb("9C3A22"),
        players=(
            _hue("E98B22", "8A4B06", "1C1A17", "9E550C", "F7DDB3"),
            _hue("8E5CC4", "4A2577", "FFFFFF", "6F43A1", "DFD0F0"),
            _hue("F8E56B", "7D6A0C", "1C1A17", "7A6808", "F6EDB4"),
            _hue("62B8EA", "1E6391", "1C1A17", "1F6797", "CBE6F6"),
        ),
        medals=_MEDALS,
    ),
    "contrast": Theme(
        name="contrast",
        page=rgb("000000"),
        panel=rgb("0E0E0E"),
        void=rgb("1A1A1A"),
        cell=rgb("2B2B2B"),
        raised=rgb("383838"),
        text=rgb("F4F4F4"),
        muted=rgb("DCDCDC"),
        highlight=rgb("FFFFFF"),
        older=_older("BABABA", "969696"),
        frame=rgb("BDBDBD"),
        line=rgb("8A8A8A"),
        gain=rgb("7CF08A"),
        loss=rgb("FFA594"),
        players=(
            _hue("FF9A1F", "A85A00", "000000", "FF9A1F", "4A2C00"),
            _hue("7428C8", "3A1070", "FFFFFF", "D5B5FF", "37165E", rim="D5B5FF"),
            _hue("FFF04D", "9A8A00", "000000", "FFF04D", "3F3900"),
            _hue("4DC3FF", "0A6BA3", "000000", "4DC3FF", "00344F"),
        ),
        medals=_medals("000000", "FFC83D 8A5A00", "D6DAE0 7C828C", "F0A468 8A4A16"),
    ),
}
