"""The bot's clock, and how a jump of the machine's clock is noticed.

A jump is a change of the wall clock by more than a few minutes that the monotonic clock does not
share. Setting the clock makes one, and mostly so does a laptop that was suspended or a
virtual machine that was stopped, because the monotonic clock of Linux and macOS stops
there. Nobody could move in that time, so both cases are treated alike. Smaller changes, and what
the clock's own correction does over the days, are followed. What does not belong here: what is
done about a jump, or about time in which the bot was stopped (`bot.services.lost_time`).

Every answer of Discord carries its time. Where the wall clock is wrong by more than a few minutes
against it, Discord's time counts.
"""

import logging
import time
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord

log = logging.getLogger(__name__)

JUMP_SECONDS: Final = 300
"""By how many seconds the wall clock may be off without counting as a jump."""


def wall_time() -> float:
    """Return the seconds since 1970."""
    return discord.utils.utcnow().timestamp()


def steady_time() -> float:
    """Return the seconds since some moment, by a clock that nobody sets."""
    return time.monotonic()


class BotClock:
    """Tell the time in whole seconds since 1970.

    After a jump it goes on as if there had been none until `accept` is called, so that nobody
    decides by the new time before everything was prepared for it.
    """

    def __init__(
        self, wall: Callable[[], float] = wall_time, steady: Callable[[], float] = steady_time
    ) -> None:
        self._machine = wall
        self._steady = steady
        self._wrong = 0.0
        """By how many seconds the machine's clock is behind Discord's; 0 while it is about right."""
        self._corrected = False
        """Whether the time goes by Discord's already, and no longer by the machine's alone."""
        self._ahead: float | None = None
        """How far the wall clock is ahead of the steady one."""
        self._in_use = False
        """Whether somebody has asked for jumps: before that, nothing was decided by the time."""

    def __call__(self) -> int:
        """Return the time."""
        steady, wall = self._steady(), self._wall()
        if self._ahead is None or self._goes_on(wall):
            self._ahead = wall - steady
        return int(steady + self._ahead)

    def jump(self) -> int:
        """Tell by how many seconds the wall clock has jumped since it was last followed."""
        self._in_use = True
        now = self()
        wall = int(self._wall())
        return wall - now if abs(wall - now) >= JUMP_SECONDS else 0

    def hear(self, discord_time: float) -> None:
        """Compare the machine's clock with the time (in seconds) in an answer of Discord."""
        wrong = discord_time - self._machine()
        if abs(wrong - self._wrong) < JUMP_SECONDS:
            return
        self._wrong = wrong if abs(wrong) >= JUMP_SECONDS else 0.0
        if self._wrong:
            way = "behind" if wrong > 0 else "ahead of"
            log.warning("the machine's clock is %d s %s Discord's: set it", round(abs(wrong)), way)
        if not self._in_use:
            self._ahead = None
        # Where nobody has followed the machine into its wrong time, the time is Discord's still.
        self._corrected = bool(self._wrong) and self._goes_on(discord_time)

    def _wall(self) -> float:
        machine = self._machine()
        if self._corrected and self._ahead is not None and self._goes_on(machine):
            # Somebody has set it right: that is no jump.
            self._wrong, self._corrected = 0.0, False
        return machine + self._wrong

    def _goes_on(self, wall: float) -> bool:
        """Tell whether a time is the one at which we go on without a jump."""
        return self._ahead is None or abs(wall - self._steady() - self._ahead) <= JUMP_SECONDS

    def accept(self, jump: int) -> None:
        """Continue from the time that a jump has led to."""
        self._ahead = (self._ahead or 0.0) + jump
        self._corrected = bool(self._wrong)


def listener(clock: Callable[[], int]) -> aiohttp.TraceConfig:
    """Return a trace by which a `BotClock` hears the time in every answer; other clocks do not."""
    trace = aiohttp.TraceConfig()
    if not isinstance(clock, BotClock):
        return trace

    async def heard(
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        ended: aiohttp.TraceRequestEndParams,
    ) -> None:
        written = ended.response.headers.get("Date")
        if written is not None:
            clock.hear(parsedate_to_datetime(written).timestamp())

    trace.on_request_end.append(heard)
    return trace
