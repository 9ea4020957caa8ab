"""The board of Dicefest: its spaces, the numbered sides around the inner 6 by 6, its directions.

A space is a number from 0 to 63: eight times its column (a is 0), plus its row (1 is 0), so
that spaces sort as their names do. A set of spaces is one number with a bit for each. A
direction and the side of the board that lies there are the same number: north, east, south,
west. What does not belong here: dice (`dice`) and what they may do
(`rules`).
"""

from collections.abc import Iterable
from typing import Final

from games.words import Text

SIZE: Final = 8
SPACES: Final = SIZE * SIZE
FACES: Final = range(1, 7)
"""The numbers on a die, and on each side of the board."""
DIRECTIONS: Final = "NESW"
"""The letters of the directions and sides, clockwise."""
NORTH, EAST, SOUTH, WEST = range(4)
DIRECTION_WORDS: Final = (Text("north"), Text("east"), Text("south"), Text("west"))

_COLUMN_NAMES: Final = "abcdefgh"
_NAMES: Final = tuple(f"{column}{row}" for column in _COLUMN_NAMES for row in range(1, SIZE + 1))
_INDICES: Final = {name: space for space, name in enumerate(_NAMES)}
_STEPS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""For each direction: how a step changes the column and the row."""


def space_name(space: int) -> str:
    """Name a space: its column, then its row.

    >>> space_name(1), space_name(8), space_name(62)
    ('a2', 'b1', 'h7')
    """
    return _NAMES[space]


def space_index(name: str) -> int:
    """Return a space by its name; ValueError if there is no such space, or if it is a corner.

    >>> space_index("b1")
    8
    """
    space = _INDICES.get(name)
    if space is None or not BOARD >> space & 1:
        raise ValueError(name)
    return space


def mask_of(spaces: Iterable[int]) -> int:
    """Return spaces as a set."""
    mask = 0
    for space in spaces:
        mask |= 1 << space
    return mask


def spaces_of(mask: int) -> tuple[int, ...]:
    """List the spaces of a set, sorted.

    >>> spaces_of(mask_of([9, 8]))
    (8, 9)
    """
    spaces = []
    while mask:
        bit = mask & -mask
        spaces.append(bit.bit_length() - 1)
        mask ^= bit
    return tuple(spaces)


CORNERS: Final = mask_of(map(_NAMES.index, ("a1", "a8", "h1", "h8")))
BOARD: Final = (1 << SPACES) - 1 & ~CORNERS
"""All spaces of the board; the corners are none."""
INNER: Final = mask_of(
    column * SIZE + row for column in range(1, SIZE - 1) for row in range(1, SIZE - 1)
)
"""The spaces without a number, on which counters lie."""


def opposite(side: int) -> int:
    """Return the side across the board, or the direction against this one."""
    return (side + 2) % 4


def left_of(side: int) -> int:
    """Return the direction to the left of the player at a side, who faces the board."""
    return (side + 1) % 4


def way_between(start: int, end: int) -> tuple[int, int]:
    """Return the direction and the distance from a space to another; ValueError if not straight.

    >>> way_between(8, 12) == (NORTH, 4), way_between(8, 16) == (EAST, 1)
    (True, True)
    """
    columns, rows = end // SIZE - start // SIZE, end % SIZE - start % SIZE
    if (columns == 0) == (rows == 0):
        raise ValueError((start, end))
    if columns:
        return (EAST if columns > 0 else WEST), abs(columns)
    return (NORTH if rows > 0 else SOUTH), abs(rows)


def travel(space: int, direction: int, distance: int) -> int | None:
    """Return the space the given number of steps away; None if that is off the board or a corner.

    >>> travel(8, NORTH, 4), travel(8, WEST, 1)
    (12, None)
    """
    column = space // SIZE + _STEPS[direction][0] * distance
    row = space % SIZE + _STEPS[direction][1] * distance
    if not (0 <= column < SIZE and 0 <= row < SIZE):
        return None
    end = column * SIZE + row
    return end if BOARD >> end & 1 else None


def _numbered(side: int) -> dict[int, int]:
    """Return the spaces of a side by number: 6 to 1 from the left of its player."""
    ahead = opposite(side)
    spaces = [space for space in spaces_of(BOARD) if travel(space, ahead, SIZE - 1) is not None]
    # They run west to east or south to north; the players in the north and west see it otherwise.
    if left_of(side) in {NORTH, EAST}:
        spaces.reverse()
    return dict(zip(reversed(FACES), spaces, strict=True))


_SIDE_SPACES: Final = tuple(map(_numbered, range(4)))
_NUMBERS: Final = {
    space: (side, number)
    for side, spaces in enumerate(_SIDE_SPACES)
    for number, space in spaces.items()
}


def numbered_space(side: int, number: int) -> int:
    """Return the space of a side that bears a number.

    >>> [space_name(numbered_space(side, 6)) for side in range(4)]
    ['g8', 'h2', 'b1', 'a7']
    """
    return _SIDE_SPACES[side][number]


def number_at(space: int) -> tuple[int, int] | None:
    """Return the side on which a space lies and its number there, None for the inner spaces.

    >>> number_at(numbered_space(WEST, 2)) == (WEST, 2), number_at(9)
    (True, None)
    """
    return _NUMBERS.get(space)
