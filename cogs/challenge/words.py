"""Words that people add to the chance of a game, when they accept a challenge or join a table.

The challenger's own is an option of the challenge command. What does not belong here: what follows
from words (`games.lots`).
"""

from discord.ext import commands

from bot.app import Tavolo
from bot.match.lots import tidy_word
from cogs.challenge.cards import word_label
from cogs.challenge.challenges import cards_of
from cogs.ui.forms import Field, open_form, written
from cogs.ui.permissions import check_place, here
from cogs.ui.responses import voice_for
from cogs.ui.routing import Click, control
from games.lots import WORD_LENGTH
from games.words import Text


class Words(commands.Cog):
    """Accept with a word."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @control("word")
    async def _ask(self, interaction: Click, parts: list[str]) -> None:
        """Ask for the word with which a person accepts, or joins."""
        challenge, _ = await cards_of(self._bot).challenge_here(interaction, parts)
        check_place(here(interaction))
        voice = voice_for(interaction).plain()
        field = Field("word", voice(Text("A word of yours, any you like")), None, WORD_LENGTH)
        title = voice(word_label(challenge))
        await open_form(interaction, title, (field,), "word-said", challenge.id)

    @control("word-said")
    async def _say(self, interaction: Click, parts: list[str]) -> None:
        """Accept, or join, with a word."""
        cards = cards_of(self._bot)
        challenge, _ = await cards.challenge_here(interaction, parts)
        word = tidy_word(written(interaction, "word"))
        asked = interaction.user.id in challenge.asked or not challenge.terms.is_table
        answer = self._bot.challenges.accept if asked else self._bot.challenges.join
        await cards.sit(interaction, parts, answer, word)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Words(bot))
