"""The slash commands go to Discord when they are new or changed, and not at every start."""

from pathlib import Path

import discord
from discord import app_commands

from bot import create_bot

from .conftest import WorldOf
from .simulated import World


def times_published(world: World) -> int:
    """Count how often the list of commands was sent."""
    return sum(request.is_for("PUT", "/applications/*/commands") for request in world.requests)


async def test_commands_are_published_at_the_first_start_and_not_at_the_next(world: World) -> None:
    assert times_published(world) == 1

    await world.restart()
    await world.restart(kill=True)

    assert times_published(world) == 1
    assert (await world.person("Mara").slash("games")).ephemeral


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
