"""Everybody meets everybody: FIDE's Berger tables, byes and who withdraws."""

from collections import Counter

import pytest

from bot.tournament.round_robin import pair_round_robin, rounds_of
from bot.tournament.rounds import next_round
from data.tournament_values import Entrant, Format, How, PairingResult
from tests.bot.tournament.played import entered, play

SIX = (
    "1-6 2-5 3-4",
    "6-4 5-3 1-2",
    "2-6 3-1 4-5",
    "6-5 1-4 2-3",
    "3-6 4-2 5-1",
)
"""The table for five or six of the FIDE Handbook, C.05, annex 1."""


@pytest.mark.parametrize("number", range(1, 6))
def test_six_are_paired_as_in_the_handbook(number: int) -> None:
    drafts = pair_round_robin(entered(6), number)
    found = {f"{one.first - 100}-{(one.second or 0) - 100}" for one in drafts}
    assert found == set(SIX[number - 1].split())


@pytest.mark.parametrize("number", range(1, 6))
def test_of_five_who_would_meet_the_sixth_has_a_bye(number: int) -> None:
    *boards, last = pair_round_robin(entered(5), number)
    (free,) = (game for game in SIX[number - 1].split() if "6" in game)
    assert (last.second, last.outcome) == (None, PairingResult.BYE)
    assert str(last.first - 100) == free.strip("6-")
    assert all(one.second is not None for one in boards)


@pytest.mark.parametrize("players", range(3, 13))
def test_everybody_meets_everybody_once_and_starts_as_often_as_not(players: int) -> None:
    _, pairings = play(Format.ROUND_ROBIN, players, seed=players)
    assert len({one.round for one in pairings}) == rounds_of(players)
    met = Counter(frozenset(one.players) for one in pairings if one.second is not None)
    assert len(met) == players * (players - 1) // 2
    assert set(met.values()) == {1}
    starts = Counter(one.first for one in pairings if one.second is not None)
    assert max(starts.values()) - min(starts[100 + seed] for seed in range(1, players + 1)) <= 1


def test_who_withdraws_loses_what_is_left_without_a_game() -> None:
    _, pairings = play(Format.ROUND_ROBIN, 4, seed=1, leaving={102: 1})
    later = [one for one in pairings if 102 in one.players and one.round > 1]
    assert [one.how for one in later] == [How.ABSENT] * 2
    assert all(one.points_of(102) == 0 for one in later)
    assert all(one.points_of(one.opponent_of(102) or 0) == 2 for one in later)


def test_two_computers_draw_without_a_game() -> None:
    entrants = [Entrant(101, 1), Entrant(-11, 2), Entrant(-12, 3), Entrant(102, 4)]
    drafts = next_round(Format.ROUND_ROBIN, entrants, [], 3) or []
    (idle,) = (one for one in drafts if one.players in {(-11, -12), (-12, -11)})
    assert (idle.outcome, idle.how) == (PairingResult.DRAW, How.COMPUTERS)
