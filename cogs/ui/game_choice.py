"""Which game is meant: the buttons under an answer that asks, and the way on from there.

`cogs.ui.game_lookup` finds the games; the typed command is carried out for the one that is
chosen.
"""

from collections.abc import Awaitable, Callable
from typing import Any, Final, cast

from discord import app_commands
from discord.ext import commands

from bot.app import Tavolo
from bot.errors import ForgedControl
from cogs.ui.game_lookup import table_here
from cogs.ui.routing import Click, control, numbers

COMMANDS: Final = ("move", "game")
"""The commands, and the groups of commands, that are about one game."""

AnyCommand = app_commands.Command[Any, ..., Any]  # Any: as discord.py has it


class WhichGame(commands.Cog):
    """Carry out a command for the game that was chosen."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot

    @control("which")
    async def _chosen(self, interaction: Click, parts: list[str]) -> None:
        """Do what was typed, in the game whose button was clicked."""
        if len(parts) < 2:
            raise ForgedControl
        (game_id,) = numbers(parts[:1], 1)
        command = self._command(parts[1])
        table = await table_here(self._bot, interaction, game_id)
        options = {"game": table.game.code}
        typed = [one.name for one in command.parameters if one.name != "game"]
        if len(parts) > 2:
            # What was typed may hold colons itself.
            options |= dict.fromkeys(typed[:1], ":".join(parts[2:]))
        carry_out = cast("Callable[..., Awaitable[None]]", command.callback)
        await carry_out(command.binding, interaction, **options)

    def _command(self, name: str) -> AnyCommand:
        """Return a command about one game by its whole name."""
        for command in self._bot.tree.walk_commands():
            about_one = command.qualified_name == name and name.split(maxsplit=1)[0] in COMMANDS
            if about_one and isinstance(command, app_commands.Command):
                return command
        raise ForgedControl


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(WhichGame(bot))
