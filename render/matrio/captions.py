"""What the pictures of MatriO say: the header, who played, what follows, where cards may go.

What does not belong here: sentences about moves and positions (`games.matrio.words`), and
where a caption is drawn (`render.matrio`, `hand`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.game import Reason, Result
from games.matrio.board import CARDS, TRAYS, line_name, tray_line
from games.matrio.rules import OPENER, Position
from games.matrio.signs import name_card
from games.words import Plural, Text, series
from render.frame import ChipState
from render.matrio.view import View
from render.scene import Scene

NEW_DOT: Final = Text("new")
"""Stands for the old score of a cell without a dot."""
FORMULA: Final = Text("each dot scores row times column:")
_FEW: Final = 3
"""The most trays that are named one by one."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A line below the changes: what it says, and of which seats."""

    text: Text
    seats: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Destination:
    """Where the cards of a group may go; `duty` if that is hardly a choice."""

    text: Text
    duty: bool = False


def aside(scene: Scene, now: Position) -> Text:
    """Say which turn it is, and how many cards are still to be played."""
    if scene.result is not None:
        return Text("Final position")
    left = sum(map(len, now.hands))
    cards = Plural("{n} card left", "{n} cards left", left)
    return Text("Turn {turn} · {rest}", turn=scene.turn, rest=cards)


def state(scene: Scene, position: Position, seat: int) -> ChipState:
    """Say what a player's chip looks like; `position` is the one before the move being built."""
    if scene.result is not None and seat in scene.result.winners:
        return "winner"
    if seat in position.withdrawn:
        return "gone"
    if scene.result is None and seat == position.to_move:
        return "to_move"
    return "idle"


def headline(shown: View, name: str) -> Text:
    """Say who played the card that is shown, or who is about to."""
    if shown.choosing:
        return Text("{player} plays", player=name)
    if shown.tray is None:
        return Text("{player} to open", player=name)
    return Text("{player} played", player=name)


def remarks(scene: Scene, shown: View) -> list[Remark]:
    """Say what else is to be known of the move that is shown, and how the game ended."""
    said = []
    if shown.hinted:
        said.append(Remark(Text("which tray?")))
    elif shown.tray is not None and not shown.changed:
        said.append(Remark(Text("no score changes")))
    # There is room for one more line below three changes.
    if scene.result is not None:
        said.append(_ending(scene.result))
    elif shown.out:
        said.append(Remark(Text("no dot: withdraws"), tuple(sorted(shown.out))))
    return said


def destination(position: Position, seat: int, cards: Sequence[int]) -> Destination:
    """Say where the cards of one suit (or the jokers) in a seat's hand may go."""
    if must_open(position, seat):
        if OPENER in cards:
            return Destination(Text("must open with {card}", card=name_card(OPENER)), duty=True)
        return Destination(Text("not yet"))
    if CARDS[cards[0]].suit is None:
        return Destination(Text("any tray"))
    trays = position.destinations(cards[0])
    if any(position.trays[tray] for tray in trays):
        return Destination(Text("any tray") if len(trays) == TRAYS else Text("any filled tray"))
    if len(trays) <= _FEW:
        lines = series(line_name(tray_line(tray)) for tray in trays)
        return Destination(Text("must fill {lines}", lines=lines), duty=True)
    return Destination(Text("any empty tray"))


def must_open(position: Position, seat: int) -> bool:
    """Tell whether a seat may play nothing but the opening card."""
    return position.must_open and position.to_move == seat


def _ending(result: Result) -> Remark:
    if not result.winners:
        return Remark(Text("ended without result"))
    match result.reason:
        case Reason.AGREED:
            return Remark(Text("draw agreed"))
        case Reason.RESIGNED | Reason.TIMEOUT:
            return Remark(Text("wins: all others are out"), result.winners)
        case _ if len(result.winners) > 1:
            return Remark(Text("share the win"), result.winners)
    scores = sorted(score for score in result.scores or () if score is not None)
    if len(scores) < 2:
        return Remark(Text("wins"), result.winners)
    ahead = scores[-1] - scores[-2]
    return Remark(Plural("wins by {n} point", "wins by {n} points", ahead), result.winners)
