"""What every game declares, and what is refused of options, seats and keys."""

import pytest

from games.chance import SeededSource
from games.dice_matrix import DICE_MATRIX
from games.dice_matrix.rules import Turn
from games.errors import OptionError
from games.game import Reason, Result
from games.registry import GAMES, game_of
from tests.games.toy import TOY


def test_a_turn_is_one_move_unless_a_game_says_more() -> None:
    dealt = DICE_MATRIX.deal(SeededSource(1), 2, {"scoring": "running"})
    open_step, complete = DICE_MATRIX.steps(dealt, ()), DICE_MATRIX.steps(dealt, ("3",))

    assert (open_step.turn, complete.turn) == ((), (Turn(3),))
    assert DICE_MATRIX.read_turn(dealt, " 3 ") == complete.turn
    assert DICE_MATRIX.name_turn(dealt, complete.turn) == DICE_MATRIX.name_move(dealt, Turn(3))
    assert not dealt.mid_turn


def test_missing_options_have_their_defaults() -> None:
    assert DICE_MATRIX.options_of({}) == {"scoring": "running"}
    assert DICE_MATRIX.options_of({"scoring": "recount"}) == {"scoring": "recount"}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"score": "running"}, "Dice Matrix has no option 'score'."),
        ({"scoring": "never"}, "scoring can be running, recount, not 'never'."),
    ],
)
def test_wrong_options_are_named(given: dict[str, str], message: str) -> None:
    with pytest.raises(OptionError) as error:
        DICE_MATRIX.options_of(given)

    assert str(error.value) == message


def test_wrong_numbers_of_seats_are_named() -> None:
    TOY.check_seats(4)
    with pytest.raises(OptionError, match=r"Toy can have 2, 3, 4 seats, not 5\."):
        TOY.check_seats(5)


def test_unknown_games_are_named_with_those_that_there_are() -> None:
    with pytest.raises(OptionError, match=r"There is no game 'chess'; there are .*dice_matrix"):
        game_of("chess")
    assert game_of("dice_matrix") is DICE_MATRIX


def test_winners_rank_before_all_others() -> None:
    assert DICE_MATRIX.ranking(Result((3, 5), (1,), Reason.PLAYED), 2) == (1, 0)
    assert DICE_MATRIX.ranking(Result((5, 5), (0, 1), Reason.PLAYED), 2) == (0, 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_just_the_seats_of_a_table_are_ranked(seats: int) -> None:
    won, no_winner = Result(None, (1,), Reason.RESIGNED), Result(None, (), Reason.ABORTED)
    assert TOY.ranking(won, seats) == (1, 0, 1, 1)[:seats]
    assert TOY.ranking(no_winner, seats) == (1,) * seats


@pytest.mark.parametrize("key", GAMES)
def test_every_game_says_what_it_is(key: str) -> None:
    about = GAMES[key].about

    assert about.key == key
    assert about.command == key.replace("_", "-")
    assert about.seats == tuple(sorted(about.seats))
    assert all(len(option.values) == len(option.labels) for option in about.options)
    assert about.link.startswith("https://")
