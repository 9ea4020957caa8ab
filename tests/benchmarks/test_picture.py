"""From a position to PNG bytes, 1,200 pixels wide: our picture next to python-chess's."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module
from itertools import cycle

import chess
import chess.svg
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from games.registry import GAMES
from games.words import Text, english
from render import diagram_picture, picture, review_picture
from render.scene import Diagram
from tests.render.scenes import opening, played
from tests.render.test_review import full
from tests.tiers import sampled

WIDTH = 1200
MOST_BYTES = 60_000
OPENING = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7"


def whole_game(key: str) -> Callable[[], bytes]:
    """Draw the boards of a whole game, one a call."""
    scenes = list(import_module(f"tests.render.{key}.scenes").whole_game(1))
    for scene in scenes:
        picture(scene)  # Tiles and letters are made once, and then kept.
    turns = cycle(scenes)
    return lambda: picture(next(turns))


def diagram() -> Callable[[], bytes]:
    """Draw a part of a board with a caption, as for a page of rules."""
    scene = list(played(opening()))[14]
    caption = Text("Two dice of one row make a pair if nothing lies between them.")
    one = Diagram(scene.game, scene.position, english, caption, ("matrix",), last=scene.last)
    diagram_picture(one)
    return lambda: diagram_picture(one)


def review() -> Callable[[], bytes]:
    """Draw the review of a long game of four, once a game: the budget in time is not for it."""
    one = full(4)
    review_picture(one)
    return lambda: review_picture(one)


def with_marks() -> Callable[[], bytes]:
    """Draw a whole game with letters on all colours, in high contrast, for names in any script."""
    start = opening(names=("\u05d3\u05e0\u05d4 \u05db\u05d4\u05df", "Ana 🎲"))
    scenes = list(played(replace(start, theme="contrast", marks=True)))
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


@sampled(
    ("drawing", "most_bytes"),
    [
        *(pytest.param(partial(whole_game, key), MOST_BYTES, id=key) for key in GAMES),
        pytest.param(with_marks, MOST_BYTES, id="marks"),
        pytest.param(diagram, MOST_BYTES, id="diagram"),
        pytest.param(review, MOST_BYTES, id="review"),
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
    assert int.from_bytes(data[16:20]) <= WIDTH
    if most_bytes is not None:
        assert len(data) <= most_bytes
