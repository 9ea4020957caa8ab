"""/games: the running games of a person here, and their own open challenges."""

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Tavolo
from bot.match.positions import rules_of
from bot.text.voice import Mention, Voice
from cogs.board.clock_text import clock_text
from cogs.challenge.quick_start import start_button
from cogs.ui.access import may_see
from cogs.ui.components import (
    TEXT_LENGTH,
    AnyItem,
    button,
    buttons,
    layout,
    line,
    message_link,
    words,
)
from cogs.ui.game_lookup import guild_of, opponents_of
from cogs.ui.responses import voice_for, whisper
from cogs.ui.routing import Click
from data.challenges import Challenge
from data.outbox import Post
from data.stored import StoredGame
from games.registry import GAMES
from games.words import Text, series

LISTED: Final = 25
"""How many games one list shows, if their lines are short enough for one message."""
MORE_LENGTH: Final = 60
"""What is left of a full list for saying how many more there are."""


class GameLists(commands.Cog):
    """List games."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @app_commands.command(
        name=locale_str("games"),
        description=locale_str("Your running games in this server, your turn first"),
    )
    @app_commands.describe(person=locale_str("See the games of somebody else"))
    @app_commands.guild_only()
    async def games(self, interaction: Click, person: discord.User | None = None) -> None:
        """List running games, and one's own open challenges."""
        guild_id = guild_of(interaction)
        whose = interaction.user if person is None else person
        games = [
            game
            for game in await self._bot.matches.running_of(guild_id, whose.id)
            if await may_see(interaction, game)
        ]
        posts = await self._bot.matches.boards_of([game.id for game in games[:LISTED]])
        open_challenges = []
        if whose.id == interaction.user.id:
            open_challenges = await self._bot.challenges.open_by(guild_id, whose.id)
        voice = voice_for(interaction)
        below: list[AnyItem] = [line()] if open_challenges else []
        room = TEXT_LENGTH
        for challenge, card in open_challenges:
            text = voice(_challenge_line(challenge, card))
            room -= len(text)
            below.append(words(text))
            below += buttons([button(voice(Text("Cancel")), "cancel", challenge.id)])
        above: list[AnyItem] = [words(_game_list(games, posts, whose, interaction, voice, room))]
        if whose.id == interaction.user.id and not games and not open_challenges:
            above.append(words(voice(Text("### Start a game"))))
            above += buttons(start_button(game.about.name, key) for key, game in GAMES.items())
        await whisper(interaction, layout(None, *above, *below))


def _game_list(
    games: list[StoredGame],
    posts: dict[int, Post],
    whose: discord.abc.User,
    interaction: Click,
    voice: Voice,
    room: int,
) -> str:
    """List games in at most `room` characters; those that do not fit are counted."""
    own = whose.id == interaction.user.id
    if not games:
        if own:
            return voice(Text("You have no running games here."))
        return voice(Text("{person} has no running games here.", person=Mention(whose.id)))
    lines: list[str] = []
    room -= MORE_LENGTH
    shown, heading = 0, ""
    for game in games[:LISTED]:
        entry = _game_line(game, posts.get(game.id), whose.id, voice)
        above = voice(_heading(game, whose, own=own))
        if above != heading:
            entry, heading = f"{above}\n{entry}", above
        room -= len(entry) + 1
        if room < 0:
            break
        lines.append(entry)
        shown += 1
    if len(games) > shown:
        lines.append(voice(Text("… and {n} more.", n=len(games) - shown)))
    return "\n".join(lines)


def _heading(game: StoredGame, whose: discord.abc.User, *, own: bool) -> Text:
    """Say of whom the games below wait for a move: the person's own come first."""
    if game.to_move != game.seat_of(whose.id):
        return Text("**Waiting for others**")
    return Text("**Your turn**") if own else Text("**Their turn**")


def _game_line(game: StoredGame, post: Post | None, user_id: int, voice: Voice) -> str:
    text = Text(
        "{game} with {others} · move {n} · {deadline} · {code}",
        game=rules_of(game).about.name,
        others=opponents_of(game, user_id),
        n=game.turns + 1,
        deadline=clock_text(game) or Text("no clock"),
        code=game.code,
    )
    if post is None:
        return voice(text)
    address = message_link(game.match.guild_id, post.channel_id, post.message_id)
    go = voice(Text("go"))
    return f"{voice(text)} · [{go}]({address})"


def _challenge_line(challenge: Challenge, card: Post | None) -> Text:
    where = f"<#{challenge.channel_id}>"
    if card is not None:
        where = message_link(challenge.guild_id, card.channel_id, card.message_id)
    return Text(
        "{challenge}: {game}, expires {when} · {where}",
        challenge=_challenge_name(challenge),
        game=GAMES[challenge.terms.game].about.name,
        when=f"<t:{challenge.lapses_at}:R>",
        where=where,
    )


def _challenge_name(challenge: Challenge) -> Text:
    if challenge.terms.is_table:
        return Text(
            "Open table, {n} of {all} seats taken",
            n=len(challenge.sitting),
            all=challenge.terms.seats,
        )
    if challenge.asked:
        asked = series(map(Mention, challenge.asked))
        return Text("Open challenge to {people}", people=asked)
    return Text("Open challenge to anybody")


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(GameLists(bot))
