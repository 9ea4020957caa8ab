"""What a profile says of somebody, and who could be challenged: from matches and single events."""

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Final
from zoneinfo import ZoneInfo

from tests.recount.counted import Counted
from tests.recount.figures import Record, current_streak, longest_streak
from tests.recount.stored import PlayedMatch

LATEST_GAMES: Final = 10
LATEST_EVENTS: Final = 600
"""In how many of somebody's latest games, and events of these, is looked when they move."""
LATEST_RESULTS: Final = 400
"""In how many of a server's latest results is looked for people to play with."""
TOGETHER: Final = 4
"""How many hours in a row are told in which somebody moves."""
DAY: Final = 24


@dataclass(frozen=True, slots=True)
class Profile:
    """All figures of somebody's profile; times are seconds since 1970."""

    records: dict[tuple[str, str], Record]
    """By game and kind of opponents."""
    streak: tuple[str, int]
    best: int
    timed: int
    on_time: int
    first_wins: dict[str, int]
    feats: dict[tuple[str, str], int]
    curves: dict[str, list[tuple[int, int]]]
    """By game when the rating changed, and to what."""

    @property
    def played(self) -> Counter[str]:
        """How many matches there were, by game."""
        played = Counter[str]()
        for (game, _), own in self.records.items():
            played[game] += own.won + own.drawn + own.lost
        return played


def profile(counted: Iterable[Counted], guild: int, user: int) -> Profile:
    """Look through all matches of a server that have a result, whether or not they counted."""
    mine = [
        one
        for one in sorted(counted, key=lambda one: (one.match.ended_at, one.match.id))
        if one.match.guild == guild and user in one.match.players and one.match.has_result
    ]
    endings = defaultdict[tuple[str, str], Counter[str]](Counter)
    first_wins, feats = dict[str, int](), dict[tuple[str, str], int]()
    curves = defaultdict[str, list[tuple[int, int]]](list)
    for one in mine:
        match, against, outcome = one.match, one.match.against(user), one.match.outcome_of(user)
        endings[match.game, against][outcome] += 1
        if outcome == "won":
            first_wins.setdefault(against, match.ended_at)
        for who, feat in sorted(set().union(*(game.feats for game in match.games))):
            if who == user:
                feats.setdefault((match.game, feat), match.ended_at)
        if one.list == "people" and user in one.after:
            curves[match.game].append((match.ended_at, one.after[user].shown))
    between_people = [
        one.match.outcome_of(user) for one in mine if one.match.against(user) == "people"
    ]
    timed = [one.match for one in mine if one.match.timed]
    return Profile(
        {key: Record(own["won"], own["drawn"], own["lost"]) for key, own in endings.items()},
        current_streak(between_people),
        longest_streak(between_people),
        len(timed),
        sum(all(user not in game.late for game in match.games) for match in timed),
        first_wins,
        feats,
        dict(curves),
    )


@dataclass(frozen=True, slots=True)
class Done:
    """An event of a game: who made it (None: chance), when, and whether by a move of their own."""

    game: int
    user: int | None
    at: int
    own_move: bool


def lately(path: Path, guild: int, user: int) -> list[Done]:
    """List the latest events of somebody's latest games, running ones too, oldest first."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        games = sorted(
            game
            for (game,) in connection.execute(
                "SELECT game_id FROM players WHERE guild_id = ? AND user_id = ?", (guild, user)
            )
        )[-LATEST_GAMES:]
        done = [
            Done(game, who, at, clicked is not None and notation[0] not in "@!")
            for game in games
            for notation, who, clicked, at in connection.execute(
                "SELECT notation, user_id, interaction_id, created_at FROM events"
                " WHERE game_id = ? AND seq > 0 ORDER BY seq",
                (game,),
            )
        ]
    return done[-LATEST_EVENTS:]


def pace(done: Sequence[Done], user: int) -> int | None:
    """Return the middle one of the times between what others did last and a move of one's own."""
    seconds = list[int]()
    people = [one for one in done if one.user is not None]
    for before, one in pairwise(people):
        if before.game == one.game and before.user != user == one.user and one.own_move:
            seconds.append(one.at - before.at)
    return round(median(seconds)) if seconds else None


def usual_hour(done: Sequence[Done], user: int, zone: str) -> int | None:
    """Return the first of four hours in a row in which somebody makes most moves; the earliest."""
    hours = [
        datetime.fromtimestamp(one.at, ZoneInfo(zone)).hour
        for one in done
        if one.user == user and one.own_move
    ]
    if not hours:
        return None
    within = {first: sum((hour - first) % DAY < TOGETHER for hour in hours) for first in range(DAY)}
    return max(within, key=lambda first: (within[first], -first))


def active(played: Iterable[PlayedMatch], guild: int) -> list[tuple[int, str]]:
    """List who has had results lately, the latest first, and what each has played most of late.

    Of several games it is the one that they have played last.
    """
    results = [
        (match.ended_at, player, match.game)
        for match in played
        if match.guild == guild and match.has_result
        for player in match.players
        if player > 0
    ]
    latest = sorted(results, reverse=True)[:LATEST_RESULTS]
    games = defaultdict[int, list[str]](list)
    for _, player, game in latest:
        games[player].append(game)
    return [
        (player, max(own, key=lambda game: (own.count(game), -own.index(game))))
        for player, own in games.items()
    ]
