"""Profiles: what the stored games of a server say of a person.

Nothing of it is counted anywhere: it is added up whenever somebody looks. What does not belong here:
the statements (`data.profiles`), and the words (`cogs.server.record_text`).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Final

from bot.services.streaks import Streaks, streaks_of
from data import people, profiles
from data.engine import Database
from data.outcomes import AGAINST, HANDICAP, Ending
from data.profiles import Ended, Made, Rated
from games.registry import GAMES

LEAST_PLOTTED: Final = 2
"""From how many rated matches on there is a line to draw."""
MOST_PLOTTED: Final = 4
"""Of how many games ratings are drawn."""


@dataclass(frozen=True, slots=True)
class Record:
    """How somebody's matches of a game ended against one kind of opponents."""

    game: str
    against: str
    won: int
    drawn: int
    lost: int

    @property
    def matches(self) -> int:
        """Return how many there were."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Profile:
    """What the games of a server say of a person; `records` come by game, the most played first."""

    user_id: int
    name: str
    records: tuple[Record, ...]
    streaks: Streaks
    """In matches between people."""
    pace: int | None
    """The usual seconds for a move, lately; None where there was none."""
    timed: int
    on_time: int
    """How many matches had a clock, and in how many of these their time was not up."""
    first_wins: Mapping[str, int]
    """By kind of opponents when the first win against them was."""
    feats: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """By game and feat when they did it first."""
    ratings: Mapping[str, Rated] = field(default_factory=dict)
    curves: Mapping[str, Sequence[tuple[int, int]]] = field(default_factory=dict)
    """By game the rating after each of the latest matches, and when that was."""

    @property
    def matches(self) -> int:
        """Return how many matches without a handicap are over."""
        return sum(record.matches for record in self.ordinary)

    @property
    def ordinary(self) -> tuple[Record, ...]:
        """Return the records of matches without a handicap, which milestones and streaks come from."""
        return tuple(record for record in self.records if record.against != HANDICAP)

    @property
    def plotted(self) -> tuple[str, ...]:
        """Return the games whose ratings are drawn, the most played first."""
        order = dict.fromkeys(record.game for record in self.records)
        drawn = [
            game
            for game in order
            if game in self.ratings and len(self.curves.get(game, ())) >= LEAST_PLOTTED
        ]
        return tuple(drawn[:MOST_PLOTTED])

    @property
    def favourite(self) -> tuple[str, int] | None:
        """Return the game that they have played most, and how often; None before any."""
        return _most_played(self.ordinary)


def _most_played(records: Iterable[Record]) -> tuple[str, int] | None:
    played = Counter[str]()
    for record in records:
        played[record.game] += record.matches
    return min(played.items(), key=lambda entry: (-entry[1], entry[0]), default=None)


def records_of(ended: Iterable[Ended]) -> tuple[Record, ...]:
    """Put together how matches ended, by game and kind of opponents, the most played game first."""
    counted: dict[tuple[str, str], Counter[Ending]] = {}
    played = Counter[str]()
    for each in ended:
        counted.setdefault((each.game, each.against), Counter())[each.ending] += each.matches
        played[each.game] += each.matches
    order = sorted(counted, key=lambda key: (-played[key[0]], key[0], AGAINST.index(key[1])))
    return tuple(
        Record(game, against, found[Ending.WON], found[Ending.DRAWN], found[Ending.LOST])
        for game, against in order
        for found in (counted[game, against],)
    )


def times_of(made: Sequence[Made], user_id: int) -> list[int]:
    """Return how long a person took for their turns: from what others did last to their own move.

    What a plan played for them, and the first turn of a game, are left out.
    """
    seconds = []
    last: Made | None = None
    for event in made:
        if event.user_id is None:
            continue
        passed = last is not None and last.game_id == event.game_id and last.user_id != user_id
        if passed and last is not None and event.user_id == user_id and event.is_move:
            seconds.append(event.at - last.at)
        last = event
    return seconds


def pace_of(made: Sequence[Made], user_id: int) -> int | None:
    """Return the usual seconds that a person takes for a move: half of their turns take longer."""
    seconds = times_of(made, user_id)
    return round(median(seconds)) if seconds else None


async def profile(database: Database, guild_id: int, user_id: int) -> Profile:
    """Return a person's profile in a server."""
    known = [(key, feat.key) for key, game in GAMES.items() for feat in game.feats]
    async with database.reading() as connection:
        ended = await profiles.record(connection, guild_id, user_id)
        ordinary = [each for each in ended if each.against != HANDICAP]
        endings = await profiles.latest_endings(connection, guild_id, user_id)
        ratings = await profiles.ratings(connection, guild_id, user_id, GAMES)
        feats = await profiles.feats(connection, guild_id, user_id, known)
        curves = await profiles.rating_curves(connection, guild_id, user_id)
        made = await profiles.latest_events(connection, guild_id, [user_id])
        names = await people.names(connection, guild_id, [user_id])
    first_wins: dict[str, int] = {}
    for each in ordinary:
        if each.ending is Ending.WON:
            earlier = first_wins.get(each.against, each.first_at)
            first_wins[each.against] = min(earlier, each.first_at)
    return Profile(
        user_id,
        names.get(user_id, "?"),
        records_of(ended),
        streaks_of(endings),
        pace_of(made[user_id], user_id),
        timed=sum(each.timed for each in ordinary),
        on_time=sum(each.on_time for each in ordinary),
        first_wins=first_wins,
        feats=feats,
        ratings=ratings,
        curves={game: curve for game, curve in curves.items() if game in GAMES},
    )
