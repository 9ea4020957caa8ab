"""How far ahead each move leaves its player at the end of a game of Dice Matrix, as a search sees it.

What does not belong here: the search itself (`games.players.dice_matrix.search`), and what a lead
is worth (`games.players.dice_matrix.estimate`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.dice_matrix.rules import Move, Position, Take
from games.players.dice_matrix.search import CELL_BITS, Matrix, Search, Width, ahead


@dataclass(frozen=True, slots=True)
class Ranked:
    """A move with the lead that its player ends with, in half points."""

    lead: int
    move: Move
    sure: bool
    """Whether the search has seen the end of the game."""


def ranked(
    view: Position,
    legal: Sequence[Move],
    turns: int,
    nodes: int,
    width: Width,
    spent: Callable[[], bool],
    most: int,
) -> list[Ranked]:
    """Rank the moves by the lead that they end with; the first `most` are right."""
    if view.left is not None:
        # Each face changes what all dice of it are worth: another game.
        nodes //= len(legal)
        faces = [_turned(view, move, turns - 1, nodes, width, spent) for move in legal]
        return sorted(faces, key=lambda turned: -turned.lead)
    # Both orders of a pair are alike.
    moves = {cells_of(move): move for move in legal if isinstance(move, Take)}
    search = Search(Matrix.of(view), nodes, spent, width)
    lead = ahead(view, view.seat)
    valued = search.rank(view.occupied, turns, most)
    return [Ranked(lead + each.value, moves[each.taking[1]], search.to_the_end) for each in valued]


def _turned(
    view: Position, move: Move, turns: int, nodes: int, width: Width, spent: Callable[[], bool]
) -> Ranked:
    after = view.play(move)
    search = Search(Matrix.of(after), nodes, spent, width)
    lead = ahead(after, view.seat) - search.value(after.occupied, turns)
    return Ranked(lead, move, search.to_the_end)


def cells_of(move: Take) -> int:
    """Return the cells of a move as bits."""
    cells = CELL_BITS[move.first]
    return cells if move.second is None else cells | CELL_BITS[move.second]
