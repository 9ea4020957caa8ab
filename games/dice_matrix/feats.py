"""What is worth a smile in Dice Matrix."""

from typing import Final

from games.feats import Deed, Feat
from games.words import Text

MANY_POINTS: Final = 25
"""In one turn: about one of ten players who always take the most comes to that in a game."""


def _scored_many(deed: Deed) -> bool:
    before, after = deed.before.points[deed.seat], deed.after.points[deed.seat]
    return bool(after - before >= MANY_POINTS)


FEATS: Final = (Feat("25-points", Text("{n} points in one turn", n=MANY_POINTS), _scored_many),)
