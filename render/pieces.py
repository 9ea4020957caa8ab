"""The things that lie on the pages of several games: tokens, medals, the pips of dice.

`token`, `sign` and `medal` give ready-made tiles for a palette, made once and kept. Tiles are shared:
nobody may draw on them. The others draw a piece onto a sketch. What does not belong here: where a piece lies, and why.
"""

from functools import lru_cache
from math import cos, pi, sin
from typing import Final

from PIL import Image

from render.png import Palette
from render.sketch import Point, Sketch
from render.theme import Colour
from render.type import Style

_PIPS: Final[dict[int, tuple[Point, ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}

_SIGN: Final = 1.2
"""Size of a sign in parts of the radius of its token."""


@lru_cache
def token(palette: Palette, hue: int, radius: int, ground: Colour, ring: int = 0) -> Image.Image:
    """Return a player's token, with a ring about it in the colour of text upon it."""
    middle = radius + ring
    sketch = Sketch(2 * middle, 2 * middle, ground)
    if ring:
        sketch.disc(middle, middle, middle, palette.theme.players[hue].text)
    draw_token(sketch, palette, hue, (middle, middle), radius)
    return sketch.tile(palette)


def draw_token(sketch: Sketch, palette: Palette, hue: int, at: Point, radius: int) -> None:
    """Draw a player's token about a point."""
    colours = palette.theme.players[hue]
    top = _coin(sketch, at, radius, (colours.fill, colours.edge, colours.rim))
    draw_mark(sketch, palette, hue, (at[0], top), radius, colours.text)


@lru_cache
def sign(palette: Palette, hue: int, radius: int) -> Image.Image:
    """Return a plain disc with a player's mark, for lines on the page that tell of them."""
    theme, colours = palette.theme, palette.theme.players[hue]
    sketch = Sketch(2 * radius, 2 * radius, theme.page)
    rim = colours.rim if colours.rim != colours.fill else colours.outline
    sketch.disc(radius, radius, radius, rim)
    sketch.disc(radius, radius, radius - 1.5, colours.fill)
    draw_mark(sketch, palette, hue, (radius, radius), radius * 1.1, colours.text)
    return sketch.tile(palette)


@lru_cache
def medal(palette: Palette, rank: int, radius: int, ground: Colour) -> Image.Image:
    """Return the medal of rank 1, 2 or 3, its number left to be written."""
    colours = palette.theme.medals[rank - 1]
    sketch = Sketch(2 * radius, 2 * radius, ground)
    _coin(sketch, (radius, radius), radius, (colours.fill, colours.edge, colours.fill))
    return sketch.tile(palette)


def _coin(
    sketch: Sketch, at: Point, radius: float, colours: tuple[Colour, Colour, Colour]
) -> float:
    """Draw a disc (fill, edge, rim), its edge showing below, and return the height of its face."""
    fill, edge, rim = colours
    x, y = at
    face = radius * 0.955
    top = y - radius + face
    sketch.disc(x, y, radius, edge)
    sketch.disc(x, top, face, rim)
    sketch.disc(x, top, face - max(1.5, radius / 24) * (rim != fill), fill)
    sketch.ring(x, top, radius * 0.8, max(1.5, radius / 28), edge)
    return top


def draw_mark(
    sketch: Sketch, palette: Palette, hue: int, at: Point, radius: float, ink: Colour
) -> None:
    """Draw the mark on a token of that hue and radius: ring, diagonal cross, triangle, square.

    Where the palette has signs, it is the hue's sign.
    """
    size = radius * 0.4
    x, y = at
    if palette.signs:
        sketch.number(palette.signs[hue], Style(round(radius * _SIGN), 750), ink, at)
        return
    match hue:
        case 0:
            sketch.ring(x, y, size, size * 0.4, ink)
        case 1:
            for turn in (0.125, 0.375):
                along, across = 2 * pi * turn, 2 * pi * (turn + 0.25)
                sketch.polygon(
                    [
                        (
                            x + size * (a * cos(along) + b * 0.28 * cos(across)),
                            y + size * (a * sin(along) + b * 0.28 * sin(across)),
                        )
                        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
                    ],
                    ink,
                )
        case 2:
            sketch.polygon(
                [(x, y - size * 1.1), (x + size, y + size * 0.7), (x - size, y + size * 0.7)], ink
            )
        case _:
            side = size * 0.82
            sketch.box((x - side, y - side, x + side, y + side), 0, ink)


def draw_pips(
    sketch: Sketch, face: int, at: Point, ink: Colour, *, spread: float, radius: float
) -> None:
    """Draw the pips of a die's face about a point, `spread` from the middle to the outer ones."""
    x, y = at
    for across, down in _PIPS[face]:
        sketch.disc(x + across * spread, y + down * spread, radius, ink)
