"""Messages to a server that nobody has asked for just now: in which language, and where they may go.

What does not belong here: the messages (their cogs), and answers to a person (`cogs.ui.responses`).
"""

from collections.abc import Awaitable, Callable
from typing import Final

import discord

from bot.app import Tavolo
from bot.delivery.discord_errors import Trouble
from bot.delivery.failures import NotYet
from bot.delivery.messages import Send
from bot.services.preferences import chosen_language
from bot.text.voice import SOURCE_LANGUAGE, Voice, language_of

NEEDED: Final = ("view_channel", "send_messages")


async def voice_of_server(bot: Tavolo, guild_id: int) -> Voice:
    """Speak the language that a server has chosen, a Community's own, else that of its games."""
    chosen = chosen_language(await bot.preferences.server(guild_id))
    if chosen is not None:
        return Voice(chosen)
    guild = bot.get_guild(guild_id)
    if guild is not None and "COMMUNITY" in guild.features:
        return Voice(language_of(guild.preferred_locale.value))
    return Voice(await bot.preferences.usual_language(guild_id) or SOURCE_LANGUAGE)


async def check_may_post(bot: Tavolo, guild_id: int, channel_id: int) -> None:
    """Raise NotYet where the bot may not post, and tell who set the server up, once in a while."""
    if may_post(bot, channel_id):
        return
    await _tell(bot, guild_id, channel_id)
    raise NotYet


def kept(
    bot: Tavolo, guild_id: int, channel_id: int
) -> Callable[[Trouble], Awaitable[Send | None]]:
    """Return what keeps a message that Discord refuses after all, for when it is allowed again."""

    async def nowhere_else(_trouble: Trouble) -> Send | None:
        await _tell(bot, guild_id, channel_id)
        return None

    return nowhere_else


async def _tell(bot: Tavolo, guild_id: int, channel_id: int) -> None:
    if bot.get_guild(guild_id) is not None:
        await bot.carry_out(await bot.contacts.cannot_post(guild_id, channel_id))


def may_post(bot: Tavolo, channel_id: int) -> bool:
    """Tell whether the bot may post in a channel, as far as is known without asking."""
    channel = bot.get_channel(channel_id)
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return False
    permissions = channel.permissions_for(channel.guild.me)
    return all(getattr(permissions, name) for name in NEEDED)
