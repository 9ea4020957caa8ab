"""The pieces of Dice Matrix: dice in their cells, ghosts of taken dice, places and stacks.

Each function gives a ready-made tile for a palette, made once and kept. Tiles are shared:
nobody may draw on them. What does not belong here: where a piece lies, and why.
"""

from functools import lru_cache
from math import asin, cos, pi, sin
from typing import Final, Literal

from PIL import Image

from render.canvas import Canvas, Ink
from render.contrast import contrast
from render.dice_matrix.colours import colours_of
from render.pieces import draw_pips
from render.png import Palette
from render.sketch import Point, Sketch, round_arc
from render.theme import Colour
from render.type import Style

CELL: Final = 87
"""Side of a cell of the dice matrix."""
_HALF: Final = 36.0
"""Half the width of a die."""
SLOT: Final = (45, 36)
"""Width and height of a place for a stack in an area."""
LIFT: Final = 2
"""How far a high stack may rise above its slot."""
SINK: Final = 3
"""How far it may reach below."""
_GAIN: Final = Style(28, 750)
_GAIN_WIDTHS: Final = (44, 60)
"""Of the points of a die with one figure, and with two."""
_GAIN_HEIGHT: Final = 34
_LETTER: Final = Style(32, 700)
_LETTER_WIDTHS: Final = (31, 46)
"""Of the badge with the letter of a colour: with one character, and with two."""
_LETTER_HEIGHT: Final = 29
_DISTINCT: Final = 3.0
"""The contrast from which on a die needs no outline."""
_ASIDE: Final = 4
"""How much smaller a die is that has such a badge, and how far it lies to the upper right."""
_HEAD: Final = 50
"""Side of the silhouette that heads a column of an area."""
_MOST_LAYERS: Final = 3
_LAYER: Final = 2.5

Marking = Literal["none", "chosen", "hinted"]


def _silhouette(colour: int, x: float, y: float, half: float, inset: float = 0) -> list[Point]:
    """Return the outline of a die (K square, R octagon, P circle, Y hexagon, B ticket)."""
    match colour:
        case 0:
            side = half - inset
            return [
                (x - side, y - side),
                (x + side, y - side),
                (x + side, y + side),
                (x - side, y + side),
            ]
        case 1:
            side = half - inset
            cut = side * 0.46
            return [
                (x + a * side, y + b * cut) if flat else (x + a * cut, y + b * side)
                for a, b, flat in (
                    (-1, -1, True), (-1, -1, False), (1, -1, False), (1, -1, True),
                    (1, 1, True), (1, 1, False), (-1, 1, False), (-1, 1, True),
                )
            ]  # fmt: skip
        case 2:
            radius = half * 1.07 - inset
            return [
                point
                for quarter in range(4)
                for point in round_arc(x, y, radius, quarter / 4, (quarter + 1) / 4)
            ]
        case 3:
            radius = half * 1.125 - inset * 1.155
            return [
                (x + radius * sin(pi * sixth / 3), y - radius * cos(pi * sixth / 3))
                for sixth in range(6)
            ]
        case _:
            bite = half * 0.44 + inset
            lean = asin(inset / bite) / (2 * pi)
            return [
                point
                for corner, (a, b) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1)))
                for point in round_arc(
                    x + a * half, y + b * half, bite, (corner + 1) / 4 - lean, corner / 4 + lean
                )
            ]


def _body(
    sketch: Sketch, palette: Palette, colour: int, at: Point, half: float, *, depth: int
) -> None:
    """Draw a die without pips, `depth` thick, its face centred on a point.

    Where colours bear letters, its outline is left out if it stands out from its cell anyway.
    """
    x, y = at
    colours = colours_of(palette.theme).dice[colour]
    for below in range(depth, 0, -1):
        sketch.polygon(_silhouette(colour, x, y + below, half), colours.edge)
    plain = palette.letters and contrast(colours.fill, palette.theme.cell) >= _DISTINCT
    if not plain:
        sketch.polygon(_silhouette(colour, x, y, half), colours.outline)
    sketch.polygon(_silhouette(colour, x, y, half, 0 if plain else 2), colours.fill)


def _corner(palette: Palette) -> int:
    """Return the radius of a cell's corners: next to letters, round ones would be too many bytes."""
    return 0 if palette.letters else 10


def _thick_die(sketch: Sketch, palette: Palette, colour: int, face: int, half: float) -> None:
    """Draw a die in the middle of a cell, or where colours bear letters, flat next to its letter.

    Letters and thick dice together would be too many bytes.
    """
    aside = _ASIDE if palette.letters else 0
    at, half = (CELL / 2 + aside, CELL / 2 - 2 - aside), half - aside
    _body(sketch, palette, colour, at, half, depth=0 if aside else 5)
    _draw_face(sketch, face, colours_of(palette.theme).dice[colour].pips, at, half)


def _draw_face(sketch: Sketch, face: int, ink: Colour, at: Point, half: float) -> None:
    draw_pips(sketch, face, at, ink, spread=half * 0.46, radius=half * 0.185)


def _lettered(sketch: Sketch, palette: Palette, colour: int) -> Image.Image:
    """Return the tile of a cell, with the letter of a die's colour at the lower left, if it has one."""
    if not palette.letters:
        return sketch.tile(palette)
    theme, letter = palette.theme, palette.letters[colour]
    wide, high = _LETTER_WIDTHS[len(letter) > 1], _LETTER_HEIGHT
    sketch.box((5, CELL - high, wide, CELL - 5), 0, theme.cell)
    canvas = Canvas(palette, sketch.tile(palette))
    ink = Ink(theme.text, theme.cell)
    canvas.number(letter, _LETTER, ink, (wide / 2, CELL - high / 2))
    return canvas.image


@lru_cache(maxsize=256)
def die(palette: Palette, colour: int, face: int, marking: Marking = "none") -> Image.Image:
    """Return a die in its cell: plain, chosen (framed) or hinted at (with corners)."""
    theme = palette.theme
    sketch = Sketch(CELL, CELL, theme.panel)
    sketch.box((0, 0, CELL, CELL), _corner(palette), theme.cell)
    half = _HALF
    if marking == "hinted":
        sketch.outline((1, 1, CELL - 1, CELL - 1), 10, 4, theme.highlight)
        sketch.box((22, 0, CELL - 22, CELL), 0, theme.cell)
        sketch.box((0, 22, CELL, CELL - 22), 0, theme.cell)
        half = 31.0
    elif marking == "chosen":
        _framing(sketch, theme.highlight, 5)
        half = 30.0
    _thick_die(sketch, palette, colour, face, half)
    return _lettered(sketch, palette, colour)


@lru_cache(maxsize=128)
def ghost(palette: Palette, colour: int, face: int, age: int = 0, gain: str = "") -> Image.Image:
    """Return the framed outline of a die that was taken from its cell some turns ago.

    What it scored, if that is told, is in the upper right corner.
    """
    theme = palette.theme
    ink = colours_of(theme).dice[colour].outline
    sketch = Sketch(CELL, CELL, theme.panel)
    sketch.box((0, 0, CELL, CELL), _corner(palette), theme.void)
    _framing(sketch, theme.marking(age), 3 if age else 5)
    half: float = 24 if gain else 27
    at = (8 + half, CELL - 9 - half) if gain else (CELL / 2, CELL / 2)
    sketch.polygon(_silhouette(colour, *at, half), ink)
    sketch.polygon(_silhouette(colour, *at, half, 4), theme.void)
    _draw_face(sketch, face, ink, at, half - 1)
    if not gain:
        return sketch.tile(palette)
    wide, high = _GAIN_WIDTHS[len(gain) > 2], _GAIN_HEIGHT
    sketch.box((CELL - wide, 0, CELL, high), 9, theme.marking(age))
    canvas = Canvas(palette, sketch.tile(palette))
    at = (CELL - wide / 2, high / 2)
    canvas.number(gain, _GAIN, Ink(theme.page, theme.marking(age)), at)
    return canvas.image


def _framing(sketch: Sketch, ink: Colour, width: int) -> None:
    sketch.outline((1, 1, CELL - 1, CELL - 1), 9, width, ink)


@lru_cache
def empty_cell(palette: Palette) -> Image.Image:
    """Return a cell from which the die is gone."""
    theme = palette.theme
    sketch = Sketch(CELL, CELL, theme.panel)
    sketch.box((0, 0, CELL, CELL), _corner(palette), theme.void)
    sketch.disc(CELL / 2, CELL / 2, 5, theme.line)
    return sketch.tile(palette)


@lru_cache
def loose_die(palette: Palette, colour: int, face: int) -> Image.Image:
    """Return a die that lies outside the matrix, as large as a cell and in its colour."""
    sketch = Sketch(CELL, CELL, palette.theme.cell)
    _thick_die(sketch, palette, colour, face, _HALF)
    return _lettered(sketch, palette, colour)


@lru_cache
def colour_head(palette: Palette, colour: int) -> Image.Image:
    """Return the silhouette that heads a column of an area, with its letter if it has one."""
    sketch, middle = Sketch(_HEAD, _HEAD, palette.theme.panel), _HEAD / 2
    _body(sketch, palette, colour, (middle, middle), 22, depth=0)
    if palette.letters:
        ink = colours_of(palette.theme).dice[colour].pips
        sketch.number(palette.letters[colour], _LETTER, ink, (middle, middle))
    return sketch.tile(palette)


@lru_cache
def face_head(palette: Palette, face: int) -> Image.Image:
    """Return the pips that head a row of an area (38 by 36)."""
    theme = palette.theme
    sketch = Sketch(38, 36, theme.panel)
    sketch.box((0, 0, 38, 36), 7, theme.cell)
    draw_pips(sketch, face, (19, 18), theme.text, spread=10.5, radius=4.2)
    return sketch.tile(palette)


@lru_cache
def empty_slot(palette: Palette) -> Image.Image:
    """Return an empty place of an area."""
    width, height = SLOT
    sketch = Sketch(width, height, palette.theme.panel)
    sketch.box((0, 0, width, height), 7, palette.theme.void)
    return sketch.tile(palette)


@lru_cache
def open_slot(palette: Palette, colour: int) -> Image.Image:
    """Return an empty place of an area that the left-over die may go to."""
    width, height = SLOT
    theme = palette.theme
    sketch = Sketch(width, height, theme.panel)
    sketch.box((0, 0, width, height), 7, theme.void)
    sketch.outline((0, 0, width, height), 7, 3, colours_of(theme).dice[colour].outline)
    return sketch.tile(palette)


@lru_cache(maxsize=128)
def stack(palette: Palette, colour: int, height: int) -> Image.Image:
    """Return a stack of an area, from two dice up with its height, to lie `LIFT` above its slot.

    Three layers show below the top at most.
    """
    theme, colours = palette.theme, colours_of(palette.theme).dice[colour]
    width, slot = SLOT
    sketch = Sketch(width, slot + LIFT + SINK, theme.panel)
    top, bottom = (side + LIFT for side in stack_sides(height))
    layers = min(height - 1, _MOST_LAYERS)
    face = bottom - layers * _LAYER
    for lower in range(layers, 0, -1):
        upper_side, lower_side = top + lower * _LAYER, face + lower * _LAYER
        sketch.box((0, upper_side, width, lower_side), 7, colours.outline)
        sketch.box((1, upper_side, width - 1, lower_side - 1), 6, colours.edge)
    sketch.box((0, top, width, face), 7, colours.outline)
    sketch.box((2, top + 2, width - 2, face - 2), 5, colours.fill)
    tile = sketch.tile(palette)
    if height == 1:
        # A "1" would look like a die that shows one.
        return tile
    style = Style(34 if height < 10 else 30, 750)
    Canvas(palette, tile).number(
        str(height), style, Ink(colours.pips, colours.fill), (width / 2, (top + face) / 2)
    )
    return tile


def stack_sides(height: int) -> tuple[int, int]:
    """Return the top and the bottom of a stack, from the top of its slot."""
    layers = min(max(height - 1, 0), _MOST_LAYERS)
    return -(layers // 2), SLOT[1] + (layers + 1) // 2
