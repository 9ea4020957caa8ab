"""Failures that somebody orders: slow answers, errors, lost connections, requests held back.

Tests order them to see what a bot does; nobody else does. An order names a method ("*" is any)
and a path, which may hold `*`. What does not belong here: what Discord itself refuses
(`strict`, `limits`), and failures of the gateway (`gateway.Gateway` has them as deeds).
"""

import asyncio
import fnmatch
from dataclasses import dataclass, field
from typing import Final


@dataclass(slots=True)
class Fault:
    """Order that requests fail: `times` of them, before or after Discord acted on them.

    A `status` of None breaks the connection without an answer, or with `half` of one; with 429
    the bot is told to wait for `retry_after` seconds.
    """

    method: str
    path: str
    status: int | None
    code: int = 0
    after: bool = False
    times: int = 1
    retry_after: float = 0.0
    half: bool = False
    """Whether what Discord answered breaks off in its middle; `after` it has acted, of course."""
    failed: int = 0
    """How many requests have failed by it."""


REPORTED: Final = {
    "locked thread": ("POST", "/interactions/*/callback", 400, 50083),
    "archived thread": ("PATCH", "/channels/*/messages/*", 400, 50083),
    "passing 403": ("POST", "/channels/*/messages", 403, 40333),
    "refused name": ("POST", "/channels/*/threads", 400, 200001),
    "refused thread": ("POST", "/channels/*/threads", 403, 50013),
    "too many threads": ("POST", "/channels/*/threads", 400, 160007),
    "commands without the bot": ("GET", "/guilds/*", 403, 50001),
}
"""What people report of the real Discord: method, path, status and code of the answer then."""


def reported(name: str) -> Fault:
    """Return a failure of `REPORTED` that can be ordered."""
    return Fault(*REPORTED[name])


@dataclass(slots=True)
class Hold:
    """Hold requests to a route, before or after Discord acted on them, until `release`."""

    method: str
    path: str
    after: bool = False
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once a request has got here."""
    released: asyncio.Event = field(default_factory=asyncio.Event)

    def release(self) -> None:
        """End the fault: let through what waits and what comes."""
        self.released.set()


@dataclass(slots=True)
class Faults:
    """All that is ordered; `latency` is how many seconds each answer takes on its way."""

    latency: float = 0.0
    faults: list[Fault] = field(default_factory=list)
    holds: list[Hold] = field(default_factory=list)

    def order(self, fault: Fault) -> Fault:
        """Order a failure."""
        self.faults.append(fault)
        return fault

    def hold(self, method: str, path: str, *, after: bool = False) -> Hold:
        """Hold requests to a route: to look at the bot then, or to kill it."""
        hold = Hold(method, path, after)
        self.holds.append(hold)
        return hold

    async def meet(self, method: str, path: str, *, after: bool) -> Fault | None:
        """Wait at the holds for this request, and return the failure that it meets."""
        for hold in tuple(self.holds):
            if _meets(hold, method, path, after=after):
                hold.reached.set()
                await hold.released.wait()
        for fault in self.faults:
            if fault.failed < fault.times and _meets(fault, method, path, after=after):
                fault.failed += 1
                return fault
        return None


def _meets(order: Fault | Hold, method: str, path: str, *, after: bool) -> bool:
    return (
        order.after is after and order.method in ("*", method) and fnmatch.fnmatch(path, order.path)
    )
