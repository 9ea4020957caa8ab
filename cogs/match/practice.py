"""Try again: from a costly move of a finished game, against computers on a private board.

What does not belong here: the board (`cogs.match.explore`), and how computers answer
(`bot.services.practice`).
"""

from discord.ext import commands

from bot.app import Tavolo
from bot.errors import ForgedControl
from bot.services.reviews import costliest_first
from cogs.match.explore import seats_of, show_explored
from cogs.ui.game_lookup import table_here
from cogs.ui.responses import acknowledge_first
from cogs.ui.routing import Click, control, numbers


class PracticeGames(commands.Cog):
    """Let people try again."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @control("try-again")
    async def _try_again(self, interaction: Click, parts: list[str]) -> None:
        """Begin where a costly move was made, in the seat of its player."""
        game_id, number = numbers(parts, 2)
        await acknowledge_first(interaction)
        game = (await table_here(self._bot, interaction, game_id)).game
        review = await self._bot.reviews.known(game_id)
        costly = [] if review is None else costliest_first(review.blunders)
        if not 0 <= number < len(costly):
            raise ForgedControl
        missed, user = costly[number], interaction.user
        begun = await self._bot.practices.begin(game, user.id, missed.ply, missed.seat)
        seats = seats_of(game).in_practice(begun.practice, user.display_name)
        await show_explored(self._bot, interaction, begun, seats, instead=False)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(PracticeGames(bot))
