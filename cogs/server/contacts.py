"""The direct message to who set a server up: in which channel the bot may not post any more.

What does not belong here: when it is sent (`bot.services.contacts`).
"""

from discord.ext import commands

from bot.app import Tavolo
from bot.delivery.messages import Delivery, Direct
from bot.delivery.outbox_writer import Envelope, Transaction
from bot.delivery.rows import CannotPostRow, Queued
from bot.text.voice import Name, Voice
from cogs.ui.announcing import may_post, voice_of_server
from cogs.ui.components import buttons, layout, link, message_link, words
from games.words import Text


class ServerContacts(commands.Cog):
    """Tell who set a server up."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        bot.outbox.register(CannotPostRow, self._told)

    async def _told(self, queued: Queued[CannotPostRow]) -> Delivery:
        """Say what is missing and what to do, unless it is there again."""
        row = queued.row
        guild = self._bot.get_guild(row.guild_id)
        if guild is None or may_post(self._bot, row.channel_id):
            return None
        viewer = await self._bot.preferences.read(row.user_id, row.guild_id)
        voice = Voice(viewer.language((await voice_of_server(self._bot, row.guild_id)).language))
        text = Text(
            "I can't post in {channel} of {server}, where you set me up. Give me "
            "View Channel and Send Messages there: what I should have posted there "
            "today still comes. Or choose another channel with /settings or /weekly "
            "set.",
            channel=f"<#{row.channel_id}>",
            server=Name(guild.name),
        )
        there = link(voice(Text("Go to the channel")), message_link(guild.id, row.channel_id))

        async def refused(_: Transaction, __: Envelope) -> None:
            """Leave it: who takes no direct messages sees that nothing comes."""

        view = layout(None, words(voice(text)), *buttons([there]))
        return Direct(row.user_id, view, marker="", refused=refused)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(ServerContacts(bot))
