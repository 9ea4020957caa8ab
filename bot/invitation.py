"""Inviting the bot: the fewest permissions that it needs, and the address that asks for them.

What does not belong here: checking a channel for what is missing there when a game begins.
"""

import base64
import binascii
from typing import Final

import discord

PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    # A game's thread is opened from its card; adding the players to it takes no more than
    # being able to write there, and a thread's creator may change how soon it is archived.
    create_public_threads=True,
    send_messages_in_threads=True,
    attach_files=True,
    # Without it the bot could neither start a thread from its card nor look for a board that
    # it sent just before a crash.
    read_message_history=True,
)
"""What the bot asks for, and nothing else: no management, no mentions of everyone."""
IN_A_SERVER: Final = 0
"""How Discord numbers the installation in a server; the one for an account alone is 1."""


def application_id(token: str) -> int | None:
    """Read the application's id from the first part of its token; None if it holds none.

    >>> application_id("MTIzNDU2Nzg5MDEyMzQ1Njc4.x.y")
    123456789012345678
    """
    first = token.partition(".")[0]
    try:
        digits = base64.urlsafe_b64decode(first + "=" * (-len(first) % 4)).decode("ascii")
    except (binascii.Error, UnicodeDecodeError):
        return None
    return int(digits) if digits.isdecimal() else None


def address(application: int, guild: discord.abc.Snowflake | None = None) -> str:
    """Return the address on which a moderator adds the application's bot to a server.

    With `guild` that server is chosen already. It asks for the installation in a server, for an
    application can offer the one for a single account too, which brings no bot.
    """
    url = discord.utils.oauth_url(
        application,
        permissions=PERMISSIONS,
        guild=guild or discord.utils.MISSING,
        scopes=("bot", "applications.commands"),
    )
    return f"{url}&integration_type={IN_A_SERVER}"
