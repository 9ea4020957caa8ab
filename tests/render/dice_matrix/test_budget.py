"""What the fullest boards cost: those of players who build the highest stacks that they can."""

from dataclasses import replace

from render import picture
from render.scene import ThemeName
from tests.render.scenes import THEMES, opening, played
from tests.tiers import sampled

MOST_BYTES = 60_000


@sampled("theme", THEMES)
@sampled("greedy", [True, False])
def test_no_board_of_a_whole_game_is_larger_than_60_kb(theme: ThemeName, *, greedy: bool) -> None:
    name = "Wilhelmina Ōtani 大谷"
    start = opening(names=(name, name))
    start = replace(start, theme=theme)
    sizes = [len(picture(scene)) for scene in (start, *played(start, greedy=greedy))]

    assert len(sizes) > 25
    assert max(sizes) <= MOST_BYTES
