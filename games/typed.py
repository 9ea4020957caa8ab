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


def plain(text: str) -> str:
    """Write a text without the differences that nobody means: case, and full width.

    >>> plain("Ｋ５ Black")
    'k5 black'
    """
    return unicodedata.normalize("NFKC", text).casefold()


def stands_in(word: str, label: str) -> bool:
    """Tell whether a typed word (`plain`) stands in a label as its reader sees it.

    Latin letters have to begin a word there; other scripts are not always written with blanks
    between words, and are found anywhere.

    >>> stands_in("bla", "c4, Black 5"), stands_in("ack", "c4, Black 5"), stands_in("赤の5", "c4（赤の 5）")
    (True, False, True)
    """
    shown = plain(label)
    if not word.isascii():
        return word in "".join(shown.split())
    if len(word) < FEWEST_LETTERS or not word.isalpha():
        return False
    return any(other.startswith(word) for other in _LETTERS.findall(shown))
