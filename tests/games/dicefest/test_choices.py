"""Building a move of Dicefest in steps: the die, what it does, where counters go."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.dicefest import DICEFEST
from games.dicefest.board import INNER, mask_of, space_index, space_name, spaces_of
from games.dicefest.choices import draft, place_counters
from games.dicefest.dice import WAYS
from games.dicefest.moves import Move, PickSide, Rotate
from games.dicefest.rules import Position
from games.errors import IllegalMove
from games.game import Step, spread
from tests.games.dicefest.played import (
    FREE,
    after,
    dealt,
    finishing,
    game,
    laid_out,
    legal,
    positions,
    seated,
    stuck,
)

LONGEST_ID = 100
WIDE = laid_out([{"b1": "632", "c1": "3"}, FREE], counters="b2 g7", collections=(9, 25))
"""Seat 0 can pay for any turn, and counters can go to 31 spaces."""


OUTSIDE = {"a4": "1", "h5": "2", "h6": "3"}
"""Dice of an opponent that take no room from counters."""


def names(spaces: int) -> str:
    return " ".join(map(space_name, spaces_of(spaces)))


def all_but(room: str) -> str:
    """Name the inner spaces but those."""
    return names(INNER & ~mask_of(map(space_index, room.split())))


def labels(step: Step[Move]) -> list[str]:
    return [str(choice.label) for choice in step.choices]


def tokens(step: Step[Move]) -> list[str]:
    return [choice.token for choice in step.choices]


def quick(step: Step[Move]) -> list[str]:
    """Return the tokens of the shortcuts."""
    return [choice.token for group in step.shortcuts for choice in group.choices]


def notation(step: Step[Move]) -> str | None:
    return None if step.move is None else DICEFEST.format(step.move)


def custom_id(*chosen: str) -> str:
    """Return the longest id that a panel could carry with these choices."""
    return f"t:pick:{'9' * 12}:{'9' * 12}:{'.'.join(chosen)}"


def check(step: Step[Move]) -> None:
    assert 1 <= len(step.choices) <= 25
    assert all(len(group.choices) <= 25 for group in step.shortcuts)
    assert len({choice.token for choice in step.offered}) == len(step.offered)
    assert step.move is None
    for choice in step.offered:
        assert len(str(choice.label)) <= 80
        assert choice.note is None or len(str(choice.note)) <= 100
        assert all(token.isalnum() for token in spread([choice.token]))


def name_of(move: Move) -> str:
    """Return a move as legal lists have it: a rotation without its spaces."""
    return DICEFEST.format(move).partition("@")[0]


def every_way(position: Position, chosen: tuple[str, ...] = ()) -> list[str]:
    """Walk all steps, having counters put by default, and return the moves at their ends."""
    step = DICEFEST.steps(position, chosen)
    if step.move is not None:
        assert not step.choices
        assert position.play(step.move) != position
        return [name_of(step.move)]
    check(step)
    if "me" in quick(step):
        return every_way(position, (*chosen, "me"))
    return [way for token in tokens(step) for way in every_way(position, (*chosen, token))]


@given(positions())
def test_one_choice_leads_to_every_legal_move_where_a_list_takes_them(position: Position) -> None:
    step = DICEFEST.steps(position, ())
    if not step.shortcuts:
        return
    moves = [DICEFEST.steps(position, (token,)).move for token in quick(step)]
    found = [name_of(move) for move in moves if move is not None]

    assert len(found) == len(set(found)) == min(25, len(position.legal_moves()))
    assert set(found) <= set(legal(position))


def test_whole_moves_are_listed_the_best_first() -> None:
    (best,) = DICEFEST.steps(finishing(0, FREE), ()).shortcuts

    assert str(best.title) == "Die and move together, best first"
    assert str(best.choices[0].label) == "5 at f5: north 3 to f8, locks"


def test_dice_are_named_as_the_board_shows_them() -> None:
    position = laid_out([{"g2": "632", "b6": "214", "b7": "3", "e1": "5"}, FREE])

    assert labels(DICEFEST.steps(position, ())) == ["3 at b7", "2 at b6", "5 at e1", "6 at g2"]


@given(positions(), st.data())
def test_no_choice_is_a_dead_end(position: Position, data: st.DataObject) -> None:
    chosen: tuple[str, ...] = ()
    while (step := DICEFEST.steps(position, chosen)).move is None:
        check(step)
        chosen += (data.draw(st.sampled_from(tokens(step))),)

    assert name_of(step.move) in legal(position)
    assert position.play(step.move) != position
    assert len(custom_id(*chosen)) <= LONGEST_ID


@pytest.mark.slow
@given(st.data())
def test_counters_can_be_put_on_any_spaces_with_room(data: st.DataObject) -> None:
    spaces = data.draw(
        st.lists(st.sampled_from(spaces_of(WIDE.room)), min_size=6, max_size=6, unique=True)
    )
    chosen: tuple[str, ...] = ("b1", "rn")
    for space in spaces:
        step = DICEFEST.steps(WIDE, chosen)
        check(step)
        if str(space % 8 + 1) in tokens(step):
            chosen += (str(space % 8 + 1),)
            check(DICEFEST.steps(WIDE, chosen))
        chosen += (space_name(space),)

    built = DICEFEST.steps(WIDE, chosen).move
    assert built == Rotate(space_index("b1"), 0, mask_of(spaces))
    assert WIDE.play(built).collections[0] == 3
    assert len(custom_id(*chosen)) <= LONGEST_ID


def test_a_side_is_picked_with_one_button() -> None:
    step = DICEFEST.steps(after(Position.first([[2, 4, 6], [1, 3, 5]]), "side:S"), ())

    assert step.buttons
    assert str(step.prompt) == "Your dice show 1, 3, 5. Which side do you start from?"
    assert (labels(step), tokens(step)) == (["North", "East", "West"], ["n", "e", "w"])
    picked = DICEFEST.steps(dealt(1), ("w",))
    assert picked.move == PickSide(3)
    assert str(picked.prompt) == "Your move: the west side."


def test_dice_are_told_by_top_and_space_and_only_those_that_can_act() -> None:
    position = laid_out([{"c3": "45", "e5": "21", "g8": "6"}, FREE])
    step = DICEFEST.steps(position, ())

    assert step.buttons
    assert str(step.prompt) == "You hold 0 counters. Which die?"
    assert labels(step) == ["4 at c3", "2 at e5"]
    # Of player 1 in the stuck position, only the die that can pay for a turn.
    assert labels(DICEFEST.steps(stuck(counters=3), ())) == ["3 at b1"]


def test_moves_and_turns_of_a_die_are_told_by_what_they_lead_to() -> None:
    dice = {"e5": "632", "f8": "65", "c8": "1"}
    position = laid_out([dice, FREE], counters="c5", collections=(6, 29))
    step = DICEFEST.steps(position, ("e5",))
    notes = [str(choice.note) for choice in step.choices]

    assert not step.buttons
    assert str(step.prompt) == "You hold 6 counters. What does the 6 at e5 do?"
    assert labels(step) == [
        "north 3 to e8",
        "south 4 to e1",
        "west 2 to c5, takes a counter",
        "roll north: top 4, costs 6",
        "roll east: top 2, costs 6",
        "roll south: top 3, costs 6",
        "roll west: top 5, costs 6",
        "spin left: top 6, costs 6",
        "spin right: top 6, costs 6",
    ]
    assert notes[:4] == ["None", "None", "None", "then 4, N6 E5 S1 W2"]
    assert "roll south: top 5, costs 6, locks" in labels(DICEFEST.steps(position, ("f8",)))


def test_a_move_that_locks_says_so() -> None:
    assert "north 3 to f8, locks" in labels(DICEFEST.steps(finishing(0, FREE), ("f5",)))


def test_counters_go_where_one_likes_or_by_default() -> None:
    dice = {"b1": "21", "c1": "3"}
    room = " ".join(f"{column}{row}" for column in "bcdefg" for row in (2, 3))
    position = laid_out([dice, OUTSIDE], counters=all_but(room), collections=(2, 10))
    step = DICEFEST.steps(position, ("b1", "rn"))

    assert not step.buttons
    assert str(step.prompt) == "Chosen: b1 roll north. Where do the 2 counters go?"
    (for_me,) = step.shortcuts[0].choices
    assert str(for_me.label) == "Place the counters for me"
    assert len(step.choices) == 12
    put = DICEFEST.steps(position, ("b1", "rn", "me"))
    default = place_counters(position, Rotate(space_index("b1"), 0))
    spaces = names(default).replace(" ", ", ")
    assert str(for_me.note) == f"on {spaces}"
    assert put.move == Rotate(space_index("b1"), 0, default)
    assert str(put.prompt) == f"Your move: b1 roll north, 2 counters to {spaces}."

    step = DICEFEST.steps(position, ("b1", "rn", "g3"))
    assert str(step.prompt) == (
        "Chosen: b1 roll north. 1 of 2 counters go to g3. Where does the next one go?"
    )
    assert str(step.shortcuts[0].choices[0].label) == "Place the rest for me"
    assert "g3" not in tokens(step)
    assert notation(DICEFEST.steps(position, ("b1", "rn", "g3", "c2"))) == "b1/N@c2,g3"
    assert "g3" in str(notation(DICEFEST.steps(position, ("b1", "rn", "g3", "me"))))


def test_more_spaces_than_a_list_has_are_chosen_by_their_row_first() -> None:
    step = DICEFEST.steps(WIDE, ("b1", "sl"))

    assert quick(step) == ["me"]
    assert labels(step) == [f"Row {row}" for row in (2, 3, 4, 5, 6, 7)]
    assert str(step.choices[0].note) == "one of c2, d2, e2, f2, g2"
    assert tokens(DICEFEST.steps(WIDE, ("b1", "sl", "7"))) == ["b7", "c7", "d7", "e7", "f7"]


def test_spaces_that_just_fit_into_a_list_are_chosen_at_once() -> None:
    room = " ".join(f"{column}{row}" for column in "bcdefg" for row in (2, 3, 4, 5))
    position = laid_out([{"b1": "632"}, OUTSIDE], counters=all_but(room), collections=(9, 15))

    assert tokens(DICEFEST.steps(position, ("b1", "sl"))) == room.split()


def test_no_space_is_asked_for_where_only_one_way_is_left() -> None:
    position = laid_out([{"b1": "21"}, OUTSIDE], counters=all_but("b2 c2"), collections=(2, 0))

    assert notation(DICEFEST.steps(position, ("b1", "rn"))) == "b1/N@b2,c2"


def test_the_default_hinders_opponents_and_keeps_out_of_the_own_way() -> None:
    # Once spun left, b1 can land on b6; the opponent can land there and on d7.
    room = "b2 b3 b4 b5 b6 d7 g7"
    position = laid_out([{"b1": "632"}, {"d6": "312"}], counters=all_but(f"{room} d6"))
    rotation = Rotate(space_index("b1"), WAYS.index("L"))
    chosen = replace(rotation, counters=mask_of(map(space_index, ("b2", "b3", "b4", "b5", "g7"))))

    assert names(position.room) == room
    assert names(place_counters(position, rotation)) == "b2 b3 b4 b5 d7 g7"
    assert names(place_counters(position, chosen)) == "b2 b3 b4 b5 d7 g7"


@given(positions())
def test_the_default_puts_as_many_counters_as_the_turn_costs(position: Position) -> None:
    for move in position.legal_moves():
        if isinstance(move, Rotate):
            placed = place_counters(position, move)
            assert placed.bit_count() == position.cost(move.space)
            assert not placed & ~position.room


def test_passing_is_one_button_and_the_only_one() -> None:
    step = DICEFEST.steps(stuck(), ())

    assert step.buttons
    assert str(step.prompt) == "None of your dice can move or turn: you have to pass."
    assert (labels(step), tokens(step)) == (["Pass"], ["pass"])
    assert notation(DICEFEST.steps(stuck(), ("pass",))) == "pass"


@pytest.mark.parametrize(
    ("position", "chosen", "prompt"),
    [
        (seated(1), ("f1", "n"), "Your move: f1 to f5, takes a counter."),
        (
            finishing(0, FREE),
            ("f5", "n"),
            (
                "Your move: f5 to f8. "
                "All dice of player 1 are locked and no counter is left: player 1 wins."
            ),
        ),
        (
            finishing(1, FREE),
            ("f5", "n"),
            (
                "Your move: f5 to f8. This loses the game. "
                "All dice of player 1 are locked, but 1 counter is left: "
                "player 2 is the last with a free die and wins."
            ),
        ),
        (
            finishing(2, FREE, {"c4": "1", "c5": "2", "c6": "3"}),
            ("f5", "n"),
            (
                "Your move: f5 to f8. "
                "All dice of player 1 are locked, but 2 counters are left: "
                "player 1 can only pass from now on."
            ),
        ),
        (
            laid_out([{"f5": "53", "b2": "1"}, FREE]),
            ("f5", "n"),
            "Your move: f5 to f8. The die is locked.",
        ),
        (
            after(stuck(left=(2,)), "pass"),
            ("pass",),
            "Your move: pass. Everybody has passed: a draw.",
        ),
    ],
)
def test_the_last_look_says_what_a_move_means(
    position: Position, chosen: tuple[str, ...], prompt: str
) -> None:
    assert str(DICEFEST.steps(position, chosen).prompt) == prompt


@pytest.mark.parametrize(
    "chosen",
    [
        ("b2",),
        ("d4",),
        ("b1", "s"),
        ("b1", "b5"),
        ("b1", "rx"),
        ("b1", "rn", "b2"),
        ("b1", "rn", "3", "b4"),
        ("b1", "rn", "c2"),
        ("b1", "rn", "me", "b3"),
        ("b1", "n", "n"),
        ("pass",),
        ("",),
    ],
)
def test_choices_that_lead_nowhere_are_refused(chosen: tuple[str, ...]) -> None:
    with pytest.raises(IllegalMove) as error:
        DICEFEST.steps(WIDE, chosen)

    assert str(error.value) == f"'{chosen[-1]}' is not a choice here."


def test_there_is_nothing_to_choose_after_the_end() -> None:
    with pytest.raises(IllegalMove, match="The game is over"):
        DICEFEST.steps(after(finishing(0, FREE), "f5-f8"), ())


def test_a_draft_shows_what_has_been_chosen() -> None:
    begun = draft(WIDE, ("b1", "rn", "3", "c3", "4"))

    assert (begun.space, begun.way, begun.cost) == (space_index("b1"), 0, 6)
    assert (begun.counters, begun.row, begun.move) == (1 << space_index("c3"), 3, None)
    assert begun.room == WIDE.room & ~begun.counters
    assert draft(WIDE, ()).cost == 0
    assert draft(game(1)[5], ()).move is None
