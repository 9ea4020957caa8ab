"""Rest and time in the simulated Discord: when has the bot nothing left to do?

After every event simcord waits ("settles") until the bot's own tasks are done or parked.
Four things differ here, so that tests are quick and run the same way every time:

- it looks at the bot's tasks when the event loop has nothing left to run, and again when
  something has happened since, instead of every fifty milliseconds;
- time is virtual: a timer of the bot fires when a test lets time pass (`World.pass_time`),
  never because the machine was slow. Only pauses of up to a tenth of a second pass alone;
- while a long time passes, the bot does every ten minutes what it does every few seconds, until the
  last minute: an hour would be a thousand rounds in which nothing happens;
- a background task that waits for an `asyncio.Event`, `Queue`, `Condition` or lock, with a
  time limit or without, is at rest: what will wake it is waited for instead. (Work that
  another thread or process does is waited for through its future, as always.)

What does not belong here: what the bot says and what Discord refuses.
"""

import asyncio
from collections.abc import Awaitable, Callable
from selectors import BaseSelector
from types import CodeType, FrameType
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from simcord import _settlement
from simcord.env import Env

from bot.app import EVERY

POLL_SECONDS = 0.001
LONGEST_REAL_PAUSE = 0.1
LONGEST_QUIET = 0.05
"""After this many seconds in which nothing happens simcord itself looks at what is left."""
LONG = 600.0
"""More seconds than these are a long time."""
ROUND = 600.0
"""How often the bot does in a long time what it does every few seconds."""

#: Coroutines of asyncio that wait for another task of the same process, and for nothing else.
_SIGNALS: frozenset[CodeType] = frozenset(
    function.__code__
    for function in (
        asyncio.Event.wait,
        asyncio.Condition.wait,
        asyncio.Queue.get,
        asyncio.Queue.put,
        asyncio.Queue.join,
        asyncio.Lock.acquire,
        asyncio.Semaphore.acquire,
    )
)


def install(patch: pytest.MonkeyPatch) -> None:
    """Make simcord settle as described above, until `patch` is undone."""
    poll_often = {**(Env._settle_internal.__kwdefaults__ or {}), "idle": POLL_SECONDS}
    patch.setattr(Env._settle_internal, "__kwdefaults__", poll_often)
    patch.setattr(Env, "_settle_internal", _when_idle(Env._settle_internal))
    patch.setattr(Env, "_schedule_timer", _virtual_timers(Env._schedule_timer))
    patch.setattr(_settlement, "_park_reason", _knowing_signals(_settlement._park_reason))
    # discord.py logs what it catches, and the log is read (`complaints`); simcord's capture
    # would also count the errors that the bot's own handlers expect and answer.
    patch.setattr(Env, "_capture_errors", lambda _env: None)


class Idleness:
    """Tells when an event loop has run all that was ready, and waits for other threads or time."""

    def __init__(self, loop: Any) -> None:  # Any: asyncio's private selector
        self._loop: asyncio.BaseEventLoop = loop
        self._waiters: list[asyncio.Future[None]] = []
        self._stirred = True
        selector: BaseSelector = loop._selector
        self._select = selector.select
        selector.select = self._selected  # type: ignore[method-assign]

    def _selected(self, timeout: float | None = None) -> list[Any]:  # Any: as in selectors
        if self._waiters and self._stirred and (timeout is None or timeout > 0):
            self._stirred = False
            for waiter in self._waiters:
                if not waiter.done():
                    waiter.set_result(None)
            self._waiters.clear()
            timeout = 0
        events = self._select(timeout)
        self._stirred = self._stirred or bool(events) or timeout is None or timeout > 0
        return events

    async def wait(self, seconds: float) -> bool:
        """Return once nothing is ready; false if nothing has happened since the last time."""
        waiter: asyncio.Future[None] = asyncio.Future(loop=self._loop)
        self._waiters.append(waiter)
        timer = asyncio.BaseEventLoop.call_later(
            self._loop, seconds, lambda: waiter.done() or waiter.cancel()
        )
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter.cancelled() and not _is_cancelled():
                return False
            raise
        finally:
            timer.cancel()
        return True


def _is_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


_IDLENESS: WeakKeyDictionary[asyncio.AbstractEventLoop, Idleness] = WeakKeyDictionary()


def _when_idle(real: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    async def settle(env: Env, **options: Any) -> None:  # Any: simcord's own options
        loop = asyncio.get_running_loop()
        if loop not in _IDLENESS:
            _IDLENESS[loop] = Idleness(loop)
        end = loop.time() + env.settle_timeout
        advancing = env._real_advance_task or env._advance_task
        if advancing is asyncio.current_task():
            # Time has just moved on: what is due now is what there is to wait for.
            _settlement._run_due_virtual_callbacks(env._settlement_state(), end)
            advancing = None
        while advancing is None and loop.time() < end:
            if not await _IDLENESS[loop].wait(LONGEST_QUIET) or not _is_busy(env, end):
                break
        # simcord waits five seconds for a start, which is too short on a busy machine.
        await real(env, **{**options, "timeout": None})

    return settle


def _is_busy(env: Env, deadline: float) -> bool:
    """Whether some task of the bot works; the youngest does most often, so it is asked first."""
    state = env._settlement_state()
    return bool(env._work.executors) or any(
        not task.done() and _settlement._park_reason(state, task, deadline) is None
        for task in reversed(env._work.tasks)
    )


_ENDS: WeakKeyDictionary[Env, float] = WeakKeyDictionary()
"""Until when a long time passes, in virtual seconds."""


async def pass_time(env: Env, seconds: float) -> None:
    """Pass virtual time; due timers fire on the way."""
    if seconds > LONG:
        _ENDS[env] = env._virtual_time + seconds
    try:
        await env.advance_time(seconds)
    finally:
        _ENDS.pop(env, None)


def _virtual_timers(real: Callable[..., None]) -> Callable[..., None]:
    def schedule(env: Env, record: Any, *rest: Any) -> None:  # Any: simcord's private record
        task, later = asyncio.current_task(), env._virtual_time + ROUND
        if (
            task is not None
            and task.get_name().startswith(EVERY)
            and record.when < later <= _ENDS.get(env, 0.0)
        ):
            record.when = later
        if record.when - env._virtual_time <= LONGEST_REAL_PAUSE:
            real(env, record, *rest)

    return schedule


def _knowing_signals(known: Callable[..., str | None]) -> Callable[..., str | None]:
    def park_reason(
        state: Any,  # Any: simcord's private state
        task: asyncio.Task[Any],
        deadline: float,
        seen: set[int] | None = None,
    ) -> str | None:
        waiter = getattr(task, "_fut_waiter", None)
        waits = waiter is not None and not waiter.done()
        frame = _innermost_frame(task) if waits else None
        # Most of those that rest wait so, and this is quicker to see than the rest.
        if frame is not None and frame.f_code in _SIGNALS:
            return "a signal from another task"
        reason = known(state, task, deadline, seen)
        if reason is not None or frame is None:
            return reason
        inner = frame.f_locals.get("fut") if frame.f_code is asyncio.wait_for.__code__ else None
        if isinstance(inner, asyncio.Task) and not inner.done():
            return park_reason(state, inner, deadline, seen)
        return None

    return park_reason


def _innermost_frame(task: asyncio.Task[Any]) -> FrameType | None:
    frame: FrameType | None = None
    awaited: Any = task.get_coro()  # Any: coroutines, generators and awaitables of every kind
    while awaited is not None:
        frame = getattr(awaited, "cr_frame", None) or getattr(awaited, "gi_frame", None) or frame
        awaited = getattr(awaited, "cr_await", None) or getattr(awaited, "gi_yieldfrom", None)
    return frame
