"""The sheet that a picture is put together on: tiles pasted, plates laid, text written.

A canvas holds palette indices. Whatever is put on it is opaque and knows its ground. What
does not belong here: smooth shapes (`render.sketch`), and what any picture looks like.
"""

from functools import lru_cache
from typing import Literal, NamedTuple, Self

from PIL import Image, ImageDraw

from render.png import Palette, encode
from render.sketch import Sketch
from render.theme import Colour, Theme
from render.type import Style, letter

Area = tuple[int, int, int, int]
"""Left, top, right, bottom in whole pixels; right and bottom are the first that are outside."""
Align = Literal["left", "centre", "right"]


def grown(area: Area, reach: int) -> Area:
    """Return an area with a margin about it."""
    left, top, right, bottom = area
    return left - reach, top - reach, right + reach, bottom + reach


class Ink(NamedTuple):
    """A colour to write with, and the flat ground to write on."""

    colour: Colour
    ground: Colour


CAP_HEIGHT = 0.714
"""Height of a numeral in Noto Sans, in parts of its size."""


@lru_cache
def _corners(
    palette: Palette, radius: int, fill: Colour, ground: Colour, line: tuple[Colour, int]
) -> Image.Image:
    colour, width = line
    side = 2 * radius
    sketch = Sketch(side, side, ground)
    sketch.box((0, 0, side, side), radius, colour)
    inside = (width, width, side - width, side - width)
    sketch.box(inside, radius - width, fill)
    return sketch.tile(palette)


class Canvas:
    """A picture in the making, in the colours of one palette."""

    def __init__(self, palette: Palette, image: Image.Image) -> None:
        self.palette = palette
        self.image = image
        self._pen = ImageDraw.Draw(image)

    @classmethod
    def blank(cls, palette: Palette, width: int, height: int) -> Self:
        """Start with an empty page."""
        page = palette.index(palette.theme.page)
        return cls(palette, Image.new("L", (width, height), page))

    @property
    def theme(self) -> Theme:
        """Return the colours to ask for."""
        return self.palette.theme

    def copy(self) -> "Canvas":
        """Return a canvas to go on with, leaving this one as it is."""
        return Canvas(self.palette, self.image.copy())

    def paste(self, tile: Image.Image, x: int, y: int) -> None:
        """Lay a tile with its upper left corner at (x, y)."""
        self.image.paste(tile, (x, y))

    def fill(self, area: Area, colour: Colour) -> None:
        """Fill a rectangle; there is nothing to fill where it has no width or no height."""
        left, top, right, bottom = area
        if left >= right or top >= bottom:
            return
        self._pen.rectangle((left, top, right - 1, bottom - 1), self.palette.index(colour))

    def plate(
        self,
        area: Area,
        radius: int,
        fill: Colour,
        *,
        ground: Colour | None = None,
        line: Colour | None = None,
        width: int = 0,
    ) -> None:
        """Lay a rectangle with rounded corners, on the page if no ground is given."""
        left, top, right, bottom = area
        line = line or fill
        self.fill(area, line)
        self.fill((left + width, top + width, right - width, bottom - width), fill)
        corners = _corners(self.palette, radius, fill, ground or self.theme.page, (line, width))
        for x, start in ((left, 0), (right - radius, radius)):
            for y, over in ((top, 0), (bottom - radius, radius)):
                quarter = (start, over, start + radius, over + radius)
                self.image.paste(corners.crop(quarter), (x, y))

    def ring(self, area: Area, radius: int, width: int, colour: Colour, ground: Colour) -> None:
        """Draw a line of rounded corners about what is there; `area` is its outside."""
        left, top, right, bottom = area
        corners = _corners(self.palette, radius, ground, ground, (colour, width))
        clear = self.palette.index(ground)
        line = corners.point([index != clear and 255 for index in range(256)], "1")
        for x, start in ((left, 0), (right - radius, radius)):
            for y, over in ((top, 0), (bottom - radius, radius)):
                quarter = (start, over, start + radius, over + radius)
                self.image.paste(corners.crop(quarter), (x, y), line.crop(quarter))
        self.fill((left + radius, top, right - radius, top + width), colour)
        self.fill((left + radius, bottom - width, right - radius, bottom), colour)
        self.fill((left, top + radius, left + width, bottom - radius), colour)
        self.fill((right - width, top + radius, right, bottom - radius), colour)

    def frame(self, area: Area, width: int, colour: Colour) -> None:
        """Draw a line with square corners about what is there; `area` is its outside."""
        left, top, right, bottom = area
        self.fill((left, top, right, top + width), colour)
        self.fill((left, bottom - width, right, bottom), colour)
        self.fill((left, top, left + width, bottom), colour)
        self.fill((right - width, top, right, bottom), colour)

    def write(
        self, text: str, style: Style, ink: Ink, at: tuple[float, int], align: Align = "left"
    ) -> float:
        """Write a line of text and return its width.

        `at` is a point of the baseline: the line's left or right end, or its middle.
        """
        lettering = letter(text, style)
        x, baseline = at
        start = x - lettering.width * {"left": 0.0, "centre": 0.5, "right": 1.0}[align]
        tile = lettering.mask.point(self.palette.ramp(*ink))
        self.image.paste(tile, (round(start) + lettering.left, baseline + lettering.top))
        return lettering.width

    def number(self, text: str, style: Style, ink: Ink, at: tuple[float, float]) -> None:
        """Write a number centred on a point."""
        x, middle = at
        baseline = round(middle + style.size * CAP_HEIGHT / 2)
        self.write(text, style, ink, (x, baseline), "centre")

    def png(self) -> bytes:
        """Return the finished picture."""
        return encode(self.image, self.palette)
