"""The figures that people see, from counted matches: each by walking through all of them."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from tests.recount.counted import Counted
from tests.recount.stored import PlayedMatch

WIN, DRAW = 2, 1
"""The points of a result in the table of a month or a season."""


@dataclass(frozen=True, slots=True)
class Record:
    """How somebody's games ended."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def points(self) -> int:
        """What they are worth in the table of a month or a season."""
        return WIN * self.won + DRAW * self.drawn


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a leaderboard; equal ones share the rank."""

    rank: int
    user: int
    record: Record
    rating: int | None = None


def chosen(
    counted: Iterable[Counted],
    guild: int,
    *,
    game: str | None = None,
    lists: Sequence[str] = ("people",),
    since: float = -inf,
    until: float = inf,
) -> Iterator[Counted]:
    """Yield the matches of a server that counted: of a game (None: all), ended in a time."""
    for one in counted:
        match = one.match
        if (
            match.guild == guild
            and one.outcomes
            and game in {None, match.game}
            and one.list in lists
            and since <= match.ended_at < until
        ):
            yield one


def record(counted: Iterable[Counted], user: int) -> Record:
    """Add up somebody's results, as `chosen` yields them."""
    outcomes = Counter(outcome for one in counted for outcome in one.outcomes.get(user, ()))
    return Record(outcomes["won"], outcomes["drawn"], outcomes["lost"])


def table(
    counted: Iterable[Counted], *, rated: bool = False, without: Iterable[int] = ()
) -> list[Row]:
    """Rank everybody in the matches that `chosen` yields, except those who are not here any more.

    `rated`: by the rating (of one game and one list) instead of by results.
    """
    matches, gone = list(counted), set(without)
    people = {user for one in matches for user in one.outcomes} - gone
    records = {user: record(matches, user) for user in people}
    ratings: dict[int, int] = {}
    for one in matches:
        known = {**one.after, **one.fixed}
        ratings |= {user: strength.shown for user, strength in known.items()}

    def worth(user: int) -> tuple[float, ...]:
        own = records[user]
        return (ratings[user],) if rated else (own.won, own.drawn, -own.lost)

    return _ranked(people, worth, records, ratings if rated else {})


def season(counted: Iterable[Counted], *, without: Iterable[int] = ()) -> list[Row]:
    """Rank the people in the matches that `chosen` yields by points: two a win, one a draw."""
    matches, gone = list(counted), set(without)
    people = {user for one in matches for user in one.outcomes if user > 0} - gone
    records = {user: record(matches, user) for user in people}

    def worth(user: int) -> tuple[float, ...]:
        own = records[user]
        return (own.points, own.won, -own.lost)

    return _ranked(people, worth, records, {})


def _ranked(
    people: Iterable[int],
    worth: Callable[[int], tuple[float, ...]],
    records: Mapping[int, Record],
    ratings: Mapping[int, int],
) -> list[Row]:
    order = sorted(people)
    rows = [
        Row(
            1 + sum(worth(other) > worth(user) for other in order),
            user,
            records[user],
            ratings.get(user),
        )
        for user in order
    ]
    return sorted(rows, key=lambda row: row.rank)


def longest_streak(outcomes: Iterable[str]) -> int:
    """Return the longest row of wins.

    >>> longest_streak(["won", "lost", "won", "won"])
    2
    """
    longest = length = 0
    for outcome in outcomes:
        length = length + 1 if outcome == "won" else 0
        longest = max(longest, length)
    return longest


def current_streak(outcomes: Sequence[str]) -> tuple[str, int]:
    """Return how often somebody's last result has come in a row now.

    >>> current_streak(["won", "lost", "lost"])
    ('lost', 2)
    """
    length = 0
    for outcome in reversed(outcomes):
        if outcome != outcomes[-1]:
            break
        length += 1
    return (outcomes[-1], length) if outcomes else ("", 0)


def score(
    played: Iterable[PlayedMatch],
    guild: int,
    people: tuple[int, ...],
    *,
    game: str | None = None,
    since: float = -inf,
    until: float = inf,
) -> dict[int | None, int]:
    """Return the running score of these people among themselves: wins by person, draws by None.

    All matches count that had a result, rated or not.
    """
    wins: dict[int | None, int] = defaultdict(int)
    for match in played:
        alike = match.guild == guild and sorted(match.players) == sorted(people)
        in_time = since <= match.ended_at < until
        if alike and in_time and game in {None, match.game} and match.has_result:
            wins[match.winners[0] if len(match.winners) == 1 else None] += 1
    return dict(wins)
