"""Leaderboards: a page at a time, as a picture with its rows in words as alt text.

A server has two lists for each game: people among themselves, and people with the computers.
"""

from dataclasses import dataclass, replace
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Tavolo
from bot.delivery.messages import Attachment
from bot.errors import ForgedControl, Refused
from bot.match.ratings import PROVISIONAL_GAMES, is_provisional
from bot.services.preferences import public_eyes
from bot.text.voice import Name, Voice
from cogs.board.result_text import list_name, rating_text
from cogs.ui.components import button, buttons, layout, picture, small, words
from cogs.ui.game_lookup import guild_of
from cogs.ui.responses import (
    acknowledge,
    change,
    reader_of,
    say,
    server_language,
    voice_for,
    whisper,
)
from cogs.ui.routing import Click, control, numbers
from data import ratings
from data.computers import is_computer
from data.engine import Connection
from data.ratings import Ladder, Ranked
from games.registry import GAMES
from games.words import Text, joined
from render.scene import Leaderboard, Standing

PAGE: Final = 10
LEADERBOARD_FILE: Final = "leaderboard.png"
ALL_GAMES: Final = "all"


@dataclass(frozen=True, slots=True)
class Board:
    """Which leaderboard: of a game (its key, or `ALL_GAMES`), in which of the two lists."""

    key: str = ALL_GAMES
    ladder: Ladder = Ladder.PEOPLE

    @classmethod
    def read(cls, key: str, ladder: str = Ladder.PEOPLE) -> "Board":
        """Read what a person chose or a custom_id carries."""
        if (key not in GAMES and key != ALL_GAMES) or ladder not in set(Ladder):
            raise ForgedControl
        return cls(key, Ladder(ladder))

    @property
    def game(self) -> str | None:
        """Return the game's key; None for all games."""
        return None if self.key == ALL_GAMES else self.key

    @property
    def title(self) -> Text:
        """Name the leaderboard."""
        return Text("Leaderboard, {list}", list=list_name(self.game, self.ladder))


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a leaderboard: its rows, its number and how many there are."""

    rows: tuple[Ranked, ...]
    number: int
    count: int


class Standings(commands.Cog):
    """Show leaderboards."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @app_commands.command(
        name=locale_str("leaderboard"), description=locale_str("Who is ahead in this server")
    )
    @app_commands.describe(
        game=locale_str("A game; leave it out for wins across all games"),
        ladder=locale_str("Games between people, or games with computers"),
    )
    @app_commands.rename(ladder=locale_str("list"))
    @app_commands.choices(
        ladder=[
            app_commands.Choice(name=locale_str("people"), value=Ladder.PEOPLE.value),
            app_commands.Choice(name=locale_str("computers"), value=Ladder.COMPUTERS.value),
        ],
    )
    @app_commands.guild_only()
    async def leaderboard(
        self, interaction: Click, game: str = ALL_GAMES, ladder: str = Ladder.PEOPLE.value
    ) -> None:
        """Show the first page to everybody; where a game is played, to who asks alone."""
        board = Board.read(game, ladder)
        _check_wanted(interaction)
        # What may fail is done before anything public: an error is for the person alone.
        if not await self._pages(interaction, board):
            await whisper(interaction, _nothing(board, interaction.user.id, voice_for(interaction)))
            return
        private = await self._is_played_here(interaction)
        await acknowledge(interaction, thinking=True, publicly=not private)
        page = await self._page_of(interaction, board, 0)
        if page is None:
            await whisper(interaction, _nothing(board, interaction.user.id, voice_for(interaction)))
            return
        view, files = await self._shown(interaction, board, page, private=private)
        await (whisper if private else change)(interaction, view, files)

    async def _is_played_here(self, interaction: Click) -> bool:
        """Tell whether this is the thread of a game: its board should stay the last message."""
        if not isinstance(interaction.channel, discord.Thread):
            return False
        return await self._bot.matches.latest_in(interaction.channel.id) is not None

    @control("standings")
    async def _turn(self, interaction: Click, parts: list[str]) -> None:
        """Turn the page: for everybody if it is one's own list, else for oneself alone."""
        if len(parts) not in {3, 4}:
            raise ForgedControl
        # Pages from before there were two lists do not name theirs.
        board = Board.read(parts[0], *parts[3:])
        number, reader_id = numbers(parts[1:3], 2)
        _check_wanted(interaction)
        own = interaction.user.id == reader_id
        message = interaction.message
        private = not own or (message is not None and message.flags.ephemeral)
        await acknowledge(interaction, thinking=not own)
        page = await self._page_of(interaction, board, number)
        if page is None and number:
            await say(interaction, Text("This page no longer exists."))
            return
        if page is None:
            voice = voice_for(interaction) if private else Voice(await server_language(interaction))
            view, files = _nothing(board, interaction.user.id, voice), list[Attachment]()
        else:
            view, files = await self._shown(interaction, board, page, private=private)
        await (change if own else whisper)(interaction, view, files)

    async def _pages(self, interaction: Click, board: Board) -> int:
        async with self._bot.database.reading() as connection:
            return await _count_pages(connection, guild_of(interaction), board)

    async def _page_of(self, interaction: Click, board: Board, number: int) -> Page | None:
        """Return a page with those who are here now; None if there is no such page."""
        guild_id = guild_of(interaction)
        while True:
            async with self._bot.database.reading() as connection:
                pages = await _count_pages(connection, guild_id, board)
                rows = (
                    await ratings.standings(
                        connection,
                        guild_id,
                        board.game,
                        offset=number * PAGE,
                        limit=PAGE,
                        ladder=board.ladder,
                    )
                    if number < pages
                    else []
                )
            guild = interaction.guild
            people = [row.user_id for row in rows if not is_computer(row.user_id)]
            if guild is None or not await self._bot.members.look_up(guild, people):
                return Page(tuple(rows), number, pages) if rows else None

    async def _shown(
        self, interaction: Click, board: Board, page: Page, *, private: bool
    ) -> tuple[discord.ui.LayoutView, list[Attachment]]:
        """Lay out a page; who reads it is marked where nobody else does."""
        reader_id = interaction.user.id
        voice = Voice(await server_language(interaction))
        eyes = public_eyes(reader_of(interaction).server)
        plain = voice.plain()
        title = board.title
        rows = tuple(_standing(row, reader_id if private else None, plain) for row in page.rows)
        png = await self._bot.studio.draw(
            Leaderboard(
                # The picture has no space for more next to its title.
                title=replace(board, ladder=Ladder.PEOPLE).title,
                note=_note(board, page),
                rows=rows,
                translate=plain,
                theme=eyes.theme,
            )
        )
        said = joined([_row_text(row) for row in page.rows], "{one}\n{two}")
        files = [] if png is None else [Attachment(LEADERBOARD_FILE, png, plain(said))]
        shown = words(voice(said)) if png is None else picture(LEADERBOARD_FILE, plain(said))
        turning = [(Text("Previous"), page.number - 1), (Text("Next"), page.number + 1)]
        row = [
            button(voice(label), "standings", board.key, number, reader_id, board.ladder)
            for label, number in turning
            if 0 <= number < page.count
        ]
        row.append(_other_list(board, reader_id, voice))
        notes = [small(voice(text)) for text in _notes(board, page)]
        others = buttons(_other_games(board, reader_id, voice))
        items = [words(f"### {voice(title)}"), shown, *notes, *buttons(row), *others]
        return layout(None, *items), files


def _note(board: Board, page: Page) -> Text:
    """Return the note next to a picture's title: which of the two lists, and which page."""
    where = Text("page {n} of {all}", n=page.number + 1, all=page.count)
    if board.ladder is Ladder.PEOPLE:
        return where
    return joined([Text("with computers"), where], "{one} · {two}")


def _nothing(board: Board, reader_id: int, voice: Voice) -> discord.ui.LayoutView:
    """Lay out a list on which nobody is, with the ways to the others."""
    text = Text("{title}: no rated game has been finished in this server yet.", title=board.title)
    other = buttons([_other_list(board, reader_id, voice)])
    games = buttons(_other_games(board, reader_id, voice))
    return layout(None, words(voice(text)), *other, *games)


def _notes(board: Board, page: Page) -> list[Text]:
    """Say what a list counts, and what its signs mean."""
    if board.ladder is Ladder.PEOPLE:
        said = [Text("Games with computers are counted separately.")]
    else:
        said = [Text("Only games with computers are counted here.")]
    if any(map(_is_provisional, page.rows)):
        said.append(
            Text(
                "? is a rating from fewer than {n} games, which may be far off.",
                n=PROVISIONAL_GAMES,
            )
        )
    if board.game is None:
        said.append(
            Text(
                "Across all games there are only wins, no rating: each game has a leaderboard "
                "of its own."
            )
        )
    return said


def _other_list(
    board: Board, reader_id: int, voice: Voice
) -> discord.ui.Button[Any]:  # Any: as cogs.ui.components.AnyItem
    """Make the button that leads to the other of a game's two lists."""
    if board.ladder is Ladder.PEOPLE:
        label, ladder = Text("With computers"), Ladder.COMPUTERS
    else:
        label, ladder = Text("Between people"), Ladder.PEOPLE
    return button(voice(label), "standings", board.key, 0, reader_id, ladder)


def _other_games(
    board: Board, reader_id: int, voice: Voice
) -> list[discord.ui.Button[Any]]:  # Any: as cogs.ui.components.AnyItem
    """Make the buttons that lead to the same of the two lists for other games, and for all."""
    names = {ALL_GAMES: voice.plain()(Text("All games"))}
    names |= {key: game.about.name for key, game in GAMES.items()}
    return [
        button(name, "standings", key, 0, reader_id, board.ladder)
        for key, name in names.items()
        if key != board.key
    ]


async def _count_pages(connection: Connection, guild_id: int, board: Board) -> int:
    return -(-await ratings.count(connection, guild_id, board.game, board.ladder) // PAGE)


def _standing(row: Ranked, reader_id: int | None, voice: Voice) -> Standing:
    return Standing(
        rank=row.rank,
        name=voice.named([row.name])[0],
        rating=row.rating,
        wins=row.wins,
        draws=row.draws,
        losses=row.losses,
        reader=row.user_id == reader_id,
        provisional=_is_provisional(row),
    )


def _row_text(row: Ranked) -> Text:
    name = Name(row.name)
    if row.rating is None:
        return Text(
            "{rank}. {name}: won {wins}, drawn {draws}, lost {losses}",
            rank=row.rank,
            name=name,
            wins=row.wins,
            draws=row.draws,
            losses=row.losses,
        )
    return Text(
        "{rank}. {name} {rating}: won {wins}, drawn {draws}, lost {losses}",
        rank=row.rank,
        name=name,
        rating=rating_text(row.rating, provisional=_is_provisional(row)),
        wins=row.wins,
        draws=row.draws,
        losses=row.losses,
    )


def _is_provisional(row: Ranked) -> bool:
    games = row.wins + row.draws + row.losses
    return row.rating is not None and is_provisional(row.user_id, games)


def _check_wanted(interaction: Click) -> None:
    if not reader_of(interaction).server.leaderboard:
        raise Refused(Text("The leaderboard is switched off in this server."))


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    games = [app_commands.Choice(name=game.about.name, value=key) for key, game in GAMES.items()]
    # The games that are registered now, which may be more than when this module was imported.
    app_commands.choices(game=games)(Standings.leaderboard)
    await bot.add_cog(Standings(bot))
