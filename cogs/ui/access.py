"""Who may know of a game or tournament: its players, and all who can see where it is played.

Asked wherever a game is named by its code, or by a number of a custom_id. What does not belong here:
what a seat may see of a game (`games.game`, `seen_by`).
"""

from collections.abc import Iterable

import discord

from bot.delivery.discord_errors import EXPECTED, Trouble, trouble_of
from cogs.ui.routing import Click
from data.stored import StoredGame


async def may_see(interaction: Click, game: StoredGame) -> bool:
    """Tell whether who acts plays in a game of this server, or sees its thread or channel.

    Players keep it whatever becomes of the channel: they may want to resign, or to go on elsewhere.
    Where the place is gone, the channel counts in which the game was agreed.
    """
    match, person = game.match, interaction.user
    if match.guild_id != interaction.guild_id:
        return False
    if person.id in game.players or interaction.channel_id == match.place_id:
        return True
    if not isinstance(person, discord.Member):
        return False
    # Threads that the bot opens are public: everybody who sees the channel sees them.
    opened = match.own_thread and match.place_id != match.channel_id
    place_id = match.channel_id if opened else match.place_id or match.channel_id
    for channel_id in dict.fromkeys((place_id, match.channel_id)):
        channel = await _found(person.guild, channel_id)
        if channel is not None:
            return await _sees(person, channel)
    return False


async def sees_channel(interaction: Click, channel_id: int) -> bool:
    """Tell whether who acts sees a channel of this server; of one that is gone nobody sees anything."""
    if interaction.channel_id == channel_id:
        return True
    person = interaction.user
    if not isinstance(person, discord.Member):
        return False
    channel = await _found(person.guild, channel_id)
    return channel is not None and await _sees(person, channel)


def all_readers_see(interaction: Click, channel_ids: Iterable[int]) -> bool:
    """Tell whether all who read the answer to an interaction see some channels, as far as roles say.

    Nobody can list who sees a channel, so a channel with a rule of its own for a person is taken
    for hidden, and so is one that is gone, an archived thread or a private one.
    """
    guild = interaction.guild
    others = set(channel_ids) - {interaction.channel_id}
    if guild is None or not others:
        return not others
    here = _permitting(guild, interaction.channel_id or 0)
    return here is not None and all(
        there is not None and _all_see(here, there)
        for there in (_permitting(guild, channel_id) for channel_id in others)
    )


def _permitting(guild: discord.Guild, channel_id: int) -> discord.abc.GuildChannel | None:
    """Return the channel whose permissions count for one that is known; None for a private thread."""
    channel = guild.get_channel_or_thread(channel_id)
    if isinstance(channel, discord.Thread):
        return None if channel.is_private() else channel.parent
    return channel


def _all_see(here: discord.abc.GuildChannel, there: discord.abc.GuildChannel) -> bool:
    if here == there:
        return True
    people = {
        target.id
        for channel in (here, there)
        for target in channel.overwrites
        if not isinstance(target, discord.Role)
    }
    if people - {here.guild.me.id}:
        return False
    return all(
        _may_read(there.permissions_for(role), there)
        for role in here.guild.roles
        if _may_read(here.permissions_for(role), here)
    )


async def _found(
    guild: discord.Guild, channel_id: int
) -> discord.abc.GuildChannel | discord.Thread | None:
    """Return a channel or thread, also an archived one; None if it is gone or hidden from the bot."""
    known = guild.get_channel_or_thread(channel_id)
    if known is not None:
        return known
    try:
        return await guild.fetch_channel(channel_id)
    except EXPECTED as error:
        if trouble_of(error) is Trouble.PASSING:
            raise
        return None


async def _sees(member: discord.Member, channel: discord.abc.GuildChannel | discord.Thread) -> bool:
    if isinstance(channel, discord.Thread) and channel.parent is None:
        return False
    allowed = channel.permissions_for(member)
    if not allowed.view_channel:
        return False
    if isinstance(channel, discord.Thread) and channel.is_private():
        return allowed.manage_threads or await _is_in(channel, member)
    return _may_read(allowed, channel)


def _may_read(
    allowed: discord.Permissions, channel: discord.abc.GuildChannel | discord.Thread
) -> bool:
    if not allowed.view_channel:
        return False
    # What is written in a voice channel is read by those who may join it.
    return allowed.connect or not isinstance(channel, discord.VoiceChannel | discord.StageChannel)


async def _is_in(thread: discord.Thread, member: discord.Member) -> bool:
    try:
        await thread.fetch_member(member.id)
    except EXPECTED as error:
        if trouble_of(error) is Trouble.PASSING:
            raise
        return False
    return True
