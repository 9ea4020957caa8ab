"""The faults of a seed are the same each time, and all kinds come."""

from itertools import islice
from pathlib import Path

from tests.torture.bot_process import PacedLoop
from tests.torture.control import Control, Disk
from tests.torture.faults import LONELY, OF_SQLITE, Kind, kinds_for, storms


def test_a_seed_repeats_its_storms_and_another_one_has_others() -> None:
    first, again, other = (list(islice(storms(seed), 50)) for seed in ("a", "a", "b"))
    assert first == again
    assert first != other


def test_every_kind_of_fault_comes() -> None:
    drawn = {fault.kind for storm in islice(storms("a"), 1000) for fault in storm}
    assert drawn == set(Kind)


def test_only_the_kinds_that_can_be_are_drawn() -> None:
    kinds = kinds_for(is_sqlite=False)
    drawn = {fault.kind for storm in islice(storms("a", kinds), 500) for fault in storm}
    assert drawn == set(Kind) - OF_SQLITE


def test_a_clock_jumps_alone() -> None:
    for storm in islice(storms("a"), 1000):
        assert len(storm) == 1 or not any(fault.kind in LONELY for fault in storm)


def test_what_one_process_writes_into_the_control_counts_for_the_other(tmp_path: Path) -> None:
    one, other = Control(tmp_path / "control"), Control(tmp_path / "control")
    one.ahead, one.asleep, one.disk = -3600.0, 60.0, Disk.READ_ONLY
    assert (other.ahead, other.asleep, other.disk) == (-3600.0, 60.0, Disk.READ_ONLY)
    one.close()
    other.close()


def test_time_passes_faster_in_a_paced_loop() -> None:
    loop = PacedLoop(1000.0)
    began = loop.time()
    ended = loop.create_future()
    loop.call_later(10, ended.set_result, None)
    loop.run_until_complete(ended)
    assert 10 <= loop.time() - began < 3000
    loop.close()
