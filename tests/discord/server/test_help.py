"""/help and the first words in a server."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from discord import app_commands
from discord.ext import commands
from simcord.backend import serializers

from cogs.server.help import topics
from tests.discord.simulated import Message, Person, Place, World
from tests.discord.tables import start_game


def commands_of(world: World) -> Iterator[app_commands.Command[Any, ..., Any] | app_commands.Group]:
    """Yield all commands and groups of the bot."""
    assert isinstance(world.bot, commands.AutoShardedBot)
    yield from world.bot.tree.walk_commands()


async def test_it_starts_from_what_a_person_wants_to_do(mara: Person) -> None:
    shown = await mara.slash("help")

    assert shown.ephemeral
    assert "What do you want to do?" in shown.text
    assert "Play with a friend" in shown.options


async def test_every_wish_has_its_answer_and_leads_to_the_others(mara: Person) -> None:
    shown = await mara.slash("help")

    for wish in shown.options:
        shown = await mara.choose(shown, wish)
        assert shown.text.startswith(f"### {wish}\n")
        assert len(shown.text) > len(wish) + 40


async def test_it_works_in_a_direct_message(mara: Person) -> None:
    shown = await mara.slash("help", mara.dm)
    answer = await mara.choose(shown, "Learn a game")

    assert "/tablero learn" in answer.text


async def test_every_command_is_in_it(world: World) -> None:
    told = " ".join(str(topic.answer) for topic in topics())
    names = {
        command.qualified_name
        for command in commands_of(world)
        if isinstance(command, app_commands.Command)
    }

    assert {name for name in names if f"/{name}" not in told} == {"help"}


async def test_no_command_is_in_it_that_there_is_not(world: World) -> None:
    told = " ".join(str(topic.answer) for topic in topics())
    names = {command.qualified_name for command in commands_of(world)}

    for name in re.findall(r"/((?:game|[a-z]+(?:-[a-z]+)?) ?[a-z-]*)", told):
        assert name.strip() in names or name.split()[0] in names, name


@pytest.mark.slow
async def test_in_a_game_it_begins_with_the_game(world: World, mara: Person, jonas: Person) -> None:
    kim = world.person("Kim")
    game = await start_game(world, mara, jonas)

    mine = await mara.slash("help", game.place)
    waiting = await jonas.slash("help", game.place)
    watching = await kim.slash("help", game.place)

    assert "You play in this game. It is your turn" in mine.text
    assert mine.buttons == ("Move", "Text", "More", "Rules")
    assert "You play in this game. It is Mara's turn." in waiting.text
    assert waiting.buttons == ("Text", "More", "Rules")
    assert "You are watching: Mara and Jonas play." in watching.text


@pytest.mark.slow
async def test_where_players_hold_something_they_can_look_at_it(
    world: World, mara: Person, jonas: Person
) -> None:
    others = {
        "opponent1": jonas,
        "opponent2": world.person("Kim"),
        "opponent3": world.person("Lea"),
    }
    await mara.slash("matrio challenge", **others)
    card = world.messages()[-1]
    for other in others.values():
        await other.click(card, "Accept")
    assert card.thread is not None

    mine = await mara.slash("help", card.thread)
    watching = await world.person("Ines").slash("help", card.thread)
    hand = await mara.click(mine, "Your hand")

    assert "Mara holds" in (hand.message.pictures[0].alt or "")
    assert hand.ephemeral
    assert "Your hand" not in watching.buttons


async def test_its_buttons_work(world: World, mara: Person, jonas: Person) -> None:
    game = await start_game(world, mara, jonas)
    shown = await mara.slash("help", game.place)

    panel = await mara.click(shown, "Move")

    assert panel.message.pictures


async def test_elsewhere_it_does_not_speak_of_a_game(
    world: World, mara: Person, jonas: Person
) -> None:
    await start_game(world, mara, jonas)

    shown = await mara.slash("help")

    assert "You play in this game" not in shown.text


async def greeted(world: World, channel: Place, *, community: str | None = None) -> Message:
    """Add the bot to a server, a Community of a language, and return what it says."""
    await join(world, channel, community=community)
    (greeting,) = channel.messages
    return greeting


async def join(
    world: World, channel: Place, *, community: str | None = None, like_an_outage: bool = False
) -> None:
    """Add the bot to a server that Discord announces in one of its two ways."""
    guild = world.backend.guilds[channel.stored.guild_id or 0]
    guild.preferred_locale = community or "en-US"
    told: dict[str, Any] = dict(serializers.guild_create_payload(world.backend, guild))
    told["features"] = [] if community is None else ["COMMUNITY"]
    for member in told["members"]:
        member["joined_at"] = world.now.isoformat()
    if not like_an_outage:
        del told["unavailable"]
    world.backend.emit("GUILD_CREATE", told)
    await world.rest()


async def test_a_community_is_greeted_in_its_language(world: World) -> None:
    greeting = await greeted(world, world.another_server("Club"), community="ja")

    assert greeting.text.startswith("### こんにちは、Tavoloです")


async def test_the_greeting_says_what_is_missing(world: World) -> None:
    channel = world.another_server("Club")
    await channel.forbid("attach_files")

    greeting = await greeted(world, channel)

    assert "In this channel I still need: Attach Files." in greeting.text


async def test_a_new_server_gets_one_message_on_how_to_begin(world: World) -> None:
    greeting = await greeted(world, world.another_server("Club"))

    assert "Hello, I am Tavolo" in greeting.text
    assert "/dice-matrix challenge" in greeting.text
    assert "/help" in greeting.text
    assert greeting.pings == ()


@pytest.mark.parametrize("like_an_outage", [False, True])
async def test_a_server_is_greeted_once_however_often_it_takes_the_bot_in(
    world: World, like_an_outage: bool
) -> None:
    channel = world.another_server("Club")
    await world.pass_time(minutes=1)
    for _ in range(3):
        await join(world, channel, like_an_outage=like_an_outage)
        world.backend.emit("GUILD_DELETE", {"id": str(channel.stored.guild_id)})
        await world.rest()
    assert len(channel.messages) == 1


async def test_a_start_and_the_end_of_an_outage_greet_nobody(world: World) -> None:
    await world.restart()
    world.backend.emit("GUILD_DELETE", {"id": str(world.guild.id), "unavailable": True})
    guild = world.backend.get_guild(world.guild.id)
    world.backend.emit("GUILD_CREATE", dict(serializers.guild_create_payload(world.backend, guild)))
    await world.rest()
    assert not world.messages()
