"""Ratings: how strong a person is in a game, from the rated matches of one server.

Plackett-Luce as in openskill. People see round(1200 + 24 (mu - 25)), which is 1200 for
everybody at first: what a draw of equals does not change. Matches in which computers sat are rated in
a list of their own, where all computers of a level are one, and as strong as duels have shown.
Those between two levels are not on it: each is there for somebody else. Matches in which somebody had a
handicap are in a third list, and computers are never rated there.
What does not belong here: which matches count (`bot.match.counting`).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from math import log, sqrt
from statistics import fmean
from typing import Final

from openskill.models import PlackettLuce

from data.computers import Computer, is_computer
from data.ratings import Ladder, Rating
from games.players.mix import Mix, rating_of

_MODEL: Final = PlackettLuce()
START: Final = 1200
"""What people see of somebody who has not played yet."""
POINTS: Final = 24
"""How many points that people see are one of mu."""
SURE: Final = 1.0
"""The sigma of a computer: how strong it is was measured in hundreds of games."""
PROVISIONAL_GAMES: Final = 5
"""A person who has finished fewer rated games has a rating that says little yet."""


def newcomer(user_id: int) -> Rating:
    """Return the rating of somebody who has not played yet.

    >>> newcomer(7).shown
    1200
    """
    start = _MODEL.rating()
    return Rating(user_id, start.mu, start.sigma, shown_rating(start.mu), wins=0, draws=0, losses=0)


def computer_rating(game: str, computer: Computer) -> Rating:
    """Return the rating that all computers of a strength have in a game, whatever people do."""
    shown = rating_of(game, computer.strength)
    owner = rated_as(computer.id)
    return Rating(owner, mu_of(shown), SURE, shown, wins=0, draws=0, losses=0)


def mu_of(shown: int) -> float:
    """Return the mu of a number that people see."""
    return _MODEL.mu + (shown - START) / POINTS


def shown_rating(mu: float) -> int:
    """Return the number that people see."""
    return round(START + POINTS * (mu - _MODEL.mu))


def points_between(share: float, games: int, seats: int) -> int:
    """Return by how many points one player is ahead of the others, by the result of a duel.

    `share` is what the one got of the first places in a number of games against `seats` - 1 of the
    others, with half a win and half a defeat more, so that nobody is ahead without end. It is what
    the model expects of players whose strength is known.

    >>> points_between(100, 200, 2), points_between(50, 200, 4)
    (0, 1)
    """
    won = (share + 0.5) / (games + 1)
    odds = won / (1 - won) * (seats - 1)
    return round(POINTS * _MODEL.beta * sqrt(seats) * log(odds))


def is_provisional(user_id: int, games: int) -> bool:
    """Tell whether a rating says little yet, from so few games it comes.

    >>> is_provisional(7, 4), is_provisional(7, 5), is_provisional(-20, 0)
    (True, False, False)
    """
    return games < PROVISIONAL_GAMES and not is_computer(user_id)


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
                shown=shown_rating(new.mu),
                wins=rating.wins + (first and not shared),
                draws=rating.draws + (first and shared),
                losses=rating.losses + (not first),
            )
        )
    return after


def ladder_of(players: Sequence[int], *, handicap: bool = False) -> Ladder:
    """Return the list in which a match of these players counts; with a handicap it is one apart."""
    if handicap:
        return Ladder.HANDICAP
    return Ladder.COMPUTERS if any(map(is_computer, players)) else Ladder.PEOPLE


def rated_as(player: int) -> int:
    """Return whose rating counts for a player: all computers of a strength have one.

    >>> rated_as(-23), rated_as(7)
    (-21, 7)
    """
    computer = Computer.of(player)
    return player if computer is None else Computer(computer.strength).id


def is_listed(owner: int) -> bool:
    """Tell whether a rating is kept: a computer between two levels has none but its fixed one.

    >>> is_listed(7), is_listed(-21), is_listed(-131)
    (True, True, False)
    """
    computer = Computer.of(owner)
    return computer is None or not isinstance(computer.strength, Mix)


def rate_match(
    known: Mapping[int, Rating],
    players: Sequence[int],
    ranks: Sequence[int],
    *,
    met: Mapping[frozenset[int], int] | None = None,
    kept: Collection[int] = (),
) -> list[Rating]:
    """Return the ratings after a match in which `players[i]` came in at `ranks[i]` (0 is first).

    `known` has one for each player, as `rated_as` says. A computer's rating stays, its results are
    counted. `met` says how many matches two people have played lately: each one more counts less.
    Those in `kept` keep their rating and results, but were there for the others.
    """
    owners = [rated_as(player) for player in players]
    after = rate([known[owner] for owner in owners], ranks)
    new: dict[int, Rating] = {}
    for player, owner, rated in zip(players, owners, after, strict=True):
        if player in kept:
            continue
        before = known[owner]
        if is_computer(player):
            # Several of a level: every win and loss.
            so_far = new.get(owner, before)
            new[owner] = replace(
                so_far,
                wins=so_far.wins + rated.wins - before.wins,
                draws=so_far.draws + rated.draws - before.draws,
                losses=so_far.losses + rated.losses - before.losses,
            )
        else:
            new[owner] = _part(before, rated, _weight(player, players, met or {}))
    return list(new.values())


def _weight(player: int, players: Sequence[int], met: Mapping[frozenset[int], int]) -> float:
    """Return how much a match counts for one of its people: the mean over the others."""
    return fmean(
        1 / (1 + met.get(frozenset((player, other)), 0)) for other in players if other != player
    )


def _part(before: Rating, after: Rating, weight: float) -> Rating:
    """Go a part of the way from a rating to another one; the results are those of the other."""
    mu = before.mu + weight * (after.mu - before.mu)
    sigma = before.sigma + weight * (after.sigma - before.sigma)
    return replace(after, mu=mu, sigma=sigma, shown=shown_rating(mu))
