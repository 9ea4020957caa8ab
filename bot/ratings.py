"""Ratings: how strong a person is in a game, from the rated matches of one server.

Plackett-Luce as in openskill. People see round(1200 + 24 (mu - 3 sigma)), which starts at
1200 for everybody.
"""

from collections.abc import Sequence
from dataclasses import replace

from openskill.models import PlackettLuce

from data.ratings import Rating

_MODEL = PlackettLuce()


def newcomer(user_id: int) -> Rating:
    """Give the rating of somebody who has not played yet.

    >>> newcomer(7).shown
    1200
    """
    start = _MODEL.rating()
    shown = shown_rating(start.mu, start.sigma)
    return Rating(user_id, start.mu, start.sigma, shown, wins=0, draws=0, losses=0)


def shown_rating(mu: float, sigma: float) -> int:
    """Give the number that people see."""
    return round(1200 + 24 * (mu - 3 * sigma))


def rate(before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """Give the ratings after a match in which `before[i]` came in at `ranks[i]` (0 is first).

    Those who share the first place drew; who has it alone won; all others lost.
    """
    teams = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    rated = _MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    shared = list(ranks).count(min(ranks)) > 1
    after = []
    for rating, rank, (new,) in zip(before, ranks, rated, strict=True):
        first = rank == min(ranks)
        after.append(
            replace(
                rating,
                mu=new.mu,
                sigma=new.sigma,
                shown=shown_rating(new.mu, new.sigma),
                wins=rating.wins + (first and not shared),
                draws=rating.draws + (first and shared),
                losses=rating.losses + (not first),
            )
        )
    return after
