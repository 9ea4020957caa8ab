"""Messages to a server that nobody has asked for just now: in which language, and where they may go.

What does not belong here: the messages (their cogs), and answers to a person (`cogs.ui.responses`).
"""

from typing import Final

import discord

from bot.app import Tavolo
from bot.services.preferences import settled_language
from bot.text.voice import SOURCE_LANGUAGE, Voice, language_of

NEEDED: Final = ("view_channel", "send_messages")


async def voice_of_server(bot: Tavolo, guild_id: int) -> Voice:
    """Speak the language that a server has chosen, a Community's own, else that of its games."""
    chosen = settled_language(await bot.readers.server(guild_id))
    if chosen is not None:
        return Voice(chosen)
    guild = bot.get_guild(guild_id)
    if guild is not None and "COMMUNITY" in guild.features:
        return Voice(language_of(guild.preferred_locale.value))
    return Voice(await bot.readers.usual_language(guild_id) or SOURCE_LANGUAGE)


def may_post(bot: Tavolo, channel_id: int) -> bool:
    """Tell whether the bot may post in a channel, as far as is known without asking."""
    channel = bot.get_channel(channel_id)
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return False
    permissions = channel.permissions_for(channel.guild.me)
    return all(getattr(permissions, name) for name in NEEDED)
