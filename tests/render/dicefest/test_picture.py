"""The picture of Dicefest: what it marks, how dice lie and whose they are, whose turn it shows."""

from dataclasses import replace
from itertools import combinations, islice

import pytest

from games.dicefest import DICEFEST
from games.dicefest.board import (
    BOARD,
    DIRECTIONS,
    INNER,
    mask_of,
    space_index,
    space_name,
    spaces_of,
)
from games.dicefest.dice import FACINGS
from games.dicefest.moves import code_of
from games.dicefest.rules import Position
from games.game import Reason, Result
from games.words import Text, fill
from render import picture
from render.dicefest import pieces
from render.png import Palette
from render.scene import Scene, ThemeName
from render.theme import THEMES as TABLE
from tests.games.dicefest.played import dealt, laid_out, seated
from tests.render.dicefest.scenes import (
    CORNERS,
    HEADER,
    chip_area,
    middle_game,
    path_areas,
    played,
    scene,
    side_area,
    space_area,
    steps_of,
    unmarked,
    whole_game,
)
from tests.render.scenes import THEMES, differ, differ_outside, shown
from tests.tiers import sampled

MOST_BYTES = 60_000
TURN = "c7/S@b7,c5,d5,f7"
"""A turn of seat 3 in the middle game."""
STUCK = laid_out(
    [
        {"b1": "6", "c1": "5", "d1": "4"},
        {"d4": "1", "d5": "2", "d6": "3"},
        {"f4": "1", "f5": "2", "f6": "3"},
    ],
    sides="NSW",
    collections=(3, 0, 0),
)
"""All dice of seat 0 are locked, but counters are left."""


def seat_three() -> Position:
    """Return the middle game where seat 3 can pay for a turn."""
    return replace(middle_game(), seat=3, collections=(4, 5, 4, 4))


def pixel(one: Scene, at: tuple[int, int]) -> tuple[int, ...]:
    colour = shown(one).getpixel(at)
    assert isinstance(colour, tuple)
    return colour


def uses_highlight(one: Scene) -> bool:
    # White is a seat's ink as well; near-black is nobody's.
    colours = shown(replace(one, theme="light")).getcolors(1 << 24)
    assert colours is not None
    return TABLE["light"].highlight in {colour for _, colour in colours}


@pytest.mark.slow
@sampled("theme", THEMES)
@sampled("seats", [2, 3, 4])
def test_a_board_is_1200_by_1296(seats: int, theme: ThemeName) -> None:
    for position in (dealt(1, seats), seated(1, seats)):
        assert shown(replace(scene(position), theme=theme)).size == (1200, 1296)


def test_a_jump_is_marked_along_its_way_and_nowhere_else() -> None:
    board = played(middle_game(), "b5-f5")
    marked, plain = shown(board), shown(unmarked(board))
    way = path_areas("b5", "c5", "d5", "e5", "f5")

    assert all(differ(marked, plain, area) for area in way)
    assert not differ_outside(marked, plain, way)
    # The die that was jumped is not struck through.
    assert not differ(marked, plain, (616, 606, 712, 706))


def test_a_counter_that_was_taken_is_shown_at_the_die() -> None:
    position = middle_game()
    counters = position.counters | mask_of([space_index("f5")])
    taking = played(replace(position, counters=counters, collections=(4, 6, 4, 2)), "b5-f5")
    missing = played(replace(position, collections=(4, 6, 5, 2)), "b5-f5")

    assert taking.position == missing.position
    assert differ(shown(taking), shown(missing), space_area("f5"))
    assert not differ_outside(shown(taking), shown(missing), [space_area("f5")])


def test_a_turn_is_marked_on_its_die_and_on_its_new_counters() -> None:
    board = played(seat_three(), TURN)
    marked, plain = shown(board), shown(unmarked(board))
    areas = [space_area(name) for name in ("c7", "b7", "c5", "d5", "f7")]

    assert all(differ(marked, plain, area) for area in areas)
    assert not differ_outside(marked, plain, areas)


def test_every_way_of_turning_is_marked_in_its_own_way() -> None:
    position = seat_three()
    after = position.play(DICEFEST.parse(TURN))
    boards = []
    for way in "NESWLR":
        board = played(position, TURN.replace("S", way, 1))
        boards.append(shown(replace(board, position=after)))

    assert all(differ(one, other, space_area("c7")) for one, other in combinations(boards, 2))


@pytest.mark.parametrize("side", DIRECTIONS)
def test_a_side_that_was_picked_is_marked(side: str) -> None:
    board = played(dealt(1, 4), f"side:{side}")
    marked, plain = shown(board), shown(unmarked(board))

    assert differ(marked, plain, side_area(side))
    assert not differ_outside(marked, plain, [side_area(side)])


def test_a_pass_is_told_at_the_top() -> None:
    board = played(STUCK, "pass")
    marked, plain = shown(board), shown(unmarked(board))

    assert differ(marked, plain, HEADER)
    assert not differ_outside(marked, plain, [HEADER])


@pytest.mark.slow
@sampled("notation", ["b5-f5", "f2-f3", TURN])
def test_only_marks_have_the_highlight_colour(notation: str) -> None:
    board = played(seat_three() if notation == TURN else middle_game(), notation)

    assert uses_highlight(board)
    assert not uses_highlight(unmarked(board))


@pytest.mark.slow
def test_dice_look_different_however_they_lie_and_whosever_they_are() -> None:
    palette = Palette(TABLE["dark"], pieces.ramps(TABLE["dark"]))
    ground = TABLE["dark"].cell
    tiles = {
        pieces.die(palette, pieces.Piece(hue, facing), ground).tobytes()
        for hue in range(4)
        for facing in FACINGS
    }
    flat = {
        pieces.die(palette, pieces.Piece(hue, FACINGS[lying], locked, gone), ground).tobytes()
        for hue in range(4)
        for lying in range(0, 24, 4)
        for locked, gone in ((True, False), (True, True), (False, True))
    }

    assert len(tiles) == 4 * 24
    assert len(flat) == 4 * 6 * 3
    assert not tiles & flat


@pytest.mark.parametrize("theme", THEMES)
def test_players_are_told_apart_by_more_than_colour(theme: ThemeName) -> None:
    # In the ink of one player, what is left of a locked die is its mark.
    palette = Palette(TABLE[theme], pieces.ramps(TABLE[theme]))
    shapes = set()
    for hue, colours in enumerate(TABLE[theme].players):
        piece = pieces.Piece(hue, FACINGS[0], locked=True)
        tile = pieces.die(palette, piece, TABLE[theme].cell)
        ink = palette.index(colours.text)
        shapes.add(tile.point([index == ink and 255 for index in range(256)], "1").tobytes())

    assert len(shapes) == 4


@sampled("space", spaces_of(BOARD))
def test_a_die_stays_on_its_space(space: int) -> None:
    empty = replace(seated(1, 4), codes=((),) * 4, occupied=0, counters=0)
    code = code_of(FACINGS[7], space)
    board = scene(replace(empty, codes=((), (code,), (), ()), occupied=1 << space))
    left, top, right, bottom = space_area(space_name(space))
    inside = (left + 10, top + 12, right - 14, bottom - 14)
    pictures = shown(board), shown(scene(empty))

    assert differ(*pictures, inside)
    assert not differ_outside(*pictures, [inside, chip_area(1)])


@pytest.mark.parametrize("space", spaces_of(INNER)[::5])
def test_a_counter_stays_on_its_space(space: int) -> None:
    without = replace(seated(1, 4), counters=INNER & ~(1 << space))
    pictures = shown(scene(seated(1, 4))), shown(scene(without))

    assert differ(*pictures, space_area(space_name(space)))
    assert not differ_outside(*pictures, [space_area(space_name(space))])


@pytest.mark.parametrize("theme", THEMES)
def test_sides_are_tinted_for_who_starts_from_there_once_they_are_picked(theme: ThemeName) -> None:
    colours = TABLE[theme]
    spots = {"N": (232, 288), "E": (976, 412), "S": (232, 1156), "W": (108, 412)}
    position = dealt(2, 4)
    picked = dict[str, int]()
    for seat, side in enumerate("WNES"):
        pixels = shown(replace(scene(position), theme=theme))
        for other, at in spots.items():
            owner = picked.get(other)
            expected = colours.void if owner is None else colours.players[owner].tint
            assert pixels.getpixel(at) == expected
        before, position = pixels, position.play(DICEFEST.parse(f"side:{side}"))
        assert differ(before, shown(replace(scene(position), theme=theme)), CORNERS[side])
        picked[side] = seat


def test_the_dice_dealt_are_on_the_chips_until_their_side_is_picked() -> None:
    one, other = dealt(1, 3), dealt(1, 3)
    numbers = (one.table.numbers[0], (3, 4, 5), one.table.numbers[2])
    other = replace(other, table=replace(other.table, numbers=numbers))
    pictures = shown(scene(one)), shown(scene(other))

    assert one != other
    assert differ(*pictures, chip_area(1, 3))
    assert not differ_outside(*pictures, [chip_area(1, 3)])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_collections_and_locks_are_on_the_chips(seats: int) -> None:
    position = seated(1, seats)
    held = replace(position, collections=(12, *position.collections[1:]))
    pictures = shown(scene(position)), shown(scene(held))

    assert differ(*pictures, chip_area(0, seats))
    assert not differ_outside(*pictures, [chip_area(0, seats)])


def test_a_lock_shows_on_its_die_and_on_the_chip() -> None:
    lockable = laid_out([{"b1": "2"}, {"b8": "5"}], sides="SN")
    number_five = laid_out([{"b7": "5", "c8": "2"}, {"b1": "1"}], sides="SN")
    elsewhere = laid_out([{"b7": "5", "d8": "2"}, {"b1": "1"}], sides="SN")

    assert (lockable.locked(0), number_five.locked(0), elsewhere.locked(0)) == (0, 1, 0)
    assert differ(shown(scene(number_five)), shown(scene(elsewhere)), chip_area(0, 2))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_seat_to_move_has_a_filled_chip_with_a_pointer(seats: int, theme: ThemeName) -> None:
    colours = TABLE[theme]
    for mover in range(seats):
        pixels = shown(replace(scene(replace(seated(1, seats), seat=mover)), theme=theme))
        for seat in range(seats):
            left, top, right, _ = chip_area(seat, seats)
            filled = colours.players[seat].fill
            expected = (filled, filled) if seat == mover else (colours.panel, colours.page)
            assert pixels.getpixel((right - 30, top + 12)) == expected[0]
            assert pixels.getpixel((left + 42, top + 99)) == expected[1]


@pytest.mark.parametrize(
    ("winners", "reason"),
    [
        ((0,), Reason.PLAYED),
        ((3,), Reason.RESIGNED),
        ((0, 1, 2, 3), Reason.PLAYED),
        ((1, 2), Reason.AGREED),
        ((), Reason.ABORTED),
    ],
)
def test_at_the_end_the_winners_have_filled_chips_and_nobody_a_pointer(
    winners: tuple[int, ...], reason: Reason
) -> None:
    pixels = shown(replace(scene(middle_game()), result=Result(None, winners, reason)))
    colours = TABLE["dark"]

    for seat in range(4):
        left, top, right, _ = chip_area(seat)
        filled = colours.players[seat].fill if seat in winners else colours.panel
        assert pixels.getpixel((right - 30, top + 12)) == filled
        assert pixels.getpixel((left + 42, top + 99)) == colours.page


def test_the_dice_of_who_has_left_stand_there_as_obstacles() -> None:
    position = middle_game()
    pictures = shown(scene(position)), shown(scene(position.leave(3)))
    changed = [chip_area(3), CORNERS["N"], *map(space_area, ("c7", "h6", "e5"))]

    assert all(differ(*pictures, area) for area in changed)
    assert not differ_outside(*pictures, changed)
    # A die that never acts again has one flat face, in the tint of its seat.
    assert pixel(scene(position.leave(3)), (371, 410)) == TABLE["dark"].players[3].tint


def test_a_chosen_die_is_ringed_and_its_ends_are_hinted_at() -> None:
    board = scene(middle_game())
    marked, plain = shown(replace(board, marked=("b5",))), shown(board)
    ends = [
        space_area(DICEFEST.format(move)[3:])
        for move in middle_game().legal_moves()
        if DICEFEST.format(move).startswith("b5-")
    ]

    assert ends
    assert all(differ(marked, plain, area) for area in (space_area("b5"), *ends))
    assert not differ_outside(marked, plain, [space_area("b5"), *ends])


def test_a_complete_move_is_shown_as_if_it_had_been_made() -> None:
    position = middle_game()
    chosen = shown(replace(scene(position), marked=("b5", "e")))
    made = shown(played(position, "b5-f5"))
    chips = [chip_area(2), chip_area(3)]

    assert not differ_outside(chosen, made, chips)
    assert differ(chosen, made, chip_area(2))


def test_a_turn_shows_its_counters_one_by_one_and_where_the_next_may_go() -> None:
    board = scene(seat_three())
    stages = [replace(board, marked=("c7", "rs", *names)) for names in ((), ("b7",), ("b7", "c5"))]
    first, second, third = map(shown, stages)

    assert differ(first, second, space_area("b7"))
    assert not differ_outside(first, second, [space_area("b7"), chip_area(3)])
    assert differ(second, third, space_area("c5"))
    # What has been placed is no longer held.
    assert differ(first, second, chip_area(3))


def test_where_the_row_is_chosen_first_only_its_spaces_are_hinted_at() -> None:
    position = replace(seat_three(), counters=0)
    board = scene(position)
    rows = (
        shown(replace(board, marked=("c7", "rs"))),
        shown(replace(board, marked=("c7", "rs", "2"))),
    )
    sixth = [space_area(f"{column}2") for column in "bcdefg"]

    assert not differ(*rows, (250, 995, 700, 1080))
    assert differ_outside(*rows, sixth)


def test_a_choice_hides_the_marks_of_the_last_move() -> None:
    board = replace(played(middle_game(), "b5-f5"), marked=("h6",))

    assert picture(board) == picture(unmarked(board))


@pytest.mark.slow
@sampled("seats", [2, 4])
def test_whatever_the_turn_panel_offers_changes_the_picture(seats: int) -> None:
    drawn = 0
    for board in islice(whole_game(5, seats), 0, None, 12):
        if board.result is not None:
            continue
        stages = [picture(replace(board, marked=chosen)) for chosen in steps_of(board)]
        assert len({picture(unmarked(board)), *stages}) == len(stages) + 1
        assert max(map(len, stages)) <= MOST_BYTES
        drawn += len(stages)
    assert drawn > 20


def test_every_word_can_be_translated() -> None:
    asked = set[str]()

    def translate(text: Text) -> str:
        asked.add(text.source)
        return fill(text, translate, text.source)

    middle = scene(middle_game())
    boards = [
        scene(dealt(1)),
        middle,
        scene(STUCK),
        played(STUCK, "pass"),
        replace(scene(STUCK), marked=("pass",)),
        replace(middle, names=("\U00012000", "b", "c", "d")),
        replace(middle, result=Result(None, (1,), Reason.PLAYED)),
        replace(middle, result=Result(None, (1, 2), Reason.PLAYED)),
        replace(middle, result=Result(None, (1, 2), Reason.AGREED)),
        replace(middle, result=Result(None, (), Reason.ABORTED)),
    ]
    for board in boards:
        picture(replace(board, translate=translate))

    assert asked >= {
        "Turn {turn}",
        "Turn {turn} · {rest}",
        "Final position · {end}",
        "{player} picks a side",
        "{player} has to pass",
        "{player} passed",
        "{player} passes",
        "{player} wins",
        "Player {number}",
        "draw",
        "draw agreed",
        "ended without result",
    }


def test_names_stay_on_their_chips_and_in_the_header() -> None:
    board = scene(dealt(1, 4))
    long = replace(board, names=("Maximiliana " * 5, "大谷翔平はるか" * 5, "x", "y"))
    areas = [HEADER, *(chip_area(seat) for seat in range(4))]

    assert all(differ(shown(board), shown(long), area) for area in areas)
    assert not differ_outside(shown(board), shown(long), areas)
