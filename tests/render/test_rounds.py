"""The picture marks the round that led to it, in every game: the longer ago, the more faintly."""

import sys
from dataclasses import replace

import pytest

from games.line import start
from games.matrio import MATRIO
from games.matrio.board import TRAY_INDEX
from render import picture, png
from render.scene import Scene, ThemeName
from render.theme import THEMES as TABLE
from render.theme import Colour
from tests.render.matrio.scenes import STORY, middle_game, tray_area
from tests.render.rounds import SEATS, lines, round_of
from tests.render.scenes import THEMES, differ, differ_outside, shown
from tests.tiers import sampled

MOST_BYTES = 60_000
games = pytest.mark.parametrize("key", SEATS)


def a_round(key: str) -> Scene:
    """Return a board in the middle of a game at which everybody has moved."""
    return round_of([*lines(key)][24])


def painted(scene: Scene, colour: Colour) -> int:
    """Count the pixels of a colour."""
    colours = shown(scene).getcolors(1 << 24)
    assert colours is not None
    return next((n for n, other in colours if other == colour), 0)


@pytest.mark.slow
@games
@sampled("theme", THEMES)
def test_earlier_moves_are_marked_the_more_faintly_the_longer_ago(
    key: str, theme: ThemeName
) -> None:
    scene = replace(a_round(key), theme=theme)
    alone, ages = replace(scene, earlier=()), len(scene.earlier)
    more = [painted(scene, ink) - painted(alone, ink) for ink in TABLE[theme].older]

    assert ages == SEATS[key] - 1
    assert [n > 250 for n in more] == [True, ages > 1]


@games
def test_the_last_move_is_marked_as_strongly_as_without_the_others(key: str) -> None:
    scene, highlight = a_round(key), TABLE["dark"].highlight
    with_others = painted(scene, highlight)

    assert with_others > 0.5 * painted(replace(scene, earlier=()), highlight)
    assert with_others > painted(replace(scene, last=None, actions=(), earlier=()), highlight)


@games
def test_a_choice_being_made_hides_the_round(key: str) -> None:
    line = [*lines(key)][24]
    scene = round_of(line)
    seat = line.position.to_move
    assert isinstance(seat, int)
    first = line.game.steps(line.position, ()).choices[0].token
    choosing = replace(scene, position=line.position.seen_by(seat), marked=(first,))

    assert picture(choosing) == picture(replace(choosing, earlier=()))


@games
@sampled(("theme", "marks"), [("light", False), ("contrast", True)])
def test_no_board_of_a_whole_game_is_larger_than_60_kb_with_its_rounds(
    key: str, theme: ThemeName, *, marks: bool
) -> None:
    boards = [replace(round_of(line), theme=theme, marks=marks) for line in lines(key)]
    # Early boards have little to show.
    sizes = [len(picture(board)) for board in boards[len(boards) // 3 :: 7]]

    assert len(sizes) > 2
    assert max(sizes) <= MOST_BYTES


@games
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_hardly_any_board_of_a_whole_game_is_packed_twice(
    key: str, theme: ThemeName, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Packing harder takes longer than all else together: only the fullest boards may need it.
    monkeypatch.setattr(png, "LARGE", sys.maxsize)
    boards = [replace(round_of(line), theme=theme) for line in lines(key)]
    sizes = [len(picture(board)) for board in boards[len(boards) // 3 :: 7]]

    assert sum(size > MOST_BYTES for size in sizes) <= len(sizes) / 10


@games
def test_the_same_round_is_always_the_same_bytes(key: str) -> None:
    assert picture(a_round(key)) == picture(a_round(key))


def in_matrio(*notations: str) -> Scene:
    """Return the board after some cards of a game in the middle, with the round marked."""
    line = start(MATRIO, 4, middle_game())
    for notation in notations:
        line = line.apply(notation)
    return round_of(line)


def test_matrio_lists_the_last_three_cards_and_rings_their_trays() -> None:
    scene = in_matrio("X2>r1S", "2S>r2S", "AS>r3S")
    marked, alone = shown(scene), shown(replace(scene, earlier=()))
    trays = [tray_area(TRAY_INDEX[tray]) for tray in ("r1S", "r2S")]

    assert all(differ(marked, alone, area) for area in (STORY, *trays))
    assert not differ_outside(marked, alone, [STORY, *trays])


def test_of_more_than_three_cards_matrio_rings_all_but_lists_the_last_ones() -> None:
    scene = in_matrio("X2>r1S", "2S>r2S", "AS>r3S", "9S>c1S")
    three = replace(scene, earlier=scene.earlier[1:])

    assert len(scene.earlier) == 3
    assert differ(shown(scene), shown(three), tray_area(TRAY_INDEX["r1S"]))
    assert not differ_outside(shown(scene), shown(three), [tray_area(TRAY_INDEX["r1S"])])


def test_a_tray_that_was_played_to_twice_in_a_round_bears_the_mark_of_the_later_card() -> None:
    scene = in_matrio("X2>r1S", "2S>r1S")
    again = replace(scene, earlier=())

    assert not differ(shown(scene), shown(again), tray_area(TRAY_INDEX["r1S"]))


def test_who_played_a_listed_card_is_named() -> None:
    scene = in_matrio("X2>r1S", "2S>r2S", "AS>r3S")
    other = replace(scene, names=("Aiko", *scene.names[1:]))

    assert differ(shown(scene), shown(other), STORY)
