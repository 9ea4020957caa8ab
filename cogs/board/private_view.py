"""The private view of a table: as one seat sees it, with its hand.

Where a game has hidden hands, this is the only way to one, and it always answers ephemerally:
[Your hand] on the board, `/game hand`, and the pictures of the turn panel. What does not belong
here: what everybody sees (`cogs.board.boards`), and building a move (`cogs.board.turns`).
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from discord.ext import commands

from bot.app import Tavolo
from bot.delivery.messages import Attachment
from bot.errors import MatchError
from bot.match.positions import rules_of
from bot.match.table import Table, in_game
from bot.services.preferences import Viewer
from bot.text.voice import Voice
from cogs.board.board_message import alt_text, hand_alt_text, hand_of, position_text, scene_of
from cogs.board.hues import hues_of
from cogs.ui.components import TEXT_LENGTH, AnyItem, layout, picture, words
from cogs.ui.game_lookup import table_here
from cogs.ui.responses import acknowledge, viewer_of, voice_for, whisper
from cogs.ui.routing import Click, control, numbers
from games.line import Line
from games.words import Text
from render.scene import Hand, Scene

VIEW_FILE: Final = "turn.png"
HAND_FILE: Final = "hand.png"


@dataclass(frozen=True, slots=True)
class Sight:
    """What one person sees of a table: the board, their hand, and the words for both.

    `room` is how many more characters of text fit into the same message.
    """

    items: tuple[AnyItem, ...]
    files: tuple[Attachment, ...]
    room: int


class Hands(commands.Cog):
    """Show hands."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @control("hand")
    async def _hand(self, interaction: Click, parts: list[str]) -> None:
        """Show their hand to the person who clicks."""
        (game_id,) = numbers(parts, 1)
        await acknowledge(interaction, thinking=True)
        table = await table_here(self._bot, interaction, game_id)
        await show_hand(self._bot, interaction, table)


async def show_hand(bot: Tavolo, interaction: Click, table: Table) -> None:
    """Show a person the hand that they hold, and the board; the interaction is acknowledged.

    Raises MatchError where nothing is hidden, NotPlaying, or GameOver.
    """
    if not rules_of(table.game).about.hidden:
        raise MatchError(
            Text(
                "There are no hidden hands in {game}: the board shows everything.",
                game=rules_of(table.game).about.name,
            )
        )
    in_game(table, interaction.user.id)
    sight = await sight_of(bot, interaction, table)
    await whisper(interaction, layout(None, *sight.items), sight.files)


async def sight_of(
    bot: Tavolo, interaction: Click, table: Table, marked: Sequence[str] = ()
) -> Sight:
    """Return what a person may see of a table, with the choices so far of their turn marked."""
    voice, hues = voice_for(interaction, table.game.names), hues_of(table.game)
    seat = table.game.seat_of(interaction.user.id)
    who = viewer_of(interaction)
    return await view_of(bot, who, table.line, voice, hues, seat=seat, marked=marked)


async def view_of(
    bot: Tavolo,
    who: Viewer,
    line: Line,
    voice: Voice,
    hues: tuple[int, ...],
    *,
    seat: int | None,
    marked: Sequence[str] = (),
    named: bool = False,
) -> Sight:
    """Return a game as a seat sees it, for a person to whom `voice` speaks and names who sits there.

    In pictures or in words, as they prefer; in words too where a picture can't be drawn. `named`
    says whose hand it is, where that need not be the reader's.
    """
    sketches: list[Scene | Hand | None] = [None, None]
    if who.wants_pictures:
        sketches = [
            scene_of(line, voice, who.style, hues, seat=seat, marked=marked),
            hand_of(line, voice, who.style, hues, seat=seat, marked=marked, named=named),
        ]
    board_png, hand_png = await asyncio.gather(*(_drawn(bot, sketch) for sketch in sketches))
    items: list[AnyItem] = []
    files: list[Attachment] = []
    room = TEXT_LENGTH
    if board_png is not None:
        alt = alt_text(line, voice, seat=seat)
        items.append(picture(VIEW_FILE, alt))
        files.append(Attachment(VIEW_FILE, board_png, alt))
    if board_png is None or who.wants_words:
        said = voice(position_text(line, seat=seat))
        items.append(words(said))
        room -= len(said)
    if hand_png is not None:
        # The words of a position end with its reader's hand, so they are not said twice.
        alt = hand_alt_text(voice, seat=seat, named=named)
        items.append(picture(HAND_FILE, alt))
        files.append(Attachment(HAND_FILE, hand_png, alt))
    return Sight(tuple(items), tuple(files), room)


async def _drawn(bot: Tavolo, sketch: Scene | Hand | None) -> bytes | None:
    return None if sketch is None else await bot.studio.draw(sketch)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Hands(bot))
