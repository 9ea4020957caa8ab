"""The board of a review: a position with two moves, the one that was made and a better one."""

from dataclasses import replace

import pytest

from games.line import Played
from games.words import Text, fill
from render import picture
from render.scene import Scene, ThemeName
from render.theme import THEMES as TABLE
from tests.render.rounds import SEATS, lines, public, round_of
from tests.render.scenes import THEMES, differ, shown
from tests.render.test_rounds import MOST_BYTES, painted
from tests.tiers import sampled

games = pytest.mark.parametrize("key", SEATS)


def compared(key: str, number: int = 24) -> Scene:
    """Return the comparison of the first and the last of the moves of a board."""
    line = [*lines(key)][number]
    position, legal = line.position, line.position.legal_moves()
    seat = position.to_move
    assert isinstance(seat, int)
    made, better = (
        public((Played(seat, move, position, position.play(move)),))
        for move in (legal[0], legal[-1])
    )
    return replace(round_of(line), last=better[0], actions=better, earlier=(made,), compared=True)


@games
@sampled("theme", THEMES)
def test_both_moves_are_marked_each_in_its_colour(key: str, theme: ThemeName) -> None:
    scene = replace(compared(key), theme=theme)
    made_alone = replace(scene, last=scene.earlier[0][0], actions=scene.earlier[0], earlier=())
    better_alone = replace(scene, earlier=())
    colours = TABLE[theme]

    assert painted(scene, colours.older[0]) > painted(better_alone, colours.older[0]) + 100
    assert painted(scene, colours.highlight) > 500
    assert differ(shown(made_alone), shown(better_alone))


@games
def test_the_header_says_which_mark_is_which(key: str) -> None:
    sources = set[str]()

    def translate(text: Text) -> str:
        sources.add(text.source)
        return fill(text, translate, text.source)

    picture(replace(compared(key), translate=translate))
    assert {"played", "better"} <= sources


@games
@pytest.mark.parametrize("number", [24, 33])
def test_no_comparison_is_larger_than_60_kb(key: str, number: int) -> None:
    for theme in THEMES:
        assert len(picture(replace(compared(key, number), theme=theme))) <= MOST_BYTES
