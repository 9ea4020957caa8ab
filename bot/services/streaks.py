"""Streaks: how often in a row the same came, and the longest row of wins. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from data.outcomes import Ending


@dataclass(frozen=True, slots=True)
class Streaks:
    """How often the last ending has come in a row (None: there is none), and the most wins in a row."""

    ending: Ending | None
    length: int
    best: int


def streaks_of(endings: Sequence[Ending]) -> Streaks:
    """Return the streaks in some endings, oldest first.

    >>> streaks_of([Ending.WON, Ending.WON, Ending.LOST])
    Streaks(ending=<Ending.LOST: 'lost'>, length=1, best=2)
    """
    best = length = 0
    last: Ending | None = None
    for ending in endings:
        length = length + 1 if ending is last else 1
        last = ending
        if ending is Ending.WON:
            best = max(best, length)
    return Streaks(last, length, best)
