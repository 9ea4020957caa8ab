"""Scenes of Dice Matrix for the tests, and ways to look at the pictures that come of them."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from io import BytesIO

from PIL import Image, ImageChops, ImageDraw

from games.chance import SeededSource
from games.dice_matrix import DICE_MATRIX
from games.dice_matrix.rules import Position
from games.line import Played
from games.words import english
from render import picture
from render.canvas import Area
from render.scene import Scene, ThemeName

THEMES: tuple[ThemeName, ...] = ("dark", "light", "contrast")
RUNNING = {"scoring": "running"}
RECOUNT = {"scoring": "recount"}
NAMES = ("Mara", "Jonas")


def opening(seed: int = 1, *, recount: bool = False, names: tuple[str, ...] = NAMES) -> Scene:
    """Return the scene of a game that has just been dealt."""
    position = DICE_MATRIX.deal(SeededSource(seed), 2, RECOUNT if recount else RUNNING)
    return Scene(DICE_MATRIX, position, names, 1, english)


def played(scene: Scene, *, greedy: bool = False) -> Iterator[Scene]:
    """Yield the scenes after each move of a game, the last one with its result.

    Greedy players score the most they can, so they build the highest stacks.
    """
    source = SeededSource(2)
    while True:
        position = board(scene)
        legal = position.legal_moves()
        if not legal:
            return
        move = max(legal, key=position.gain) if greedy else legal[source.below(len(legal))]
        after = position.play(move)
        last = Played(position.seat, move, position, after)
        scene = replace(
            scene, position=after, turn=scene.turn + 1, last=last, result=after.result()
        )
        yield scene


def after(moves: int, *, recount: bool = False) -> Scene:
    """Return the scene after a number of moves."""
    game = played(opening(recount=recount))
    return [next(game) for _ in range(moves)][-1]


def board(scene: Scene) -> Position:
    """Return the position of a scene, known to be one of Dice Matrix."""
    assert isinstance(scene.position, Position)
    return scene.position


def shown(scene: Scene) -> Image.Image:
    """Return the picture of a scene as a reader gets it, in RGB."""
    return opened(picture(scene))


def opened(data: bytes) -> Image.Image:
    """Return the picture in PNG bytes, in RGB."""
    return Image.open(BytesIO(data)).convert("RGB")


def differ(one: Image.Image, other: Image.Image, area: Area | None = None) -> bool:
    """Tell whether two pictures differ, anywhere or in an area."""
    if area is not None:
        one, other = one.crop(area), other.crop(area)
    return ImageChops.difference(one, other).getbbox() is not None


def differ_outside(one: Image.Image, other: Image.Image, areas: Iterable[Area]) -> bool:
    """Tell whether two pictures differ anywhere but in these areas."""
    difference = ImageChops.difference(one, other)
    pen = ImageDraw.Draw(difference)
    for left, top, right, bottom in areas:
        pen.rectangle((left, top, right - 1, bottom - 1), (0, 0, 0))
    return difference.getbbox() is not None
