"""The board of Tablero di Berona: its eighteen spaces, which of them touch, and every path.

A space is a number from 0 to 17: row S from column 1 to 6, then the centre row C, then row N,
as the board lies with seat 0 below. What does not belong here: tokens and turns
(`rules`).
"""

from functools import cache
from typing import Final

ROWS: Final = "SCN"
"""Seat 0's home row, the centre row and seat 1's home row, from below."""
COLUMNS: Final = range(1, 7)
"""The columns and what they are worth, the same for both players, from the left."""
WIDTH: Final = len(COLUMNS)
SPACES: Final = len(ROWS) * WIDTH
CENTRE: Final = range(WIDTH, 2 * WIDTH)
"""The spaces of the centre row; the one at `CENTRE[n]` is worth n + 1 points."""
LONGEST_PATH: Final = SPACES - 1
"""No space is entered twice, and the start never: a taller stack finds no path."""

Path = tuple[int, ...]
"""The spaces that a moving stack enters, in order; it starts on a space next to the first."""

_NAMES: Final = tuple(f"{row}{column}" for row in ROWS for column in COLUMNS)
_INDICES: Final = {name: space for space, name in enumerate(_NAMES)}


def space_name(space: int) -> str:
    """Name a space: its row, then its column.

    >>> space_name(0), space_name(9), space_name(17)
    ('S1', 'C4', 'N6')
    """
    return _NAMES[space]


def space_index(name: str) -> int:
    """Return a space by its name; ValueError if there is no such space.

    >>> space_index("C4")
    9
    """
    if name not in _INDICES:
        raise ValueError(name)
    return _INDICES[name]


def home_space(seat: int, column: int) -> int:
    """Return the space of a seat's home row in a column.

    >>> space_name(home_space(0, 4)), space_name(home_space(1, 4))
    ('S4', 'N4')
    """
    return seat * (SPACES - WIDTH) + column - 1


def _touching(space: int) -> Path:
    row, column = divmod(space, WIDTH)
    left = [space - 1] if column > 0 else []
    right = [space + 1] if column < WIDTH - 1 else []
    below = [space - WIDTH] if row > 0 else []
    above = [space + WIDTH] if row < len(ROWS) - 1 else []
    return (*left, *right, *below, *above)


TOUCHING: Final = tuple(_touching(space) for space in range(SPACES))
"""For each space, those that touch it: to the left, to the right, below, above."""


@cache
def paths(start: int, length: int) -> tuple[Path, ...]:
    """List the whole paths of a length from a space: no space twice, never back to the start.

    >>> [len(paths(space_index("S1"), length)) for length in range(1, 8)]
    [2, 4, 9, 19, 37, 70, 131]
    """
    if length == 0:
        return ((),)
    return tuple(
        (*path, space)
        for path in paths(start, length - 1)
        for space in TOUCHING[path[-1] if path else start]
        if space != start and space not in path
    )


@cache
def path_set(start: int, length: int) -> frozenset[Path]:
    """Return the paths that `paths` lists as a set, to look one up."""
    return frozenset(paths(start, length))
