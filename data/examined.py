"""Rows as they are stored, page by page, for what looks whether they are right (`bot.doctor`).

Nothing is made of them here: what is wrong in a row must not keep the others from being looked at.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Table, and_, delete, exists, func, or_, select, update

from data.engine import Connection
from data.outbox import BOARD, CARD, TOURNAMENT
from data.ratings import TABLES, Ladder
from data.result_tables import OUTCOMES, RATING_CHANGES
from data.retention import NOBODY, SETTLING
from data.schedule import ABOUT, JobKind
from data.schema import METADATA
from data.tables import (
    EVENTS,
    GAMES,
    INTERACTIONS,
    MATCHES,
    OFFERS,
    OUTBOX,
    PLANS,
    PLAYERS,
    POSTS,
    SCHEDULE,
    SERVERS,
)

Row = Mapping[str, Any]  # Any: columns of several types
DAY: Final = 86_400
OF_OTHERS: Final = (CARD, TOURNAMENT, SETTLING)
"""The kinds of posts that are about something else than a game."""
DELETABLE: Final = (POSTS.name, SCHEDULE.name)
"""The tables whose orphans say nothing of what was played."""


@dataclass(frozen=True, slots=True)
class GameRows:
    """A game with every row that is about it, in order."""

    game: Row
    match: Row
    absent: bool
    """Whether the bot is not in its server."""
    events: Sequence[Row]
    players: Sequence[Row]
    board: Row | None
    jobs: Mapping[str, int]
    """When the jobs about it are due, by kind."""
    plans: Sequence[Row]
    offers: Sequence[Row]
    waits: bool
    """Whether messages about its match are still to be sent."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How much there is to look at."""

    games: int
    running: int


async def counts(connection: Connection) -> Counts:
    """Count the games, and those that run."""
    row = (
        await connection.execute(
            select(
                func.count().label("games"),
                func.count().filter(GAMES.c.ended_at.is_(None)).label("running"),
            ).where(GAMES.c.guild_id != NOBODY)
        )
    ).one()
    return Counts(int(row.games), int(row.running))


@dataclass(frozen=True, slots=True)
class MatchRows:
    """A match with its games, in order."""

    match: Row
    games: Sequence[GameRows]


async def page(
    connection: Connection, *, after: int, most: int, running: bool = False
) -> list[MatchRows]:
    """Read the next matches by number with their games, at most `most`.

    With `running` those alone that run. Rows that were emptied are left out.
    """
    wanted = and_(MATCHES.c.id > after, MATCHES.c.guild_id != NOBODY)
    if running:
        wanted = and_(wanted, MATCHES.c.ended_at.is_(None))
    found = await _rows(connection, MATCHES, wanted, MATCHES.c.id, most=most)
    games = defaultdict[int, list[GameRows]](list)
    for rows in await _games(connection, {row["id"]: row for row in found}):
        games[rows.match["id"]].append(rows)
    return [MatchRows(row, games[row["id"]]) for row in found]


async def _games(connection: Connection, matches: Mapping[int, Row]) -> list[GameRows]:
    match_ids = sorted(matches)
    games = await _rows(connection, GAMES, GAMES.c.match_id.in_(match_ids), GAMES.c.number)
    numbers = [row["id"] for row in games]
    guilds = sorted({row["guild_id"] for row in games})
    absent = set(
        (
            await connection.execute(
                select(SERVERS.c.guild_id).where(
                    SERVERS.c.guild_id.in_(guilds), SERVERS.c.absent_at.is_not(None)
                )
            )
        ).scalars()
    )
    events = await _by_game(connection, EVENTS, numbers, EVENTS.c.seq)
    players = await _by_game(connection, PLAYERS, numbers, PLAYERS.c.seat)
    plans = await _by_game(connection, PLANS, numbers, PLANS.c.id)
    offers = await _by_game(connection, OFFERS, numbers, OFFERS.c.kind)
    boards = await _rows(
        connection, POSTS, and_(POSTS.c.kind == BOARD, POSTS.c.subject_id.in_(numbers))
    )
    board = {row["subject_id"]: row for row in boards}
    kinds = _kinds_about(GAMES)
    jobs = defaultdict[int, dict[str, int]](dict)
    for row in await _rows(
        connection, SCHEDULE, and_(SCHEDULE.c.kind.in_(kinds), SCHEDULE.c.subject_id.in_(numbers))
    ):
        jobs[row["subject_id"]][row["kind"]] = row["due_at"]
    challenges = {match["challenge_id"]: number for number, match in matches.items()}
    streams = {f"match:{number}": number for number in match_ids}
    streams |= {f"challenge:{challenge}": number for challenge, number in challenges.items()}
    waiting = {
        streams[stream]
        for stream in (
            await connection.execute(
                select(OUTBOX.c.stream).where(OUTBOX.c.stream.in_(sorted(streams))).distinct()
            )
        ).scalars()
    }
    return [
        GameRows(
            game=row,
            match=matches[row["match_id"]],
            absent=row["guild_id"] in absent,
            events=events[row["id"]],
            players=players[row["id"]],
            board=board.get(row["id"]),
            jobs=jobs[row["id"]],
            plans=plans[row["id"]],
            offers=offers[row["id"]],
            waits=row["match_id"] in waiting,
        )
        for row in games
    ]


async def _by_game(
    connection: Connection,
    table: Table,
    numbers: Sequence[int],
    order: Any,  # Any: a column
) -> dict[int, list[Row]]:
    found = defaultdict[int, list[Row]](list)
    for row in await _rows(connection, table, table.c.game_id.in_(numbers), order):
        found[row["game_id"]].append(row)
    return found


async def _rows(
    connection: Connection,
    table: Table,
    wanted: Any,  # Any: a condition
    order: Any = None,  # Any: a column
    *,
    most: int | None = None,
) -> list[Row]:
    statement = select(table).where(wanted).order_by(*([] if order is None else [order]))
    rows = await connection.execute(statement if most is None else statement.limit(most))
    return [dict(row) for row in rows.mappings()]


async def shared_threads(connection: Connection) -> list[tuple[int, int]]:
    """List the threads of matches' own in which several matches run, and how many."""
    found = await connection.execute(
        select(MATCHES.c.place_id, func.count())
        .where(MATCHES.c.ended_at.is_(None), MATCHES.c.own_thread, MATCHES.c.place_id.is_not(None))
        .group_by(MATCHES.c.place_id)
        .having(func.count() > 1)
    )
    return [(int(place), int(matches)) for place, matches in found]


async def rated_rows(connection: Connection, match_ids: Collection[int]) -> dict[int, list[Row]]:
    """Return what matches have changed, by match."""
    found = defaultdict[int, list[Row]](list)
    for row in await _rows(
        connection, RATING_CHANGES, RATING_CHANGES.c.match_id.in_(sorted(match_ids))
    ):
        found[row["match_id"]].append(row)
    return found


async def outcome_rows(connection: Connection, match_ids: Collection[int]) -> dict[int, list[Row]]:
    """Return how matches ended for their people, by match."""
    found = defaultdict[int, list[Row]](list)
    for row in await _rows(connection, OUTCOMES, OUTCOMES.c.match_id.in_(sorted(match_ids))):
        found[row["match_id"]].append(row)
    return found


async def to_be_noted(connection: Connection, match_ids: Collection[int]) -> set[int]:
    """Return those of some matches whose outcomes the bot has not noted yet."""
    found = await connection.execute(
        select(SCHEDULE.c.subject_id).where(
            SCHEDULE.c.kind == JobKind.OUTCOME, SCHEDULE.c.subject_id.in_(sorted(match_ids))
        )
    )
    return set(found.scalars())


async def miscounted(connection: Connection, ladder: Ladder) -> list[Row]:
    """List whose rated matches of a game are not counted from 1 without a gap, or not as rated."""
    rated, changes = TABLES[ladder], RATING_CHANGES.c
    counted = (
        select(
            changes.guild_id,
            changes.game,
            changes.user_id,
            func.count().label("matches"),
            func.count(changes.nth.distinct()).label("different"),
            func.min(changes.nth).label("first"),
            func.max(changes.nth).label("last"),
        )
        .where(changes.ladder == ladder)
        .group_by(changes.guild_id, changes.game, changes.user_id)
        .subquery()
    )
    games = rated.c.wins + rated.c.draws + rated.c.losses
    found = await connection.execute(
        select(counted, games.label("games"))
        .outerjoin(
            rated,
            and_(
                rated.c.guild_id == counted.c.guild_id,
                rated.c.game == counted.c.game,
                rated.c.user_id == counted.c.user_id,
            ),
        )
        .where(
            or_(
                games.is_(None),
                games != counted.c.matches,
                counted.c.different != counted.c.matches,
                counted.c.first != 1,
                counted.c.last != counted.c.matches,
            )
        )
        .order_by(counted.c.guild_id, counted.c.game, counted.c.user_id)
    )
    return [dict(row) for row in found.mappings()]


async def outbox_page(connection: Connection, *, after: int, most: int) -> list[Row]:
    """Read the next messages that are still to be sent."""
    return await _rows(connection, OUTBOX, OUTBOX.c.id > after, OUTBOX.c.id, most=most)


async def late_jobs(connection: Connection, before: int) -> list[Row]:
    """Read the jobs that were due before a time, and those of kinds that no version here knows."""
    known = SCHEDULE.c.kind.in_(list(JobKind))
    return await _rows(
        connection, SCHEDULE, or_(SCHEDULE.c.due_at < before, ~known), SCHEDULE.c.due_at
    )


async def last_alive(connection: Connection) -> int:
    """Return when the bot certainly ran last: a store that rests is no fault."""
    tidied = await connection.scalar(
        select(SCHEDULE.c.due_at).where(SCHEDULE.c.kind == JobKind.TIDY)
    )
    seen = await connection.scalar(select(func.max(INTERACTIONS.c.seen_at)))
    moved = await connection.scalar(select(func.max(GAMES.c.moved_at)))
    return max(0 if tidied is None else tidied - DAY, seen or 0, moved or 0)


@dataclass(frozen=True, slots=True)
class Orphans:
    """How many rows of a table are about something that is not there."""

    table: str
    about: str
    rows: int


async def orphans(connection: Connection) -> list[Orphans]:
    """Count what is about something that is not there, table by table."""
    found = []
    for child, about, lost in _orphaned():
        rows = await connection.scalar(select(func.count()).select_from(child).where(lost))
        if rows:
            found.append(Orphans(child.name, about, int(rows)))
    return found


async def delete_orphans(connection: Connection, table: str, about: str) -> None:
    """Delete the rows of a table that `orphans` has counted."""
    for child, of, lost in _orphaned():
        if (child.name, of) == (table, about):
            await connection.execute(delete(child).where(lost))


def _orphaned() -> Iterator[tuple[Table, str, Any]]:  # Any: a condition
    """Yield tables with what their rows are about, and the condition that it is not there."""
    for table in METADATA.sorted_tables:
        for key in table.foreign_keys:
            parent, column = key.column.table, key.parent
            there = exists().where(key.column == column).correlate(table).select_from(parent)
            yield table, parent.name, and_(column.is_not(None), ~there)
    of_games = and_(
        POSTS.c.kind.not_in(OF_OTHERS), ~exists().where(GAMES.c.id == POSTS.c.subject_id)
    )
    yield POSTS, "games", of_games
    for table in dict.fromkeys(ABOUT.values()):
        gone = ~exists().where(table.c.id == SCHEDULE.c.subject_id)
        yield SCHEDULE, table.name, and_(SCHEDULE.c.kind.in_(_kinds_about(table)), gone)


def _kinds_about(table: Table) -> list[JobKind]:
    """List the kinds of jobs that are about rows of a table."""
    return [kind for kind, about in ABOUT.items() if about is table]


async def set_running(connection: Connection, game_id: int, seats: Collection[int]) -> None:
    """Note of which seats' people a game is a running one, and of which it is not."""
    await connection.execute(
        update(PLAYERS)
        .where(PLAYERS.c.game_id == game_id)
        .values(running=PLAYERS.c.seat.in_(sorted(seats)))
    )
