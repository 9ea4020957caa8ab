"""The channels that /settings is about: where games may be played, and puzzles are announced.

What does not belong here: the other settings, and storing any of them (`cogs.server.settings`).
"""

from typing import Any, Final

import discord
from discord import ui

from bot.errors import ForgedControl
from bot.text.voice import Voice
from cogs.ui.components import AnyItem, button, buttons, shorten
from cogs.ui.routing import Click, control_id, numbers, payload
from data.servers import Server
from games.words import Text, series

MOST_CHANNELS: Final = 25
PLAYED_IN: Final = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.forum,
    discord.ChannelType.voice,
)


def chosen_channels(interaction: Click) -> tuple[int, ...]:
    """Read the channels that were chosen in the list; only those of this server count."""
    values = payload(interaction).get("values")
    if not isinstance(values, list) or len(values) > MOST_CHANNELS:
        raise ForgedControl
    guild = interaction.guild
    ids = numbers([str(value) for value in values], len(values))
    return tuple(i for i in ids if guild is not None and guild.get_channel(i) is not None)


def channel_controls(server: Server, guild: discord.Guild | None, voice: Voice) -> list[AnyItem]:
    """Make the lists of channels, with a button for each that undoes a choice."""
    kind = discord.SelectDefaultValueType.channel
    # Only what is still there can be chosen beforehand.
    known = [
        discord.SelectDefaultValue(id=i, type=kind)
        for i in server.channels
        if guild is not None and guild.get_channel(i) is not None
    ]
    chosen = ui.ChannelSelect[Any](  # Any: as cogs.ui.components.AnyItem
        custom_id=control_id("channels"),
        placeholder=shorten(voice.plain()(Text("Channels in which games may be played")), 100),
        channel_types=list(PLAYED_IN),
        min_values=1,
        max_values=MOST_CHANNELS,
        default_values=known,
    )
    announced = ui.ChannelSelect[Any](  # Any: as above
        custom_id=control_id("puzzle-channel"),
        placeholder=shorten(voice.plain()(Text("Channel for the day's puzzles")), 100),
        channel_types=[discord.ChannelType.text, discord.ChannelType.news],
        default_values=[
            discord.SelectDefaultValue(id=i, type=kind)
            for i in (server.puzzle_channel_id,)
            if i is not None and guild is not None and guild.get_channel(i) is not None
        ],
    )
    everywhere = no_puzzles = None
    if server.channels:
        everywhere = button(voice(Text("Everywhere")), "everywhere")
    if server.puzzle_channel_id is not None:
        no_puzzles = button(voice(Text("Announce no puzzles")), "puzzles-off")
    return [
        ui.ActionRow(chosen),
        ui.ActionRow(announced),
        *buttons([everywhere, no_puzzles]),
    ]


def channels_text(server: Server) -> Text:
    """Say where games may be played."""
    if not server.channels:
        return Text("**Channels**: games can be played wherever I can write.")
    there = series(f"<#{channel}>" for channel in server.channels)
    return Text("**Channels**: games can be played in {channels} only.", channels=there)


def puzzles_text(server: Server) -> Text:
    """Say where puzzles are announced."""
    if server.puzzle_channel_id is None:
        return Text("**Puzzles of the day**: not announced.")
    return Text(
        "**Puzzles of the day**: announced in {channel}, at midnight UTC.",
        channel=f"<#{server.puzzle_channel_id}>",
    )
