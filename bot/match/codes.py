"""Codes of games: five letters that people can read out and type."""

import random
from typing import Final

ALPHABET: Final = "ABCDEFGHJKMNPQRTUVWXYZ"
"""Letters only, without those that are taken for another letter or a digit (I, L, O, S)."""
LENGTH: Final = 5

UNWANTED: Final = frozenset(
    {
        *("ANU", "BUTT", "CACA", "CAGA", "CRAP", "CUCK", "CUM", "CUNT", "DAMN"),
        *("FAG", "FUC", "FUK", "FUQ", "FVCK", "GAY", "HATE", "HURE", "JAP", "JEW"),
        *("KACK", "KAKA", "KKK", "KUNT", "MERD", "MUFF", "NAZ", "NEGR", "NGG", "NGR", "NUDE"),
        *("PEDE", "PENE", "PUTA", "PUTE", "QUEER", "RAPE", "TARD", "TURD", "TWAT", "VAG"),
        *("WANK", "X" * 3),
    }
)
"""Fragments that no code contains."""


def draw_code(choose: random.Random) -> str:
    """Draw a code without unwanted words; the caller checks that it is new in its server."""
    while True:
        code = "".join(choose.choices(ALPHABET, k=LENGTH))
        if is_wanted(code):
            return code


def is_wanted(code: str) -> bool:
    """Tell whether a code contains no unwanted word.

    >>> is_wanted("QTRWX"), is_wanted("AFUKB")
    (True, False)
    """
    return not any(word in code for word in UNWANTED)


def tidy_code(typed: str) -> str:
    """Read a code as people type it: any case, blanks around it, a leading #.

    >>> tidy_code(" #qtrwx ")
    'QTRWX'
    """
    return typed.strip().lstrip("#").upper()
