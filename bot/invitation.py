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


def address(application: int) -> str:
    """Give the address on which a moderator adds the application's bot to a server."""
    return discord.utils.oauth_url(
        application, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
    )
