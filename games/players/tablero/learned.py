"""What a position of Tablero is worth by a small network that learned by playing against itself.

It looks at every stack by itself, and at the reserves, as the player sees them whose roll is next. For
each of these there is a row of numbers in `learned.json`; the rows are added up, and the sums, cut
at both ends, are weighed (one hidden layer). All are whole numbers, so that no sum depends on its order.
What does not belong here: how it learns (`training`), and choosing (`planning`).
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from games.players.tablero.turns import ROLLS, WAYS, after_reply, at_a_glance, turns
from games.players.tablero.worth import STAGES, chance, head_start
from games.tablero.board import ROWS, SPACES, WIDTH
from games.tablero.rules import OWNERS, Position

UNITS: Final = 16
"""How many sums there are besides the last one, which counts as it is."""
CUT: Final = 4
"""A sum counts from 0 up to this number."""
SCALE: Final = 1000
"""By what numbers of the network are multiplied to be whole."""
_WHOLE: Final = 4
"""Up to this height a stack is known token for token; of higher ones the top is, and about how high."""
_HIGHEST: Final = 7
_TOPS: Final = 2**_WHOLE
PATTERNS: Final = 2 * _TOPS - 1 + (_HIGHEST - _WHOLE) * _TOPS
"""In how many ways stacks on a space are told apart."""
RESERVES: Final = 16
"""How many sizes of a reserve are told apart."""
FEATURES: Final = SPACES * PATTERNS + 2 * RESERVES + 1
"""How many rows there are: for the stacks, the reserves, and one that always counts."""

Numbers = tuple[int, ...]


def pattern(stack: str, seat: int) -> int:
    """Return the number of a stack as a seat sees it.

    >>> pattern("", 0), pattern("A", 0), pattern("A", 1), pattern("AB", 0), pattern("BA", 1)
    (0, 1, 2, 4, 4)
    """
    bits = "".join("0" if token == OWNERS[seat] else "1" for token in stack)
    if len(stack) <= _WHOLE:
        return int(f"1{bits}", 2) - 1
    higher = min(len(stack), _HIGHEST) - _WHOLE - 1
    return 2 * _TOPS - 1 + higher * _TOPS + int(bits[-_WHOLE:], 2)


def rolls_next(position: Position) -> int:
    """Return who rolls next, once the other die has been used, too."""
    return 1 - position.seat if position.dice else position.seat


def space_seen(space: int, seat: int) -> int:
    """Return where a space is for a seat that sees its own home row below.

    >>> [space_seen(0, seat) for seat in (0, 1)]
    [0, 12]
    """
    row, column = divmod(space, WIDTH)
    return (len(ROWS) - 1 - row) * WIDTH + column if seat else space


def features(position: Position, seat: int) -> list[int]:
    """List the rows that count in a position where a seat rolls next."""
    found = [0] * SPACES
    for space, stack in enumerate(position.stacks):
        seen = space_seen(space, seat)
        found[seen] = seen * PATTERNS + pattern(stack, seat)
    held = [min(position.reserve[each], RESERVES - 1) for each in (seat, 1 - seat)]
    base = SPACES * PATTERNS
    return [*found, base + held[0], base + RESERVES + held[1], FEATURES - 1]


class _Stacks(dict[str, Numbers]):
    """The rows of all stacks on one space as a seat sees it, each looked up when first asked for."""

    def __init__(self, rows: tuple[Numbers, ...], space: int, seat: int) -> None:
        super().__init__()
        first = space_seen(space, seat) * PATTERNS
        self._rows, self._seat = rows[first : first + PATTERNS], seat

    def __missing__(self, stack: str) -> Numbers:
        self[stack] = row = self._rows[pattern(stack, self._seat)]
        return row


@dataclass(frozen=True, slots=True)
class Network:
    """The rows, and how much each of their sums counts."""

    rows: tuple[Numbers, ...]
    heads: Numbers
    seen: tuple[tuple[_Stacks, ...], ...]
    """For each seat and space the rows of stacks there."""

    @classmethod
    def of(cls, rows: tuple[Numbers, ...], heads: Numbers) -> "Network":
        """Make a network ready to be asked."""
        seen = tuple(
            tuple(_Stacks(rows, space, seat) for space in range(SPACES)) for seat in (0, 1)
        )
        return cls(rows, heads, seen)

    def odds(self, position: Position, seat: int) -> float:
        """Return the log-odds of a seat that rolls next, while the game runs."""
        base, rows = SPACES * PATTERNS, self.rows
        mine, theirs = position.reserve[seat], position.reserve[1 - seat]
        counting = [
            known[stack] for known, stack in zip(self.seen[seat], position.stacks, strict=True)
        ]
        counting += (
            rows[base + min(mine, RESERVES - 1)],
            rows[base + RESERVES + min(theirs, RESERVES - 1)],
            rows[-1],
        )
        *sums, total = map(sum, zip(*counting, strict=True))
        total *= SCALE
        for head, value in zip(self.heads, sums, strict=True):
            if value > 0:
                total += head * min(value, CUT * SCALE)
        return total / SCALE**2


@cache
def network() -> Network:
    """Read the network from `learned.json`, which `python -m games.players.tablero` printed."""
    text = files(__package__).joinpath("learned.json").read_text("utf-8")
    written = json.loads(text)
    return Network.of(tuple(map(tuple, written["rows"])), tuple(written["heads"]))


def learned(position: Position, seat: int) -> float:
    """Return a seat's chance once it has used one die or both.

    While the game runs, the network says it; before the last turn, every roll at its best does.
    """
    if position.over or (position.last and position.dice):
        return at_a_glance(position, seat)
    if position.last:
        return after_reply(position, seat)
    rolling = rolls_next(position)
    odds = network().odds(position, rolling)
    if position.handicap:
        starts = STAGES[0].start * head_start(position)
        odds += -starts if rolling else starts
    return chance(odds if rolling == seat else -odds)


def over_rolls(position: Position) -> float:
    """Return the chance of the seat whose roll is due, each roll used as the network likes best."""
    mine = sum(cases * turns(position.play(roll), WAYS, learned)[0].chance for roll, cases in ROLLS)
    return mine / 36
