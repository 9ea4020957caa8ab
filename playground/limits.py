"""Rate limits: how many requests of a kind Discord takes in a while, and the headers about it.

Discord's true numbers are not documented; these are what people measure. A bot must go by the
headers anyway.
"""

import hashlib
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

_ORDINARY: Final = (50, 1.0)
"""How many requests in how many seconds, where nothing else is said."""
_KINDS: Final = tuple(
    (re.compile(pattern), limit)
    for pattern, limit in (
        (r"POST /channels/\d+/messages", (5, 5.0)),
        (r"PATCH /channels/\d+/messages/\d+", (5, 5.0)),
        (r"(POST|PATCH|DELETE|GET) /webhooks/\d+/[^/]+(/.*)?", (5, 2.0)),
        (r"PUT /applications/\d+(/guilds/\d+)?/commands", (2, 20.0)),
    )
)
_GLOBAL: Final = (50, 1.0)
_MAJOR: Final = re.compile(r"/(channels|guilds)/\d+|/webhooks/\d+/[^/]+|/interactions/\d+/[^/]+")
_MOST_BUCKETS: Final = 1000
_VIA: Final = "1.1 playground"
"""discord.py takes a 429 without this header for a ban."""


@dataclass(slots=True)
class _Bucket:
    """Requests left until a moment; a new while begins with the first request after it."""

    limit: int
    seconds: float
    left: int = 0
    until: float = 0.0

    def take(self, now: float) -> bool:
        if now >= self.until:
            self.left, self.until = self.limit, now + self.seconds
        self.left -= 1
        return self.left >= 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the limits say about one request: the headers, and how long to wait if it is over."""

    headers: Mapping[str, str]
    retry_after: float | None = None
    for_all: bool = False
    """Whether it is the limit for all requests together."""


@dataclass(slots=True)
class Limits:
    """Count requests; `clock` gives seconds that never go back."""

    clock: Callable[[], float]
    _buckets: dict[str, _Bucket] = field(default_factory=dict)
    _all: _Bucket = field(default_factory=lambda: _Bucket(*_GLOBAL))

    def take(self, method: str, path: str) -> Verdict:
        """Count one request and say whether it is too many."""
        now = self.clock()
        # Answers to interactions do not count towards the limit for everything.
        if not path.startswith(("/interactions/", "/webhooks/")) and not self._all.take(now):
            return over_the_limit(self._all.until - now, for_all=True)
        route = f"{method} {path}"
        limit = next((limit for kind, limit in _KINDS if kind.fullmatch(route)), _ORDINARY)
        major = _MAJOR.match(path)
        rest = re.sub(r"\d+", "id", path[major.end() :] if major else path)
        key = f"{method} {major[0] if major else ''}{rest}"
        self._forget(now)
        bucket = self._buckets.setdefault(key, _Bucket(*limit))
        taken = bucket.take(now)
        kind = f"{method} {major[0].split('/')[1] if major else ''}{rest}"
        headers = {
            "X-RateLimit-Limit": str(bucket.limit),
            "X-RateLimit-Remaining": str(max(bucket.left, 0)),
            "X-RateLimit-Reset-After": f"{bucket.until - now:.3f}",
            "X-RateLimit-Bucket": hashlib.sha256(kind.encode()).hexdigest()[:32],
        }
        if taken:
            return Verdict(headers)
        over = over_the_limit(bucket.until - now)
        return Verdict({**headers, **over.headers}, over.retry_after)

    def _forget(self, now: float) -> None:
        if len(self._buckets) > _MOST_BUCKETS:
            live = {key: each for key, each in self._buckets.items() if each.until > now}
            self._buckets = live


def over_the_limit(seconds: float, *, for_all: bool = False) -> Verdict:
    """Say that a request is too many, and when to come again."""
    headers = {
        "Retry-After": str(math.ceil(seconds)),
        "Via": _VIA,
        "X-RateLimit-Scope": "global" if for_all else "user",
    }
    if for_all:
        headers["X-RateLimit-Global"] = "true"
    return Verdict(headers, round(seconds, 3), for_all)
