"""A search for Dice Matrix, on the one thing that a game of it comes down to.

Both players' points in a line (a colour or a face) are triangular numbers of their dice there, m
and t; the difference of two such is (m - t) times half of m + t + 1. At the end all dice of the
line are placed, so m + t is known from the first turn on, and the final difference in points is
what the dice are worth that either player takes: for each of its two lines a die is worth half of
one more than the dice in that line, by any player at any time.

So what remains is a game on the occupied cells alone: its value for the player to move depends
neither on the areas nor on the seat. Worths are counted in half points, which are whole numbers.
What does not belong here: levels, noise and words (`games.players.dice_matrix`).
"""

from bisect import insort
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from games.dice_matrix.rules import CELLS, COLOURS, FACES, SIZE, Die, Position

_ROWS: Final = tuple(tuple(range(row * SIZE, (row + 1) * SIZE)) for row in range(SIZE))
_COLUMNS: Final = tuple(tuple(range(column, CELLS, SIZE)) for column in range(SIZE))
LINES: Final = _ROWS + _COLUMNS

CELL_BITS: Final = tuple(
    1 << 8 * row + column | 1 << 8 * (SIZE + column) + row
    for row, column in (divmod(cell, SIZE) for cell in range(CELLS))
)
"""Each cell as the bits that it has in `Position.occupied`, one in its row, one in its column."""

Taking = tuple[int, int]
"""One or two dice that may be taken: what they are worth together, and their cells as bits."""

_NOTHING: Final[Taking] = (0, 0)
"""What nobody takes."""
INFINITE: Final = 10**6
CHECK_EVERY: Final = 256
"""After this number of nodes the search looks whether its time is spent."""
_FEW_DICE: Final = 20
"""With so few left any pair or single die may be the one to take; before, only some of the worthiest are."""
NEAR_END: Final = 19
"""With so few dice left the search goes to the end, after a look some turns ahead."""
_BEFORE_THE_END: Final = 3


def worths(position: Position) -> tuple[int, ...]:
    """Return what each die is worth to the player who takes it, in half points, by its index in an area.

    That is its colour * 6 + face - 1. The left-over die must have been placed, as it counts in
    both of its lines.
    """
    colours, faces = [1] * len(COLOURS), [1] * len(FACES)
    for stack, heights in enumerate(zip(*position.areas, strict=True)):
        colour, face = divmod(stack, len(FACES))
        colours[colour] += sum(heights)
        faces[face] += sum(heights)
    for die in position.matrix:
        if die is not None:
            colours[die.colour] += 1
            faces[die.face - 1] += 1
    return tuple(colour + face for colour in colours for face in faces)


def held(position: Position, seat: int) -> int:
    """Return what a seat's dice will be worth at the end more than the other's, in half points."""
    return sum(
        worth * (heights[seat] - heights[1 - seat])
        for worth, heights in zip(worths(position), zip(*position.areas, strict=True), strict=True)
    )


def ahead(position: Position, seat: int) -> int:
    """Return how far a seat is ahead by its dice and head starts, in half points."""
    starts = position.handicap
    return held(position, seat) + (2 * (starts[seat] - starts[1 - seat]) if starts else 0)


@dataclass(frozen=True, slots=True)
class Matrix:
    """All that may be taken in one game: for each line and its occupied places, the takings.

    `counts` says how many pairs there are, where nobody asks which.
    """

    pairs: tuple[tuple[tuple[Taking, ...], ...], ...]
    counts: tuple[tuple[int, ...], ...]
    singles: tuple[tuple[tuple[Taking, ...], ...], ...]

    @classmethod
    def of(cls, position: Position) -> "Matrix":
        """Make the tables for the game that a position is of."""
        by_stack, dice = worths(position), position.setup.dice
        worth = [by_stack[die.colour * len(FACES) + die.face - 1] for die in dice]
        pairs = tuple(tuple(_pairs(cells, dice, worth) for cells in among(line)) for line in LINES)
        return cls(
            pairs,
            tuple(tuple(map(len, table)) for table in pairs),
            tuple(
                tuple(
                    tuple((worth[cell], CELL_BITS[cell]) for cell in cells) for cells in among(row)
                )
                for row in _ROWS
            ),
        )

    def takings(self, occupied: int) -> tuple[list[Taking], list[Taking]]:
        """List the pairs and the single dice that may be taken, the worthiest first."""
        pairs: list[Taking] = []
        singles: list[Taking] = []
        lines = occupied.to_bytes(len(LINES), "little")
        for table, places in zip(self.pairs, lines, strict=True):
            pairs += table[places]
        for table, places in zip(self.singles, lines, strict=False):
            singles += table[places]
        pairs.sort(reverse=True)
        singles.sort(reverse=True)
        return pairs, singles

    def count_pairs(self, occupied: int) -> int:
        """Return how many pairs may be taken."""
        count = 0
        lines = occupied.to_bytes(len(LINES), "little")
        for table, places in zip(self.counts, lines, strict=True):
            count += table[places]
        return count


def among(line: Sequence[int]) -> list[list[int]]:
    """List all ways in which the cells of a line may be occupied."""
    return [
        [cell for place, cell in enumerate(line) if places >> place & 1]
        for places in range(1 << len(line))
    ]


def _pairs(cells: Sequence[int], dice: Sequence[Die], worth: Sequence[int]) -> tuple[Taking, ...]:
    return tuple(
        (worth[one] + worth[other], CELL_BITS[one] | CELL_BITS[other])
        for one, other in pairwise(cells)
        if dice[one].matches(dice[other])
    )


@dataclass(frozen=True, slots=True)
class Width:
    """How many pairs and how many single dice are looked at while many are left, the worthiest."""

    pairs: int
    singles: int


WIDE: Final = Width(pairs=2 * CELLS, singles=3)
"""All pairs."""
NARROW: Final = Width(pairs=8, singles=1)
"""So few that a search gets some turns further."""


@dataclass(frozen=True, slots=True)
class Valued:
    """A taking, and what it brings its player in the end: half points more than the opponent."""

    value: int
    taking: Taking


class EnoughError(Exception):
    """The search has done the work that it may do."""


class Search:
    """Look ahead in one game, deeper and deeper, to the end where that is near.

    What has been found is kept by the occupied cells: how many turns ahead it holds, bounds of
    the value for the player to move, and the best taking.
    """

    def __init__(
        self, matrix: Matrix, nodes: int, spent: Callable[[], bool], width: Width = WIDE
    ) -> None:
        self._matrix = matrix
        self._nodes = nodes
        self._spent = spent
        self._width = width
        self.to_the_end = False
        """Whether what was ranked last was seen to the end of the game."""
        self._known: dict[int, tuple[int, int, int, Taking]] = {}

    def rank(self, occupied: int, depth: int = CELLS, most: int = 1) -> list[Valued]:
        """Rank the takings by looking at most `depth` turns ahead, this one included.

        The first `most` are the best ones with their values, of the others these are bounds.
        """
        dice = occupied.bit_count() // 2
        ranked = [Valued(taking[0], taking) for taking in self._takings(occupied, dice)]
        self.to_the_end = False
        ahead = 1
        while ahead <= min(depth, dice):
            try:
                ranked = self._ranked(occupied, ranked, ahead, most)
            except EnoughError:
                break
            self.to_the_end = ahead >= dice and dice <= _FEW_DICE
            near = dice <= NEAR_END and ahead >= _BEFORE_THE_END
            ahead = max(dice, ahead + 1) if near else ahead + 1
        return ranked

    def value(self, occupied: int, depth: int = CELLS) -> int:
        """Return what the rest of the game brings the player to move, in half points."""
        return self.rank(occupied, depth)[0].value if occupied else 0

    def _ranked(
        self, occupied: int, takings: Sequence[Valued], ahead: int, most: int
    ) -> list[Valued]:
        """Rank takings by looking `ahead` turns ahead; they come as they were ranked before."""
        ranked: list[Valued] = []
        for worth, cells in (valued.taking for valued in takings):
            floor = ranked[most - 1].value if len(ranked) >= most else -INFINITE
            value = worth - self._look(occupied ^ cells, ahead - 1, -INFINITE, worth - floor)
            # Of equal ones the earlier stays first: for a later one the value is but a bound.
            insort(ranked, Valued(value, (worth, cells)), key=lambda valued: -valued.value)
        return ranked

    def _takings(self, occupied: int, dice: int) -> list[Taking]:
        """List what is looked at: pairs, and single dice, of which few are worth it early on."""
        pairs, singles = self._matrix.takings(occupied)
        if dice <= _FEW_DICE or not pairs:
            return pairs + singles
        return pairs[: self._width.pairs] + singles[: self._width.singles]

    def _look(self, occupied: int, ahead: int, low: int, high: int) -> int:  # noqa: C901 -- called a million times
        """Return the value for the player to move, or a bound of it where it is not in between."""
        nodes = self._nodes = self._nodes - 1
        if nodes < 0 or (nodes % CHECK_EVERY == 0 and self._spent()):
            raise EnoughError
        dice = occupied.bit_count() // 2
        if not dice:
            return 0
        if ahead <= 0:
            return _estimate(dice, self._matrix.count_pairs(occupied))
        ahead = min(ahead, dice)
        least, most = -INFINITE, INFINITE
        best, choice, floor = -INFINITE, _NOTHING, low
        if known := self._known.get(occupied):
            turns, lower, upper, choice = known
            if turns >= ahead:
                least, most = lower, upper
                if least >= high or least == most:
                    return least
                if most <= low:
                    return most
            # What was best before comes first: mostly no other is looked at.
            worth, cells = choice
            best = worth - self._look(occupied ^ cells, ahead - 1, worth - high, worth - floor)
            floor = max(floor, best)
        if best < high:
            first = choice
            for taking in self._takings(occupied, dice):
                if taking == first:
                    continue
                worth, cells = taking
                value = worth - self._look(occupied ^ cells, ahead - 1, worth - high, worth - floor)
                if value > best:
                    best, choice = value, taking
                    floor = max(floor, best)
                    if best >= high:
                        break
        least = max(least, best) if best > low else least
        most = min(most, best) if best < high else most
        self._known[occupied] = (ahead, least, most, choice)
        return best


def _estimate(dice: int, pairs: int) -> int:
    """Estimate what a number of dice bring the player to move, in half points.

    A die is worth about 20. Of an odd number the player to move gets one more, as a rule; of an
    even number none where no two match, else, between one and none for good play of the
    opponent and two, about one.
    """
    if dice % 2:
        return 20
    return (4, 29)[pairs] if pairs < 2 else 21
