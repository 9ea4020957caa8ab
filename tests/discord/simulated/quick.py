"""What simcord does hundreds of thousands of times in a run of the tests, done quicker.

Nothing here changes what happens. Each of the parts took a few hundredths of all computing:

- a step of a task is no callback to keep account of: until it has run, the task itself is busy;
- what belongs to the bot already need not be put into a copy of its context;
- a clock that is asked outside the bot is the real one;
- bodies are JSON, which can be copied without a memory of what was copied.

What does not belong here: when the bot is at rest (`settling`).
"""

import asyncio
import contextvars
from collections.abc import Callable
from copy import deepcopy
from types import SimpleNamespace
from typing import Any

import pytest
from simcord import _dpy_internals, _runtime, components, gateway
from simcord.env import Env
from simcord.http import router

_PLAIN = frozenset({str, int, float, bool, type(None)})


def install(patch: pytest.MonkeyPatch) -> None:
    """Make simcord quicker, until `patch` is undone."""
    patch.setattr(_runtime, "_track_callback", _tracking(_runtime._track_callback))
    patch.setattr(Env, "_context_for_scope", _keeping(Env._context_for_scope))
    patch.setattr(_dpy_internals, "_clock_monotonic", _clock)
    patch.setattr(components, "deepcopy", copied)
    for module in (gateway, router):
        patch.setattr(module, "copy", SimpleNamespace(deepcopy=copied))


def copied(value: Any) -> Any:  # Any: JSON, and whatever else a body may hold
    """Copy a body: dictionaries and lists through and through, anything else as `deepcopy` does."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is dict:
        return {key: each if type(each) in _PLAIN else copied(each) for key, each in value.items()}
    if kind is list:
        return [each if type(each) in _PLAIN else copied(each) for each in value]
    return deepcopy(value)


def _tracking(real: Callable[..., asyncio.Handle]) -> Callable[..., asyncio.Handle]:
    def track(
        work: Any,  # Any: simcord's private state
        original: Callable[..., asyncio.Handle],
        callback: Any,  # Any: a function, a method or asyncio's own step of a task
        args: tuple[Any, ...],
        *,
        when: float | None,
        context: contextvars.Context | None,
        **rest: Any,
    ) -> asyncio.Handle:
        if when is None and isinstance(getattr(callback, "__self__", None), asyncio.Task):
            return original(callback, *args, context=context)
        return real(work, original, callback, args, when=when, context=context, **rest)

    return track


def _keeping(real: Callable[..., contextvars.Context]) -> Callable[..., contextvars.Context]:
    def context_for_scope(
        env: Env, context: contextvars.Context, scope: tuple[Any, int] | None
    ) -> contextvars.Context:
        wanted = scope if scope is not None and scope[0] is env else None
        if context.get(_runtime._BOT_SCOPE) == wanted:
            return context
        return real(env, context, scope)

    return context_for_scope


def _clock(
    scope: contextvars.ContextVar[Any] = _runtime._BOT_SCOPE,  # Any: simcord's private pair
    real: Callable[[], float] = _dpy_internals._REAL_MONOTONIC,
) -> float:
    if scope.get() is None:
        return real()
    env = _runtime._selected_env(driver=False)
    return real() if env is None else float(env._virtual_time)
