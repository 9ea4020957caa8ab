"""Leaderboards in a store of a hundred thousand games: statements, and database time.

uv run pytest tests/benchmarks/test_leaderboard.py --benchmark-enable -s

Half of the games are those of one server, 72 a day: a quarter has more than six thousand.
"""

from dataclasses import replace
from datetime import UTC
from pathlib import Path
from typing import Final

from pytest_benchmark.fixture import BenchmarkFixture

from bot.match.season_dates import Season
from bot.services.seasons import Seasons
from data import seasons, servers, standings
from data.servers import SeasonLength
from data.standings import Archived, Board, Listing, Span
from tests.benchmarks.big_store import BUSY, NOW, SERVER, Spent, club_beside, games_beside
from tests.benchmarks.blocks import unblocked
from tests.bot.club import Club
from tests.tiers import sampled

MOST_MILLISECONDS: Final = 25
ROUNDS: Final = 9
MONTH: Final = Season(SeasonLength.MONTH, 2026, 12)
QUARTER: Final = Season(SeasonLength.QUARTER, 2026, 4)
TIMES: Final = {
    "all time": None,
    "month": Span(MONTH.begins(UTC), MONTH.following.begins(UTC)),
    "quarter": Span(QUARTER.begins(UTC), QUARTER.following.begins(UTC)),
    "archive": Archived(1),
}


async def close_quarter(club: Club) -> None:
    """Close the last quarter of the server."""
    async with club.database.writing() as connection:
        settled = replace(
            await servers.get(connection, SERVER), seasons=SeasonLength.QUARTER, time_zone="UTC"
        )
        await servers.store(connection, settled)
        last = await seasons.begin(
            connection,
            SERVER,
            SeasonLength.QUARTER,
            year=2026,
            number=4,
            starts_at=QUARTER.begins(UTC),
            ends_at=QUARTER.following.begins(UTC),
            time_zone="UTC",
        )
        await seasons.close(connection, last, NOW)
        await Seasons(club.database, clock=club.clock).arm(connection, settled)


async def look_at(club: Club, board: Board) -> int:
    """Read a page as /leaderboard does; return how many rows the list has."""
    await Seasons(club.database, clock=club.clock).known(SERVER, 20)
    async with club.database.reading() as connection:
        page = await standings.page(connection, board, offset=0, limit=10, reader_id=BUSY)
    return page.total


@sampled("game", ["dice_matrix", None])
@sampled("time", TIMES)
def test_a_leaderboard(
    benchmark: BenchmarkFixture, tmp_path: Path, time: str, game: str | None
) -> None:
    benchmark.group = "a leaderboard in a store of 100,000 games"
    with club_beside(tmp_path, games_beside(benchmark)) as (club, runner):
        runner.run(close_quarter(club))
        benchmark.pedantic(  # type: ignore[no-untyped-call]  # pytest-benchmark does not say
            lambda: runner.run(look_at(club, Board(SERVER, game, time=TIMES[time]))), rounds=1
        )
        spent = Spent(club.database)
        for listing in Listing:
            board = Board(SERVER, game, listing, TIMES[time])
            taken, found = list[float](), 0
            for _ in range(ROUNDS if benchmark.enabled else 1):
                spent.again()
                with unblocked(tmp_path / "blocks.txt"):
                    found = runner.run(look_at(club, board))
                taken.append(spent.milliseconds)
            middle = sorted(taken)[len(taken) // 2]
            print(f"\n{time}, {game}, {listing}: {found} rows, {middle:.1f} ms")  # noqa: T201
            # Two transactions begin, and three lists are read.
            assert spent.statements <= 5
            if benchmark.enabled:
                assert middle < MOST_MILLISECONDS
