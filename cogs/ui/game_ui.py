"""What the rest of the interface knows of each game: its colour, rules, lesson and help.

A game's own module in `cogs.games` registers it when the bot loads it. What does not belong
here: any one game, and its commands (`cogs.games.commands`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from cogs.ui.page import Page
from games.lessons.lesson import Lesson
from games.line import AnyGame
from games.words import Text


@dataclass(frozen=True, slots=True)
class GameUi:
    """A game's colour on its messages (0xRRGGBB), the pages of its rules, its first lesson.

    `help` has what /help says of this game alone, by the key of a topic in `cogs.server.help`.
    """

    accent: int
    rules: tuple[Page, ...]
    lesson: Lesson
    help: Mapping[str, Text] = field(default_factory=dict)


_REGISTERED: Final[dict[str, GameUi]] = {}


def register(game: AnyGame, ui: GameUi) -> GameUi:
    """Register the UI data of a game, and return it."""
    _REGISTERED[game.about.key] = ui
    return ui


def ui_of(key: str) -> GameUi:
    """Return the UI data of a game that has been loaded."""
    return _REGISTERED[key]
