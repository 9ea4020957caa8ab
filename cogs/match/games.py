"""/game: actions for one game, by its code or in the channel where it is played.

Most of it is done by the cogs that also have buttons for it. What does not belong here: lists of
games (`cogs.server.lists`).
"""

import asyncio
from dataclasses import replace
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Tavolo
from bot.errors import MatchError
from bot.match.dates import DATE_LENGTH, span_of
from bot.match.positions import rules_of
from bot.match.table import Person, Table, check_running, in_game, is_deserted, seated
from bot.services.matches import check_impartial
from bot.services.notes import LONGEST_NOTE
from bot.text.voice import Name, listed
from cogs.board.board_message import has_lost_its_place
from cogs.board.boards import show_text
from cogs.board.channels import tell_placeless
from cogs.board.private_view import show_hand
from cogs.match.agreements import ask
from cogs.match.archive import everything_of, finished_choices, show_found
from cogs.match.clocks import give_time
from cogs.match.follow_and_notes import follow, show_note
from cogs.match.imports import import_game
from cogs.match.proofs import show_record
from cogs.match.replays import replay_of, show_step
from cogs.match.shared_pages import share_game
from cogs.ui.components import button, buttons, layout, words
from cogs.ui.game_lookup import Code, Finder, actor_of, game_choices, guild_of, table_here
from cogs.ui.permissions import check_place, spot_for_a_game
from cogs.ui.responses import acknowledge, say, voice_for, whisper
from cogs.ui.routing import Click, control, numbers
from data.challenges import MatchKind
from data.offers import OfferKind
from data.outcomes import Ending
from games.registry import GAMES
from games.words import Text

CODE_HELP: Final = locale_str("The game's code; leave it out for the game in this channel")


@app_commands.guild_only()
class GameCommands(
    commands.GroupCog,
    group_name=locale_str("game"),
    group_description=locale_str("Actions for a single game"),
):
    """Do something with one game."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        self._finder = Finder(bot)
        super().__init__()

    @app_commands.command(
        name=locale_str("board"), description=locale_str("Post the current board again")
    )
    @app_commands.describe(game=CODE_HELP)
    async def board(self, interaction: Click, game: Code | None = None) -> None:
        """Post the board, whatever happened to the old message."""
        table = await self._finder.any_game(interaction, game)
        await acknowledge(interaction, thinking=True)
        await self._post(interaction, table)

    @control("here")
    async def _here(self, interaction: Click, parts: list[str]) -> None:
        """Move a game that has lost its place to the channel where a player is."""
        (game_id,) = numbers(parts, 1)
        table = await table_here(self._bot, interaction, game_id)
        await acknowledge(interaction, thinking=True)
        await self._post(interaction, table)

    async def _post(self, interaction: Click, table: Table) -> None:
        seated(table, interaction.user.id)
        if not has_lost_its_place(table.game):
            table = await self._repost(table, by=actor_of(interaction))
        if has_lost_its_place(table.game):
            # Asked for here, so it goes on here.
            spot = await spot_for_a_game(interaction)
            check_place(spot)
            threads = spot.may_open_threads and spot.is_threaded
            await self._bot.places.move(table.game.match, spot.channel_id, thread=threads)
            table = await self._repost(table)
        await self._say_where(interaction, table)

    async def _repost(self, table: Table, *, by: Person | None = None) -> Table:
        acted = await self._bot.matches.repost(table.game.id, by=by)
        await self._bot.carry_out(acted.dispatch)
        return await self._bot.matches.table(table.game.id)

    async def _say_where(self, interaction: Click, table: Table) -> None:
        game = table.game
        if game.match.place_id is None:
            await tell_placeless(interaction, game)
            return
        text = Text("The board is in {place}.", place=f"<#{game.match.place_id}>")
        await say(interaction, text)

    @app_commands.command(
        name=locale_str("text"), description=locale_str("The current board in words, only for you")
    )
    @app_commands.describe(game=CODE_HELP)
    async def text(self, interaction: Click, game: Code | None = None) -> None:
        """Show the board in words."""
        await show_text(interaction, await self._finder.any_game(interaction, game))

    @app_commands.command(
        name=locale_str("hand"),
        description=locale_str("Your hand, in games with hidden hands; only you see it"),
    )
    @app_commands.describe(game=CODE_HELP)
    async def hand(self, interaction: Click, game: Code | None = None) -> None:
        """Show a player their hand."""
        await acknowledge(interaction, thinking=True)
        await show_hand(self._bot, interaction, await self._finder.any_game(interaction, game))

    @app_commands.command(
        name=locale_str("resign"), description=locale_str("Resign one of your games")
    )
    @app_commands.describe(game=CODE_HELP)
    async def resign(self, interaction: Click, game: Code | None = None) -> None:
        """Ask whether a person means it."""
        await ask_resign(interaction, await self._finder.any_game(interaction, game))

    @app_commands.command(
        name=locale_str("more-time"),
        description=locale_str("Give the player to move one more day"),
    )
    @app_commands.describe(game=CODE_HELP)
    async def more_time(self, interaction: Click, game: Code | None = None) -> None:
        """Add a day to an opponent's clock."""
        table = await self._finder.any_game(interaction, game)
        await acknowledge(interaction, thinking=True)
        await give_time(self._bot, interaction, table)

    @app_commands.command(
        name=locale_str("draw"), description=locale_str("Offer a draw, or agree to one")
    )
    @app_commands.describe(game=CODE_HELP)
    async def draw(self, interaction: Click, game: Code | None = None) -> None:
        """Offer a draw."""
        await self._ask(interaction, game, OfferKind.DRAW)

    @app_commands.command(
        name=locale_str("takeback"),
        description=locale_str("Ask the others to let you take back your last turn"),
    )
    @app_commands.describe(game=CODE_HELP)
    async def takeback(self, interaction: Click, game: Code | None = None) -> None:
        """Ask for a takeback."""
        await self._ask(interaction, game, OfferKind.TAKEBACK)

    @app_commands.command(
        name=locale_str("abort"),
        description=locale_str("Ask to end a game that has only just begun, without a result"),
    )
    @app_commands.describe(game=CODE_HELP)
    async def abort(self, interaction: Click, game: Code | None = None) -> None:
        """Ask for an end without a result."""
        await self._ask(interaction, game, OfferKind.ABORT)

    async def _ask(self, interaction: Click, game: str | None, kind: OfferKind) -> None:
        await acknowledge(interaction, thinking=True)
        table = await self._finder.any_game(interaction, game)
        await ask(self._bot, interaction, table, kind)

    @app_commands.command(
        name=locale_str("follow"),
        description=locale_str("Turn the end-of-game ping for a game on or off"),
    )
    @app_commands.describe(game=CODE_HELP)
    async def follow(self, interaction: Click, game: Code | None = None) -> None:
        """Follow a game, or no more."""
        table = await self._finder.any_game(interaction, game)
        follows = await self._bot.followers.follows(table.game.id, interaction.user.id)
        await follow(self._bot, interaction, table, wanted=not follows)

    @app_commands.command(
        name=locale_str("note"), description=locale_str("Keep a note on a game that only you see")
    )
    @app_commands.describe(text=locale_str("What you want to remember"), game=CODE_HELP)
    async def note(
        self,
        interaction: Click,
        text: app_commands.Range[str, 1, LONGEST_NOTE] | None = None,
        game: Code | None = None,
    ) -> None:
        """Show a note, or keep a new one."""
        table = await self._finder.any_game(interaction, game)
        if text is not None:
            await self._bot.notes.write(table.game.id, interaction.user.id, text)
        await show_note(self._bot, interaction, table)

    @app_commands.command(
        name=locale_str("export"), description=locale_str("Get the record of a game as a file")
    )
    @app_commands.describe(game=CODE_HELP)
    async def export(self, interaction: Click, game: Code | None = None) -> None:
        """Hand out the record."""
        table = await self._finder.any_game(interaction, game)
        await show_record(interaction, self._bot, table.game.id)

    @app_commands.command(
        name=locale_str("replay"),
        description=locale_str("Find a finished game and go through it, turn by turn"),
    )
    @app_commands.describe(
        game=locale_str("The game's code; without anything, the game of this channel"),
        person=locale_str("Whose games; leave it out for your own"),
        kind=locale_str("Which of the games"),
        result=locale_str("How it ended for that person"),
        date=locale_str("When it ended: a year, a month or a day, like 2026-11"),
    )
    @app_commands.choices(
        result=[
            app_commands.Choice(name=locale_str("won"), value=Ending.WON.value),
            app_commands.Choice(name=locale_str("drawn"), value=Ending.DRAWN.value),
            app_commands.Choice(name=locale_str("lost"), value=Ending.LOST.value),
        ]
    )
    async def replay(
        self,
        interaction: Click,
        game: Code | None = None,
        person: discord.User | None = None,
        kind: str | None = None,
        result: str | None = None,
        date: app_commands.Range[str, 4, DATE_LENGTH] | None = None,
    ) -> None:
        """Open the replay of a game, or list the games that fit."""
        await acknowledge(interaction, thinking=True)
        search = everything_of(guild_of(interaction), (person or interaction.user).id)
        asked = replace(search, game=kind, ending=None if result is None else Ending(result))
        if date is not None:
            since, until = span_of(date)
            asked = replace(asked, since=since, until=until)
        nothing = asked == search and person is None
        here = await self._bot.matches.latest_in(interaction.channel_id or 0)
        if game is None and not (nothing and here):
            await show_found(self._bot, interaction, asked)
            return
        table = await self._finder.any_game(interaction, game)
        await show_step(
            self._bot, interaction, await replay_of(self._bot, interaction, table.game.id), 0
        )

    @app_commands.command(
        name=locale_str("import"),
        description=locale_str("Go through a game from a file, turn by turn; only you see it"),
    )
    @app_commands.describe(
        file=locale_str("A record of this bot, or a score sheet: the game, then its moves")
    )
    async def open_file(self, interaction: Click, file: discord.Attachment) -> None:
        """Open a game from a file."""
        await acknowledge(interaction, thinking=True)
        await import_game(self._bot, interaction, file)

    @app_commands.command(
        name=locale_str("share"),
        description=locale_str("Get a finished game as a page that opens in any browser"),
    )
    @app_commands.describe(game=CODE_HELP)
    async def share(self, interaction: Click, game: Code | None = None) -> None:
        """Hand out the page of a game."""
        await share_game(self._bot, interaction, await self._finder.any_game(interaction, game))

    @app_commands.command(
        name=locale_str("end"),
        description=locale_str("For moderators: end a game without a result"),
    )
    @app_commands.describe(game=CODE_HELP)
    async def end(self, interaction: Click, game: Code | None = None) -> None:
        """Ask a moderator whether they mean it."""
        _check_moderator(interaction)
        table = await self._finder.any_game(interaction, game)
        check_running(table)
        check_impartial(table, interaction.user.id)
        voice = voice_for(interaction, table.game.names)
        players = listed([Name(name) for name in table.game.names])
        text = Text(
            "End {game} {code} between {players} without a result? Nobody wins, nothing is rated.",
            game=rules_of(table.game).about.name,
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
            button(voice(Text("Keep it running")), "leave-it", table.game.id),
        ]
        await whisper(interaction, layout(None, words(voice(text)), *buttons(row)))

    # Autocomplete

    @replay.autocomplete("game")
    @share.autocomplete("game")
    async def _finished(self, interaction: Click, typed: str) -> list[app_commands.Choice[str]]:
        """List one's own finished games."""
        return await finished_choices(self._bot, interaction, typed)

    @board.autocomplete("game")
    @text.autocomplete("game")
    @hand.autocomplete("game")
    @resign.autocomplete("game")
    @more_time.autocomplete("game")
    @draw.autocomplete("game")
    @takeback.autocomplete("game")
    @abort.autocomplete("game")
    @follow.autocomplete("game")
    @note.autocomplete("game")
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
            say(interaction, Text("The game was ended without a result."), instead=True),
        )

    @control("leave-it")
    async def _leave_it(self, interaction: Click, parts: list[str]) -> None:
        """Do nothing after all."""
        numbers(parts, 1)
        await say(interaction, Text("Nothing has changed."), instead=True)


async def ask_resign(interaction: Click, table: Table, *, instead: bool = False) -> None:
    """Ask a player whether they mean to resign, and say what it comes to."""
    seat = in_game(table, interaction.user.id)
    voice = voice_for(interaction, table.game.names)
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
    playing_on = sorted(table.line.playing - {seat})
    remaining = [Name(game.names[other]) for other in playing_on]
    if len(playing_on) > 1 and is_deserted(
        game, replace(table.line, left=table.line.left | {seat})
    ):
        return Text("Resign? This ends the game; the computers win.")
    if not remaining:
        return Text("Resign? Nobody else is left in this game, so nobody will win it.")
    others = listed(remaining)
    if len(remaining) > 1:
        return Text(
            "Leave the game with {others}? The others go on without you, and you can't win.",
            others=others,
        )
    if game.match.kind is MatchKind.TWO_GAME:
        return Text("Resign against {others}? You lose the whole two-game match.", others=others)
    return Text("Resign against {others}? You lose this game.", others=others)


def _check_moderator(interaction: Click) -> None:
    if not interaction.permissions.manage_guild:
        raise MatchError(Text("You need Manage Server to end somebody else's game."))


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    kinds = [app_commands.Choice(name=game.about.name, value=key) for key, game in GAMES.items()]
    # The games that are registered now, which may be more than when this module was imported.
    app_commands.choices(kind=kinds)(GameCommands.replay)
    await bot.add_cog(GameCommands(bot))
