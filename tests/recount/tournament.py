"""Standings of a tournament of rounds: from who was paired with whom, and how their matches ended."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Final

from tests.recount.stored import PlayedMatch

HALF: Final = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Met:
    """A board of a round that is over: points by player, and whether a game was played there."""

    round: int
    board: int
    points: Mapping[int, Fraction]
    played: bool


@dataclass(frozen=True, slots=True)
class Place:
    """A row of the standings; who is level in everything shares the rank."""

    rank: int
    user: int
    points: Fraction
    buchholz: Fraction
    sonneborn: Fraction
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament: its boards, and after which round somebody withdrew (None: never)."""

    met: list[Met]
    left: dict[int, int | None]


def event(path: Path, number: int, played: Iterable[PlayedMatch]) -> Event:
    """Read who was paired with whom; how it ended follows from the matches."""
    matches = {match.challenge: match for match in played}
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        entrants = connection.execute(
            "SELECT user_id, left_round FROM entrants WHERE tournament_id = ? ORDER BY seed",
            (number,),
        )
        left: dict[int, int | None] = dict(entrants.fetchall())
        paired = connection.execute(
            "SELECT round, board, first_id, second_id, challenge_id FROM pairings"
            " WHERE tournament_id = ? ORDER BY round, board",
            (number,),
        ).fetchall()
    met = list[Met]()
    for round_number, board, first, second, challenge in paired:
        match = matches.get(challenge)
        players = [first] if second is None else [first, second]
        if match is not None:
            share = Fraction(1, len(match.winners)) if match.winners else Fraction(0)
            points = {one: share if one in match.winners else Fraction(0) for one in players}
        else:
            # Nobody came, or one did not: who is there has the point, as with a bye.
            points = {
                one: Fraction(withdrew is None or withdrew > round_number)
                for one in players
                for withdrew in [left[one]]
            }
        met.append(Met(round_number, board, points, played=match is not None))
    return Event(met, left)


def standings(found: Event) -> list[Place]:
    """Rank everybody by points, Buchholz, Sonneborn-Berger, and the games among those still level.

    A board without a game counts as one against somebody with one's own points.
    """
    order = list(found.left)
    points = {
        one: sum((met.points.get(one, Fraction(0)) for met in found.met), Fraction(0))
        for one in order
    }
    buchholz, sonneborn = dict[int, Fraction](), dict[int, Fraction]()
    for one in order:
        boards = [met for met in found.met if one in met.points]
        strengths = [
            next(points[other] for other in met.points if other != one)
            if met.played
            else points[one]
            for met in boards
        ]
        buchholz[one] = sum(strengths, Fraction(0))
        sonneborn[one] = sum(
            (met.points[one] * worth for met, worth in zip(boards, strengths, strict=True)),
            Fraction(0),
        )
    level = {one: (points[one], buchholz[one], sonneborn[one]) for one in order}
    among = {
        one: _among(found.met, one, [other for other in order if level[other] == level[one]])
        for one in order
    }
    worth = {one: (*level[one], among[one]) for one in order}
    rows = [
        Place(
            1 + sum(worth[other] > worth[one] for other in order),
            one,
            *level[one],
            withdrawn=found.left[one] is not None,
        )
        for one in order
    ]
    return sorted(rows, key=lambda row: row.rank)


def _among(met: Sequence[Met], one: int, group: Sequence[int]) -> Fraction:
    """Return somebody's points in the games of a group; nothing unless all of it have met."""
    games = [each for each in met if each.played and set(each.points) <= set(group)]
    couples = {frozenset(each.points) for each in games}
    if len(couples) < len(group) * (len(group) - 1) // 2:
        return Fraction(0)
    return sum((each.points.get(one, Fraction(0)) for each in games), Fraction(0))
