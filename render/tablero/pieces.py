"""The pieces of Tablero: spaces, tokens and their marks, ladders, reserves, dice.

Each function gives a ready-made tile for a palette, made once and kept; stamps are tiles
that are not square and may lie on anything. Both are shared: nobody may draw on them. What
does not belong here: where a piece lies, and why.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from PIL import Image

from games.tablero.rules import TOKENS
from render.canvas import Canvas, Ink
from render.pieces import draw_mark, draw_pips, draw_token
from render.png import Palette
from render.sketch import Point, Sketch
from render.tablero.colours import colours_of
from render.tablero.view import DieUse
from render.theme import Colour, PlayerColours, Theme
from render.type import Style

SPACE: Final = (164, 184)
"""Width and height of a space."""
_CORNER: Final = 8
TOKEN: Final = 41
"""Radius of a token that lies alone or on top of a stack."""
STAMP: Final = TOKEN + 11
"""Radius of a marked token with its ring and halo."""
BADGE: Final = 23
"""Radius of a label with its halo."""

LADDER: Final = (54, 172)
"""Width and height of the slot of a ladder that is full."""
_BAR: Final = 46
_LADDER_INSIDE: Final = 162
_LOW_PITCH: Final = 27
"""What a bar of a low stack takes; from seven tokens up they share the height."""
_ONE_COLUMN: Final = 12

RESERVE: Final = (44, 116)
"""Width and height of a reserve."""
_RESERVE_PITCH: Final = 9.6

DIE: Final = 76
DIE_MARGIN: Final = (10, 20)
"""How far a die's face lies from the left and the top of its tile, for tick and ring."""
HAND_BAR: Final = (14, 54)
"""Width and height of a token in hand."""

Direction = Literal["left", "right", "up", "down"]


@dataclass(frozen=True, slots=True)
class Stamp:
    """A tile and the mask of what of it is drawn."""

    tile: Image.Image
    mask: Image.Image


def _stamp(sketch: Sketch, palette: Palette, ground: Colour) -> Stamp:
    tile = sketch.tile(palette)
    clear = palette.index(ground)
    return Stamp(tile, tile.point([index != clear and 255 for index in range(256)], "1"))


def checks(theme: Theme) -> tuple[Colour, Colour]:
    """Return the lighter and the darker colour of the chequered board."""
    dark, light = sorted((theme.void, theme.cell), key=sum)
    return light, dark


@lru_cache
def space(palette: Palette, ground: Colour) -> Image.Image:
    """Return a space that nobody owns."""
    width, height = SPACE
    sketch = Sketch(width, height, palette.theme.panel)
    sketch.box((0, 0, width, height), _CORNER, ground)
    return sketch.tile(palette)


@lru_cache
def owned_space(palette: Palette, hue: int) -> Image.Image:
    """Return a space of the centre row that somebody owns."""
    width, height = SPACE
    colours = palette.theme.players[hue]
    sketch = Sketch(width, height, palette.theme.panel)
    sketch.box((0, 0, width, height), _CORNER, colours.outline)
    sketch.box((4, 4, width - 4, height - 4), _CORNER - 3, colours.tint)
    return sketch.tile(palette)


def _ringed(palette: Palette, ground: Colour, age: int = 0) -> Sketch:
    """Start a stamp: a halo in page colour, the ring of a move, a gap in page colour."""
    theme = palette.theme
    sketch = Sketch(2 * STAMP, 2 * STAMP, ground)
    for radius, colour in (
        (STAMP, theme.page),
        (STAMP - 3 - (age > 0), theme.marking(age)),
        (STAMP - 8 + (age > 0), theme.page),
    ):
        sketch.disc(STAMP, STAMP, radius, colour)
    return sketch


@lru_cache
def marked_token(palette: Palette, hue: int, ground: Colour, age: int = 0) -> Stamp:
    """Return a token with a ring around it, for an earlier turn."""
    sketch = _ringed(palette, ground, age)
    draw_token(sketch, palette, hue, (STAMP, STAMP), TOKEN)
    return _stamp(sketch, palette, ground)


@lru_cache
def ghost(palette: Palette, hue: int, ground: Colour) -> Stamp:
    """Return the ringed outline of a token that is gone."""
    ink = palette.theme.players[hue].outline
    sketch = _ringed(palette, ground)
    sketch.ring(STAMP, STAMP, TOKEN - 3, 4, ink)
    draw_mark(sketch, palette, hue, (STAMP, STAMP), TOKEN, ink)
    return _stamp(sketch, palette, ground)


@lru_cache
def start(palette: Palette, ground: Colour, age: int = 0) -> Stamp:
    """Return the open circle on the space that a stack has left (44 square)."""
    theme = palette.theme
    sketch = Sketch(44, 44, ground)
    for radius, colour in ((21, theme.page), (17, theme.marking(age)), (10, theme.page)):
        sketch.disc(22, 22, radius, colour)
    return _stamp(sketch, palette, ground)


@lru_cache(maxsize=64)
def badge(palette: Palette, label: str, disc: Ink) -> Stamp:
    """Return a label on a disc of a colour that marks moves, for a ground."""
    theme = palette.theme
    sketch = Sketch(2 * BADGE, 2 * BADGE, disc.ground)
    sketch.disc(BADGE, BADGE, BADGE, theme.page)
    sketch.disc(BADGE, BADGE, BADGE - 3, disc.colour)
    stamp = _stamp(sketch, palette, disc.ground)
    ink = Ink(theme.page, disc.colour)
    style = Style(30 if len(label) == 1 else 26, 700)
    Canvas(palette, stamp.tile).number(label, style, ink, (BADGE, BADGE))
    return stamp


@lru_cache
def arrow(palette: Palette, direction: Direction, ground: Colour) -> Stamp:
    """Return a triangle that points the way on (48 square)."""
    theme = palette.theme
    sketch = Sketch(48, 48, ground)
    for half, tip, back, colour in ((22, 22, -16, theme.page), (14, 15, -11, theme.highlight)):
        shape = ((-half, -back), (half, -back), (0.0, float(-tip)))
        sketch.polygon([_turned(point, direction) for point in shape], colour)
    return _stamp(sketch, palette, ground)


def _turned(point: tuple[float, float], direction: Direction) -> Point:
    x, y = point
    turned = {"up": (x, y), "down": (x, -y), "left": (y, x), "right": (-y, x)}[direction]
    return turned[0] + 24, turned[1] + 24


def _border(colours: PlayerColours) -> Colour:
    """Return the line about a token: light where its fill is too dark for the page."""
    return colours.edge if colours.rim == colours.fill else colours.rim


def _draw_bar(sketch: Sketch, theme: Theme, hue: int, at: Point, size: Point) -> None:
    """Draw a token seen from the side: wide and round for hue 0, narrow and square for hue 1.

    `at` is the middle of its upper side.
    """
    colours = theme.players[hue]
    (x, y), (width, height) = at, size
    half, radius = (width / 2, min(8.0, height / 2)) if hue == 0 else (width / 3, 0)
    sketch.box((x - half, y, x + half, y + height), radius, _border(colours))
    line = 1.5 if height > 12 else 1
    inner = (x - half + line, y + line, x + half - line, y + height - line)
    sketch.box(inner, max(radius - line, 0), colours.fill)


@lru_cache(maxsize=512)
def ladder(palette: Palette, stack: tuple[int, ...], ground: Colour) -> Image.Image:
    """Return a stack of tokens of these hues seen from the side, bottom token lowest, in its slot.

    From thirteen tokens up there are two columns, the lower half on the left; a thread leads
    from the top of the one to the foot of the other.
    """
    theme = palette.theme
    columns = [stack[:_ONE_COLUMN], stack[_ONE_COLUMN:]] if len(stack) > _ONE_COLUMN else [stack]
    pitch = min(_LOW_PITCH, _LADDER_INSIDE // len(columns[0]))
    gap = 5 if pitch > 18 else 3
    width, height = LADDER[0], len(columns[0]) * pitch + 10 if len(columns) == 1 else LADDER[1]
    sketch = Sketch(width, height, ground)
    sketch.box((0, 0, width, height), _CORNER, theme.page)
    foot = height - 5
    middles: tuple[float, ...] = (width / 2,)
    wide = _BAR
    if len(columns) > 1:
        middles, wide = (width / 2 - 12.5, width / 2 + 12.5), 21
        _thread(sketch, theme.muted)
    for tokens, x in zip(columns, middles, strict=True):
        for place, hue in enumerate(tokens):
            top = foot - (place + 1) * pitch + gap / 2
            _draw_bar(sketch, theme, hue, (x, top), (wide, pitch - gap))
    return sketch.tile(palette)


def _thread(sketch: Sketch, colour: Colour) -> None:
    """Lead from the top of a ladder's left column to the foot of the right one."""
    width, height = LADDER
    middle = width / 2
    for box in (
        (middle - 14, 2, middle + 1, 4),
        (middle - 1, 2, middle + 1, height - 2),
        (middle - 1, height - 4, middle + 14, height - 2),
    ):
        sketch.box(box, 0, colour)


@lru_cache
def reserve(palette: Palette, hue: int, tokens: int) -> Image.Image:
    """Return a reserve with its twelve slots, filled from below."""
    theme = palette.theme
    width, height = RESERVE
    colours = theme.players[hue]
    sketch = Sketch(width, height, theme.page)
    for slot in range(TOKENS):
        bottom = height - slot * _RESERVE_PITCH
        box = (0, bottom - 7.5, width, bottom)
        if slot < tokens:
            left, top, right, bottom = box
            sketch.box(box, 2, colours.outline)
            sketch.box((left + 1, top + 1, right - 1, bottom - 1), 1, colours.fill)
        else:
            sketch.outline(box, 2, 1, theme.line)
    return sketch.tile(palette)


@lru_cache
def die(palette: Palette, face: int, use: DieUse) -> Image.Image:
    """Return a die: thick while it is open, ringed while it is being used, then a ticked outline."""
    theme, bone = palette.theme, colours_of(palette.theme).bone
    left, top = DIE_MARGIN
    right, bottom = left + DIE, top + DIE
    sketch = Sketch(right + 22, bottom + 14, theme.page)
    middle = (left + DIE / 2, top + DIE / 2)
    if use == "used":
        sketch.outline((left, top, right, bottom), 10, 3, theme.muted)
        draw_pips(sketch, face, middle, theme.muted, spread=19, radius=6)
        _tick(sketch, theme, (right + 1, top - 1))
        return sketch.tile(palette)
    if use == "chosen":
        sketch.outline((left - 8, top - 8, right + 8, bottom + 13), 17, 5, theme.highlight)
    sketch.box((left, top, right, bottom + 5), 10, bone.edge)
    sketch.box((left, top, right, bottom), 10, bone.edge)
    sketch.box((left + 1.5, top + 1.5, right - 1.5, bottom - 0.5), 9, bone.fill)
    draw_pips(sketch, face, middle, bone.pips, spread=20, radius=7.5)
    return sketch.tile(palette)


def _tick(sketch: Sketch, theme: Theme, at: Point) -> None:
    x, y = at
    sketch.disc(x, y, 19, theme.page)
    sketch.disc(x, y, 16, theme.muted)
    left, low, right = (x - 8, y), (x - 2, y + 6), (x + 8, y - 5)
    _stroke(sketch, left, low, theme.page)
    _stroke(sketch, low, right, theme.page)


def _stroke(sketch: Sketch, one: Point, other: Point, colour: Colour) -> None:
    """Draw a line with round ends, 4 wide."""
    (x, y), (end_x, end_y) = one, other
    length = ((end_x - x) ** 2 + (end_y - y) ** 2) ** 0.5
    across = ((y - end_y) * 2 / length, (end_x - x) * 2 / length)
    sketch.polygon(
        [
            (x + across[0], y + across[1]),
            (end_x + across[0], end_y + across[1]),
            (end_x - across[0], end_y - across[1]),
            (x - across[0], y - across[1]),
        ],
        colour,
    )
    sketch.disc(x, y, 2, colour)
    sketch.disc(end_x, end_y, 2, colour)


@lru_cache
def hand_bar(palette: Palette, hue: int) -> Image.Image:
    """Return a token in hand, seen from the side and upright: short and square for hue 1."""
    theme, (width, height) = palette.theme, HAND_BAR
    colours = theme.players[hue]
    sketch = Sketch(width, height, theme.page)
    half, radius = (height / 2, 5) if hue == 0 else (height / 3, 0)
    middle = height / 2
    sketch.box((0, middle - half, width, middle + half), radius, _border(colours))
    sketch.box(
        (1, middle - half + 1, width - 1, middle + half - 1), max(radius - 1, 0), colours.fill
    )
    return sketch.tile(palette)
