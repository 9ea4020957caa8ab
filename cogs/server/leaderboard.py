"""/leaderboard: who may see which list, and what a click on one does.

A public message changes for the person who asked for it; anybody else gets a private copy, so
nobody takes it away from the others. How it looks is in `cogs.server.leaderboard_page`.
"""

from dataclasses import replace
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Tavolo
from bot.delivery.messages import Attachment
from bot.errors import ForgedControl, Refused
from bot.match.reminder_times import zone_of
from bot.match.season_dates import Season
from bot.services.preferences import public_style
from bot.services.seasons import season_of
from bot.services.standings import page_of
from bot.text.voice import Voice
from cogs.server.leaderboard_page import (
    ALL_GAMES,
    ALL_TIME,
    ARCHIVED,
    BY_FIELD,
    MONTH,
    PICTURE,
    ROWS,
    SEASON,
    Choice,
    Shown,
    Times,
)
from cogs.server.season_names import season_name
from cogs.ui.game_lookup import guild_of
from cogs.ui.responses import (
    acknowledge,
    change,
    is_private,
    say,
    server_language,
    viewer_of,
    voice_for,
    whisper,
)
from cogs.ui.routing import LARGEST_NUMBER, Click, control, numbers, payload
from data.computers import is_computer
from data.servers import SeasonLength
from data.standings import Archived, Board, Listing, Page, Span
from games.registry import GAMES
from games.words import Text

SEASONS_LISTED: Final = 20
"""How many seasons that are over can be chosen."""
NO_SEASONS: Final = Text(
    "There are no seasons in this server. Moderators can switch them on with /settings."
)


class Standings(commands.Cog):
    """Show leaderboards."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @app_commands.command(
        name=locale_str("leaderboard"), description=locale_str("Who is ahead in this server")
    )
    @app_commands.describe(
        game=locale_str("A game; leave it out for wins across all games"),
        listing=locale_str("Games between people, with computers, or both, or with a handicap"),
        time=locale_str("All time, this month, or this season if there are any"),
    )
    @app_commands.rename(listing=locale_str("list"), time=locale_str("period"))
    @app_commands.choices(
        listing=[
            app_commands.Choice(name=locale_str("people"), value=Listing.PEOPLE.value),
            app_commands.Choice(name=locale_str("computers"), value=Listing.COMPUTERS.value),
            app_commands.Choice(name=locale_str("everything"), value=Listing.EVERYTHING.value),
            app_commands.Choice(name=locale_str("with a handicap"), value=Listing.HANDICAP.value),
        ],
        time=[
            app_commands.Choice(name=locale_str("this month"), value=MONTH),
            app_commands.Choice(name=locale_str("this season"), value=SEASON),
            app_commands.Choice(name=locale_str("all time"), value=ALL_TIME),
        ],
    )
    @app_commands.guild_only()
    async def leaderboard(
        self,
        interaction: Click,
        game: str = ALL_GAMES,
        listing: str = Listing.PEOPLE.value,
        time: str = ALL_TIME,
    ) -> None:
        """Show the first page to everybody; where a game is played, to who asks alone."""
        choice = Choice.read(game, listing, time)
        _check_wanted(interaction)
        board, times = await self._board(interaction, choice)
        # What may fail is done before anything public: an error is for the person alone.
        found = await self._read(interaction, board, 0)
        private = not found.rows or await self._is_played_here(interaction)
        await acknowledge(interaction, thinking=True, publicly=not private)
        page = await self._page(interaction, board, 0)
        shown = await self._shown(interaction, choice, times, page, private=private)
        await self._show(interaction, shown, whispers=private)

    async def _is_played_here(self, interaction: Click) -> bool:
        """Tell whether this is the thread of a game: its board should stay the last message."""
        if not isinstance(interaction.channel, discord.Thread):
            return False
        return await self._bot.matches.latest_in(interaction.channel.id) is not None

    # Clicks

    @control("standings")
    async def _turn(self, interaction: Click, parts: list[str]) -> None:
        """Turn the page."""
        if len(parts) not in {3, 4, 5}:
            raise ForgedControl
        # Pages of older versions name neither list nor time.
        choice = Choice.read(parts[0], *parts[3:])
        number, reader_id = numbers(parts[1:3], 2)
        if number > LARGEST_NUMBER // ROWS:
            raise ForgedControl
        await self._answer(interaction, choice, reader_id, number)

    @control("standings-by")
    async def _choose(self, interaction: Click, parts: list[str]) -> None:
        """Show another list: of another game, of other games, of another time."""
        if len(parts) != 5 or parts[0] not in BY_FIELD:
            raise ForgedControl
        values = payload(interaction).get("values")
        if not isinstance(values, list) or len(values) != 1:
            raise ForgedControl
        chosen = dict(zip(BY_FIELD, parts[1:4], strict=True)) | {parts[0]: str(values[0])}
        (reader_id,) = numbers(parts[4:], 1)
        await self._answer(interaction, Choice.read(**chosen), reader_id, 0)

    @control("standings-mine")
    async def _find(self, interaction: Click, parts: list[str]) -> None:
        """Show somebody the page with their own row."""
        if len(parts) != 3:
            raise ForgedControl
        choice = Choice.read(*parts)
        _check_wanted(interaction)
        board, times = await self._board(interaction, choice)
        await acknowledge(interaction, thinking=True)
        found = await self._page(interaction, board, 0)
        number = 0 if found.own is None else found.own.place // ROWS
        page = await self._page(interaction, board, number) if number else found
        shown = await self._shown(interaction, choice, times, page, private=True, number=number)
        await self._show(interaction, shown, whispers=True)

    async def _answer(
        self, interaction: Click, choice: Choice, reader_id: int, number: int
    ) -> None:
        """Show a list where it was clicked, if that is one's own, else in a private copy."""
        _check_wanted(interaction)
        board, times = await self._board(interaction, choice)
        own = interaction.user.id == reader_id
        private = not own or is_private(interaction)
        await acknowledge(interaction, thinking=not own)
        page = await self._page(interaction, board, number)
        if not page.rows and number:
            await say(interaction, Text("This page no longer exists."))
            return
        shown = await self._shown(interaction, choice, times, page, private=private, number=number)
        await self._show(interaction, shown, whispers=not own)

    # Reading and showing

    async def _board(self, interaction: Click, choice: Choice) -> tuple[Board, Times]:
        """Return which rows are chosen, and what the times are called.

        Raises Refused where no season runs, and ForgedControl for another server's.
        """
        server, guild_id = viewer_of(interaction).server, guild_of(interaction)
        running, over = await self._bot.seasons.known(guild_id, SEASONS_LISTED)
        zone = zone_of(server.time_zone)
        month = Season.at(SeasonLength.MONTH, self._bot.clock(), zone)
        names = {
            ALL_TIME: Text("all time"),
            MONTH: Text("this month: {month}", month=season_name(month)),
        }
        if running is not None:
            name = season_name(season_of(running))
            names[SEASON] = Text("this season: {season}", season=name)
        chosen = next((season for season in over if season.id == choice.season_id), None)
        if choice.season_id is not None and chosen is None:
            chosen = await self._bot.seasons.get(guild_id, choice.season_id)
            if chosen is None:
                raise ForgedControl
            over.append(chosen)
        for season in over:
            names[f"{ARCHIVED}{season.id}"] = Text(
                "{season}, over", season=season_name(season_of(season))
            )
        board = Board(guild_id, choice.game, choice.listing)
        if chosen is not None:
            times = Times(names, season_name(season_of(chosen)), chosen.time_zone, is_over=True)
            return replace(board, time=Archived(chosen.id)), times
        if choice.time == SEASON:
            if running is None:
                raise Refused(NO_SEASONS)
            times = Times(names, season_name(season_of(running)), running.time_zone)
            return replace(board, time=Span(running.starts_at, running.ends_at)), times
        if choice.time == MONTH:
            span = Span(month.begins(zone), month.following.begins(zone))
            return replace(board, time=span), Times(names, season_name(month), server.time_zone)
        return board, Times(names, None)

    async def _read(self, interaction: Click, board: Board, number: int) -> Page:
        return await page_of(
            self._bot.database,
            board,
            first=number * ROWS,
            most=ROWS,
            reader_id=interaction.user.id,
        )

    async def _page(self, interaction: Click, board: Board, number: int) -> Page:
        """Return a page with those who are here now."""
        while True:
            page = await self._read(interaction, board, number)
            guild = interaction.guild
            people = [row.user_id for row in page.rows if not is_computer(row.user_id)]
            stays = isinstance(board.time, Archived)
            if stays or guild is None or not await self._bot.members.look_up(guild, people):
                return page

    async def _shown(
        self,
        interaction: Click,
        choice: Choice,
        times: Times,
        page: Page,
        *,
        private: bool,
        number: int = 0,
    ) -> Shown:
        viewer = viewer_of(interaction)
        voice = voice_for(interaction) if private else Voice(await server_language(interaction))
        style = viewer.style if private else public_style(viewer.server)
        return Shown(choice, times, page, number, interaction.user.id, private, voice, style.theme)

    async def _show(self, interaction: Click, shown: Shown, *, whispers: bool) -> None:
        show = whisper if whispers else change
        if not shown.page.rows:
            await show(interaction, shown.nothing())
            return
        png = None
        if not shown.private or viewer_of(interaction).wants_pictures:
            png = await self._bot.studio.draw(shown.scene())
        alt = shown.voice.plain()(shown.in_words())
        files = [] if png is None else [Attachment(PICTURE, png, alt)]
        await show(interaction, shown.layout(pictured=png is not None), files)


def _check_wanted(interaction: Click) -> None:
    if not viewer_of(interaction).server.leaderboard:
        raise Refused(Text("The leaderboard is switched off in this server."))


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    games = [app_commands.Choice(name=game.about.name, value=key) for key, game in GAMES.items()]
    # The games that are registered now, which may be more than when this module was imported.
    app_commands.choices(game=games)(Standings.leaderboard)
    await bot.add_cog(Standings(bot))
