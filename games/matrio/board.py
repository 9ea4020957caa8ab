"""The things MatriO is played with: the deck, the trays and the grid, and what they are called.

Cards, trays, lines and cells are small numbers, so that stepping through games is fast; this
file says what each number means. What does not belong here: what may be done with them
(`rules`), and texts for people (`words`).

- A card is its index in `CARDS`: spades, diamonds, clubs and hearts from ace to king, then
  the two jokers. Sorting a hand by index sorts it by suit.
- A line is a row or a column of the board: 0 to 2 are the rows `r1` to `r3`, 3 to 5 the
  columns `c1` to `c3`. Each has a tray for every suit; a tray is `line * 4 + suit`.
- A cell of the grid is where a row meets a column: `row * 3 + column`, each counted from 0.
"""

from typing import Final, NamedTuple

SUITS: Final = "SDCH"
"""Spades, diamonds, clubs and hearts, in the order in which the board has them."""
RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
MISSING: Final = ("4C", "10D")
"""The cards that are not in the deck."""
JOKERS: Final = ("X1", "X2")
SEATS: Final = 4
HAND: Final = 13
"""The cards in a hand at the start."""
SIDE: Final = 3
"""The grid's rows, and its columns."""
LINES: Final = 2 * SIDE
TRAYS: Final = LINES * len(SUITS)
CELLS: Final = SIDE * SIDE

_RED: Final = "DH"
_COURT: Final = ("J", "Q", "K")


class Card(NamedTuple):
    """What a card shows and is worth; a joker has no rank, no suit, and is worth nothing."""

    name: str
    """As records write it: `QS`, `10H`, `X1`."""
    rank: str | None
    suit: int | None
    """The index of the suit in `SUITS`."""
    value: int
    """Above nought for black cards, below for red ones."""


def _value(rank: str, suit: str) -> int:
    if (rank, suit) == ("Q", "S"):
        return 13
    value = 10 if rank in _COURT else 1 if rank == "A" else int(rank)
    return -value if suit in _RED else value


CARDS: Final = (
    *(
        Card(f"{rank}{letter}", rank, suit, _value(rank, letter))
        for suit, letter in enumerate(SUITS)
        for rank in RANKS
        if f"{rank}{letter}" not in MISSING
    ),
    *(Card(name, None, None, 0) for name in JOKERS),
)

_LINE_NAMES: Final = (*(f"r{n + 1}" for n in range(SIDE)), *(f"c{n + 1}" for n in range(SIDE)))
_TRAY_NAMES: Final = tuple(f"{line}{suit}" for line in _LINE_NAMES for suit in SUITS)
_CELL_NAMES: Final = tuple(
    f"{row}{column}" for row in _LINE_NAMES[:SIDE] for column in _LINE_NAMES[SIDE:]
)
CARD_INDEX: Final = {card.name: index for index, card in enumerate(CARDS)}
"""Each card by its name."""
TRAY_INDEX: Final = {name: tray for tray, name in enumerate(_TRAY_NAMES)}
"""Each tray by its name."""


def card_name(card: int) -> str:
    """Name a card: its rank and suit.

    >>> card_name(0), card_name(51)
    ('AS', 'X2')
    """
    return CARDS[card].name


def tray_name(tray: int) -> str:
    """Name a tray: its line, then its suit.

    >>> tray_name(0), tray_name(5), tray_name(23)
    ('r1S', 'r2D', 'c3H')
    """
    return _TRAY_NAMES[tray]


def tray_line(tray: int) -> int:
    """Return the line that a tray belongs to."""
    return tray // len(SUITS)


def tray_suit(tray: int) -> int:
    """Return the suit of a tray, as an index in `SUITS`."""
    return tray % len(SUITS)


def line_name(line: int) -> str:
    """Name a line.

    >>> line_name(0), line_name(5)
    ('r1', 'c3')
    """
    return _LINE_NAMES[line]


def line_cells(line: int) -> range:
    """Return the three cells of a line.

    >>> list(line_cells(1)), list(line_cells(5))
    ([3, 4, 5], [2, 5, 8])
    """
    if line < SIDE:
        return range(line * SIDE, (line + 1) * SIDE)
    return range(line - SIDE, CELLS, SIDE)


def cell_name(cell: int) -> str:
    """Name a cell: its row, then its column.

    >>> cell_name(0), cell_name(5)
    ('r1c1', 'r2c3')
    """
    return _CELL_NAMES[cell]


def cell_lines(cell: int) -> tuple[int, int]:
    """Return the row and the column that meet in a cell.

    >>> cell_lines(5)
    (1, 5)
    """
    row, column = divmod(cell, SIDE)
    return row, SIDE + column
