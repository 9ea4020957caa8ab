"""How a process ended is told: whether it was asked to, and whether it did so well."""

import asyncio
import signal
import sys
from pathlib import Path

import pytest

from playground.server import Server
from playground.world import World
from tests.playground.births import Born, Nursery
from tests.torture import runner as running
from tests.torture.control import Control
from tests.torture.runner import LONGEST_STOP, UNOPENED, End, Runner
from tests.torture.told import Told

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")


STUBBORN = """
import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("ready", flush=True)
signal.pause()
"""


def runner_of(folder: Path, process: asyncio.subprocess.Process, said: str = "") -> Runner:
    """Return a runner whose bot is a process that has said something."""
    born = Born(process.pid, folder / "log")
    born.log.write_text(said)
    server = Server(World())
    nursery, control = Nursery(server, folder, process), Control(folder / "control")
    return Runner(server, nursery, control, "", {}, "seed", Told(server.world), born)


async def stopped(folder: Path, said: str, status: int) -> tuple[End | None, list[End]]:
    """Stop a process that says something and then ends with a status."""
    process = await asyncio.create_subprocess_exec("sleep", "60")
    runner = runner_of(folder, process, said)

    async def end() -> None:
        await process.wait()
        assert runner.born is not None
        runner.born.ended.set_result(status)

    ending = asyncio.create_task(end())
    found = await runner.stop(signal.SIGTERM)
    await ending
    runner.control.close()
    return found, runner.ends


@pytest.mark.parametrize("status", [0, 1, 2, -9])
async def test_a_stop_is_told_with_its_status(tmp_path: Path, status: int) -> None:
    end, ends = await stopped(tmp_path, "stopping", status)
    assert end is not None
    assert end.status == status
    assert ends == [end]


async def test_who_could_not_open_the_database_was_not_stopped(tmp_path: Path) -> None:
    assert await stopped(tmp_path, f"{UNOPENED}: disk I/O error. Do this.", 2) == (None, [])


async def test_what_others_take_of_the_machine_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moment, lost = [100.0], [5.0]

    def look(*_: int) -> float:
        # Between two looks 6 seconds pass; for 5 of them there is no processor.
        moment[0] += 6.0
        lost[0] += 5.0
        return lost[0]

    monkeypatch.setattr(running, "starved", look)
    monkeypatch.setattr(running, "monotonic", lambda: moment[0])
    end, _ = await stopped(tmp_path, "stopping", 0)
    assert end is not None
    assert moment[0] - 100.0 > LONGEST_STOP > end.seconds > 0.0


async def test_a_stop_that_never_ends_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "LONGEST_STOP", 0.2)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", STUBBORN, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"ready\n"
    stubborn = runner_of(tmp_path, process)

    async def end_at_last() -> None:
        status = await process.wait()
        assert stubborn.born is not None
        stubborn.born.ended.set_result(status)

    ending = asyncio.create_task(end_at_last())
    end = await stubborn.stop(signal.SIGTERM)
    await ending
    stubborn.control.close()
    assert end is not None
    assert (end.status, end.seconds >= 0.4) == (-signal.SIGKILL, True)


@pytest.mark.parametrize("status", [1, -9])
async def test_only_a_refusal_is_no_stop(tmp_path: Path, status: int) -> None:
    end, _ = await stopped(tmp_path, f"{UNOPENED}: disk I/O error. Do this.", status)
    assert end is not None
    assert end.status == status


async def test_a_process_that_has_ended_unheard_is_no_error(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec("true")
    await process.wait()
    runner = runner_of(tmp_path, process)
    assert runner.is_running
    runner.limit_files(4096)
    runner.control.close()
