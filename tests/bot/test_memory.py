"""Garbage is looked for rarely, and large blocks of memory go back to the system."""

import gc
import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

import bot
from bot import create_bot
from bot.memory import STARTING_OBJECTS, USUAL_COLLECTIONS, collect_rarely, spare_collections

SCRIPT = """
import os
from bot.memory import return_large_blocks

def megabytes():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20

return_large_blocks()
for _ in range(3):
    bytearray(16 * 2**20)  # after one that is freed, glibc would keep the next ones
before, large, small = megabytes(), [], []
for _ in range(40):
    large.append(bytearray(b"x") * (3 * 2**20))
    small.append(bytearray(b"x") * 100_000)
held = megabytes() - before
large.clear()
print(held > 100, megabytes() - before < 20)
"""


async def test_what_is_there_once_the_bot_is_costs_no_collection_any_more(tmp_path: Path) -> None:
    bot = create_bot(database_url=f"sqlite:///{tmp_path}/tavolo.db")
    spare_collections(bot)
    frozen, before = gc.get_freeze_count(), gc.get_threshold()
    try:
        collect_rarely()
        assert gc.get_threshold()[0] == STARTING_OBJECTS
        (listener,) = bot.extra_events["on_ready"]
        await listener()
        assert gc.get_freeze_count() > frozen
        assert gc.get_threshold() == USUAL_COLLECTIONS
        assert bot.extra_events["on_ready"] == []
    finally:
        gc.set_threshold(*before)
        await bot.database.close()


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc keeps what was freed")
def test_large_blocks_are_returned_to_the_system() -> None:
    said = subprocess.run(  # noqa: S603 - this interpreter, with the script above
        [sys.executable, "-c", SCRIPT],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(bot.__file__).parents[1])},
    )
    assert said.stdout == "True True\n"
