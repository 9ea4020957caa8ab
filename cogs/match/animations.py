"""Animations: a finished game as a moving picture, first in private, then for everybody by choice.

What does not belong here: how it is made (`bot.services.animations`, `render.animation`).
"""

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import discord
from discord.ext import commands

from bot.app import Tavolo
from bot.delivery.messages import Attachment
from bot.errors import Refused
from bot.match.positions import rules_of
from bot.services.animations import AnimationRequest
from bot.services.finished import finished
from bot.services.preferences import public_style
from bot.services.replays import frames, record_to_show
from bot.text.voice import Voice
from cogs.board.board_message import public_voice, scene_of
from cogs.board.hues import hues_of
from cogs.board.result_text import headline
from cogs.match.waiting import wait_for
from cogs.ui.components import AnyItem, button, buttons, layout, picture, small
from cogs.ui.game_lookup import table_here
from cogs.ui.responses import acknowledge, change, viewer_of, voice_for, whisper
from cogs.ui.routing import Click, control, numbers
from data.stored import StoredGame
from games.words import Text
from render.scene import Scene

ANIMATION_FILE: Final = "game.gif"


class Animations(commands.Cog):
    """Show animations."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @control("animate")
    async def _animate(self, interaction: Click, parts: list[str]) -> None:
        """Show a game to the person who asks, in the picture style they chose."""
        (game_id,) = numbers(parts, 1)
        await acknowledge(interaction, thinking=True)
        game = await self._over(interaction, game_id)
        who, voice = viewer_of(interaction), voice_for(interaction, game.names)
        request = AnimationRequest(
            game.id, game.match.guild_id, voice.language, game.names, who.style
        )
        made = await self._made(interaction, game, request)
        if made is None:
            return
        file, items = await self._shown(game, made, voice)
        if may_post(interaction, game):
            items += buttons([button(voice(Text("Post it here")), "animate-post", game.id)])
        await whisper(interaction, layout(None, *items), [file])

    @control("animate-post")
    async def _post(self, interaction: Click, parts: list[str]) -> None:
        """Post a game for everybody in the channel, as the public boards looked."""
        (game_id,) = numbers(parts, 1)
        game = await self._over(interaction, game_id)
        if not may_post(interaction, game):
            raise Refused(Text("Only its players can post this game in another channel."))
        await acknowledge(interaction, thinking=True, publicly=True)
        voice, style = public_voice(game), public_style(game.server)
        request = AnimationRequest(game.id, game.match.guild_id, voice.language, game.names, style)
        made = await self._made(interaction, game, request, publicly=True)
        if made is not None:
            file, items = await self._shown(game, made, voice)
            await change(interaction, layout(None, *items), [file])

    async def _over(self, interaction: Click, game_id: int) -> StoredGame:
        game = (await table_here(self._bot, interaction, game_id)).game
        if game.running:
            raise Refused(Text("This game is not over yet."))
        return game

    async def _made(
        self,
        interaction: Click,
        game: StoredGame,
        request: AnimationRequest,
        *,
        publicly: bool = False,
    ) -> bytes | None:
        """Return an animation, made now if need be; None where the person was told why not."""
        known = self._bot.animations.known(request)
        if known is not None:
            return known

        async def boards() -> Sequence[Scene]:
            record = await record_to_show(self._bot.database, game)
            voice, hues = Voice(request.language, game.names), hues_of(game)
            return await asyncio.to_thread(
                lambda: [scene_of(line, voice, request.style, hues) for line in frames(record)]
            )

        work = await self._bot.animations.ask(request, interaction.user.id, boards)
        return await wait_for(
            interaction,
            work,
            lambda done, slices: Text("Drawing the game: {n} of {all}", n=done, all=slices),
            Text("This game could not be drawn. Please try again later."),
            publicly=publicly,
        )

    async def _shown(
        self, game: StoredGame, made: bytes, voice: Voice
    ) -> tuple[Attachment, list[AnyItem]]:
        """Return the file of an animation, and what shows it."""
        end = headline(await finished(self._bot.database, game.id))
        title = Text("{game} {code}", game=rules_of(game).about.name, code=game.code)
        head = Text("{game}: {where}", game=title, where=end)
        alt = voice.plain()(Text("Every turn of the game, one after the other. {end}", end=end))
        return (
            Attachment(ANIMATION_FILE, made, alt),
            [small(voice(head)), picture(ANIMATION_FILE, alt)],
        )


def may_post(interaction: Click, game: StoredGame) -> bool:
    """Tell whether a person may show a game to everybody here.

    Who sees a game in a channel of few people does not show it to all; its players may.
    """
    here = interaction.channel_id in {game.match.place_id, game.match.channel_id}
    return here or interaction.user.id in game.players


def animate_button(game_id: int, voice: Voice) -> discord.ui.Button[Any]:  # Any: as AnyItem
    """Make the button that shows a finished game as a moving picture."""
    return button(voice(Text("Animate")), "animate", game_id)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Animations(bot))
