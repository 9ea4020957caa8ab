"""How many clicks a turn takes, from Move to Confirm: over a thousand positions of every game.

    uv run pytest tests/benchmarks/test_clicks.py --benchmark-enable -s

The usual turn is the one that nine of ten turns of sensible players (`tests.clicks.sample`) do
not go beyond; the worst is any turn that the rules allow. Without --benchmark-enable fewer
positions are looked at.
"""

from collections import Counter

from pytest_benchmark.fixture import BenchmarkFixture

from games.registry import GAMES
from tests.clicks import clicks_to_turns, named, sample
from tests.tiers import sampled

POSITIONS, FEW_POSITIONS = 1_000, 30
USUAL = 0.9
MOST_USUAL, MOST = 4, 6


def counted(key: str, positions: int) -> tuple[list[int], Counter[int]]:
    """Count the clicks to the turns that are played, sorted, and to all that might be."""
    played, all_turns = list[int](), Counter[int]()
    for asked in sample(key, positions):
        clicks = clicks_to_turns(asked.game, asked.position)
        played.append(clicks[named(asked.notation)])
        all_turns.update(clicks.values())
    return sorted(played), all_turns


@sampled("key", GAMES)
def test_clicks_to_a_turn(benchmark: BenchmarkFixture, key: str) -> None:
    benchmark.group = "clicks to a turn"
    positions = POSITIONS if benchmark.enabled else FEW_POSITIONS

    played, all_turns = benchmark.pedantic(  # type: ignore[no-untyped-call]  # as in test_thinking
        counted, (key, positions), rounds=1
    )

    median, usual = played[len(played) // 2], played[round(USUAL * len(played)) - 1]
    benchmark.extra_info |= {"median": median, "usual": usual, "worst": max(all_turns)}
    print(f"\n{key}: median {median}, usual {usual}, worst {max(all_turns)}")  # noqa: T201
    assert usual <= MOST_USUAL
    assert max(all_turns) <= MOST
