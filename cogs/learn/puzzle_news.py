"""The daily announcement of puzzles in the channel that a server has chosen for it.

It pings nobody and shows no position, and waits through its day where the bot may not post. What does not
belong here: when it is due (`bot.services.puzzles`), and solving (`cogs.learn.puzzles`).
"""

from discord.ext import commands

from bot.app import Tavolo
from bot.delivery.messages import Delivery, Send
from bot.delivery.rows import PuzzlesRow, Queued
from bot.text.voice import Name, listed
from cogs.ui.announcing import check_may_post, kept, voice_of_server
from cogs.ui.components import button, buttons, layout, small, words
from cogs.ui.routing import control_id
from data.schedule import JobKind
from games.puzzles.shelf import games_with_puzzles
from games.registry import GAMES
from games.words import Text


class PuzzleNews(commands.Cog):
    """Announce puzzles."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        bot.scheduler.register(JobKind.PUZZLES, self._due)
        bot.outbox.register(PuzzlesRow, self._announced)

    async def _due(self, guild_id: int) -> None:
        await self._bot.carry_out(await self._bot.puzzles.announce(guild_id))

    async def _announced(self, queued: Queued[PuzzlesRow]) -> Delivery:
        """Post the announcement as soon as the bot may, unless its day is over."""
        row, keys = queued.row, games_with_puzzles()
        if row.day != self._bot.puzzles.today or not keys:
            return None
        await check_may_post(self._bot, row.guild_id, row.channel_id)
        voice = await voice_of_server(self._bot, row.guild_id)
        games = listed([Name(GAMES[key].about.name) for key in keys])
        view = layout(
            None,
            words(voice(Text("### Puzzles of the day"))),
            words(
                voice(
                    Text(
                        "One position from each of {games}: can you find the best "
                        "turn? Only you see your answer.",
                        games=games,
                    )
                )
            ),
            *buttons(button(GAMES[key].about.name, "puzzle", key, row.day) for key in keys),
            small(
                voice(
                    Text(
                        "The next puzzles come {when}.",
                        when=f"<t:{self._bot.puzzles.changes_at}:R>",
                    )
                )
            ),
        )
        return Send(
            row.channel_id,
            view,
            marker=control_id("puzzle", keys[0], row.day),
            elsewhere=kept(self._bot, row.guild_id, row.channel_id),
        )


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(PuzzleNews(bot))
