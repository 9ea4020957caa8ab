"""The greeting in a new server: one message, where the bot may write, on how to begin."""

import logging
from typing import Final

import discord
from discord.ext import commands

from bot.app import Tavolo
from bot.delivery.discord_errors import EXPECTED
from bot.services.preferences import chosen_language
from bot.text.voice import Voice, language_of
from cogs.ui.components import AnyItem, layout, small, words
from cogs.ui.permissions import NAMES
from games.registry import GAMES
from games.words import Text, joined, series

log = logging.getLogger(__name__)

SPEAKING: Final = ("view_channel", "send_messages")
THREADS: Final = Text("Create Public Threads")


class Greeting(commands.Cog):
    """Greet a server."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        self._since = discord.utils.utcnow()

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a server."""
        await self._greet(guild)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Greet a server that Discord announces as if an outage had ended."""
        joined = guild.me.joined_at
        if joined is not None and joined > self._since:
            await self._greet(guild)

    async def _greet(self, guild: discord.Guild) -> None:
        """Greet a server once: the games, what the bot needs, and how to begin."""
        channel = _channel(guild)
        if channel is None:
            log.info("server %s has no channel in which I may speak", guild.id)
            return
        if not await self._bot.preferences.begin_greeting(guild.id, self._bot.clock()):
            return
        server = await self._bot.preferences.server(guild.id)
        voice = Voice(chosen_language(server) or _language(guild))
        try:
            await channel.send(
                view=_greeting(channel, voice), allowed_mentions=discord.AllowedMentions.none()
            )
        except EXPECTED as error:
            log.info("server %s could not be greeted: %s", guild.id, error)


def _channel(guild: discord.Guild) -> discord.TextChannel | None:
    """Return the channel for news of the server itself, else the first in which I may speak."""
    system = [] if guild.system_channel is None else [guild.system_channel]
    for channel in (*system, *guild.text_channels):
        permissions = channel.permissions_for(guild.me)
        if all(getattr(permissions, name) for name in SPEAKING):
            return channel
    return None


def _language(guild: discord.Guild) -> str:
    """Return the language that a Community has chosen; other servers have not chosen theirs."""
    community = "COMMUNITY" in guild.features
    return language_of(guild.preferred_locale.value if community else "")


def _greeting(channel: discord.TextChannel, voice: Voice) -> discord.ui.LayoutView:
    permissions = channel.permissions_for(channel.guild.me)
    missing = [shown for name, shown in NAMES.items() if not getattr(permissions, name)]
    if not permissions.create_public_threads:
        missing.append(THREADS)
    challenges = series(f"/{game.about.command} challenge" for game in GAMES.values())
    games = series(game.about.name for game in GAMES.values())
    items: list[AnyItem] = [
        words(
            voice(
                Text(
                    "### Hello, I am Tavolo\nWith me you can play {games}: move by move, over "
                    "hours or days, each game in a thread of its own, against friends or the "
                    "computer.\n**Start** with {challenges}. **New to a game?** Each has a "
                    "first lesson, such as /{lesson} learn. **Anything else** is in /help.",
                    games=games,
                    challenges=challenges,
                    lesson=next(iter(GAMES.values())).about.command,
                )
            )
        ),
    ]
    if missing:
        items.append(
            words(
                voice(
                    Text(
                        "In this channel I still need: {permissions}.", permissions=joined(missing)
                    )
                )
            )
        )
    items.append(
        small(voice(Text("Moderators choose channels, language and more with /settings.")))
    )
    return layout(None, *items)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Greeting(bot))
