"""The dice of Dicefest: the 24 ways one can lie, the six quarter turns, how it lies at first.

All dice are alike: opposite faces add up to seven, and with 6 on top and 4 to the south, 2
looks west. What does not belong here: what dice can do (`moves`) and may do
(`rules`).
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

from games.dicefest.board import DIRECTIONS, left_of, opposite

SPINS: Final = "LR"
"""The turns that keep the top: counter-clockwise and clockwise, seen from above."""
WAYS: Final = DIRECTIONS + SPINS
"""All quarter turns of a die; the first four roll it over towards that direction."""
LEFT: Final = WAYS.index("L")
RIGHT: Final = WAYS.index("R")


class Facing(NamedTuple):
    """How a die lies: the number on top, and those that face the four directions."""

    top: int
    north: int
    east: int
    south: int
    west: int

    @property
    def sides(self) -> tuple[int, int, int, int]:
        """Return the numbers that face north, east, south, west: how far the die moves that way."""
        return self.north, self.east, self.south, self.west


@dataclass(frozen=True, slots=True)
class Die:
    """A die on the board: whose, where, how it lies, and whether it is locked for good."""

    seat: int
    space: int
    facing: Facing
    locked: bool


def turn(facing: Facing, way: int) -> Facing:
    """Return how a die lies after a quarter turn (an index in `WAYS`).

    >>> turn(Facing(6, 3, 5, 4, 2), WAYS.index("S"))
    Facing(top=3, north=1, east=5, south=6, west=2)
    >>> turn(Facing(6, 3, 5, 4, 2), LEFT)
    Facing(top=6, north=5, east=4, south=2, west=3)
    """
    north, east, south, west = facing.sides
    if way == LEFT:
        return Facing(facing.top, east, south, west, north)
    if way == RIGHT:
        return Facing(facing.top, west, north, east, south)
    sides = list(facing.sides)
    # What looked that way goes to the bottom, so its opposite comes to the top.
    top = sides[opposite(way)]
    sides[way], sides[opposite(way)] = facing.top, 7 - facing.top
    return Facing(top, *sides)


def _facings(known: Facing) -> tuple[Facing, ...]:
    """List all ways in which a die can lie that can lie in a known way."""
    found, new = {known}, {known}
    while new:
        new = {turn(facing, way) for facing in new for way in range(len(WAYS))} - found
        found |= new
    return tuple(sorted(found))


FACINGS: Final = _facings(Facing(6, 3, 5, 4, 2))
FACING_INDEX: Final = {facing: n for n, facing in enumerate(FACINGS)}


def first_facing(side: int, top: int) -> Facing:
    """Return how a die lies at first: the highest number on its sides faces its owner's left.

    >>> first_facing(DIRECTIONS.index("S"), 6)
    Facing(top=6, north=4, east=2, south=3, west=5)
    """
    left = left_of(side)
    return max(
        (facing for facing in FACINGS if facing.top == top), key=lambda facing: facing.sides[left]
    )
