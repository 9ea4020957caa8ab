"""The second program agrees with what the bot stores, match by match."""

import ast
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
from openskill.models import PlackettLuce

from bot.match.table import Person
from data import ratings
from tests.bot.club import GUILD, JON, KIM, MARA, Club
from tests.recount import chosen, count, read, record, score
from tests.recount.strength import Strength, updated

HERE = Path(__file__).parent
FORBIDDEN = {"bot", "data", "cogs", "render", "playground"}


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    opened = Club(f"sqlite+aiosqlite:///{tmp_path}/tavolo.db")
    await opened.database.migrate()
    yield opened
    await opened.database.close()


@pytest.mark.parametrize(
    "ranks", [(0, 1), (0, 0), (0, 1, 1, 1), (0, 0, 1, 1), (2, 1, 0, 3), (0, 1, 1, 2), (0, 0, 0)]
)
def test_the_published_formulas_are_those_of_the_library(ranks: tuple[int, ...]) -> None:
    chance, model = Random(1), PlackettLuce()
    before = [Strength(chance.uniform(15, 35), chance.uniform(1, 9)) for _ in ranks]
    teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    expected = model.rate(teams, ranks=[float(rank) for rank in ranks])
    for one, (other,) in zip(updated(before, ranks), expected, strict=True):
        assert (one.mu, one.sigma) == pytest.approx((other.mu, other.sigma))


@pytest.mark.parametrize(
    "module", sorted(path.stem for path in HERE.glob("[!_]*.py") if path.stem != "test_recount")
)
def test_nothing_is_imported_of_what_it_checks(module: str) -> None:
    tree = ast.parse((HERE / f"{module}.py").read_text())
    imported = {
        (node.module or "").split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
    } | {
        alias.name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    assert not imported & FORBIDDEN


async def test_what_is_stored_is_what_the_second_program_finds(club: Club, tmp_path: Path) -> None:
    pairs: list[tuple[Person, Person]] = [(MARA, JON), (JON, KIM), (MARA, JON), (KIM, MARA)] * 2
    for number, (winner, loser) in enumerate(pairs):
        table = await club.rated(winner, loser)
        await club.resign(table, loser)
        club.clock.pass_time(number * 20 * 3600)
    short = await club.start()
    await club.resign(short, JON)

    played = read(tmp_path / "tavolo.db")
    counted = count(played)

    here = list(chosen(counted, GUILD, game="dice_matrix"))
    assert (len(played), len(here)) == (9, 8)
    async with club.database.reading() as connection:
        stored = await ratings.get(connection, GUILD, "dice_matrix", [MARA.id, JON.id, KIM.id])
        changes = {
            one.match.id: await ratings.changes_of(connection, one.match.id) for one in counted
        }
    assert set(stored) == {MARA.id, JON.id, KIM.id}
    for user_id, rating in stored.items():
        last = [one.after[user_id] for one in here if user_id in one.after][-1]
        own = record(here, user_id)
        assert (last.mu, last.sigma) == pytest.approx((rating.mu, rating.sigma))
        assert (last.shown, own.won, own.drawn, own.lost) == (
            rating.shown,
            rating.wins,
            rating.draws,
            rating.losses,
        )
    for one in counted:
        assert {
            user_id: (change.before, change.after)
            for user_id, change in changes[one.match.id].items()
        } == {
            user_id: (one.before[user_id].shown, one.after[user_id].shown) for user_id in one.after
        }
    assert score(played, GUILD, (MARA.id, JON.id)) == {MARA.id: 5}
