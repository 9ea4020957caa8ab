"""Find the game that a person means: by its code, or by the channel or thread they are in."""

from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands

from bot.app import Tavolo
from bot.errors import UnknownGame, WayOut
from bot.match.positions import rules_of
from bot.match.table import Person, Table
from bot.services.matches import no_such_game
from bot.text.voice import Name, listed
from cogs.ui.access import may_see
from cogs.ui.components import OPTION_LENGTH, shorten
from cogs.ui.responses import voice_for
from cogs.ui.routing import Click
from data.stored import StoredGame
from games.words import Text

CODE_LENGTH: Final = 20
"""How long a code may be as people type it, with blanks and the like around it."""
Code = app_commands.Range[str, 1, CODE_LENGTH]
"""The code of a game as an option of a command."""
MOST_CHOICES: Final = 25
MORE: Final = "?"
"""What is chosen where more games fit than Discord shows; it names none."""
MOST_OFFERED: Final = 10
"""How many games one message offers as buttons."""
MOST_SUGGESTED: Final = 5
"""In how many games moves are suggested at a time."""
LONGEST_TYPED: Final = 60
"""How much that was typed a button takes along."""
SEVERAL: Final = Text("Several games are played here. Which one do you mean?")


def actor_of(interaction: Click) -> Person:
    """Return the person who acts."""
    return Person(interaction.user.id, interaction.user.display_name)


def guild_of(interaction: Click) -> int:
    """Return the server of an interaction; UnknownGame in a direct message."""
    if interaction.guild_id is None:
        raise UnknownGame(Text("This only works in a server."))
    return interaction.guild_id


async def is_in_a_game(interaction: Click) -> bool:
    """Tell whether this is the thread of a game: its board should stay the last message."""
    if not isinstance(interaction.channel, discord.Thread):
        return False
    return await interaction.client.matches.latest_in(interaction.channel.id) is not None


async def table_here(
    bot: Tavolo, interaction: Click, game_id: int, seq: int | None = None
) -> Table:
    """Return the game with a number from a custom_id; UnknownGame if the person may not see it."""
    table = await bot.matches.table(game_id, seq)
    if not await may_see(interaction, table.game):
        raise UnknownGame
    return table


class Finder:
    """Find games."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    async def any_game(self, interaction: Click, code: str | None) -> Table:
        """Return the game with a code, or the one that is (or was last) played here."""
        if code and code != MORE:
            return await self._coded(interaction, code)
        running = await self._running_here(interaction)
        own = [game for game in running if game.is_playing(interaction.user.id)]
        for games in (own, running):
            if len(games) == 1:
                return await self._bot.matches.table(games[0].id)
            if games:
                raise UnknownGame(SEVERAL, _ways(interaction, games))
        latest = await self._bot.matches.latest_in(interaction.channel_id or 0)
        if latest is None:
            raise await self._elsewhere(
                interaction,
                Text("No game is played in this channel. Which of yours do you mean?"),
                Text(
                    "No game is played in this channel. Add game: with a code; /games lists yours."
                ),
            )
        return await self._bot.matches.table(latest.id)

    async def to_move(self, interaction: Click, code: str | None) -> Table:
        """Return the game in which a person wants to move.

        With several of theirs in one channel it is the one where it is their turn; if that
        is none or several, UnknownGame asks which.
        """
        if code and code != MORE:
            return await self._coded(interaction, code)
        candidates = await self._own_here(interaction)
        if not candidates:
            latest = await self._bot.matches.latest_in(interaction.channel_id or 0)
            if latest is not None and interaction.user.id in latest.players:
                # It is over; a person who tries to move in it is told so.
                return await self._bot.matches.table(latest.id)
            raise await self._elsewhere(
                interaction,
                Text("You have no running game in this channel. Which of yours do you mean?"),
                Text(
                    "You have no running game in this channel. "
                    "Add game: with a code; /games lists yours."
                ),
            )
        if len(candidates) > 1:
            raise UnknownGame(SEVERAL, _ways(interaction, candidates))
        return await self._bot.matches.table(candidates[0].id)

    async def _coded(self, interaction: Click, code: str) -> Table:
        """Return the game with a code; UnknownGame also where the person may not see it."""
        table = await self._bot.matches.table_by_code(guild_of(interaction), code)
        if not await may_see(interaction, table.game):
            raise UnknownGame(no_such_game(code))
        return table

    async def all_to_move(self, interaction: Click) -> list[Table]:
        """Return all the games that may be meant by a move: here, else in the whole server."""
        games = await self._own_here(interaction) or [
            game for game in await self._own(interaction) if _is_turn_of(game, interaction.user.id)
        ]
        return [await self._bot.matches.table(game.id) for game in games[:MOST_SUGGESTED]]

    async def named(self, interaction: Click, typed: str) -> tuple[str | None, str]:
        """Read a move that begins with the code of a game of that person: code and move."""
        first, _, move = typed.strip().partition(" ")
        if move and any(game.code == first for game in await self._own(interaction)):
            return first, move
        return None, typed

    async def _elsewhere(self, interaction: Click, which: Text, none: Text) -> UnknownGame:
        """Offer a person's games where none is played; without any, say what else can be done."""
        games = await self._own(interaction)
        return UnknownGame(which, _ways(interaction, games)) if games else UnknownGame(none)

    async def _own(self, interaction: Click) -> list[StoredGame]:
        if interaction.guild_id is None:
            return []
        return await self._bot.matches.running_of(interaction.guild_id, interaction.user.id)

    async def _own_here(self, interaction: Click) -> list[StoredGame]:
        """List a person's games of this channel: those where it is their turn, if there are any."""
        user_id = interaction.user.id
        own = [g for g in await self._running_here(interaction) if g.is_playing(user_id)]
        return [game for game in own if _is_turn_of(game, user_id)] or own

    async def _running_here(self, interaction: Click) -> list[StoredGame]:
        return await self._bot.matches.running_in(interaction.channel_id or 0)


async def game_choices(
    bot: Tavolo, interaction: Click, typed: str
) -> list[app_commands.Choice[str]]:
    """List running games for autocomplete: a person's own, their turn first, then those here."""
    if interaction.guild_id is None:
        return []
    games = await bot.matches.running_of(interaction.guild_id, interaction.user.id)
    known = {game.id for game in games}
    here = await bot.matches.running_in(interaction.channel_id or 0)
    games += [game for game in here if game.id not in known]
    voice, wanted = voice_for(interaction).plain(), typed.strip().casefold()[:OPTION_LENGTH]
    labels = [(voice(_label(game, interaction.user.id)), game.code) for game in games]
    fitting = [(label, code) for label, code in labels if wanted in label.casefold()]
    if len(fitting) > MOST_CHOICES:
        left = len(fitting) - MOST_CHOICES + 1
        more = Text("… and {n} more: type a name or a code", n=left)
        fitting = [*fitting[: MOST_CHOICES - 1], (voice(more), MORE)]
    return [
        app_commands.Choice(name=shorten(label, OPTION_LENGTH), value=code)
        for label, code in fitting
    ]


def opponents_of(game: StoredGame, user_id: int) -> Text:
    """List the others at a game, without those who have left it."""
    others = [
        Name(name)
        for person, name in zip(game.players, game.names, strict=True)
        if person != user_id and game.is_playing(person)
    ]
    return listed(others)


def name_of(game: StoredGame, user_id: int) -> Text:
    """Name a game by its kind and the others at it."""
    return Text(
        "{game} with {others}", game=rules_of(game).about.name, others=opponents_of(game, user_id)
    )


def _label(game: StoredGame, user_id: int) -> Text:
    return Text(
        "{code} · {game} with {others}",
        code=game.code,
        game=rules_of(game).about.name,
        others=opponents_of(game, user_id),
    )


def _is_turn_of(game: StoredGame, user_id: int) -> bool:
    return game.to_move is not None and game.to_move == game.seat_of(user_id)


def _ways(interaction: Click, games: Sequence[StoredGame]) -> list[WayOut]:
    """Offer games for the command that could have meant several."""
    command = interaction.command
    if command is None:
        return []
    typed = next(
        (value for name, value in interaction.namespace if name != "game" and value is not None),
        None,
    )
    return [
        WayOut(
            _label(game, interaction.user.id),
            "which",
            (game.id, command.qualified_name, *(() if typed is None else (str(typed),))),
        )
        for game in games[:MOST_OFFERED]
        if typed is None or len(str(typed)) <= LONGEST_TYPED
    ]
