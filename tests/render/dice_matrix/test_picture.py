"""The picture of Dice Matrix: what it marks, what it hides, whose turn it shows."""

from dataclasses import replace

import pytest

from games.dice_matrix.rules import SIZE, Die, Position, Take, Turn, cell_index, cell_name
from games.game import Reason, Result
from games.line import Played
from games.words import Text, english
from render import picture
from render.canvas import Area
from render.dice_matrix import _palette, pieces
from render.dice_matrix.colours import colours_of
from render.dice_matrix.pieces import SLOT
from render.scene import Scene, ThemeName
from render.theme import THEMES as TABLE
from tests.render.scenes import (
    THEMES,
    after,
    board,
    differ,
    differ_outside,
    opening,
    played,
    shown,
)
from tests.tiers import sampled

CHIPS: tuple[Area, Area] = ((44, 94, 594, 205), (606, 94, 1156, 205))
HEADER: Area = (300, 30, 1156, 94)
AREAS: tuple[Area, Area] = ((764, 211, 1156, 562), (764, 578, 1156, 929))
ON_CHIP = ((300, 130), (862, 130))
"""A point of each chip without writing."""
UNDER_TOKEN = ((92, 195), (654, 195))
"""Where a chip's pointer hangs."""


def cell_area(cell: int) -> Area:
    row, column = divmod(cell, SIZE)
    left, top = 96 + 91 * column, 222 + 91 * (SIZE - 1 - row)
    return left, top, left + 87, top + 87


def between(one: int, two: int) -> Area:
    """Return what two framed cells and the line between them may cover."""
    boxes = [cell_area(one), cell_area(two)]
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )


def ring_area(seat: int, die: Die) -> Area:
    """Return what the ring about a die's place in an area may cover."""
    left, top = 834 + 53 * die.colour, AREAS[seat][1] + 57 + 42 * (die.face - 1)
    return left - 6, top - 8, left + SLOT[0] + 6, top + SLOT[1] + 8


def taken(played_move: Played) -> tuple[list[int], list[Die]]:
    move, before = played_move.move, played_move.before
    assert isinstance(move, Take)
    assert isinstance(before, Position)
    cells = [cell for cell in (move.first, move.second) if cell is not None]
    dice = [die for cell in cells if (die := before.matrix[cell])]
    assert len(dice) == len(cells)
    return cells, dice


def a_pair_move() -> Scene:
    """Return a scene whose last move took two dice."""
    return next(
        scene
        for scene in played(opening())
        if scene.last and isinstance(scene.last.move, Take) and scene.last.move.second is not None
    )


def a_choice(*, partners: bool = True) -> tuple[Scene, str, list[str]]:
    """Return a scene, a die's cell, and the cells of all its partners."""
    scene = after(14)
    moves = [move for move in board(scene).legal_moves() if isinstance(move, Take)]
    first = next(move.first for move in moves if (move.second is not None) is partners)
    cells = [move.second for move in moves if move.first == first and move.second is not None]
    return scene, cell_name(first), [cell_name(cell) for cell in cells]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("moves", [1, 2, 14])
def test_a_board_is_1200_by_962(moves: int, theme: ThemeName) -> None:
    scene = after(moves)

    assert shown(replace(scene, theme=theme)).size == (1200, 962)


def test_a_pair_that_was_taken_is_marked_in_its_cells_in_the_area_and_nowhere_else() -> None:
    scene = a_pair_move()
    assert scene.last is not None
    cells, dice = taken(scene.last)
    seat = board(replace(scene, position=scene.last.before)).seat
    marked, plain = shown(scene), shown(replace(scene, last=None))

    expected = [between(*cells), *(ring_area(seat, die) for die in dice)]
    assert all(differ(marked, plain, area) for area in expected)
    assert not differ_outside(marked, plain, [*expected, CHIPS[seat]])


def test_a_single_die_that_was_taken_is_marked() -> None:
    scene = next(
        scene
        for scene in played(opening())
        if scene.last and isinstance(scene.last.move, Take) and scene.last.move.second is None
    )
    assert scene.last is not None
    cells, dice = taken(scene.last)
    seat = 1 - board(scene).seat
    marked, plain = shown(scene), shown(replace(scene, last=None))

    expected = [cell_area(cells[0]), ring_area(seat, dice[0])]
    assert all(differ(marked, plain, area) for area in expected)
    assert not differ_outside(marked, plain, [*expected, CHIPS[seat]])


def test_the_first_move_marks_the_stack_it_placed() -> None:
    scene = after(1)
    assert scene.last is not None
    assert isinstance(scene.last.move, Turn)
    placed = Die(board(scene).setup.left.colour, scene.last.move.face)
    marked, plain = shown(scene), shown(replace(scene, last=None))

    assert differ(marked, plain, ring_area(0, placed))
    assert not differ_outside(marked, plain, [ring_area(0, placed), CHIPS[0]])


def test_the_last_move_is_marked_in_the_highlight_colour_that_nothing_else_uses() -> None:
    scene = a_pair_move()

    for theme in THEMES:
        highlight = TABLE[theme].highlight
        # White is the ink of some dice and of one seat as well; near-black is nobody's.
        if theme == "light":
            pixels = shown(replace(scene, theme=theme, last=None)).getcolors(1 << 24)
            assert pixels is not None
            assert highlight not in {colour for _, colour in pixels}
        marked = shown(replace(scene, theme=theme))
        assert scene.last is not None
        left, top, _, _ = cell_area(taken(scene.last)[0][0])
        assert marked.getpixel((left + 3, top + 30)) == highlight


@pytest.mark.parametrize("theme", THEMES)
def test_points_do_not_show_under_recount(theme: ThemeName) -> None:
    scene = replace(after(15, recount=True), theme=theme)
    last = scene.last
    assert last is not None
    other = replace(board(scene), points=(7, 123))

    assert picture(scene) == picture(
        replace(scene, position=other, last=replace(last, after=other))
    )


def test_points_show_under_recount_once_the_game_is_over() -> None:
    scene = list(played(opening(recount=True)))[-1]
    assert scene.result is not None
    other = replace(board(scene), points=(1, 2))

    assert differ(shown(scene), shown(replace(scene, position=other)), CHIPS[0])


def test_points_and_the_gain_of_the_last_move_show_otherwise() -> None:
    scene = after(15)
    position = board(scene)
    seat = 1 - position.seat
    points = (position.points[0] + 1, position.points[1] + 1)
    other = shown(replace(scene, position=replace(position, points=points)))

    assert differ(shown(scene), other, CHIPS[seat])
    assert differ(shown(scene), other, CHIPS[1 - seat])
    assert not differ_outside(shown(scene), other, CHIPS)


@pytest.mark.parametrize("theme", THEMES)
def test_the_seat_to_move_has_a_filled_chip_with_a_pointer(theme: ThemeName) -> None:
    for moves in (3, 4):
        scene = replace(after(moves), theme=theme)
        mover, colours = board(scene).seat, TABLE[scene.theme]
        pixels = shown(scene)

        assert pixels.getpixel(ON_CHIP[mover]) == colours.players[mover].fill
        assert pixels.getpixel(UNDER_TOKEN[mover]) == colours.players[mover].fill
        assert pixels.getpixel(ON_CHIP[1 - mover]) == colours.panel
        assert pixels.getpixel(UNDER_TOKEN[1 - mover]) == colours.page


@pytest.mark.parametrize(
    ("winners", "reason"),
    [
        ((0,), Reason.PLAYED),
        ((1,), Reason.RESIGNED),
        ((0,), Reason.TIMEOUT),
        ((0, 1), Reason.PLAYED),
        ((0, 1), Reason.AGREED),
        ((), Reason.ABORTED),
    ],
)
def test_at_the_end_the_winners_have_filled_chips_and_nobody_a_pointer(
    winners: tuple[int, ...], reason: Reason
) -> None:
    scene = after(9)
    pixels = shown(replace(scene, result=Result((10, 10), winners, reason)))
    colours = TABLE["dark"]

    for seat in range(2):
        filled = colours.players[seat].fill if seat in winners else colours.panel
        assert pixels.getpixel(ON_CHIP[seat]) == filled
        assert pixels.getpixel(UNDER_TOKEN[seat]) == colours.page


def test_a_chosen_row_is_framed() -> None:
    scene = replace(after(14), last=None)
    row = (85, 222 + 91 * 3 - 4, 740, 222 + 91 * 3 + 91)
    number = (44, row[1], 84, row[3])
    marked, plain = shown(replace(scene, marked=("4",))), shown(scene)

    assert differ(marked, plain, row)
    assert not differ_outside(marked, plain, [row, number])


def test_a_chosen_die_is_framed_and_exactly_its_partners_are_hinted_at() -> None:
    scene, cell, partners = a_choice()
    hinting = shown(replace(scene, marked=(cell[1], cell)))
    none = shown(replace(scene, last=None))

    changed = {
        cell_name(other) for other in range(SIZE * SIZE) if differ(hinting, none, cell_area(other))
    }
    assert changed == {cell, *partners}


@pytest.mark.parametrize("alone", [False, True])
def test_a_move_that_has_been_chosen_is_shown_as_it_will_stand(*, alone: bool) -> None:
    scene, cell, partners = a_choice()
    partner = "alone" if alone else partners[0]
    move = Take(cell_index(cell), None if alone else cell_index(partner))
    position = board(scene)
    after = position.play(move)
    chosen = shown(replace(scene, marked=(cell[1], cell, partner)))
    last = Played(position.seat, move, position, after)
    confirmed = shown(replace(scene, position=after, last=last))

    assert not differ_outside(chosen, confirmed, [*CHIPS, HEADER])
    assert differ(chosen, shown(scene), CHIPS[position.seat])


def test_each_die_of_a_pair_says_what_it_scores() -> None:
    scene, cell, partners = a_choice()
    pair = (cell_index(cell), cell_index(partners[0]))
    corners = [(right - 30, top, right, top + 30) for _, top, right, _ in map(cell_area, pair)]
    chosen = replace(scene, marked=(cell[1], cell, partners[0]))
    position = board(scene)
    setup = replace(position.setup, recount=True)
    silent = replace(chosen, position=replace(position, setup=setup))

    assert all(differ(shown(chosen), shown(silent), corner) for corner in corners)


def test_one_die_on_a_place_of_an_area_bears_no_number_that_could_be_its_face() -> None:
    palette = _palette("dark")
    colours = {pieces.stack(palette, 1, height).tobytes() for height in (1, 2, 3)}
    ink = palette.index(colours_of(TABLE["dark"]).dice[1].pips)

    assert len(colours) == 3
    assert ink not in pieces.stack(palette, 1, 1).tobytes()
    assert ink in pieces.stack(palette, 1, 2).tobytes()


def test_a_choice_hides_the_marks_of_the_last_move() -> None:
    scene, cell, _ = a_choice()
    scene = replace(scene, marked=(cell[1], cell))

    assert not differ_outside(shown(scene), shown(replace(scene, last=None)), CHIPS)


@pytest.mark.parametrize("face", range(1, 7))
def test_a_chosen_face_shows_on_the_left_over_die_and_at_its_place(face: int) -> None:
    scene = opening()
    left = board(scene).left
    assert left is not None
    marked, plain = shown(replace(scene, marked=(str(face),))), shown(scene)

    assert differ(marked, plain, ring_area(0, Die(left.colour, face)))
    assert not differ_outside(marked, plain, [AREAS[0], CHIPS[0]])


@sampled("colour", range(5))
def test_the_left_over_die_lies_in_the_area_of_its_player_until_it_is_placed(colour: int) -> None:
    scene = next(
        scene
        for seed in range(100)
        if (left := board(scene := opening(seed)).left) and left.colour == colour
    )
    area = shown(scene).crop(AREAS[0])
    gone = shown(replace(scene, position=board(scene).play(Turn(1)))).crop(AREAS[0])
    pixels, fewer = area.getcolors(1 << 24), gone.getcolors(1 << 24)
    assert pixels is not None
    assert fewer is not None

    fill = colours_of(TABLE["dark"]).dice[colour].fill
    assert {c: n for n, c in pixels}[fill] > 3000
    assert {c: n for n, c in fewer}[fill] < 3000


def test_every_word_can_be_translated() -> None:
    asked = set[str]()

    def translate(text: Text) -> str:
        asked.add(text.source)
        return english(text)

    scenes = [opening(), after(1), after(2), *list(played(opening()))[-1:]]
    lost = Result((10, 20), (1,), Reason.RESIGNED)
    for scene in (*scenes, replace(after(5), result=lost)):
        picture(replace(scene, translate=translate))

    assert asked >= {
        "Turn {turn} · {dice}",
        "Final position",
        "Final position · {dice}",
        "to move",
        "to move: choose a face",
        "turned the die to {face}",
        "took {n} die",
        "wins",
        "resigned",
    }


def test_a_name_stays_on_its_chip() -> None:
    scene = after(15)
    long = replace(scene, names=("Maximiliana " * 5, "大谷翔平はるか" * 5))

    assert differ(shown(scene), shown(long), CHIPS[0])
    assert not differ_outside(shown(scene), shown(long), CHIPS)


def test_a_name_of_which_nothing_can_be_drawn_becomes_the_seat() -> None:
    scene = after(15)

    cuneiform = replace(scene, names=("\U00012000\U00012001", "\u3164\u200b"))
    assert picture(cuneiform) == picture(replace(scene, names=("Player 1", "Player 2")))
