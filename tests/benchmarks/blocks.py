"""Blocks of an event loop: single callbacks that keep everybody else waiting for too long.

Counted is the loop's own CPU time, so that a busy machine makes no faults. `noting_blocks` is entered in
the bot's process, which writes them to a file; `blocks_in` reads it in the test.
"""

import asyncio
import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

MOST_SECONDS: Final = 0.05
"""A callback that takes longer is a fault."""


@contextmanager
def noting_blocks(file: Path, *, collections: bool = True) -> Iterator[None]:
    """Write every callback of this process that takes too long to a file, one a line.

    Without `collections` the time is left out in which garbage was collected: where the bot runs in
    the tests' process that is mostly theirs.
    """
    real, collecting = asyncio.Handle._run, [0.0, 0.0]

    def collected(phase: str, _info: dict[str, int]) -> None:
        if phase == "start":
            collecting[0] = time.thread_time()
        else:
            collecting[1] += time.thread_time() - collecting[0]

    def timed(handle: asyncio.Handle) -> None:
        begun, collecting[1] = time.thread_time(), 0.0
        # The step of a task is named by nothing but what it refers to.
        known = gc.get_referents(handle._callback)  # type: ignore[attr-defined]  # as here
        what = [each for each in known if isinstance(each, asyncio.Task)]
        real(handle)
        taken = time.thread_time() - begun
        if taken - (0.0 if collections else collecting[1]) > MOST_SECONDS:
            with file.open("a", encoding="utf-8") as lines:
                lines.write(
                    f"{time.monotonic()} {1000 * taken:.0f} ms, {1000 * collecting[1]:.0f} ms of "
                    f"it collecting garbage, in {handle!r} {what!r}\n"
                )

    gc.callbacks.append(collected)
    asyncio.Handle._run = timed  # type: ignore[assignment, method-assign]  # asyncio has no place to listen
    try:
        yield
    finally:
        asyncio.Handle._run = real  # type: ignore[method-assign]  # as above
        gc.callbacks.remove(collected)


def blocks_in(file: Path, since: float) -> list[str]:
    """Return the callbacks that took too long since a time of the machine's monotonic clock."""
    if not file.exists():
        return []
    lines = [line.split(" ", 1) for line in file.read_text(encoding="utf-8").splitlines()]
    return [what for at, what in lines if float(at) >= since]


def check_unblocked(file: Path, since: float) -> None:
    """Fail if anything took too long since a time of the machine's monotonic clock."""
    blocks = blocks_in(file, since)
    assert not blocks, "the event loop was blocked:\n" + "\n".join(blocks)


@contextmanager
def unblocked(file: Path) -> Iterator[None]:
    """Fail if anything in the block takes too long in this process, Discord's side included."""
    since = time.monotonic()
    with noting_blocks(file, collections=False):
        yield
    check_unblocked(file, since)
