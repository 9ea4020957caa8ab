"""What a busy machine takes from a process is no fault of the process."""

import os
from pathlib import Path

import pytest

from tests.torture.starved import starved


def test_the_waits_of_all_threads_of_all_processes_are_added_up(tmp_path: Path) -> None:
    for process, thread, waited in ((7, 7, 1_500_000_000), (7, 8, 250_000_000), (9, 9, 10**9)):
        folder = tmp_path / str(process) / "task" / str(thread)
        folder.mkdir(parents=True)
        (folder / "schedstat").write_text(f"123456789 {waited} 42\n")
    assert starved(7, tasks=tmp_path) == pytest.approx(1.75)
    assert starved(7, 9, tasks=tmp_path) == pytest.approx(2.75)


def test_a_process_that_has_ended_waits_for_nothing(tmp_path: Path) -> None:
    assert starved(7, tasks=tmp_path) == 0.0


def test_a_process_that_ends_meanwhile_waits_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is there when its folder is looked for, and gone when its threads are listed."""
    (tmp_path / "7" / "task" / "7").mkdir(parents=True)

    def gone(folder: object) -> None:
        raise ProcessLookupError(folder)

    for lists in ("listdir", "scandir"):
        monkeypatch.setattr(os, lists, gone)
    assert starved(7, tasks=tmp_path) == 0.0


def test_a_real_process_is_looked_at() -> None:
    assert starved(os.getpid()) >= 0.0
