"""Smooth shapes: drawn four times as large, then reduced to a tile of palette indices.

Tiles are opaque rectangles that know the ground they lie on, so pasting one is a copy;
stamps are tiles of which only the shape is pasted, so that they may lie on anything.
What does not belong here: what the shapes mean (`render.pieces`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from PIL import Image, ImageDraw

from render.png import Palette
from render.theme import Colour
from render.type import Style, letter

SCALE = 4

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom; right and bottom are the first that are outside."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """A tile and the mask of what of it is drawn."""

    tile: Image.Image
    mask: Image.Image


def round_arc(x: float, y: float, radius: float, start: float, end: float) -> list[Point]:
    """Return the points of an arc about (x, y), angles in turns, clockwise from the right."""
    steps = 12
    angles = (2 * pi * (start + (end - start) * step / steps) for step in range(steps + 1))
    return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]


class Sketch:
    """A small picture in the making; lengths are pixels of the tile that comes of it."""

    def __init__(self, width: int, height: int, ground: Colour) -> None:
        self._ground = ground
        self._image = Image.new("RGB", (width * SCALE, height * SCALE), ground)
        self._pen = ImageDraw.Draw(self._image)

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """Fill a polygon."""
        self._pen.polygon([(x * SCALE, y * SCALE) for x, y in points], fill=colour)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """Fill a circle about (x, y)."""
        self._pen.ellipse(_scaled((x - radius, y - radius, x + radius, y + radius)), fill=colour)

    def ring(self, x: float, y: float, radius: float, width: float, colour: Colour) -> None:
        """Draw a circle's line, `radius` to its outside."""
        self._pen.ellipse(
            _scaled((x - radius, y - radius, x + radius, y + radius)),
            outline=colour,
            width=round(width * SCALE),
        )

    def box(self, box: Box, radius: float, colour: Colour) -> None:
        """Fill a rectangle with rounded corners."""
        self._pen.rounded_rectangle(_scaled(box), radius * SCALE, fill=colour)

    def outline(self, box: Box, radius: float, width: float, colour: Colour) -> None:
        """Draw the line of a rounded rectangle, `box` and `radius` to its outside."""
        self._pen.rounded_rectangle(
            _scaled(box), radius * SCALE, outline=colour, width=round(width * SCALE)
        )

    def number(self, text: str, style: Style, colour: Colour, at: Point) -> None:
        """Write a number over what is there, its ink centred on a point."""
        mask = letter(text, Style(style.size * SCALE, style.weight)).mask
        x, y = at
        corner = round(x * SCALE - mask.width / 2), round(y * SCALE - mask.height / 2)
        self._image.paste(colour, corner, mask)

    def tile(self, palette: Palette) -> Image.Image:
        """Reduce the sketch to palette indices."""
        return palette.reduce(self._image.reduce(SCALE))

    def stamp(self, palette: Palette) -> Stamp:
        """Reduce the sketch to palette indices, leaving out what is still bare ground."""
        tile = self.tile(palette)
        clear = palette.index(self._ground)
        return Stamp(tile, tile.point([index != clear and 255 for index in range(256)], "1"))


def _scaled(box: Box) -> Box:
    left, top, right, bottom = (edge * SCALE for edge in box)
    return left, top, right - 1, bottom - 1
