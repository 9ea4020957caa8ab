"""Ratings: how strong a person is in a game, from the rated matches of one server.

Plackett-Luce as in openskill. People see round(1200 + 24 (mu - 3 sigma)), which starts at
1200 for everybody. Matches in which computers sat are rated in a list of their own, where all
computers of a level are one.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import fmean

from openskill.models import PlackettLuce

from data.computers import Computer, is_computer
from data.ratings import Ladder, Rating

_MODEL = PlackettLuce()


def newcomer(user_id: int) -> Rating:
    """Return the rating of somebody who has not played yet.

    >>> newcomer(7).shown
    1200
    """
    start = _MODEL.rating()
    shown = shown_rating(start.mu, start.sigma)
    return Rating(user_id, start.mu, start.sigma, shown, wins=0, draws=0, losses=0)


def shown_rating(mu: float, sigma: float) -> int:
    """Return the number that people see."""
    return round(1200 + 24 * (mu - 3 * sigma))


def rate(before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """Return the ratings after a match in which `before[i]` came in at `ranks[i]` (0 is first).

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


def ladder_of(players: Sequence[int]) -> Ladder:
    """Return the list in which a match of these players counts."""
    return Ladder.COMPUTERS if any(map(is_computer, players)) else Ladder.PEOPLE


def rated_as(player: int) -> int:
    """Return whose rating counts for a player: all computers of a level have one.

    >>> rated_as(-23), rated_as(7)
    (-21, 7)
    """
    computer = Computer.of(player)
    return player if computer is None else Computer(computer.level).id


def rate_match(
    known: Mapping[int, Rating], players: Sequence[int], ranks: Sequence[int]
) -> list[Rating]:
    """Return the ratings after a match in which `players[i]` came in at `ranks[i]` (0 is first).

    `known` has one for each player, as `rated_as` says; those of whom several sat get the mean
    of what each of them would get.
    """
    owners = [rated_as(player) for player in players]
    after = rate([known[owner] for owner in owners], ranks)
    sat = Counter(owners)
    return [
        new
        if sat[owner] == 1
        else _mean(known[owner], [a for a, b in zip(after, owners, strict=True) if b == owner])
        for owner, new in dict(zip(owners, after, strict=True)).items()
    ]


def _mean(before: Rating, after: Sequence[Rating]) -> Rating:
    """Put together what several of one level got: the mean strength, and every win and loss."""
    mu, sigma = fmean(each.mu for each in after), fmean(each.sigma for each in after)
    return replace(
        before,
        mu=mu,
        sigma=sigma,
        shown=shown_rating(mu, sigma),
        wins=before.wins + sum(each.wins - before.wins for each in after),
        draws=before.draws + sum(each.draws - before.draws for each in after),
        losses=before.losses + sum(each.losses - before.losses for each in after),
    )
