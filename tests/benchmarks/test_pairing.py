"""Pairing rounds of many players: how long it takes, and that nobody else waits meanwhile.

uv run pytest tests/benchmarks/test_pairing.py --benchmark-enable -s
"""

import asyncio
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from time import perf_counter
from typing import Final

from pytest_benchmark.fixture import BenchmarkFixture

from bot.services.tournament_pairing import pair_round
from bot.services.tournament_plan import Wanted
from bot.tournament.rounds import rounds_of
from bot.workers.pool import Workers
from data.tournament_values import Entrant, Format, How, Pairing, PairingResult
from tests.benchmarks.blocks import MOST_SECONDS, unblocked
from tests.tiers import sampled

RESULTS: Final = (
    PairingResult.FIRST,
    PairingResult.DRAW,
    PairingResult.SECOND,
    PairingResult.FIRST,
)


async def lateness(done: asyncio.Event) -> float:
    """Return by how much the loop was late at most, until something is done."""
    most = 0.0
    while not done.is_set():
        begun = perf_counter()
        await asyncio.sleep(0)
        most = max(most, perf_counter() - begun)
        await asyncio.sleep(0.001)
    return most


async def whole_tournament(workers: Workers, players: int) -> tuple[int, float]:
    """Pair all rounds; return how many there were and by how much the loop was late at most."""
    entrants = tuple(Entrant(seed, seed) for seed in range(1, players + 1))
    rounds = rounds_of(Format.SWISS, players, None) or 0
    results, pairings = cycle(RESULTS), tuple[Pairing, ...]()
    done = asyncio.Event()
    late = asyncio.create_task(lateness(done))
    while found := await pair_round(workers, 1, Wanted(Format.SWISS, entrants, pairings, rounds)):
        pairings += tuple(
            one if one.outcome else replace(one, outcome=next(results), how=How.PLAYED)
            for one in found
        )
    done.set()
    return max(one.round for one in pairings), await late


@sampled("players", [12, 32])
def test_the_swiss_system(benchmark: BenchmarkFixture, tmp_path: Path, players: int) -> None:
    benchmark.group = "all rounds of a Swiss tournament"
    workers = Workers(1, 10)
    late = list[float]()

    def pair() -> None:
        rounds, most = runner.run(whole_tournament(workers, players))
        assert rounds == (4 if players == 12 else 5)
        late.append(most)

    with asyncio.Runner() as runner:
        try:
            # The first job starts the worker.
            pair()
            late.clear()
            with unblocked(tmp_path / "blocks.txt"):
                benchmark.pedantic(pair, rounds=5 if benchmark.enabled else 1)  # type: ignore[no-untyped-call]  # pytest-benchmark does not say
        finally:
            runner.run(workers.close())
    print(f"\n{players} players: the loop was late by {1000 * max(late):.1f} ms at most")  # noqa: T201
    if benchmark.enabled:
        assert max(late) < MOST_SECONDS
