"""The toy game of `tests.games.toy` in Discord: its command, its face and a plain picture.

It stands in for the games of more than two. `install` makes it a game that the bot knows,
until the test ends. What does not belong here: what tests expect of it.
"""

import sys
from types import ModuleType

import discord
import pytest
from discord import app_commands
from discord.ext import commands

from bot import app
from bot.app import Tavolo
from cogs.challenge.challenges import cards_of
from cogs.challenge.options import computers_in
from cogs.ui.game_ui import GameUi, register
from cogs.ui.page import Page
from cogs.ui.routing import Click
from data.challenges import Terms
from games.lessons.lesson import Lesson
from games.registry import GAMES
from games.words import Text
from render import frame
from render.canvas import Canvas
from render.png import Palette
from render.scene import Scene
from render.theme import THEMES
from tests.games.toy import TOY

UI = GameUi(
    accent=0x336699,
    rules=(Page(Text("Roll, and keep it.")),),
    lesson=Lesson((), Text("Keep it.")),
)


def draw(scene: Scene) -> Canvas:
    """Draw an empty page: what a board shows is the games' own affair."""
    theme = THEMES[scene.theme]
    return frame.page(Palette(theme, frame.ramps(theme, range(4))), 200)


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the toy with its files in every room."""
    monkeypatch.setitem(GAMES, TOY.about.key, TOY)
    monkeypatch.setattr(app, "COGS", (*app.COGS, __name__))
    module = ModuleType("render.toy")
    vars(module).update(draw=draw)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    register(TOY, UI)


@app_commands.guild_only()
class ToyCog(commands.GroupCog, group_name="toy", group_description="Play Toy"):
    """The toy's commands."""

    def __init__(self, bot: Tavolo) -> None:
        self._bot = bot
        super().__init__()

    @app_commands.command(name="challenge", description="Open a table")
    async def challenge(
        self,
        interaction: Click,
        opponent1: discord.User | None = None,
        opponent2: discord.User | None = None,
        opponent3: discord.User | None = None,
        seats: int = 3,
        first: str = "me",
        rated: bool = True,
        computer: str | None = None,
        computers: int | None = None,
    ) -> None:
        """Open a table, and ask some to it."""
        given = (opponent1, opponent2, opponent3)
        opponents = tuple(person for person in given if person is not None)
        terms = Terms(TOY.about.key, seats, {}, "single", first, rated)
        sitting = {"computer": computer, "computers": computers}
        seated = computers_in(sitting, seats - 1 - len(opponents))
        await cards_of(self._bot).propose(interaction, opponents, terms, seated)


async def setup(bot: Tavolo) -> None:
    """Load the cog."""
    await bot.add_cog(ToyCog(bot))
