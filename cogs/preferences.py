"""/preferences: what one person wants, wherever they play. Works in direct messages too.

What the choices do is decided where they count: pictures and words in `bot.readers`,
reminders in `bot.reminders`, challenges in `bot.admission`.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Final
from zoneinfo import available_timezones

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Tavolo
from bot.errors import Refused
from bot.languages import Name, Voice, language_names
from bot.readers import Reader, known_theme
from cogs.answers import acknowledge, reading, whisper
from cogs.controls import Click, control, numbers
from cogs.layout import OPTION_LENGTH, AnyItem, button, buttons, layout, line, words
from data.preferences import Preferences
from games.words import Text

DEFAULT: Final = "default"
"""Chosen where the server or Discord is to decide."""
OFF: Final = "off"
MOST_CHOICES: Final = 25
CLOCK_HOURS: Final = tuple(f"{hour}:00" for hour in range(24))
_QUIET: Final = re.compile(
    # Between the hours stands a hyphen, a dash or a wave; signs of full width are made plain first.
    r"\s*([01]?\d|2[0-3])(?::00|時)?\s*[-~\u2013\u301c]\s*([01]?\d|2[0-3])(?::00|時)?\s*"
)

BOARDS: Final = {
    "picture": Text("as a picture"),
    "text": Text("in words"),
    "both": Text("as a picture and in words"),
}
THEME_NAMES: Final = {
    "dark": Text("dark"),
    "light": Text("light"),
    "contrast": Text("high contrast"),
}
REMINDERS: Final = {
    "thread": Text("in the game's thread"),
    "dm": Text("by direct message"),
    "none": Text("none"),
}


class PreferenceCommands(commands.Cog):
    """Show and change preferences."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @app_commands.command(
        name=locale_str("preferences"),
        description=locale_str(
            "How you want boards, reminders and challenges; alone, it shows all"
        ),
    )
    @app_commands.describe(
        language=locale_str("The language in which I answer you"),
        boards=locale_str("How boards are shown to you alone"),
        theme=locale_str("The colours of pictures that only you see"),
        marks=locale_str("Whether every colour also has a letter"),
        reminders=locale_str("Where you are reminded of your turn"),
        quiet_hours=locale_str("When you get no reminders: 22-7, or off"),
        time_zone=locale_str("Where your clock runs, for quiet hours and the digest"),
        digest=locale_str("The hour at which one message a day lists the games that wait for you"),
        challenges=locale_str("Whether others may challenge you"),
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
            app_commands.Choice(name=locale_str("picture"), value="picture"),
            app_commands.Choice(name=locale_str("text"), value="text"),
            app_commands.Choice(name=locale_str("both"), value="both"),
        ],
        theme=[
            app_commands.Choice(name=locale_str("as in the server"), value=DEFAULT),
            app_commands.Choice(name=locale_str("dark"), value="dark"),
            app_commands.Choice(name=locale_str("light"), value="light"),
            app_commands.Choice(name=locale_str("high contrast"), value="contrast"),
        ],
        marks=[
            app_commands.Choice(name=locale_str("as in the server"), value=DEFAULT),
            app_commands.Choice(name=locale_str("on"), value="on"),
            app_commands.Choice(name=locale_str("off"), value=OFF),
        ],
        reminders=[
            app_commands.Choice(name=locale_str("thread"), value="thread"),
            app_commands.Choice(name=locale_str("direct message"), value="dm"),
            app_commands.Choice(name=locale_str("none"), value="none"),
        ],
        digest=[
            app_commands.Choice(name=locale_str("off"), value=OFF),
            *(app_commands.Choice(name=hour, value=hour) for hour in CLOCK_HOURS),
        ],
        challenges=[
            app_commands.Choice(name=locale_str("on"), value="on"),
            app_commands.Choice(name=locale_str("off"), value=OFF),
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
        quiet_hours: str | None = None,
        time_zone: str | None = None,
        digest: str | None = None,
        challenges: str | None = None,
    ) -> None:
        """Change what was named, and show everything."""
        changes: dict[str, object] = {}
        for name, chosen, read in (
            ("language", language, _or_default),
            ("boards", boards, str),
            ("theme", theme, _or_default),
            ("marks", marks, _switch),
            ("reminders", reminders, str),
            ("time_zone", time_zone, _time_zone),
            ("digest_hour", digest, _hour),
            ("challenges", challenges, _switch),
        ):
            if chosen is not None:
                changes[name] = read(chosen)
        if quiet_hours is not None:
            changes["quiet_from"], changes["quiet_until"] = _quiet(quiet_hours)
        await self._show(interaction, _changing(changes) if changes else None)

    @preferences.autocomplete("time_zone")
    async def _suggest_time_zones(
        self,
        interaction: Click,  # noqa: ARG002 -- discord.py hands it over
        typed: str,
    ) -> list[app_commands.Choice[str]]:
        """List time zones whose name has what was typed."""
        wanted = _spelled(typed)
        found = [zone for spelled, zone in _time_zones().items() if wanted in spelled]
        return [app_commands.Choice(name=zone, value=zone) for zone in found[:MOST_CHOICES]]

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
        who = reading(interaction)
        if change is not None:
            chosen = await self._bot.readers.prefer(interaction.user.id, change)
            who = Reader(chosen, who.server)
        voice = Voice(who.language(interaction.locale.value))
        items: list[AnyItem] = [words(f"### {voice(Text('Your preferences'))}")]
        items.append(words("\n".join(voice(said) for said in _told(who.preferences))))
        if change is not None:
            items.append(words(voice(Text("Noted. It counts from now on."))))
        reset = None
        if who.preferences != Preferences(interaction.user.id):
            reset = button(voice(Text("Back to the defaults")), "prefer-nothing")
        view = layout(None, *items, line(), *buttons([reset])) if reset else layout(None, *items)
        await whisper(interaction, view, instead=instead)


def _changing(changes: Mapping[str, object]) -> Callable[[Preferences], Preferences]:
    # The names are those of the fields: `preferences` above lists them beside their readers.
    return lambda chosen: replace(chosen, **changes)  # type: ignore[arg-type]


def _or_default(chosen: str) -> str | None:
    return None if chosen == DEFAULT else chosen


def _switch(chosen: str) -> bool | None:
    return None if chosen == DEFAULT else chosen == "on"


def _hour(chosen: str) -> int | None:
    return None if chosen == OFF else CLOCK_HOURS.index(chosen)


@cache
def _time_zones() -> dict[str, str]:
    """Give every time zone by its name in small letters: some hundred files are looked through."""
    return {_spelled(zone): zone for zone in sorted(available_timezones())}


def _spelled(typed: str) -> str:
    return unicodedata.normalize("NFKC", typed).strip().casefold().replace(" ", "_")


def _time_zone(typed: str) -> str:
    """Read a time zone's name, in any case."""
    zone = _time_zones().get(_spelled(typed))
    if zone is None:
        raise Refused(
            Text(
                "I don't know the time zone {zone}. Type a city, as in Europe/Rome or Asia/Tokyo, "
                "and choose from the list.",
                zone=Name(typed[:OPTION_LENGTH]),
            )
        )
    return zone


def _quiet(typed: str) -> tuple[int | None, int | None]:
    """Read quiet hours: "22-7", or "off"; from a Japanese keyboard in full width."""
    plain = unicodedata.normalize("NFKC", typed)
    if plain.strip().casefold() == OFF:
        return None, None
    found = _QUIET.fullmatch(plain)
    if found is None or int(found[1]) == int(found[2]):
        raise Refused(
            Text(
                "Quiet hours are written like 22-7: from 22:00 until 7:00. With off there are none."
            )
        )
    return int(found[1]), int(found[2])


def _told(chosen: Preferences) -> list[Text]:
    """Say every preference in a line."""
    return [
        Text("**Language**: {language}", language=_language(chosen)),
        Text("**Boards** that only you see: {boards}", boards=BOARDS[chosen.boards]),
        Text("**Theme**: {theme}", theme=_theme(chosen)),
        Text("**Marks** beside colours: {marks}", marks=_marks(chosen)),
        Text("**Reminders**: {reminders}", reminders=REMINDERS[chosen.reminders]),
        Text("**Quiet hours**: {hours}", hours=_hours(chosen)),
        Text("**Time zone**: {zone}", zone=chosen.time_zone),
        Text("**Digest**: {digest}", digest=_digest(chosen)),
        Text("**Challenges** from others: {challenges}", challenges=_on_off(on=chosen.challenges)),
    ]


def _language(chosen: Preferences) -> Text:
    name = language_names().get(chosen.language or "")
    return Text("as in Discord") if name is None else Text("{name}", name=name)


def _theme(chosen: Preferences) -> Text:
    if chosen.theme is None:
        return Text("as in the server")
    return THEME_NAMES[known_theme(chosen.theme)]


def _marks(chosen: Preferences) -> Text:
    return Text("as in the server") if chosen.marks is None else _on_off(on=chosen.marks)


def _hours(chosen: Preferences) -> Text:
    if chosen.quiet_from is None:
        return Text("none")
    return Text("{start}:00 to {end}:00", start=chosen.quiet_from, end=chosen.quiet_until)


def _digest(chosen: Preferences) -> Text:
    if chosen.digest_hour is None:
        return Text("off")
    return Text(
        "once a day at {hour}:00, by direct message, in place of single reminders",
        hour=chosen.digest_hour,
    )


def _on_off(*, on: bool) -> Text:
    return Text("on") if on else Text("off")


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(PreferenceCommands(bot))
