"""The least that a bot can do for a click: a bare discord.py that posts a picture which is ready.

`python -m tests.benchmarks.bare_bot` runs it in a process of its own on the playground's Discord, so
`test_load` can compare Tavolo with it. Port and token come in the environment.
"""

import io
import os
from itertools import islice
from typing import Final

import discord
from discord import app_commands, ui

from games.registry import GAMES
from playground.redirect import point_discordpy
from render import picture
from tests.render.rounds import lines, round_of

BUTTON: Final = "t:go:bare"
"""Named as the button is whose clicks are measured."""


class Bare(discord.Client):
    """Post a picture with a button, and another one for each click."""

    def __init__(self, png: bytes) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.1)
        self._png = png
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(app_commands.Command(name="go", description="Go", callback=self._go))

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            channel = interaction.channel
            assert isinstance(channel, discord.TextChannel)
            file, view = self._board()
            await interaction.response.defer()
            await channel.send(file=file, view=view)

    async def _go(self, interaction: discord.Interaction) -> None:
        file, view = self._board()
        await interaction.response.send_message(file=file, view=view)

    def _board(self) -> tuple[discord.File, ui.View]:
        view = ui.View(timeout=None).add_item(ui.Button(label="Go", custom_id=BUTTON))
        return discord.File(io.BytesIO(self._png), "board.png"), view


def main() -> None:
    line = next(islice(lines(next(iter(GAMES))), 8, None))
    point_discordpy(int(os.environ["PLAYGROUND_PORT"]))
    Bare(picture(round_of(line))).run(os.environ["PLAYGROUND_TOKEN"], log_handler=None)


if __name__ == "__main__":
    main()
