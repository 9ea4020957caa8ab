"""The slash commands go to Discord when they are new or changed, and not at every start."""

from pathlib import Path

import discord
import pytest
from discord import app_commands

from bot import create_bot
from tests.discord.conftest import WorldOf
from tests.discord.simulated import World


def times_published(world: World) -> int:
    """Count how often the list of commands was sent."""
    return sum(request.is_for("PUT", "/applications/*/commands") for request in world.requests)


@pytest.mark.slow
async def test_commands_are_published_at_the_first_start_and_not_at_the_next(
    world_of: WorldOf, tmp_path: Path
) -> None:
    world = await world_of(lambda: create_bot(database_url=f"sqlite:///{tmp_path}/tavolo.db"))
    assert times_published(world) == 1

    await world.restart()
    await world.restart(kill=True)

    assert times_published(world) == 1
    assert (await world.person("Mara").slash("games")).ephemeral


@pytest.mark.slow
async def test_commands_are_published_again_once_a_text_has_changed(
    world_of: WorldOf, tmp_path: Path
) -> None:
    texts = iter(["Say hello", "Say hello", "Say hello in a friendly way"])

    def make_bot() -> discord.Client:
        async def hello(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("Hello", ephemeral=True)

        bot = create_bot(database_url=f"sqlite:///{tmp_path}/tavolo.db")
        bot.tree.add_command(
            app_commands.Command(name="hello", description=next(texts), callback=hello)
        )
        return bot

    world = await world_of(make_bot)
    await world.restart()
    assert times_published(world) == 1

    await world.restart()

    assert times_published(world) == 2


async def test_commands_that_somebody_deleted_or_changed_at_discord_come_back_with_the_next_start(
    world: World,
) -> None:
    commands = world.backend.commands[None]
    (key, *_) = commands
    del commands[key]
    await world.restart()
    assert times_published(world) == 1

    world.backend.register_commands(None, [{"name": "games", "description": "Not ours"}])
    await world.restart()
    assert times_published(world) == 2
    assert (await world.person("Mara").slash("games")).ephemeral

    await world.restart()
    assert times_published(world) == 2


@pytest.mark.slow
async def test_a_start_goes_on_where_discord_does_not_say_which_commands_it_has(
    world: World,
) -> None:
    world.fail("GET", "/applications/*/commands", status=503, times=5)
    await world.restart()
    assert times_published(world) == 0
    await world.restart()
    assert times_published(world) == 0


async def test_commands_are_for_servers_and_never_for_an_account_alone(world: World) -> None:
    commands = world.backend.commands[None].values()
    assert {tuple(command["integration_types"]) for command in commands} == {(0,)}
    in_direct_messages = {c["name"] for c in commands if 1 in c["contexts"]}
    assert in_direct_messages == {"away", "back", "help", "preferences", "privacy", "puzzle"}
    assert all(0 in command["contexts"] and 2 not in command["contexts"] for command in commands)
