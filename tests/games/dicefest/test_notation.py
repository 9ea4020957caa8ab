"""Dicefest as records write it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.dicefest import DICEFEST
from games.dicefest.board import mask_of, space_index
from games.dicefest.moves import Move, MoveDie, Pass, PickSide, Rotate
from games.dicefest.rules import Position
from games.errors import NotationError, RecordError
from tests.games.dicefest.played import ANY_COUNTERS, ANY_SIDE, BOARD_SPACE, laid_out

MOVES: st.SearchStrategy[Move] = (
    st.builds(PickSide, ANY_SIDE)
    | st.builds(MoveDie, BOARD_SPACE, BOARD_SPACE)
    | st.builds(Rotate, BOARD_SPACE, st.integers(0, 5), ANY_COUNTERS)
    | st.just(Pass())
)
# Any: set-ups are broken in every way that JSON allows.
Setup = dict[str, Any]


@given(MOVES)
def test_a_move_is_read_as_it_was_written(move: Move) -> None:
    assert DICEFEST.parse(DICEFEST.format(move)) == move


@pytest.mark.slow
@given(
    st.from_regex(r"[a-i][0-9](-[a-h][18]|/[NESWLRX](@[b-g][1-8](,[b-g][1-8])?)?)", fullmatch=True)
    | st.text(max_size=6)
)
def test_what_is_read_is_written_the_same(text: str) -> None:
    try:
        written = DICEFEST.format(DICEFEST.parse(text))
    except NotationError:
        written = None
    space = "(?![ah][18])[a-h][1-8]"
    known = re.fullmatch(f"{space}-{space}|{space}/[NESWLR](@({space})(,({space}))?)?|pass", text)
    ordered = known and not (known[4] and known[2] >= known[4])
    assert (written == text) == bool(ordered)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("side:S", PickSide(2)),
        ("side:W", PickSide(3)),
        ("b1-b5", MoveDie(space_index("b1"), space_index("b5"))),
        ("h2/R", Rotate(space_index("h2"), 5)),
        (
            "b1/N@c3,d4",
            Rotate(space_index("b1"), 0, mask_of(map(space_index, ("c3", "d4")))),
        ),
        ("pass", Pass()),
    ],
)
def test_moves_are_written_as_records_say(text: str, move: Move) -> None:
    assert DICEFEST.parse(text) == move
    assert DICEFEST.format(move) == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "b1", "b1-", "b1-b9", "a1-b1", "b1-h8", "B1-B5", "b1 b5", "b1-b5 ", "b1->b5"),
        *("b1/", "b1/n", "b1/X", "b1/N@", "b1/N@a1", "b1/N@c3,", "b1/N@c3, d4", "b1/N@c3;d4"),
        *("side:", "side:s", "side:X", "side:SN", "S", "Pass", "pass ", "b\u0661-b5"),
    ],
)
def test_records_are_read_to_the_letter(text: str) -> None:
    with pytest.raises(NotationError, match="is not a move of Dicefest; moves look like b1-b5"):
        DICEFEST.parse(text)


@pytest.mark.parametrize("text", ["b1/N@d4,c3", "b1/N@c3,c3", "b1/N@c3,d4,c3"])
def test_the_spaces_of_a_rotation_are_sorted_and_different(text: str) -> None:
    with pytest.raises(NotationError, match=f"The spaces in '{text}' must be sorted"):
        DICEFEST.parse(text)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda wrong: wrong.pop("dice"), "the set-up lacks 'dice'"),
        (lambda wrong: wrong.update(extra=1), "the set-up has no 'extra'"),
        (lambda wrong: wrong.update(dice={}), "the dice must be a list"),
        (lambda wrong: wrong["dice"].pop(), "the dice must have 2 entries, not 1"),
        (lambda wrong: wrong["dice"].append([1, 2, 3]), "the dice must have 2 entries, not 3"),
        (lambda wrong: wrong["dice"].__setitem__(1, 6), "the dice of seat 1 must be a list"),
        (lambda wrong: wrong["dice"][0].pop(), "the dice of seat 0 must have 3 entries, not 2"),
        (lambda wrong: wrong["dice"].__setitem__(0, [2, 4, 7]), "must be numbers from 1 to 6"),
        (lambda wrong: wrong["dice"].__setitem__(0, [0, 4, 5]), "must be numbers from 1 to 6"),
        (lambda wrong: wrong["dice"].__setitem__(0, [True, 4, 5]), "must be numbers from 1 to 6"),
        (lambda wrong: wrong["dice"].__setitem__(0, [1.0, 4, 5]), "must be numbers from 1 to 6"),
        (lambda wrong: wrong["dice"].__setitem__(0, ["1", 4, 5]), "must be numbers from 1 to 6"),
        (lambda wrong: wrong["dice"].__setitem__(1, [3, 1, 5]), "must be different and sorted"),
        (lambda wrong: wrong["dice"].__setitem__(1, [3, 3, 5]), "must be different and sorted"),
    ],
)
def test_a_wrong_set_up_is_refused_before_the_first_ply(
    spoil: Callable[[Setup], object], message: str
) -> None:
    wrong: Setup = {"dice": [[2, 4, 6], [1, 3, 5]]}
    spoil(wrong)
    with pytest.raises(RecordError) as error:
        DICEFEST.read_setup(wrong, 2, {})

    assert error.value.ply == 0
    assert message in str(error.value)


def test_a_set_up_must_be_an_object() -> None:
    with pytest.raises(RecordError, match="the set-up must be an object"):
        DICEFEST.read_setup([], 2, {})


def test_the_first_position_has_all_counters_and_no_dice() -> None:
    position = Position.first([[2, 4, 6], [1, 3, 5]])

    assert DICEFEST.write_position(position) == {
        "dice": {},
        "counters": [f"{column}{row}" for column in "bcdefg" for row in range(2, 8)],
        "collections": [0, 0],
        "locked": [],
    }


def test_a_position_is_written_with_what_lies_where() -> None:
    position = laid_out(
        [{"g8": "6", "b1": "632"}, {"d4": "15"}],
        counters="g2 b3",
        collections=(30, 4),
    )
    written: Any = DICEFEST.write_position(position)  # Any: as a record's reader finds it

    assert written["dice"]["b1"] == {"seat": 0, "top": 6, "north": 3, "west": 2}
    assert written["dice"]["d4"] == {"seat": 1, "top": 1, "north": 5, "west": 4}
    assert list(written["dice"]) == ["b1", "d4", "g8"]
    assert written["counters"] == ["b3", "g2"]
    assert written["collections"] == [30, 4]
    assert written["locked"] == ["g8"]
