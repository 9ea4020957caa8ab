"""Rest and time in the simulated Discord: when has the bot nothing left to do?

After every event simcord waits ("settles") until the bot's own tasks are done or parked.
Three things differ here, so that tests are quick and run the same way every time:

- it looks again after a millisecond instead of fifty;
- time is virtual: a timer of the bot fires when a test lets time pass (`World.pass_time`),
  never because the machine was slow. Only pauses of up to a tenth of a second pass alone;
- a background task that waits for an `asyncio.Event`, `Queue`, `Condition` or lock, with a
  time limit or without, is at rest: whoever is to wake it is waited for instead. (Work that
  another thread or process does is waited for through its future, as always.)

What does not belong here: what the bot says and what Discord refuses.
"""

import asyncio
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any

import pytest
from simcord import _settlement
from simcord.env import Env

POLL_SECONDS = 0.001
LONGEST_REAL_PAUSE = 0.1

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
    patch.setattr(Env, "_schedule_timer", _virtual_timers(Env._schedule_timer))
    patch.setattr(_settlement, "_park_reason", _knowing_signals(_settlement._park_reason))
    # discord.py logs what it catches, and the log is read (`complaints`); simcord's capture
    # would also count the errors that the bot's own handlers expect and answer.
    patch.setattr(Env, "_capture_errors", lambda _env: None)


def _virtual_timers(real: Callable[..., None]) -> Callable[..., None]:
    def schedule(env: Env, record: Any, *rest: Any) -> None:  # Any: simcord's private record
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
        reason = known(state, task, deadline, seen)
        waiter = getattr(task, "_fut_waiter", None)
        if reason is not None or waiter is None or waiter.done():
            return reason
        frame = _innermost_frame(task)
        if frame is None:
            return None
        if frame.f_code in _SIGNALS:
            return "a signal from another task"
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
