"""What is worth a smile in Dicefest."""

from typing import Final

from games.feats import Deed, Feat
from games.words import Text

EARLY_TURN: Final = 2


def _locked_early(deed: Deed) -> bool:
    more = deed.after.locked(deed.seat) > deed.before.locked(deed.seat)
    return bool(deed.turn <= EARLY_TURN and more)


FEATS: Final = (Feat("locked-early", Text("a locked die in turn two"), _locked_early),)
