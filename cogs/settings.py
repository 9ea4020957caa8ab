"""/settings: what a server settles for everybody in it, by those who may manage it.

What a setting does is decided where it counts: `bot.admission` (channels, games), `bot.clocks`
(the clock), `cogs.standings` (the leaderboard), `cogs.boards` (pings, and how boards follow each
other), `bot.readers` (language, theme and marks).
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Tavolo
from bot.errors import ForgedControl, Refused
from bot.languages import Voice, language_names
from bot.readers import Reader, public_eyes
from cogs.answers import acknowledge, reading, whisper
from cogs.controls import Click, control, control_id, numbers, payload
from cogs.finding import guild_of
from cogs.layout import AnyItem, button, buttons, layout, line, shorten, small, words
from cogs.offers import CLOCKS, NO_CLOCK
from cogs.preferences import DEFAULT, OFF, THEME_NAMES
from data.servers import Server
from games.words import Plural, Text, series

MOST_CHANNELS: Final = 25
PLAYED_IN: Final = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.forum,
    discord.ChannelType.voice,
)

BOARDS: Final = {
    "new": Text("a new message for every board"),
    "edit": Text("one message that changes, with a short one that pings"),
}


class SettingCommands(commands.Cog):
    """Show and change settings."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @app_commands.command(
        name=locale_str("settings"),
        description=locale_str("For those who manage this server: how games are played here"),
    )
    @app_commands.describe(
        language=locale_str("The language of what everybody reads"),
        clock=locale_str("The days a move, for challenges that name none"),
        games=locale_str("How many running games a person may have here"),
        leaderboard=locale_str("Whether /leaderboard can be used here"),
        pings=locale_str("Whether players are pinged when it is their turn"),
        boards=locale_str("Whether every board is a new message"),
        theme=locale_str("The colours of boards"),
        marks=locale_str("Whether every colour also has a letter"),
    )
    @app_commands.choices(
        language=[
            app_commands.Choice(name=locale_str("as in Discord"), value=DEFAULT),
            *(
                app_commands.Choice(name=name, value=language)
                for language, name in language_names().items()
            ),
        ],
        clock=CLOCKS,
        leaderboard=[
            app_commands.Choice(name=locale_str("on"), value="on"),
            app_commands.Choice(name=locale_str("off"), value=OFF),
        ],
        pings=[
            app_commands.Choice(name=locale_str("on"), value="on"),
            app_commands.Choice(name=locale_str("off"), value=OFF),
        ],
        boards=[
            app_commands.Choice(name=locale_str("new messages"), value="new"),
            app_commands.Choice(name=locale_str("one that changes"), value="edit"),
        ],
        theme=[
            app_commands.Choice(name=locale_str("dark"), value="dark"),
            app_commands.Choice(name=locale_str("light"), value="light"),
            app_commands.Choice(name=locale_str("high contrast"), value="contrast"),
        ],
        marks=[
            app_commands.Choice(name=locale_str("on"), value="on"),
            app_commands.Choice(name=locale_str("off"), value=OFF),
        ],
    )
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    async def settings(
        self,
        interaction: Click,
        language: str | None = None,
        clock: str | None = None,
        games: app_commands.Range[int, 1] | None = None,
        leaderboard: str | None = None,
        pings: str | None = None,
        boards: str | None = None,
        theme: str | None = None,
        marks: str | None = None,
    ) -> None:
        """Change what was named, and show everything."""
        _check_manager(interaction)
        if games is not None:
            self._check_games(games)
        named: dict[str, object | None] = {
            "max_games": games,
            "leaderboard": _switch(leaderboard),
            "pings": _switch(pings),
            "boards": boards,
            "theme": theme,
            "marks": _switch(marks),
        }
        changes = {name: value for name, value in named.items() if value is not None}
        if language is not None:
            changes["language"] = None if language == DEFAULT else language
        if clock is not None:
            changes["clock_days"] = None if clock == NO_CLOCK else int(clock)
        await self._show(interaction, _changing(changes) if changes else None)

    def _check_games(self, games: int) -> None:
        most = self._bot.settings.max_games_per_person
        if games > most:
            raise Refused(
                Plural(
                    "Whoever hosts me allows {n} running game a person at most.",
                    "Whoever hosts me allows {n} running games a person at most.",
                    most,
                )
            )

    @control("channels")
    async def _channels(self, interaction: Click, parts: list[str]) -> None:
        """Let games be played in the chosen channels only."""
        numbers(parts, 0)
        _check_manager(interaction)
        await self._show(interaction, _changing({"channels": _chosen(interaction)}), instead=True)

    @control("everywhere")
    async def _everywhere(self, interaction: Click, parts: list[str]) -> None:
        """Let games be played wherever the bot may write."""
        numbers(parts, 0)
        _check_manager(interaction)
        await self._show(interaction, _changing({"channels": ()}), instead=True)

    async def _show(
        self,
        interaction: Click,
        change: Callable[[Server], Server] | None,
        *,
        instead: bool = False,
    ) -> None:
        await acknowledge(interaction, thinking=not instead)
        who, guild_id = reading(interaction), guild_of(interaction)
        server = who.server
        if change is not None:
            server = await self._bot.readers.settle(guild_id, change)
            who = Reader(who.preferences, server)
        voice = Voice(who.language(interaction.locale.value))
        most = self._bot.settings.max_games_per_person
        items: list[AnyItem] = [
            words(f"### {voice(Text('How games are played in this server'))}"),
            words("\n".join(voice(said) for said in _told(server, most))),
        ]
        if change is not None:
            items.append(words(voice(Text("Noted. It counts from now on."))))
        items += [line(), *_channel_controls(server, interaction.guild, voice)]
        items.append(
            small(voice(Text("Only those who may manage this server can see and change this.")))
        )
        await whisper(interaction, layout(None, *items), instead=instead)


def _check_manager(interaction: Click) -> None:
    if not interaction.permissions.manage_guild:
        raise Refused(
            Text(
                "Only those who may manage this server can settle this. "
                "What you want for yourself is in /preferences."
            )
        )


def _chosen(interaction: Click) -> tuple[int, ...]:
    """Read the channels that were chosen in the list; only those of this server count."""
    values = payload(interaction).get("values")
    if not isinstance(values, list) or len(values) > MOST_CHANNELS:
        raise ForgedControl
    guild = interaction.guild
    ids = numbers([str(value) for value in values], len(values))
    return tuple(i for i in ids if guild is not None and guild.get_channel(i) is not None)


def _changing(changes: Mapping[str, object]) -> Callable[[Server], Server]:
    # The names are those of the fields: `settings` above lists them.
    return lambda server: replace(server, **changes)  # type: ignore[arg-type]


def _switch(chosen: str | None) -> bool | None:
    return None if chosen is None else chosen == "on"


def _channel_controls(server: Server, guild: discord.Guild | None, voice: Voice) -> list[AnyItem]:
    kind = discord.SelectDefaultValueType.channel
    # Only what is still there can be chosen beforehand.
    known = [
        discord.SelectDefaultValue(id=i, type=kind)
        for i in server.channels
        if guild is not None and guild.get_channel(i) is not None
    ]
    chosen = ui.ChannelSelect[Any](  # Any: as cogs.layout.AnyItem
        custom_id=control_id("channels"),
        placeholder=shorten(voice.plain()(Text("Channels in which games may be played")), 100),
        channel_types=list(PLAYED_IN),
        min_values=1,
        max_values=MOST_CHANNELS,
        default_values=known,
    )
    everywhere = None
    if server.channels:
        everywhere = button(voice(Text("Everywhere")), "everywhere")
    return [ui.ActionRow(chosen), *buttons([everywhere])]


def _told(server: Server, most_games: int) -> list[Text]:
    """Say every setting in a line, with what it does."""
    return [
        Text("**Channels**: {channels}", channels=_channels(server)),
        Text(
            "**Language** of what everybody reads: {language} Games keep that of their challenge.",
            language=_language(server),
        ),
        Text(
            "**Clock**: {clock}. A challenge may name another one.", clock=_clock(server.clock_days)
        ),
        Text(
            "**Games a person**: at most {n} that run at the same time.",
            n=most_games if server.max_games is None else min(server.max_games, most_games),
        ),
        Text("**Leaderboard**: {switch}. Ratings are kept in any case.", switch=_on(server)),
        Text("**Pings**: {pings}", pings=_pings(server)),
        Text("**Boards**: {boards}.", boards=BOARDS[server.boards]),
        Text("**Theme** of boards: {theme}.", theme=THEME_NAMES[public_eyes(server).theme]),
        Text("**Marks** beside colours: {marks}.", marks=_marks(server)),
    ]


def _channels(server: Server) -> Text:
    if not server.channels:
        return Text("games may be played wherever I may write.")
    there = series(f"<#{channel}>" for channel in server.channels)
    return Text("games may be played in {channels} only.", channels=there)


def _language(server: Server) -> Text:
    name = language_names().get(server.language or "")
    if name is None:
        return Text("the server's own if it is a Community, else that of who starts.")
    return Text("{name}.", name=name)


def _clock(days: int | None) -> Text:
    if days is None:
        return Text("none")
    return Plural("{n} day a move", "{n} days a move", days)


def _on(server: Server) -> Text:
    return Text("on") if server.leaderboard else Text("off")


def _pings(server: Server) -> Text:
    if server.pings:
        return Text("whoever is to move is pinged, and nobody else.")
    return Text("nobody is pinged; those who want it get a direct message (/preferences).")


def _marks(server: Server) -> Text:
    return Text("on") if server.marks else Text("off")


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(SettingCommands(bot))
