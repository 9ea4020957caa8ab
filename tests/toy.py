"""The toy game, added to the project as any game is: one entry in the registry, and its files.

They lie in this folder's packages, and tests find them where those of a game are looked for.
What does not belong here: anything that a game does not have.
"""

import sys
from importlib import import_module

import pytest

from games.registry import GAMES
from tests.games.toy import TOY

FILES = {
    "games.players.toy": "tests.games.players.toy",
    "games.players.toy.features": "tests.games.players.toy",
    "render.toy": "tests.render.toy",
    "cogs.games.toy": "tests.discord.toy_cog",
}
"""Where its modules are looked for, and where they lie."""


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the toy to the games until the test ends."""
    monkeypatch.setitem(GAMES, TOY.about.key, TOY)
    for sought, lying in FILES.items():
        monkeypatch.setitem(sys.modules, sought, import_module(lying))
