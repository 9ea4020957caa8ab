"""The store that pages are measured beside: it is read as games that were played are."""

from collections.abc import Sequence
from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture

from bot.match.outcome import match_outcome
from data import matches
from data.computers import is_computer
from data.stored import StoredGame
from games.registry import GAMES
from tests.benchmarks.big_store import BUSY, FRIEND, SERVER, Spent, club_beside, games_beside
from tests.bot.club import Club


async def games_of_the_busy(club: Club) -> Sequence[StoredGame]:
    async with club.database.reading() as connection:
        return [
            game
            for key in GAMES
            for game in await matches.all_between(connection, SERVER, key, (BUSY, FRIEND))
        ]


def test_its_games_can_be_read_and_judged(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    benchmark.group = "a store of 100,000 games is made"
    with club_beside(tmp_path, games_beside(benchmark)) as (club, runner):
        spent = Spent(club.database)
        games = benchmark.pedantic(  # type: ignore[no-untyped-call]  # pytest-benchmark does not say
            lambda: runner.run(games_of_the_busy(club)), rounds=1
        )
        stored = runner.run(read_all(club))
    assert spent.statements >= len(GAMES)
    assert spent.milliseconds > 0
    assert games
    assert {BUSY, FRIEND} == {player for game in games for player in game.players}
    assert {len(match_outcome([game]).winners) for game in stored} == {1, 2}
    assert {game.match.game for game in stored} == set(GAMES)
    assert any(is_computer(player) for game in stored for player in game.players)
    assert all(len(set(game.players)) == game.match.seats for game in stored)


async def read_all(club: Club) -> Sequence[StoredGame]:
    """Read the first hundred games of the server."""
    async with club.database.reading() as connection:
        found = [await matches.get_game(connection, number) for number in range(1, 200, 2)]
    return [game for game in found if game is not None]
