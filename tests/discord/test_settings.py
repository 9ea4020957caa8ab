"""/settings: what a server settles for everybody in it."""

from dataclasses import replace

import discord
import pytest

from .hands import bot_of
from .simulated import Person, World
from .tables import challenge, start_game


@pytest.fixture
def nora(world: World) -> Person:
    """Give a moderator."""
    return world.person("Nora", permissions=discord.Permissions(manage_guild=True))


async def test_alone_it_shows_every_setting_with_a_sentence(nora: Person) -> None:
    shown = await nora.slash("settings")

    assert shown.ephemeral
    names = ("Channels", "Language", "Clock", "Games a person", "Leaderboard", "Pings", "Boards")
    for name in (*names, "Theme", "Marks"):
        assert f"**{name}**" in shown.text
    assert "3 days a move" in shown.text
    assert "Only those who may manage this server can see and change this." in shown.text


@pytest.mark.parametrize("action", ["t:channels", "t:everywhere"])
async def test_others_cannot_forge_its_controls(
    world: World, mara: Person, nora: Person, action: str
) -> None:
    await nora.slash("settings")
    card = await challenge(world, mara)

    refused = await mara.press(card, action)

    assert "Only those who may manage this server can settle this." in refused.text


async def test_games_are_begun_in_the_chosen_channels_only(
    world: World, mara: Person, jonas: Person, nora: Person
) -> None:
    other = world.text_channel("games")
    panel = await nora.slash("settings")
    chosen = await nora.choose(panel, other)

    refused = await mara.slash("dice-matrix challenge", opponent=jonas)
    card = await challenge(world, mara, jonas, other)
    await nora.click(chosen, "Everywhere")
    anywhere = await challenge(world, jonas, mara)

    assert f"In this server games are begun in <#{other.id}>." in refused.text
    assert "Accept" in card.buttons
    assert "Accept" in anywhere.buttons


async def test_a_channel_that_was_deleted_can_be_given_up(
    world: World, mara: Person, jonas: Person, nora: Person
) -> None:
    other = world.text_channel("games")
    await nora.choose(await nora.slash("settings"), other)
    await other.delete()

    panel = await nora.slash("settings")
    await nora.click(panel, "Everywhere")
    card = await challenge(world, mara, jonas)

    assert "Accept" in card.buttons


async def test_the_limit_of_games_is_the_servers(
    world: World, mara: Person, jonas: Person, nora: Person
) -> None:
    await nora.slash("settings", games=1)
    await start_game(world, mara, jonas)

    refused = await mara.slash("dice-matrix challenge")

    assert "You have 1 running game in this server, which is the most there may be." in refused.text


async def test_it_cannot_be_more_than_the_host_allows(nora: Person) -> None:
    refused = await nora.slash("settings", games=1000)

    assert "Whoever hosts me allows 20 running games a person at most." in refused.text


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

    assert [board.pings for board in game.place.messages] == [(), ()]


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
    await bot_of(world).readers.settle(
        world.guild.id, lambda server: replace(server, language="tlh", theme="sepia")
    )
    await world.speak("ja", community=True)

    shown = await nora.slash("settings")
    card = await challenge(world, mara)

    assert shown.text == before.text
    assert "挑戦" in card.text or "受ける" in card.buttons


async def test_it_is_in_the_language_of_who_reads_it(world: World, nora: Person) -> None:
    nora.locale = "ja"

    shown = await nora.slash("settings", language="English")

    assert "**言語**：English" in shown.text
    assert "設定しました" in shown.text


async def test_it_holds_for_its_server_alone(
    world: World, mara: Person, jonas: Person, nora: Person
) -> None:
    elsewhere = world.another_server("Elsewhere")
    await nora.slash("settings", games=1, leaderboard="off")

    there = await mara.slash("leaderboard", elsewhere)

    assert "switched off" not in there.text
