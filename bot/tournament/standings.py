"""Standings: who is ahead, and by which tie-break.

Points are counted in halves. Players with equal points are told apart, one after the other, by:

- Buchholz: the points of all opponents added up;
- Sonneborn-Berger: the points of those who were beaten, and half of those drawn with;
- direct encounter: the points in the games among those who are still level, if all of them met.

A bye, or a game that nobody came to, counts as one against somebody with as many points as the
player has (FIDE C.07, 16.4). Players who are level in everything share a rank.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from bot.tournament import knockout, ladder
from data.tournament_values import Entrant, Format, Pairing, PairingResult


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's row: the rank (from 1), the points, and what tells those apart who are level.

    `points` and `buchholz` are in halves, `sonneborn` in quarters.
    """

    rank: int
    player: int
    points: int
    wins: int
    draws: int
    losses: int
    buchholz: int
    sonneborn: int
    takes_part: bool


Criterion = Callable[[Sequence[int]], Mapping[int, int]]
"""Returns a value for each of some players who are level so far; more is better."""


def standings(
    kind: Format, entrants: Sequence[Entrant], pairings: Sequence[Pairing]
) -> list[Standing]:
    """Return everybody who takes part or has played, the first first.

    Of a ladder, `pairings` are in the order in which they ended.
    """
    over = [one for one in pairings if one.outcome is not None]
    points = {entrant.id: 0 for entrant in entrants}
    for pairing in over:
        for player in pairing.players:
            points[player] += pairing.points_of(player)
    buchholz = {player: _buchholz(player, over, points) for player in points}
    sonneborn = {player: _sonneborn(player, over, points) for player in points}
    seeds = {entrant.id: entrant.seed for entrant in entrants}
    players = sorted(points, key=lambda player: seeds[player])
    if kind is Format.LADDER:
        groups = [[player] for player in ladder.order_of(entrants, over)]
    else:
        groups = _split(players, _criteria(kind, over, points, buchholz, sonneborn))
    there = {entrant.id for entrant in entrants if entrant.takes_part}
    rows, rank = list[Standing](), 1
    for group in groups:
        rows += [
            Standing(
                rank,
                player,
                points[player],
                *_record(player, over),
                buchholz[player],
                sonneborn[player],
                player in there,
            )
            for player in group
        ]
        rank += len(group)
    return rows


def _criteria(
    kind: Format,
    over: Sequence[Pairing],
    points: Mapping[int, int],
    buchholz: Mapping[int, int],
    sonneborn: Mapping[int, int],
) -> list[Criterion]:
    """List what decides about the order, the most important first."""

    def direct(group: Sequence[int]) -> Mapping[int, int]:
        return _direct(group, over)

    match kind:
        case Format.KNOCKOUT:
            survived = {player: knockout.survived(player, over) for player in points}
            return [lambda _: survived]
        case Format.ROUND_ROBIN:
            return [lambda _: points, direct, lambda _: sonneborn]
        case _:
            return [lambda _: points, lambda _: buchholz, lambda _: sonneborn, direct]


def _split(group: Sequence[int], criteria: Sequence[Criterion]) -> list[list[int]]:
    """Part those who are level by one criterion after the other."""
    if not criteria or len(group) == 1:
        return [list(group)]
    value = criteria[0](group)
    ordered = sorted(group, key=lambda player: -value[player])
    parts = [list(part) for _, part in groupby(ordered, key=lambda player: value[player])]
    return [each for part in parts for each in _split(part, criteria[1:])]


def _buchholz(player: int, over: Sequence[Pairing], points: Mapping[int, int]) -> int:
    return sum(points[_counted(player, one)] for one in over if player in one.players)


def _sonneborn(player: int, over: Sequence[Pairing], points: Mapping[int, int]) -> int:
    return sum(
        points[_counted(player, one)] * one.points_of(player)
        for one in over
        if player in one.players
    )


def _counted(player: int, pairing: Pairing) -> int:
    """Return as whose points an opponent's count: one's own where nothing was played."""
    opponent = pairing.opponent_of(player)
    return player if opponent is None or not pairing.was_played else opponent


def _direct(group: Sequence[int], over: Sequence[Pairing]) -> Mapping[int, int]:
    """Count the points among some players; nobody has any unless all of them have met."""
    among = [one for one in over if one.was_played and set(one.players) <= set(group)]
    met = {frozenset(one.players) for one in among}
    if any(frozenset(couple) not in met for couple in combinations(group, 2)):
        return dict.fromkeys(group, 0)
    return {
        player: sum(one.points_of(player) for one in among if player in one.players)
        for player in group
    }


def _record(player: int, over: Sequence[Pairing]) -> tuple[int, int, int]:
    """Count a player's wins, draws and losses, those without a game too; a bye is none of them."""
    met = [one for one in over if player in one.players and one.outcome is not PairingResult.BYE]
    got = [one.points_of(player) for one in met]
    return got.count(2), got.count(1), got.count(0)
