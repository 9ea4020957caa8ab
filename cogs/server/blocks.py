"""/block: keep somebody from challenging and pinging you, without anybody else being told."""

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.app import Tavolo
from bot.text.voice import Mention
from cogs.ui.responses import say
from cogs.ui.routing import Click
from games.words import Plural, Text, joined, series


class BlockCommands(
    commands.GroupCog,
    group_name=locale_str("block"),
    group_description=locale_str("People who can't challenge or ping you; only you know"),
):
    """Block people, and list and lift blocks."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        super().__init__()

    @app_commands.command(
        name=locale_str("person"),
        description=locale_str(
            "Block somebody: no challenges, shared open tables or pings by them"
        ),
    )
    @app_commands.describe(person=locale_str("Who it is; they are not told"))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def person(self, interaction: Click, person: discord.User) -> None:
        """Block somebody in all servers."""
        freed = await self._bot.blocks.add(interaction.user.id, person.id)
        await self._bot.carry_out(freed.dispatch)
        text = Text(
            "You have blocked {person}, in all servers: they can't challenge you, "
            "you won't sit down at the same open table, and nothing they ask for "
            "pings you. Games that you play already go on. Nobody is told. /block "
            "remove lifts it.",
            person=Mention(person.id),
        )
        if freed.tables:
            seats = Plural(
                "At {n} open table one of your two seats is free again: theirs at your own table, "
                "else yours.",
                "At {n} open tables one of your two seats is free again: theirs at your own table, "
                "else yours.",
                freed.tables,
            )
            text = joined([text, seats], "{one}\n{two}")
        await say(interaction, text)

    @app_commands.command(
        name=locale_str("list"),
        description=locale_str("The people you have blocked; only you see it"),
    )
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def list(self, interaction: Click) -> None:
        """List whom one has blocked."""
        blocked = await self._bot.blocks.of_person(interaction.user.id)
        if not blocked:
            await say(interaction, Text("You have not blocked anybody."))
            return
        people = series(map(Mention, blocked))
        text = Text("You have blocked {people}. /block remove lifts it.", people=people)
        await say(interaction, text)

    @app_commands.command(name=locale_str("remove"), description=locale_str("Unblock somebody"))
    @app_commands.describe(person=locale_str("Who it is; they are not told"))
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def remove(self, interaction: Click, person: discord.User) -> None:
        """Lift a block."""
        gone = await self._bot.blocks.remove(interaction.user.id, person.id)
        text = Text("You have not blocked {person}.", person=Mention(person.id))
        if gone:
            text = Text("You no longer block {person}.", person=Mention(person.id))
        await say(interaction, text)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(BlockCommands(bot))
