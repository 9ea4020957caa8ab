"""/profile: what the games of a server say of a person, as far as they let others see it.

What does not belong here: the words (`cogs.server.record_text`) and who is free for a game
(`cogs.server.rivals`).
"""

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Tavolo
from bot.delivery.messages import Attachment
from bot.errors import Refused
from bot.match.ratings import PROVISIONAL_GAMES, is_provisional
from bot.services.preferences import PictureStyle, public_style
from bot.services.profiles import Profile, profile
from bot.text.voice import Name, Voice
from cogs.board.boards import may_attach
from cogs.server.record_text import facts_text, milestones_text, ratings_text, records_text
from cogs.server.rivals import LOOK_AROUND
from cogs.server.versus import BETWEEN
from cogs.ui.components import (
    ALT_LENGTH,
    AnyItem,
    button,
    buttons,
    layout,
    line,
    picture,
    shorten,
    small,
    words,
)
from cogs.ui.game_lookup import guild_of, is_in_a_game
from cogs.ui.responses import (
    acknowledge,
    change,
    say,
    server_language,
    viewer_of,
    voice_for,
    whisper,
)
from cogs.ui.routing import Click
from games.registry import GAMES
from games.words import Text, joined
from render.scene import RatingCurve, RatingPlot

RATINGS_FILE: Final = "ratings.png"


class ProfileCommand(commands.Cog):
    """Show profiles."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @app_commands.command(
        name=locale_str("profile"),
        description=locale_str("Results, ratings and milestones of a person in this server"),
    )
    @app_commands.describe(person=locale_str("Who it is about; leave it out for yourself"))
    @app_commands.guild_only()
    async def profile(self, interaction: Click, person: discord.User | None = None) -> None:
        """Show a profile to everybody; where a game is played, or if it is private, to one alone."""
        whose = person or interaction.user
        name = Name(whose.display_name)
        if whose.bot:
            raise Refused(Text("{person} is a bot and does not play.", person=name))
        closed = await self._bot.preferences.any_private([whose.id])
        if closed and whose.id != interaction.user.id:
            raise Refused(Text("{person} keeps their profile private.", person=name))
        private = closed or await is_in_a_game(interaction)
        shown = await profile(self._bot.database, guild_of(interaction), whose.id)
        # What is shown to nobody else is said before anything public.
        if not shown.records:
            text = Text("{person} has not finished a game here yet.", person=name)
            await say(interaction, text)
            return
        await acknowledge(interaction, thinking=True, publicly=not private)
        voice = voice_for(interaction) if private else Voice(await server_language(interaction))
        viewer = viewer_of(interaction)
        style = viewer.style if private else public_style(viewer.server)
        png = None
        plot = _plot(shown, whose.display_name, voice, style)
        if plot is not None and may_attach(self._bot, interaction.channel_id or 0):
            png = await self._bot.studio.draw(plot)
        alt = voice.plain()(ratings_text(shown))
        files = [] if png is None else [Attachment(RATINGS_FILE, png, shorten(alt, ALT_LENGTH))]
        view = _layout(shown, name, voice, picture(RATINGS_FILE, alt) if files else None)
        await (whisper if private else change)(interaction, view, files)


def _plot(shown: Profile, name: str, voice: Voice, style: PictureStyle) -> RatingPlot | None:
    """Return the picture of the ratings over time, of the games that are played most; None if none."""
    if not shown.plotted:
        return None
    return RatingPlot(
        name=voice.plain().named([name])[0],
        curves=tuple(
            RatingCurve(
                GAMES[game],
                tuple(shown.curves[game]),
                provisional=is_provisional(shown.user_id, shown.ratings[game].games),
            )
            for game in shown.plotted
        ),
        translate=voice.plain(),
        theme=style.theme,
        marks=style.marks,
    )


def _layout(
    shown: Profile, name: Name, voice: Voice, plot: AnyItem | None
) -> discord.ui.LayoutView:
    items = [
        words(f"### {voice(Text('{name}', name=name))}"),
        words(voice(records_text(shown))),
    ]
    facts = facts_text(shown)
    if facts:
        items.append(words(voice(joined(facts, "{one}\n{two}"))))
    if plot is not None:
        items.append(plot)
    milestones = milestones_text(shown)
    if milestones:
        told = joined(milestones, "{one}\n{two}")
        items += [line(), words(voice(Text("**Milestones**\n{lines}", lines=told)))]
    if any(rated.games < PROVISIONAL_GAMES for rated in shown.ratings.values()):
        text = Text(
            "? is a rating from fewer than {n} games, which may be far off.", n=PROVISIONAL_GAMES
        )
        items.append(small(voice(text)))
    row = [
        button(voice(Text("You and {name}", name=name)), BETWEEN, shown.user_id),
        button(voice(Text("Find a game")), LOOK_AROUND),
    ]
    return layout(None, *items, *buttons(row))


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(ProfileCommand(bot))
