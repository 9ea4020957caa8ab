"""A round of many players is paired in a worker, and without one where that can't be."""

import logging
from collections.abc import AsyncIterator

import pytest

from bot.services.tournament_pairing import MOST_IN_A_THREAD, pair_round
from bot.services.tournament_plan import Wanted
from bot.tournament.rounds import next_round
from bot.workers.pool import Workers
from data.tournament_values import Entrant, Format
from tests.bot.workers.test_pool import HEAVY, PATIENCE, loaded
from tests.tiers import sampled

GUILD = 7


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    opened = Workers(1, 10)
    yield opened
    await opened.close()


def first_round(players: int) -> Wanted:
    entrants = tuple(Entrant(1000 + seed, seed) for seed in range(1, players + 1))
    return Wanted(Format.SWISS, entrants, (), 4, apart=())


@sampled(
    ("players", "in_a_worker"),
    [(MOST_IN_A_THREAD, False), (MOST_IN_A_THREAD + 1, True), (32, True)],
)
async def test_many_players_are_paired_in_a_worker(
    workers: Workers, players: int, in_a_worker: bool
) -> None:
    wanted = first_round(players)
    found = await pair_round(workers, GUILD, wanted)
    assert found == next_round(Format.SWISS, wanted.entrants, (), 4)
    modules = await workers.run(GUILD, PATIENCE, loaded)
    assert ("caissify_pairings" in modules) == in_a_worker
    assert not HEAVY & set(modules), "it loads neither the database nor Discord"


async def test_if_the_workers_are_busy_a_round_is_paired_all_the_same(
    caplog: pytest.LogCaptureFixture,
) -> None:
    busy = Workers(1, 0)
    wanted = first_round(32)
    with caplog.at_level(logging.WARNING):
        found = await pair_round(busy, GUILD, wanted)
    assert found == next_round(Format.SWISS, wanted.entrants, (), 4)
    assert "a round is paired without a worker" in caplog.text
