"""Replays: step back and forth through a finished game, in a private message.

Every step shows the public board after a turn, and what was played. What does not belong here:
which positions those are (`bot.services.replays`).
"""

import asyncio
from typing import Any, Final

import discord
from discord.ext import commands

from bot.app import Tavolo
from bot.errors import ForgedControl
from bot.match.positions import rules_of
from bot.match.recap import plain_story
from bot.match.record import record_of
from bot.match.table import Table
from bot.services.finished import Finished, finished
from bot.services.replays import frames
from bot.text.voice import Voice
from cogs.board.hues import hues_of
from cogs.board.private_view import view_of
from cogs.board.recap_text import story_text
from cogs.board.result_text import headline
from cogs.ui.components import button, buttons, layout, small, words
from cogs.ui.game_lookup import table_here
from cogs.ui.responses import acknowledge, reader_of, voice_for, whisper
from cogs.ui.routing import Click, control, numbers
from data.stored import StoredGame
from games.line import Line
from games.words import Text

LABELS: Final = (Text("First"), Text("Previous"), Text("Next"), Text("Last"))


class Replays(commands.Cog):
    """Show replays."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @control("replay")
    async def _replay(self, interaction: Click, parts: list[str]) -> None:
        """Show a step of a game that is over."""
        # The last part only tells apart two buttons that lead to the same step.
        game_id, step, *_ = numbers(parts, 3 if len(parts) == len(("id", "step", "way")) else 2)
        message = interaction.message
        steps = message is not None and message.flags.ephemeral
        await acknowledge(interaction, thinking=not steps)
        table = await table_here(self._bot, interaction, game_id)
        end = await finished(self._bot.database, table.game.id)
        _, record = await record_of(self._bot.database, game_id)
        shown = await asyncio.to_thread(frames, record)
        if step >= len(shown):
            raise ForgedControl
        await self._show(interaction, end, shown, step)

    async def _show(self, interaction: Click, end: Finished, shown: list[Line], step: int) -> None:
        game, line, last = end.game, shown[step], len(shown) - 1
        voice = voice_for(interaction, game.names)
        sight = await view_of(
            self._bot, reader_of(interaction), line, voice, hues_of(game), seat=None
        )
        where = Text("turn {n} of {all}", n=step, all=last) if step else Text("the start")
        head = Text(
            "{game} {code}: {where}", game=rules_of(game).about.name, code=game.code, where=where
        )
        told = story_text(Table(game, line, line.ply), plain_story(line))
        if line.ending is not None:
            # It ended by no move of its own: what was played before has been told.
            told = headline(end)
        steps = (0, max(0, step - 1), min(last, step + 1), last)
        row = [
            button(voice(label), "replay", game.id, to, way, disabled=to == step)
            for way, (label, to) in enumerate(zip(LABELS, steps, strict=True))
        ]
        items = [small(voice(head)), *sight.items, words(voice(told)), *buttons(row)]
        await whisper(interaction, layout(None, *items), sight.files, instead=True)


def replay_button(game: StoredGame, voice: Voice) -> discord.ui.Button[Any]:  # Any: as there
    """Make the button that opens the replay of a game at its start."""
    return button(voice(Text("Replay")), "replay", game.id, 0)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Replays(bot))
