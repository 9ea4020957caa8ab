"""Words that people type to find a move, in whatever language they read its label.

Each game knows what its notation and its English words may stand for; this is what they
share. What does not belong here: what a game's words are (`matrio_typing` and its like), and
the reading of a move that is to be played.
"""

import re
import unicodedata
from typing import Final

FEWEST_LETTERS: Final = 3
"""So many letters of a word are typed before it is looked for; fewer are notation."""
_LETTERS: Final = re.compile(r"[^\W\d_]+")


def half_width(text: str) -> str:
    """Write the letters and digits of Japanese keyboards, which are as wide as kanji, as usual."""
    return unicodedata.normalize("NFKC", text)


def plain(text: str) -> str:
    """Write a text without the differences that nobody means: width, and case.

    >>> plain("K5 Black")
    'k5 black'
    """
    return half_width(text).casefold()


def is_word(typed: str) -> bool:
    """Tell whether something typed (`plain`) is to be looked for in labels, and no notation.

    >>> is_word("bla"), is_word("b"), is_word("b5"), is_word("北")
    (True, False, False, True)
    """
    return not typed.isascii() or (len(typed) >= FEWEST_LETTERS and typed.isalpha())


def stands_in(word: str, label: str) -> bool:
    """Tell whether a word (`is_word`) stands in a label as its reader sees it.

    Latin letters have to begin a word there; other scripts are not always written with blanks
    between words, and are found anywhere.

    >>> label = "c4, Black 5"
    >>> stands_in("bla", label), stands_in("ack", label), stands_in("の5", "c4 赤の 5")
    (True, False, True)
    """
    shown = plain(label)
    if word.isascii():
        return any(other.startswith(word) for other in _LETTERS.findall(shown))
    return word in "".join(shown.split())
