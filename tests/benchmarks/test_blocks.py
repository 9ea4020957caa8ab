"""What blocks the event loop is noted, and nothing else is."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.benchmarks.blocks import blocks_in, check_unblocked

PROGRAM = """
import asyncio, sys, time
from pathlib import Path
from tests.benchmarks.blocks import noting_blocks

def busy():
    begun = time.thread_time()
    while time.thread_time() - begun < 0.08:
        pass

async def main():
    asyncio.get_running_loop().call_soon(busy)
    await asyncio.sleep(0)
    await asyncio.sleep(0.2)

with noting_blocks(Path(sys.argv[1])):
    asyncio.run(main())
asyncio.run(main())
"""


def test_a_callback_that_computes_for_long_is_noted_and_one_that_waits_is_not(
    tmp_path: Path,
) -> None:
    file, before = tmp_path / "blocks.txt", time.monotonic()
    top = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", PROGRAM, str(file)], check=True, cwd=top)  # noqa: S603 -- our own program
    (block,) = blocks_in(file, before)
    assert "busy" in block
    with pytest.raises(AssertionError, match="busy"):
        check_unblocked(file, before)
    assert blocks_in(file, time.monotonic()) == []
    assert blocks_in(tmp_path / "none.txt", before) == []
