"""Nudges: the short message that pings and links if a server has one edited board message.

Editing a message pings nobody, so the player to move gets this one; the one before is deleted.
What does not belong here: the boards themselves (`cogs.board.boards`).
"""

from discord.ext import commands

from bot.app import Tavolo
from bot.delivery.messages import Delivery, Drop, Posted, Recall, Send
from bot.delivery.outbox_writer import Envelope, Transaction
from bot.delivery.rows import NudgeDropRow, NudgeRow, Queued
from bot.match.board_messages import nudge_posted
from bot.text.voice import Mention
from cogs.board.board_message import board_link, public_voice, text_control
from cogs.ui.components import button, buttons, layout, words
from cogs.ui.routing import control_id
from data.outbox import Post
from games.words import Text


class Nudges(commands.Cog):
    """Ping for boards that change in place."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        bot.outbox.register(NudgeRow, self._nudge)
        bot.outbox.register(NudgeDropRow, self._dropped)

    async def _nudge(self, queued: Queued[NudgeRow]) -> Delivery:
        table = await self._bot.matches.table(queued.row.game_id, queued.row.seq)
        game, to_move = table.game, table.line.to_move
        board = (await self._bot.matches.boards_of([game.id])).get(game.id)
        if board is None:
            return None
        text = text_control(game.id, table.seq, queued.id)
        if table.seq != game.seq or not isinstance(to_move, int):
            # The player to move has moved meanwhile.
            return Recall(board.channel_id, control_id(*text))

        async def on_posted(connection: Transaction, envelope: Envelope, posted: Posted) -> None:
            post = Post(table.seq, posted.channel_id, posted.message_id)
            await nudge_posted(connection, envelope, game.id, post)

        voice = public_voice(game)
        player = game.players[to_move]
        return Send(
            board.channel_id,
            layout(
                None,
                words(voice(Text("{player}, your move", player=Mention(player)))),
                *buttons(
                    [
                        board_link(game, board, voice),
                        button(voice(Text("Text")), *text),
                    ]
                ),
            ),
            marker=control_id(*text),
            pings=(player,),
            on_posted=on_posted,
        )

    async def _dropped(self, queued: Queued[NudgeDropRow]) -> Delivery:
        return Drop(queued.row.channel_id, queued.row.message_id)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Nudges(bot))
