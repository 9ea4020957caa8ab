"""Positions of Dice Matrix for tests: drawn from whole random games, or laid out by hand."""

from collections.abc import Mapping

from hypothesis import strategies as st

from games.chance import SeededSource
from games.dice_matrix import DICE_MATRIX
from games.dice_matrix.rules import CELLS, Die, Position, Setup, Turn, cell_index

RUNNING = {"scoring": "running"}
RECOUNT = {"scoring": "recount"}


def game(seed: int, options: Mapping[str, str] = RUNNING) -> list[Position]:
    """Return all positions of one random game, the first and the last included."""
    source = SeededSource(seed)
    positions = [DICE_MATRIX.deal(source, 2, options)]
    while positions[-1].to_move is not None:
        move = DICE_MATRIX.random_move(positions[-1], source)
        positions.append(positions[-1].play(move))
    return positions


def laid_out(
    dice: Mapping[str, Die], *, recount: bool = False, left: Die | None = None
) -> Position:
    """Return a position after the first move with only these dice left in the matrix.

    The left-over die, a pink 2 unless given, has been turned to its own face. Dice that lay
    in the other cells, black ones, are gone without having been scored.
    """
    matrix = [Die(0, 1)] * CELLS
    for name, die in dice.items():
        matrix[cell_index(name)] = die
    left = left or Die(2, 2)
    position = Position(Setup.of(matrix, left, recount=recount)).play(Turn(left.face))
    kept = {cell_index(name) for name in dice}
    occupied = position.occupied
    for cell in range(CELLS):
        if cell not in kept:
            # A cell is one bit in its row's byte and one in its column's.
            row, column = divmod(cell, 7)
            occupied &= ~(1 << 8 * row + column | 1 << 8 * (7 + column) + row)
    return Position(position.setup, occupied, position.placed, position.points, position.seat)


@st.composite
def positions(
    draw: st.DrawFn, options: Mapping[str, str] = RUNNING, *, over: bool = False
) -> Position:
    """Draw a position from anywhere in a random game, from after its end only if wanted."""
    played = game(draw(st.integers(0, 10_000)), options)
    return played[draw(st.integers(0, len(played) - (1 if over else 2)))]
