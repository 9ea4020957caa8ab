"""What readers call characters, and what of a text the fonts can draw.

A cluster is a letter with its marks, or an emoji with all that it is joined of. What no font
has is told by its nearest equivalent, or by an ellipsis; a box is never drawn, and nothing
is left out but what is invisible anyway. What does not belong here: fonts (`render.fonts`).
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final
from unicodedata import category, combining, normalize

from render.bidi import ELLIPSIS
from render.fonts import (
    EMOJI_STYLE,
    JOINER,
    NON_JOINER,
    TAGS,
    VARIATION_SELECTORS,
    face_for,
)

_SKIN_TONES: Final = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
_FLAG_LETTERS: Final = frozenset(map(chr, range(0x1F1E6, 0x1F200)))
_EXTENDING: Final = VARIATION_SELECTORS | TAGS | {JOINER, NON_JOINER}
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters that look like spaces but are none."""
_VIRAMA: Final = 9
"""The combining class of the sign that joins a consonant to the next one."""
_FREE: Final = 200
"""From this combining class on, marks pile up on one another."""
_MOST_FREE: Final = 2
_MOST_MARKS: Final = 5
"""Marks kept on one character: no script has more, and a name must not grow out of its chip."""
_CUT: Final = re.compile(f"{ELLIPSIS}[ {ELLIPSIS}]*{ELLIPSIS}")


def clusters(text: str) -> Iterator[str]:
    """Split a text into its clusters."""
    cluster = ""
    for character in text:
        if cluster and _extends(cluster, character):
            cluster += character
        else:
            if cluster:
                yield cluster
            cluster = character
    if cluster:
        yield cluster


def _extends(cluster: str, character: str) -> bool:
    last = cluster[-1]
    return (
        category(character).startswith("M")
        or character in _EXTENDING
        or (character in _SKIN_TONES and _is_symbol(cluster[0]))
        or (last == JOINER and _is_symbol(character))
        or (combining(last) == _VIRAMA and category(character) == "Lo")
        or (cluster in _FLAG_LETTERS and character in _FLAG_LETTERS)
    )


def _is_symbol(character: str) -> bool:
    """Tell whether a character is of the kind that emoji are."""
    return category(character) == "So"


@lru_cache(maxsize=2048)
def drawable(text: str) -> str:
    r"""Return what the fonts draw of a text, with single spaces and an ellipsis for what they lack.

    >>> drawable("Zoë\u202e 𝓢𝓪𝓶 大谷"), drawable("\U00012000\U00012001 Ana")
    ('Zoë Sam 大谷', '… Ana')
    """
    kept = "".join(map(_drawn, clusters(normalize("NFC", text))))
    return _CUT.sub(ELLIPSIS, " ".join(kept.split()))


def _drawn(cluster: str) -> str:
    """Return what is drawn of a cluster: all, its plain equivalent, fewer marks, or an ellipsis."""
    base, rest = cluster[0], cluster[1:]
    if base.isspace() or base in _BLANK:
        return " "
    if category(base) in {"Cc", "Cf"} or category(base).startswith("M"):
        return ""  # Invisible, or a mark that has nothing to stand on.
    # An emoji in one colour has no skin tone.
    rest = "".join(character for character in rest if character not in _SKIN_TONES)
    joined = any(map(_is_symbol, rest))
    if joined or EMOJI_STYLE in rest or not TAGS.isdisjoint(rest):
        whole = base + rest
        if face_for(whole) is not None:
            return whole
    if joined:  # Without one of its parts, it would be another emoji.
        return ELLIPSIS
    marks = _kept_marks(rest)
    for form in (base, normalize("NFKC", base)):
        if face_for(form) is not None:
            kept = "".join(mark for mark in marks if face_for(form + mark) is not None)
            return normalize("NFC", form + kept)
    return ELLIPSIS


def _kept_marks(rest: str) -> list[str]:
    """Return the marks of a cluster, without those that would make a tower of it."""
    kept, free = list[str](), 0
    for mark in rest:
        if mark in VARIATION_SELECTORS or mark in TAGS:
            continue
        free += combining(mark) >= _FREE
        if free <= _MOST_FREE or combining(mark) < _FREE:
            kept.append(mark)
    return kept[:_MOST_MARKS]
