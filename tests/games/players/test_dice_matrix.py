"""Computer players of Dice Matrix: what dice are worth, how far the search sees, what it takes."""

from itertools import count, pairwise
from random import Random
from unittest.mock import Mock

import pytest
from hypothesis import given, settings

from games.dice_matrix.rules import Die, Position, Take, Turn
from games.players.dice_matrix import PLAYERS, chances
from games.players.dice_matrix.leads import ranked
from games.players.dice_matrix.outcome import Outcome
from games.players.dice_matrix.search import CELL_BITS, Matrix, Search, ahead, held
from games.players.duel import Duel, Score, play
from games.players.player import LEVELS, Budget, Level
from tests.games.played import RECOUNT, RUNNING, game, laid_out, positions

QUICK = Budget(work=0.01)


def cells(move: Take) -> int:
    return CELL_BITS[move.first] | (0 if move.second is None else CELL_BITS[move.second])


def best_lead(position: Position) -> int:
    """Return by the rules alone how far ahead best play ends, for the player to move."""
    if position.to_move is None:
        mine, theirs = position.points[position.seat], position.points[1 - position.seat]
        return mine - theirs
    return max(-best_lead(position.play(move)) for move in position.legal_moves())


# What dice are worth


@pytest.mark.parametrize("seed", range(5))
def test_all_that_may_be_taken_is_in_the_tables(seed: int) -> None:
    _, *turned = game(seed)
    matrix = Matrix.of(turned[0])

    for position in turned:
        pairs, singles = matrix.takings(position.occupied)
        legal = {cells(move) for move in position.legal_moves() if isinstance(move, Take)}
        assert {taken for _, taken in (*pairs, *singles)} == legal


@pytest.mark.parametrize("seed", range(5))
def test_what_a_die_is_worth_never_changes_and_adds_up_to_the_points(seed: int) -> None:
    _, *turned = game(seed)
    matrix = Matrix.of(turned[0])

    for before, after in pairwise(turned):
        taken = before.occupied ^ after.occupied
        (worth,) = {
            worth
            for takings in matrix.takings(before.occupied)
            for worth, bits in takings
            if bits == taken
        }
        assert held(after, before.seat) - held(before, before.seat) == worth
    points = turned[-1].points
    assert held(turned[-1], 0) == 2 * (points[0] - points[1])


# The search


@pytest.mark.parametrize("seed", range(6))
def test_the_search_sees_what_best_play_brings(seed: int) -> None:
    position = next(position for position in game(seed) if position.dice_left <= 6)
    search = Search(Matrix.of(position), 100_000, lambda: False)

    assert held(position, position.seat) + search.value(position.occupied) == 2 * best_lead(
        position
    )


def test_as_many_values_are_right_as_are_asked_for() -> None:
    position = next(position for position in game(3) if position.dice_left <= 6)
    search = Search(Matrix.of(position), 100_000, lambda: False)
    ranked = search.rank(position.occupied, most=3)

    leads = sorted(
        {
            cells(move): -2 * best_lead(position.play(move))
            for move in position.legal_moves()
            if isinstance(move, Take)
        }.values(),
        reverse=True,
    )
    lead = held(position, position.seat)
    assert [lead + valued.value for valued in ranked[:3]] == leads[:3]


# Who wins


@pytest.mark.parametrize("seed", range(6))
def test_what_the_rest_brings_is_told_for_every_number_of_points(seed: int) -> None:
    position = next(position for position in game(seed) if position.dice_left <= 6)
    value = 2 * best_lead(position) - held(position, position.seat)
    asked = [value + more for more in (-60, -9, -1, 0, 1, 2, 9, 60)]
    # The same search knows bounds from before; another one begins without.
    outcome = Outcome(position, 100_000, lambda: False)
    for least in (*asked, *reversed(asked)):
        assert outcome.reaches(position.occupied, least) == (least <= value)
        fresh = Outcome(position, 100_000, lambda: False)
        assert fresh.reaches(position.occupied, least) == (least <= value)


def test_nothing_is_left_after_the_last_dice() -> None:
    over = game(1)[-1]
    outcome = Outcome(over, 1, lambda: False)

    assert [outcome.reaches(over.occupied, least) for least in (-1, 0, 1)] == [True, True, False]


@pytest.mark.parametrize("seed", range(6))
def test_the_first_that_wins_is_chosen_else_one_that_draws_else_the_first(seed: int) -> None:
    position = next(position for position in game(seed) if position.dice_left <= 6)
    pairs, singles = Matrix.of(position).takings(position.occupied)
    # The worst come first.
    takings = sorted((*pairs, *singles))
    leads = {
        cells(move): -2 * best_lead(position.play(move))
        for move in position.legal_moves()
        if isinstance(move, Take)
    }
    found = set()
    for level in {*leads.values()}:
        for by in (level - 1, level, level + 1):
            # Somebody has a head start, so that what leads by `by` leads by nothing.
            reached = [leads[bits] - by for _, bits in takings]
            goal = 1 if max(reached) > 0 else 0
            first = next((n for n, lead in enumerate(reached) if lead >= goal), 0)
            outcome = Outcome(position, 100_000, lambda: False)
            lead = held(position, position.seat) - by
            assert outcome.chosen(position.occupied, takings, lead) == takings[first]
            found.add((max(reached) > 0) - (max(reached) < 0))
    assert found == {-1, 0, 1}


def test_where_the_work_ends_before_a_taking_is_chosen_that_may_be_good() -> None:
    position = game(4)[10]
    pairs, _ = Matrix.of(position).takings(position.occupied)

    assert Outcome(position, 0, lambda: False).chosen(position.occupied, pairs, 0) == pairs[0]
    assert Outcome(position, 10**6, lambda: True).chosen(position.occupied, pairs, 0) == pairs[0]


# The players


@pytest.mark.parametrize("level", LEVELS)
@given(position=positions())
@settings(max_examples=8, deadline=None)
def test_every_move_is_legal_and_the_same_again(level: Level, position: Position) -> None:
    legal = position.legal_moves()
    move, again = (PLAYERS[level].choose(position, legal, Random(5), QUICK) for _ in range(2))

    assert move in legal
    assert again == move


@pytest.mark.parametrize("level", LEVELS)
def test_the_left_over_die_is_turned(level: Level) -> None:
    position = game(1)[0]
    move = PLAYERS[level].choose(position, position.legal_moves(), Random(1), QUICK)

    assert isinstance(move, Turn)


def test_hard_stops_when_its_time_is_spent() -> None:
    position = game(2)[1]
    asked = count()
    budget = Budget(work=1000.0, spent=lambda: next(asked) >= 3)

    legal = position.legal_moves()
    assert PLAYERS[Level.HARD].choose(position, legal, Random(1), budget) in legal
    assert next(asked) == 4


def test_expert_stops_when_its_time_is_spent() -> None:
    position = next(position for position in game(2) if position.dice_left <= 27)
    asked = count()
    budget = Budget(work=1000.0, spent=lambda: next(asked) >= 3)

    legal = position.legal_moves()
    assert PLAYERS[Level.EXPERT].choose(position, legal, Random(1), budget) in legal
    # Once more by the second of its searches.
    assert next(asked) == 5


@pytest.mark.parametrize("level", [Level.HARD, Level.EXPERT])
@pytest.mark.parametrize("seed", range(6))
def test_the_end_is_played_as_well_as_can_be(seed: int, level: Level) -> None:
    position = next(position for position in game(seed) if position.dice_left <= 6)
    best = PLAYERS[level].choose(position, position.legal_moves(), Random(1), Budget())

    assert best_lead(position) == -best_lead(position.play(best))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_expert_wins_what_can_be_won_before_the_other_search_sees_the_end(seed: int) -> None:
    position = next(position for position in game(seed) if position.dice_left <= 21)
    chosen = PLAYERS[Level.EXPERT].choose(position, position.legal_moves(), Random(1), Budget())
    search = Search(Matrix.of(position), 10**7, lambda: False)
    best = ahead(position, position.seat) + search.value(position.occupied)
    after = position.play(chosen)
    reply = Search(Matrix.of(position), 10**7, lambda: False).value(after.occupied)
    reached = ahead(after, position.seat) - reply

    assert (reached > 0, reached < 0) == (best > 0, best < 0)


@pytest.mark.parametrize("level", [Level.MEDIUM, Level.HARD])
@given(position=positions())
@settings(max_examples=8, deadline=None)
def test_what_is_weighed_is_sorted_and_has_the_choice_in_it(
    level: Level, position: Position
) -> None:
    legal = position.legal_moves()
    player, budget = PLAYERS[level], Budget(work=0.05)
    weighed = player.weigh(position, legal, Random(1), budget, 3)

    assert 1 <= len(weighed) <= 3
    chosen = player.choose(position, legal, Random(1), budget)
    assert chosen in [each.move for each in weighed]
    assert [each.value for each in weighed] == sorted(
        (each.value for each in weighed), reverse=True
    )
    for each in weighed:
        assert each.move in legal
        assert 0 <= each.value <= 1
        assert 5 < len(str(each.gain)) <= 100


@pytest.mark.parametrize(("most", "searches"), [(1, 1), (3, 2)])
def test_for_one_move_one_search_is_enough(
    monkeypatch: pytest.MonkeyPatch, most: int, searches: int
) -> None:
    counted = Mock(wraps=ranked)
    monkeypatch.setattr("games.players.dice_matrix.ranked", counted)
    position = game(2)[5]
    PLAYERS[Level.MEDIUM].weigh(position, position.legal_moves(), Random(1), QUICK, most)

    assert counted.call_count == searches


def test_a_gain_is_told_by_what_it_leaves_as_the_points_are_in_the_name() -> None:
    position = laid_out({"a1": Die(0, 1), "b1": Die(0, 2), "d4": Die(1, 5)})
    weighed = PLAYERS[Level.HARD].weigh(position, position.legal_moves(), Random(1), Budget(), 1)

    assert [str(each.gain) for each in weighed] == ["leaves them 2 points at best"]


def test_the_last_dice_leave_nothing() -> None:
    position = laid_out({"a1": Die(0, 1), "b1": Die(0, 2)})
    weighed = PLAYERS[Level.HARD].weigh(position, position.legal_moves(), Random(1), Budget(), 1)

    assert [str(each.gain) for each in weighed] == ["takes the last of the dice"]


def test_points_that_are_counted_at_the_end_are_not_told() -> None:
    position = laid_out({"a1": Die(0, 1), "b1": Die(0, 2), "d4": Die(1, 5)}, recount=True)
    weighed = PLAYERS[Level.HARD].weigh(position, position.legal_moves(), Random(1), Budget(), 2)

    assert str(weighed[0].gain) == "leaves them no pair"
    assert "point" not in "".join(str(each.gain) for each in weighed)


# Chances


@given(position=positions(RECOUNT, over=True))
@settings(max_examples=10, deadline=None)
def test_chances_add_up_to_one(position: Position) -> None:
    assert sum(chances(position, QUICK)) == pytest.approx(1)


@pytest.mark.parametrize("seed", range(5))
def test_the_chances_of_a_game_that_is_over_are_its_result(seed: int) -> None:
    over = game(seed)[-1]
    result = over.result()

    assert result is not None
    expected = tuple(1 / len(result.winners) if seat in result.winners else 0 for seat in (0, 1))
    assert chances(over, Budget()) == expected


def test_where_the_end_is_seen_it_is_no_longer_a_chance() -> None:
    # Best play of the last four dice wins some of these games, loses some, and draws that of seed 55.
    found = set()
    for position in (game(seed)[-4] for seed in range(50, 60)):
        lead = best_lead(position)
        chance = chances(position, Budget())[position.seat]
        assert chance == (float(lead > 0) if lead else 0.5)
        found.add(chance)
    assert found == {0.0, 0.5, 1.0}


@pytest.mark.parametrize("work", [1.0, 0.01])
def test_the_search_tells_whether_it_has_seen_the_end(work: float) -> None:
    near, far = game(1)[-4], game(1)[5]
    for position, seen in ((near, True), (far, False)):
        search = Search(Matrix.of(position), round(8000 * work), lambda: False)
        search.rank(position.occupied)
        assert search.to_the_end == seen


# Strength


@pytest.mark.slow
def test_medium_beats_random_players() -> None:
    duel = Duel("dice_matrix", ("medium", "random"), 10, 1, 2, RUNNING)
    score = Score.of([play(deal, count().__next__) for deal in duel.deals()])

    assert score.wins == 10


@pytest.mark.slow
def test_hard_beats_easy() -> None:
    duel = Duel("dice_matrix", ("hard", "easy"), 4, 1, 2, RUNNING, work=0.05)
    score = Score.of([play(deal, count().__next__) for deal in duel.deals()])

    assert score.wins == 4
