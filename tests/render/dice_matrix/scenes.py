"""Boards of a whole game of Dice Matrix (single ones: `tests.render.scenes`)."""

from collections.abc import Iterator

from render.scene import Scene
from tests.render.scenes import opening, played


def whole_game(seed: int) -> Iterator[Scene]:
    """Yield the boards of a random game."""
    return played(opening(seed))
