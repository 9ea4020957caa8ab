"""The rules of Dicefest: sides, moves, turns and their price, locks, passing, the end."""

import pytest

from games.chance import FairSource
from games.dicefest import DICEFEST, OPPOSITE_SIDES
from games.dicefest.board import DIRECTIONS, mask_of, space_index, space_name, spaces_of
from games.dicefest.dice import Die, Facing
from games.dicefest.moves import MoveDie
from games.dicefest.rules import Position
from games.errors import IllegalMove, OptionError
from games.game import Reason, Result
from tests.games.dicefest import rulebook as book
from tests.games.dicefest.played import (
    FREE,
    after,
    dealt,
    finishing,
    laid_out,
    legal,
    seated,
    sides_of,
    stuck,
)


def refusal(position: Position, notation: str) -> str:
    with pytest.raises(IllegalMove) as error:
        after(position, notation)
    return str(error.value)


# Sides and the set-up


def test_seats_pick_any_free_side_in_turn_and_then_seat_0_begins() -> None:
    start = dealt(1, 3)
    picked = after(start, "side:W", "side:N")

    assert (start.to_move, start.settled) == (0, False)
    assert legal(start) == {"side:N", "side:E", "side:S", "side:W"}
    assert (picked.to_move, picked.settled, legal(picked)) == (2, False, {"side:E", "side:S"})
    begun = after(picked, "side:S")
    assert (begun.to_move, begun.settled, sides_of(begun)) == (0, True, ["W", "N", "S"])
    assert refusal(picked, "side:N") == "The north side is taken by player 2."
    assert refusal(picked, "b1-b2") == "First everybody picks a side of the board."
    assert refusal(picked, "pass") == "First everybody picks a side of the board."
    assert refusal(begun, "side:E") == "All sides are picked."


def test_dice_stand_on_their_numbers_as_soon_as_the_side_is_picked() -> None:
    position = after(Position.first([[2, 4, 6], [1, 3, 5]]), "side:S")

    assert position.dice == (
        Die(0, space_index("f1"), Facing(2, 4, 1, 3, 6), locked=False),
        Die(0, space_index("d1"), Facing(4, 5, 1, 2, 6), locked=False),
        Die(0, space_index("b1"), Facing(6, 4, 2, 3, 5), locked=False),
    )
    assert position.die_at(space_index("d1")) == position.dice[1]
    assert position.die_at(space_index("d2")) is None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_bot_seats_people_opposite_each_other(seats: int) -> None:
    position = seated(1, seats)

    assert sides_of(position) == list({2: "SN", 3: "SWN", 4: "SWNE"}[seats])
    for seat, (pick, numbers) in enumerate(
        zip(OPPOSITE_SIDES[seats], position.table.numbers, strict=True)
    ):
        spaces = {space_name(die.space): die for die in position.dice if die.seat == seat}
        assert {book.NUMBERED[DIRECTIONS[pick.side]][number] for number in numbers} == set(spaces)
        for die in spaces.values():
            written = book.first_die(seat, DIRECTIONS[pick.side], die.facing.top)
            assert (die.facing.north, die.facing.west) == (written["north"], written["west"])


def test_other_tables_than_of_two_to_four_are_refused() -> None:
    for seats in (1, 5):
        with pytest.raises(OptionError, match=f"can have 2, 3, 4 seats, not {seats}"):
            dealt(1, seats)


def test_fair_dice_are_drawn_as_the_records_say() -> None:
    source = FairSource(bytes(32), "DICES", 0)
    expected = []
    for _ in range(3):
        numbers = [1, 2, 3, 4, 5, 6]
        for i in range(5, 0, -1):
            j = source.below(i + 1)
            numbers[i], numbers[j] = numbers[j], numbers[i]
        expected.append(sorted(numbers[:3]))

    drawn = DICEFEST.deal(FairSource(bytes(32), "DICES", 0), 3, {})
    assert DICEFEST.write_setup(drawn) == {"dice": expected}


def test_there_are_four_to_six_legal_moves_at_the_start() -> None:
    numbers = {len(seated(seed).legal_moves()) for seed in range(200)}

    assert numbers == {4, 5, 6}


@pytest.mark.parametrize(
    ("sides", "order"),
    [
        ("SWNE", [0, 1, 2, 3, 0]),
        ("SENW", [0, 3, 2, 1, 0]),
        ("NSE", [0, 2, 1, 0, 2]),
        ("EW", [0, 1, 0, 1, 0]),
        ("SW", [0, 1, 0, 1, 0]),
    ],
)
def test_turns_go_clockwise_around_the_table(sides: str, order: list[int]) -> None:
    position = after(dealt(3, len(sides)), *(f"side:{side}" for side in sides))
    turns = []
    for _ in order:
        turns.append(position.seat)
        position = position.play(position.legal_moves()[0])

    assert turns == order


# Moves


def test_a_die_moves_as_far_as_the_number_that_faces_that_way() -> None:
    # 6 on top, 2 west, 4 south: 3 north, 5 east.
    position = laid_out([{"c5": "632"}, FREE])
    moved = after(position, "c5-c8")

    assert legal(position) == {"c5-c8", "c5-h5", "c5-c1", "c5-a5"}
    assert moved.dice[0] == Die(0, space_index("c8"), Facing(6, 3, 5, 4, 2), locked=False)
    assert (moved.to_move, moved.occupied >> space_index("c5") & 1) == (1, 0)


def test_a_die_jumps_any_number_of_dice_and_takes_only_where_it_lands() -> None:
    opponents = {"c4": "1", "c3": "2", "d5": "3"}
    position = laid_out([{"c5": "632"}, opponents], counters="c2 b5 e5 f5", collections=(0, 0))
    jumped = after(position, "c5-h5")

    assert legal(position) == {"c5-c8", "c5-h5", "c5-c1", "c5-a5"}
    assert (jumped.counters, jumped.collections) == (position.counters, (0, 0))
    collected = after(laid_out([{"e5": "632"}, opponents], counters="c5 d6"), "e5-c5")
    assert collected.collections == (1, 0)
    assert spaces_of(collected.counters) == (space_index("d6"),)


def test_a_move_ends_neither_on_a_die_nor_off_the_board() -> None:
    position = laid_out([{"e1": "632", "c7": "632"}, {"e4": "1", "h7": "2", "c3": "3"}])

    assert legal(position) == {"e1-c1", "c7-a7"}
    assert refusal(position, "e1-e4") == "There is another die on e4."


def test_numbered_spaces_of_all_sides_may_be_entered_but_no_corner() -> None:
    position = laid_out([{"b1": "231", "c7": "415"}, FREE])

    # b1 would go 1 west to a1 and 6 east to h1; c7 goes up to the north side.
    assert legal(position) == {"b1-b4", "c7-c8", "c7-e7", "c7-c1"}
    with pytest.raises(IllegalMove, match=r"The corners of the board are not used\."):
        position.play(MoveDie(space_index("b1"), space_index("b1") - 8))


@pytest.mark.parametrize(
    ("notation", "message"),
    [
        ("c5-c7", "The die on c5 moves 3 spaces north, not 2."),
        ("c5-b5", "The die on c5 moves 2 spaces west, not 1."),
        ("c5-d6", "A die moves straight, not from c5 to d6."),
        ("c4-c5", "There is no die on c4."),
        ("d4-d5", "The die on d4 belongs to player 2."),
        ("g8-g7", "The die on g8 is locked."),
        ("g8/N@b2", "The die on g8 is locked."),
        ("c5/N@b2,b3", "Turning the die on c5 costs 6 counters, and you have 2."),
        ("e1-e3", "The die on e1 moves 1 space north, not 2."),
        ("e1/N@d4", "There is a die on d4."),
        ("e1/N@b2", "There is a counter on b2 already."),
        ("e1/N@e1", "No counter goes to the edge of the board: e1."),
        ("e1/N", "Turning the die on e1 costs 2 counters: name as many spaces, not 0."),
        ("e1/N@g7", "Turning the die on e1 costs 2 counters: name as many spaces, not 1."),
        ("e1/N@f7,g6,g7", "Turning the die on e1 costs 2 counters: name as many spaces, not 3."),
        ("pass", "You can't pass while a die can move or turn: the one on c5 can."),
    ],
)
def test_a_refused_move_says_what_is_wrong(notation: str, message: str) -> None:
    dice = {"c5": "632", "g8": "6", "e1": "21"}
    position = laid_out([dice, FREE], counters="b2 c3", collections=(2, 32))

    assert refusal(position, notation) == message


def test_nothing_is_played_after_the_end() -> None:
    over = after(finishing(0, FREE), "f5-f8")

    assert refusal(over, "d4-d5") == refusal(over, "pass") == "The game is over."
    assert over.legal_moves() == []


# Turns


def test_a_turn_costs_the_top_before_it_and_its_player_chooses_the_spaces() -> None:
    position = laid_out([{"b1": "42"}, FREE], counters="b2 b3", collections=(5, 29))
    rolled = after(position, "b1/N@c2,e7,f3,g2")

    assert {f"b1/{way}" for way in "NESWLR"} <= legal(position)
    assert rolled.collections == (1, 29)
    assert rolled.counters == mask_of(map(space_index, ("b2", "b3", "c2", "e7", "f3", "g2")))
    assert (rolled.dice[0].facing.north, rolled.dice[0].facing.top) == (4, 5)
    assert rolled.to_move == 1


def test_a_turn_needs_the_counters_and_the_room_for_them() -> None:
    everything = " ".join(book.INNER)
    cramped = everything.replace("b2 ", "").replace("b3 ", "").replace("b4 ", "")
    dice = {"b1": "41", "c1": "3"}
    poor = laid_out([dice, FREE], counters="b2 b3", collections=(3, 31))
    # Three spaces of those without a counter, d4 to d6 having dice.
    full = laid_out([dice, FREE], counters=cramped, collections=(6, 0))

    assert {move for move in legal(poor) if "/" in move} == {f"c1/{way}" for way in "NESWLR"}
    assert {move for move in legal(full) if "/" in move} == {f"c1/{way}" for way in "NESWLR"}
    assert refusal(full, "b1/N@b2,b3,b4") == (
        "Turning the die on b1 costs 4 counters, and there is room for 3 only."
    )
    assert after(full, "c1/L@b2,b3,b4").room == 0


# Locks and the end


def test_a_die_locks_across_the_board_where_its_top_is_the_spaces_number() -> None:
    locked = after(laid_out([{"f5": "53", "b2": "1"}, FREE]), "f5-f8")
    elsewhere = after(laid_out([{"e5": "53", "b2": "1"}, FREE]), "e5-e8")
    back = after(locked, "d4-a4")

    assert [die.locked for die in locked.dice[:2]] == [True, False]
    assert (locked.locked(0), elsewhere.locked(0)) == (1, 0)
    assert {move[:2] for move in legal(back)} == {"b2"}


def test_a_die_locks_when_it_is_turned_to_the_spaces_number() -> None:
    position = laid_out([{"f8": "45", "b2": "1"}, FREE], collections=(4, 0), counters="g2")
    turned = after(position, "f8/S@b3,b4,b5,b6")

    assert not position.dice[0].locked
    assert turned.dice[0] == Die(0, space_index("f8"), Facing(5, 3, 1, 4, 6), locked=True)


@pytest.mark.parametrize("side", DIRECTIONS)
def test_every_side_locks_on_the_one_across_and_nowhere_else(side: str) -> None:
    across = book.NUMBERED[book.ACROSS[side]]
    for other, spaces in book.NUMBERED.items():
        for number, space in spaces.items():
            position = laid_out([{space: str(number)}, {}], sides=side + book.ACROSS[side])
            assert position.locked(0) == (space in across.values())
            assert (other == book.ACROSS[side]) == (space in across.values())


def test_who_locks_all_dice_without_a_counter_wins_at_once() -> None:
    over = after(finishing(0, FREE), "f5-f8")

    assert over.result() == Result(None, (0,), Reason.PLAYED)
    assert over.to_move is None


def test_who_locks_all_dice_by_paying_the_last_counters_wins() -> None:
    dice = {"g8": "6", "e8": "4", "f8": "65"}
    position = laid_out([dice, FREE], collections=(6, 29), counters="g2")
    richer = laid_out([dice, FREE], collections=(7, 28), counters="g2")
    turn = "f8/S@b2,b3,b4,b5,b6,b7"

    assert after(position, turn).result() == Result(None, (0,), Reason.PLAYED)
    assert after(richer, turn).result() == Result(None, (1,), Reason.PLAYED)


def test_of_two_who_locks_all_while_holding_counters_loses() -> None:
    assert after(finishing(1, FREE), "f5-f8").result() == Result(None, (1,), Reason.PLAYED)


def test_of_three_who_locks_all_while_holding_counters_passes_from_then_on() -> None:
    locked = after(finishing(2, FREE, {"c4": "1", "c5": "2", "c6": "3"}), "f5-f8")
    later = after(locked, min(legal(locked)))
    again = after(later, min(legal(later)))

    assert (locked.result(), locked.locked(0)) == (None, 3)
    # Clockwise from the south come the west (seat 2) and the north (seat 1).
    assert (locked.to_move, later.to_move, again.to_move) == (2, 1, 0)
    assert legal(again) == {"pass"}
    assert after(again, "pass").to_move == 2
    assert refusal(again, "f8-f5") == "The die on f8 is locked."


def test_the_last_with_a_free_die_wins() -> None:
    position = finishing(2, {"g1": "1", "f1": "2", "e1": "3"}, FREE)
    over = after(position, "f5-f8")

    assert (position.locked(1), position.last_free) == (3, None)
    assert over.result() == Result(None, (2,), Reason.PLAYED)


# Passing


def test_a_round_of_passes_is_a_draw_of_those_who_are_in_the_game() -> None:
    position = stuck(left=(2,))
    passed = after(position, "pass")
    over = after(passed, "pass")

    assert legal(position) == legal(passed) == {"pass"}
    assert (passed.to_move, passed.passes, passed.result()) == (1, 1, None)
    assert over.result() == Result(None, (0, 1), Reason.PLAYED)


def test_a_move_breaks_a_row_of_passes() -> None:
    position = after(stuck(), "pass", min(legal(after(stuck(), "pass"))))

    assert (position.to_move, position.passes) == (1, 0)
    assert after(position, "pass").passes == 1


def test_a_leave_breaks_a_row_of_passes() -> None:
    left = after(stuck(), "pass").leave(2)

    assert (left.to_move, left.passes) == (1, 0)
    assert after(left, "pass").result() is None
    assert after(left, "pass", "pass").result() == Result(None, (0, 1), Reason.PLAYED)


def test_who_can_pay_for_a_turn_does_not_pass() -> None:
    position = stuck(counters=3)

    assert legal(position) == {f"b1/{way}" for way in "NESWLR"}
    assert refusal(position, "pass") == (
        "You can't pass while a die can move or turn: the one on b1 can."
    )


# Leaving


def test_the_dice_of_who_left_stand_as_obstacles_and_the_others_go_on() -> None:
    position = seated(1, 3)
    left = position.leave(1)

    assert (left.to_move, left.table.left, left.table.playing) == (0, frozenset({1}), (0, 2))
    assert (left.dice, left.counters) == (position.dice, position.counters)
    moved = after(left, min(legal(left)))
    assert moved.to_move == 2
    assert after(moved, min(legal(moved))).to_move == 0


def test_the_turn_goes_on_clockwise_when_who_is_to_move_leaves() -> None:
    position = seated(1, 4)

    assert position.leave(0).to_move == 1
    assert position.leave(1).leave(0).to_move == 2


def test_a_leave_may_make_another_the_last_with_a_free_die() -> None:
    position = after(finishing(2, FREE, {"c4": "1", "c5": "2", "c6": "3"}), "f5-f8")

    assert position.leave(2).result() == Result(None, (1,), Reason.PLAYED)
    assert position.leave(0).result() is None
