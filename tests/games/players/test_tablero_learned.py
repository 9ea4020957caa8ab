"""The network of Tablero: it sees both seats alike, learns the same again, and plays well."""

import json
from itertools import count
from random import Random

import pytest
from hypothesis import given, settings

from games.game import CHANCE
from games.players import duel
from games.players.duel import Duel, Score, play
from games.players.player import Budget, Level, Player, player_of
from games.players.tablero.__main__ import main
from games.players.tablero.learned import (
    CUT,
    FEATURES,
    SCALE,
    UNITS,
    features,
    learned,
    network,
)
from games.players.tablero.planning import Learned
from games.players.tablero.training import Learner, trained
from games.tablero.rules import Move, MoveStack, Position
from tests.games.players.test_tablero import between_turns, mirrored
from tests.games.tablero.played import arranged, game, laid_out, positions

QUICK = Budget(work=0.25)


@given(position=arranged())
@settings(max_examples=50, deadline=None)
def test_both_seats_are_judged_alike(position: Position) -> None:
    here = between_turns(position)

    assert learned(here, 0) == pytest.approx(learned(mirrored(here), 1))
    assert learned(here, 0) + learned(here, 1) == pytest.approx(1)


@given(position=arranged())
@settings(max_examples=50, deadline=None)
def test_odds_are_those_of_the_rows_of_all_features(position: Position) -> None:
    """Counted once more, from the file alone."""
    seat, known = position.seat, network()
    rows = [known.rows[feature] for feature in features(position, seat)]
    sums = [sum(row[n] for row in rows) for n in range(UNITS + 1)]
    cut = [min(max(0, value), CUT * SCALE) for value in sums[:UNITS]]
    odds = SCALE * sums[UNITS] + sum(
        head * value for head, value in zip(known.heads, cut, strict=True)
    )

    assert known.odds(position, seat) == odds / SCALE**2


def test_a_head_start_is_worth_having() -> None:
    even = Position()

    ahead = Position(handicap=(10, 0))
    for seat in (0, 1):
        assert learned(ahead.turned_to(seat), 0) > learned(even.turned_to(seat), 0) + 0.2
        assert learned(ahead.turned_to(seat), 1) < learned(even.turned_to(seat), 1) - 0.2


def test_the_file_has_a_row_for_every_feature() -> None:
    known = network()

    assert len(known.heads) == UNITS
    assert len(known.rows) == FEATURES
    assert {len(row) for row in known.rows} == {UNITS + 1}


# Training


def test_the_same_games_and_seed_train_the_same_network(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--games", "3", "--seed", "7"]) == 0
    printed = json.loads(capsys.readouterr().out)

    assert printed["command"] == "python -m games.players.tablero --games 3 --seed 7"
    assert trained(3, 7, lambda _: None).written() == {
        name: printed[name] for name in ("heads", "rows")
    }
    assert trained(3, 8, lambda _: None).written()["heads"] != printed["heads"]


@pytest.mark.parametrize("target", [0.0, 1.0])
def test_a_learner_comes_closer_to_what_it_is_told(target: float) -> None:
    learner, position = Learner(Random(1)), Position()
    missed = []
    for _ in range(20):
        missed.append(abs(target - learner.chance(position, 0)))
        learner.learn(position, target, 0.1)

    assert missed == sorted(missed, reverse=True)
    assert missed[-1] < 0.6 * missed[0]


# The player


@given(position=positions())
@settings(max_examples=10, deadline=None)
def test_every_move_is_legal_and_the_same_again(position: Position) -> None:
    legal = position.legal_moves()
    player = Learned(looked_at=60, searched=8)
    move, again = (player.choose(position, legal, Random(5), QUICK) for _ in range(2))

    assert move in legal
    assert again == move


def test_a_win_on_the_last_turn_is_taken() -> None:
    """Only a path of the stack that ends on C6 covers it."""
    position = laid_out({"S4": "AAA", "C6": "AB"}, (4,), reserve=(0, 0), last=True)
    move = Learned(60, 8).choose(position, position.legal_moves(), Random(1), Budget())

    result = position.play(move).result()
    assert isinstance(move, MoveStack)
    assert result is not None
    assert result.winners == (0,)


def test_it_stops_when_its_time_is_spent() -> None:
    position = next(position for position in game(2) if len(position.legal_moves()) > 2)
    asked = count()
    budget = Budget(spent=lambda: next(asked) >= 1)
    legal = position.legal_moves()

    assert Learned(60, 8).choose(position, legal, Random(1), budget) in legal
    assert next(asked) == 2


def test_what_is_weighed_is_sorted() -> None:
    for position in [each for each in game(4) if each.to_move not in (None, CHANCE)][::8]:
        legal = position.legal_moves()
        weighed = Learned(60, 8).weigh(position, legal, Random(1), QUICK, 3)

        values = [each.value for each in weighed]
        assert values == sorted(values, reverse=True)
        assert {each.move for each in weighed} <= set(legal)


def test_even_without_looking_ahead_it_wins_most_games_against_medium(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    players: dict[str, Player[Position, Move]] = {
        "medium": player_of("tablero", Level.MEDIUM),
        "hard": Learned(looked_at=60),
    }
    monkeypatch.setattr(duel, "player_of", lambda _, level: players[level])
    played = Duel("tablero", ("hard", "medium"), 60, 1, 2, {})
    score = Score.of([play(deal, count().__next__) for deal in played.deals()])

    assert score.share > 33
