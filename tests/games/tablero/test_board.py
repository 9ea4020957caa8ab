"""The board of Tablero: names, neighbours, and the number of paths."""

from itertools import pairwise

import pytest

from games.tablero.board import (
    LONGEST_PATH,
    SPACES,
    TOUCHING,
    home_space,
    path_set,
    paths,
    space_index,
    space_name,
)


def around(name: str) -> set[str]:
    return set(map(space_name, TOUCHING[space_index(name)]))


def test_spaces_are_named_row_by_row() -> None:
    names = [f"{row}{column}" for row in "SCN" for column in range(1, 7)]

    assert [space_name(space) for space in range(SPACES)] == names
    assert [space_index(name) for name in names] == list(range(SPACES))


@pytest.mark.parametrize("name", ["C0", "S0", "S7", "D1", "s1", "S"])
def test_there_are_no_other_spaces(name: str) -> None:
    with pytest.raises(ValueError, match=name):
        space_index(name)


def test_columns_are_shared() -> None:
    assert around("C4") == {"S4", "N4", "C3", "C5"}
    assert around("S4") == {"S3", "S5", "C4"}
    assert around("N1") == {"N2", "C1"}
    assert (home_space(0, 4), home_space(1, 4)) == (space_index("S4"), space_index("N4"))


@pytest.mark.parametrize(
    ("columns", "counts"),
    [
        ((1, 6), [2, 4, 9, 19, 37, 70, 131]),
        ((2, 5), [3, 6, 14, 25, 50, 83, 136]),
        ((3, 4), [3, 7, 17, 34, 57, 81, 127]),
    ],
)
def test_paths_number_as_ruled(columns: tuple[int, ...], counts: list[int]) -> None:
    for seat in (0, 1):
        for column in columns:
            start = home_space(seat, column)
            assert [len(paths(start, length)) for length in range(1, 8)] == counts


def test_a_path_of_any_length_up_to_seventeen_leaves_every_space_of_a_home_row() -> None:
    starts = [home_space(seat, column) for seat in (0, 1) for column in range(1, 7)]

    assert LONGEST_PATH == 17
    assert all(paths(start, length) for start in starts for length in range(1, 18))
    assert not any(paths(start, 18) for start in starts)


@pytest.mark.parametrize("length", [1, 2, 5, 9, 17])
def test_a_path_steps_to_touching_spaces_and_never_twice_to_one(length: int) -> None:
    for start in range(6):
        for path in paths(start, length):
            walked = (start, *path)
            assert len(set(walked)) == length + 1
            assert all(there in TOUCHING[here] for here, there in pairwise(walked))
        assert path_set(start, length) == set(paths(start, length))
        assert len(path_set(start, length)) == len(paths(start, length))
