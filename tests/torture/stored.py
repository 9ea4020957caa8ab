"""What the database holds, as plain values that the invariants look at.

Read through the bot's own `Database`, from SQLite as from PostgreSQL, while the bot runs. What
does not belong here: what must be true of it (`invariants`).
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from bot.match.positions import Positions
from bot.match.table import load_game
from data.engine import Connection, Database
from data.ratings import TABLES
from data.result_tables import RATING_CHANGES
from data.servers import BoardStyle, Server, store
from data.tables import (
    EVENTS,
    GAMES,
    MATCHES,
    OUTBOX,
    PLAYERS,
    POSTS,
    SCHEDULE,
)
from games.line import Line


@dataclass(frozen=True, slots=True)
class Event:
    """One stored event."""

    seq: int
    notation: str
    person: int | None
    interaction: int | None


@dataclass(frozen=True, slots=True)
class Game:
    """A stored game, with what surrounds it."""

    id: int
    match: int
    place: int | None
    guild: int
    key: str
    seq: int
    to_move: int | None
    running: bool
    players: tuple[int, ...]
    turn_seq: int
    clock_days: int | None
    deadline: int | None
    left: int | None
    halted: str | None
    reminded: int
    moved_at: int
    events: tuple[Event, ...]
    boards: Mapping[str, tuple[int, int]]
    """The posts about it by their kind: the seq that each shows, and its message."""
    given_back: int = 0
    """How many seconds this turn got back for time in which nobody could reach the bot."""
    stood_in: bool = False
    """Whether a computer plays for somebody."""
    result: Mapping[str, Any] | None = None
    wrong: str = ""
    """Why it can't be played through; empty if it can."""
    replayed: tuple[int | None, int] | None = None
    """Who is to move by its events (None: nobody), and after how many turns."""
    turns: int = 0

    @property
    def mover(self) -> int | None:
        """The person or computer to move."""
        return None if self.to_move is None or not self.running else self.players[self.to_move]


@dataclass(frozen=True, slots=True)
class Stored:
    """Everything that is looked at."""

    games: tuple[Game, ...] = ()
    outbox: tuple[str, ...] = ()
    """What is still to be sent."""
    jobs: Mapping[tuple[str, int], int] = field(default_factory=dict)
    """When what is due, by its kind and what it is about."""
    rated: Mapping[int, tuple[int, bool, bool]] = field(default_factory=dict)
    """Of the matches that are over: how many ratings each has changed, whether it was to
    change any, and whether it did not count."""
    counted: Mapping[tuple[int, str, int, str], tuple[int, int]] = field(default_factory=dict)
    """By server, game, person and ladder: how many matches its rating counts, and how many
    changes there are."""


async def read(
    database: Database, settled: Collection[int] = (), *, replays: bool = True
) -> Stored:
    """Read a database; games that are `settled` are over, and are not read again.

    Without `replays` no game is played through, which is most of the work.
    """
    async with database.reading() as connection:
        games = await _games(connection, settled, replays=replays)
        outbox = await connection.execute(sa.select(OUTBOX).order_by(OUTBOX.c.id))
        waiting = tuple(
            f"{row.kind} of {row.stream} (row {row.id}, {row.attempts} tries, {row.failures})"
            for row in outbox
        )
        due = await connection.execute(sa.select(SCHEDULE))
        jobs = {(row.kind, row.subject_id): row.due_at for row in due}
        rated, counted = await _rated(connection), await _counted(connection)
    return Stored(games, waiting, jobs, rated, counted)


async def read_events(database: Database) -> dict[int, tuple[Event, ...]]:
    """Read the events of the games that run."""
    async with database.reading() as connection:
        running = sa.select(GAMES.c.id).where(GAMES.c.ended_at.is_(None))
        return await _events(connection, EVENTS.c.game_id.in_(running))


async def seat_servers(database: Database, edits: int) -> None:
    """Set a server to change its boards in place."""
    async with database.writing() as connection:
        await store(connection, Server(edits, boards=BoardStyle.EDIT))


async def end_connections(database: Database) -> None:
    """Make a PostgreSQL server end every connection to a database, as one that restarts does."""
    # Our own would be ended as well.
    await database._engine.dispose()
    others = "datname = current_database() AND pid <> pg_backend_pid()"
    async with database.writing() as connection:
        await connection.execute(
            sa.text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")  # noqa: S608 -- our own words
        )


async def _events(connection: Connection, wanted: Any) -> dict[int, tuple[Event, ...]]:
    rows = await connection.execute(
        sa.select(EVENTS).where(wanted).order_by(EVENTS.c.game_id, EVENTS.c.seq)
    )
    found: dict[int, list[Event]] = {}
    for row in rows:
        event = Event(row.seq, row.notation, row.user_id, row.interaction_id)
        found.setdefault(row.game_id, []).append(event)
    return {game: tuple(events) for game, events in found.items()}


async def _games(
    connection: Connection, settled: Collection[int], *, replays: bool
) -> tuple[Game, ...]:
    rows = await connection.execute(
        sa.select(GAMES, MATCHES.c.place_id, MATCHES.c.game, MATCHES.c.clock_days)
        .join(MATCHES)
        .where(GAMES.c.id.not_in(sa.bindparam("settled", expanding=True)))
        .order_by(GAMES.c.id),
        {"settled": sorted(settled)},
    )
    found: Sequence[Any] = rows.mappings().all()
    ids = [row["id"] for row in found]
    events = await _events(connection, EVENTS.c.game_id.in_(ids))
    seats: dict[int, list[Any]] = {each: [] for each in ids}
    for row in await connection.execute(
        sa.select(PLAYERS).where(PLAYERS.c.game_id.in_(ids)).order_by(PLAYERS.c.seat)
    ):
        seats[row.game_id].append(row)
    posts: dict[int, dict[str, tuple[int, int]]] = {each: {} for each in ids}
    kinds = ("board", "nudge")
    for row in await connection.execute(
        sa.select(POSTS).where(POSTS.c.kind.in_(kinds), POSTS.c.subject_id.in_(ids))
    ):
        posts[row.subject_id][row.kind] = (row.seq, row.message_id)
    games = []
    for row in found:
        number = row["id"]
        line, wrong = await _line(connection, number) if replays else (None, "")
        games.append(
            Game(
                id=number,
                match=row["match_id"],
                place=row["place_id"],
                guild=row["guild_id"],
                key=row["game"],
                seq=row["seq"],
                to_move=row["to_move"],
                running=row["ended_at"] is None,
                players=tuple(seat.user_id for seat in seats[number]),
                turn_seq=row["turn_seq"],
                clock_days=row["clock_days"],
                deadline=row["deadline_at"],
                left=row["clock_left"],
                halted=row["halted"],
                reminded=row["reminded"],
                moved_at=row["moved_at"],
                given_back=row["given_back"],
                events=events.get(number, ()),
                boards=posts[number],
                stood_in=any(seat.stand_in for seat in seats[number]),
                result=row["result"],
                wrong=wrong,
                replayed=None if line is None else (_to_move(line), line.turns),
                turns=row["turns"],
            )
        )
    return tuple(games)


async def _line(connection: Connection, game: int) -> tuple[Line | None, str]:
    """Play a game through, and say why it can't be if it can't."""
    try:
        return await Positions().line(connection, await load_game(connection, game)), ""
    except Exception as error:  # noqa: BLE001 -- whatever damaged rows lead to is what is wrong
        return None, f"{type(error).__name__}: {error}"


def _to_move(line: Line) -> int | None:
    return line.to_move if isinstance(line.to_move, int) else None


async def _rated(connection: Connection) -> dict[int, tuple[int, bool, bool]]:
    changes = (
        sa.select(RATING_CHANGES.c.match_id, sa.func.count().label("changes"))
        .group_by(RATING_CHANGES.c.match_id)
        .subquery()
    )
    rows = await connection.execute(
        sa.select(MATCHES.c.id, changes.c.changes, MATCHES.c.rated, MATCHES.c.uncounted)
        .outerjoin(changes, changes.c.match_id == MATCHES.c.id)
        .where(MATCHES.c.ended_at.is_not(None))
    )
    return {row.id: (row.changes or 0, row.rated, row.uncounted is not None) for row in rows}


async def _counted(
    connection: Connection,
) -> dict[tuple[int, str, int, str], tuple[int, int]]:
    counted: dict[tuple[int, str, int, str], tuple[int, int]] = {}
    for ladder, table in TABLES.items():
        for row in await connection.execute(sa.select(table)):
            key = (row.guild_id, row.game, row.user_id, ladder)
            counted[key] = (row.wins + row.draws + row.losses, 0)
    changes = sa.select(
        RATING_CHANGES.c.guild_id,
        RATING_CHANGES.c.game,
        RATING_CHANGES.c.user_id,
        RATING_CHANGES.c.ladder,
        sa.func.count().label("changes"),
    ).group_by(
        RATING_CHANGES.c.guild_id,
        RATING_CHANGES.c.game,
        RATING_CHANGES.c.user_id,
        RATING_CHANGES.c.ladder,
    )
    for row in await connection.execute(changes):
        key = (row.guild_id, row.game, row.user_id, row.ladder)
        counted[key] = (counted.get(key, (0, 0))[0], row.changes)
    return counted
