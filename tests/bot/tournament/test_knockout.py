"""Knockout: the bracket, byes, draws, and who goes on without a game."""

from collections import Counter
from dataclasses import replace

import pytest

from bot.tournament.knockout import bracket, pair_knockout, rounds_of, survived, winner_of
from bot.tournament.rounds import next_round
from data.tournament_values import Entrant, Format, How, PairingResult
from tests.bot.tournament.played import ended, entered, play


@pytest.mark.parametrize("players", range(2, 17))
def test_all_but_one_lose_and_the_last_game_is_the_final(players: int) -> None:
    entrants, pairings = play(Format.KNOCKOUT, players, seed=players)
    beaten = Counter(
        player for one in pairings for player in one.players if winner_of(one) != player
    )
    assert sum(beaten.values()) == players - 1
    assert set(beaten.values()) == {1}
    final = [one for one in pairings if one.round == rounds_of(players)]
    assert len(final) == 1
    assert winner_of(final[0]) not in beaten
    assert next_round(Format.KNOCKOUT, entrants, pairings, rounds_of(players)) is None


def test_the_first_two_seeds_can_meet_in_the_final_only() -> None:
    for players in (4, 8, 16):
        seeds = bracket(players)
        half = len(seeds) // 2
        assert {1, 2} & set(seeds[:half]) == {1}


def test_free_places_are_for_the_first_seeds() -> None:
    drafts = pair_knockout(entered(5), [], 1)
    byes = {one.first - 100 for one in drafts if one.second is None}
    assert byes == {1, 2, 3}


def test_after_a_draw_who_did_not_start_goes_on() -> None:
    (draft, _) = pair_knockout(entered(4), [], 1)
    assert winner_of(ended(draft, PairingResult.DRAW)) == draft.second


def test_who_started_less_often_starts_else_the_lower_seed() -> None:
    drafts = pair_knockout(entered(4), [], 1)
    assert [one.first for one in drafts] == [104, 103]
    # 104 has started and 102 has not.
    won = [ended(drafts[0], PairingResult.FIRST), ended(drafts[1], PairingResult.SECOND)]
    (final,) = pair_knockout(entered(4), won, 2)
    assert final.players == (102, 104)


def test_who_withdraws_after_a_win_loses_the_next_round_without_a_game() -> None:
    entrants = entered(4)
    won = [ended(one, PairingResult.FIRST) for one in pair_knockout(entrants, [], 1)]
    entrants[3] = replace(entrants[3], left=1)
    (final,) = next_round(Format.KNOCKOUT, entrants, won, 2) or []
    assert final.how is How.ABSENT
    assert winner_of(final) == 103


def test_where_neither_goes_on_the_next_opponent_has_a_bye() -> None:
    drafts = pair_knockout(entered(4), [], 1)
    over = [ended(drafts[0], PairingResult.NEITHER), ended(drafts[1], PairingResult.FIRST)]
    (final,) = pair_knockout(entered(4), over, 2)
    assert (final.first, final.outcome) == (103, PairingResult.BYE)
    assert survived(103, [*over, final]) == 2


def test_of_two_computers_the_first_goes_on() -> None:
    entrants = [Entrant(101, 1), Entrant(-11, 2), Entrant(-12, 3), Entrant(102, 4)]
    drafts = next_round(Format.KNOCKOUT, entrants, [], 2) or []
    (idle,) = (one for one in drafts if one.how is How.COMPUTERS)
    assert winner_of(idle) == idle.first
