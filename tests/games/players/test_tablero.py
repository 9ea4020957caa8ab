"""Computer players of Tablero: turns and worths hold to the rules, and players choose well."""

from itertools import count
from random import Random

import pytest
from hypothesis import assume, given, settings

from games.chance import SeededSource
from games.game import CHANCE
from games.players.duel import Duel, Score, play
from games.players.player import LEVELS, Budget, Level
from games.players.tablero import PLAYERS, chances
from games.players.tablero.turns import ROLLS, after_reply, at_a_glance, turns
from games.players.tablero.worth import POINTS, log_odds, share, total
from games.tablero import TABLERO
from games.tablero.board import ROWS
from games.tablero.rules import MoveStack, Place, Position, Roll
from tests.games.tablero import played
from tests.games.tablero.played import arranged, game, laid_out, positions
from tests.tiers import sampled

QUICK = Budget(work=0.25)
SEEDS = range(8)


def between_turns(position: Position) -> Position:
    """Return a position in which the same seat is about to roll."""
    return Position(position.stacks, position.reserve, (), (), position.seat, position.last)


def mirrored(position: Position) -> Position:
    """Return the position as it looks with the seats swapped."""
    swapped = str.maketrans("AB", "BA")
    width = len(position.stacks) // len(ROWS)
    rows = [position.stacks[n : n + width] for n in range(0, len(position.stacks), width)]
    stacks = tuple(stack.translate(swapped) for row in reversed(rows) for stack in row)
    first, second = position.reserve
    return Position(stacks, (second, first), (), (), 1 - position.seat, position.last)


# Turns


@given(position=positions())
@settings(max_examples=30, deadline=None)
def test_turns_lead_wherever_the_rules_do(position: Position) -> None:
    all_turns = played.turns(position)
    assume(len(position.legal_moves()) <= 60)
    reached = set()
    for moves in all_turns:
        after = position
        for move in moves:
            after = after.play(move)
        reached.add(after)

    found = turns(position)
    assert {turn.after for turn in found} == reached
    assert len(found) == len(reached)
    assert {turn.moves for turn in found} <= set(all_turns)
    chances_there = [turn.chance for turn in found]
    assert chances_there == sorted(chances_there, reverse=True)


def test_of_very_many_turns_some_are_left_out() -> None:
    """Two stacks of seven have 131 paths each."""
    position = laid_out({"S1": "BBBBBBA", "S6": "BBBBBAA"}, (1, 6))

    assert len(position.legal_moves()) > 250
    assert 100 < len(turns(position, width=12)) <= 12 * 12


# Worths


@given(position=arranged())
@settings(max_examples=50, deadline=None)
def test_both_seats_are_worth_the_same(position: Position) -> None:
    here = between_turns(position)

    assert log_odds(mirrored(here)) == pytest.approx(-log_odds(here))
    assert at_a_glance(here, 0) == pytest.approx(at_a_glance(mirrored(here), 1))
    assert at_a_glance(here, 0) + at_a_glance(here, 1) == pytest.approx(1)
    assert after_reply(here, 0) == pytest.approx(after_reply(mirrored(here), 1))


@given(position=arranged())
@settings(max_examples=50, deadline=None)
def test_points_say_who_wins(position: Position) -> None:
    over = Position(position.stacks, position.reserve, last=True, over=True)
    result = over.result()

    assert result is not None
    expected = 1 / len(result.winners) if 0 in result.winners else 0
    assert share(total(over.stacks, POINTS)) == expected


@pytest.mark.parametrize(
    ("stacks", "cases"),
    [
        # Only a 6 covers the opponent's top token: 11 of 36 rolls.
        ({"S1": "A", "S6": "A", "C6": "B"}, 11),
        # A 5 can step to C5, which with C6 open counts less than what lies there.
        ({"S5": "A", "C6": "B"}, 0),
        ({"S5": "A", "C5": "B"}, 11),
        ({"C1": "A"}, 36),
    ],
)
def test_the_last_reply_is_weighed_by_its_rolls(stacks: dict[str, str], cases: int) -> None:
    drawn_up = laid_out(stacks, (1, 2), reserve=(0, 0), last=True)

    assert after_reply(between_turns(drawn_up), 0) == pytest.approx(cases / 36)


# The players


@pytest.mark.parametrize("level", LEVELS)
@given(position=positions())
@settings(max_examples=15, deadline=None)
def test_every_move_is_legal_and_the_same_again(level: Level, position: Position) -> None:
    legal = position.legal_moves()
    move, again = (PLAYERS[level].choose(position, legal, Random(5), QUICK) for _ in range(2))

    assert move in legal
    assert again == move


@pytest.mark.parametrize("level", [Level.MEDIUM, Level.HARD])
def test_a_win_on_the_last_turn_is_taken(level: Level) -> None:
    """Only a path of the stack that ends on C6 covers it."""
    position = laid_out({"S4": "AAA", "C6": "AB"}, (4,), reserve=(0, 0), last=True)
    move = PLAYERS[level].choose(position, position.legal_moves(), Random(1), Budget())

    result = position.play(move).result()
    assert isinstance(move, MoveStack)
    assert result is not None
    assert result.winners == (0,)


def test_a_lost_game_is_lost_by_little() -> None:
    position = laid_out({"S1": "A", "C6": "B"}, (1,), reserve=(0, 0), last=True)
    move = PLAYERS[Level.HARD].choose(position, position.legal_moves(), Random(1), Budget())

    assert TABLERO.format(move) == "M1:C1"


def test_hard_stops_when_its_time_is_spent() -> None:
    position = next(position for position in game(2) if len(position.legal_moves()) > 2)
    asked = count()
    budget = Budget(spent=lambda: next(asked) >= 1)
    legal = position.legal_moves()

    assert PLAYERS[Level.HARD].choose(position, legal, Random(1), budget) in legal
    assert next(asked) == 2


@pytest.mark.parametrize("level", [Level.MEDIUM, Level.HARD])
@given(position=positions())
@settings(max_examples=15, deadline=None)
def test_what_is_weighed_is_sorted_and_sensible(level: Level, position: Position) -> None:
    legal = position.legal_moves()
    weighed = PLAYERS[level].weigh(position, legal, Random(1), QUICK, 3)

    values = [each.value for each in weighed]
    assert 1 <= len(weighed) <= 3
    assert len({each.move for each in weighed}) == len(weighed)
    assert values == sorted(values, reverse=True)
    for each in weighed:
        assert each.move in legal
        assert 0 <= each.value <= 1
        assert each.gain is None or 5 < len(str(each.gain)) <= 100
        after = position
        for move in (each.move, *each.then):
            after = after.play(move)
        assert not after.mid_turn


@pytest.mark.parametrize("seed", range(4))
def test_dice_are_worth_what_the_best_hint_for_them_says(seed: int) -> None:
    source, position, compared = SeededSource(seed), Position(), 0
    while position.to_move is not None:
        if position.to_move == CHANCE:
            position = position.play(position.roll(source))
            continue
        legal = position.legal_moves()
        if compared < 8 and len(position.dice) == 2:
            before = chances(position, Budget())[position.seat]
            for most in (1, 3):
                best = PLAYERS[Level.MEDIUM].weigh(position, legal, Random(1), Budget(), most)[0]
                assert best.value == before
            compared += 1
        position = position.play(legal[source.below(len(legal))])
    assert compared


@pytest.mark.slow
def test_what_expert_chooses_is_weighed_and_as_good_as_the_best() -> None:
    expert = PLAYERS[Level.EXPERT]
    for position in (position for position in game(4) if position.dice):
        legal = position.legal_moves()
        weighed = expert.weigh(position, legal, Random(1), Budget(), 3)
        chosen = expert.choose(position, legal, Random(1), Budget())
        (value,) = (each.value for each in weighed if each.move == chosen)
        assert value > weighed[0].value - 0.03


@sampled("seed", SEEDS)
def test_early_in_a_game_it_hardly_matters_whose_turn_it_is(seed: int) -> None:
    early = [
        position
        for position in game(seed)
        if position.to_move == CHANCE and min(position.reserve) > 6
    ]
    for position in early:
        other = position.turned_to(1 - position.seat)
        assert chances(position, Budget())[0] == pytest.approx(
            chances(other, Budget())[0], abs=0.03
        )
    assert early


def test_a_gain_tells_what_the_centre_counts_where_that_is_news() -> None:
    end = laid_out({"S6": "A", "C5": "B"}, (6,), reserve=(0, 0), last=True)
    (best,) = PLAYERS[Level.HARD].weigh(end, end.legal_moves(), Random(1), QUICK, 1)
    assert str(best.gain) == "the game ends 6 to 5"

    # In either order it is the same turn.
    first = laid_out({}, (2, 3))
    (either,) = PLAYERS[Level.HARD].weigh(first, first.legal_moves(), Random(1), QUICK, 2)
    assert (either.move, *either.then) == (Place(2), Place(3))
    assert either.gain is None

    counting = laid_out({"S6": "A", "C5": "B"}, (6,), reserve=(0, 0))
    (best,) = PLAYERS[Level.HARD].weigh(counting, counting.legal_moves(), Random(1), QUICK, 1)
    assert str(best.gain) == "the centre then counts 6 to 5"


# Chances


@sampled("seed", SEEDS)
def test_before_a_roll_the_chances_are_about_the_mean_over_the_rolls(seed: int) -> None:
    played = [position for position in game(seed) if position.to_move == CHANCE]
    position = played[seed % len(played)]

    after = [weight * chances(position.play(roll), Budget())[0] for roll, weight in ROLLS]
    # Not quite: after a roll one sees a turn farther.
    assert chances(position, Budget())[0] == pytest.approx(sum(after) / 36, abs=0.03)


@pytest.mark.slow
@given(position=positions(moving=False))
@settings(max_examples=20, deadline=None)
def test_chances_add_up_to_one(position: Position) -> None:
    both = chances(position, Budget())

    assert sum(both) == pytest.approx(1)
    assert all(0 <= chance <= 1 for chance in both)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_chances_of_a_game_that_is_over_are_its_result(seed: int) -> None:
    over = game(seed)[-1]
    result = over.result()

    assert result is not None
    expected = tuple(1 / len(result.winners) if seat in result.winners else 0 for seat in (0, 1))
    assert chances(over, Budget()) == expected


def test_a_certain_win_is_certain() -> None:
    position = laid_out({"C6": "A", "N1": "B"}, (1,), reserve=(0, 0), seat=1, last=True)

    assert chances(position, Budget()) == (1.0, 0.0)


def test_all_rolls_are_weighed() -> None:
    assert sum(weight for _, weight in ROLLS) == 36
    assert len({roll for roll, _ in ROLLS}) == 21
    assert (Roll(2, 2), 1) in ROLLS


# Strength


@pytest.mark.parametrize(("better", "worse"), [("medium", "random"), ("medium", "easy")])
def test_the_better_level_wins_most_games(better: str, worse: str) -> None:
    duel = Duel("tablero", (better, worse), 60, 1, 2, {})
    score = Score.of([play(deal, count().__next__) for deal in duel.deals()])

    assert score.share > 33
