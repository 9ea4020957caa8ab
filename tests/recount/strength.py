"""The update of a rating after a match: Plackett-Luce, from the published formulas.

R. C. Weng and C.-J. Lin, "A Bayesian Approximation Method for Online Ranking", JMLR 12 (2011),
algorithm 4, with teams of one. One addition is openskill's: before a match sigma grows by tau.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt
from typing import Final

MU: Final = 25.0
SIGMA: Final = 25.0 / 3
BETA: Final = 25.0 / 6
TAU: Final = 25.0 / 300
KAPPA: Final = 0.0001


@dataclass(frozen=True, slots=True)
class Strength:
    """The mean and the deviation of what a player may be worth."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def shown(self) -> int:
        """The number that people see."""
        return round(1200 + 24 * (self.mu - MU))

    def towards(self, other: "Strength", part: float) -> "Strength":
        """Go a part of the way to another strength."""
        return Strength(
            self.mu + part * (other.mu - self.mu),
            self.sigma + part * (other.sigma - self.sigma),
        )


def updated(before: Sequence[Strength], ranks: Sequence[int]) -> list[Strength]:
    """Return the strengths after a match in which `before[i]` came in at `ranks[i]`, 0 first."""
    sigmas = [sqrt(one.sigma**2 + TAU**2) for one in before]
    c = sqrt(sum(sigma**2 + BETA**2 for sigma in sigmas))
    powers = [exp(one.mu / c) for one in before]
    seats = range(len(before))
    after = []
    for i in seats:
        omega = delta = 0.0
        for q in seats:
            if ranks[q] > ranks[i]:
                continue
            beaten = sum(powers[s] for s in seats if ranks[s] >= ranks[q])
            sharing = list(ranks).count(ranks[q])
            p = powers[i] / beaten
            omega += ((1 - p) if q == i else -p) / sharing
            delta += p * (1 - p) / sharing
        gamma = sigmas[i] / c
        shrunk = max(1 - gamma * (sigmas[i] / c) ** 2 * delta, KAPPA)
        mu = before[i].mu + sigmas[i] ** 2 / c * omega
        after.append(Strength(mu, sigmas[i] * sqrt(shrunk)))
    return after
