"""Who wins a game of Dice Matrix: the end of it, where only that is asked.

A search that need not know by how much a player ends ahead sees much further than one that ranks
takings by it (`games.players.dice_matrix.search`). Two bounds cut it short. A player who takes one
die in each turn, the worthiest, loses the least where the opponent takes the worthiest pair as often
as there may be pairs; and wins the most the other way round. Where no two dice in a line match any
more, both bounds are the value. What does not belong here: levels and words
(`games.players.dice_matrix`).
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Final

from games.dice_matrix.rules import Position
from games.players.dice_matrix.search import (
    CELL_BITS,
    CHECK_EVERY,
    INFINITE,
    LINES,
    EnoughError,
    Matrix,
    Taking,
    among,
)

_WIN: Final = 1
_DRAW: Final = 0
"""How far ahead a player has to end, in half points."""


class Outcome:
    """Tell which takings win, and which draw, in one game.

    What has been found is kept by the occupied cells: bounds of the value for the player to move,
    and the taking that was best.
    """

    def __init__(self, position: Position, nodes: int, spent: Callable[[], bool]) -> None:
        self._matrix = Matrix.of(position)
        self._partners = _partners(position)
        self._nodes = nodes
        self._spent = spent
        self._known: dict[int, tuple[int, int, Taking | None]] = {}

    def chosen(self, occupied: int, takings: Sequence[Taking], lead: int) -> Taking:
        """Return the first of some takings that wins, else the first that draws, else the first.

        `lead` is how far the player to move is ahead now. Where the work that may be done ends
        before, it is the first taking of which nobody knows that it is too bad.
        """
        for goal in (_WIN, _DRAW):
            for taking in takings:
                try:
                    if self._brings(occupied, taking, goal - lead):
                        return taking
                except EnoughError:
                    return taking
        return takings[0]

    def reaches(self, occupied: int, least: int) -> bool:
        """Tell whether the rest of the game brings the player to move `least` half points."""
        if not occupied:
            return least <= 0
        return self._look(occupied, self._matrix.takings(occupied)[1], least) >= least

    def _brings(self, occupied: int, taking: Taking, least: int) -> bool:
        """Tell whether a taking brings its player `least` half points in the end."""
        worth, cells = taking
        return not self.reaches(occupied ^ cells, worth - least + 1)

    def _look(self, occupied: int, singles: Sequence[Taking], least: int) -> int:  # noqa: C901, PLR0912 -- called a hundred thousand times
        """Return a bound of the value for the player to move: at least `least`, or the most it is.

        `singles` are the dice, the worthiest first.
        """
        known = self._known.get(occupied)
        if known is None:
            low, high, choice = -INFINITE, INFINITE, None
        else:
            low, high, choice = known
            if low >= least:
                return low
            if high < least:
                return high
        nodes = self._nodes = self._nodes - 1
        if nodes < 0 or (nodes % CHECK_EVERY == 0 and self._spent()):
            raise EnoughError
        lines = occupied.to_bytes(len(LINES), "little")
        if known is None:
            matching = 0
            for table, places in zip(self._partners, lines, strict=True):
                matching |= table[places]
            # Each die has two bits.
            low, high = _bounds([worth for worth, _ in singles], matching.bit_count() // 4)
            if low >= least or high < least:
                self._known[occupied] = (low, high, None)
                return low if low >= least else high
        best = -INFINITE
        if choice is not None:
            # What was best before comes first: mostly no other is looked at.
            best = self._after(occupied, singles, choice, least)
        if best < least:
            pairs: list[Taking] = []
            for line, places in zip(self._matrix.pairs, lines, strict=True):
                pairs += line[places]
            pairs.sort(reverse=True)
            first = choice
            for taking in (*pairs, *singles):
                if taking == first:
                    continue
                value = self._after(occupied, singles, taking, least)
                if value > best:
                    best, choice = value, taking
                    if best >= least:
                        break
        if best >= least:
            self._known[occupied] = (best, high, choice)
        else:
            self._known[occupied] = (low, min(best, high), choice)
        return best

    def _after(self, occupied: int, singles: Sequence[Taking], taking: Taking, least: int) -> int:
        """Return a bound of what a taking brings, as `_look` does."""
        worth, cells = taking
        rest = occupied ^ cells
        if not rest:
            return worth
        left = [single for single in singles if single[1] & cells != single[1]]
        return worth - self._look(rest, left, worth - least + 1)


def _partners(position: Position) -> tuple[tuple[int, ...], ...]:
    """List for each line and its occupied places which dice match another of the line, as bits."""
    dice = position.setup.dice
    tables = []
    for line in LINES:
        table = []
        for cells in among(line):
            bits = 0
            for one, other in combinations(cells, 2):
                if dice[one].matches(dice[other]):
                    bits |= CELL_BITS[one] | CELL_BITS[other]
            table.append(bits)
        tables.append(tuple(table))
    return tuple(tables)


def _bounds(worths: Sequence[int], pairs: int) -> tuple[int, int]:
    """Return the least and the most that dice can bring the player to move.

    `worths` has the worthiest first; at most `pairs` pairs may be taken, one in each turn.

    >>> _bounds([5, 4, 3, 2], 0), _bounds([5, 4, 3, 2], 1)
    ((2, 2), (0, 8))
    """
    paired, others = worths[: 3 * pairs], worths[3 * pairs :]
    total = sum(paired)
    rest = sum(others[::2]) - sum(others[1::2])
    return 2 * sum(paired[::3]) - total + rest, total - 2 * sum(paired[2::3]) + rest
