"""The rules of Tablero: what each die may do, bumps, doubles, the last turn, the score."""

from collections import Counter
from collections.abc import Mapping
from statistics import mean, median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.chance import FairSource, SeededSource
from games.errors import IllegalMove, OptionError
from games.game import CHANCE, Reason, Result
from games.tablero import TABLERO
from games.tablero.board import space_index
from games.tablero.rules import Bump, Move, MoveStack, Place, Position, Retrieve, Roll
from tests.games.tablero.played import (
    ANY_MOVE,
    after,
    arranged,
    game,
    laid_out,
    legal,
    positions,
    turns,
)
from tests.games.tablero.rulebook import legal_by_the_book

TALL = "BA" * 8 + "A"
"""A stack as tall as may move."""


def refusal(position: Position, notation: str) -> str:
    with pytest.raises(IllegalMove) as error:
        after(position, notation)
    return str(error.value)


# Placing and moving


def test_a_game_starts_empty_with_a_roll_for_seat_0() -> None:
    start = TABLERO.deal(SeededSource(1), 2, {})

    assert (start.to_move, start.seat, start.reserve) == (CHANCE, 0, (12, 12))
    assert start.legal_moves() == []
    assert not any(start.stacks)
    with pytest.raises(OptionError, match="can have 2 seats, not 3"):
        TABLERO.deal(SeededSource(1), 3, {})


def test_a_die_places_in_its_column_of_the_own_home_row() -> None:
    first = after(Position(), "@3-4", "P4", "P3")
    second = after(first, "@4-4", "P4", "P4")

    assert TABLERO.write_position(first) == {
        "stacks": {"S3": "A", "S4": "A"},
        "reserve": [10, 12],
        "dice": [],
        "last": False,
    }
    assert second.stacks[space_index("N4")] == "BB"
    assert (second.to_move, second.seat, second.reserve) == (CHANCE, 0, (10, 10))


def test_a_token_is_placed_on_top_of_whatever_is_there() -> None:
    position = after(laid_out({"N2": "ABA"}, (2, 5), seat=1), "P2")

    assert position.stacks[space_index("N2")] == "ABAB"
    assert (position.dice, position.rolled, position.to_move) == ((5,), (2, 5), 1)


def test_a_stack_drops_its_tokens_one_by_one_from_the_bottom() -> None:
    position = after(laid_out({"S4": "ABA", "C5": "B"}, (1, 4)), "M4:C4,C5,N5")

    assert TABLERO.write_position(position)["stacks"] == {"C4": "A", "C5": "BB", "N5": "A"}
    assert position.dice == (1,)


def test_a_stack_of_three_has_all_whole_paths_and_no_other() -> None:
    moves = legal(laid_out({"S1": "BBA"}, (1,), reserve=(0, 9)))

    assert len(moves) == 9
    assert {"M1:S2,S3,S4", "M1:C1,C2,S2", "M1:S2,C2,C1", "M1:C1,N1,N2"} <= moves


def test_a_stack_of_seventeen_still_moves_and_one_of_eighteen_never() -> None:
    seventeen = laid_out({"S3": TALL}, (3,), reserve=(0, 4))
    eighteen = laid_out({"S3": "B" + TALL}, (3,), reserve=(0, 3))

    assert len(legal(seventeen)) == 29
    assert len(after(seventeen, min(legal(seventeen))).stacks[2]) == 0
    assert legal(eighteen) == {"bump"}
    assert refusal(eighteen, "M3:C3") == (
        "The stack on S3 is 18 tokens high: the board has no path for it."
    )


def test_the_rulebooks_turn_without_reserve_has_five_sequences() -> None:
    position = laid_out({"S3": "A"}, (3, 4), reserve=(0, 0))
    found = [" ".join(map(TABLERO.format, turn)) for turn in turns(position)]

    assert sorted(found) == [
        "M3:C3 bump",
        "M3:S2 bump",
        "M3:S4 M4:C4",
        "M3:S4 M4:S3",
        "M3:S4 M4:S5",
    ]
    assert after(position, "M3:S4", "M4:S3").stacks == position.stacks


@pytest.mark.parametrize(
    ("notation", "message"),
    [
        ("P2", "No die shows 2; the dice are 3 and 4."),
        ("M4:C4", "S4 is empty."),
        ("M3:C3,C4", "The stack on S3 is 3 high: its path has that many spaces, not 2."),
        ("M3:C3,C4,C5,C6", "The stack on S3 is 3 high: its path has that many spaces, not 4."),
        ("M3:C3,C5,C6", "C5 does not touch C3."),
        ("M3:C4,C5,C6", "C4 does not touch S3."),
        ("M3:C3,S3,S4", "The path comes back to S3, where it starts."),
        ("M3:C3,C4,C3", "The path enters C3 twice."),
        ("R:C1", "You can take a token back only on doubles, instead of using both dice."),
        ("bump", "You can't bump while a die can be used: the 3 can."),
        ("@3-4", "No roll is due."),
    ],
)
def test_a_refused_move_says_what_is_wrong(notation: str, message: str) -> None:
    position = laid_out({"S3": "BBA", "C1": "A"}, (3, 4))

    assert refusal(position, notation) == message


def test_a_stack_under_an_opponents_token_stays() -> None:
    position = laid_out({"S3": "AAB"}, (3,), reserve=(0, 0))

    assert legal(position) == {"bump"}
    assert refusal(position, "M3:C3,C4,C5") == "The token on top of S3 is the opponent's."
    assert refusal(position, "P3") == "There is no token left in the reserve to place."
    assert refusal(position, "P4") == "No die shows 4; the 3 is left."


def test_nothing_is_played_before_the_roll_or_after_the_end() -> None:
    start, over = Position(), game(1)[-1]

    for notation in ("P3", "M3:C3", "bump"):
        assert refusal(start, notation) == "The dice have not been rolled yet."
        assert refusal(over, notation) == "The game is over."
    assert refusal(over, "@3-4") == "No roll is due."
    with pytest.raises(IllegalMove, match="the lower first; 4 and 3 is not a roll"):
        start.play(Roll(4, 3))


# Bumps and the last turn


def test_a_first_action_may_leave_the_second_die_without_any() -> None:
    position = laid_out({"S3": "A", "S4": "A"}, (3, 4), reserve=(0, 0))

    assert "M3:S4" in legal(position)
    assert legal(after(position, "M3:C3")) == {"M4:S3", "M4:S5", "M4:C4"}
    alone = after(laid_out({"S3": "A", "S4": "B"}, (3, 4), reserve=(0, 0)), "M3:C3")
    assert legal(alone) == {"bump"}


def test_the_other_die_is_used_before_a_bump() -> None:
    position = laid_out({"S5": "A"}, (1, 5), reserve=(0, 0))

    assert legal(position) == {"M5:S4", "M5:S6", "M5:C5"}
    assert refusal(position, "bump") == "You can't bump while a die can be used: the 5 can."


def test_after_a_bump_the_opponent_has_exactly_one_turn() -> None:
    bumped = after(laid_out({"N1": "B"}, (1, 2), reserve=(0, 2)), "bump")
    over = after(bumped, "@2-2", "P2", "P2")

    assert (bumped.to_move, bumped.seat, bumped.last, bumped.dice) == (CHANCE, 1, True, ())
    assert (over.to_move, over.over, over.last) == (None, True, True)
    assert over.result() == Result((0, 0), (0, 1), Reason.PLAYED)
    assert over.legal_moves() == []


def test_a_second_bump_changes_nothing() -> None:
    bumped = laid_out({"C1": "B"}, (1, 2), reserve=(0, 0), seat=1, last=True)
    over = after(bumped, "bump")

    assert (over.to_move, over.last) == (None, True)
    assert over.result() == Result((0, 1), (1,), Reason.PLAYED)


def test_taking_back_grants_another_roll_in_the_last_turn_too() -> None:
    position = laid_out({"C3": "AB"}, (5, 5), reserve=(0, 0), seat=1, last=True)
    again = after(position, "R:C3")

    assert legal(position) == {"R:C3"}
    assert (again.to_move, again.seat, again.last, again.reserve) == (CHANCE, 1, True, (0, 1))
    assert after(again, "@5-5", "P5", "M5:C5").to_move is None


# Doubles


def test_on_doubles_a_token_may_be_taken_back_from_the_top_of_any_stack() -> None:
    position = laid_out({"S1": "A", "C4": "BA", "N6": "A", "C5": "AB"}, (2, 2))
    again = after(position, "R:C4")

    assert legal(position) == {"R:S1", "R:C4", "R:N6", "P2"}
    assert position.retrievable == tuple(map(space_index, ("S1", "C4", "N6")))
    assert again.stacks[space_index("C4")] == "B"
    assert (again.to_move, again.seat, again.reserve) == (CHANCE, 0, (9, 10))
    assert refusal(position, "R:C5") == "The token on top of C5 is the opponent's."
    assert refusal(position, "R:C6") == "C6 is empty."


def test_nothing_is_taken_back_once_a_die_is_used() -> None:
    position = after(laid_out({"C4": "A"}, (2, 2)), "P2")

    assert legal(position) == {"P2", "M2:S1", "M2:S3", "M2:C2"}
    assert refusal(position, "R:C4") == (
        "You can take a token back only on doubles, instead of using both dice."
    )


def test_on_doubles_nobody_bumps_who_can_take_back() -> None:
    position = laid_out({"C4": "A"}, (2, 2), reserve=(0, 0))

    assert legal(position) == {"R:C4"}
    assert refusal(position, "bump") == (
        "You can't bump on doubles while a token can be taken back."
    )


def test_on_doubles_a_first_action_that_strands_the_second_die_is_refused() -> None:
    stack = laid_out({"S2": "BA"}, (2, 2), reserve=(0, 0))
    seventeen = laid_out({"S2": "B" * 12 + "AAAAA", "C1": "A"}, (2, 2), reserve=(1, 0))

    assert legal(stack) == {"R:S2"}
    assert refusal(stack, "M2:C2,C3") == (
        "While a token can be taken back, the first 2 may not leave the second one unusable."
    )
    assert "P2" not in legal(seventeen)
    assert refusal(seventeen, "P2") == refusal(stack, "M2:C2,C3")
    assert min(legal(seventeen)).startswith("M2:")


def test_on_doubles_without_a_token_on_top_the_second_die_may_bump() -> None:
    position = laid_out({"S2": "AB"}, (2, 2), reserve=(1, 0))
    under = laid_out({"S2": "A" * 11 + "B" * 6}, (2, 2), reserve=(1, 6))

    assert legal(position) == legal(under) == {"P2"}
    assert len(legal(after(position, "P2"))) == 14
    assert legal(after(under, "P2")) == {"bump"}


# The score


@pytest.mark.parametrize(
    ("stacks", "scores", "winners"),
    [
        ({"C6": "BA", "C5": "AB", "C4": "B", "S6": "A", "N5": "A"}, (6, 9), (1,)),
        ({"C6": "A", "C1": "B", "C2": "B", "C3": "B"}, (6, 6), (0,)),
        ({"C6": "AB", "C4": "A", "C2": "A"}, (6, 6), (1,)),
        ({"S6": "A", "N6": "B"}, (0, 0), (0, 1)),
        ({"C1": "A"}, (1, 0), (0,)),
    ],
)
def test_the_top_of_each_centre_space_scores_its_value(
    stacks: Mapping[str, str], scores: tuple[int, int], winners: tuple[int, ...]
) -> None:
    position = laid_out(stacks, (1,), reserve=(0, 1), seat=1, last=True)
    over = after(position, "P1")

    assert position.scores() == scores
    assert position.result() is None
    assert over.result() == Result(scores, winners, Reason.PLAYED)


def test_a_space_is_owned_by_the_top_token() -> None:
    position = laid_out({"C6": "AB", "C5": "BA"}, (1,))

    assert [position.owner(space_index(name)) for name in ("C6", "C5", "C4")] == [1, 0, None]


# Every position


@given(positions() | arranged())
def test_exactly_the_moves_of_the_rulebook_are_legal(position: Position) -> None:
    moves = position.legal_moves()

    assert len(moves) == len(set(moves))
    assert legal(position) == legal_by_the_book(position)


@given(positions() | arranged(), ANY_MOVE)
def test_legal_moves_are_playable_and_others_refused_with_a_reason(
    position: Position, move: Move
) -> None:
    if move in position.legal_moves():
        assert position.play(move) != position
    else:
        with pytest.raises(IllegalMove, match=r"\.$"):
            position.play(move)


@pytest.mark.slow
@given(positions() | arranged(), st.data())
def test_tokens_are_neither_made_nor_lost(position: Position, data: st.DataObject) -> None:
    following = position.play(data.draw(st.sampled_from(position.legal_moves())))

    for each in (position, following):
        counted = Counter("".join(each.stacks))
        assert [counted["A"] + each.reserve[0], counted["B"] + each.reserve[1]] == [12, 12]
        assert min(each.reserve) >= 0


@given(positions())
def test_a_turn_is_two_dice_one_token_back_or_a_bump(position: Position) -> None:
    for turn in turns(position)[:50]:
        kinds = [type(move) for move in turn]
        acts = sum(kind in {Place, MoveStack} for kind in kinds)
        ended = Bump in kinds or Retrieve in kinds
        assert acts + ended == len(turn)
        assert ended or acts == len(position.dice)
        assert Retrieve not in kinds or len(turn) == 1


@given(positions())
def test_what_is_rolled_stays_until_the_turn_is_over(position: Position) -> None:
    following = position.play(position.legal_moves()[0])

    assert set(position.dice) <= set(position.rolled)
    assert len(position.rolled) == 2
    assert following.rolled == (position.rolled if following.mid_turn else ())
    assert following.seat == position.seat or not following.dice


def test_nothing_is_hidden_from_anybody() -> None:
    position = game(1)[4]

    assert [position.seen_by(seat) for seat in (None, 0, 1)] == [position] * 3


def test_fair_dice_are_rolled_as_the_records_say() -> None:
    for q in range(1, 40):
        source = FairSource(bytes(32), "DICES", q)
        low, high = sorted(1 + source.below(6) for _ in range(2))
        rolled = Position().roll(FairSource(bytes(32), "DICES", q))
        assert TABLERO.format(rolled) == f"@{low}-{high}"


# Whole games


def test_games_end_and_are_as_long_as_known() -> None:
    played = [game(seed) for seed in range(100)]

    for positions_of in played:
        *earlier, last = positions_of
        assert all(position.result() is None for position in earlier)
        assert last.result() is not None
        assert [position.last for position in positions_of].count(True) >= 3
    assert max(map(len, played)) < 300
    assert 60 < mean(map(len, played)) < 90


def test_turns_branch_as_known() -> None:
    numbers = [
        len(turns(position))
        for seed in range(40)
        for position in game(seed)
        if len(position.dice) == 2
    ]

    assert 6 <= median(numbers) <= 10
    assert 15 < mean(numbers) < 27


def perft(position: Position, depth: int) -> int:
    """Count the lines of moves of a length, the dice being 3 and 4 in every turn."""
    if position.to_move == CHANCE:
        return perft(position.play(Roll(3, 4)), depth)
    if depth == 0:
        return 1
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves())


def slow_perft(position: Position, depth: int) -> int:
    """Count them with the moves of the rulebook."""
    if position.to_move == CHANCE:
        return slow_perft(position.play(Roll(3, 4)), depth)
    if depth == 0:
        return 1
    return sum(slow_perft(after(position, move), depth - 1) for move in legal_by_the_book(position))


LATE = {
    "N2": "B",
    "N4": "BBBB",
    "N6": "B",
    "C1": "B",
    "C2": "AA",
    "C4": "A",
    "C5": "BA",
    "S1": "A",
    "S2": "A",
    "S4": "A",
    "S5": "AA",
}


def test_lines_of_play_number_as_by_the_rulebook() -> None:
    late = laid_out(LATE, (2, 4), seat=1)

    assert perft(Position(), 5) == slow_perft(Position(), 5)
    assert perft(late, 3) == slow_perft(late, 3)


def test_lines_of_play_number_as_ever() -> None:
    late = laid_out(LATE, (2, 4), seat=1)

    assert [perft(Position(), depth) for depth in range(1, 7)] == [2, 2, 4, 4, 32, 160]
    assert [perft(late, depth) for depth in range(1, 6)] == [39, 301, 1265, 2655, 16296]


def test_the_board_can_be_left_as_it_was_found_forever() -> None:
    """Nothing in the rules ends such a game: players agree on a draw, or a clock does."""
    position = laid_out({"S3": "A", "N3": "B"}, (), reserve=(0, 0))
    for _ in range(4):
        for row in "SN":
            position = after(position, "@3-4", f"M3:{row}4", f"M4:{row}3")

    assert position == laid_out({"S3": "A", "N3": "B"}, (), reserve=(0, 0))
