"""Ratings: what people see, and what a match does to it."""

import math
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from bot.match.ratings import (
    SURE,
    computer_rating,
    is_provisional,
    ladder_of,
    newcomer,
    rate,
    rate_match,
    rated_as,
    shown_rating,
)
from data.computers import Computer, computers
from data.ratings import Ladder, Rating
from games.players import Level


def record(rating: Rating) -> tuple[int, int, int]:
    return rating.wins, rating.draws, rating.losses


def test_everybody_starts_at_1200() -> None:
    assert newcomer(1).shown == 1200
    assert record(newcomer(1)) == (0, 0, 0)


@pytest.mark.parametrize(("mu", "shown"), [(25.0, 1200), (30.0, 1320), (27.6, 1262), (0.0, 600)])
def test_what_is_shown_is_the_number_of_the_design(mu: float, shown: int) -> None:
    assert shown_rating(mu) == shown


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
    assert (one.mu, one.sigma) == (two.mu, two.sigma)
    assert one.shown == two.shown == 1200
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
    assert one.shown == shown_rating(one.mu)


EASY, EASY_TOO = (computer.id for computer in computers(Level.EASY, 2))
(HARD,) = (computer.id for computer in computers(Level.HARD, 1))


def test_a_match_counts_with_computers_as_soon_as_one_sits() -> None:
    assert ladder_of([1, 2, 3]) is Ladder.PEOPLE
    assert ladder_of([1, HARD, 3]) is Ladder.COMPUTERS


def test_computers_of_a_level_are_rated_as_one() -> None:
    assert rated_as(EASY) == rated_as(EASY_TOO) != rated_as(HARD)
    assert rated_as(7) == 7


def known(*players: int) -> dict[int, Rating]:
    return {
        rated_as(player): newcomer(player)
        if (computer := Computer.of(player)) is None
        else computer_rating("dice_matrix", computer)
        for player in players
    }


def test_a_person_alone_is_rated_against_what_the_computer_is_worth() -> None:
    before = known(1, HARD)
    (person, level) = rate_match(before, [1, HARD], [0, 1])
    assert person == rate([before[1], before[HARD]], [0, 1])[0]
    assert (level.mu, level.sigma, level.shown) == (before[HARD].mu, SURE, 1395)
    assert record(level) == (0, 0, 1)


@given(st.lists(st.permutations([0, 1, 2]), min_size=1, max_size=20))
def test_no_result_moves_a_computer(results: list[list[int]]) -> None:
    ratings = before = known(1, EASY, EASY_TOO)
    for ranks in results:
        new = rate_match(ratings, [1, EASY, EASY_TOO], ranks)
        ratings = {rating.user_id: rating for rating in new}
    assert ratings[EASY].shown == before[EASY].shown
    assert ratings[EASY].mu == before[EASY].mu
    assert sum(record(ratings[EASY])) == 2 * len(results)
    assert sum(record(ratings[1])) == len(results)


def test_each_match_of_the_same_two_counts_less() -> None:
    before = known(1, 2)
    gains = []
    for times in range(4):
        one, two = rate_match(before, [1, 2], [0, 1], met={frozenset((1, 2)): times})
        gains.append(one.mu - 25)
        assert one.mu - 25 == pytest.approx(25 - two.mu)
    assert gains == pytest.approx([gains[0] / n for n in (1, 2, 3, 4)])


def test_at_a_table_of_more_the_weight_is_the_mean_over_the_others() -> None:
    before = known(1, 2, 3)
    whole = rate_match(before, [1, 2, 3], [0, 1, 1])
    some = rate_match(before, [1, 2, 3], [0, 1, 1], met={frozenset((1, 2)): 1})
    parts = [(a.mu - 25) / (b.mu - 25) for a, b in zip(some, whole, strict=True)]
    assert parts == pytest.approx([0.75, 0.75, 1.0])


def test_who_keeps_their_rating_was_there_for_the_others() -> None:
    before = known(1, 2)
    (one,) = rate_match(before, [1, 2], [0, 1], kept={2})
    assert one == rate_match(before, [1, 2], [0, 1])[0]


@pytest.mark.parametrize("sigma", [1.0, 4.0, 25 / 3])
def test_a_draw_of_equal_ratings_changes_neither_however_sure_they_are(sigma: float) -> None:
    sure, unsure = replace(newcomer(1), mu=31.0, sigma=sigma), replace(newcomer(2), mu=31.0)
    after = rate([sure, unsure], [0, 0])
    assert [each.mu for each in after] == pytest.approx([31.0, 31.0])
    assert [each.shown for each in after] == [shown_rating(31.0)] * 2


def test_the_way_of_rating_gives_the_numbers_that_openskill_publishes() -> None:
    """Four newcomers who come in as fourth, first, third and second, in openskill's README.

    There nothing is added to the uncertainty before a match (tau), so it is taken off here.
    """
    sigma = math.sqrt((25 / 3) ** 2 - (25 / 300) ** 2)
    after = rate([replace(newcomer(n), sigma=sigma) for n in range(4)], [3, 0, 2, 1])
    assert [(each.mu, each.sigma) for each in after] == [
        pytest.approx((20.96265504062538, 8.083731307186588)),
        pytest.approx((27.795084971874736, 8.263160757613477)),
        pytest.approx((24.68943500312503, 8.083731307186588)),
        pytest.approx((26.552824984374855, 8.179213704945203)),
    ]


def test_draws_are_rated_as_openskill_publishes_for_its_own_tests() -> None:
    """Teams of one, two and three, of which the first and the last share the first place.

    Its `tests/models/data/plackettluce.json`, under "ties"; older releases gave both more.
    """
    model = PlackettLuce(mu=31.321989232514305, sigma=11.379964801443018)
    teams = [[model.rating() for _ in range(size)] for size in (1, 2, 3)]
    after = [team[0] for team in model.rate(teams, ranks=[1.0, 2.0, 1.0])]
    assert [(each.mu, each.sigma) for each in after] == [
        pytest.approx((33.21874815457553, 11.354896725884002)),
        pytest.approx((30.27713112192334, 11.291328826858104)),
        pytest.approx((30.470088421044046, 11.249240904583088)),
    ]


def test_a_rating_is_provisional_for_a_few_games() -> None:
    assert [is_provisional(1, games) for games in range(7)] == [True] * 5 + [False] * 2
