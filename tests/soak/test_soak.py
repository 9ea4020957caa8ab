"""The soak can fail, and a short one passes."""

import sys
from dataclasses import replace

import pytest

from tests.soak.__main__ import soak, told
from tests.soak.measure import Sample, grown

STEADY = [Sample(n / 10, 100.0, 8, 3, 6, 1, 0) for n in range(20)]


def test_what_stays_as_it_is_has_not_grown() -> None:
    assert grown(STEADY, 1) == []


@pytest.mark.parametrize("name", ["megabytes", "threads", "sockets", "files", "waiting", "overdue"])
def test_whatever_grows_is_found(name: str) -> None:
    growing = [
        replace(each, **{name: getattr(each, name) + 2 * n}) for n, each in enumerate(STEADY)
    ]
    (wrong,) = grown(growing, 1)
    assert "grown" in wrong


def test_what_is_in_use_for_a_moment_has_not_grown() -> None:
    burst = [replace(each, sockets=60, waiting=40) for each in STEADY[-2:]]
    assert grown([*STEADY[:-2], *burst], 1) == []


def test_sockets_that_people_need_at_once_are_no_leak() -> None:
    more = [replace(each, sockets=20) for each in STEADY[10:]]
    assert grown([*STEADY[:10], *more], 10) == []
    assert len(grown([*STEADY[:10], *more], 5)) == 1


def test_too_few_samples_say_nothing() -> None:
    assert grown(STEADY[:3], 1) == ["too few samples to compare"]


@pytest.mark.slow
@pytest.mark.skipif(
    sys.platform != "linux", reason="what a process holds is read as Linux tells it"
)
async def test_in_a_short_soak_people_play_and_nothing_leaks() -> None:
    soaked = await soak(6, 0.05, "short", warm_up=0.01, samples=12)
    assert soaked.moves > 0
    slow = [wrong for wrong in soaked.wrong if not wrong.startswith("memory")]
    assert slow == [], "\n".join(map(told, soaked.samples))
