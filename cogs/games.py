"""Lists of games, and what can be done with one: board, text, resign, export, end."""

import asyncio
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Tavolo
from bot.errors import MatchError
from bot.languages import Mention, Name, Voice, listed
from bot.outcomes import TWO_GAME
from bot.seating import Table, check_running, in_game, seated
from cogs.answers import acknowledge, reader, say, whisper
from cogs.boards import show_text
from cogs.challenges import is_threaded
from cogs.controls import Click, control, numbers
from cogs.finding import (
    Finder,
    actor_of,
    game_choices,
    guild_of,
    opponents_of,
    table_here,
)
from cogs.hands import show_hand
from cogs.layout import (
    TEXT_LENGTH,
    AnyItem,
    button,
    buttons,
    layout,
    line,
    message_link,
    words,
)
from cogs.permissions import check_place, may_open_threads
from cogs.results import show_record
from cogs.tables import about, has_lost_its_place, lost_place
from data.challenges import Challenge
from data.matches import StoredGame
from data.outbox import Post
from games.registry import GAMES
from games.words import Text

LISTED: Final = 25
"""How many games one list shows, if their lines are short enough for one message."""
MORE_LENGTH: Final = 60
"""What is left of a full list for saying how many more there are."""
CODE_HELP: Final = locale_str("The game's code; leave it out for the game of this channel")


class GameLists(commands.Cog):
    """List games."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @app_commands.command(
        name=locale_str("games"),
        description=locale_str("Your running games in this server, your turn first"),
    )
    @app_commands.describe(person=locale_str("Somebody else, whose games you want to see"))
    @app_commands.guild_only()
    async def games(self, interaction: Click, person: discord.User | None = None) -> None:
        """List running games, and one's own open challenges."""
        guild_id = guild_of(interaction)
        whose = interaction.user if person is None else person
        games = await self._bot.matches.running_of(guild_id, whose.id)
        posts = await self._bot.matches.boards_of([game.id for game in games[:LISTED]])
        open_challenges = []
        if whose.id == interaction.user.id:
            open_challenges = await self._bot.challenges.open_by(guild_id, whose.id)
        voice = reader(interaction)
        below: list[AnyItem] = [line()] if open_challenges else []
        room = TEXT_LENGTH
        for challenge, card in open_challenges:
            text = voice(_challenge_line(challenge, card))
            room -= len(text)
            below.append(words(text))
            below += buttons([button(voice(Text("Cancel")), "cancel", challenge.id)])
        listed_games = words(_game_list(games, posts, whose, interaction, voice, room))
        await whisper(interaction, layout(None, listed_games, *below))


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
            commands_ = ", ".join(f"/{game.about.command} challenge" for game in GAMES.values())
            return voice(
                Text(
                    "You have no running game here. Start one with {commands}.", commands=commands_
                )
            )
        return voice(Text("{person} has no running game here.", person=Mention(whose.id)))
    lines: list[str] = []
    room -= MORE_LENGTH
    for game in games[:LISTED]:
        entry = _game_line(game, posts.get(game.id), whose.id, voice)
        room -= len(entry) + 1
        if room < 0:
            break
        lines.append(entry)
    if len(games) > len(lines):
        lines.append(voice(Text("… and {n} more.", n=len(games) - len(lines))))
    return "\n".join(lines)


def _game_line(game: StoredGame, post: Post | None, user_id: int, voice: Voice) -> str:
    mine = game.to_move == game.seat_of(user_id)
    turn = Text("**to move**") if mine else Text("waiting")
    text = Text(
        "{turn} · {game} with {others} · move {n} · {when} · {code}",
        turn=turn,
        game=about(game).name,
        others=opponents_of(game, user_id),
        n=game.turns + 1,
        when=f"<t:{game.moved_at}:R>",
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
        "{challenge}: {game}, lapses {when} · {where}",
        challenge=_challenge_name(challenge),
        game=GAMES[challenge.terms.game].about.name,
        when=f"<t:{challenge.lapses_at}:R>",
        where=where,
    )


def _challenge_name(challenge: Challenge) -> Text:
    if challenge.terms.is_table:
        return Text(
            "Open table, {n} of {all} sit", n=len(challenge.sitting), all=challenge.terms.seats
        )
    if challenge.asked:
        asked = ", ".join(f"<@{person}>" for person in challenge.asked)
        return Text("Open challenge to {people}", people=asked)
    return Text("Open challenge to anybody")


@app_commands.guild_only()
class GameCommands(
    commands.GroupCog,
    group_name=locale_str("game"),
    group_description=locale_str("Do something with one game"),
):
    """Do something with one game."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        self._finder = Finder(bot)
        super().__init__()

    @app_commands.command(
        name=locale_str("board"), description=locale_str("Post the current board anew")
    )
    @app_commands.describe(game=CODE_HELP)
    async def board(self, interaction: Click, game: str | None = None) -> None:
        """Post the board, whatever happened to the old message."""
        table = await self._finder.any_game(interaction, game)
        await acknowledge(interaction, thinking=True)
        seated(table, interaction.user.id)
        if not has_lost_its_place(table.game):
            table = await self._repost(table)
        if has_lost_its_place(table.game):
            # Asked for here, so it goes on here.
            check_place(interaction)
            threads = may_open_threads(interaction) and is_threaded(interaction)
            await self._bot.places.move(
                table.game.match, interaction.channel_id or 0, thread=threads
            )
            table = await self._repost(table)
        await self._say_where(interaction, table)

    async def _repost(self, table: Table) -> Table:
        acted = await self._bot.matches.repost(table.game.id)
        await self._bot.carry_out(acted.dispatch)
        return await self._bot.matches.table(table.game.id)

    async def _say_where(self, interaction: Click, table: Table) -> None:
        game = table.game
        if has_lost_its_place(game):
            await say(interaction, lost_place(game))
            return
        text = Text("The board stands in {place}.", place=f"<#{game.match.place_id}>")
        await say(interaction, text)

    @app_commands.command(
        name=locale_str("text"), description=locale_str("The current board in words, for you alone")
    )
    @app_commands.describe(game=CODE_HELP)
    async def text(self, interaction: Click, game: str | None = None) -> None:
        """Show the board in words."""
        await show_text(interaction, await self._finder.any_game(interaction, game))

    @app_commands.command(
        name=locale_str("hand"),
        description=locale_str("What you hold where hands are hidden, for you alone"),
    )
    @app_commands.describe(game=CODE_HELP)
    async def hand(self, interaction: Click, game: str | None = None) -> None:
        """Show a player their hand."""
        await acknowledge(interaction, thinking=True)
        await show_hand(self._bot, interaction, await self._finder.any_game(interaction, game))

    @app_commands.command(
        name=locale_str("resign"), description=locale_str("Give up a game of yours")
    )
    @app_commands.describe(game=CODE_HELP)
    async def resign(self, interaction: Click, game: str | None = None) -> None:
        """Ask whether a person means it."""
        await ask_resign(interaction, await self._finder.any_game(interaction, game))

    @app_commands.command(
        name=locale_str("export"), description=locale_str("The record of a game as a file")
    )
    @app_commands.describe(game=CODE_HELP)
    async def export(self, interaction: Click, game: str | None = None) -> None:
        """Hand out the record."""
        table = await self._finder.any_game(interaction, game)
        await show_record(interaction, self._bot.database, table.game.id)

    @app_commands.command(
        name=locale_str("end"),
        description=locale_str("For moderators: end a game without a result"),
    )
    @app_commands.describe(game=CODE_HELP)
    async def end(self, interaction: Click, game: str | None = None) -> None:
        """Ask a moderator whether they mean it."""
        _check_moderator(interaction)
        table = await self._finder.any_game(interaction, game)
        check_running(table)
        voice = reader(interaction, table.game.names)
        players = listed([Name(name) for name in table.game.names])
        text = Text(
            "End {game} {code} between {players} without a result? Nobody wins, nothing is rated.",
            game=about(table.game).name,
            code=table.game.code,
            players=players,
        )
        row = [
            button(
                voice(Text("End the game")),
                "end-yes",
                table.game.id,
                style=discord.ButtonStyle.danger,
            ),
            button(voice(Text("Let it run")), "leave-it", table.game.id),
        ]
        await whisper(interaction, layout(None, words(voice(text)), *buttons(row)))

    # Autocomplete

    @board.autocomplete("game")
    @text.autocomplete("game")
    @hand.autocomplete("game")
    @resign.autocomplete("game")
    @export.autocomplete("game")
    @end.autocomplete("game")
    async def _codes(self, interaction: Click, typed: str) -> list[app_commands.Choice[str]]:
        """List one's own running games."""
        return await game_choices(self._bot, interaction, typed)

    # Confirmations

    @control("resign")
    async def _resign(self, interaction: Click, parts: list[str]) -> None:
        """Ask, from More."""
        (game_id,) = numbers(parts, 1)
        await ask_resign(
            interaction, await table_here(self._bot, interaction, game_id), instead=True
        )

    @control("resign-yes")
    async def _resign_yes(self, interaction: Click, parts: list[str]) -> None:
        """Resign."""
        (game_id,) = numbers(parts, 1)
        await acknowledge(interaction)
        table = await table_here(self._bot, interaction, game_id)
        acted = await self._bot.matches.resign(
            table.game.id, actor_of(interaction), interaction_id=interaction.id
        )
        done = Text("You have resigned.")
        if acted.table.game.running:
            done = Text("You have left the game. The others go on without you.")
        await asyncio.gather(
            self._bot.carry_out(acted.dispatch), say(interaction, done, instead=True)
        )

    @control("end-yes")
    async def _end_yes(self, interaction: Click, parts: list[str]) -> None:
        """End a game without a result."""
        (game_id,) = numbers(parts, 1)
        _check_moderator(interaction)
        await acknowledge(interaction)
        table = await table_here(self._bot, interaction, game_id)
        acted = await self._bot.matches.abort(
            table.game.id, actor_of(interaction), interaction_id=interaction.id
        )
        await asyncio.gather(
            self._bot.carry_out(acted.dispatch),
            say(interaction, Text("The game is ended, without a result."), instead=True),
        )

    @control("leave-it")
    async def _leave_it(self, interaction: Click, parts: list[str]) -> None:
        """Do nothing after all."""
        numbers(parts, 1)
        await say(interaction, Text("Nothing has changed."), instead=True)


async def ask_resign(interaction: Click, table: Table, *, instead: bool = False) -> None:
    """Ask a player whether they mean to resign, and say what it comes to."""
    seat = in_game(table, interaction.user.id)
    voice = reader(interaction, table.game.names)
    text = _what_resigning_means(table, seat)
    row = [
        button(
            voice(Text("Resign")), "resign-yes", table.game.id, style=discord.ButtonStyle.danger
        ),
        button(voice(Text("Keep playing")), "leave-it", table.game.id),
    ]
    view = layout(None, words(voice(text)), *buttons(row))
    await whisper(interaction, view, instead=instead)


def _what_resigning_means(table: Table, seat: int) -> Text:
    game = table.game
    remaining = [Name(game.names[other]) for other in sorted(table.line.playing - {seat})]
    if not remaining:
        return Text("Give up? Nobody else is left in this game, so nobody wins it then.")
    others = listed(remaining)
    if len(remaining) > 1:
        return Text(
            "Leave the game with {others}? The others go on without you, and you can't win.",
            others=others,
        )
    if game.match.kind == TWO_GAME:
        return Text("Resign against {others}? You lose the whole two-game match.", others=others)
    return Text("Resign against {others}? You lose this game.", others=others)


def _check_moderator(interaction: Click) -> None:
    if not interaction.permissions.manage_guild:
        raise MatchError(
            Text("Only those who may manage this server can end somebody else's game.")
        )


async def setup(bot: Tavolo) -> None:
    """Load the cogs."""
    await bot.add_cog(GameLists(bot))
    await bot.add_cog(GameCommands(bot))
