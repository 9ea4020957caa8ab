"""Claims: what a process had begun that has ended is nobody's, whatever else runs."""

import os
import subprocess
import sys

from bot.delivery.outbox_writer import HOST, claimant_of, is_left_over
from data.share import WHOLE, Share

LOW, HIGH = Share(4, frozenset({0, 1})), Share(4, frozenset({2, 3}))


def test_the_claims_of_a_process_that_has_ended_are_left_over() -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    assert is_left_over(f"{ended.pid}@{HOST}")


def test_those_of_one_that_runs_are_not() -> None:
    assert not is_left_over(f"{os.getppid()}@{HOST}")
    # Nobody may send it anything, but it is there.
    assert not is_left_over(f"1@{HOST}")


def test_those_of_another_machine_are_not() -> None:
    assert not is_left_over(f"{os.getpid()}@another-{HOST}")


def test_those_of_our_own_number_are_of_a_process_before_us() -> None:
    assert is_left_over(claimant_of(WHOLE))


def test_of_a_process_with_other_shards_nothing_is_known() -> None:
    # In containers two processes of a machine may have the same number.
    assert is_left_over(claimant_of(LOW), LOW)
    assert not is_left_over(claimant_of(LOW), HIGH)
    assert not is_left_over(claimant_of(WHOLE), LOW)


def test_a_claim_has_room_in_its_column() -> None:
    odd = Share(4096, frozenset(range(0, 4096, 2)))
    assert len(claimant_of(odd, 4_194_304).replace(HOST, "h" * 60)) <= 100
