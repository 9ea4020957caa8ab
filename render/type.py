"""Type: the fonts, and text of any script turned into masks that are drawn with an ink.

The fonts come from packages, never from the system: Noto Sans, and Noto Sans CJK JP for
what it lacks. What neither has is left out, so that no box is ever drawn. What does not
belong here: colours, and where text stands.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from threading import Lock
from typing import Final
from unicodedata import category, normalize

from PIL import Image, ImageDraw, ImageFont, features

from render.glyphs import coverage

NOTO_SANS: Final = Path(str(files("fontpkg_noto_sans") / "files" / "NotoSans[wdth,wght].ttf"))
NOTO_SANS_CJK: Final = Path(str(files("noto_cjk_sans_jp_regular") / "NotoSansCJKjp-Regular.otf"))
_FONTS: Final = (NOTO_SANS, NOTO_SANS_CJK)

ELLIPSIS: Final = "…"
_JOINER: Final = "\u200d"
_SKIN_TONES: Final = range(0x1F3FB, 0x1F400)
_VARIATION_SELECTORS: Final = frozenset(
    map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
)
_MOST_MARKS: Final = 2
"""Marks kept on one character: no script stacks more, and a name must not grow out of its chip."""

_DRAWING = Lock()
"""A FreeType face must not be used by two threads at once."""


@dataclass(frozen=True, slots=True)
class Style:
    """A size in pixels and a weight from 100 to 900."""

    size: int
    weight: int


TITLE: Final = Style(42, 700)
ASIDE: Final = Style(30, 500)
"""What stands at the upper right, and the heads of columns."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """A line of text as a mask: its ink begins at (left, top) from the start of the baseline."""

    mask: Image.Image
    left: int
    top: int
    width: float


@lru_cache
def _font(which: int, style: Style) -> ImageFont.FreeTypeFont:
    layout = ImageFont.Layout.RAQM if features.check("raqm") else ImageFont.Layout.BASIC
    font = ImageFont.truetype(_FONTS[which], style.size, layout_engine=layout)
    if which == 0:
        font.set_variation_by_axes([style.weight, 100])
    return font


def _boldness(which: int, style: Style) -> float:
    """Give the stroke that makes the one weight of the second font fit its neighbours."""
    return style.size * max(style.weight - 400, 0) / 14_000 if which else 0.0


def _clusters(text: str) -> Iterator[str]:
    """Split a text into what a reader calls characters: a base with its marks, a joined emoji."""
    cluster = ""
    for character in text:
        extends = (
            category(character).startswith("M")
            or character == _JOINER
            or character in _VARIATION_SELECTORS
            or ord(character) in _SKIN_TONES
        )
        if cluster and (extends or cluster.endswith(_JOINER)):
            cluster += character
        else:
            if cluster:
                yield cluster
            cluster = character
    if cluster:
        yield cluster


def _font_for(characters: str) -> int | None:
    for which, font in enumerate(_FONTS):
        if all(character in coverage(font) for character in characters):
            return which
    return None


def _drawn(cluster: str) -> str:
    """Give what of a cluster can be drawn: all, its plain equivalent, fewer marks, or nothing."""
    base, marks = cluster[0], [c for c in cluster[1:] if c not in _VARIATION_SELECTORS]
    if base.isspace():
        return " "
    if category(base)[0] in "CM":  # Controls, and marks that have nothing to stand on.
        return ""
    if _JOINER in marks:  # A joined emoji without one of its parts would be another emoji.
        return cluster if _font_for(cluster) is not None else ""
    marks = marks[:_MOST_MARKS]
    for form in (base, normalize("NFKC", base)):
        if _font_for(form) is not None:
            kept = "".join(mark for mark in marks if _font_for(form + mark) is not None)
            return normalize("NFC", form + kept)
    return ""


@lru_cache(maxsize=2048)
def drawable(text: str) -> str:
    r"""Give what of a text the fonts can draw, with single spaces; empty if that leaves no ink.

    >>> drawable("Zoë\u202e 🎲 大谷"), drawable("\u05d0\u05d1")
    ('Zoë 大谷', '')
    """
    kept = "".join(map(_drawn, _clusters(normalize("NFC", text))))
    line = " ".join(kept.split())
    # Some characters of the fonts are blank: a name of nothing else would be invisible.
    return line if _lettered(line, Style(20, 400)).mask.getbbox() else ""


def _runs(line: str) -> Iterator[tuple[int, str]]:
    """Split a drawable line into pieces of one font."""
    fonts = ((_font_for(cluster) or 0, cluster) for cluster in _clusters(line))
    for which, pieces in groupby(fonts, key=lambda piece: piece[0]):
        yield which, "".join(cluster for _, cluster in pieces)


def _width(line: str, style: Style) -> float:
    with _DRAWING:
        return sum(_font(which, style).getlength(run) for which, run in _runs(line))


def _lettered(line: str, style: Style) -> Lettering:
    baseline = math.ceil(style.size * 1.3)
    pad = style.size // 2
    with _DRAWING:
        runs = [(_font(which, style), _boldness(which, style), run) for which, run in _runs(line)]
        width = sum(font.getlength(run) for font, _, run in runs)
        mask = Image.new("L", (math.ceil(width) + 2 * pad, baseline + style.size // 2))
        pen = ImageDraw.Draw(mask)
        x = float(pad)
        for font, stroke, run in runs:
            pen.text((x, baseline), run, 255, font, anchor="ls", stroke_width=stroke)
            x += font.getlength(run)
    left, top, right, bottom = mask.getbbox() or (0, 0, 1, 1)
    return Lettering(mask.crop((left, top, right, bottom)), left - pad, top - baseline, width)


@lru_cache(maxsize=1024)
def letter(text: str, style: Style) -> Lettering:
    """Turn a text into a mask; what no font can draw is left out."""
    return _lettered(drawable(text), style)


@lru_cache(maxsize=1024)
def fit(text: str, width: int, *styles: Style) -> tuple[str, Style]:
    """Give a text and the first style in which it is at most `width` wide, cut in the last one.

    A text that is too long even in the last style ends with an ellipsis.
    """
    line = drawable(text)
    for style in styles:
        if _width(line, style) <= width:
            return line, style
    style = styles[-1]
    clusters = list(_clusters(line))
    while clusters:
        clusters.pop()
        line = "".join(clusters).rstrip() + ELLIPSIS
        if _width(line, style) <= width:
            break
    return line, style
