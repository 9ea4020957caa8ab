"""What is worth a smile in Tablero di Berona."""

from typing import Final

from games.feats import Deed, Feat
from games.words import Text

TALL: Final = 8
"""Tokens: even at random, about one player of a thousand gets on top of this many."""
_OWNERS: Final = "AB"


def _is_on_top_of_many(deed: Deed) -> bool:
    own = _OWNERS[deed.seat]
    return any(len(stack) >= TALL and stack[-1] == own for stack in deed.after.stacks)


FEATS: Final = (Feat("stack-of-8", Text("a stack of {n}", n=TALL), _is_on_top_of_many),)
