"""Pictures: what a reader may see in, PNG bytes out. One file a game, found by the game's key.

Read `scene` (what goes in), `theme` and `type` (colours, fonts), `sketch` and `canvas` (how
things get onto a sheet), `pieces` and `frame` (what all pictures share), then one game. No
Discord, no files but the fonts, no clock. Everything may be called from several threads.
"""

from importlib import import_module
from typing import Protocol, cast

from render import leaderboard, result
from render.canvas import Canvas
from render.scene import Hand, Leaderboard, Outcome, Scene


class _Drawing(Protocol):
    """What a game's file in this folder is."""

    def draw(self, scene: Scene) -> Canvas:
        """Draw a board."""


class _DrawingHands(Protocol):
    """What the file of a game with hidden cards is besides."""

    def draw_hand(self, hand: Hand) -> Canvas:
        """Draw what one seat holds."""


def picture(scene: Scene) -> bytes:
    """Draw a board, by the file of this folder that bears the game's key; gives a PNG."""
    drawing = cast("_Drawing", import_module(f"render.{scene.game.about.key}"))
    return drawing.draw(scene).png()


def hand_picture(hand: Hand) -> bytes:
    """Draw a hand for the eyes of its holder, in a game with hidden cards; gives a PNG."""
    drawing = cast("_DrawingHands", import_module(f"render.{hand.game.about.key}"))
    return drawing.draw_hand(hand).png()


def result_picture(outcome: Outcome) -> bytes:
    """Draw the end of a game or of a two-game match; gives a PNG."""
    return result.draw(outcome).png()


def leaderboard_picture(board: Leaderboard) -> bytes:
    """Draw one page of a leaderboard, at least one row; gives a PNG."""
    return leaderboard.draw(board).png()
