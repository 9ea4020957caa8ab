"""The wire between the bot and Discord: requests counted, made to fail, held back or slowed.

simcord replaces the two ways in which discord.py reaches Discord (its HTTP client, and the
webhook adapter that answers interactions). This module wraps both, so that

- every request is on record, with the virtual time it took (`Wire.requests`);
- a test can order failures before or after Discord did what was asked, and hold a request at
  either point, to look at the bot or to kill it there;
- errors of the server and rate limits are repeated as often as discord.py repeats them (without
  its pauses): a message whose answer got lost is really sent twice.

What Discord itself refuses is in `strict`.
"""

import asyncio
import fnmatch
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

import aiohttp
import discord
import pytest
from simcord import BackendError
from simcord.http import FakeHTTPClient, FakeWebhookAdapter, router
from simcord.http.client import _FakeResponse, _path_of, _raise_for

TRIES = 5
_REPEATED_BY_HTTP = frozenset({429, 500, 502, 504, 524})


@dataclass(frozen=True, slots=True)
class Request:
    """Record one request: when it began and ended, in virtual seconds, and the status it got.

    A request that discord.py repeats appears once for each try. `status` is None where the
    connection broke.
    """

    method: str
    path: str
    body: Any  # Any: JSON
    began: float
    ended: float
    status: int | None

    def is_for(self, method: str, path: str) -> bool:
        """Tell whether this goes to a route; `path` may contain `*`."""
        return method in ("*", self.method) and fnmatch.fnmatch(self.path, path)

    def __str__(self) -> str:
        return f"{self.method} {self.path} → {self.status}"


@dataclass(slots=True)
class Fault:
    """Order that requests fail: `times` of them, before or after Discord acted on them."""

    method: str
    path: str
    status: int | None
    code: int = 0
    message: str = "ordered by the test"
    after: bool = False
    times: int | None = 1

    def fail(self) -> NoReturn:
        """Raise what discord.py raises for this failure."""
        if self.times is not None:
            self.times -= 1
        if self.status is None:
            raise aiohttp.ServerDisconnectedError
        raise_status(self.status, self.code, self.message)


@dataclass(slots=True)
class Hold:
    """Hold requests to a route, before or after Discord acted on them, until `release`."""

    method: str
    path: str
    after: bool = False
    waiting: int = 0
    _released: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def reached(self) -> bool:
        """Whether a request has got here."""
        return self.waiting > 0

    def release(self) -> None:
        """Release the held requests, and all later ones."""
        self._released.set()

    async def wait(self) -> None:
        """Wait here for `release`."""
        if not self._released.is_set():
            self.waiting += 1
            await self._released.wait()


def raise_status(status: int, code: int, message: str) -> NoReturn:
    """Raise the exception with which discord.py answers this status."""
    if status >= 500:
        # discord.py types the response as aiohttp's; simcord's stand-in has what it reads.
        response: Any = _FakeResponse(status)
        raise discord.DiscordServerError(response, {"code": code, "message": message})
    _raise_for(BackendError(status, code, message))
    raise AssertionError  # `_raise_for` always raises


class Wire:
    """Carry requests; `latency` is what each takes, in virtual seconds."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.faults: list[Fault] = []
        self.holds: list[Hold] = []
        self.latency = 0.0
        self.in_flight = 0
        self.cut = False
        self.clock: Callable[[], float] = lambda: 0.0

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Wrap both of simcord's transports until `patch` is undone."""
        patch.setattr(FakeHTTPClient, "request", self._wrapped(FakeHTTPClient.request))
        patch.setattr(FakeWebhookAdapter, "request", self._wrapped(FakeWebhookAdapter.request))

    def _wrapped(self, send: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def request(client: Any, route: Any, *args: Any, **kwargs: Any) -> Any:
            files: Sequence[discord.File] = kwargs.get("files") or ()
            body = _body(kwargs)

            async def once() -> Any:
                return await send(client, route, *args, **kwargs)

            for attempt in range(TRIES):
                for file in files:
                    file.reset(seek=attempt)
                try:
                    return await self._carry(route.method, _path_of(route.url), body, once)
                except discord.HTTPException as error:
                    repeated = error.status in _REPEATED_BY_HTTP or (
                        isinstance(client, FakeWebhookAdapter) and error.status >= 500
                    )
                    if not repeated or attempt == TRIES - 1:
                        raise
            raise AssertionError  # the last attempt returns or raises

        return request

    async def _carry(
        self, method: str, path: str, body: Any, send: Callable[[], Awaitable[Any]]
    ) -> Any:
        if self.cut:
            raise aiohttp.ClientConnectionError
        began = self.clock()
        status: int | None = None
        self.in_flight += 1
        try:
            await self._meet(method, path, after=False)
            result = await send()
            if self.latency:
                await asyncio.sleep(self.latency)
            await self._meet(method, path, after=True)
        except discord.HTTPException as error:
            status = error.status
            raise
        else:
            status = 200
            return result
        finally:
            self.in_flight -= 1
            self.requests.append(Request(method, path, body, began, self.clock(), status))

    async def _meet(self, method: str, path: str, *, after: bool) -> None:
        for hold in tuple(self.holds):
            if _meets(hold, method, path, after=after):
                await hold.wait()
        for fault in self.faults:
            if fault.times != 0 and _meets(fault, method, path, after=after):
                fault.fail()


def longest_series(requests: Sequence[Request]) -> int:
    """Return how many of these requests had to wait for one another, at the very least.

    That is the size of the largest set in which none began before another had ended.
    """
    series, end = 0, float("-inf")
    for request in sorted(requests, key=lambda request: request.ended):
        # Virtual times are sums of floats: a begin "at" an end may lie a hair before it.
        if request.began >= end - 1e-6:
            series, end = series + 1, request.ended
    return series


def _meets(order: Fault | Hold, method: str, path: str, *, after: bool) -> bool:
    return (
        order.after is after and order.method in ("*", method) and fnmatch.fnmatch(path, order.path)
    )


def _body(kwargs: dict[str, Any]) -> Any:
    parts = kwargs.get("form") or kwargs.get("multipart")
    if parts:
        kwargs.update({key: list(kwargs[key]) for key in ("form", "multipart") if kwargs.get(key)})
        return router.parse_form(list(parts), [])[0]
    return kwargs.get("json", kwargs.get("payload"))
