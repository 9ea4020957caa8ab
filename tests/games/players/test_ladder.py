"""Ladders: who meets whom, and what a share of first places is worth in Elo points."""

from math import inf

import pytest

from games.players.duel import Duel, DuelGame
from games.players.ladder import Step, ahead, pairs


def step(*shares: float, seats: int = 2) -> Step:
    asked = Duel("any", ("hard", "easy"), len(shares), 1, seats, {})
    return Step.of(asked, [DuelGame(share, ((), ())) for share in shares])


def test_everybody_meets_everybody_once_the_stronger_first() -> None:
    assert pairs(("random", "easy", "medium", "hard"))[:3] == [
        ("hard", "medium"),
        ("hard", "easy"),
        ("hard", "random"),
    ]
    assert pairs(("hard",)) == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_has_their_even_share_is_ahead_by_nothing(seats: int) -> None:
    assert ahead(1 / seats, seats) == pytest.approx(0)


def test_points_are_those_of_elos_formula() -> None:
    # Ten times as likely to win as to lose is 400 points ahead, by definition.
    assert ahead(10 / 11, 2) == pytest.approx(400)
    assert ahead(1 / 11, 2) == pytest.approx(-400)
    # At four seats: ten times as strong as each of three others.
    assert ahead(10 / 13, 4) == pytest.approx(400)


def test_a_share_lies_within_its_interval_and_so_do_its_points() -> None:
    measured = step(1.0, 1.0, 0.5, 0.0)

    assert measured.shares[0] < measured.share == 0.625 < measured.shares[1]
    assert measured.elos[0] < measured.elo < measured.elos[1]


def test_who_always_wins_or_never_does_is_ahead_by_no_number() -> None:
    always, never = step(1.0, 1.0), step(0.0, 0.0)

    assert (always.elo, never.elo) == (inf, -inf)
    assert "at least -" in str(always)
    assert "at most +" in str(never)
