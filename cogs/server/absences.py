"""/away and /back: people can't play for a while, in all their servers."""

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Tavolo
from cogs.ui.responses import acknowledge, say
from cogs.ui.routing import Click
from data.schedule import JobKind
from games.words import Text


class Absences(commands.Cog):
    """Start and end absences."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        bot.scheduler.register(JobKind.BACK, self._over)

    async def _over(self, user_id: int) -> None:
        await self._bot.carry_out(await self._bot.absences.over(user_id))

    @app_commands.command(
        name=locale_str("away"),
        description=locale_str(
            "Pause your clocks for a few days while you are away; opponents see it"
        ),
    )
    @app_commands.describe(days=locale_str("For how many days, starting now"))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def away(self, interaction: Click, days: app_commands.Range[int, 1, 14]) -> None:
        """Pause the clocks of one's own turns."""
        await acknowledge(interaction, thinking=True)
        announced = await self._bot.absences.announce(interaction.user.id, days)
        text = Text(
            "You are away until {when}. In all your games the clock is paused while it is your "
            "turn, and your opponents see that you are away. You can still play; /back ends it.",
            when=f"<t:{announced.until}:f>",
        )
        await say(interaction, text)
        await self._bot.carry_out(announced.dispatch)

    @app_commands.command(
        name=locale_str("back"), description=locale_str("Come back: your clocks run again")
    )
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def back(self, interaction: Click) -> None:
        """Restart one's clocks."""
        await acknowledge(interaction, thinking=True)
        dispatch = await self._bot.absences.come_back(interaction.user.id)
        if dispatch is None:
            await say(interaction, Text("You are not away. /away pauses your clocks."))
            return
        await say(interaction, Text("Welcome back: your clocks are running again."))
        await self._bot.carry_out(dispatch)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Absences(bot))
