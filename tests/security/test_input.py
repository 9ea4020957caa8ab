"""What people type, call themselves or choose: nothing is too long, too odd or invisible."""

import ast
import importlib
import os
from datetime import UTC
from itertools import islice
from pathlib import Path
from unicodedata import category
from zoneinfo import available_timezones

import discord
import pytest
from discord import app_commands

from bot import create_bot
from bot.match.reminder_times import time_zones, zone_of
from bot.services.notes import LONGEST_NOTE
from bot.text.voice import message_name, plain_name
from render.type import Style, fit, letter
from tests.discord.simulated import Person, World
from tests.discord.tables import start_game
from tests.tiers import sampled

TOP = Path(__file__).parents[2]
NAME = Style(38, 600)
SAMPLED = 97
"""One character in this many is drawn, unless all are wanted."""
ALL = "TAVOLO_ALL_CHARACTERS"
"""The environment variable that wants all."""


# Lengths


async def test_every_text_option_has_choices_or_a_sensible_length(tmp_path: Path) -> None:
    bot = create_bot(database_url=f"sqlite:///{tmp_path}/tavolo.db")
    await bot.load_cogs()
    unlimited = {
        f"/{command.qualified_name} {option.name}": option.max_value
        for command in bot.tree.walk_commands()
        if isinstance(command, app_commands.Command)
        for option in command.parameters
        if option.type is discord.AppCommandOptionType.string
        and not option.choices
        and not 0 < (option.max_value or 0) <= LONGEST_NOTE
    }
    await bot.database.close()
    assert unlimited == {}


def test_every_field_of_a_form_has_a_sensible_length() -> None:
    found = 0
    for path in sorted((TOP / "cogs").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for call in ast.walk(tree):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
                continue
            if call.func.id != "Field":
                continue
            length = call.args[3]
            assert isinstance(length, ast.Name), f"{path.name}: {ast.unparse(call)}"
            module = ".".join(path.relative_to(TOP).with_suffix("").parts)
            most = getattr(importlib.import_module(module), length.id)
            assert 0 < most <= LONGEST_NOTE, f"{path.name}: {ast.unparse(call)}"
            found += 1
    assert found >= 4


async def test_what_is_typed_while_choosing_is_cut_before_it_is_compared(
    world: World, mara: Person, jonas: Person
) -> None:
    await start_game(world, mara, jonas)
    long = "c4 " * 2000
    for command, option in (("move", "move"), ("game text", "game"), ("preferences", "time_zone")):
        assert await mara.autocomplete(command, option, long) == ()


# Names


@sampled(
    "name",
    [
        "\u200b",
        "\u200b\u200d\u2060\ufeff",
        "\u3164",
        "\u2800\u2800",
        "\u115f\u1160",
        "\ufe0f",
        "\u00ad",
    ],
)
async def test_a_name_that_shows_nothing_has_a_stand_in(
    world: World, mara: Person, name: str
) -> None:
    assert message_name(name) == plain_name(name) == "?"
    unseen = world.person(name)
    game = await start_game(world, mara, unseen)
    assert "Mara vs ?" in game.place.name or "?" in game.place.name
    listed = await mara.slash("games")
    assert "Dice Matrix with ? ·" in listed.text
    assert game.board.pictures


def test_a_name_with_anything_to_see_stays_what_it_is() -> None:
    for name in ("A\u200b", "🎲", "👩‍👩‍👧", "\U0001fae8", "大谷", "é", ".", "\u0915\u094d"):
        assert plain_name(name) == name


@pytest.mark.slow
async def test_a_sign_that_the_font_fails_on_takes_no_picture_away(
    world: World, mara: Person, jonas: Person
) -> None:
    loud = world.person("Lea ﷽")
    game = await start_game(world, mara, loud)
    assert game.board.pictures
    await game.play(4)
    await game.resign(loud)
    assert len(game.result.pictures) == 2
    assert (await jonas.slash("leaderboard", game="Dice Matrix")).pictures


@pytest.mark.parametrize("text", ["﷽", "Ana ﷽ Bo", "سلام ﷽"])
def test_a_sign_that_the_font_fails_on_is_a_box_as_wide_as_a_letter(text: str) -> None:
    boxed, plain = letter(text, NAME), letter(text.replace("﷽", "n"), NAME)
    assert boxed.mask.getbbox() is not None
    # A blank is not as wide in every font.
    assert boxed.width == pytest.approx(plain.width, abs=NAME.size / 5)
    assert boxed.mask.width <= boxed.width
    line, style = fit(text, 300, NAME, Style(30, 600))
    assert letter(line, style).width <= 300


def test_every_character_that_unicode_has_can_be_drawn() -> None:
    """A sample of them, or with `TAVOLO_ALL_CHARACTERS=1` all: some 150,000 in minutes."""
    assigned = (
        chr(code) for code in range(0x110000) if category(chr(code)) not in {"Cn", "Cs", "Co"}
    )
    step = 1 if os.environ.get(ALL) else SAMPLED
    drawn = 0
    for character in islice(assigned, 0, None, step):
        letter.__wrapped__(character, NAME)
        drawn += 1
    assert drawn > 100_000 / step


# Time zones


@pytest.mark.parametrize("zone", ["localtime", "Factory", "posixrules", "posix/Europe/Rome"])
async def test_only_zones_of_the_list_are_taken(mara: Person, zone: str) -> None:
    refused = await mara.slash("preferences", time_zone=zone)
    assert refused.text.startswith("I don't know the time zone")
    offered = await mara.autocomplete("preferences", "time_zone", zone)
    assert zone not in [choice.value for choice in offered]


def test_the_list_is_what_the_tz_database_has() -> None:
    assert len(time_zones()) > 500
    assert {"UTC", "Europe/Rome", "Asia/Tokyo"} <= time_zones() <= available_timezones()


@pytest.mark.parametrize("zone", ["localtime", "Factory", "Atlantis/Capital"])
def test_who_once_chose_what_is_no_zone_has_the_time_of_nobodys_machine(zone: str) -> None:
    assert zone_of(zone) is UTC
