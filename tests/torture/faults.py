"""What can break, drawn from a seed: every fault with all that belongs to it, grouped into storms.

The same seed draws the same storms, whatever happens meanwhile. What does not belong here: how a
fault is made to happen (`injector`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random
from typing import Final


class Kind(StrEnum):
    """The kinds of fault."""

    KILL = "SIGKILL"
    KILL_AT = "SIGKILL at a request"
    KILL_STARTING = "SIGKILL while it starts"
    STOP = "SIGTERM"
    STOP_AT = "SIGTERM at a request"
    STOP_CUT_OFF = "SIGTERM while it reconnects"
    ERROR = "5xx"
    TOO_MANY = "429"
    REFUSED = "4xx out of the blue"
    CUT = "lost connection"
    HALF = "half an answer"
    SLOW = "slow answers"
    OUTAGE = "Discord is down"
    AGAIN = "an interaction told twice"
    DROP = "gateway drops"
    RECONNECT = "gateway asks to resume"
    INVALID = "gateway invalidates"
    FULL = "disk full"
    READ_ONLY = "file read-only"
    SMALL = "file may not grow"
    LOCKED = "file locked by another program"
    CONNECTIONS = "database closes its connections"
    CLOCK = "the machine's clock jumps"
    ASLEEP = "the machine was asleep"


WEIGHTS: Final = {
    Kind.KILL: 8,
    Kind.KILL_AT: 8,
    Kind.KILL_STARTING: 3,
    Kind.STOP: 4,
    Kind.STOP_AT: 3,
    Kind.STOP_CUT_OFF: 2,
    Kind.ERROR: 14,
    Kind.TOO_MANY: 10,
    Kind.REFUSED: 4,
    Kind.CUT: 12,
    Kind.HALF: 8,
    Kind.SLOW: 3,
    Kind.OUTAGE: 4,
    Kind.AGAIN: 8,
    Kind.DROP: 6,
    Kind.RECONNECT: 4,
    Kind.INVALID: 4,
    Kind.FULL: 4,
    Kind.READ_ONLY: 3,
    Kind.SMALL: 4,
    Kind.LOCKED: 3,
    Kind.CONNECTIONS: 6,
    Kind.CLOCK: 2,
    Kind.ASLEEP: 2,
}
"""How often each comes."""
OF_SQLITE: Final = frozenset({Kind.FULL, Kind.READ_ONLY, Kind.SMALL, Kind.LOCKED})
OF_POSTGRESQL: Final = frozenset({Kind.CONNECTIONS})
ROUTES: Final = (
    ("POST", "/channels/*/messages"),
    ("POST", "/channels/*/messages"),
    ("PATCH", "/channels/*/messages/*"),
    ("DELETE", "/channels/*/messages/*"),
    ("POST", "/channels/*/messages/*/threads"),
    ("POST", "/interactions/*/callback"),
    ("PATCH", "/webhooks/*"),
    ("*", "/channels/*"),
    ("*", "*"),
)
LONELY: Final = frozenset({Kind.CLOCK, Kind.ASLEEP})
"""What comes alone: where the bot is stopped meanwhile, time that passes counts as passed."""
MOST_AT_ONCE: Final = 12
HOUR, DAY = 3600, 86_400


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault, and what belongs to it: which are its own depends on the kind."""

    kind: Kind
    wait: float
    """How many seconds after the one before it comes."""
    method: str = "*"
    path: str = "*"
    status: int = 0
    after: bool = False
    """Whether Discord has acted on the request."""
    times: int = 1
    seconds: float = 0.0
    """How long it lasts, or by how much the clock jumps."""

    def __str__(self) -> str:
        told = [str(self.kind)]
        if self.path != "*" or self.method != "*":
            told.append(f"{self.method} {self.path} {'after' if self.after else 'before'}")
        if self.status:
            told.append(str(self.status))
        if self.times > 1:
            told.append(f"{self.times} times")
        if self.seconds:
            told.append(f"{self.seconds:g} s")
        return " ".join(told)


def kinds_for(*, is_sqlite: bool) -> tuple[Kind, ...]:
    """List the kinds of fault that can be on a database."""
    never = OF_POSTGRESQL if is_sqlite else OF_SQLITE
    return tuple(kind for kind in Kind if kind not in never)


def storms(seed: str, kinds: tuple[Kind, ...] = tuple(Kind)) -> Iterator[tuple[Fault, ...]]:
    """Draw storms for ever: faults that come one after the other, before there is calm again."""
    chance = Random(f"{seed}:faults")
    lonely = [kind for kind in kinds if kind in LONELY]
    usual = [kind for kind in kinds if kind not in LONELY]
    share = sum(WEIGHTS[kind] for kind in lonely) / sum(WEIGHTS[kind] for kind in kinds)
    while True:
        if chance.random() < 3 * share or not usual:
            yield (draw(chance, _one_of(chance, lonely)),)
        else:
            count = chance.choice((1, 2, 3, 5, 8, MOST_AT_ONCE))
            yield tuple(draw(chance, _one_of(chance, usual)) for _ in range(count))


def _one_of(chance: Random, kinds: list[Kind]) -> Kind:
    return chance.choices(kinds, [WEIGHTS[kind] for kind in kinds])[0]


def draw(chance: Random, kind: Kind) -> Fault:
    """Draw a fault of a kind."""
    wait = chance.uniform(0.0, 0.2)
    method, path = chance.choice(ROUTES)
    after, times = chance.random() < 0.5, chance.choice((1, 1, 1, 2, 3, 6))
    seconds = chance.uniform(0.05, 0.4)
    longer = (Kind.SLOW, Kind.OUTAGE, Kind.FULL, Kind.READ_ONLY, Kind.SMALL, Kind.LOCKED)
    at_route = Fault(kind, wait, method, path, after=after)
    found = {
        Kind.ERROR: replace(at_route, status=chance.choice((500, 502, 503, 504)), times=times),
        Kind.TOO_MANY: replace(
            at_route, status=429, times=times, seconds=chance.choice((0.2, 1.0, 5.0, 20.0))
        ),
        # Of one message alone: more would be a message that Discord never takes.
        Kind.REFUSED: Fault(kind, wait, "POST", "/channels/*/messages", status=400),
        Kind.CUT: replace(at_route, times=times),
        Kind.HALF: replace(at_route, after=True, times=times),
        Kind.KILL_AT: at_route,
        Kind.STOP_AT: at_route,
        Kind.KILL_STARTING: Fault(kind, wait, seconds=seconds),
        Kind.AGAIN: Fault(kind, wait, times=chance.choice((1, 1, 2, 5))),
        Kind.CLOCK: Fault(kind, wait, seconds=chance.choice((-HOUR, -2 * DAY, HOUR, 2 * DAY))),
        Kind.ASLEEP: Fault(kind, wait, seconds=chance.choice((HOUR, DAY))),
        **dict.fromkeys(longer, Fault(kind, wait, seconds=seconds)),
        **dict.fromkeys(
            (Kind.DROP, Kind.STOP_CUT_OFF),
            Fault(kind, wait, status=chance.choice((0, 1001, 4000, 4009))),
        ),
    }
    return found.get(kind, Fault(kind, wait))
