"""How far a player of Dicefest is from the end, by all the ways there and not the fastest alone.

Others get in the way and take counters that one has counted on, so of two positions that need as
many turns the one with more ways is nearer to the end. What does not belong here: in how many turns
one die can be locked (`games.players.dicefest.turns`), looking ahead
(`games.players.dicefest.search`).
"""

from math import exp, log
from operator import mul
from typing import Final

from games.dicefest.rules import Position
from games.players.dicefest.turns import FAR, LEAST, MOST, WIDTH, Counting

_FADING: Final = 0.8
"""How much less a way counts for one turn more: exp(-_FADING) times as much."""
_AHEAD: Final = MOST + 2 * LEAST
"""How many zeros are ahead of what two dice can spend, so that a third finds what is left for it."""


class Leeway(Counting[float]):
    """The turns that the dice of one seat need, fewer where many ways lead to the end.

    For every way in which the dice share what is to be spent their turns count together, by
    exp(-_FADING) a turn. The logarithm of the sum is in turns again; one way alone makes it
    those that this way takes.
    """

    __slots__ = ("_chances", "_pairs")

    def __init__(self, position: Position, seat: int) -> None:
        super().__init__(position, seat)
        self._chances: dict[int, list[float]] = {}
        self._pairs: dict[tuple[int, int], list[float]] = {}

    def _counted(self, one: int, two: int, three: int, held: int) -> float:
        left = self._pair(one, two)[held : held + WIDTH]
        found = sum(map(mul, self._chance(three), left))
        if self._enough <= 2:
            both = held - 2 * LEAST + _AHEAD
            pairs = (one, two), (one, three), (two, three)
            found = max(found, *(self._pair(*codes)[both] for codes in pairs))
        if self._enough == 1:
            ways = (self.of_die(code).get(held) for code in (one, two, three))
            found = max(found, *(0.0 if way is None else exp(-_FADING * way) for way in ways))
        # It is 1 at the end: there is one way alone, without a turn.
        return -log(found) / _FADING if found else FAR

    def _chance(self, code: int) -> list[float]:
        """List what each number of counters spent by a die counts, from `MOST` down to `LEAST`."""
        known = self._chances.get(code)
        if known is None:
            turns = self.of_die(code)
            spent = range(MOST, LEAST - 1, -1)
            known = [exp(-_FADING * turns[n]) if n in turns else 0.0 for n in spent]
            self._chances[code] = known
        return known

    def _pair(self, one: int, two: int) -> list[float]:
        """List what each number of counters spent by two dice counts, from `2 * LEAST`."""
        key = (one, two) if one < two else (two, one)
        known = self._pairs.get(key)
        if known is None:
            first, second = (self._chance(code)[::-1] for code in key)
            known = self._pairs[key] = [0.0] * (_AHEAD + 2 * WIDTH - 1)
            for start, way in enumerate(first, _AHEAD):
                for place, other in enumerate(second, start):
                    known[place] += way * other
        return known
