"""Find the game that a person means: by its code, or by the channel or thread they are in."""

from collections.abc import Sequence

import discord
from discord import app_commands

from bot.app import Tavolo
from bot.errors import UnknownGame
from bot.languages import Name, listed
from bot.seating import Person, Table
from cogs.answers import reader
from cogs.controls import Click
from cogs.layout import OPTION_LENGTH, shorten
from cogs.tables import about
from data.stored import StoredGame
from games.words import Text

MOST_CHOICES = 25


def actor_of(interaction: Click) -> Person:
    """Give the person who acts."""
    return Person(interaction.user.id, interaction.user.display_name)


def guild_of(interaction: Click) -> int:
    """Give the server of an interaction; UnknownGame in a direct message."""
    if interaction.guild_id is None:
        raise UnknownGame(Text("This works in a server only."))
    return interaction.guild_id


async def table_here(
    bot: Tavolo, interaction: Click, game_id: int, seq: int | None = None
) -> Table:
    """Give the game with a number from a custom_id; UnknownGame if it is another server's."""
    table = await bot.matches.table(game_id, seq)
    if table.game.match.guild_id != interaction.guild_id:
        raise UnknownGame
    return table


class Finder:
    """Find games."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    async def any_game(self, interaction: Click, code: str | None) -> Table:
        """Give the game with a code, or the one that is (or was last) played here."""
        if code:
            return await self._bot.matches.table_by_code(guild_of(interaction), code)
        running = await self._running_here(interaction)
        own = [game for game in running if game.is_playing(interaction.user.id)]
        for games in (own, running):
            if len(games) == 1:
                return await self._bot.matches.table(games[0].id)
            if games:
                raise UnknownGame(_which(games))
        latest = await self._bot.matches.latest_in(interaction.channel_id or 0)
        if latest is None:
            raise UnknownGame(
                Text(
                    "No game is played in this channel. Add game: with a code; /games lists yours."
                )
            )
        return await self._bot.matches.table(latest.id)

    async def to_move(self, interaction: Click, code: str | None) -> Table:
        """Give the game in which a person wants to move.

        With several of theirs in one channel it is the one where it is their turn; if that
        is none or several, UnknownGame asks which.
        """
        if code:
            return await self._bot.matches.table_by_code(guild_of(interaction), code)
        own = [
            game
            for game in await self._running_here(interaction)
            if game.is_playing(interaction.user.id)
        ]
        waiting = [game for game in own if game.to_move == game.seat_of(interaction.user.id)]
        candidates = waiting or own
        if not candidates:
            latest = await self._bot.matches.latest_in(interaction.channel_id or 0)
            if latest is not None and interaction.user.id in latest.players:
                # It is over, and whoever tries to move in it is told so.
                return await self._bot.matches.table(latest.id)
            raise UnknownGame(
                Text(
                    "You have no running game in this channel. "
                    "Add game: with a code; /games lists yours."
                )
            )
        if len(candidates) > 1:
            raise UnknownGame(_which(candidates))
        return await self._bot.matches.table(candidates[0].id)

    async def _running_here(self, interaction: Click) -> list[StoredGame]:
        return await self._bot.matches.running_in(interaction.channel_id or 0)


async def game_choices(
    bot: Tavolo, interaction: Click, typed: str
) -> list[app_commands.Choice[str]]:
    """List a person's own running games for autocomplete, own turn first."""
    if interaction.guild_id is None:
        return []
    games = await bot.matches.running_of(interaction.guild_id, interaction.user.id)
    voice = reader(interaction).plain()
    labels = [(voice(_label(game, interaction.user)), game.code) for game in games]
    return [
        app_commands.Choice(name=shorten(label, OPTION_LENGTH), value=code)
        for label, code in labels
        if typed.strip().casefold() in label.casefold()
    ][:MOST_CHOICES]


def opponents_of(game: StoredGame, user_id: int) -> Text:
    """List the others at a game, without those who have left it."""
    others = [
        Name(name)
        for person, name in zip(game.players, game.names, strict=True)
        if person != user_id and game.is_playing(person)
    ]
    return listed(others)


def _label(game: StoredGame, user: discord.abc.User) -> Text:
    return Text(
        "{code} · {game} with {others}",
        code=game.code,
        game=about(game).name,
        others=opponents_of(game, user.id),
    )


def _which(games: Sequence[StoredGame]) -> Text:
    codes = listed([Name(game.code) for game in games])
    return Text("Several games are played here: {codes}. Say which with game:", codes=codes)
