"""From a position to PNG bytes, 1,200 pixels wide: our picture beside python-chess's."""

from collections.abc import Callable
from importlib import import_module
from itertools import cycle

import chess
import chess.svg
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from render import picture
from tests.render import dicefest_scenes, matrio_scenes
from tests.render.scenes import opening, played
from tests.render.tablero_scenes import whole_game

WIDTH = 1200
MOST_BYTES = 60_000
OPENING = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7"


def dice_matrix() -> Callable[[], bytes]:
    """Draw the boards of a whole game, one a call."""
    scenes = list(played(opening()))
    for scene in scenes:
        picture(scene)  # Tiles and letters are made once, and then kept.
    turns = cycle(scenes)
    return lambda: picture(next(turns))


def tablero() -> Callable[[], bytes]:
    """Draw the boards of a whole game, one a call."""
    scenes = list(whole_game(1))
    for scene in scenes:
        picture(scene)
    turns = cycle(scenes)
    return lambda: picture(next(turns))


def matrio() -> Callable[[], bytes]:
    """Draw the boards of a whole game, one a call."""
    scenes = list(matrio_scenes.whole_game(1))
    for scene in scenes:
        picture(scene)
    turns = cycle(scenes)
    return lambda: picture(next(turns))


def dicefest() -> Callable[[], bytes]:
    """Draw the boards of a whole game of four, one a call."""
    scenes = list(dicefest_scenes.whole_game(1))
    for scene in scenes:
        picture(scene)
    turns = cycle(scenes)
    return lambda: picture(next(turns))


def python_chess() -> Callable[[], bytes]:
    """Draw a board in the middle of a game of chess, as SVG and from there as PNG."""
    try:
        svg2png = import_module("cairosvg").svg2png
    except OSError as error:
        pytest.skip(f"libcairo is missing: {error}")
    position = chess.Board()
    for move in OPENING.split():
        position.push_san(move)

    def draw() -> bytes:
        svg = chess.svg.board(position, size=WIDTH, lastmove=position.peek())
        return bytes(svg2png(svg.encode(), output_width=WIDTH))

    return draw


@pytest.mark.parametrize(
    ("drawing", "most_bytes"),
    [
        pytest.param(dice_matrix, MOST_BYTES, id="dice_matrix"),
        pytest.param(tablero, MOST_BYTES, id="tablero"),
        pytest.param(matrio, MOST_BYTES, id="matrio"),
        pytest.param(dicefest, MOST_BYTES, id="dicefest"),
        pytest.param(python_chess, None, id="python-chess-svg"),
    ],
)
def test_picture(
    benchmark: BenchmarkFixture, drawing: Callable[[], Callable[[], bytes]], most_bytes: int | None
) -> None:
    draw = drawing()
    benchmark.group = "position to PNG"

    data = benchmark(draw)

    benchmark.extra_info["bytes"] = len(data)
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20]) == WIDTH
    if most_bytes is not None:
        assert len(data) <= most_bytes
