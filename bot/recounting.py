"""`tavolo ratings rebuild`: count all rated matches again, from their events, in order.

Then all matches are looked through for what profiles and scores add up (`bot.renoting`).

Each match is judged and weighed by what counts it at its end (`bot.match.counting`). A server's
game is one unit: it is looked through page by page, what differs is noted in a file of its own,
and one transaction stores that and the ratings. So nothing is half done wherever it is broken
off, it can be repeated, and the bot may run meanwhile: what ends in the meantime is counted in
that transaction. The people of the server are locked in it, so nobody is forgotten meanwhile; if
somebody was while pages were read, the group is counted once more.
"""

import json
import tempfile
import time
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import combinations, groupby
from math import isclose
from typing import IO, Any, Final

from bot.config import Settings, async_url
from bot.errors import MatchError
from bot.match.counting import MONTH, WEEK, first, judge, weigh
from bot.match.match_outcome import match_outcome
from bot.match.positions import Positions
from bot.renoting import renote
from data import matches, people, ratings, recounting
from data.computers import is_computer
from data.engine import Connection, Database
from data.former import is_former
from data.ratings import Ladder, Rating
from data.stored import Match, Uncounted

PAGE: Final = 100
SETTLED_SECONDS: Final = 60
"""What ended that long ago is committed: the rest is read while nobody else writes."""


class Stage(StrEnum):
    """What is being done."""

    RATINGS = "ratings"
    RESULTS = "results"


Progress = Callable[[Stage, int, int], None]
"""Is told how many matches are done in a stage, of how many."""
Rows = list[Any]  # Any: columns of several types, as JSON
Ended = deque[tuple[int, frozenset[int]]]
"""Matches in order: when each ended, and people of it."""


@dataclass(slots=True)
class Rebuilt:
    """What was looked through and what was put right."""

    matches: int = 0
    changed_matches: int = 0
    changed_ratings: int = 0
    unknown: int = 0
    """How many games of servers were left alone, since their rules are not known any more."""
    looked_through: int = 0
    changed_results: int = 0
    """Of how many matches something else was noted than what they come to."""
    unknown_matches: int = 0
    """How many of these were left alone, for the same reason."""


@dataclass(slots=True)
class _Group:
    """A game of a server while its matches are counted."""

    key: tuple[int, str]
    noted: IO[str]
    """Has a line for each match that is stored differently."""
    known: dict[Ladder, dict[int, Rating]] = field(
        default_factory=lambda: {ladder: {} for ladder in Ladder}
    )
    lately: dict[bool, Ended] = field(default_factory=lambda: {False: deque(), True: deque()})
    """The matches of a week that counted, without a handicap and with one: when they ended, and their people."""
    late: dict[bool, Ended] = field(default_factory=lambda: {False: deque(), True: deque()})
    """The matches of a month that counted and that people lost on time, likewise: when, and who."""
    after: int = -1
    """The second until which it is counted."""
    matches: int = 0
    """How many are counted."""
    people: set[int] = field(default_factory=set)
    """Who sat in them."""


async def rebuild(
    settings: Settings, progress: Progress, *, clock: Callable[[], int] | None = None
) -> Rebuilt:
    """Count all matches again and store what differs; raises DatabaseError."""
    now = (clock or _now)()
    database = Database(async_url(settings.database_url))
    try:
        await database.check_ready()
        async with database.reading() as connection:
            groups = await recounting.groups(connection)
            ended = await recounting.count_ended(connection)
        done, total = Rebuilt(), sum(groups.values())

        def tell() -> None:
            progress(Stage.RATINGS, done.matches, total)

        def tell_results(looked: int, changed: int, unknown: int) -> None:
            done.looked_through += looked
            done.changed_results += changed
            done.unknown_matches += unknown
            progress(Stage.RESULTS, done.looked_through, ended)

        for key in groups:
            before = done.matches
            while not await _rebuild(database, key, done, tell, now):
                done.matches = before
        await renote(database, tell_results)
        return done
    finally:
        await database.close()


async def _rebuild(
    database: Database,
    key: tuple[int, str],
    done: Rebuilt,
    tell: Callable[[], None],
    now: int,
) -> bool:
    """Count a group and store what differs; false if somebody was forgotten meanwhile."""
    positions = Positions()
    with tempfile.TemporaryFile("w+", encoding="utf-8") as noted:
        group, more = _Group(key, noted), True
        try:
            while more:
                async with database.reading() as connection:
                    before = now - SETTLED_SECONDS
                    more = await _count_page(connection, positions, group, done, before=before)
                tell()
            async with database.writing() as connection:
                # Who is being forgotten is waited for, and nobody else is until it is stored.
                await people.lock_server(connection, key[0])
                stored = {
                    ladder: await recounting.ratings_of(connection, key, ladder)
                    for ladder in Ladder
                }
                while await _count_page(connection, positions, group, done, before=None):
                    pass
                is_now = await recounting.match_count_and_people(connection, key)
                if is_now != (group.matches, group.people):
                    return False
                changed = await _store(connection, group, stored)
        except MatchError:
            done.unknown += 1
            return True
    done.changed_matches += changed[0]
    done.changed_ratings += changed[1]
    tell()
    return True


async def _count_page(
    connection: Connection,
    positions: Positions,
    group: _Group,
    done: Rebuilt,
    *,
    before: int | None,
) -> bool:
    """Count the next matches of a group; false if there are none."""
    page = await recounting.page(
        connection, group.key, after=group.after, before=before, least=PAGE
    )
    stored = await recounting.changes_of(connection, [match.id for match in page])
    for match in _in_order(page, stored, group):
        await _count(connection, positions, group, match, stored.get(match.id, []))
        done.matches += 1
    if page:
        group.after = page[-1].ended_at or 0
    return bool(page)


def _in_order(page: Sequence[Match], stored: Mapping[int, Rows], group: _Group) -> Iterator[Match]:
    """Yield matches as they ended: of those that did in the same second, as they were counted."""
    for _, same in groupby(page, key=lambda match: match.ended_at):
        waiting = list(same)
        while waiting:
            following = next(
                (match for match in waiting if _is_next(stored.get(match.id, []), group)),
                waiting[0],
            )
            waiting.remove(following)
            yield following


def _is_next(changes: Rows, group: _Group) -> bool:
    """Tell whether this was the next match for all its people, as it is stored."""
    return all(
        change["nth"] == 1 + (known.games if known is not None else 0)
        for change in changes
        for known in [group.known[Ladder(change["ladder"])].get(change["user_id"])]
    )


async def _count(
    connection: Connection, positions: Positions, group: _Group, match: Match, stored: Rows
) -> None:
    """Count a match, and note what differs from what is stored of it."""
    games = await matches.games_of_match(connection, match.id)
    group.matches += 1
    group.people |= {player for game in games for player in game.players}
    fair = await judge(connection, positions, games, match_outcome(games))
    ended_at, rows = match.ended_at or 0, list[Any]()
    uncounted: Uncounted | None = None
    if isinstance(fair, Uncounted):
        uncounted = fair
    else:
        known = group.known[fair.ladder]
        for owner in fair.owners:
            known.setdefault(owner, first(match.game, owner))
        apart = fair.ladder is Ladder.HANDICAP
        lately, late_ones = group.lately[apart], group.late[apart]
        met, late = _met(lately, fair.people, ended_at), _late(late_ones, fair.late, ended_at)
        after, changes = weigh(fair, match.game, known, met, late)
        known |= {new.user_id: new for new in after}
        rows = sorted(
            map(dict, ratings.change_rows(match, fair.ladder, changes, now=ended_at)),
            key=lambda row: int(row["user_id"]),
        )
        people = frozenset(player for player in games[0].players if not is_computer(player))
        lately.append((ended_at, people))
        if changed_late := fair.late - fair.kept:
            late_ones.append((ended_at, changed_late))
    if rows != stored or uncounted != match.uncounted:
        note = {"match": match.id, "rows": rows, "uncounted": uncounted}
        print(json.dumps(note), file=group.noted)


def _met(lately: Ended, people: Collection[int], ended_at: int) -> Counter[frozenset[int]]:
    """Count how many matches of a week two people have in common."""
    while lately and lately[0][0] <= ended_at - WEEK:
        lately.popleft()
    pairs = [frozenset(pair) for pair in combinations(sorted(people), 2)]
    return Counter(pair for _, played in lately for pair in pairs if pair <= played)


def _late(lately: Ended, people: Collection[int], ended_at: int) -> Counter[int]:
    """Count how many matches of a month people have lost on time."""
    while lately and lately[0][0] <= ended_at - MONTH:
        lately.popleft()
    return Counter(person for _, late in lately for person in late if person in people)


async def _store(
    connection: Connection, group: _Group, stored: Mapping[Ladder, Mapping[int, Rating]]
) -> tuple[int, int]:
    """Store what differs: how many matches, and how many ratings, that is."""
    changed_matches = changed_ratings = 0
    group.noted.seek(0)
    for line in group.noted:
        note = json.loads(line)
        why = None if note["uncounted"] is None else Uncounted(note["uncounted"])
        await recounting.replace_changes(connection, note["match"], note["rows"], why)
        changed_matches += 1
    guild_id, game = group.key
    for ladder, known in group.known.items():
        # Of a former player nothing is kept but the games.
        expected = {owner: rating for owner, rating in known.items() if not is_former(owner)}
        wrong = [
            rating
            for owner, rating in expected.items()
            if owner not in stored[ladder] or not _is_same(rating, stored[ladder][owner])
        ]
        await ratings.store(connection, guild_id, game, wrong, ladder)
        gone = stored[ladder].keys() - expected.keys()
        for owner in gone:
            await recounting.delete_rating(connection, group.key, ladder, owner)
        changed_ratings += len(wrong) + len(gone)
    return changed_matches, changed_ratings


def _is_same(one: Rating, other: Rating) -> bool:
    """Tell whether two ratings are the same, but for what a machine rounds."""
    return (
        isclose(one.mu, other.mu)
        and isclose(one.sigma, other.sigma)
        and replace(one, mu=0.0, sigma=0.0) == replace(other, mu=0.0, sigma=0.0)
    )


def _now() -> int:
    return int(time.time())
