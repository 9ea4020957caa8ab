"""/settings: what a server settles for everybody in it."""

from dataclasses import replace

import discord
import pytest

from data.servers import BoardStyle, SeasonLength, Server
from tests.discord.hands import bot_of
from tests.discord.panels import selected
from tests.discord.simulated import Person, World
from tests.discord.tables import challenge, start_game


@pytest.fixture
def nora(world: World) -> Person:
    """Return a moderator."""
    return world.person("Nora", permissions=discord.Permissions(manage_guild=True))


async def test_alone_it_shows_every_setting_and_what_counts(nora: Person) -> None:
    shown = await nora.slash("settings")

    assert shown.ephemeral
    assert "**Channels**: games can be played wherever I can write." in shown.text
    assert selected(shown) == {
        "Language for everybody: as in Discord",
        "Usual clock: 3 days per turn",
        "Running games per person, at most: 20",
        "Leaderboard: on",
        "Pings: players, on their turn and when a game ends",
        "Boards: a new message for every board",
        "Leaderboard seasons: none",
        "Theme of boards: dark",
        "Letters on colours: off",
    }
    assert "Only members with Manage Server can see and change this." in shown.text
    assert "Saved." not in shown.text


@pytest.mark.slow
async def test_every_setting_is_changed_by_its_list(world: World, nora: Person) -> None:
    panel = await nora.slash("settings")
    for choice in (
        "Language for everybody: 日本語",
        "Usual clock: none",
        "Running games per person, at most: 5",
        "Leaderboard: off",
        "Pings: nobody (players can choose direct messages)",
        "Boards: one edited message, plus a short one that pings",
        "Leaderboard seasons: every quarter of a year",
        "Theme of boards: light",
        "Letters on colours: on",
    ):
        panel = await nora.choose(panel, choice)
        assert "Saved." in panel.text

    assert await bot_of(world).preferences.server(world.guild.id) == Server(
        world.guild.id,
        language="ja",
        clock_days=None,
        max_games=5,
        leaderboard=False,
        pings=False,
        boards=BoardStyle.EDIT,
        theme="light",
        marks=True,
        seasons=SeasonLength.QUARTER,
    )


async def test_the_time_zone_is_chosen_by_the_command_or_typed_into_a_form(
    world: World, nora: Person
) -> None:
    (choice,) = await nora.autocomplete("settings", "time_zone", "tokyo")
    panel = await nora.slash("settings", time_zone=choice.value, seasons="every month")
    assert "**Time zone** of months and seasons: Asia/Tokyo" in panel.text

    form = await nora.click(panel, "Time zone")
    panel = await nora.fill(form, zone="europe/rome")

    assert "**Time zone** of months and seasons: Europe/Rome" in panel.text
    assert (await bot_of(world).preferences.server(world.guild.id)).time_zone == "Europe/Rome"
    form = await nora.click(panel, "Time zone")
    refused = await nora.fill(form, zone="Atlantis")
    assert "I don't know the time zone Atlantis." in refused.text


async def test_a_limit_that_was_typed_is_in_its_list(nora: Person) -> None:
    shown = await nora.slash("settings", games=7)

    assert "Running games per person, at most: 7" in selected(shown)


@pytest.mark.parametrize(
    ("action", "value"),
    [("t:setting:max_games", "1000"), ("t:setting:guild_id", "1"), ("t:setting:theme", "sepia")],
)
async def test_a_forged_choice_changes_nothing(
    world: World, nora: Person, action: str, value: str
) -> None:
    panel = await nora.slash("settings")

    refused = await nora.press(panel, action, (value,))

    assert "Saved." not in refused.text
    assert await bot_of(world).preferences.server(world.guild.id) == Server(world.guild.id)


@pytest.mark.parametrize("action", ["t:channels", "t:everywhere", "t:setting:theme"])
async def test_others_cannot_forge_its_controls(
    world: World, mara: Person, nora: Person, action: str
) -> None:
    await nora.slash("settings")
    card = await challenge(world, mara)

    refused = await mara.press(card, action)

    assert "You need Manage Server to change these settings." in refused.text


async def test_games_are_begun_in_the_chosen_channels_only(
    world: World, mara: Person, jonas: Person, nora: Person
) -> None:
    other = world.text_channel("games")
    panel = await nora.slash("settings")
    chosen = await nora.press(panel, "t:channels", (str(other.id),))

    refused = await mara.slash("dice-matrix challenge", opponent=jonas)
    card = await challenge(world, mara, jonas, other)
    await nora.click(chosen, "Everywhere")
    anywhere = await challenge(world, jonas, mara)

    assert f"In this server, games are started in <#{other.id}>." in refused.text
    assert "Accept" in card.buttons
    assert "Accept" in anywhere.buttons


async def test_a_channel_that_was_deleted_can_be_given_up(
    world: World, mara: Person, jonas: Person, nora: Person
) -> None:
    other = world.text_channel("games")
    await nora.press(await nora.slash("settings"), "t:channels", (str(other.id),))
    await other.delete()

    panel = await nora.slash("settings")
    await nora.click(panel, "Everywhere")
    card = await challenge(world, mara, jonas)

    assert "Accept" in card.buttons


@pytest.mark.slow
async def test_the_limit_of_games_is_the_servers(
    world: World, mara: Person, jonas: Person, nora: Person
) -> None:
    await nora.slash("settings", games=1)
    await start_game(world, mara, jonas)

    refused = await mara.slash("dice-matrix challenge")

    assert "You have 1 running game in this server, which is the limit." in refused.text


async def test_it_cannot_be_more_than_the_host_allows(nora: Person) -> None:
    refused = await nora.slash("settings", games=1000)

    assert "The host of this bot allows at most 20 running games per person." in refused.text


async def test_a_leaderboard_that_is_off_says_so(mara: Person, nora: Person) -> None:
    await nora.slash("settings", leaderboard="off")

    refused = await mara.slash("leaderboard")

    assert refused.ephemeral
    assert "The leaderboard is switched off in this server." in refused.text


async def test_without_pings_nobody_is_pinged(
    world: World, mara: Person, jonas: Person, nora: Person
) -> None:
    await nora.slash("settings", pings="off")

    game = await start_game(world, mara, jonas)
    await game.type_move()

    assert len(game.boards) == 2
    assert {message.pings for message in game.place.messages} == {()}


@pytest.mark.slow
async def test_boards_have_the_servers_theme(
    world: World, mara: Person, jonas: Person, nora: Person
) -> None:
    game = await start_game(world, mara, jonas)
    dark = game.board.pictures[0].data
    await nora.slash("settings", theme="light", marks="on")

    await mara.slash("game board", game.place)

    assert game.board.pictures[0].data != dark


async def test_a_choice_that_is_no_more_is_as_if_never_made(
    world: World, mara: Person, nora: Person
) -> None:
    before = await nora.slash("settings")
    await bot_of(world).preferences.change_server(
        world.guild.id, lambda server: replace(server, language="tlh", theme="sepia")
    )
    await world.speak("ja", community=True)

    shown = await nora.slash("settings")
    card = await challenge(world, mara)

    assert selected(shown) == selected(before)
    assert "挑戦" in card.text or "受ける" in card.buttons


async def test_it_is_in_the_language_of_who_reads_it(world: World, nora: Person) -> None:
    nora.locale = "ja"

    shown = await nora.slash("settings", language="English")

    assert "公開メッセージの言語：English" in selected(shown)
    assert "保存しました" in shown.text


async def test_it_holds_for_its_server_alone(
    world: World, mara: Person, jonas: Person, nora: Person
) -> None:
    elsewhere = world.another_server("Elsewhere")
    await nora.slash("settings", games=1, leaderboard="off")

    there = await mara.slash("leaderboard", elsewhere)

    assert "switched off" not in there.text
