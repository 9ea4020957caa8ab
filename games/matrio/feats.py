"""What is worth a smile in MatriO."""

from typing import Final

from games.feats import Deed, Feat
from games.words import Text

MANY_POINTS: Final = 300
"""With one card: about one player of five comes to that at random."""


def _gained_many(deed: Deed) -> bool:
    before, after = deed.before.points[deed.seat], deed.after.points[deed.seat]
    return before is not None and after is not None and after - before >= MANY_POINTS


FEATS: Final = (Feat("300-points", Text("{n} points with one card", n=MANY_POINTS), _gained_many),)
