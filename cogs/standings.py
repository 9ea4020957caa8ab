"""Leaderboards: a page at a time, as a picture with its rows in words as alt text."""

from dataclasses import dataclass
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Tavolo
from bot.errors import ForgedControl, Refused
from bot.languages import Name, Voice
from bot.messages import Attachment
from bot.readers import public_eyes
from cogs.answers import acknowledge, change, public_language, reading, say, whisper
from cogs.controls import Click, control, numbers
from cogs.finding import guild_of
from cogs.layout import button, buttons, layout, picture, words
from data import ratings
from data.ratings import Ranked
from games.registry import GAMES
from games.words import Text, joined
from render.scene import Leaderboard, Standing

PAGE: Final = 10
LEADERBOARD_FILE: Final = "leaderboard.png"
ALL_GAMES: Final = "all"


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
    @app_commands.describe(game=locale_str("A game; leave it out for wins over all games"))
    @app_commands.choices(
        game=[app_commands.Choice(name=game.about.name, value=key) for key, game in GAMES.items()]
    )
    @app_commands.guild_only()
    async def leaderboard(self, interaction: Click, game: str | None = None) -> None:
        """Show the first page to everybody."""
        key = ALL_GAMES if game is None else game
        if key not in GAMES and key != ALL_GAMES:
            raise ForgedControl
        _check_wanted(interaction)
        # What may fail is done before anything public: an error is for the person alone.
        if not await self._pages(interaction, key):
            await self._say_empty(interaction, key)
            return
        await acknowledge(interaction, thinking=True, publicly=True)
        page = await self._page_of(interaction, key, 0)
        if page is None:
            await self._say_empty(interaction, key)
            return
        view, files = await self._shown(interaction, key, page, interaction.user.id)
        await change(interaction, view, files)

    @control("standings")
    async def _turn(self, interaction: Click, parts: list[str]) -> None:
        """Turn the page: for everybody if it is one's own list, else for oneself alone."""
        if not parts or (parts[0] not in GAMES and parts[0] != ALL_GAMES):
            raise ForgedControl
        number, reader_id = numbers(parts[1:], 2)
        _check_wanted(interaction)
        own = interaction.user.id == reader_id
        await acknowledge(interaction, thinking=not own)
        page = await self._page_of(interaction, parts[0], number)
        if page is None:
            await say(interaction, Text("This page does not exist any more."))
            return
        view, files = await self._shown(interaction, parts[0], page, interaction.user.id)
        await (change if own else whisper)(interaction, view, files)

    async def _pages(self, interaction: Click, key: str) -> int:
        guild_id, game = guild_of(interaction), None if key == ALL_GAMES else key
        async with self._bot.database.reading() as connection:
            return -(-await ratings.count(connection, guild_id, game) // PAGE)

    async def _page_of(self, interaction: Click, key: str, number: int) -> Page | None:
        """Give a page with those who are here now; None if there is no such page."""
        guild_id, game = guild_of(interaction), None if key == ALL_GAMES else key
        while True:
            async with self._bot.database.reading() as connection:
                pages = -(-await ratings.count(connection, guild_id, game) // PAGE)
                rows = (
                    await ratings.standings(
                        connection, guild_id, game, offset=number * PAGE, limit=PAGE
                    )
                    if number < pages
                    else []
                )
            guild = interaction.guild
            people = [row.user_id for row in rows]
            if guild is None or not await self._bot.members.look_up(guild, people):
                return Page(tuple(rows), number, pages) if rows else None

    async def _shown(
        self, interaction: Click, key: str, page: Page, reader_id: int
    ) -> tuple[discord.ui.LayoutView, list[Attachment]]:
        voice = Voice(public_language(interaction))
        eyes = public_eyes(reading(interaction).server)
        plain = voice.plain()
        title = _title(key)
        rows = tuple(_standing(row, reader_id) for row in page.rows)
        png = await self._bot.studio.draw(
            Leaderboard(
                title=title,
                note=Text("page {n} of {all}", n=page.number + 1, all=page.count),
                rows=rows,
                translate=plain,
                theme=eyes.theme,
            )
        )
        said = joined([_row_text(row) for row in page.rows], "{one}\n{two}")
        files = [] if png is None else [Attachment(LEADERBOARD_FILE, png, plain(said))]
        shown = words(voice(said)) if png is None else picture(LEADERBOARD_FILE, plain(said))
        row = [
            button(voice(Text("Previous")), "standings", key, page.number - 1, reader_id)
            if page.number > 0
            else None,
            button(voice(Text("Next")), "standings", key, page.number + 1, reader_id)
            if page.number + 1 < page.count
            else None,
        ]
        return layout(None, words(f"### {voice(title)}"), shown, *buttons(row)), files

    async def _say_empty(self, interaction: Click, key: str) -> None:
        text = Text(
            "{title}: no rated game has been finished in this server yet.", title=_title(key)
        )
        await say(interaction, text)


def _title(key: str) -> Text:
    if key == ALL_GAMES:
        return Text("Leaderboard, all games")
    return Text("Leaderboard, {game}", game=GAMES[key].about.name)


def _standing(row: Ranked, reader_id: int) -> Standing:
    return Standing(
        rank=row.rank,
        name=row.name,
        rating=row.rating,
        wins=row.wins,
        draws=row.draws,
        losses=row.losses,
        reader=row.user_id == reader_id,
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
        rating=row.rating,
        wins=row.wins,
        draws=row.draws,
        losses=row.losses,
    )


def _check_wanted(interaction: Click) -> None:
    if not reading(interaction).server.leaderboard:
        raise Refused(Text("The leaderboard is switched off in this server."))


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(Standings(bot))
