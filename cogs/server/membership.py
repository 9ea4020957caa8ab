"""Servers that have added the bot, removed it or taken it back.

Without a privileged intent Discord does not report people who leave: they are looked up where it
matters (`bot.services.members`). A server in an outage has not removed the bot.
"""

import discord
from discord.ext import commands

from bot.app import Tavolo
from data.schedule import JobKind


class MembershipEvents(commands.Cog):
    """Notice servers."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        bot.scheduler.register(JobKind.RETURN, bot.membership.go_on)
        bot.scheduler.register(JobKind.TIDY, self._tidy)
        bot.scheduler.register(JobKind.BACKUP, bot.daily_backups.begin)
        bot.scheduler.register(JobKind.OUTCOME, bot.outcomes.look_through)

    async def _tidy(self, _everything: int) -> None:
        await self._bot.retention.tidy()

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Pause the games of a server."""
        await self._bot.membership.server_left(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Resume the games of a server in which the bot has been before."""
        await self._bot.membership.server_back(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Resume the games of a server: Discord reports a return like the end of an outage."""
        await self._bot.membership.server_back(guild.id)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Look which servers took the bot back while it was not running."""
        await self._bot.membership.compare()


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(MembershipEvents(bot))
