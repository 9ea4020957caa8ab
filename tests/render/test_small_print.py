"""On a phone, where a picture is a third as wide, what decides a move is still 11 pixels high."""

from collections.abc import Callable

import pytest

from games.dicefest.dice import FACINGS
from render import hand_picture, matrio, picture
from render.canvas import Canvas
from render.dicefest import pieces as dicefest_pieces
from render.matrio import pieces as matrio_pieces
from render.png import Palette
from render.sketch import Sketch
from render.theme import THEMES
from tests.render.matrio import scenes

SMALLEST = 33
"""Pixels at 1,200 wide, of which a phone shows 400."""
Written = dict[str, int]


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Written:
    """Note the size of every text that is written, the smallest where it is written twice."""
    sizes = Written()

    def noting(write: Callable[..., object]) -> Callable[..., object]:
        def noted(page: object, text: str, style: object, *args: object) -> object:
            size = getattr(style, "size", 0)
            sizes[text] = min(size, sizes.get(text, size))
            return write(page, text, style, *args)

        return noted

    monkeypatch.setattr(Canvas, "write", noting(Canvas.write))
    monkeypatch.setattr(Sketch, "number", noting(Sketch.number))
    return sizes


def test_all_numbers_of_a_die_of_dicefest(written: Written) -> None:
    die = dicefest_pieces.Piece(0, FACINGS[0])
    palette = Palette(THEMES["dark"], ())
    dicefest_pieces.die.__wrapped__(palette, die, THEMES["dark"].panel)

    assert len(written) == 5
    assert min(written.values()) >= SMALLEST


@pytest.mark.parametrize("beneath", [1, 12])
def test_the_number_of_cards_beneath_a_card(beneath: int, written: Written) -> None:
    matrio_pieces.filled_tray.__wrapped__(matrio._palette("dark"), 0, 7, beneath)

    assert written[f"+{beneath}"] >= SMALLEST


def test_the_number_of_cards_in_a_hand(written: Written) -> None:
    scene = scenes.played(scenes.full_board(), "X2>r2S")
    picture(scene)

    assert written["1"] >= SMALLEST


def test_where_the_cards_of_a_hand_may_go(written: Written) -> None:
    hand_picture(scenes.hand(scenes.middle_game(), 0))

    assert written["any tray"] >= SMALLEST
    assert written["any filled"] >= SMALLEST
