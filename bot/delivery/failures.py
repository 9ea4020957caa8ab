"""How the delivery of a message fails, and what follows: another try, other files, or the end.

Each way of failing is counted by itself, so that an outage uses up no attempts. What does not
belong here: what Discord's answers mean (`bot.delivery.discord_errors`), and the trying
(`bot.delivery.outbox`).
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from bot.delivery.discord_errors import EXPECTED, Trouble, trouble_of
from data.engine import DatabaseError

_RETRY_SECONDS: Final = (2, 5, 15, 60, 300, 900, 3600)
"""How long to wait after each failure; the last one stays."""
UNEXPECTED_ATTEMPTS: Final = 5
"""How often a message is tried that can't be built, or that Discord refuses as malformed: it
must not hold up what comes after it for long."""


class Failure(StrEnum):
    """In which ways a delivery fails; each is counted for itself."""

    PASSING = "passing"
    """Discord, the network or the database fails at the moment."""
    REFUSED = "refused"
    """Discord does not take the message, or it can't be built."""
    UNREADY = "unready"
    """The builder asked for another time."""
    PLACELESS = "placeless"
    """There is nowhere to send it."""


class NotYet(Exception):
    """Raised by a builder whose message can't be made now, but may be later."""


class NoPlaceError(Exception):
    """Raised where a message has no place any more; it waits for one, trying now and then."""


def failure_of(error: Exception) -> Failure:
    """Say in which way a delivery failed."""
    match error:
        case NotYet():
            return Failure.UNREADY
        case NoPlaceError():
            return Failure.PLACELESS
        case DatabaseError():
            return Failure.PASSING
        case _ if not isinstance(error, EXPECTED):
            return Failure.REFUSED
        case _ if trouble_of(error) is Trouble.UNEXPECTED:
            return Failure.REFUSED
        case _:
            return Failure.PASSING


def is_hopeless(error: Exception, failures: Mapping[str, int]) -> bool:
    """Tell whether to stop trying, given the number of failures of each kind."""
    if failure_of(error) is Failure.REFUSED:
        return failures.get(Failure.REFUSED, 0) >= UNEXPECTED_ATTEMPTS
    return isinstance(error, EXPECTED) and trouble_of(error) in {
        Trouble.GONE_MESSAGE,
        Trouble.GONE_PLACE,
        Trouble.NO_PERMISSION,
    }


def pause_after(failure: Failure, count: int) -> int:
    """Return the seconds until the next attempt, given the number of failures of a kind."""
    if failure is Failure.PLACELESS:
        return _RETRY_SECONDS[-1]
    return _RETRY_SECONDS[min(count, len(_RETRY_SECONDS)) - 1]


def blames_files(error: Exception, failures: Mapping[str, int]) -> bool:
    """Tell whether a message may well go through without its files."""
    trouble = trouble_of(error)
    if trouble is Trouble.PASSING:
        return failures.get(Failure.PASSING, 0) > 0
    return trouble in {Trouble.TOO_LARGE, Trouble.NO_PERMISSION, Trouble.UNEXPECTED}
