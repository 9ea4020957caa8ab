"""How many turns a player of Dicefest still needs, if nobody comes in the way.

A backward search over all ways in which a die can lie, from those in which it is locked: which
numbers of counters may it have spent in all (less those it collected) after 1, 2, 3 … turns?
Three dice together have to spend exactly what their player holds. What does not belong here:
all ways to the end instead of the fastest (`games.players.dicefest.leeway`), whose turn it is,
choosing a move (`games.players.dicefest`) and looking ahead (`games.players.dicefest.search`).

The search takes all spaces in one step: for each way to lie there is one number with a field
of `WIDTH` bits a space, one bit for every number of counters spent. A die that moves shifts
fields, counters shift bits inside them.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final, Generic, TypeVar

from games.dicefest.board import BOARD, SIZE, SPACES, mask_of, spaces_of, travel
from games.dicefest.dice import FACING_INDEX, FACINGS, WAYS, turn
from games.dicefest.moves import LOCKED
from games.dicefest.rules import Position

FAR: Final = 40
"""What counts as the turns needed where the search found no way."""

LEAST: Final = -10
"""The lowest number of counters spent that is followed: by who has collected ten more."""
MOST: Final = 30
"""The highest number that is followed."""
WIDTH: Final = MOST - LEAST + 1
"""How many numbers of counters spent are followed."""
_FIELD: Final = (1 << WIDTH) - 1
_LAYERS: Final = 16
"""After this number of turns of one die the search stops."""
_LAYER: Final = 128
"""Next to counters, turns are counted in this unit, so that one number holds both."""
_LAYER_BITS: Final = (1 << _LAYER) - 1

_STRIDES: Final = (1, SIZE, -1, -SIZE)
"""For each direction: how a step changes a space's number."""


def _fields(spaces: int, field: int = _FIELD) -> int:
    """Put a field on each space of a set."""
    return sum(field << space * WIDTH for space in spaces_of(spaces))


_BOARD: Final = _fields(BOARD)
_COLLECTED: Final = _fields(BOARD, _FIELD >> 1)
"""Where bits may be after a counter has been collected, which takes them one down."""
_PAYABLE: Final = tuple(_fields(BOARD, _FIELD >> top) for top in range(7))
"""By the cost: the bits that remain in their fields when the cost is added."""
_TURNED: Final = tuple(
    tuple({FACING_INDEX[turn(facing, way)] for way in range(len(WAYS))}) for facing in FACINGS
)
_STEPS: Final = tuple(
    tuple(
        (
            stride * far * WIDTH,
            _fields(mask_of(s for s in spaces_of(BOARD) if travel(s, way, far) is not None)),
        )
        for way, (stride, far) in enumerate(zip(_STRIDES, facing.sides, strict=True))
    )
    for facing in FACINGS
)
"""For each way to lie, by direction: how far the move shifts the fields, and from which."""


T_co = TypeVar("T_co", bound=float, covariant=True)


class Counting(ABC, Generic[T_co]):
    """What the dice of one seat need on a board as it lies now, in turns.

    Locked dice, and those of seats that have left, are in the way; all others are taken to move
    on. Counters stay where they lie. What was worked out is kept, so one value serves a whole
    search.
    """

    __slots__ = ("_dice", "_enough", "_layers", "_locked", "_sums")

    def __init__(self, position: Position, seat: int) -> None:
        self._locked = LOCKED[position.table.sides[seat]]
        self._enough = position.enough(seat)
        self._layers = _search(self._locked, _blocked(position), position.counters)
        self._dice: dict[int, tuple[int, ...]] = {}
        self._sums: dict[tuple[int, int, int, int], T_co] = {}

    def needed(self, codes: Sequence[int], held: int) -> T_co:
        """Return the turns until enough dice are locked and none of the `held` counters is left.

        Where fewer than three are enough, the others are taken to rest.
        `FAR` where that is out of sight. Asking for many third dice with the same two is fast.
        """
        one, two, three = codes
        key = one, two, three, held
        known = self._sums.get(key)
        if known is None:
            known = self._sums[key] = self._counted(one, two, three, held)
        return known

    def of_die(self, code: int) -> dict[int, int]:
        """Return the turns a die needs until it is locked, by the counters it spends on the way."""
        return {LEAST + way % _LAYER: way // _LAYER for way in self._ways(code)}

    @abstractmethod
    def _counted(self, one: int, two: int, three: int, held: int) -> T_co:
        """Count the turns; the same two dice come with many third ones."""

    def _ways(self, code: int) -> tuple[int, ...]:
        """List by how many counters and in how many turns a die can be locked, fewest turns first.

        A number holds both: `_LAYER` times the turns, plus the counters from `LEAST`.
        """
        known = self._dice.get(code)
        if known is None:
            facing, space = divmod(code, SPACES)
            if code in self._locked:
                known = (-LEAST,)
            else:
                known = tuple(
                    turns * _LAYER + spent
                    for turns, layer in enumerate(self._layers)
                    for spent in spaces_of(layer[facing] >> space * WIDTH & _FIELD)
                )
            self._dice[code] = known
        return known


class Turns(Counting[int]):
    """The fewest turns that the dice of one seat need."""

    __slots__ = ("_pairs",)

    def __init__(self, position: Position, seat: int) -> None:
        super().__init__(position, seat)
        self._pairs: dict[tuple[int, int], list[int]] = {}

    def _counted(self, one: int, two: int, three: int, held: int) -> int:
        pair = self._pair(one, two)
        last = held - 3 * LEAST
        # Where three dice cannot collect enough, the index is below 0: the end of a pair's list,
        # which is never reached by spending.
        least = min(
            (way // _LAYER + pair[last - way % _LAYER] for way in self._ways(three)), default=FAR
        )
        if self._enough <= 2:
            both = held - 2 * LEAST
            pairs = (one, two), (one, three), (two, three)
            least = min(least, *(self._pair(*codes)[both] for codes in pairs))
        if self._enough == 1:
            least = min(least, *(self.of_die(code).get(held, FAR) for code in (one, two, three)))
        return least

    def _pair(self, one: int, two: int) -> list[int]:
        """Return the turns that two dice need, by the counters they spend, from `2 * LEAST`."""
        key = (one, two) if one < two else (two, one)
        known = self._pairs.get(key)
        if known is None:
            known = self._pairs[key] = _together(self._ways(one), self._ways(two))
        return known


def _together(one: Sequence[int], two: Sequence[int]) -> list[int]:
    """Add every way of a die to every way of another; keep the fewest turns for each spending."""
    ways, sums = 0, 0
    for way in one:
        ways |= 1 << way
    for way in two:
        sums |= ways << way
    turns = [FAR] * _LAYER
    n = 0
    while sums:
        for spent in spaces_of(sums & _LAYER_BITS):
            turns[spent] = min(turns[spent], n)
        sums >>= _LAYER
        n += 1
    return turns


def _blocked(position: Position) -> int:
    """Return the spaces of the dice that will never move again, as a set."""
    left = position.table.left
    return mask_of(die.space for die in position.dice if die.locked or die.seat in left)


def _search(locked: frozenset[int], blocked: int, counters: int) -> list[list[int]]:
    """Give, for 0, 1, 2 … turns, what can be locked in no fewer: by way to lie, as fields."""
    free = _BOARD & ~_fields(blocked)
    collecting = _fields(counters)
    ending, goals = [0] * len(FACINGS), [0] * len(FACINGS)
    for code in locked:
        facing, space = divmod(code, SPACES)
        goals[facing] = _FIELD << space * WIDTH
        ending[facing] = 1 << space * WIDTH - LEAST
    layer = [ways & free for ways in ending]
    # Locked dice never act again, so no way leads through them.
    unseen = [free & ~goal for goal in goals]
    layers: list[list[int]] = []
    while any(layer) and len(layers) < _LAYERS:
        layers.append(layer)
        layer = [
            ways & still for ways, still in zip(_before(layer, collecting), unseen, strict=True)
        ]
        unseen = [still & ~ways for ways, still in zip(layer, unseen, strict=True)]
    return layers


def _before(layer: Sequence[int], collecting: int) -> list[int]:
    """Return what reaches a layer by one move or one turn of a die."""
    before = []
    for facing, ways in enumerate(layer):
        landed = ways & ~collecting | (ways & collecting) >> 1 & _COLLECTED
        found = 0
        for shift, starts in _STEPS[facing]:
            found |= (landed >> shift if shift > 0 else landed << -shift) & starts
        turned = 0
        for other in _TURNED[facing]:
            turned |= layer[other]
        top = FACINGS[facing].top
        before.append(found | (turned & _PAYABLE[top]) << top)
    return before
