"""A store with many finished games, made in seconds by direct inserts: pages are measured with it.

`fill` writes into a migrated SQLite file. Half of the games are those of `SERVER`, in which `BUSY`
sits in every tenth game and `FRIEND` opposite them in some; the others are spread over other servers.
Everything follows from a game's number, so two stores are the same. What does not belong here: games
that are played (`tests.bot.club`).

    with club_beside(tmp_path, games_beside(benchmark)) as (club, runner):
        spent = Spent(club.database)
        runner.run(page(club))
    assert spent.milliseconds < 25
"""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import perf_counter
from typing import Final

from pytest_benchmark.fixture import BenchmarkFixture
from sqlalchemy import event

from data.engine import Database
from games.registry import GAMES
from tests.bot.club import Clock, Club

STORED: Final = 100_000
"""With how many games pages have to be quick."""
FEW: Final = 1_000
"""As many as there are where nothing is measured."""
SERVER: Final = 1
BUSY, FRIEND, OTHER_FRIEND = 1_000, 1_001, 1_002
"""A person who plays very much, and two of those they play against, in `SERVER`."""
PEOPLE: Final = 100
"""How many people play in each server."""
NOW: Final = 1_800_000_000
APART: Final = 600
"""Seconds between the ends of two games."""
EVENTS: Final = 6

_MADE: Final = (
    # A game's number n decides all: its server, what is played, who sits, who wins, and when.
    """
    CREATE TEMPORARY TABLE made AS
    WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < :stored)
    SELECT n,
        CASE WHEN n % 2 THEN :server ELSE 2 + n / 2 % 19 END AS guild,
        (SELECT key FROM kinds WHERE number = n / 2 % (SELECT count(*) FROM kinds)) AS kind,
        (SELECT seats FROM kinds WHERE number = n / 2 % (SELECT count(*) FROM kinds)) AS seats,
        n / 2 * 7919 % 97 AS drawn,
        n / 2 * 13 % 7 AS result,
        :now - (:stored - n) * :apart AS ended
    FROM counted
    """,
    # Computers take the other seats in every seventh game.
    """
    CREATE TEMPORARY TABLE sitting AS
    WITH RECURSIVE seated(seat) AS (SELECT 0 UNION ALL SELECT seat + 1 FROM seated WHERE seat < 3)
    SELECT n, guild, kind, seats, ended, result, seat,
        CASE
            WHEN seat > 0 AND n / 8 % 7 = 3 THEN -10 * (1 + n / 56 % 3) - seat
            WHEN seat = 0 AND n / 8 % 10 = 0 THEN 1000 * guild
            ELSE 1000 * guild + (CASE seat WHEN 0 THEN 51 ELSE 1 END)
                + (drawn + 17 * seat) % (CASE seat WHEN 0 THEN 49 ELSE 50 END)
        END AS person
    FROM made, seated WHERE seat < seats
    """,
    """
    INSERT INTO challenges (id, guild_id, channel_id, game, challenger_id, seats, options, settings,
        kind, first, rated, language, thread, state, interaction_id, created_at, lapses_at)
    SELECT n, guild, guild, kind, 1000 * guild, seats, '{}', '{}',
        'single', 'random', 1, 'en', 1, 'accepted', -n, ended - 90000, ended
    FROM made
    """,
    """
    INSERT INTO challenge_seats (challenge_id, user_id, place, sits)
    SELECT n, person, seat, 1 FROM sitting
    """,
    """
    INSERT INTO matches (id, challenge_id, interaction_id, guild_id, channel_id, thread, place_id,
        own_thread, game, kind, rated, clock_days, language, options, settings, seats, created_at,
        ended_at)
    SELECT n, n, -n, guild, guild, 1, n, 1, kind, 'single', 1, 3, 'en', '{}', '{}', seats,
        ended - 90000, ended
    FROM made
    """,
    """
    INSERT INTO games (id, match_id, number, guild_id, code, rules_version, secret, commitment, seq,
        turns, to_move, result, started_at, moved_at, ended_at)
    SELECT n, n, 1, guild, printf('%05d', n % 100000), 1, '', '', :events, :events, NULL,
        CASE result
            WHEN 4 THEN '{"scores": null, "winners": [0, 1], "reason": "agreed"}'
            ELSE '{"scores": null, "winners": [' || (result % 2) || '], "reason": "resigned"}'
        END,
        ended - 90000, ended, ended
    FROM made
    """,
    """
    INSERT INTO players (game_id, seat, guild_id, user_id, running)
    SELECT n, seat, guild, person, 0 FROM sitting
    """,
    "CREATE INDEX seated ON sitting (n)",
    # The players take turns, some minutes or hours each.
    """
    INSERT INTO events (game_id, seq, notation, user_id, interaction_id, created_at)
    WITH RECURSIVE counted(seq) AS (SELECT 0 UNION ALL SELECT seq + 1 FROM counted WHERE seq < :events)
    SELECT n, seq, CASE seq WHEN 0 THEN '{}' ELSE 'a1' END,
        CASE seq WHEN 0 THEN NULL ELSE person END,
        CASE WHEN seq = 0 OR person < 0 THEN NULL ELSE seq END,
        ended - (:events - seq) * (600 + n % 50 * 60)
    FROM counted JOIN sitting ON seat = seq % seats
    """,
    """
    INSERT INTO outcomes (match_id, user_id, guild_id, game, seats, against, other_id, place, ending,
        on_time, ended_at)
    SELECT n, person, guild, kind, seats,
        CASE WHEN n / 8 % 7 <> 3 THEN 'people'
            ELSE CASE n / 56 % 3 WHEN 0 THEN 'easy' WHEN 1 THEN 'medium' ELSE 'hard' END END,
        CASE seats WHEN 2 THEN (
            SELECT person FROM sitting AS o WHERE o.n = sitting.n AND o.seat <> sitting.seat
        ) END,
        CASE WHEN result = 4 AND seat < 2 OR result <> 4 AND seat = result % 2 THEN 0 ELSE 1 END,
        CASE WHEN result = 4 AND seat < 2 THEN 'drawn'
            WHEN result <> 4 AND seat = result % 2 THEN 'won' ELSE 'lost' END,
        1, ended
    FROM sitting WHERE person > 0
    """,
    """
    INSERT INTO feats (match_id, user_id, feat, guild_id, game, ended_at)
    SELECT n, person, CASE kind WHEN 'tablero' THEN 'stack-of-8' ELSE '25-points' END, guild, kind, ended FROM sitting WHERE person > 0
    """,
    """
    INSERT INTO rating_changes (match_id, user_id, before, after, guild_id, game, ladder, ended_at,
        outcome, nth)
    SELECT n, person, 1200 + n / 100 % 200, 1200 + (n / 100 + 1) % 200, guild, kind,
        CASE WHEN n / 8 % 7 = 3 THEN 'computers' ELSE 'people' END, ended,
        CASE WHEN result = 4 AND seat < 2 THEN 'drawn'
            WHEN result <> 4 AND seat = result % 2 THEN 'won' ELSE 'lost' END,
        row_number() OVER (PARTITION BY guild, kind, n / 8 % 7 = 3, person ORDER BY n)
    FROM sitting WHERE person > 0
    """,
    """
    INSERT INTO people (guild_id, user_id, name, member, checked_at)
    SELECT DISTINCT guild, person, 'Person ' || person, 1, :now FROM sitting WHERE person > 0
    """,
    """
    INSERT INTO ratings (guild_id, game, user_id, mu, sigma, shown, wins, draws, losses)
    SELECT guild, kind, person, 25, 8, 1200 + person % 300, count(*), 0, 0
    FROM sitting WHERE person > 0 GROUP BY guild, kind, person
    """,
)
_DONE: Final = ("DROP TABLE sitting", "DROP TABLE made", "DROP TABLE kinds", "ANALYZE")


def fill(path: Path, stored: int = STORED) -> None:
    """Write finished games into a migrated database file that has none yet."""
    values = {
        "stored": stored,
        "server": SERVER,
        "now": NOW,
        "apart": APART,
        "events": EVENTS,
    }
    kinds = [(i, key, game.about.seats[-1]) for i, (key, game) in enumerate(GAMES.items())]
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("CREATE TEMPORARY TABLE kinds (number INTEGER PRIMARY KEY, key, seats)")
        connection.executemany("INSERT INTO kinds VALUES (?, ?, ?)", kinds)
        connection.execute("BEGIN")
        for statement in _MADE:
            connection.execute(statement, values)
        connection.execute("COMMIT")
        for statement in _DONE:
            connection.execute(statement)


def games_beside(benchmark: BenchmarkFixture) -> int:
    """Return how many games to store: few where nothing is measured."""
    return STORED if benchmark.enabled else FEW


@contextmanager
def club_beside(folder: Path, stored: int) -> Iterator[tuple[Club, asyncio.Runner]]:
    """Open a club, at `NOW`, on a new file with `stored` finished games."""
    path = folder / "tavolo.db"
    with asyncio.Runner() as runner:
        club = Club(f"sqlite+aiosqlite:///{path}", clock=Clock(NOW))
        try:
            runner.run(club.database.migrate())
            fill(path, stored)
            yield club, runner
        finally:
            runner.run(club.database.close())


class Spent:
    """What a database has been asked since `again`: how many statements, and how long they took.

    A statement's time goes until its rows are there, with the way to the database's thread and back.
    """

    def __init__(self, database: Database) -> None:
        self.statements = 0
        self.milliseconds = 0.0
        self._begun = 0.0
        engine = database._engine.sync_engine
        event.listen(engine, "before_cursor_execute", self._begin)
        event.listen(engine, "after_cursor_execute", self._end)

    def again(self) -> None:
        """Count from nothing."""
        self.statements, self.milliseconds = 0, 0.0

    def _begin(self, *_told: object) -> None:
        self._begun = perf_counter()

    def _end(self, *_told: object) -> None:
        self.statements += 1
        self.milliseconds += 1000 * (perf_counter() - self._begun)
