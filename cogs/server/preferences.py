"""/preferences: one person's settings, in every server. Works in direct messages too.

A choice takes effect where it is read: pictures and words in `bot.services.preferences`,
reminders in `bot.services.reminders`, challenges in `bot.services.challenge_checks`, pings at the
end in `bot.services.finished`.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Tavolo
from bot.errors import Refused
from bot.services.preferences import Viewer, known_theme
from bot.text.voice import Voice, language_names
from cogs.ui.choosers import DEFAULT, OFF, ON, SWITCH, Chooser, picked
from cogs.ui.components import button, buttons, layout, words
from cogs.ui.forms import Field, open_form, written
from cogs.ui.responses import acknowledge, viewer_of, voice_for, whisper
from cogs.ui.routing import Click, control, numbers
from cogs.ui.time_zones import ZONE_LENGTH, read_zone, suggest_zones
from data.preferences import BoardForm, Preferences, ReminderWay
from games.words import Text

HOURS: Final = Text("Quiet hours and time zone")
SAVED: Final = Text("Saved.")
CLOCK_HOURS: Final = tuple(f"{hour}:00" for hour in range(24))
_QUIET: Final = re.compile(
    # Between the hours is a hyphen, a dash or a wave; full-width signs are made plain first.
    r"\s*([01]?\d|2[0-3])(?::00|時)?\s*[-~\u2013\u301c]\s*([01]?\d|2[0-3])(?::00|時)?\s*"
)

FROM: Final = "from"
UNTIL: Final = "until"
ZONE: Final = "zone"
"""The fields of the form."""
HOUR_LENGTH: Final = 5
QUIET_LENGTH: Final = 20

THEME_NAMES: Final = {
    "dark": Text("dark"),
    "light": Text("light"),
    "contrast": Text("high contrast"),
}
AS_IN_SERVER: Final = {DEFAULT: Text("as in the server")}
CHOOSERS: Final = (
    Chooser(
        "language",
        Text("Language"),
        {
            DEFAULT: Text("as in Discord"),
            **{key: Text("{name}", name=name) for key, name in language_names().items()},
        },
    ),
    Chooser(
        "boards",
        Text("Private boards"),
        {
            BoardForm.PICTURE: Text("as a picture"),
            BoardForm.TEXT: Text("in words"),
            BoardForm.BOTH: Text("as a picture and in words"),
        },
    ),
    Chooser("theme", Text("Theme"), AS_IN_SERVER | THEME_NAMES),
    Chooser("marks", Text("Letters on colours"), {**AS_IN_SERVER, **SWITCH}),
    Chooser(
        "reminders",
        Text("Reminders"),
        {
            ReminderWay.THREAD: Text("in the game's thread"),
            ReminderWay.DM: Text("by direct message"),
            ReminderWay.NONE: Text("none"),
        },
    ),
    Chooser(
        "digest_hour",
        Text("Daily digest"),
        {OFF: Text("off"), **{hour: Text("at {hour}", hour=hour) for hour in CLOCK_HOURS}},
    ),
    Chooser("challenges", Text("Challenges from others"), SWITCH),
    Chooser("results", Text("Pings at a game's end"), SWITCH),
    Chooser(
        "profile",
        Text("My profile"),
        {ON: Text("for everybody in a server"), OFF: Text("for me alone")},
    ),
)
"""The preferences that the panel shows as lists, by the name of their field."""


class PreferenceCommands(commands.Cog):
    """Show and change preferences."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @app_commands.command(
        name=locale_str("preferences"),
        description=locale_str(
            "Your boards, reminders and challenges; without options it shows them all"
        ),
    )
    @app_commands.describe(
        language=locale_str("The language in which I answer you"),
        boards=locale_str("How boards that only you see are shown"),
        theme=locale_str("The colours of pictures that only you see"),
        marks=locale_str("Whether every colour also has a letter"),
        reminders=locale_str("Where you are reminded of your turn"),
        quiet_hours=locale_str("Hours without reminders, like 22-7, or off"),
        time_zone=locale_str("Your time zone, for quiet hours and the digest"),
        digest=locale_str("The hour of a daily message that lists the games waiting for you"),
        challenges=locale_str("Whether others may challenge you"),
        results=locale_str("Whether you are pinged when one of your games ends"),
        profile=locale_str("Who may look at your /profile, and find you among /rivals"),
    )
    @app_commands.choices(
        language=[
            app_commands.Choice(name=locale_str("as in Discord"), value=DEFAULT),
            *(
                app_commands.Choice(name=name, value=language)
                for language, name in language_names().items()
            ),
        ],
        boards=[
            app_commands.Choice(name=locale_str("picture"), value=BoardForm.PICTURE),
            app_commands.Choice(name=locale_str("text"), value=BoardForm.TEXT),
            app_commands.Choice(name=locale_str("both"), value=BoardForm.BOTH),
        ],
        theme=[
            app_commands.Choice(name=locale_str("as in the server"), value=DEFAULT),
            app_commands.Choice(name=locale_str("dark"), value="dark"),
            app_commands.Choice(name=locale_str("light"), value="light"),
            app_commands.Choice(name=locale_str("high contrast"), value="contrast"),
        ],
        marks=[
            app_commands.Choice(name=locale_str("as in the server"), value=DEFAULT),
            app_commands.Choice(name=locale_str("on"), value=ON),
            app_commands.Choice(name=locale_str("off"), value=OFF),
        ],
        reminders=[
            app_commands.Choice(name=locale_str("thread"), value=ReminderWay.THREAD),
            app_commands.Choice(name=locale_str("direct message"), value=ReminderWay.DM),
            app_commands.Choice(name=locale_str("none"), value=ReminderWay.NONE),
        ],
        digest=[
            app_commands.Choice(name=locale_str("off"), value=OFF),
            *(app_commands.Choice(name=hour, value=hour) for hour in CLOCK_HOURS),
        ],
        challenges=[
            app_commands.Choice(name=locale_str("on"), value=ON),
            app_commands.Choice(name=locale_str("off"), value=OFF),
        ],
        results=[
            app_commands.Choice(name=locale_str("on"), value=ON),
            app_commands.Choice(name=locale_str("off"), value=OFF),
        ],
        profile=[
            app_commands.Choice(name=locale_str("everybody"), value=ON),
            app_commands.Choice(name=locale_str("only me"), value=OFF),
        ],
    )
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def preferences(
        self,
        interaction: Click,
        language: str | None = None,
        boards: str | None = None,
        theme: str | None = None,
        marks: str | None = None,
        reminders: str | None = None,
        quiet_hours: app_commands.Range[str, 1, QUIET_LENGTH] | None = None,
        time_zone: app_commands.Range[str, 1, ZONE_LENGTH] | None = None,
        digest: str | None = None,
        challenges: str | None = None,
        results: str | None = None,
        profile: str | None = None,
    ) -> None:
        """Change what was named, and show everything."""
        named = {
            "language": language,
            "boards": boards,
            "theme": theme,
            "marks": marks,
            "reminders": reminders,
            "digest_hour": digest,
            "challenges": challenges,
            "results": results,
            "profile": profile,
        }
        changes = {
            field: READ[field](chosen) for field, chosen in named.items() if chosen is not None
        }
        if time_zone is not None:
            changes["time_zone"] = read_zone(time_zone)
        if quiet_hours is not None:
            changes["quiet_from"], changes["quiet_until"] = _quiet(quiet_hours)
        await self._show(interaction, _changing(changes) if changes else None)

    preferences.autocomplete("time_zone")(suggest_zones)

    @control("prefer")
    async def _prefer(self, interaction: Click, parts: list[str]) -> None:
        """Change one preference, chosen in its list."""
        chooser, chosen = picked(interaction, parts, CHOOSERS)
        change = _changing({chooser.field: READ[chooser.field](chosen)})
        await self._show(interaction, change, instead=True)

    @control("prefer-hours")
    async def _hours(self, interaction: Click, parts: list[str]) -> None:
        """Open the form for the quiet hours and the time zone."""
        numbers(parts, 0)
        chosen, voice = viewer_of(interaction).preferences, voice_for(interaction).plain()
        fields = (
            Field(FROM, voice(Text("No reminders from")), _hour(chosen.quiet_from), HOUR_LENGTH),
            Field(UNTIL, voice(Text("until")), _hour(chosen.quiet_until), HOUR_LENGTH),
            Field(ZONE, voice(Text("Time zone, like Europe/Rome")), chosen.time_zone, ZONE_LENGTH),
        )
        await open_form(interaction, voice(HOURS), fields, "prefer-hours-save")

    @control("prefer-hours-save")
    async def _save_hours(self, interaction: Click, parts: list[str]) -> None:
        """Change the quiet hours and the time zone to what was written in the form."""
        numbers(parts, 0)
        start, end = written(interaction, FROM).strip(), written(interaction, UNTIL).strip()
        quiet_from, quiet_until = _quiet(f"{start}-{end}" if start or end else OFF)
        zone = written(interaction, ZONE)
        changes = {
            "quiet_from": quiet_from,
            "quiet_until": quiet_until,
            "time_zone": read_zone(zone) if zone.strip() else Preferences(0).time_zone,
        }
        await self._show(interaction, _changing(changes), instead=True)

    @control("prefer-nothing")
    async def _reset(self, interaction: Click, parts: list[str]) -> None:
        """Go back to the defaults."""
        numbers(parts, 0)
        user_id = interaction.user.id
        await self._show(interaction, lambda _chosen: Preferences(user_id), instead=True)

    async def _show(
        self,
        interaction: Click,
        change: Callable[[Preferences], Preferences] | None,
        *,
        instead: bool = False,
    ) -> None:
        """Show a person what they prefer, in the language that they have chosen by it."""
        await acknowledge(interaction, thinking=not instead)
        who = viewer_of(interaction)
        if change is not None:
            chosen = await self._bot.preferences.change(interaction.user.id, change)
            who = Viewer(chosen, who.server)
        voice = Voice(who.language(interaction.locale.value))
        shown = who.preferences
        top = [f"### {voice(Text('Your preferences'))}", voice(_quiet_hours(shown))]
        if change is not None:
            top.append(voice(SAVED))
        lists = [
            chooser.list(_value_of(shown, chooser.field), "prefer", voice) for chooser in CHOOSERS
        ]
        reset = None
        if shown != Preferences(interaction.user.id):
            reset = button(voice(Text("Back to the defaults")), "prefer-nothing")
        row = buttons([button(voice(HOURS), "prefer-hours"), reset])
        view = layout(None, *map(words, top), *lists, *row)
        await whisper(interaction, view, instead=instead)


def _changing(changes: Mapping[str, object]) -> Callable[[Preferences], Preferences]:
    # The names are those of the fields: `preferences` above lists them with their readers.
    return lambda chosen: replace(chosen, **changes)  # type: ignore[arg-type]


def _or_default(chosen: str) -> str | None:
    return None if chosen == DEFAULT else chosen


def _switch(chosen: str) -> bool | None:
    return None if chosen == DEFAULT else chosen == "on"


def _digest_hour(chosen: str) -> int | None:
    return None if chosen == OFF else CLOCK_HOURS.index(chosen)


READ: Final[Mapping[str, Callable[[str], object]]] = {
    "language": _or_default,
    "boards": BoardForm,
    "theme": _or_default,
    "marks": _switch,
    "reminders": ReminderWay,
    "digest_hour": _digest_hour,
    "challenges": _switch,
    "results": _switch,
    "profile": _switch,
}
"""What turns a choice into what its field holds."""


def _value_of(chosen: Preferences, field: str) -> str:
    """Return the choice that a field holds, as its list names it."""
    match field:
        case "language":
            return chosen.language if chosen.language in language_names() else DEFAULT
        case "theme":
            return DEFAULT if chosen.theme is None else known_theme(chosen.theme)
        case "digest_hour":
            return OFF if chosen.digest_hour is None else CLOCK_HOURS[chosen.digest_hour]
    held = getattr(chosen, field)
    if isinstance(held, bool):
        return ON if held else OFF
    return DEFAULT if held is None else str(held)


def _quiet(typed: str) -> tuple[int | None, int | None]:
    """Read quiet hours: "22-7", or "off"; from a Japanese keyboard in full width."""
    plain = unicodedata.normalize("NFKC", typed)
    if plain.strip().casefold() == OFF:
        return None, None
    found = _QUIET.fullmatch(plain)
    if found is None or int(found[1]) == int(found[2]):
        raise Refused(Text("Write quiet hours like 22-7: from 22:00 until 7:00. Use off for none."))
    return int(found[1]), int(found[2])


def _quiet_hours(chosen: Preferences) -> Text:
    zone = chosen.time_zone
    if chosen.quiet_from is None:
        return Text("**Quiet hours**: none · **Time zone**: {zone}", zone=zone)
    return Text(
        "**Quiet hours**: {start}:00 to {end}:00 · **Time zone**: {zone}",
        start=chosen.quiet_from,
        end=chosen.quiet_until,
        zone=zone,
    )


def _hour(hour: int | None) -> str | None:
    return None if hour is None else f"{hour}:00"


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(PreferenceCommands(bot))
