"""The picture of the toy game: a page with everybody's points."""

from games.words import Text
from render import frame
from render.canvas import Area, Canvas, Ink
from render.png import Palette
from render.scene import Scene
from render.theme import THEMES
from render.type import Style
from tests.games.toy import Position

SIGNS = "ABCD"
HEIGHT = 200


def draw(scene: Scene) -> Canvas:
    """Draw a page with the points, and what was rolled."""
    assert isinstance(scene.position, Position)
    theme = THEMES[scene.theme]
    canvas = frame.page(Palette(theme, frame.ramps(theme, range(4))), HEIGHT)
    shown = scene.translate(Text("{totals}", totals=scene.position.totals))
    text = f"{shown} {scene.position.rolled or ''}"
    canvas.write(text, Style(38, 650), Ink(theme.text, theme.page), (frame.LEFT, HEIGHT - 60))
    return canvas


def place(name: str) -> Area:
    """Return where the whole page lies: it has no parts."""
    return 0, 0, frame.WIDTH, HEIGHT
