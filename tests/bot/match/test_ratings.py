"""Ratings: what people see, and what a match does to it."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.ratings import ladder_of, newcomer, rate, rate_match, rated_as, shown_rating
from data.computers import computers
from data.ratings import Ladder, Rating
from games.players import Level


def record(rating: Rating) -> tuple[int, int, int]:
    return rating.wins, rating.draws, rating.losses


def test_everybody_starts_at_1200() -> None:
    assert newcomer(1).shown == 1200
    assert record(newcomer(1)) == (0, 0, 0)


@pytest.mark.parametrize(
    ("mu", "sigma", "shown"),
    [(25.0, 25 / 3, 1200), (25.0, 5.0, 1440), (30.0, 25 / 3, 1320), (0.0, 25 / 3, 600)],
)
def test_what_is_shown_is_the_number_of_the_design(mu: float, sigma: float, shown: int) -> None:
    assert shown_rating(mu, sigma) == shown


def test_who_wins_rises_and_who_loses_does_not() -> None:
    winner, loser = rate([newcomer(1), newcomer(2)], [0, 1])
    assert winner.shown > 1200
    assert winner.mu > loser.mu
    assert (record(winner), record(loser)) == ((1, 0, 0), (0, 0, 1))


def test_the_order_of_the_seats_does_not_matter() -> None:
    one, two = rate([newcomer(1), newcomer(2)], [0, 1])
    other_two, other_one = rate([newcomer(2), newcomer(1)], [1, 0])
    assert (one, two) == (other_one, other_two)


def test_a_draw_of_equals_keeps_them_equal() -> None:
    one, two = rate([newcomer(1), newcomer(2)], [0, 0])
    assert (one.mu, one.sigma, one.shown) == (two.mu, two.sigma, two.shown)
    assert one.mu == pytest.approx(25.0)
    assert record(one) == record(two) == (0, 1, 0)


def test_a_draw_brings_unequals_closer() -> None:
    strong, weak = newcomer(1), newcomer(2)
    for _ in range(5):
        strong, weak = rate([strong, weak], [0, 1])
    after = rate([strong, weak], [0, 0])
    assert after[0].mu < strong.mu
    assert after[1].mu > weak.mu
    assert rate([weak, strong], [0, 0]) == after[::-1]


def test_beating_the_stronger_is_worth_more() -> None:
    strong, weak = newcomer(1), newcomer(2)
    for _ in range(5):
        strong, weak = rate([strong, weak], [0, 1])
    expected = rate([strong, weak], [0, 1])[0].mu - strong.mu
    surprising = rate([strong, weak], [1, 0])[1].mu - weak.mu
    assert surprising > expected > 0


def test_at_a_table_of_four_the_ranks_are_kept() -> None:
    after = rate([newcomer(person) for person in range(4)], [0, 1, 2, 3])
    assert all(better.mu > worse.mu for better, worse in pairwise(after))
    assert [record(each) for each in after] == [(1, 0, 0), *[(0, 0, 1)] * 3]


def test_of_four_those_who_share_the_first_place_drew_and_the_others_lost() -> None:
    after = rate([newcomer(person) for person in range(4)], [1, 0, 0, 1])
    assert [record(each) for each in after] == [(0, 0, 1), (0, 1, 0), (0, 1, 0), (0, 0, 1)]
    assert after[0].mu == pytest.approx(after[3].mu)
    assert after[1].mu == pytest.approx(after[2].mu)


@given(st.lists(st.sampled_from([(0, 1), (1, 0), (0, 0)]), max_size=30))
def test_every_match_counts_once_for_each(results: list[tuple[int, int]]) -> None:
    one, two = newcomer(1), newcomer(2)
    for ranks in results:
        one, two = rate([one, two], ranks)
    assert sum(record(one)) == sum(record(two)) == len(results)
    assert record(one) == record(two)[::-1]
    assert one.shown == shown_rating(one.mu, one.sigma)


EASY, EASY_TOO = (computer.id for computer in computers(Level.EASY, 2))
(HARD,) = (computer.id for computer in computers(Level.HARD, 1))


def test_a_match_counts_with_computers_as_soon_as_one_sits() -> None:
    assert ladder_of([1, 2, 3]) is Ladder.PEOPLE
    assert ladder_of([1, HARD, 3]) is Ladder.COMPUTERS


def test_computers_of_a_level_are_rated_as_one() -> None:
    assert rated_as(EASY) == rated_as(EASY_TOO) != rated_as(HARD)
    assert rated_as(7) == 7


def test_without_two_of_a_level_a_match_is_rated_as_any_other() -> None:
    known = {player: newcomer(player) for player in (1, HARD)}
    assert rate_match(known, [1, HARD], [1, 0]) == rate([known[1], known[HARD]], [1, 0])


def test_several_of_a_level_get_the_mean_and_all_their_wins_and_losses() -> None:
    known = {player: newcomer(player) for player in (1, EASY)}
    person, level = rate_match(known, [1, EASY, EASY_TOO], [1, 0, 2])
    alone = rate([known[1], known[EASY], known[EASY]], [1, 0, 2])
    assert person == alone[0]
    assert level.mu == pytest.approx((alone[1].mu + alone[2].mu) / 2)
    assert level.sigma == pytest.approx((alone[1].sigma + alone[2].sigma) / 2)
    assert level.shown == shown_rating(level.mu, level.sigma)
    assert record(level) == (1, 0, 1)
