"""What a picture of Tablero says: its header, the players' chips, the lines next to the dice.

What does not belong here: sentences about moves and positions (`games.tablero.words`), and
where a caption is drawn (`render.tablero`).
"""

from games.game import Reason, Result
from games.tablero.rules import Bump, Position, Retrieve
from games.words import Text
from render.frame import Chip, ChipState, fate
from render.scene import Scene
from render.tablero.view import View


def aside(scene: Scene, position: Position) -> Text:
    """Say which turn it is, and whether it is the last one."""
    if scene.result is not None:
        return Text("Final position")
    if position.last:
        return Text("Turn {turn} · last turn", turn=scene.turn)
    return Text("Turn {turn}", turn=scene.turn)


def chip(scene: Scene, position: Position, shown: View, seat: int) -> Chip:
    """Return a player's chip: what is up to them or became of them, and how far they lead."""
    mine, theirs = shown.scores[seat], shown.scores[1 - seat]
    line = lead = _lead(mine - theirs)
    if scene.result is not None:
        line = _fate(scene.result, seat, mine - theirs) or lead
    elif seat == position.to_move:
        line = Text("{deed} · {lead}", deed=_up_to(scene, seat), lead=lead)
    elif scene.last is not None and scene.last.seat == seat and scene.last.move == Bump():
        line = Text("{deed} · {lead}", deed=Text("bumped"), lead=lead)
    return Chip(
        scene.hues[seat], scene.names[seat], line, str(mine), state=_state(scene, position, seat)
    )


def rolled(name: str, shown: View) -> Text:
    """Say who has rolled the dice, or is to roll them."""
    if shown.dice:
        return Text("{player} rolled", player=name)
    return Text("{player} to roll", player=name)


def remark(scene: Scene, shown: View) -> Text | None:
    """Say what is left to be done with the dice, if there is anything to say."""
    now = shown.now
    if shown.hand:
        return Text("next to drop")
    if shown.hinted:
        return Text("which token comes back?")
    if scene.result is not None or not now.dice:
        return None
    stuck = now.legal_moves() == [Bump()]
    if now.mid_turn:
        (die,) = now.dice
        if stuck:
            return Text("die {die} can't be used: bump", die=die)
        return Text("die {die} is left to use", die=die)
    if stuck:
        return Text("no die can be used: bump")
    return Text("doubles: or take a token back") if now.retrievable else None


def _lead(ahead: int) -> Text:
    if ahead > 0:
        return Text("leads by {points}", points=ahead)
    return Text("behind by {points}", points=-ahead) if ahead else Text("level")


def _up_to(scene: Scene, seat: int) -> Text:
    """Say that a seat is to move, and after taking a token back, to move again."""
    last = scene.last
    if last is not None and last.seat == seat and isinstance(last.move, Retrieve):
        return Text("to move again")
    return Text("to move")


def _fate(result: Result, seat: int, ahead: int) -> Text | None:
    """Say what the result means for a seat, by how much where it was played out."""
    if result.reason is Reason.PLAYED and result.winners == (seat,):
        if ahead:
            return Text("wins by {points}", points=ahead)
        return Text("wins: highest centre space")
    return fate(result, seat)


def _state(scene: Scene, position: Position, seat: int) -> ChipState:
    if scene.result is not None:
        return "winner" if seat in scene.result.winners else "idle"
    return "to_move" if seat == position.to_move else "idle"
