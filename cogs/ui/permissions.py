"""Where a game may be started, and the permissions that the bot needs there, by Discord's names."""

from dataclasses import dataclass
from typing import Final

import discord

from bot.errors import Refused
from cogs.ui.responses import viewer_of
from cogs.ui.routing import Click
from games.words import Text, series

NAMES: Final = {
    "view_channel": Text("View Channel"),
    "send_messages": Text("Send Messages"),
    "send_messages_in_threads": Text("Send Messages in Threads"),
    "attach_files": Text("Attach Files"),
    "read_message_history": Text("Read Message History"),
}
NO_PICTURES: Final = Text(
    "Boards are shown in words here: for pictures I need the permission {permission}.",
    permission=NAMES["attach_files"],
)
"""Offers to play without the one permission that a game can do without."""
Channel = discord.abc.GuildChannel | discord.Thread | discord.DMChannel | discord.GroupChannel
THREADED: Final = (discord.ChannelType.text, discord.ChannelType.news)
"""The channels in which a game gets a thread of its own; elsewhere it is played right there."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a game is agreed on: which channel or thread, and what the bot may do there."""

    channel_id: int
    permissions: discord.Permissions
    channel: Channel | None
    beside: bool = False
    """Whether it is the channel of a game's own thread, in which somebody asks for another game."""

    @property
    def is_threaded(self) -> bool:
        """Tell whether a game that is agreed here gets a thread of its own."""
        return self.channel is not None and self.channel.type in THREADED

    @property
    def may_open_threads(self) -> bool:
        """Tell whether the bot may open a thread here and play in it."""
        return self.permissions.create_public_threads and self.permissions.send_messages_in_threads


def here(interaction: Click) -> Spot:
    """Return the place where somebody is."""
    return Spot(interaction.channel_id or 0, interaction.app_permissions, interaction.channel)


async def spot_for_a_game(interaction: Click) -> Spot:
    """Return the place where a game is agreed on that somebody wants to begin.

    In a game's own thread that is the channel above it: each game has its thread, and a player
    who looks for an opponent should be seen.
    """
    thread, bot = interaction.channel, interaction.client
    if not isinstance(thread, discord.Thread) or not isinstance(thread.parent, discord.TextChannel):
        return here(interaction)
    latest = await bot.matches.latest_in(thread.id)
    me = thread.guild.me
    if thread.owner_id != me.id and (latest is None or not latest.match.own_thread):
        return here(interaction)
    parent = thread.parent
    return Spot(parent.id, parent.permissions_for(me), parent, beside=True)


def check_place(spot: Spot) -> None:
    """Refuse a channel in which the bot can't play, naming what it needs there."""
    thread = spot.channel if isinstance(spot.channel, discord.Thread) else None
    if thread is not None and thread.is_private() and not _is_in(thread, spot):
        raise Refused(
            Text(
                "I am not in this private thread. Mention me here ({me}), and try again.",
                me=thread.guild.me.mention,
            )
        )
    passing_over = "send_messages_in_threads" if thread is None else "send_messages"
    for name, shown in NAMES.items():
        # Without files a game is played in words.
        if name not in {passing_over, "attach_files"} and not getattr(spot.permissions, name):
            raise Refused(
                Text(
                    "I can't play here: I need the permission {permission} in {channel}. "
                    "Ask a moderator, or use another channel.",
                    permission=shown,
                    channel=f"<#{spot.channel_id}>",
                )
            )


def _is_in(thread: discord.Thread, spot: Spot) -> bool:
    """Tell whether the bot sees a private thread."""
    return thread.me is not None or spot.permissions.manage_threads


def check_allowed(interaction: Click) -> None:
    """Refuse a channel in which this server does not want games to be begun."""
    allowed = viewer_of(interaction).server.channels
    channel = interaction.channel
    here = {interaction.channel_id}
    if isinstance(channel, discord.Thread):
        here.add(channel.parent_id)
    if not allowed or here & set(allowed):
        return
    raise Refused(
        Text(
            "In this server, games are started in {channels}.",
            channels=series(f"<#{channel_id}>" for channel_id in allowed),
        )
    )
