"""Diagrams: parts of real boards with a caption, for pages of rules."""

from dataclasses import replace

import pytest

from games.dice_matrix import DICE_MATRIX
from games.dicefest import DICEFEST
from games.line import AnyGame
from games.matrio import MATRIO
from games.registry import GAMES
from games.tablero import TABLERO
from games.words import Text, english, fill
from render import diagram_picture, drawing_of, picture
from render.canvas import Area
from render.scene import Diagram, ThemeName
from render.theme import THEMES
from tests.games.toy import Position as ToyPosition
from tests.render.dicefest import scenes as dicefest_scenes
from tests.render.matrio import scenes as matrio_scenes
from tests.render.scenes import after, differ, opened
from tests.render.tablero import scenes as tablero_scenes

MOST_BYTES = 60_000
CAPTION = Text("Two dice of one row make a pair if nothing lies between them.")
MARGIN = 26


def diagrams() -> dict[str, Diagram]:
    board = after(14)
    return {
        "dice_matrix": Diagram(DICE_MATRIX, board.position, english, last=board.last),
        "tablero": Diagram(TABLERO, tablero_scenes.middle_game(), english),
        "matrio": Diagram(
            MATRIO, matrio_scenes.middle_game().seen_by(None), english, names=("a", "b", "c", "d")
        ),
        "dicefest": Diagram(
            DICEFEST, dicefest_scenes.middle_game(), english, names=("a", "b", "c", "d")
        ),
    }


PARTS = [
    ("dice_matrix", "board"),
    ("dice_matrix", "matrix"),
    ("dice_matrix", "areas"),
    ("dice_matrix", "c4"),
    ("tablero", "board"),
    ("tablero", "dice"),
    ("tablero", "S4"),
    ("matrio", "board"),
    ("matrio", "story"),
    ("matrio", "rows"),
    ("matrio", "columns"),
    ("matrio", "grid"),
    ("matrio", "r1S"),
    ("matrio", "r2c3"),
    ("dicefest", "board"),
    ("dicefest", "h7"),
]


def place(game: AnyGame, name: str) -> Area:
    return drawing_of(game).place(name)


def test_there_are_examples_of_every_game() -> None:
    assert set(diagrams()) == {game for game, _ in PARTS} == set(GAMES)


@pytest.mark.parametrize(("game", "part"), PARTS)
def test_a_diagram_shows_a_part_of_the_board_as_it_is(game: str, part: str) -> None:
    diagram = replace(diagrams()[game], around=(part,))
    area = place(diagram.game, part)
    drawn = opened(diagram_picture(diagram))

    width, height = area[2] - area[0], area[3] - area[1]
    left = (drawn.width - width) // 2
    inside = drawn.crop((left, MARGIN, left + width, MARGIN + height))
    assert not differ(inside, opened(picture(diagram.scene())).crop(area))
    assert drawn.width >= width + 2 * MARGIN
    assert drawn.height == height + 2 * MARGIN


@pytest.mark.parametrize("game", GAMES)
def test_the_whole_board_of_every_game_is_a_part(game: str) -> None:
    left, top, right, bottom = place(GAMES[game], "board")

    # Below the chips and their pointers, and within the frame.
    assert top >= 205
    assert 20 < left < right < 1180
    assert bottom > top + 400


def test_a_diagram_holds_all_that_it_is_to_be_around() -> None:
    diagram = replace(diagrams()["dice_matrix"], around=("c3", "f5"))
    one, other = place(DICE_MATRIX, "c3"), place(DICE_MATRIX, "f5")
    drawn = opened(diagram_picture(diagram))

    assert drawn.height == one[3] - other[1] + 2 * MARGIN


def test_a_caption_stands_below_in_up_to_two_lines() -> None:
    plain = replace(diagrams()["dice_matrix"], around=("matrix",))
    short = opened(diagram_picture(replace(plain, caption=Text("a pair"))))
    long = opened(diagram_picture(replace(plain, caption=CAPTION)))
    bare = opened(diagram_picture(plain))

    assert bare.height < short.height < long.height
    area = (10, 10, bare.width - 10, bare.height - 24)
    assert not differ(bare, long, area)
    assert differ(
        long,
        opened(diagram_picture(replace(plain, caption=Text("x y")))).crop(
            (0, 0, long.width, long.height)
        ),
    )


def test_a_choice_is_marked_and_so_is_a_last_move() -> None:
    plain = diagrams()["tablero"]
    assert diagram_picture(plain) != diagram_picture(replace(plain, marked=("m3", "u")))
    played = diagrams()["dice_matrix"]
    assert diagram_picture(played) != diagram_picture(replace(played, last=None))


def test_words_of_a_diagram_are_translated() -> None:
    asked = set[str]()

    def translate(text: Text) -> str:
        asked.add(text.source)
        return fill(text, translate, text.source)

    tablero = diagrams()["tablero"]
    diagram_picture(replace(tablero, caption=CAPTION, around=("dice",), translate=translate))

    assert asked >= {CAPTION.source, "{player} rolled", "Player {number}"}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("marks", [False, True])
def test_no_diagram_is_larger_than_60_kb(game: str, theme: ThemeName, *, marks: bool) -> None:
    diagram = replace(diagrams()[game], theme=theme, marks=marks, caption=CAPTION)
    data = diagram_picture(diagram)

    assert len(data) <= MOST_BYTES
    assert data == diagram_picture(diagram)


@pytest.mark.slow
def test_marks_show_in_a_diagram() -> None:
    for diagram in diagrams().values():
        assert diagram_picture(diagram) != diagram_picture(replace(diagram, marks=True))


def test_a_position_of_another_game_is_refused() -> None:
    with pytest.raises(TypeError, match="not a position of Tablero"):
        diagram_picture(replace(diagrams()["tablero"], position=ToyPosition(1, (0, 0))))
