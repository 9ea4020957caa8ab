"""What pictures cost, and that the same picture is always the same bytes."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from render import picture
from render.scene import ThemeName
from tests.render.scenes import THEMES, opening, played

MOST_BYTES = 60_000


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("greedy", [True, False])
def test_no_board_of_a_whole_game_is_larger_than_60_kb(theme: ThemeName, *, greedy: bool) -> None:
    name = "Wilhelmina Ōtani 大谷"
    start = opening(names=(name, name))
    start = replace(start, theme=theme)
    sizes = [len(picture(scene)) for scene in (start, *played(start, greedy=greedy))]

    assert len(sizes) > 25
    assert max(sizes) <= MOST_BYTES


def test_pictures_drawn_in_many_threads_are_the_ones_drawn_in_one() -> None:
    start = opening(seed=3, names=("Ōtani", "大谷 翔平"))
    scenes = [replace(scene, theme=theme) for scene in played(start) for theme in THEMES]
    with ThreadPoolExecutor(8) as pool:
        at_once = list(pool.map(picture, scenes))

    assert at_once == [picture(scene) for scene in scenes]
    assert len(set(at_once)) == len(scenes)
