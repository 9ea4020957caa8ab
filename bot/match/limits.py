"""Limits: how often a person, and a server's people together, may do what costs others something.

Nobody who plays meets them; who would fill a channel, ping for nothing or keep the computers busy does.
They are stored, so they hold in several processes and after a restart. `docs/hosting.md` has a
table of them, which a test compares with `LIMITS`.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.errors import Refused
from data import limits
from data.engine import Connection, Database
from games.words import Text

HOUR: Final = 3600


class Limited(StrEnum):
    """What is limited."""

    CHALLENGE = "challenge"
    BOARD = "board"
    SETTLE = "settle"
    AWAY = "away"
    HINT = "hint"
    PRACTICE = "practice"
    REVIEW = "review"
    ANIMATION = "animation"
    SHARE = "share"
    TOURNAMENT = "tournament"
    WEEKLY = "weekly"
    IMPORT = "import"
    POLL = "poll"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class Rate:
    """How many at first, and after how many seconds one more."""

    most: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Limit:
    """The limit of a person in a server, and that of all its people together (None: there is none)."""

    person: Rate
    server: Rate | None


LIMITS: Final = {
    Limited.CHALLENGE: Limit(Rate(20, 180), Rate(120, 30)),
    Limited.BOARD: Limit(Rate(10, 180), Rate(60, 30)),
    Limited.SETTLE: Limit(Rate(5, 600), Rate(30, 60)),
    Limited.AWAY: Limit(Rate(10, 1800), None),
    Limited.HINT: Limit(Rate(30, 60), Rate(200, 5)),
    Limited.PRACTICE: Limit(Rate(60, 20), Rate(200, 5)),
    Limited.REVIEW: Limit(Rate(5, 300), Rate(30, 60)),
    Limited.ANIMATION: Limit(Rate(5, 300), Rate(30, 60)),
    Limited.SHARE: Limit(Rate(5, 300), Rate(30, 60)),
    Limited.TOURNAMENT: Limit(Rate(3, 3600), Rate(10, 1800)),
    Limited.WEEKLY: Limit(Rate(10, 60), Rate(120, 10)),
    Limited.IMPORT: Limit(Rate(10, 300), Rate(60, 60)),
    Limited.POLL: Limit(Rate(3, 3600), Rate(10, 600)),
    # Nobody else's leaving keeps somebody at a table.
    Limited.LEAVE: Limit(Rate(10, 60), None),
}
PING_SILENCE: Final = HOUR
"""For how long nobody is pinged again for the same thing by the same person."""


async def spend(
    connection: Connection, what: Limited, user_id: int, guild_id: int | None, now: int
) -> None:
    """Count something that a person does; Refused says when it is possible again.

    In the transaction of what is done, so that what fails does not count. Without a server only the
    person's own limit holds, in all of them together.
    """
    limit = LIMITS[what]
    # The server's first, in every process, or two could block each other.
    if guild_id is not None and limit.server is not None:
        again = await _take(connection, what, f"{guild_id}", limit.server, now)
        if again is not None:
            raise Refused(_in_server(again))
    whose = f"{user_id}" if guild_id is None else f"{guild_id}:{user_id}"
    again = await _take(connection, what, f"person:{whose}", limit.person, now)
    if again is not None:
        raise Refused(_by_person(again))


async def forget_limits(database: Database, now: int) -> None:
    """Delete what does not count any more."""
    async with database.writing() as connection:
        await limits.forget(connection, now)


async def may_ping(
    connection: Connection, what: Limited, guild_id: int, asker_id: int, asked_id: int, now: int
) -> bool:
    """Tell whether somebody is pinged by another for something: once, and after a while again."""
    subject = f"ping:{guild_id}:{asker_id}:{asked_id}"
    return await _take(connection, what, subject, Rate(1, PING_SILENCE), now) is None


async def _take(
    connection: Connection, what: Limited, subject: str, rate: Rate, now: int
) -> int | None:
    return await limits.take(
        connection, what, subject, most=rate.most, seconds=rate.seconds, now=now
    )


def _by_person(again: int) -> Text:
    return Text("You have done this often lately. It is possible again {when}.", when=_when(again))


def _in_server(again: int) -> Text:
    return Text(
        "This has been done often in this server lately. It is possible again {when}.",
        when=_when(again),
    )


def _when(again: int) -> str:
    return f"<t:{again}:R>"
