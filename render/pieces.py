"""The things that lie on the pages of several games: tokens and medals.

Each function gives a ready-made tile for a palette, made once and kept. Tiles are shared:
nobody may draw on them. What does not belong here: where a piece lies, and why.
"""

from functools import lru_cache
from math import cos, pi, sin

from PIL import Image

from render.png import Palette
from render.sketch import Point, Sketch
from render.theme import Colour


@lru_cache
def token(palette: Palette, seat: int, radius: int, ground: Colour, ring: int = 0) -> Image.Image:
    """Give a seat's token, with a ring about it in the colour of the seat's text."""
    colours = palette.theme.seats[seat]
    middle = radius + ring
    sketch = Sketch(2 * middle, 2 * middle, ground)
    if ring:
        sketch.disc(middle, middle, middle, colours.text)
    top = _coin(sketch, middle, radius, (colours.fill, colours.edge, colours.rim))
    _mark(sketch, seat, (middle, top), radius, colours.text)
    return sketch.tile(palette)


@lru_cache
def medal(palette: Palette, rank: int, radius: int, ground: Colour) -> Image.Image:
    """Give the medal of rank 1, 2 or 3, its number left to be written."""
    colours = palette.theme.medals[rank - 1]
    sketch = Sketch(2 * radius, 2 * radius, ground)
    _coin(sketch, radius, radius, (colours.fill, colours.edge, colours.fill))
    return sketch.tile(palette)


def _coin(
    sketch: Sketch, middle: float, radius: float, colours: tuple[Colour, Colour, Colour]
) -> float:
    """Draw a disc (fill, edge, rim), its edge showing below; gives the middle of its face."""
    fill, edge, rim = colours
    face = radius * 0.955
    top = middle - radius + face
    sketch.disc(middle, middle, radius, edge)
    sketch.disc(middle, top, face, rim)
    sketch.disc(middle, top, face - max(1.5, radius / 24) * (rim != fill), fill)
    sketch.ring(middle, top, radius * 0.8, max(1.5, radius / 28), edge)
    return top


def _mark(sketch: Sketch, seat: int, at: Point, radius: float, ink: Colour) -> None:
    """Draw a seat's mark: ring, diagonal cross, triangle, square."""
    size = radius * 0.4
    x, y = at
    match seat:
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
