"""How the network of `learned` learns: by games of Tablero against itself (TD(λ)).

In every turn it takes what it thinks best, now and then something else. After a game each of its
positions is drawn towards a mix of what the next one was thought to be worth and how the game
ended; games end before the last turn, for which every roll is counted. The same numbers come out on
every machine whose `exp` is the same. What does not belong here: the network as players ask it (`learned`).
"""

from collections.abc import Callable
from math import exp, sqrt
from random import Random
from typing import Any, Final

from games.players.tablero.learned import CUT, FEATURES, SCALE, UNITS, features, rolls_next
from games.players.tablero.turns import Judge, after_reply, turns
from games.tablero.rules import Position, Roll

_RATE: Final = 0.1
"""How far a number moves at first; in the second half of the games less and less."""
_LEAST_RATE: Final = 0.02
_TRACE: Final = 0.7
"""How much how the game ended counts, against what the next position was thought to be worth (λ)."""
_WAYS: Final = 12
"""In how many ways a die is used."""
_LONGEST: Final = 300
"""After this number of turns a game counts as a draw."""
_OPENING: Final = 5
"""Fewer turns than this are by chance at the beginning of a game."""
_STRAY: Final = 0.02
"""How often one of the best few turns is taken by chance later."""
_FEW: Final = 5


class Learner:
    """The network while it learns: numbers, and how much each has been moved."""

    def __init__(self, rng: Random) -> None:
        self.rows = [
            [*((rng.random() - 0.5) * 0.2 for _ in range(UNITS)), 0.0] for _ in range(FEATURES)
        ]
        self.heads = [rng.random() - 0.5 for _ in range(UNITS)]
        self._moved = [[0.0] * (UNITS + 1) for _ in range(FEATURES)]
        self._heads_moved = [0.0] * UNITS

    def chance(self, position: Position, seat: int) -> float:
        """Return the chance of a seat that rolls next."""
        return self._asked(features(position, seat))[0]

    def judge(self, position: Position, seat: int) -> float:
        """Return a seat's chance once it has used one die or both, as `learned` does."""
        if position.last:
            return after_reply(position, seat)
        rolling = rolls_next(position)
        chance = self.chance(position, rolling)
        return chance if rolling == seat else 1 - chance

    def learn(self, position: Position, target: float, rate: float) -> None:
        """Draw the chance of the seat that rolls next towards a target (AdaGrad)."""
        found = features(position, position.seat)
        said, sums = self._asked(found)
        missed = target - said
        slopes = [
            missed * head if 0 < value < CUT else 0.0
            for head, value in zip(self.heads, sums, strict=True)
        ]
        cut = [missed * min(value, CUT) if value > 0 else 0.0 for value in sums]
        _move(self.heads, self._heads_moved, cut, rate)
        slopes.append(missed)
        for feature in found:
            _move(self.rows[feature], self._moved[feature], slopes, rate)

    def _asked(self, found: list[int]) -> tuple[float, list[float]]:
        """Return the chance that rows lead to, and their sums."""
        sums = [0.0] * (UNITS + 1)
        for feature in found:
            sums = [one + other for one, other in zip(sums, self.rows[feature], strict=True)]
        odds = sums.pop()
        for head, value in zip(self.heads, sums, strict=True):
            if value > 0:
                odds += head * min(value, CUT)
        return 1 / (1 + exp(-odds)), sums

    def written(self) -> dict[str, Any]:  # Any: to be written as JSON
        """Return the numbers, made whole, for `learned.json`."""
        return {
            "heads": [round(SCALE * head) for head in self.heads],
            "rows": [[round(SCALE * number) for number in row] for row in self.rows],
        }


def _move(numbers: list[float], moved: list[float], slopes: list[float], rate: float) -> None:
    for n, slope in enumerate(slopes):
        if slope:
            moved[n] += slope * slope
            numbers[n] += rate * slope / (sqrt(moved[n]) + 1)


def trained(games: int, seed: int, show: Callable[[int], None]) -> Learner:
    """Play a number of games and learn from each; `show` hears how many have been played."""
    rng = Random(seed)
    learner = Learner(rng)
    for number in range(games):
        rate = _RATE * min(1.0, max(_LEAST_RATE, 2 * (1 - number / games)))
        positions, end = _game(learner.judge, rng)
        said = [learner.chance(position, position.seat) for position in positions]
        targets = _targets(positions, said, end)
        for position, target in zip(reversed(positions), targets, strict=True):
            learner.learn(position, target, rate)
        show(number + 1)
    return learner


def _game(judge: Judge, rng: Random) -> tuple[list[Position], float]:
    """Play a game up to its last turn; return what was met between turns, and seat 0's chance."""
    position, positions = Position(), list[Position]()
    by_chance = int(_OPENING * rng.random())
    for number in range(_LONGEST):
        if position.last:
            chance = after_reply(position, position.seat)
            return positions, 1 - chance if position.seat else chance
        positions.append(position)
        low, high = sorted(1 + int(6 * rng.random()) for _ in range(2))
        found = turns(position.play(Roll(low, high)), _WAYS, judge)
        taken = 0
        if number < by_chance:
            taken = int(len(found) * rng.random())
        elif rng.random() < _STRAY:
            taken = int(min(_FEW, len(found)) * rng.random())
        position = found[taken].after
    return positions, 0.5


def _targets(positions: list[Position], said: list[float], end: float) -> list[float]:
    """Return towards what the positions are drawn, the last one first."""
    targets = [1 - end if positions[-1].seat else end]
    pairs = zip(positions, positions[1:], said[1:], strict=False)
    for position, following, worth in reversed(list(pairs)):
        target = (1 - _TRACE) * worth + _TRACE * targets[-1]
        targets.append(target if position.seat == following.seat else 1 - target)
    return targets
