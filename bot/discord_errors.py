"""What Discord answers when something can't be done, and what each answer means for us.

One table for the whole bot: everything that talks to Discord asks `trouble_of` what an
error means, and decides by that. What is not in the table is unexpected, and logged.
"""

from enum import Enum, auto
from typing import Final

import aiohttp
import discord


class Trouble(Enum):
    """What an error means for what was tried."""

    GONE_MESSAGE = auto()
    """The message is deleted: post it anew where it matters."""
    GONE_PLACE = auto()
    """The channel or thread is deleted, or the server is gone for us."""
    GONE_PERSON = auto()
    """The account is deleted, or not in the server any more."""
    CLOSED_PLACE = auto()
    """The thread is archived and locked, or may not be changed while archived."""
    NO_PERMISSION = auto()
    """Something that a moderator took away from us."""
    THREAD_EXISTS = auto()
    """The message has its thread already."""
    TOO_MANY_THREADS = auto()
    """The server has as many active threads as it may."""
    TOO_LARGE = auto()
    """The files are larger than Discord takes here."""
    LATE = auto()
    """The interaction is over: too late, or its token is too old."""
    ANSWERED = auto()
    """The interaction is answered already: a repeated answer that arrived the first time."""
    EDITED_TOO_OFTEN = auto()
    """An old message was edited too often lately."""
    PASSING = auto()
    """Discord or the network fails at the moment: try again later."""
    UNEXPECTED = auto()
    """Anything else: our mistake, or news from Discord."""


_BY_CODE: Final = {
    10003: Trouble.GONE_PLACE,
    10004: Trouble.GONE_PLACE,
    10007: Trouble.GONE_PERSON,
    10008: Trouble.GONE_MESSAGE,
    10013: Trouble.GONE_PERSON,
    10015: Trouble.LATE,
    10062: Trouble.LATE,
    30046: Trouble.EDITED_TOO_OFTEN,
    40005: Trouble.TOO_LARGE,
    40060: Trouble.ANSWERED,
    50001: Trouble.NO_PERMISSION,
    50007: Trouble.NO_PERMISSION,  # a person who takes no direct messages
    50013: Trouble.NO_PERMISSION,
    50027: Trouble.LATE,
    50083: Trouble.CLOSED_PLACE,
    160004: Trouble.THREAD_EXISTS,
    160005: Trouble.CLOSED_PLACE,
    160006: Trouble.TOO_MANY_THREADS,
}

EXPECTED: Final = (
    discord.HTTPException,
    discord.RateLimited,
    aiohttp.ClientError,
    OSError,
    TimeoutError,
)
"""The errors that talking to Discord may end with."""


def trouble_of(error: Exception) -> Trouble:
    """Say what an error of `EXPECTED` means."""
    if not isinstance(error, discord.HTTPException):
        return Trouble.PASSING
    if error.code in _BY_CODE:
        return _BY_CODE[error.code]
    if error.status >= 500 or error.status == 429:
        return Trouble.PASSING
    if error.status == 413:
        return Trouble.TOO_LARGE
    if error.status == 403:
        return Trouble.NO_PERMISSION
    return Trouble.UNEXPECTED
