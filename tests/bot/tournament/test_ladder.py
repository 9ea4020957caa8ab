"""Ladder: who stands where, and whom one may challenge."""

from dataclasses import replace

from bot.tournament.ladder import busy_in, may_challenge, order_of
from data.tournament_values import Entrant, How, Pairing, PairingResult
from tests.bot.tournament.played import entered


def won_by_challenger(above: int, challenger: int, number: int = 1) -> Pairing:
    return Pairing(number, 1, above, challenger, PairingResult.SECOND, How.PLAYED)


def test_who_joins_is_at_the_bottom() -> None:
    assert order_of([*entered(2), Entrant(999, 3, joined=7)], []) == [101, 102, 999]


def test_a_win_from_below_takes_the_place_and_moves_those_between_down() -> None:
    assert order_of(entered(4), [won_by_challenger(101, 103)]) == [103, 101, 102, 104]


def test_a_win_from_above_and_a_draw_change_nothing() -> None:
    won = won_by_challenger(101, 103)
    for outcome in (PairingResult.FIRST, PairingResult.DRAW, PairingResult.NEITHER):
        assert order_of(entered(3), [replace(won, outcome=outcome)]) == [101, 102, 103]


def test_a_challenger_who_is_above_by_now_stays_there() -> None:
    ended = [won_by_challenger(102, 103), won_by_challenger(101, 103, 2)]
    assert order_of(entered(3), [*ended, won_by_challenger(102, 103, 3)]) == [103, 101, 102]


def test_who_withdraws_leaves_no_gap() -> None:
    entrants = entered(3)
    entrants[1] = replace(entrants[1], left=1)
    assert order_of(entrants, []) == [101, 103]


def test_up_to_three_places_above_can_be_challenged_if_nobody_plays() -> None:
    order = [101, 102, 103, 104, 105]
    assert may_challenge(order, 105, set()) == [102, 103, 104]
    assert may_challenge(order, 101, set()) == []
    assert may_challenge(order, 105, {103}) == [102, 104]
    assert may_challenge(order, 105, {105}) == []
    assert may_challenge(order, 999, set()) == []


def test_busy_is_whose_game_is_not_over() -> None:
    running = Pairing(2, 1, 101, 104)
    assert busy_in([won_by_challenger(102, 103), running]) == {101, 104}
