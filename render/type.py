"""Type: text of any script turned into masks that are drawn with an ink, and fitted into room.

What does not belong here: the fonts (`render.fonts`), what of a text they can draw
(`render.clusters`), colours, and where text is put.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from threading import Lock
from typing import Final, Literal

from PIL import Image, ImageDraw

from render.bidi import ELLIPSIS, levels, visual_order
from render.clusters import clusters, drawable
from render.fonts import (
    INVISIBLE,
    NOTO_SANS,
    NOTO_SANS_CJK,
    SHAPED,
    VARIATION_SELECTORS,
    Face,
    Style,
    face_for,
    loaded,
)

__all__ = [
    "ASIDE",
    "ELLIPSIS",
    "TITLE",
    "Lettering",
    "Style",
    "fit",
    "is_tall",
    "legible",
    "letter",
    "wrap",
]

_PLACEHOLDERS: Final = f"{ELLIPSIS} "

_DRAWING = Lock()
"""A FreeType face must not be used by two threads at once."""

TITLE: Final = Style(42, 700)
ASIDE: Final = Style(30, 500)
"""What is written at the upper right, and the heads of columns."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """A line of text as a mask: its ink begins at (left, top) from the start of the baseline."""

    mask: Image.Image
    left: int
    top: int
    width: float


@dataclass(frozen=True, slots=True)
class _Run:
    """A piece of a line in one face and one direction."""

    face: Face
    text: str
    direction: Literal["ltr", "rtl"]

    def width(self, style: Style) -> float:
        """Measure it."""
        font = loaded(self.face, style)
        return font.getlength(self.text, direction=self.direction if SHAPED else None)

    def draw(self, pen: ImageDraw.ImageDraw, x: float, baseline: int, style: Style) -> None:
        """Draw it in white; OSError where FreeType fails on it ("raster overflow")."""
        pen.text(
            (x, baseline),
            self.text,
            255,
            loaded(self.face, style),
            anchor="ls",
            direction=self.direction if SHAPED else None,
            stroke_width=self.face.boldness(style),
        )

    def apart(self) -> "Iterator[_Run]":
        """Take it apart into what a reader calls characters, from left to right."""
        parts = list(clusters(self.text))
        # Without Raqm they are in the order in which they are seen already.
        for part in reversed(parts) if SHAPED and self.direction == "rtl" else parts:
            yield replace(self, text=part)


@dataclass(frozen=True, slots=True)
class _Box:
    """What is drawn in the place of a character that FreeType fails on."""

    def width(self, style: Style) -> float:
        """Measure it: it is as wide as an ordinary letter, however wide the character is."""
        return loaded(NOTO_SANS, style).getlength("n")

    def draw(self, pen: ImageDraw.ImageDraw, x: float, baseline: int, style: Style) -> None:
        """Draw it in white."""
        top, right = baseline - style.size * 0.7, x + self.width(style) - 2
        pen.rectangle((x + 1, top, right, baseline), outline=255, width=2)


def _runs(line: str, style: Style) -> list[_Run | _Box]:
    """Split a drawable line into runs, from left to right, with boxes for what can't be drawn."""
    level_of = levels(line)
    pieces, at = list[tuple[str, Face, int]](), 0
    for cluster in clusters(line):
        face = face_for(cluster)
        if face is not None:
            pieces.append((cluster, face, level_of[at]))
        at += len(cluster)
    runs = [
        ([cluster for cluster, _, _ in group], face, level)
        for (face, level), group in groupby(pieces, key=lambda piece: piece[1:])
    ]
    order = visual_order([level for _, _, level in runs])
    return [part for place in order for part in _parts(_run(*runs[place]), style)]


def _run(parts: Sequence[str], face: Face, level: int) -> _Run:
    backwards = level % 2 == 1
    if backwards and not SHAPED:
        parts = parts[::-1]
    left_out = VARIATION_SELECTORS if SHAPED else INVISIBLE
    text = "".join(character for character in "".join(parts) if character not in left_out)
    return _Run(face, text, "rtl" if backwards else "ltr")


def _parts(run: _Run, style: Style) -> list[_Run | _Box]:
    """Return a run, or where it can't be drawn as a whole, its characters and boxes."""
    if _can_be_drawn(run, style):
        return [run]
    return [part if _can_be_drawn(part, style) else _Box() for part in run.apart()]


@lru_cache(maxsize=4096)
def _can_be_drawn(run: _Run, style: Style) -> bool:
    """Tell whether FreeType draws a run: with plain letters it always does."""
    if run.text.isascii():
        return True
    try:
        run.draw(ImageDraw.Draw(Image.new("L", (1, 1))), 0, 0, style)
    except OSError:
        return False
    return True


def _width(line: str, style: Style) -> float:
    with _DRAWING:
        return sum(run.width(style) for run in _runs(line, style))


@lru_cache(maxsize=1024)
def letter(text: str, style: Style) -> Lettering:
    """Turn a text into a mask; what no font has becomes an ellipsis."""
    baseline = math.ceil(style.size * 1.3)
    pad = style.size // 2
    with _DRAWING:
        runs = [(run, run.width(style)) for run in _runs(drawable(text), style)]
        width = sum(wide for _, wide in runs)
        mask = Image.new("L", (math.ceil(width) + 2 * pad, baseline + style.size // 2))
        pen = ImageDraw.Draw(mask)
        x = float(pad)
        for run, wide in runs:
            run.draw(pen, x, baseline, style)
            x += wide
    left, top, right, bottom = mask.getbbox() or (0, 0, 1, 1)
    return Lettering(mask.crop((left, top, right, bottom)), left - pad, top - baseline, width)


def is_tall(line: str) -> bool:
    """Tell whether a line has characters that fill its whole height, as kanji and kana do.

    >>> is_tall("Ōtani"), is_tall("大谷")
    (False, True)
    """
    return any(face_for(cluster) is NOTO_SANS_CJK for cluster in clusters(line))


def legible(name: str) -> str:
    r"""Return what can be drawn of a name, empty if that would tell nobody who it is.

    >>> legible("Ana \U00012000"), legible("\U00012000 \u200b")
    ('Ana …', '')
    """
    line = drawable(name)
    inked = letter(line, Style(20, 400)).mask.getbbox() is not None
    return line if inked and line.strip(_PLACEHOLDERS) else ""


@lru_cache(maxsize=1024)
def fit(text: str, width: int, *styles: Style) -> tuple[str, Style]:
    """Return a text and the first style in which it is at most `width` wide, cut in the last one.

    A text that is too long even in the last style ends with an ellipsis.
    """
    line = drawable(text)
    for style in styles:
        if _width(line, style) <= width:
            return line, style
    style = styles[-1]
    kept = list(clusters(line))
    while kept:
        kept.pop()
        line = "".join(kept).rstrip(_PLACEHOLDERS) + ELLIPSIS
        if _width(line, style) <= width:
            break
    return line, style


def wrap(text: str, width: int, *styles: Style) -> tuple[list[str], Style]:
    """Break a text into at most two lines, as even as can be; a text without spaces anywhere."""
    line, style = fit(text, width, *styles)
    if line == drawable(text):
        return [line], style
    between = " " if " " in text else ""
    parts = text.split(" ") if between else list(text)
    breaks = [(between.join(parts[:n]), between.join(parts[n:])) for n in range(1, len(parts))] or [
        (text, "")
    ]
    pair = min(breaks, key=lambda lines: max(map(len, lines)))
    fitted = [fit(line, width, *styles) for line in pair]
    style = min((style for _, style in fitted), key=lambda style: style.size)
    return [fit(line, width, style)[0] for line in pair], style
