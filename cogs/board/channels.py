"""Where a game's messages go: its thread or channel, and another one where that is gone or closed.

`bot.delivery.channels` decides; this tells it what it has to know of the table. What does not
belong here: in which channel a game may be started (`cogs.ui.permissions`).
"""

from collections.abc import Awaitable, Callable

import discord

from bot.app import Tavolo
from bot.delivery.channels import Place, Title
from bot.delivery.discord_errors import Trouble
from bot.delivery.messages import Send
from bot.match.positions import rules_of
from cogs.board.board_message import has_lost_its_place, lost_place, public_voice, thread_title
from cogs.ui.components import button, buttons, layout, words
from cogs.ui.responses import voice_for, whisper
from cogs.ui.routing import Click
from data.stored import StoredGame
from games.words import Text


async def open_place(bot: Tavolo, game: StoredGame) -> Place | None:
    """Return the place of a game, opening its thread if it has none yet."""
    return await bot.places.open_or_get(game.match, title_of(game), _unmentioned(game))


async def another_place(
    bot: Tavolo, game: StoredGame, place: Place, trouble: Trouble
) -> Place | None:
    """Return where a game goes on that can't go on in a place."""
    # Read again: it may have found another one since, by an earlier attempt.
    match = (await bot.matches.table(game.id)).game.match
    return await bot.places.replace(match, place, trouble, title_of(game), _unmentioned(game))


def elsewhere(
    bot: Tavolo, game: StoredGame, place: Place, message_in: Callable[[Place], Awaitable[Send]]
) -> Callable[[Trouble], Awaitable[Send | None]]:
    """Return what finds another place for a message that can't go out in a place (`Send`).

    `message_in` makes the message for the other place.
    """

    async def find(trouble: Trouble) -> Send | None:
        other = await another_place(bot, game, place, trouble)
        return None if other is None else await message_in(other)

    return find


async def tell_placeless(interaction: Click, game: StoredGame, *, instead: bool = False) -> None:
    """Tell a player that a game has no place, and offer to go on where they are."""
    voice = voice_for(interaction)
    if not has_lost_its_place(game):
        text = Text(
            "Discord is not accepting the board right now. I'll keep trying, and /games lists "
            "the game."
        )
        await whisper(interaction, layout(None, words(voice(text))), instead=instead)
        return
    on = button(voice(Text("Go on here")), "here", game.id, style=discord.ButtonStyle.primary)
    view = layout(None, words(voice(lost_place(game))), *buttons([on]))
    await whisper(interaction, view, instead=instead)


def title_of(game: StoredGame) -> Title:
    """Name the thread of a match; without the players where a name of theirs is refused."""
    neutral = Text("{game} · {code}", game=rules_of(game).about.name, code=game.code)
    return Title(thread_title(game), public_voice(game).plain()(neutral))


def _unmentioned(game: StoredGame) -> tuple[int, ...]:
    """List whom no message mentions: everybody where the server wants no pings."""
    return () if game.server.pings else game.players
