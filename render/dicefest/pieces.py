"""The pieces of Dicefest: spaces, dice, counters, corners, locks, and the marks of moves.

Each function gives a ready-made tile or stamp for a palette, made once and kept. They are
shared: nobody may draw on them. What does not belong here: where a piece lies, and why.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image

from games.dicefest.dice import Facing
from games.dicefest.rules import DICE
from render.canvas import Ink
from render.dicefest.colours import colours_of
from render.pieces import draw_mark
from render.png import Palette, Ramp, blend
from render.sketch import Point, Sketch, Stamp, round_arc
from render.theme import Colour, PlayerColours, Theme
from render.type import Style

SPACE: Final = 120
"""Side of a space."""
BLOCK: Final = (110, 114)
"""Width of a die, and its height with its thickness."""
_HALF: Final = 53.0
"""Half the width of a die within its outline."""
_TOP: Final = 25.0
"""Half the width of a die's flat top."""
_ROUND: Final = 6
COUNTER: Final = 26
"""Radius of a counter."""
MARKER: Final = 40
"""Half the width of what marks the space that a die has left, with its halo."""
ARROW: Final = (36, 50)
"""Length and width of an arrowhead, with its halo."""
BADGE: Final = 19
"""Radius of the sign for a counter that was taken, with its halo."""
POINTER: Final = (20, 32)
"""Length and width of what shows on a ring how a die was turned, with its halo."""
CORNER: Final = 108
"""Side of what lies in a corner of the board."""

_NUMBER: Final = Style(56, 700)
_START: Final = Style(46, 700)
_DIE_TOP: Final = Style(46, 800)
_DIE_SIDE: Final = Style(34, 700)
_FLAT: Final = Style(62, 800)
_SMALL: Final = Style(28, 700)
_SIGN: Final = Style(27, 750)
_SIGN_AT: Final = (16, 16)
_PALE: Final = 0.73
"""How much of the text's colour a numbered space's numeral keeps."""
_SHADES: Final = (0.10, 0.22, 0.34, 0.22)
"""How much of its edge's colour each slope takes (north, east, south, west): light from the north."""
_DEEP_SHADES: Final = (0.15, 0.32, 0.50, 0.32)
"""The same under white numerals, which bear more."""
_SEAM: Final = 0.6
_OUTLINE: Final = 0.4
_GHOSTS: Final = (("face", 0.42), ("edge", 0.45), ("edge", 0.24), ("face", 0.45))
"""For each hue: what its mark under a top number is mixed with, and how much."""


def _number_ink(theme: Theme, ground: Colour) -> Colour:
    return blend(ground, theme.text, _PALE)


def _outline(theme: Theme, colours: PlayerColours) -> Colour:
    """Return a die's outline: lighter than the die on dark ground, darker on light."""
    return blend(colours.fill, theme.text, _OUTLINE)


def _seam(colours: PlayerColours) -> Colour:
    return blend(colours.fill, colours.edge, _SEAM)


def _slopes(theme: Theme, hue: int) -> tuple[Colour, ...]:
    colours = theme.players[hue]
    shades = _DEEP_SHADES if sum(colours.text) > sum(colours.fill) else _SHADES
    return tuple(blend(colours.fill, colours.edge, shade) for shade in shades)


def _ghost(theme: Theme, hue: int) -> Colour:
    colours, (other, share) = theme.players[hue], _GHOSTS[hue]
    return blend(colours.fill, colours_of(theme).pale if other == "face" else colours.edge, share)


def ramps(theme: Theme) -> Iterator[Ramp]:
    """Yield the shades that these pieces need in addition to those of the frame.

    There are few: twelve dice with five numbers each leave little room for smoothness.
    """
    for ground in (theme.void, *(player.tint for player in theme.players)):
        yield from _exactly(_number_ink(theme, ground))
        yield Ramp(ground, _number_ink(theme, ground), 1)
    yield Ramp(theme.cell, theme.highlight, 1)
    yield Ramp(theme.page, theme.highlight, 1)
    coin = theme.medals[0]
    yield Ramp(theme.cell, coin.edge, 1)
    yield Ramp(coin.fill, coin.edge, 1)
    for hue, colours in enumerate(theme.players):
        slopes, ghost = _slopes(theme, hue), _ghost(theme, hue)
        yield from _exactly(_outline(theme, colours), _seam(colours), ghost, *slopes)
        yield Ramp(_outline(theme, colours), theme.cell, 1)
        for ground in dict.fromkeys((ghost, *slopes)):
            yield Ramp(ground, colours.text, 1)
        yield Ramp(colours.tint, theme.muted, 1)


def _exactly(*colours: Colour) -> Iterator[Ramp]:
    """Yield ramps that have just these colours."""
    for colour in colours:
        yield Ramp(colour, colour, 1)


@lru_cache
def space(palette: Palette, fill: Colour) -> Image.Image:
    """Return a space without a number."""
    sketch = Sketch(SPACE, SPACE, palette.theme.panel)
    sketch.box((0, 0, SPACE, SPACE), 4, fill)
    return sketch.tile(palette)


@lru_cache
def numbered_space(palette: Palette, hue: int | None, number: int) -> Image.Image:
    """Return a space with its number, in the tint of the player who starts from there."""
    theme = palette.theme
    fill = theme.void if hue is None else theme.players[hue].tint
    sketch = Sketch(SPACE, SPACE, theme.panel)
    sketch.box((0, 0, SPACE, SPACE), 4, fill)
    sketch.number(str(number), _NUMBER, _number_ink(theme, fill), (SPACE / 2, SPACE / 2))
    return sketch.tile(palette)


def _quarters(points: list[Point], turns: int) -> list[Point]:
    """Turn points about the origin, clockwise by quarters."""
    for _ in range(turns):
        points = [(-y, x) for x, y in points]
    return points


def _placed(points: list[Point], at: Point) -> list[Point]:
    return [(at[0] + x, at[1] + y) for x, y in points]


def _block(sketch: Sketch, outline: Colour, edge: Colour) -> None:
    """Draw a die's body, seen from above, its face still to be filled in."""
    width, height = BLOCK
    sketch.box((0, height - width, width, height), _ROUND + 2, edge)
    sketch.box((0, 0, width, width), _ROUND + 2, outline)


@dataclass(frozen=True, slots=True)
class Piece:
    """What a die looks like on any space: whose hue, how it lies, and whether it acts again."""

    hue: int
    facing: Facing
    locked: bool = False
    gone: bool = False
    """Whether its player has left."""


@lru_cache(maxsize=512)
def die(palette: Palette, piece: Piece, ground: Colour) -> Image.Image:
    """Return a die: a pyramid with all its numbers, or flat if it never acts again."""
    theme, (width, height) = palette.theme, BLOCK
    colours = theme.players[piece.hue]
    sketch = Sketch(width, height, ground)
    if piece.gone:
        _block(sketch, theme.muted, theme.line)
        sketch.box((2, 2, width - 2, width - 2), _ROUND, colours.tint)
        _flat_face(sketch, palette, piece, Ink(theme.muted, colours.tint))
    elif piece.locked:
        _block(sketch, _outline(theme, colours), colours.edge)
        sketch.box((2, 2, width - 2, width - 2), _ROUND, colours.fill)
        sketch.outline((6, 6, width - 6, width - 6), _ROUND - 2, 2.5, colours.text)
        _flat_face(sketch, palette, piece, Ink(colours.text, colours.fill))
    else:
        _block(sketch, _outline(theme, colours), colours.edge)
        _pyramid(sketch, palette, piece)
    return sketch.tile(palette)


def _flat_face(sketch: Sketch, palette: Palette, piece: Piece, ink: Ink) -> None:
    middle = BLOCK[0] / 2
    draw_mark(sketch, palette, piece.hue, (25, 25), 27, ink.colour)
    sketch.number(str(piece.facing.top), _FLAT, ink.colour, (middle, middle))
    if piece.locked:
        _padlock(sketch, (BLOCK[0] - 25, BLOCK[0] - 27), 32, ink)


def _pyramid(sketch: Sketch, palette: Palette, piece: Piece) -> None:
    """Draw four slopes with their numbers, and the top with its own over the player's mark.

    A sign would blend with the number, so it is in a corner.
    """
    theme, colours = palette.theme, palette.theme.players[piece.hue]
    middle = BLOCK[0] / 2
    at = (middle, middle)
    corner = _HALF - _ROUND
    slope = [
        *round_arc(-corner, -corner, _ROUND, 0.625, 0.75),
        *round_arc(corner, -corner, _ROUND, 0.75, 0.875),
        (_TOP, -_TOP),
        (-_TOP, -_TOP),
    ]
    for direction, shade in enumerate(_slopes(theme, piece.hue)):
        sketch.polygon(_placed(_quarters(slope, direction), at), shade)
    seam = _seam(colours)
    low, high = middle - _TOP, middle + _TOP
    sketch.box((low - 1, low - 1, high + 1, high + 1), 0, seam)
    sketch.box((low, low, high, high), 0, colours.fill)
    ghost = _ghost(theme, piece.hue)
    if palette.signs:
        sketch.number(palette.signs[piece.hue], _SIGN, colours.text, _SIGN_AT)
    elif piece.hue == 0:
        # A ring about a numeral reads as part of it; its disc does not.
        sketch.disc(middle, middle, 21, ghost)
    else:
        draw_mark(sketch, palette, piece.hue, at, 54, ghost)
    sketch.number(str(piece.facing.top), _DIE_TOP, colours.text, at)
    away = (_HALF + _TOP) / 2
    for direction, number in enumerate(piece.facing.sides):
        (spot,) = _placed(_quarters([(0, -away)], direction), at)
        sketch.number(str(number), _DIE_SIDE, colours.text, spot)


def _padlock(sketch: Sketch, at: Point, height: float, ink: Ink) -> None:
    """Draw a closed padlock about a point, of a colour and the ground that shows through."""
    x, y = at
    colour, ground = ink
    half, top = height * 0.42, y - height * 0.06
    bow = height * 0.29
    sketch.disc(x, top - bow * 0.55, bow, colour)
    sketch.disc(x, top - bow * 0.55, bow * 0.55, ground)
    sketch.box((x - bow, top - bow * 0.55, x + bow, top + 2), 0, colour)
    sketch.box((x - bow * 0.55, top - bow * 0.55, x + bow * 0.55, top + 2), 0, ground)
    sketch.box((x - half, top, x + half, y + height / 2), height * 0.1, colour)
    sketch.disc(x, y + height * 0.2, height * 0.09, ground)


def _draw_counter(sketch: Sketch, theme: Theme, at: Point, radius: int) -> None:
    """Draw a counter: a coin of the colour of gold medals, but plain, as there are many."""
    (x, y), coin = at, theme.medals[0]
    sketch.disc(x, y, radius, coin.edge)
    sketch.disc(x, y - radius / 18, radius * 0.9, coin.fill)


@lru_cache
def counter(palette: Palette, radius: int, ground: Colour) -> Image.Image:
    """Return a counter."""
    sketch = Sketch(2 * radius, 2 * radius, ground)
    _draw_counter(sketch, palette.theme, (radius, radius), radius)
    return sketch.tile(palette)


@lru_cache
def fresh_counter(palette: Palette, ink: Colour) -> Image.Image:
    """Return a space with a counter that has come there lately, framed."""
    theme, middle = palette.theme, SPACE / 2
    sketch = Sketch(SPACE, SPACE, theme.panel)
    sketch.box((0, 0, SPACE, SPACE), 4, theme.cell)
    low, high = middle - COUNTER - 13, middle + COUNTER + 13
    # Of a round frame, every row would be different: too many bytes for six of them.
    sketch.box((low, low, high, high), 16, ink)
    sketch.box((low + 5, low + 5, high - 5, high - 5), 11, theme.page)
    _draw_counter(sketch, theme, (middle, middle), COUNTER)
    return sketch.tile(palette)


@lru_cache
def corner(palette: Palette, hue: int, direction: int, *, gone: bool) -> Image.Image:
    """Return what lies in a corner: the token of who starts there, and which way they play."""
    theme, middle = palette.theme, CORNER / 2
    colours = theme.players[hue]
    sketch = Sketch(CORNER, CORNER, theme.page)
    ((x, y),) = _placed(_quarters([(0, 13)], direction), (middle, middle))
    if gone:
        sketch.ring(x, y, 28, 3, theme.muted)
        draw_mark(sketch, palette, hue, (x, y), 28, theme.muted)
    else:
        # As plain as a counter: four fine rings more would be too many bytes.
        sketch.disc(x, y, 30, colours.edge)
        sketch.disc(x, y - 1.5, 28.5, colours.rim)
        sketch.disc(x, y - 1.5, 27, colours.fill)
        draw_mark(sketch, palette, hue, (x, y - 1.5), 30, colours.text)
    chevron: list[Point] = [(-23, -27), (0, -42), (23, -27), (23, -38), (0, -53), (-23, -38)]
    ink = theme.line if gone else colours.outline
    sketch.polygon(_placed(_quarters(chevron, direction), (middle, middle)), ink)
    return sketch.tile(palette)


@lru_cache
def marker(palette: Palette, hue: int, number: int | None, frame: Ink) -> Image.Image:
    """Return what marks the space that a die of a hue has left: the mark, or the space's number."""
    theme, colours = palette.theme, palette.theme.players[hue]
    size = 2 * MARKER
    sketch = Sketch(size, size, frame.ground)
    sketch.box((0, 0, size, size), 14, theme.page)
    sketch.box((3, 3, size - 3, size - 3), 11, frame.colour)
    sketch.box((8, 8, size - 8, size - 8), 6, colours.tint)
    if number is None:
        draw_mark(sketch, palette, hue, (MARKER, MARKER), 40, theme.text)
    else:
        sketch.number(str(number), _START, theme.text, (MARKER, MARKER))
    return sketch.tile(palette)


@lru_cache
def arrow(palette: Palette, direction: int, ink: Colour, *, halo: bool) -> Stamp:
    """Return a trail's arrowhead, pointing in a direction."""
    return _arrowhead(palette, direction, ARROW, (4, ink), halo=halo)


@lru_cache
def pointer(palette: Palette, direction: int, ink: Colour, *, halo: bool) -> Stamp:
    """Return a small arrowhead for a ring about a die."""
    return _arrowhead(palette, direction, POINTER, (3, ink), halo=halo)


def _arrowhead(
    palette: Palette,
    direction: int,
    size: tuple[int, int],
    inside: tuple[int, Colour],
    *,
    halo: bool,
) -> Stamp:
    """Return an arrowhead of a length and a width, its inside so far in and of that colour."""
    theme, (length, wide) = palette.theme, size
    width, height = (wide, length) if direction % 2 == 0 else (length, wide)
    sketch = Sketch(width, height, theme.cell)
    for inset, colour in ((0, theme.page), inside) if halo else (inside,):
        # At a sharper corner, a halo reaches farther.
        tip, foot, side = inset * 1.3, inset * 0.7, inset * 1.7
        head: list[Point] = [
            (0, tip - length / 2),
            (wide / 2 - side, length / 2 - foot),
            (side - wide / 2, length / 2 - foot),
        ]
        sketch.polygon(_placed(_quarters(head, direction), (width / 2, height / 2)), colour)
    return sketch.stamp(palette)


@lru_cache
def taken(palette: Palette) -> Stamp:
    """Return the sign for a counter that was taken."""
    theme = palette.theme
    sketch = Sketch(2 * BADGE, 2 * BADGE, theme.cell)
    sketch.disc(BADGE, BADGE, BADGE, theme.page)
    _draw_counter(sketch, theme, (BADGE, BADGE), BADGE - 3)
    return sketch.stamp(palette)


@lru_cache
def lock_slots(palette: Palette, locked: int, size: int, ink: Ink, quiet: Ink) -> Image.Image:
    """Return the places for locks on a chip, some of them filled."""
    gap, ground = size // 5, ink.ground
    sketch = Sketch(DICE * size + (DICE - 1) * gap, size, ground)
    for slot in range(DICE):
        left = slot * (size + gap)
        if slot < locked:
            sketch.box((left, 0, left + size, size), 5, ink.colour)
            _padlock(sketch, (left + size / 2, size / 2 + 1), size * 0.68, Ink(ground, ink.colour))
        else:
            sketch.outline((left, 0, left + size, size), 5, 2, quiet.colour)
    return sketch.tile(palette)


@lru_cache
def dealt_die(palette: Palette, number: int, size: int, ink: Ink) -> Image.Image:
    """Return the outline of a die that is not on the board yet, with the number on its top."""
    sketch = Sketch(size, size, ink.ground)
    sketch.outline((0, 0, size, size), 6, 2.5, ink.colour)
    sketch.number(str(number), _SMALL, ink.colour, (size / 2, size / 2))
    return sketch.tile(palette)
