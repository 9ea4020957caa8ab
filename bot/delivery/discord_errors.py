"""Discord's errors, and what each of them means for us.

One table for the whole bot: everything that talks to Discord asks `trouble_of` what an error
means, and decides by that. What is not in the table is unexpected, and logged.
"""

from enum import Enum, auto
from typing import Final

import aiohttp
import discord
from discord.gateway import ReconnectWebSocket, WebSocketClosure


class Trouble(Enum):
    """What an error means for what was tried."""

    GONE_MESSAGE = auto()
    """The message is deleted: post it again where it matters."""
    GONE_PLACE = auto()
    """The channel or thread is deleted, or the server is gone for us."""
    GONE_PERSON = auto()
    """The account is deleted, or not in the server any more."""
    CLOSED_PLACE = auto()
    """The thread is archived and locked, or may not be changed while archived."""
    NO_PERMISSION = auto()
    """Something that a moderator or a person does not let us do, as Discord's code says.

    The status 403 alone does not say so: Cloudflare's pages have it as well.
    """
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
    20016: Trouble.PASSING,  # slow mode
    20022: Trouble.PASSING,  # an announcement edited too often
    20028: Trouble.PASSING,  # the channel's limit for messages
    20029: Trouble.PASSING,  # the server's limit for messages
    30046: Trouble.EDITED_TOO_OFTEN,
    40001: Trouble.PASSING,  # our token is not taken: nothing is wrong with what is to be sent
    40003: Trouble.PASSING,  # direct messages opened too fast
    40004: Trouble.PASSING,  # sending is switched off for the moment
    40005: Trouble.TOO_LARGE,
    40006: Trouble.PASSING,  # a feature is switched off for the moment
    40007: Trouble.GONE_PERSON,  # banned from the server
    40060: Trouble.ANSWERED,
    40062: Trouble.PASSING,  # the service limits its rate
    40333: Trouble.PASSING,  # Cloudflare, not Discord, has answered
    50001: Trouble.NO_PERMISSION,
    50007: Trouble.NO_PERMISSION,  # a person who takes no direct messages
    50009: Trouble.NO_PERMISSION,  # the server wants members that are verified
    50013: Trouble.NO_PERMISSION,
    50027: Trouble.LATE,
    50083: Trouble.CLOSED_PLACE,
    50278: Trouble.NO_PERMISSION,  # a person with whom the bot shares no server
    60003: Trouble.NO_PERMISSION,  # the server's moderators need two factors
    110001: Trouble.PASSING,  # the application is not ready yet
    130000: Trouble.PASSING,  # overloaded
    160002: Trouble.NO_PERMISSION,
    160004: Trouble.THREAD_EXISTS,
    160005: Trouble.CLOSED_PLACE,
    160006: Trouble.TOO_MANY_THREADS,
    160007: Trouble.TOO_MANY_THREADS,  # below an announcement channel
}

_PASSING_STATUSES: Final = frozenset({401, 408, 425, 429})
"""A token that is not taken, and what came too late, too early or too often."""

EXPECTED: Final = (
    discord.HTTPException,
    discord.RateLimited,
    aiohttp.ClientError,
    OSError,
    TimeoutError,
)
"""The errors that talking to Discord may end with."""
BROKEN_OFF: Final = (
    discord.ConnectionClosed,
    discord.GatewayNotFound,
    # While a shard connects, the library logs these with a traceback, and tries again.
    ReconnectWebSocket,
    WebSocketClosure,
)
"""The errors with which a connection to the gateway ends, or does not begin."""


def trouble_of(error: Exception) -> Trouble:
    """Say what an error of `EXPECTED` means."""
    if not isinstance(error, discord.HTTPException):
        return Trouble.PASSING
    if error.code in _BY_CODE:
        return _BY_CODE[error.code]
    if error.status >= 500 or error.status in _PASSING_STATUSES:
        return Trouble.PASSING
    if error.status == 413:
        return Trouble.TOO_LARGE
    if error.status == 403 and error.code == 0:
        # Discord gives a reason with each refusal; without one it was a proxy's page.
        return Trouble.PASSING
    return Trouble.UNEXPECTED
