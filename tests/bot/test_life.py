"""Signals: the first one stops kindly, for a while; a second one ends the process at once."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import bot
from bot.life import STOPPING_SIGNALS

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no such signals")

SCRIPT = """
import asyncio, sys
from bot import life

life.STOP_SECONDS = float(sys.argv[1])

async def be_stubborn():
    print("ready", flush=True)
    while True:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            print("cancelled", flush=True)

async def main(stop):
    task = asyncio.create_task(be_stubborn())
    with stop.ending(task):
        await task

with life.stopped_by_signals() as stop:
    asyncio.run(main(stop))
"""


@contextmanager
def stubborn(seconds: float) -> "Iterator[subprocess.Popen[str]]":
    """Start a process that does not want to end, with a number of seconds for a clean stop."""
    with subprocess.Popen(  # noqa: S603 - this interpreter, with the script above
        [sys.executable, "-c", SCRIPT, str(seconds)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(bot.__file__).parents[1])},
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield process


@pytest.mark.parametrize("number", STOPPING_SIGNALS)
def test_a_stop_that_takes_too_long_ends_the_process_all_the_same(number: signal.Signals) -> None:
    with stubborn(0.1) as process:
        process.send_signal(number)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 0
    assert said.splitlines() == ["the stop took longer than 0.1 seconds: the next start goes on"]


@pytest.mark.parametrize("number", STOPPING_SIGNALS)
def test_a_second_signal_ends_the_process_at_once(number: signal.Signals) -> None:
    with stubborn(3600) as process:
        process.send_signal(number)
        assert process.stdout is not None
        assert process.stdout.readline() == "cancelled\n"
        process.send_signal(number)
        assert process.wait(timeout=60) == -number
