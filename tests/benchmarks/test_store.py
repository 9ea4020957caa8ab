"""One move, from the call to its commit, next to few and next to many stored games."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from sqlalchemy import func, select, text

from bot.match.table import Table
from data.tables import EVENTS, GAMES
from tests.benchmarks.blocks import unblocked
from tests.bot.club import Club
from tests.tiers import sampled

ROUNDS = 60
COPIED = (
    # Of the first game that was played to its end, with everything that belongs to it.
    """
    INSERT INTO challenges (id, guild_id, channel_id, game, challenger_id, seats, options, settings,
        kind, first, rated, language, thread, state, interaction_id, created_at, lapses_at)
    SELECT n, guild_id, channel_id, game, challenger_id, seats, options, settings,
        kind, first, rated, language, thread, state, -n, created_at, lapses_at
    FROM challenges, numbers WHERE id = 1
    """,
    """
    INSERT INTO challenge_seats (challenge_id, user_id, place, sits)
    SELECT n, user_id, place, sits
    FROM challenge_seats, numbers WHERE challenge_id = 1
    """,
    """
    INSERT INTO matches (id, challenge_id, interaction_id, guild_id, channel_id, thread, place_id,
        own_thread, place_note, game, kind, rated, language, options, settings, seats, created_at, ended_at)
    SELECT n, n, -n, guild_id, channel_id, thread, n, own_thread, place_note, game, kind, rated,
        language, options, settings, seats, created_at, ended_at
    FROM matches, numbers WHERE id = 1
    """,
    """
    INSERT INTO games (id, match_id, number, guild_id, code, rules_version, secret, commitment, seq,
        turns, to_move, result, started_at, moved_at, ended_at)
    SELECT n, n, number, guild_id, printf('%05d', n), rules_version, secret,
        commitment, seq, turns, to_move, result, started_at, moved_at, ended_at
    FROM games, numbers WHERE id = 1
    """,
    """
    INSERT INTO players (game_id, seat, guild_id, user_id, running)
    SELECT n, seat, guild_id, user_id, running
    FROM players, numbers WHERE game_id = 1
    """,
    """
    INSERT INTO events SELECT n, seq, notation, user_id, NULL, created_at
    FROM numbers, events WHERE game_id = 1 AND seq < 10
    """,
    """
    INSERT INTO posts (kind, subject_id, seq, channel_id, message_id, pictured)
    SELECT 'board', n, 0, n, n, 1 FROM numbers
    """,
)
"""What a stored game consists of; ten of its events, so that the file is made in a second."""
NUMBERS = """
    CREATE TEMPORARY TABLE numbers AS
    WITH RECURSIVE counted(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM counted WHERE n < {games})
    SELECT n FROM counted
"""


async def store(club: Club, games: int) -> None:
    """Store a finished game that many times."""
    await club.play_out(await club.start())
    async with club.database.writing() as connection:
        await connection.execute(text(NUMBERS.format(games=games)))
        for statement in COPIED:
            await connection.execute(text(statement))
        await connection.execute(text("DROP TABLE numbers"))
        assert await connection.scalar(select(func.count()).select_from(GAMES)) == games


@contextmanager
def club_with(path: Path, games: int) -> Iterator[tuple[Club, asyncio.Runner]]:
    """Open a club on a file with that many stored games."""
    with asyncio.Runner() as runner:
        club = Club(f"sqlite+aiosqlite:///{path}")
        try:
            runner.run(club.database.migrate())
            runner.run(store(club, games))
            yield club, runner
        finally:
            runner.run(club.database.close())


@sampled("games", [pytest.param(10, id="10-games"), pytest.param(20_000, id="20000-games")])
def test_move(benchmark: BenchmarkFixture, tmp_path: Path, games: int) -> None:
    benchmark.group = "one move, committed"
    with club_with(tmp_path / "tavolo.db", games) as (club, runner):
        table = runner.run(club.start())

        def next_board() -> tuple[tuple[Table], dict[str, object]]:
            nonlocal table
            table = runner.run(club.matches.table(table.game.id))
            if not table.game.running:
                table = runner.run(club.start())
            return (table,), {}

        with unblocked(tmp_path / "blocks.txt"):
            benchmark.pedantic(  # type: ignore[no-untyped-call]  # pytest-benchmark does not say
                lambda table: runner.run(club.play(table)), setup=next_board, rounds=ROUNDS
            )
        played = runner.run(count_events(club, games))

    assert played >= 1


async def count_events(club: Club, after: int) -> int:
    """Count the moves of the games that came after those that were stored."""
    async with club.database.reading() as connection:
        found = await connection.scalar(
            select(func.count()).where(EVENTS.c.game_id > after, EVENTS.c.seq > 0)
        )
        return int(found or 0)
