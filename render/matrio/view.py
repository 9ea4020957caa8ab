"""What a picture of MatriO shows: a scene worked out into the last card and what it changed.

A board in play shows the last turn, a turn panel the one being built; both become the same
`View`, so that drawing need not tell them apart. No card of a hand is in it but the one
that its holder has chosen in the panel. What does not belong here: shapes, colours and
places on the page (`pieces`, `render.matrio`), and words (`captions`).
"""

from dataclasses import dataclass, replace

from games.matrio.board import CARD_INDEX, TRAY_INDEX
from games.matrio.rules import OPENER, Change, Play, Position, changes
from render.scene import Scene


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card that was played: by whom, which, and to which tray."""

    seat: int
    card: int
    tray: int


@dataclass(frozen=True, slots=True)
class View:
    """All that a picture shows of a position.

    - `now`: the position, after the move that has been chosen in the panel.
    - `seat`: who played the card, is choosing, or is to open; None if nobody ever did.
    - `choosing`: whether the turn is still being built.
    - `card`, `tray`: the card and where it went, as far as there is one.
    - `changed`: the cells whose scores that changed, in the grid's order.
    - `hinted`: trays of which one is to be chosen.
    - `out`: the seats that it put out of the game.
    - `earlier`: what was played before it in the round, oldest first.
    """

    now: Position
    seat: int | None = None
    choosing: bool = False
    card: int | None = None
    tray: int | None = None
    changed: tuple[Change, ...] = ()
    hinted: frozenset[int] = frozenset()
    out: frozenset[int] = frozenset()
    earlier: tuple[PlayedCard, ...] = ()

    @property
    def played(self) -> tuple[PlayedCard, ...]:
        """Return the card as one that was played, if it has been."""
        if self.seat is None or self.card is None or self.tray is None:
            return ()
        return (PlayedCard(self.seat, self.card, self.tray),)


def view(scene: Scene, position: Position) -> View:
    """Work out what a picture of the position shows; IllegalMove if the choice is none."""
    match scene.marked:
        case (card,):
            return _choosing_tray(position, CARD_INDEX[card])
        case (card, tray):
            move = Play(CARD_INDEX[card], TRAY_INDEX[tray])
            after = position.play(move)
            return _played(after, position, move, after, choosing=True)
    last = scene.last
    # What comes from another game than the position's is nothing that could be marked.
    if last and isinstance(last.before, Position) and isinstance(last.after, Position):
        shown = _played(position, last.before, last.move, last.after)
        return replace(shown, earlier=_earlier(scene))
    if position.to_move is None:
        return View(position)
    # Everybody knows who holds this card: they open.
    return View(position, position.seat, card=OPENER if position.must_open else None)


def _earlier(scene: Scene) -> tuple[PlayedCard, ...]:
    return tuple(
        PlayedCard(played.before.seat, played.move.card, played.move.tray)
        for turn in scene.earlier
        for played in turn
        if isinstance(played.before, Position)
    )


def _choosing_tray(position: Position, card: int) -> View:
    trays = frozenset(move.tray for move in position.legal_moves() if move.card == card)
    return View(position, position.seat, choosing=True, card=card, hinted=trays)


def _played(
    now: Position, before: Position, move: Play, after: Position, *, choosing: bool = False
) -> View:
    return View(
        now,
        before.seat,
        choosing,
        move.card,
        move.tray,
        changes(before, move, after),
        out=after.withdrawn - before.withdrawn,
    )
