"""What the interface knows of the games, for tests without a bot, which would load it."""

from importlib import import_module

from cogs.ui.game_ui import ui_of
from games.registry import GAMES

__all__ = ["ui_of"]

for _key in GAMES:
    import_module(f"cogs.games.{_key}")
