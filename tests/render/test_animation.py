"""Animations as files: what a viewer reads from them, and that parts fit together."""

import io
from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image

from render import board
from render.animation import END, Reel, part
from render.scene import Scene
from tests.render.scenes import opening, played

SHOWN = 12


def reel(scenes: list[Scene], first: int, last: int, smaller: int = 3) -> Reel:
    before = scenes[first - 1] if first else None
    times = tuple(100 * (n + 1) for n in range(first, last))
    return Reel(tuple(scenes[first:last]), times, scenes[0], before, smaller)


def read(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def shown(data: bytes) -> list[Image.Image]:
    """Return every picture of an animation as a viewer shows it."""
    image, found = read(data), []
    for n in range(image.n_frames):  # type: ignore[attr-defined]  # only of moving pictures
        image.seek(n)
        found.append(image.convert("RGB"))
    return found


def nearly_equal(one: Image.Image, other: Image.Image) -> bool:
    """Tell whether two pictures differ no more than colours do that are rounded to a palette."""
    pairs = zip(one.tobytes(), other.tobytes(), strict=True)
    apart = [abs(a - b) for a, b in pairs]
    return sum(apart) / len(apart) < 4


def test_every_board_comes_in_its_order_and_for_its_time() -> None:
    scenes = list(played(opening()))[:SHOWN]
    data = part(reel(scenes, 0, SHOWN)) + END

    assert data.startswith(b"GIF89a")
    image = read(data)
    assert image.n_frames == SHOWN  # type: ignore[attr-defined]  # only of moving pictures
    assert image.info["loop"] == 0
    for n, (scene, seen) in enumerate(zip(scenes, shown(data), strict=True)):
        image.seek(n)
        assert image.info["duration"] == 100 * (n + 1)
        drawn = board(scene)
        exact = read(drawn.png()).convert("RGB").reduce(3)
        assert nearly_equal(seen, exact), n
    assert all(one.tobytes() != other.tobytes() for one, other in pairwise(shown(data)))


def test_an_animation_in_parts_is_shown_as_one_in_a_piece() -> None:
    scenes = list(played(opening()))[:SHOWN]
    whole = part(reel(scenes, 0, SHOWN)) + END
    parts = part(reel(scenes, 0, 5)) + part(reel(scenes, 5, SHOWN)) + END
    assert parts == whole


def test_a_board_that_does_not_change_has_its_time_all_the_same() -> None:
    (scene, *_) = played(opening())
    data = part(reel([scene] * 3, 0, 3)) + END
    assert read(data).n_frames == 3  # type: ignore[attr-defined]  # only of moving pictures
    assert len(data) < 1.1 * len(part(reel([scene], 0, 1)))


@pytest.mark.slow
def test_every_theme_and_every_mark_can_be_shown() -> None:
    (scene, *_) = played(opening())
    for theme in ("dark", "light", "contrast"):
        for marks in (False, True):
            seen = replace(scene, theme=theme, marks=marks)
            (picture,) = shown(part(reel([seen], 0, 1, smaller=2)) + END)
            assert nearly_equal(picture, read(board(seen).png()).convert("RGB").reduce(2))
