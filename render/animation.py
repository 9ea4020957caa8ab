"""Animations: the boards of a game one after the other, as an animated GIF.

A GIF is put together from parts, each made on its own and of a few boards, so no process ever
holds more than two boards at a time. A board that follows another is the rectangle in which
they differ. GIF and not WebP: Discord says that it plays both, but animated WebP came late, and
older clients show its first picture alone. The boards have few flat colours, which is what GIF
packs well. What does not belong here: which boards are shown for how long
(`bot.services.animations`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from PIL import GifImagePlugin, Image, ImageChops

from render import board
from render.scene import Scene

END: Final = b";"
"""What comes after the last part."""
COLOURS: Final = 256


@dataclass(frozen=True, slots=True)
class Reel:
    """Some of an animation's boards, and how many milliseconds each is shown.

    `opening` is the first board of all, in whose colours all are shown; `before` is the one that
    these follow, None where they begin with the opening. Boards are shown `smaller` times
    smaller than they are drawn.
    """

    scenes: tuple[Scene, ...]
    milliseconds: tuple[int, ...]
    opening: Scene
    before: Scene | None
    smaller: int


def part(reel: Reel) -> bytes:
    """Return some boards of a GIF; the part with the opening begins with the file's header."""
    colours = _colours(reel.opening)
    shown = None if reel.before is None else _sheet(reel.before, reel.smaller, colours)
    made: list[bytes] = []
    for sheet, milliseconds in zip(sheets(reel), reel.milliseconds, strict=True):
        if shown is None:
            header, _ = GifImagePlugin.getheader(sheet.copy(), info={"loop": 0, "optimize": False})
            made += header
        made += _frame(shown, sheet, milliseconds)
        shown = sheet
    return b"".join(made)


def sheets(reel: Reel) -> Iterator[Image.Image]:
    """Yield some boards, smaller, one after the other."""
    colours = _colours(reel.opening)
    for scene in reel.scenes:
        yield _sheet(scene, reel.smaller, colours)


def _colours(scene: Scene) -> Image.Image:
    """Return an image with the palette of a board: all boards of a game have the same."""
    colours = board(scene).palette.colours
    palette = Image.new("P", (1, 1))
    # Filled up with its first colour: a smaller one is read as having black as well.
    filled = (*colours, *(colours[:1] * (COLOURS - len(colours))))
    palette.putpalette(list(chain.from_iterable(filled)))
    return palette


def _sheet(scene: Scene, smaller: int, colours: Image.Image) -> Image.Image:
    """Draw a board, smaller, in the colours of a palette."""
    drawn = board(scene)
    indices = drawn.image.convert("P")
    indices.putpalette(list(chain.from_iterable(drawn.palette.colours)))
    reduced = indices.convert("RGB").reduce(smaller)
    return reduced.quantize(palette=colours, dither=Image.Dither.NONE)


def _frame(before: Image.Image | None, sheet: Image.Image, milliseconds: int) -> Sequence[bytes]:
    """Return what comes next: all of a board, or what differs from the one before."""
    if before is None:
        return GifImagePlugin.getdata(sheet, duration=milliseconds)
    changed = ImageChops.difference(before.convert("RGB"), sheet.convert("RGB")).getbbox()
    area = changed or (0, 0, 1, 1)
    return GifImagePlugin.getdata(sheet.crop(area), area[:2], duration=milliseconds)
