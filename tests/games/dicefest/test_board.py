"""The board and the dice of Dicefest: what is where, and how dice lie and turn."""

import pytest

from games.dicefest.board import (
    BOARD,
    DIRECTIONS,
    FACES,
    INNER,
    NORTH,
    SOUTH,
    WEST,
    number_at,
    numbered_space,
    opposite,
    space_index,
    space_name,
    spaces_of,
    travel,
    way_between,
)
from games.dicefest.dice import FACINGS, WAYS, Facing, first_facing, turn
from tests.games.dicefest import rulebook as book
from tests.games.dicefest.rulebook import (
    CORNERS,
    LEFT_RIGHT_FRONT_BACK,
    NUMBERED,
    OWNERS_VIEW,
    first_die,
    target,
    turned,
)


def names(spaces: int) -> list[str]:
    return [space_name(space) for space in spaces_of(spaces)]


def shown(facing: Facing) -> dict[str, int]:
    return {"seat": 0, "top": facing.top, "north": facing.north, "west": facing.west}


def test_the_board_has_sixty_spaces_of_which_the_inner_ones_have_no_number() -> None:
    everything = {f"{column}{row}" for column in "abcdefgh" for row in range(1, 9)}

    assert set(names(BOARD)) == everything - CORNERS
    assert names(INNER) == book.INNER
    assert all((number_at(space) is None) == bool(INNER >> space & 1) for space in spaces_of(BOARD))


def test_spaces_sort_as_their_names_do() -> None:
    assert names(BOARD) == sorted(names(BOARD))
    assert [space_index(name) for name in names(BOARD)] == list(spaces_of(BOARD))


@pytest.mark.parametrize("name", ["a1", "h8", "i4", "b9", "B2"])
def test_corners_and_what_is_off_the_board_are_no_spaces(name: str) -> None:
    with pytest.raises(ValueError, match=name):
        space_index(name)


@pytest.mark.parametrize("letter", DIRECTIONS)
def test_sides_are_numbered_6_to_1_from_their_players_left(letter: str) -> None:
    side = DIRECTIONS.index(letter)
    spaces = {number: numbered_space(side, number) for number in FACES}

    assert {number: space_name(space) for number, space in spaces.items()} == NUMBERED[letter]
    assert all(number_at(space) == (side, number) for number, space in spaces.items())


def test_steps_end_where_the_board_ends() -> None:
    for space in spaces_of(BOARD):
        for direction, letter in enumerate(DIRECTIONS):
            for distance in FACES:
                end = travel(space, direction, distance)
                expected = target(space_name(space), letter, distance)
                assert (None if end is None else space_name(end)) == expected
                if end is not None:
                    assert way_between(space, end) == (direction, distance)
                    assert way_between(end, space) == (opposite(direction), distance)


def test_there_are_24_ways_to_lie_and_all_of_them_are_right_handed() -> None:
    assert len(set(FACINGS)) == 24
    for facing in FACINGS:
        assert set(facing) | {7 - facing.top} == set(FACES)
        assert facing.north + facing.south == facing.east + facing.west == 7
    # About the corner where 1, 2 and 3 meet they run counter-clockwise: 1 up, 2 south, 3 east.
    assert Facing(1, 5, 3, 2, 4) in FACINGS
    assert Facing(1, 2, 3, 5, 4) not in FACINGS


def test_with_6_on_top_and_4_to_the_south_2_looks_west() -> None:
    assert [facing.west for facing in FACINGS if (facing.top, facing.south) == (6, 4)] == [2]


def test_a_die_tipped_over_towards_the_south_shows_3_and_has_6_to_the_south() -> None:
    die = next(facing for facing in FACINGS if (facing.top, facing.west, facing.south) == (6, 2, 4))
    tipped = turn(die, SOUTH)

    assert (tipped.top, tipped.south, tipped.west) == (3, 6, 2)


def test_quarter_turns_are_those_of_a_thing_with_six_faces() -> None:
    for facing in FACINGS:
        results = [turn(facing, way) for way in range(len(WAYS))]
        assert [shown(result) for result in results] == [turned(shown(facing), way) for way in WAYS]
        assert len(set(results)) == 6
        assert [result.top == facing.top for result in results] == [way in "LR" for way in WAYS]


def test_turns_can_be_undone() -> None:
    for facing in FACINGS:
        for way, back in ("NS", "SN", "EW", "WE", "LR", "RL"):
            assert turn(turn(facing, WAYS.index(way)), WAYS.index(back)) == facing


@pytest.mark.parametrize("letter", DIRECTIONS)
@pytest.mark.parametrize("number", FACES)
def test_dice_start_with_their_highest_side_to_their_owners_left(letter: str, number: int) -> None:
    facing = first_facing(DIRECTIONS.index(letter), number)
    view = [facing.sides[DIRECTIONS.index(way)] for way in OWNERS_VIEW[letter]]

    assert tuple(view) == LEFT_RIGHT_FRONT_BACK[number]
    assert shown(facing) == first_die(0, letter, number)


def test_directions_are_told_apart_from_leaps() -> None:
    b1, b5, c2 = map(space_index, ("b1", "b5", "c2"))

    assert way_between(b1, b5) == (NORTH, 4)
    assert way_between(space_index("h7"), space_index("b7")) == (WEST, 6)
    for end in (b1, c2):
        with pytest.raises(ValueError, match="8"):
            way_between(b1, end)
