"""The permissions that the bot needs where a game is played, by the names Discord shows."""

from typing import Final

import discord

from bot.errors import Refused
from cogs.answers import reading
from cogs.controls import Click
from games.words import Text, series

NAMES: Final = {
    "view_channel": Text("View Channel"),
    "send_messages": Text("Send Messages"),
    "send_messages_in_threads": Text("Send Messages in Threads"),
    "attach_files": Text("Attach Files"),
    "read_message_history": Text("Read Message History"),
}
NO_PICTURES: Final = Text(
    "Boards come in words here: for pictures I need the permission {permission}.",
    permission=NAMES["attach_files"],
)
"""Offers to play without the one permission that a game can do without."""


def check_place(interaction: Click) -> None:
    """Refuse a channel in which the bot can't play, naming what it needs there."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    passing_over = "send_messages" if in_thread else "send_messages_in_threads"
    for name, shown in NAMES.items():
        # Without files a game is played in words.
        if name not in {passing_over, "attach_files"} and not getattr(
            interaction.app_permissions, name
        ):
            raise Refused(
                Text(
                    "I can't play here: I need the permission {permission} in {channel}. "
                    "Ask a moderator, or use another channel.",
                    permission=shown,
                    channel=f"<#{interaction.channel_id}>",
                )
            )


def check_allowed(interaction: Click) -> None:
    """Refuse a channel in which this server does not want games to be begun."""
    allowed = reading(interaction).server.channels
    channel = interaction.channel
    here = {interaction.channel_id}
    if isinstance(channel, discord.Thread):
        here.add(channel.parent_id)
    if not allowed or here & set(allowed):
        return
    raise Refused(
        Text(
            "In this server games are begun in {channels}.",
            channels=series(f"<#{channel_id}>" for channel_id in allowed),
        )
    )


def may_open_threads(interaction: Click) -> bool:
    """Tell whether the bot may open a thread here and play in it."""
    permissions = interaction.app_permissions
    return permissions.create_public_threads and permissions.send_messages_in_threads
