"""The font files: which of them draws a character, and each in a size and weight.

They come from packages, never from the system. Whether letters that join are joined (Arabic,
Devanagari) and marks are in their place is up to Pillow's layout engine Raqm, which
needs the system's FriBidi; without it, such letters are drawn side by side. What does not belong
here: which characters make up a text (`render.clusters`), and drawing (`render.type`).
"""

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from PIL import ImageFont, features

from render.glyphs import coverage

SHAPED: Final = features.check("raqm")
"""Whether letters are joined and reordered as their script wants."""

VARIATION_SELECTORS: Final = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
EMOJI_STYLE: Final = "\ufe0f"
JOINER: Final = "\u200d"
NON_JOINER: Final = "\u200c"
_KEYCAP: Final = "\u20e3"
TAGS: Final = frozenset(map(chr, range(0xE0020, 0xE0080)))
"""They follow a black flag and say which one it is."""
INVISIBLE: Final = VARIATION_SELECTORS | TAGS | {JOINER, NON_JOINER}
"""Characters that tell how to draw others, and that a face need not have."""


@dataclass(frozen=True, slots=True)
class Style:
    """A size in pixels and a weight from 100 to 900."""

    size: int
    weight: int


BOLD: Final = 700
"""The weight of what has a file of its own."""


@dataclass(frozen=True, slots=True)
class Face:
    """A font file: the weights that it has, and how large it is drawn next to the others.

    Some fonts have a file of their own for what is bold.
    """

    path: Path
    lightest: int = 400
    boldest: int = 400
    scale: float = 1.0
    bold: Path | None = None

    def covers(self, characters: str) -> bool:
        """Tell whether it draws all of these characters; those that are never drawn don't count."""
        drawn = coverage(self.path)
        return all(character in drawn or character in INVISIBLE for character in characters)

    def boldness(self, style: Style) -> float:
        """Return the stroke in pixels that makes a file of one weight fit its bolder neighbours."""
        if self.boldest > self.lightest:
            return 0.0
        has = BOLD if self.file(style) == self.bold else self.boldest
        return style.size * max(style.weight - has, 0) / 14_000

    def file(self, style: Style) -> Path:
        """Return the file that is nearest to a weight."""
        return self.bold if self.bold and 2 * style.weight > self.boldest + BOLD else self.path


def _packaged(script: str) -> Face:
    name = f"Noto{script}[wght].ttf"
    return Face(Path(str(files("manimgx_fonts") / name)), 400, 700)


NOTO_SANS: Final = Face(
    Path(str(files("fontpkg_noto_sans") / "files" / "NotoSans[wdth,wght].ttf")), 100, 900
)
"""Latin, Greek, Cyrillic and Devanagari."""
NOTO_SANS_CJK: Final = Face(
    Path(str(files("noto_cjk_sans_jp_regular") / "NotoSansCJKjp-Regular.otf")),
    bold=Path(str(files("noto_cjk_sans_jp_bold") / "NotoSansCJKjp-Bold.otf")),
)
EMOJI: Final = Face(_packaged("Emoji").path, 300, 700, 0.86)
_SCRIPTS: Final = (
    "Arabic", "Hebrew", "Thai", "Armenian", "Georgian", "Bengali", "Tamil", "Telugu", "Kannada",
    "Malayalam", "Gujarati", "Gurmukhi", "Oriya", "Sinhala", "Lao", "Khmer", "Myanmar",
    "Ethiopic",
)  # fmt: skip
FACES: Final = (
    NOTO_SANS,
    NOTO_SANS_CJK,
    *(_packaged(f"Sans{script}") for script in _SCRIPTS),
    EMOJI,
    _packaged("SansSymbols"),
)
"""All files, in the order in which they are asked for a character."""


@lru_cache(maxsize=4096)
def face_for(cluster: str) -> Face | None:
    """Return the face that draws what a reader calls one character, None if none does."""
    emoji = EMOJI_STYLE in cluster or JOINER in cluster or _KEYCAP in cluster
    if emoji and EMOJI.covers(cluster):
        return EMOJI
    return next((face for face in FACES if face.covers(cluster)), None)


@lru_cache(maxsize=256)
def loaded(face: Face, style: Style) -> ImageFont.FreeTypeFont:
    """Load a face in a style, in the nearest weight that it has."""
    layout = ImageFont.Layout.RAQM if SHAPED else ImageFont.Layout.BASIC
    font = ImageFont.truetype(face.file(style), style.size * face.scale, layout_engine=layout)
    if face.boldest > face.lightest:
        weight = min(max(style.weight, face.lightest), face.boldest)
        font.set_variation_by_axes([weight, 100] if face is NOTO_SANS else [weight])
    return font
