"""Who sits with whom: sizes, people who must be apart, and people who have met."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.match.seating import Pair, Seating, Wishes, seat, seats_for

PEOPLE = list(range(101, 113))


def seated(seating: Seating) -> list[int]:
    return sorted([*(person for table in seating.tables for person in table), *seating.left])


def pairs(seating: Seating) -> set[Pair]:
    return {frozenset(pair) for table in seating.tables for pair in combinations(table, 2)}


@pytest.mark.parametrize(
    ("people", "most", "sizes"),
    [
        (2, 2, [2]),
        (6, 2, [2, 2, 2]),
        (4, 4, [4]),
        (5, 4, [2, 3]),
        (6, 4, [3, 3]),
        (7, 4, [3, 4]),
        (9, 4, [3, 3, 3]),
        (10, 4, [3, 3, 4]),
        (3, 4, [3]),
    ],
)
def test_tables_are_few_and_even(people: int, most: int, sizes: list[int]) -> None:
    found = seat(PEOPLE[:people], most, Wishes(), Random(1))
    assert sorted(map(len, found.tables)) == sizes
    assert found.left == ()


def test_of_an_odd_number_one_sits_out() -> None:
    found = seat(PEOPLE[:5], 2, Wishes(), Random(1))
    assert sorted(map(len, found.tables)) == [2, 2]
    assert len(found.left) == 1


def test_who_wants_a_computer_is_the_odd_one_out() -> None:
    for person in PEOPLE[:5]:
        found = seat(PEOPLE[:5], 2, Wishes(computer={person}), Random(1))
        assert (person,) in found.tables
        assert found.left == ()


def test_who_met_last_week_does_not_meet_again() -> None:
    met = {frozenset({one, one + 1}) for one in PEOPLE[::2]}
    for seed in range(20):
        found = seat(PEOPLE, 2, Wishes(met=met), Random(seed))
        assert pairs(found) & met == set()


def test_two_alone_meet_again_rather_than_not_at_all() -> None:
    two = PEOPLE[:2]
    found = seat(two, 2, Wishes(met={frozenset(two)}), Random(1))
    assert found.tables == (tuple(two),)


def test_three_after_three_let_another_one_sit_out_than_pair_again() -> None:
    one, two, three = PEOPLE[:3]
    found = seat([one, two, three], 2, Wishes(met={frozenset({one, two})}), Random(1))
    assert pairs(found) != {frozenset({one, two})}


def test_two_who_must_be_apart_are_left_over_where_nobody_else_is_there() -> None:
    two = PEOPLE[:2]
    apart = {frozenset(two)}
    found = seat(two, 2, Wishes(apart=apart), Random(1))
    assert found == Seating((), tuple(reversed(two))) or set(found.left) == set(two)
    found = seat(two, 2, Wishes(apart=apart, computer=set(two)), Random(1))
    assert sorted(found.tables) == [(two[0],), (two[1],)]


@settings(max_examples=60, deadline=None)
@given(
    st.integers(2, 12),
    st.integers(2, 4),
    st.sets(st.frozensets(st.sampled_from(PEOPLE), min_size=2, max_size=2), max_size=8),
    st.sets(st.sampled_from(PEOPLE)),
    st.integers(0, 5),
)
def test_nobody_is_lost_or_sits_twice_and_nobody_sits_where_they_must_not(
    count: int, most: int, apart: set[Pair], computer: set[int], seed: int
) -> None:
    found = seat(PEOPLE[:count], most, Wishes(apart, frozenset(), computer), Random(seed))
    assert seated(found) == PEOPLE[:count]
    assert pairs(found) & apart == set()
    assert all(len(table) <= most for table in found.tables)
    assert all(len(table) > 1 or table[0] in computer for table in found.tables)
    assert not set(found.left) & computer


def test_the_same_numbers_seat_the_same() -> None:
    assert seat(PEOPLE, 4, Wishes(), Random(3)) == seat(PEOPLE, 4, Wishes(), Random(3))


def test_a_table_is_the_smallest_with_room() -> None:
    assert [seats_for(n, (2, 3, 4)) for n in (1, 2, 3, 4)] == [2, 2, 3, 4]
