"""What a picture of Dicefest says: the header, and what a player's chip looks like.

What does not belong here: sentences about moves and positions (`games.dicefest.words`), and
where a caption goes (`render.dicefest`).
"""

from typing import Final

from games.dicefest.moves import Pass
from games.dicefest.rules import Position
from games.game import Reason, Result
from games.words import Text
from render.dicefest.view import View
from render.frame import ChipState, shown_name
from render.scene import Scene
from render.type import Style, fit

_NAME: Final = Style(30, 500)
_LONGEST: Final = 330


def aside(scene: Scene, position: Position, shown: View) -> Text:
    """Say which turn it is, and what the board itself cannot show; `position` is before it."""
    if scene.result is not None:
        return Text("Final position · {end}", end=_ending(scene, scene.result))
    if shown.passed is not None:
        who = _name(scene, shown.passed)
        passes, passed = Text("{player} passes", player=who), Text("{player} passed", player=who)
        note = passes if scene.marked else passed
    elif not position.settled:
        note = Text("{player} picks a side", player=_name(scene, position.seat))
    elif position.legal_moves() == [Pass()]:
        note = Text("{player} has to pass", player=_name(scene, position.seat))
    else:
        return Text("Turn {turn}", turn=scene.turn)
    return Text("Turn {turn} · {rest}", turn=scene.turn, rest=note)


def state(scene: Scene, position: Position, seat: int) -> ChipState:
    """Say what a player's chip looks like; `position` is the one before the move being built."""
    if scene.result is not None and seat in scene.result.winners:
        return "winner"
    if seat in position.table.left:
        return "gone"
    if scene.result is None and seat == position.to_move:
        return "to_move"
    return "idle"


def _name(scene: Scene, seat: int) -> str:
    """Return a player's name, short enough for the header."""
    return fit(shown_name(scene.names[seat], seat, scene.translate), _LONGEST, _NAME)[0]


def _ending(scene: Scene, result: Result) -> Text:
    if not result.winners:
        return Text("ended without result")
    if len(result.winners) == 1:
        return Text("{player} wins", player=_name(scene, result.winners[0]))
    return Text("draw agreed") if result.reason is Reason.AGREED else Text("draw")
