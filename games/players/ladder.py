"""Ladders: every pair of some computer players in a duel, and how far apart they are in Elo points.

What does not belong here: playing the duels (`games.players.duel`), and printing (`games.__main__`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf, log10

from games.players.duel import CONTESTANTS, Duel, DuelGame, interval


def pairs(contestants: Sequence[str]) -> list[tuple[str, str]]:
    """List all pairs of some of `CONTESTANTS`, the stronger of each first.

    >>> pairs(("easy", "hard", "random"))
    [('hard', 'easy'), ('hard', 'random'), ('easy', 'random')]
    """
    strongest_first = (*reversed(CONTESTANTS[:-1]), CONTESTANTS[-1])
    return list(combinations([each for each in strongest_first if each in contestants], 2))


@dataclass(frozen=True, slots=True)
class Step:
    """How one contestant did against another (which had all the other seats).

    `share` is its share of first places, `elo` how many points it is ahead, each with the ends of
    its interval of 95 %.
    """

    contestants: tuple[str, str]
    share: float
    shares: tuple[float, float]
    elo: float
    elos: tuple[float, float]

    @classmethod
    def of(cls, duel: Duel, outcomes: Sequence[DuelGame]) -> "Step":
        """Judge a duel by the outcomes of its games."""
        total = sum(outcome.share for outcome in outcomes)
        share, ends = total / len(outcomes), interval(total, len(outcomes))
        low, high = (ahead(end, duel.seats) for end in ends)
        return cls(duel.contestants, share, ends, ahead(share, duel.seats), (low, high))

    def __str__(self) -> str:
        """Say it in a line.

        >>> str(Step(("hard", "easy"), 0.8, (0.74, 0.85), 240.8, (181.7, 301.3)))
        'hard against easy: 80 % (74 % to 85 %), Elo +241 (+182 to +301)'
        >>> str(Step(("hard", "easy"), 1.0, (0.96, 1.0), inf, (552.0, inf)))
        'hard against easy: 100 % (96 % to 100 %), Elo at least +552'
        """
        one, other = self.contestants
        share, low, high = (f"{100 * each:.0f} %" for each in (self.share, *self.shares))
        few, many = self.elos
        if self.elo == inf:
            elo = f"at least {few:+.0f}"
        elif self.elo == -inf:
            elo = f"at most {many:+.0f}"
        else:
            elo = f"{self.elo:+.0f} ({few:+.0f} to {many:+.0f})"
        return f"{one} against {other}: {share} ({low} to {high}), Elo {elo}"


def ahead(share: float, seats: int) -> float:
    """Return by how many Elo points somebody is ahead of equal others, by a share of first places.

    Elo's formula for two, and for more its usual extension (Plackett and Luce): who is as strong as
    the others has one first place in as many as there are seats.

    >>> [round(ahead(share, 2)) for share in (0.5, 0.64, 0.76)], round(ahead(0.25, 4))
    ([0, 100, 200], 0)
    """
    if share <= 0:
        return -inf
    return inf if share >= 1 else 400 * log10(share * (seats - 1) / (1 - share))
