"""Run the bot in a process, and stop it whatever it is doing.

The first signal stops it cleanly, a second one ends the process immediately. Where the clean way
takes too long the process ends all the same: all that counts is in the database, and the next
start finishes what is left. What does not belong here: errors of a start (`bot.cli`).
"""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TYPE_CHECKING, Final, NoReturn

if TYPE_CHECKING:
    import discord

log = logging.getLogger(__name__)

STOPPING_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
STOP_SECONDS: Final = 9.0
"""After this many seconds a stop ends the process, however far it has got."""
AGAIN_SECONDS: Final = 0.1
"""How long a cancel has before the next one: discord.py swallows one while it reconnects."""


class Stop:
    """What ends this process when a signal asks for it."""

    def __init__(self) -> None:
        self.asked = False
        """Whether a stop was asked for."""
        self._stopping: Callable[[], object] | None = None
        self._limit = threading.Timer(STOP_SECONDS, self._out_of_time)
        self._limit.daemon = True

    @contextlib.contextmanager
    def ending(self, task: "asyncio.Task[None]") -> Iterator[None]:
        """Cancel a task when a stop comes while the block runs; otherwise leave immediately."""
        loop = asyncio.get_running_loop()
        self._stopping = lambda: loop.call_soon_threadsafe(task.cancel)
        try:
            yield
        finally:
            self._stopping = None

    def on_signal(self, number: int, _frame: FrameType | None) -> None:
        """Stop: kindly the first time, where there is anything to be kind to."""
        if self.asked:
            end_workers()
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
            return
        self.asked = True
        stopping = self._stopping
        if stopping is None:
            # Nothing is open yet, or any more.
            leave(0)
        else:
            self._limit.start()
            stopping()

    def _out_of_time(self) -> None:
        log.warning("the stop took longer than %g seconds: the next start goes on", STOP_SECONDS)
        leave(0)


@contextlib.contextmanager
def stopped_by_signals() -> Iterator[Stop]:
    """Yield what a signal sets off inside the block, and until the process has ended after it."""
    stop = Stop()
    before = {each: signal.signal(each, stop.on_signal) for each in STOPPING_SIGNALS}
    try:
        yield stop
    finally:
        if not stop.asked:
            for each, handler in before.items():
                signal.signal(each, handler)


def leave(status: int) -> NoReturn:
    """End this process now, with its workers, waiting for no thread that is still at work."""
    end_workers()
    with contextlib.suppress(Exception):
        # A signal may come while a handler of the log is half made, or in the middle of a write.
        logging.shutdown()
        sys.stdout.flush()
    os._exit(status)


def end_workers() -> None:
    """End the worker processes, whatever they are doing."""
    for worker in multiprocessing.active_children():
        worker.kill()


async def live(bot: "discord.Client", token: str) -> None:
    """Run a bot until it ends by itself, with what it ended with, or until this is cancelled.

    Either way it is closed in the end.
    """
    async with bot:
        running = asyncio.create_task(bot.start(token), name="the bot")
        try:
            await asyncio.wait([running])
        finally:
            while not running.done():
                running.cancel()
                await asyncio.wait([running], timeout=AGAIN_SECONDS)
            if not running.cancelled():
                running.exception()  # nobody waits for it any more
    await running
