"""From a position to PNG bytes, 1,200 pixels wide: our picture beside python-chess's."""

from collections.abc import Callable
from importlib import import_module
from itertools import cycle

import chess
import chess.svg
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from render import picture
from tests.render.scenes import opening, played

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
