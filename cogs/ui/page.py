"""A page of rules: its words, and perhaps a figure from a real position."""

from dataclasses import dataclass

from games.record import Record
from games.words import Text


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture of a position, with what a player to move has chosen marked in it.

    `marked` are tokens as the turn panel takes them; where there are none, the move that
    led to the position is marked. `around` names what to show, as in a
    `render.scene.Diagram`.
    """

    position: Record
    caption: Text
    marked: tuple[str, ...] = ()
    around: tuple[str, ...] = ("board",)


@dataclass(frozen=True, slots=True)
class Page:
    """One page: a heading and what it says, in Discord's markdown."""

    text: Text
    figure: Figure | None = None
