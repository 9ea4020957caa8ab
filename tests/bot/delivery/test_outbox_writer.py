"""Claims: what a process had begun that has ended is nobody's, whatever else runs."""

import os
import subprocess
import sys

from bot.delivery.outbox_writer import HOST, PROCESS, is_left_over


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
    assert is_left_over(PROCESS)
