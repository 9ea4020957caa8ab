"""Pages about people next to a hundred thousand stored games: statements, and database time.

uv run pytest tests/benchmarks/test_pages.py --benchmark-enable -s
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from pytest_benchmark.fixture import BenchmarkFixture

from bot.config import load
from bot.services.archive import found_games
from bot.services.finished import ended
from bot.services.outcomes import Outcomes
from bot.services.profiles import profile
from bot.services.puzzles import Puzzles
from bot.services.rivals import free_for_a_game
from bot.services.tournaments import Tournaments
from bot.services.versus import between
from cogs.match.archive import LISTED, LOOKED_THROUGH
from cogs.ui.routing import LARGEST_NUMBER
from data.archive import Search
from data.outcomes import Ending
from data.tournament_values import TournamentState
from tests.benchmarks.big_events import fill_events
from tests.benchmarks.big_store import (
    BUSY,
    FEW,
    FRIEND,
    NOW,
    OTHER_FRIEND,
    SERVER,
    Spent,
    club_beside,
    games_beside,
)
from tests.benchmarks.blocks import unblocked
from tests.bot.club import Club
from tests.tiers import sampled

LATEST: Final = 9
"""A tournament all of whose games are stored, where nothing is measured too."""
LISTED_TOURNAMENTS: Final = 15
MOST_MILLISECONDS: Final = 25
ROUNDS: Final = 9
Page = Callable[[Club], Awaitable[object]]


async def of_the_busy(club: Club) -> object:
    return await profile(club.database, SERVER, BUSY)


async def of_two(club: Club) -> object:
    return await between(club.database, SERVER, [BUSY, FRIEND])


async def of_three(club: Club) -> object:
    return await between(club.database, SERVER, [BUSY, FRIEND, OTHER_FRIEND])


async def who_is_free(club: Club) -> object:
    return await free_for_a_game(club.database, load({}), SERVER, BUSY, NOW)


async def running_score(club: Club) -> object:
    outcomes = Outcomes(club.database, clock=club.clock)
    return await outcomes.running_score(SERVER, "dice_matrix", (BUSY, FRIEND))


def everything_of_the_busy() -> Search:
    return Search(SERVER, BUSY, None, None, 0, LARGEST_NUMBER)


async def finished_games(club: Club) -> object:
    return await found_games(club.database, everything_of_the_busy(), most=LISTED + 1)


async def finished_games_far_back(club: Club) -> object:
    search = replace(everything_of_the_busy(), game="dice_matrix", ending=Ending.LOST)
    return await found_games(club.database, search, first=300, most=LISTED + 1)


async def suggested_games(club: Club) -> object:
    return await found_games(club.database, everything_of_the_busy(), most=LOOKED_THROUGH)


async def result(club: Club) -> object:
    return await ended(club.database, FEW - 1)


async def tournament(club: Club) -> object:
    return await tournaments_of(club).view(LATEST)


async def all_tournaments(club: Club) -> object:
    everywhere = tuple(TournamentState)
    return await tournaments_of(club).in_server(SERVER, everywhere, LISTED_TOURNAMENTS)


def tournaments_of(club: Club) -> Tournaments:
    return Tournaments(club.database, club.matches, clock=club.clock)


async def puzzles_of_the_day(club: Club) -> object:
    return await Puzzles(club.database, clock=club.clock).standings(BUSY)


async def puzzle(club: Club) -> object:
    return await Puzzles(club.database, clock=club.clock).standing(BUSY, "dice_matrix")


@sampled(
    ("page", "statements"),
    [
        (of_the_busy, 8),
        (of_two, 6),
        (of_three, 6),
        (who_is_free, 11),
        (running_score, 3),
        (finished_games, 4),
        (finished_games_far_back, 4),
        (suggested_games, 4),
        (result, 14),
        (tournament, 7),
        (all_tournaments, 2),
        (puzzles_of_the_day, 16),
        (puzzle, 4),
    ],
)
def test_a_page(benchmark: BenchmarkFixture, tmp_path: Path, page: Page, statements: int) -> None:
    benchmark.group = "a page beside 100,000 stored games"
    with club_beside(tmp_path, games_beside(benchmark)) as (club, runner):
        fill_events(tmp_path / "tavolo.db", games_beside(benchmark))
        spent, taken = Spent(club.database), list[float]()

        def look() -> None:
            spent.again()
            runner.run(page(club))  # type: ignore[arg-type]  # it is a coroutine
            taken.append(spent.milliseconds)

        # What is done for the first time takes longer.
        look()
        taken.clear()
        with unblocked(tmp_path / "blocks.txt"):
            benchmark.pedantic(look, rounds=ROUNDS if benchmark.enabled else 1)  # type: ignore[no-untyped-call]  # pytest-benchmark does not say
    benchmark.extra_info |= {"statements": spent.statements, "milliseconds": min(taken)}
    middle = sorted(taken)[len(taken) // 2]
    print(f"\n{page.__name__}: {spent.statements} statements, {middle:.1f} ms")  # noqa: T201
    assert spent.statements <= statements
    if benchmark.enabled:
        assert middle < MOST_MILLISECONDS
