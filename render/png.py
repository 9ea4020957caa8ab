"""From colours to bytes: one fixed palette a picture, and the PNG of an image of indices.

Pictures are drawn in indices from the start: tiles are reduced to the palette once, when
they are made, so that no finished picture ever has to be quantised (that would cost most
of the time budget). What does not belong here: which colours there are (`render.theme`)
and what is drawn with them.
"""

import struct
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image
from zlib_ng import zlib_ng

from render.theme import Colour, Theme

MOST_COLOURS = 256
LEVEL = 6
"""One less saves 1 ms and costs 2 KB a board; one more costs 4 ms and saves nothing."""
HARDEST = 9
"""Costs 30 ms more than the usual level and saves 4 KB."""
LARGE = 60_000
"""From this many bytes on, packing harder is worth its time: few boards are so full."""


@dataclass(frozen=True, slots=True)
class Ramp:
    """Two colours that meet at smoothed edges, and how many shades between them are worth having."""

    one: Colour
    other: Colour
    shades: int = 3

    def between(self) -> Iterable[Colour]:
        """Yield the shades from `one` to `other`, both left out."""
        for step in range(1, self.shades + 1):
            yield blend(self.one, self.other, step / (self.shades + 1))


def blend(ground: Colour, ink: Colour, cover: float) -> Colour:
    """Mix two colours; `cover` is the share of `ink`, from 0 to 1."""
    red, green, blue = (round(g + (i - g) * cover) for g, i in zip(ground, ink, strict=True))
    return red, green, blue


class _Nearest(dict[Colour, int]):
    """The index of the nearest palette entry for any colour, worked out once for each.

    Threads may work out the same entry twice; they store the same number.
    """

    def __init__(self, colours: tuple[Colour, ...]) -> None:
        super().__init__((colour, index) for index, colour in enumerate(colours))
        self._colours = colours

    def __missing__(self, colour: Colour) -> int:
        red, green, blue = colour
        # Green weighs most and blue least, as in the eye.
        self[colour] = index = min(
            range(len(self._colours)),
            key=lambda i: (
                3 * (self._colours[i][0] - red) ** 2
                + 5 * (self._colours[i][1] - green) ** 2
                + 2 * (self._colours[i][2] - blue) ** 2
            ),
        )
        return index


class Palette:
    """What one kind of picture is drawn with in one theme: its colours, with their indices.

    Every colour of the theme, and of the game's `own`, keeps its exact value; the ramps say which shades between
    them smooth the edges. `signs` has a letter for each hue where every colour is to be
    told without seeing it, and is empty otherwise; so has `letters` for each colour of dice.
    Compared and hashed by identity, so it can be a cache's key.
    """

    __slots__ = ("_nearest", "_ramps", "colours", "letters", "signs", "theme")

    def __init__(
        self,
        theme: Theme,
        ramps: Iterable[Ramp],
        signs: str = "",
        letters: tuple[str, ...] = (),
        *,
        own: Iterable[Colour] = (),
    ) -> None:
        shades = (shade for ramp in ramps for shade in ramp.between())
        self.theme = theme
        self.signs = signs
        self.letters = letters
        self.colours = tuple(dict.fromkeys((*theme.colours(), *own, *shades)))
        if len(self.colours) > MOST_COLOURS:
            msg = f"a palette of {len(self.colours)} colours: a PNG holds {MOST_COLOURS}"
            raise ValueError(msg)
        self._nearest = _Nearest(self.colours)
        self._ramps: dict[tuple[Colour, Colour], list[int]] = {}

    def index(self, colour: Colour) -> int:
        """Return the index of the entry nearest to a colour."""
        return self._nearest[colour]

    def ramp(self, ink: Colour, ground: Colour) -> list[int]:
        """Return the index for each coverage from 0 (`ground`) to 255 (`ink`)."""
        table = self._ramps.get((ink, ground))
        if table is None:
            table = [self.index(blend(ground, ink, cover / 255)) for cover in range(256)]
            self._ramps[ink, ground] = table
        return table

    def reduce(self, image: Image.Image) -> Image.Image:
        """Turn an RGB image into one of indices, each pixel into its exact nearest entry."""
        raw = image.tobytes()
        pixels = zip(raw[0::3], raw[1::3], raw[2::3], strict=True)
        return Image.frombytes("L", image.size, bytes(map(self._nearest.__getitem__, pixels)))


@lru_cache
def _table(palette: Palette) -> bytes:
    return bytes(channel for colour in palette.colours for channel in colour)


def encode(indices: Image.Image, palette: Palette) -> bytes:
    """Return the PNG bytes of an image of indices (mode L).

    Written here, since Pillow packs with whichever zlib the process has loaded: zlib-ng takes
    half the time of the usual one, and its files are smaller.
    """
    width, height = indices.size
    lines = Image.new("L", (width + 1, height))  # Each line begins with its filter: none.
    lines.paste(indices, (1, 0))
    pixels = lines.tobytes()
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)  # 8 bits, with a palette
    data = _file(header, palette, _packed(pixels, LEVEL))
    return data if len(data) <= LARGE else _file(header, palette, _packed(pixels, HARDEST))


def _file(header: bytes, palette: Palette, packed: bytes) -> bytes:
    chunks = ((b"IHDR", header), (b"PLTE", _table(palette)), (b"IDAT", packed), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in chunks)


def _chunk(kind: bytes, body: bytes) -> bytes:
    check = zlib_ng.crc32(kind + body)
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", check)


def _packed(pixels: bytes, level: int) -> bytes:
    packer = zlib_ng.compressobj(level, memLevel=9)
    return packer.compress(pixels) + packer.flush()
