"""/settings: what applies to everybody in a server, chosen by members with Manage Server.

A setting takes effect where it is read: `cogs.ui.permissions` (channels),
`bot.services.challenge_checks` (running games), `cogs.challenge.options` (the default clock),
`cogs.server.leaderboard`, `cogs.board.boards` (pings), `bot.match.board_messages` (new or edited
boards), `bot.services.preferences` (language, theme and marks), `bot.services.puzzles` (announcements),
`bot.services.seasons` (seasons and the time zone).
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Tavolo
from bot.errors import ForgedControl, Refused
from bot.services.preferences import Viewer, public_style
from bot.text.voice import Voice, language_names
from cogs.challenge.options import CLOCK_DAYS, CLOCKS, NO_CLOCK
from cogs.server.channel_settings import (
    channel_controls,
    channels_text,
    chosen_channels,
    puzzles_text,
)
from cogs.server.preferences import SAVED, THEME_NAMES
from cogs.ui.choosers import DEFAULT, OFF, ON, SWITCH, Chooser, picked
from cogs.ui.components import button, buttons, layout, small, words
from cogs.ui.forms import Field, open_form, written
from cogs.ui.game_lookup import guild_of
from cogs.ui.responses import acknowledge, viewer_of, voice_for, whisper
from cogs.ui.routing import Click, control, numbers
from cogs.ui.time_zones import ZONE_LENGTH, read_zone, suggest_zones
from data.servers import BoardStyle, SeasonLength, Server
from games.words import Plural, Text

ZONE: Final = "zone"
TIME_ZONE: Final = Text("Time zone")
GAME_LIMITS: Final = (1, 2, 3, 5, 10, 15, 20, 30, 50, 100, 200)
"""The limits of running games that the panel offers, as far as the host allows them."""
LISTS: Final = (
    Chooser(
        "language",
        Text("Language for everybody"),
        {
            DEFAULT: Text("as in Discord"),
            **{key: Text("{name}", name=name) for key, name in language_names().items()},
        },
    ),
    Chooser(
        "clock_days",
        Text("Usual clock"),
        {
            NO_CLOCK: Text("none"),
            **{
                str(days): Plural("{n} day per turn", "{n} days per turn", days)
                for days in CLOCK_DAYS
            },
        },
    ),
    Chooser("leaderboard", Text("Leaderboard"), SWITCH),
    Chooser(
        "pings",
        Text("Pings"),
        {
            ON: Text("players, on their turn and when a game ends"),
            OFF: Text("nobody (players can choose direct messages)"),
        },
    ),
    Chooser(
        "boards",
        Text("Boards"),
        {
            BoardStyle.NEW: Text("a new message for every board"),
            BoardStyle.EDIT: Text("one edited message, plus a short one that pings"),
        },
    ),
    Chooser(
        "seasons",
        Text("Leaderboard seasons"),
        {
            OFF: Text("none"),
            SeasonLength.MONTH: Text("every month"),
            SeasonLength.QUARTER: Text("every quarter of a year"),
        },
    ),
    Chooser("theme", Text("Theme of boards"), THEME_NAMES),
    Chooser("marks", Text("Letters on colours"), SWITCH),
)
"""The settings that the panel shows as lists, by the name of their field."""


class SettingCommands(commands.Cog):
    """Show and change settings."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @app_commands.command(
        name=locale_str("settings"),
        description=locale_str("For moderators: how games are played in this server"),
    )
    @app_commands.describe(
        language=locale_str("The language of messages that everybody sees"),
        clock=locale_str("Days per turn, for challenges that set no clock"),
        games=locale_str("How many running games a person may have here"),
        leaderboard=locale_str("Whether /leaderboard can be used here"),
        pings=locale_str(
            "Whether players are pinged when it is their turn, and when a game is over"
        ),
        boards=locale_str("Whether every board is a new message"),
        theme=locale_str("The colours of boards"),
        marks=locale_str("Whether every colour also has a letter"),
        puzzles=locale_str("The channel in which the day's puzzles are announced"),
        seasons=locale_str("How long a season of the leaderboard is"),
        time_zone=locale_str("The time zone in which months and seasons begin"),
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
            app_commands.Choice(name=locale_str("on"), value=ON),
            app_commands.Choice(name=locale_str("off"), value=OFF),
        ],
        pings=[
            app_commands.Choice(name=locale_str("on"), value=ON),
            app_commands.Choice(name=locale_str("off"), value=OFF),
        ],
        boards=[
            app_commands.Choice(name=locale_str("new messages"), value=BoardStyle.NEW.value),
            app_commands.Choice(name=locale_str("one edited message"), value=BoardStyle.EDIT.value),
        ],
        seasons=[
            app_commands.Choice(name=locale_str("none"), value=OFF),
            app_commands.Choice(name=locale_str("every month"), value=SeasonLength.MONTH.value),
            app_commands.Choice(
                name=locale_str("every quarter of a year"), value=SeasonLength.QUARTER.value
            ),
        ],
        theme=[
            app_commands.Choice(name=locale_str("dark"), value="dark"),
            app_commands.Choice(name=locale_str("light"), value="light"),
            app_commands.Choice(name=locale_str("high contrast"), value="contrast"),
        ],
        marks=[
            app_commands.Choice(name=locale_str("on"), value=ON),
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
        puzzles: discord.TextChannel | None = None,
        seasons: str | None = None,
        time_zone: app_commands.Range[str, 1, ZONE_LENGTH] | None = None,
    ) -> None:
        """Change what was named, and show everything."""
        _check_manager(interaction)
        if games is not None:
            self._check_games(games)
        named = {
            "language": language,
            "clock_days": clock,
            "leaderboard": leaderboard,
            "pings": pings,
            "boards": boards,
            "theme": theme,
            "marks": marks,
            "seasons": seasons,
        }
        changes = {
            field: _read(field, chosen) for field, chosen in named.items() if chosen is not None
        }
        if games is not None:
            changes["max_games"] = games
        if puzzles is not None:
            changes["puzzle_channel_id"] = puzzles.id
        if time_zone is not None:
            changes["time_zone"] = read_zone(time_zone)
        await self._show(interaction, _changing(changes) if changes else None)

    def _check_games(self, games: int) -> None:
        most = self._bot.settings.max_games_per_person
        if games > most:
            raise Refused(
                Plural(
                    "The host of this bot allows at most {n} running game per person.",
                    "The host of this bot allows at most {n} running games per person.",
                    most,
                )
            )

    settings.autocomplete("time_zone")(suggest_zones)

    @control("server-zone")
    async def _ask_zone(self, interaction: Click, parts: list[str]) -> None:
        """Open the form for the server's time zone."""
        numbers(parts, 0)
        _check_manager(interaction)
        voice, zone = voice_for(interaction).plain(), viewer_of(interaction).server.time_zone
        fields = (Field(ZONE, voice(Text("Time zone, like Europe/Rome")), zone, ZONE_LENGTH),)
        await open_form(interaction, voice(TIME_ZONE), fields, "server-zone-save")

    @control("server-zone-save")
    async def _save_zone(self, interaction: Click, parts: list[str]) -> None:
        """Change the server's time zone to what was written in the form."""
        numbers(parts, 0)
        _check_manager(interaction)
        zone = written(interaction, ZONE)
        changes = {"time_zone": read_zone(zone) if zone.strip() else Server(0).time_zone}
        await self._show(interaction, _changing(changes), instead=True)

    @control("setting")
    async def _change_setting(self, interaction: Click, parts: list[str]) -> None:
        """Change one setting, chosen in its list."""
        _check_manager(interaction)
        most = self._bot.settings.max_games_per_person
        chooser, chosen = picked(
            interaction, parts, (*LISTS, _game_limits(viewer_of(interaction).server, most))
        )
        change = _changing({chooser.field: _read(chooser.field, chosen)})
        await self._show(interaction, change, instead=True)

    @control("channels")
    async def _channels(self, interaction: Click, parts: list[str]) -> None:
        """Limit games to the chosen channels."""
        numbers(parts, 0)
        _check_manager(interaction)
        await self._show(
            interaction, _changing({"channels": chosen_channels(interaction)}), instead=True
        )

    @control("everywhere")
    async def _everywhere(self, interaction: Click, parts: list[str]) -> None:
        """Allow games wherever the bot may write."""
        numbers(parts, 0)
        _check_manager(interaction)
        await self._show(interaction, _changing({"channels": ()}), instead=True)

    @control("puzzle-channel")
    async def _puzzle_channel(self, interaction: Click, parts: list[str]) -> None:
        """Announce the day's puzzles in the chosen channel."""
        numbers(parts, 0)
        _check_manager(interaction)
        chosen = chosen_channels(interaction)
        if len(chosen) != 1:
            raise ForgedControl
        await self._show(interaction, _changing({"puzzle_channel_id": chosen[0]}), instead=True)

    @control("puzzles-off")
    async def _puzzles_off(self, interaction: Click, parts: list[str]) -> None:
        """Announce no puzzles any more."""
        numbers(parts, 0)
        _check_manager(interaction)
        await self._show(interaction, _changing({"puzzle_channel_id": None}), instead=True)

    async def _show(
        self,
        interaction: Click,
        change: Callable[[Server], Server] | None,
        *,
        instead: bool = False,
    ) -> None:
        await acknowledge(interaction, thinking=not instead)
        who, guild_id = viewer_of(interaction), guild_of(interaction)
        server = who.server
        if change is not None:
            server = await self._bot.preferences.change_server(guild_id, change)
            await self._bot.contacts.store(guild_id, interaction.user.id)
            who = Viewer(who.preferences, server)
        voice = Voice(who.language(interaction.locale.value))
        most = self._bot.settings.max_games_per_person
        choosers = (*LISTS, _game_limits(server, most))
        lists = [
            chooser.list(_value_of(server, chooser.field, most), "setting", voice)
            for chooser in choosers
        ]
        top = [
            f"### {voice(Text('How games are played in this server'))}",
            voice(channels_text(server)),
            voice(puzzles_text(server)),
            voice(Text("**Time zone** of months and seasons: {zone}", zone=server.time_zone)),
        ]
        if change is not None:
            top.append(voice(SAVED))
        await whisper(
            interaction,
            layout(
                None,
                *map(words, top),
                *channel_controls(server, interaction.guild, voice),
                *lists,
                *buttons([button(voice(TIME_ZONE), "server-zone")]),
                small(voice(Text("Only members with Manage Server can see and change this."))),
            ),
            instead=instead,
        )


def _check_manager(interaction: Click) -> None:
    if not interaction.permissions.manage_guild:
        raise Refused(
            Text("You need Manage Server to change these settings. Your own are in /preferences.")
        )


def _changing(changes: Mapping[str, object]) -> Callable[[Server], Server]:
    # The names are those of the fields: `settings` above lists them.
    return lambda server: replace(server, **changes)  # type: ignore[arg-type]


def _read(field: str, chosen: str) -> object:
    """Turn a choice into what its field holds."""
    match field:
        case "language":
            return None if chosen == DEFAULT else chosen
        case "clock_days":
            return None if chosen == NO_CLOCK else int(chosen)
        case "max_games":
            return int(chosen)
        case "boards":
            return BoardStyle(chosen)
        case "seasons":
            return None if chosen == OFF else SeasonLength(chosen)
    return chosen == ON if chosen in SWITCH else chosen


def _value_of(server: Server, field: str, most_games: int) -> str:
    """Return the choice that a field holds, as its list names it."""
    match field:
        case "language":
            return server.language if server.language in language_names() else DEFAULT
        case "clock_days":
            return NO_CLOCK if server.clock_days is None else str(server.clock_days)
        case "max_games":
            return str(_limit(server, most_games))
        case "theme":
            return public_style(server).theme
        case "seasons":
            return server.seasons or OFF
    held = getattr(server, field)
    if isinstance(held, bool):
        return ON if held else OFF
    return str(held)


def _limit(server: Server, most: int) -> int:
    return most if server.max_games is None else min(server.max_games, most)


def _game_limits(server: Server, most: int) -> Chooser:
    """List the limits that the host allows, the one that counts now among them."""
    limits = {limit for limit in GAME_LIMITS if limit <= most} | {most, _limit(server, most)}
    return Chooser(
        "max_games",
        Text("Running games per person, at most"),
        {str(limit): Text("{n}", n=limit) for limit in sorted(limits)},
    )


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(SettingCommands(bot))
