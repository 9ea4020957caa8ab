"""The end of a season: one message where the server plays, with the final standings."""

from typing import Final

import discord
from discord.ext import commands

from bot.app import Tavolo
from bot.delivery.messages import Attachment, Delivery, Send
from bot.delivery.rows import Queued, SeasonRow
from bot.services.preferences import public_style
from bot.services.seasons import season_of
from bot.services.standings import final_of
from bot.text.voice import Name, listed
from cogs.server.leaderboard_page import ARCHIVED, PICTURE, ROWS, Choice, Shown, Times
from cogs.server.season_names import season_name
from cogs.ui.announcing import check_may_post, kept, may_post, voice_of_server
from cogs.ui.components import button, buttons, layout, picture, words
from data.schedule import JobKind
from games.words import Text

NOBODY: Final = 0
"""Reads the message: anybody who clicks gets a page of their own."""
KEPT_SECONDS: Final = 24 * 3600
"""How long the message waits where the bot may not post."""
SPOKEN_IN: Final = (discord.TextChannel, discord.VoiceChannel)


class SeasonNews(commands.Cog):
    """Close seasons, and tell how they ended."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        bot.scheduler.register(JobKind.SEASON, self._due)
        bot.outbox.register(SeasonRow, self._told)

    async def _due(self, guild_id: int) -> None:
        await self._bot.carry_out(await self._bot.seasons.close(guild_id))

    async def _told(self, queued: Queued[SeasonRow]) -> Delivery:
        """Post the final standings in the first channel for games; nothing where there is none."""
        row = queued.row
        season = await self._bot.seasons.get(row.guild_id, row.season_id)
        server = await self._bot.preferences.server(row.guild_id)
        late = season is None or self._bot.clock() > (season.closed_at or 0) + KEPT_SECONDS
        channels = [one for one in server.channels if self._is_spoken_in(one)]
        if season is None or late or not channels:
            return None
        channel_id = next((one for one in channels if may_post(self._bot, one)), channels[0])
        await check_may_post(self._bot, row.guild_id, channel_id)
        listing, page = await final_of(self._bot.database, row.guild_id, row.season_id, most=ROWS)
        name = season_name(season_of(season))
        code = f"{ARCHIVED}{season.id}"
        voice = await voice_of_server(self._bot, row.guild_id)
        shown = Shown(
            Choice(listing=listing, time=code),
            Times({}, name, season.time_zone, is_over=True),
            page,
            0,
            NOBODY,
            private=False,
            voice=voice,
            theme=public_style(server).theme,
        )
        png = await self._bot.studio.draw(shown.scene())
        alt = voice.plain()(shown.in_words())
        first = [one for one in page.rows if one.rank == 1]
        said = Text(
            "### {season} is over\nFirst with {points} points, all games together: {names}",
            season=name,
            points=first[0].points,
            names=listed([Name(one.name) for one in first]),
        )
        final = button(voice(Text("Final standings")), "standings", "all", 0, NOBODY, listing, code)
        view = layout(
            None,
            words(voice(said)),
            words(voice(shown.in_words())) if png is None else picture(PICTURE, alt),
            *buttons([final]),
        )
        files = () if png is None else (Attachment(PICTURE, png, alt),)
        return Send(
            channel_id,
            view,
            marker=final.custom_id or "",
            files=files,
            elsewhere=kept(self._bot, row.guild_id, channel_id),
        )

    def _is_spoken_in(self, channel_id: int) -> bool:
        return isinstance(self._bot.get_channel(channel_id), SPOKEN_IN)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(SeasonNews(bot))
