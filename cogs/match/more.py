"""More: the less frequent actions of a game, for the person who asks.

Players get what only they may do; spectators get what everybody may. What each button does is in
its own cog.
"""

from typing import Any, Final

import discord
from discord.ext import commands

from bot.app import Tavolo
from bot.match.offers import KINDS
from bot.match.positions import rules_of
from bot.match.table import Table
from bot.text.voice import Voice
from cogs.board.board_message import board_link, headline
from cogs.match.agreements import may_be_asked
from cogs.match.clocks import clock_button
from cogs.match.computers import hint_button
from cogs.match.explore_buttons import explore_button
from cogs.match.proofs import promise_text
from cogs.match.reasons import why_button
from cogs.match.replays import replay_button, since_button
from cogs.match.reviews import review_button
from cogs.ui.components import AnyItem, button, buttons, layout, small, words
from cogs.ui.game_lookup import table_here
from cogs.ui.responses import voice_for, whisper
from cogs.ui.routing import Click, control, numbers
from data.offers import OfferKind
from data.outbox import Post
from games.words import Text

ASKING: Final = {
    OfferKind.DRAW: Text("Offer a draw"),
    OfferKind.TAKEBACK: Text("Ask for a takeback"),
    OfferKind.ABORT: Text("End without result"),
}


class More(commands.Cog):
    """Offer what is wanted less often."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @control("more")
    async def _more(self, interaction: Click, parts: list[str]) -> None:
        """Show what can be done in the game now."""
        (game_id,) = numbers(parts, 1)
        table = await table_here(self._bot, interaction, game_id)
        follows = await self._bot.followers.follows(table.game.id, interaction.user.id)
        voice = voice_for(interaction)
        title = Text(
            "{game}: {headline}",
            game=rules_of(table.game).about.name,
            headline=headline(table.game, table.game.turns),
        )
        clock = clock_button(table, voice, interaction.user.id, self._bot.clock())
        items = _for_players(table, voice, interaction.user.id, clock)
        board = (await self._bot.matches.boards_of([table.game.id])).get(table.game.id)
        items += _for_everybody(table, voice, interaction.user.id, board, follows=follows)
        proof = small(voice(promise_text(table.game))) if table.game.running else None
        await whisper(interaction, layout(None, words(voice(title)), proof, *items))


def _for_players(
    table: Table,
    voice: Voice,
    user_id: int,
    clock: discord.ui.Button[Any] | None,  # Any: as AnyItem
) -> list[AnyItem]:
    game = table.game
    if not game.running or not game.is_playing(user_id):
        return []
    asking = [
        button(voice(label), "ask", game.id, KINDS.index(kind))
        for kind, label in ASKING.items()
        if may_be_asked(table, kind)
    ]
    resign = button(voice(Text("Resign")), "resign", game.id, style=discord.ButtonStyle.danger)
    plans = None
    if table.line.to_move != game.seat_of(user_id):
        plans = button(voice(Text("Plans")), "plans", game.id)
    since = since_button(game, voice)
    return buttons([since, clock, hint_button(game, voice), plans, *asking, resign])


def _for_everybody(
    table: Table, voice: Voice, user_id: int, board: Post | None, *, follows: bool
) -> list[AnyItem]:
    game, following = table.game, None
    why = why_button(table, voice, user_id)
    if game.running or follows:
        label = Text("Unfollow") if follows else Text("Follow")
        following = button(voice(label), "follow", game.id, int(not follows))
    return buttons(
        [
            button(voice(Text("Rules")), "rules", game.match.game, 0),
            button(voice(Text("Record")), "record", game.id),
            replay_button(game, voice),
            explore_button(game, voice),
            review_button(game, voice),
            why,
            following,
            button(voice(Text("Note")), "note", game.id),
            board_link(game, board, voice),
        ]
    )


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(More(bot))
