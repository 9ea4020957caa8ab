"""A faster MatriO with all cards known: a table that changes with each play.

It keeps what the rules work out each time: how much every total rises with each tray's top card. A
player looks through all trays by these slopes. What does not belong here: the rules
themselves (`games.matrio.rules`, against which this is checked in tests), and choosing
(`games.players.matrio.greedy`).
"""

from collections.abc import Sequence
from typing import Final

from games.matrio.board import (
    CARDS,
    CELLS,
    LINES,
    SEATS,
    SUITS,
    TRAYS,
    cell_lines,
    line_cells,
    tray_line,
    tray_suit,
)
from games.matrio.rules import Position

VALUE: Final = tuple(card.value for card in CARDS)
SUIT: Final = tuple(card.suit for card in CARDS)
FULL: Final = (1 << TRAYS) - 1
SUIT_TRAYS: Final = tuple(
    sum(1 << tray for tray in range(TRAYS) if tray_suit(tray) == suit) for suit in range(len(SUITS))
)
"""For each suit: its trays, as bits."""
LINE_TRAYS: Final = tuple(
    sum(1 << tray for tray in range(TRAYS) if tray_line(tray) == line) for line in range(LINES)
)
"""For each line: its trays, as bits."""
CROSSING: Final = tuple(
    tuple((cell, other) for cell in line_cells(line) for other in cell_lines(cell) if other != line)
    for line in range(LINES)
)
"""For each line: the cells on it, each with the line that crosses it there."""

_WIDTH: Final = len(SUITS)
_CROSSED: Final = tuple(
    tuple((cell, other * _WIDTH + tray_suit(tray)) for cell, other in CROSSING[tray_line(tray)])
    for tray in range(TRAYS)
)
"""For each tray: the cells on its line, each with the tray whose top card multiplies with its own."""


class Table:
    """A game at one moment; `play` changes it.

    - `tops`: the value of each tray's top card, 0 for empty trays.
    - `filled`: the trays that hold a card, as bits.
    - `slopes`: for each seat and tray, how much the seat's total rises with each point of the
      tray's top card; `slope` for all seats together.
    - `totals` (with head starts), `hands`: of each seat.
    - `owners`: for each cell the seat that scores there; the dot of one that left does not count.
    - `dotted`: the seats of all dots, such dots included, one entry a dot.
    - `out`: the seats out of the game, as bits.
    - `seat`: whose turn it is, None at the end.
    """

    __slots__ = (
        "dotted",
        "filled",
        "hands",
        "out",
        "owners",
        "seat",
        "slope",
        "slopes",
        "tops",
        "totals",
    )

    def __init__(self, position: Position, hands: Sequence[Sequence[int]]) -> None:
        """Take over a position, with hands that may be dealt again."""
        self.tops = [VALUE[stack[-1]] if stack else 0 for stack in position.trays]
        self.filled = position.filled
        self.hands = [list(hand) for hand in hands]
        self.totals = list(position.handicap or (0,) * SEATS)
        self.out = sum(1 << seat for seat in position.withdrawn)
        self.seat = position.to_move
        self.slopes = [[0] * TRAYS for _ in range(SEATS)]
        self.slope = [0] * TRAYS
        self.owners: list[int | None] = [None] * CELLS
        self.dotted = [owner for owner in position.dots if owner is not None]
        for cell, owner in enumerate(position.dots):
            if owner is not None and owner not in position.withdrawn:
                self._own(cell, owner)

    def copy(self, hands: Sequence[Sequence[int]]) -> "Table":
        """Return the same table, with hands that may be dealt again."""
        table = Table.__new__(Table)
        table.tops = self.tops[:]
        table.filled = self.filled
        table.hands = [[*hand] for hand in hands]
        table.totals = self.totals[:]
        table.out = self.out
        table.seat = self.seat
        table.slopes = [slopes[:] for slopes in self.slopes]
        table.slope = self.slope[:]
        table.owners = self.owners[:]
        table.dotted = self.dotted[:]
        return table

    def worth(self, row: int, column: int) -> int:
        """Return what the cell of two lines is worth: the sum of its products."""
        tops, row, column = self.tops, row * _WIDTH, column * _WIDTH
        return (
            tops[row] * tops[column]
            + tops[row + 1] * tops[column + 1]
            + tops[row + 2] * tops[column + 2]
            + tops[row + 3] * tops[column + 3]
        )

    def play(self, card: int, tray: int) -> None:
        """Play a card of the seat to move, which must be legal."""
        seat = self.seat
        if seat is None:
            msg = "the game is over"
            raise ValueError(msg)
        self.hands[seat].remove(card)
        change = VALUE[card] - self.tops[tray]
        self.tops[tray] += change
        if change:
            owners, slopes, slope, totals = self.owners, self.slopes, self.slope, self.totals
            for cell, other in _CROSSED[tray]:
                owner = owners[cell]
                if owner is not None:
                    totals[owner] += change * self.tops[other]
                    slopes[owner][other] += change
                    slope[other] += change
        if not self.filled >> tray & 1:
            self.filled |= 1 << tray
            self._dot(tray_line(tray), seat)
        self._pass_turn(seat)

    def _dot(self, line: int, seat: int) -> None:
        """Put dots where a line that has just been filled meets others that are full."""
        empty = ~self.filled
        if LINE_TRAYS[line] & empty:
            return
        for cell, other in CROSSING[line]:
            if not LINE_TRAYS[other] & empty:
                self.dotted.append(seat)
                self._own(cell, seat)
        if len(self.dotted) == CELLS:
            for loser in {*range(SEATS)}.difference(self.dotted):
                self.out |= 1 << loser
                self.hands[loser] = []

    def _own(self, cell: int, owner: int) -> None:
        row, column = cell_lines(cell)
        self.owners[cell] = owner
        self.totals[owner] += self.worth(row, column)
        row, column = row * _WIDTH, column * _WIDTH
        for one, other in ((row, column), (column, row)):
            for suit in range(_WIDTH):
                self.slopes[owner][one + suit] += self.tops[other + suit]
                self.slope[one + suit] += self.tops[other + suit]

    def _pass_turn(self, seat: int) -> None:
        hands = self.hands
        for step in range(1, SEATS + 1):
            following = (seat + step) % SEATS
            if hands[following]:
                self.seat = following
                return
        self.seat = None
