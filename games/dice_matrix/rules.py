"""The rules of Dice Matrix: the matrix, the two areas, what may be taken and what it scores.

Two players take dice from a matrix of seven by seven, one or a matching pair at a time, and
stack them in an area with a column for each colour and a row for each face. What does not
belong here: notation (`notation`), words (`words`) and the
building of a move in steps (`choices`).

Positions are small numbers, so that stepping through games is fast:

- Occupancy is one number of 14 bytes, one for each line of the matrix: the rows from the
  bottom, then the columns from the left. Every cell is so a bit in two of them.
- The dice of a line that lie side by side (emptied cells aside) form at most six pairs.
  Which pairs match in colour or face is fixed by the set-up; `side by side & matching` is
  one of only 233 sets of pairs, for each of which the moves are ready in a table.
- An area is one number too: 30 stack heights, then the dice in each of its 11 lines.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import Final, NamedTuple

from games import game
from games.errors import IllegalMove
from games.handicap import NO_HANDICAPS, Handicaps, plus
from games.words import Text, series

SIZE: Final = 7
CELLS: Final = SIZE * SIZE
COLOURS: Final = "KRPYB"
"""Black, red, pink, yellow and blue, in the order of the records."""
FACES: Final = range(1, 7)
DICE_A_COLOUR: Final = 10
COLUMN_NAMES: Final = "abcdefg"


class Die(NamedTuple):
    """A die as it lies: the index of its colour in `COLOURS`, and the face on top, 1 to 6."""

    colour: int
    face: int

    def matches(self, other: "Die") -> bool:
        """Tell whether two dice share the colour, the face, or both."""
        return self.colour == other.colour or self.face == other.face


@dataclass(frozen=True, slots=True)
class Turn:
    """The first move of a game: turn the left-over die to a face and place it."""

    face: int


@dataclass(frozen=True, slots=True)
class Take:
    """Take one die from a cell of the matrix, or two, which are placed in this order."""

    first: int
    second: int | None = None


Move = Turn | Take


def cell_name(cell: int) -> str:
    """Name a cell: column a to g, then row 1 to 7 from the bottom.

    >>> cell_name(0), cell_name(1), cell_name(48)
    ('a1', 'b1', 'g7')
    """
    row, column = divmod(cell, SIZE)
    return f"{COLUMN_NAMES[column]}{row + 1}"


def cell_index(name: str) -> int:
    """Return the index of a cell by its name; ValueError if there is no such cell.

    >>> cell_index("c4")
    23
    """
    return _CELL_NAMES.index(name)


_CELL_NAMES: Final = tuple(cell_name(cell) for cell in range(CELLS))

# Tables that are the same for every game. A place is 0 to 6 within a line.
_ROWS: Final = tuple(tuple(range(row * SIZE, (row + 1) * SIZE)) for row in range(SIZE))
_COLUMNS: Final = tuple(tuple(range(column, CELLS, SIZE)) for column in range(SIZE))
_LINES: Final = _ROWS + _COLUMNS

_BITS: Final = tuple(
    sum(1 << 8 * n + line.index(cell) for n, line in enumerate(_LINES) if cell in line)
    for cell in range(CELLS)
)
_FULL: Final = sum(_BITS)

_PAIR_BIT: Final = {pair: 1 << n for n, pair in enumerate(combinations(range(SIZE), 2))}


def _places(bits: int) -> list[int]:
    return [place for place in range(SIZE) if bits >> place & 1]


_PAIRS_AMONG: Final = tuple(
    sum(_PAIR_BIT[pair] for pair in combinations(_places(places), 2)) for places in range(2**SIZE)
)
"""For places of a line, as bits: all pairs of them."""
_SIDE_BY_SIDE: Final = tuple(
    sum(_PAIR_BIT[pair] for pair in pairwise(_places(places))) for places in range(2**SIZE)
)
"""For the occupied places of a line: the pairs without a die in between."""


def _subsets(bits: int) -> set[int]:
    subsets = {0}
    for n in range(bits.bit_length()):
        if bits >> n & 1:
            subsets |= {subset | 1 << n for subset in subsets}
    return subsets


_PAIR_SETS: Final = sorted(set[int]().union(*map(_subsets, _SIDE_BY_SIDE)))


def _pair_takes(line: tuple[int, ...]) -> dict[int, tuple[Take, ...]]:
    """List the takes for any pairs of a line, each set of pairs from one with a pair less."""
    takes = [(Take(line[one], line[two]), Take(line[two], line[one])) for one, two in _PAIR_BIT]
    found = {0: tuple[Take, ...]()}
    for pairs in _PAIR_SETS[1:]:
        highest = pairs.bit_length() - 1
        found[pairs] = found[pairs ^ 1 << highest] + takes[highest]
    return found


def _single_takes(row: tuple[int, ...]) -> tuple[tuple[Take, ...], ...]:
    takes = [Take(cell) for cell in row]
    return tuple(tuple([takes[place] for place in _places(bits)]) for bits in range(2**SIZE))


_SINGLES: Final = tuple(map(_single_takes, _ROWS))
_PAIRS: Final = tuple(map(_pair_takes, _LINES))
_BETWEEN: Final = {
    cells: sum(_BITS[cell] for cell in line[one + 1 : two])
    for line in _LINES
    for one, two in _PAIR_BIT
    for cells in ((line[one], line[two]), (line[two], line[one]))
}
"""The cells between two cells of one line, as bits; only cells of one line are in it."""

_STACKS: Final = len(COLOURS) * len(FACES)
_HEIGHT_BITS: Final = 4
_COUNT_BITS: Final = 8
_COUNT: Final = 2**_COUNT_BITS - 1
_COLOUR_COUNTS: Final = tuple(_STACKS * _HEIGHT_BITS + _COUNT_BITS * n for n in range(len(COLOURS)))
_FACE_COUNTS: Final = tuple(
    _STACKS * _HEIGHT_BITS + _COUNT_BITS * (len(COLOURS) + n) for n in range(len(FACES))
)
_PLACED: Final = tuple(
    1 << _HEIGHT_BITS * (colour * len(FACES) + face) | 1 << in_colour | 1 << in_face
    for colour, in_colour in enumerate(_COLOUR_COUNTS)
    for face, in_face in enumerate(_FACE_COUNTS)
)


def _place(area: int, die: Die) -> tuple[int, int]:
    """Return an area with one more die, and what the die scores: its column plus its row."""
    colour, face = die
    area += _PLACED[colour * 6 + face - 1]
    in_colour = area >> _COLOUR_COUNTS[colour] & _COUNT
    in_face = area >> _FACE_COUNTS[face - 1] & _COUNT
    return area, in_colour + in_face


def _heights(area: int) -> tuple[int, ...]:
    return tuple(area >> _HEIGHT_BITS * stack & 2**_HEIGHT_BITS - 1 for stack in range(_STACKS))


@dataclass(frozen=True, slots=True)
class Setup:
    """What is fixed for a whole game: the matrix at the start, the left-over die, the scoring.

    `matching` are, for each of the 14 lines, the pairs that share a colour or a face.
    """

    dice: tuple[Die, ...]
    left: Die
    recount: bool
    matching: tuple[int, ...]
    handicap: Handicaps = NO_HANDICAPS

    @classmethod
    def of(cls, dice: Sequence[Die], left: Die, *, recount: bool) -> "Setup":
        """Make a set-up of the 49 dice in the order of the cells, and the left-over die."""
        colours, faces = [0] * len(COLOURS), [0] * len(FACES)
        for (colour, face), bits in zip(dice, _BITS, strict=True):
            colours[colour] |= bits
            faces[face - 1] |= bits
        matching = [0] * len(_LINES)
        for alike in (*colours, *faces):
            lines = alike.to_bytes(len(_LINES), "little")
            matching = [
                pairs | _PAIRS_AMONG[places] for pairs, places in zip(matching, lines, strict=True)
            ]
        return cls(tuple(dice), left, recount, tuple(matching))


@dataclass(frozen=True, slots=True)
class Position(game.Position[Move]):
    """A game of Dice Matrix at one moment.

    `occupied` and `placed` are numbers as the module describes them; `matrix`, `areas` and
    `left` say the same in plain values.
    """

    setup: Setup
    occupied: int = _FULL
    placed: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)
    """What the dice have scored, kept under `recount` too: who shows a position hides it there."""
    seat: int = 0

    @property
    def handicap(self) -> Handicaps:
        """Return the head starts."""
        return self.setup.handicap

    @property
    def recount(self) -> bool:
        """Whether points are only shown and added at the end."""
        return self.setup.recount

    @property
    def matrix(self) -> tuple[Die | None, ...]:
        """Return the 49 cells with the dice that are still there."""
        return tuple(
            die if self.occupied & bits else None
            for bits, die in zip(_BITS, self.setup.dice, strict=True)
        )

    @property
    def left(self) -> Die | None:
        """Return the left-over die until the first move is made."""
        return None if self.placed[0] else self.setup.left

    @property
    def areas(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return both seats' 30 stack heights, each at index colour * 6 + face - 1."""
        return _heights(self.placed[0]), _heights(self.placed[1])

    @property
    def dice_left(self) -> int:
        """Count the dice in the matrix."""
        return self.occupied.bit_count() // 2

    @property
    def to_move(self) -> int | None:
        """Return the seat to move, None at the end."""
        return self.seat if self.occupied else None

    def turned_to(self, seat: int) -> "Position | None":
        """Return the position as if it were a seat's turn; None before the first move."""
        return replace(self, seat=seat) if self.placed[0] else None

    def legal_moves(self) -> list[Move]:
        """List the legal moves: six at first, later single dice and pairs in both orders."""
        if not self.placed[0]:
            return [Turn(face) for face in FACES]
        moves: list[Move] = []
        lines = self.occupied.to_bytes(len(_LINES), "little")
        for singles, occupied in zip(_SINGLES, lines, strict=False):
            moves += singles[occupied]
        for pairs, occupied, matching in zip(_PAIRS, lines, self.setup.matching, strict=True):
            if found := _SIDE_BY_SIDE[occupied] & matching:
                moves += pairs[found]
        return moves

    def play(self, move: Move) -> "Position":
        """Return the position after a move.

        Raises IllegalMove, naming what is wrong: an empty cell, a die in between, …
        """
        placed, mine, theirs = self.placed, self.points[self.seat], self.points[1 - self.seat]
        if isinstance(move, Turn) or not placed[0]:
            return self._turn(move)
        first, second = move.first, move.second
        dice = self.setup.dice
        taken = _BITS[first]
        area, gain = _place(placed[self.seat], dice[first])
        if second is not None:
            taken |= _BITS[second]
            if _BETWEEN.get((first, second), _FULL) & self.occupied or not dice[first].matches(
                dice[second]
            ):
                raise IllegalMove(self._objection(first, second))
            area, more = _place(area, dice[second])
            gain += more
        if taken & ~self.occupied:
            raise IllegalMove(self._objection(first, second))
        occupied = self.occupied ^ taken
        if self.seat:
            return Position(self.setup, occupied, (placed[0], area), (theirs, mine + gain), 0)
        return Position(self.setup, occupied, (area, placed[1]), (mine + gain, theirs), 1)

    def gain(self, move: Move) -> int:
        """Return the points that a legal move scores.

        Raises IllegalMove as `play` does.
        """
        return self.play(move).points[self.seat] - self.points[self.seat]

    def scores(self) -> tuple[int, ...]:
        """Return both totals, head starts included."""
        return plus(self.points, self.setup.handicap)

    def result(self) -> game.Result | None:
        """Return the result once the matrix is empty; equal totals share the first place."""
        if self.occupied:
            return None
        scores = self.scores()
        best = max(scores)
        winners = tuple(seat for seat, total in enumerate(scores) if total == best)
        return game.Result(scores, winners, game.Reason.PLAYED)

    def seen_by(self, seat: int | None) -> "Position":  # noqa: ARG002 -- all lies open in this game
        """Return the position itself: nothing is hidden."""
        return self

    def _turn(self, move: Move) -> "Position":
        if isinstance(move, Take):
            raise IllegalMove(
                Text("The first move turns the left-over die to a face, =1 to =6; no die is taken.")
            )
        if self.placed[0]:
            raise IllegalMove(Text("The left-over die has been placed; take dice from the matrix."))
        if move.face not in FACES:
            raise IllegalMove(Text("A die has no face {face}.", face=move.face))
        area, gain = _place(0, Die(self.setup.left.colour, move.face))
        return Position(self.setup, self.occupied, (area, 0), (gain, 0), 1)

    def _objection(self, first: int, second: int | None) -> Text:
        """Say why a die or pair may not be taken; there must be a reason."""
        cells = (first,) if second is None else (first, second)
        if first == second:
            return Text("{cell} is named twice; a pair is two dice.", cell=cell_name(first))
        empty = [cell_name(cell) for cell in cells if not self.occupied & _BITS[cell]]
        match empty:
            case [one, two]:
                return Text("{one} and {two} are empty.", one=one, two=two)
            case [one]:
                return Text("{cell} is empty.", cell=one)
            case _:
                return self._mismatch(*cells)

    def _mismatch(self, first: int, second: int) -> Text:
        """Say why two dice are no pair."""
        one, two = cell_name(first), cell_name(second)
        if (first, second) not in _BETWEEN:
            return Text(
                "{one} and {two} are neither in the same row nor in the same column.",
                one=one,
                two=two,
            )
        between = _BETWEEN[first, second] & self.occupied
        match [cell_name(cell) for cell in range(CELLS) if between & _BITS[cell]]:
            case []:
                return Text("{one} and {two} share neither colour nor face.", one=one, two=two)
            case [cell]:
                return Text(
                    "{one} and {two} have a die between them ({cell}).", one=one, two=two, cell=cell
                )
            case cells:
                return Text(
                    "{one} and {two} have dice between them ({cells}).",
                    one=one,
                    two=two,
                    cells=series(cells),
                )
