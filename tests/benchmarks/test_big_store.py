"""The store with which pages are measured: it is read as games that were played are."""

from collections.abc import Sequence
from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture

from bot.match.match_outcome import match_outcome
from data import matches, outcomes
from data.computers import is_computer
from data.outcomes import Pairing, Tally
from data.stored import StoredGame
from games.registry import GAMES
from tests.benchmarks.big_store import BUSY, FRIEND, NOW, SERVER, Spent, club_beside, games_beside
from tests.benchmarks.blocks import unblocked
from tests.bot.club import Club


async def tallies_of_the_busy(club: Club) -> Sequence[Tally]:
    async with club.database.reading() as connection:
        pairings = [Pairing(SERVER, key, BUSY, FRIEND) for key in GAMES]
        return [await outcomes.tally(connection, each, 0, NOW) for each in pairings]


def test_its_games_can_be_read_and_judged(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    benchmark.group = "a store of 100,000 games is made"
    with club_beside(tmp_path, games_beside(benchmark)) as (club, runner):
        spent = Spent(club.database)
        with unblocked(tmp_path / "blocks.txt"):
            tallies = benchmark.pedantic(  # type: ignore[no-untyped-call]  # pytest-benchmark does not say
                lambda: runner.run(tallies_of_the_busy(club)), rounds=1
            )
        stored = runner.run(read_all(club))
    assert spent.statements >= len(GAMES)
    assert spent.milliseconds > 0
    assert any(not tally.is_empty for tally in tallies)
    assert {len(match_outcome([game]).winners) for game in stored} == {1, 2}
    assert {game.match.game for game in stored} == set(GAMES)
    assert any(is_computer(player) for game in stored for player in game.players)
    assert all(len(set(game.players)) == game.match.seats for game in stored)


async def read_all(club: Club) -> Sequence[StoredGame]:
    """Read the first hundred games of the server."""
    async with club.database.reading() as connection:
        found = [await matches.get_game(connection, number) for number in range(1, 200, 2)]
    return [game for game in found if game is not None]
