"""Dice Matrix as records write it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.chance import FairSource
from games.dice_matrix import DICE_MATRIX
from games.dice_matrix.rules import COLOURS, Move, Take, Turn, cell_index
from games.errors import NotationError, RecordError
from tests.games.played import RECOUNT, RUNNING, game

CELLS = st.integers(0, 48)
MOVES: st.SearchStrategy[Move] = st.builds(Turn, st.integers(1, 6)) | st.builds(
    Take, CELLS, st.none() | CELLS
)
C4, C6 = cell_index("c4"), cell_index("c6")
# Any: set-ups are broken in every way that JSON allows.
Setup = dict[str, Any]


def setup() -> Setup:
    written: Setup = dict(DICE_MATRIX.write_setup(game(1)[0]))
    return written | {"matrix": dict(written["matrix"])}


@given(MOVES)
def test_a_move_is_read_as_it_was_written(move: Move) -> None:
    assert DICE_MATRIX.parse(DICE_MATRIX.format(move)) == move


@given(st.text(alphabet="abcdefgh12345678=+ @!C\n", max_size=6))
def test_what_is_read_is_written_the_same(text: str) -> None:
    try:
        written = DICE_MATRIX.format(DICE_MATRIX.parse(text))
    except NotationError:
        written = None
    assert (written == text) == bool(re.fullmatch("=[1-6]|[a-g][1-7]([+][a-g][1-7])?", text))


@pytest.mark.parametrize(
    "text",
    ["", "c8", "h1", "C4", "c4 ", " c4", "c4+", "c4 + c6", "c4+c6+c7", "=0", "=7", "3", "c４"],
)
def test_records_are_read_to_the_letter(text: str) -> None:
    with pytest.raises(NotationError, match="is not a move of Dice Matrix; moves look like =3"):
        DICE_MATRIX.parse(text)


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("C4", Take(C4)),
        ("  c4 ", Take(C4)),
        ("c4+c6", Take(C4, C6)),
        ("c4 + c6", Take(C4, C6)),
        ("c4 c6", Take(C4, C6)),
        ("c4c6", Take(C4, C6)),
        ("C4-C6", Take(C4, C6)),
        ("c4, c6", Take(C4, C6)),
        ("c6 and c4", Take(C6, C4)),
        ("c 4 c 6", Take(C4, C6)),
        ("=3", Turn(3)),
    ],
)
def test_people_may_type_as_they_like(typed: str, move: Move) -> None:
    assert DICE_MATRIX.read_move(game(1)[1], typed) == move


def test_a_face_alone_is_the_first_move() -> None:
    dealt, turned, *_ = game(1)

    assert DICE_MATRIX.read_move(dealt, "3") == Turn(3)
    with pytest.raises(NotationError, match="'3' is not a move of Dice Matrix"):
        DICE_MATRIX.read_move(turned, "3")


@pytest.mark.parametrize("typed", ["", "c4 c5 c6", "take the red one", "c9", "c4 ++ c6", "=9"])
def test_what_is_not_clear_is_refused(typed: str) -> None:
    with pytest.raises(NotationError):
        DICE_MATRIX.read_move(game(1)[0], typed)


def test_the_scoring_comes_from_the_options() -> None:
    assert DICE_MATRIX.read_setup(setup(), 2, RECOUNT).recount
    assert not DICE_MATRIX.read_setup(setup(), 2, RUNNING).recount


def eleven_of_a_colour(wrong: Setup) -> None:
    matrix = wrong["matrix"]
    matrix["a1"] = next(f"{letter}1" for letter in COLOURS if letter != matrix["a1"][0])


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda wrong: wrong.pop("matrix"), "the set-up lacks 'matrix'"),
        (lambda wrong: wrong.pop("left"), "the set-up lacks 'left'"),
        (lambda wrong: wrong.update(extra=1), "the set-up has no 'extra'"),
        (lambda wrong: wrong.update(matrix=[]), "the matrix must be an object"),
        (lambda wrong: wrong["matrix"].pop("g7"), "the matrix lacks 'g7'"),
        (lambda wrong: wrong["matrix"].update(h8="R5"), "the matrix has no 'h8'"),
        (lambda wrong: wrong["matrix"].update(d4="R7"), "d4 is not a die (dice look like R5)"),
        (lambda wrong: wrong["matrix"].update(d4=5), "d4 is not a die (dice look like R5)"),
        (
            lambda wrong: wrong.update(left=None),
            "the left-over die is not a die (dice look like R5)",
        ),
        (eleven_of_a_colour, "dice instead of 10"),
    ],
)
def test_a_wrong_set_up_is_refused_before_the_first_ply(
    spoil: Callable[[Setup], object], message: str
) -> None:
    wrong = setup()
    spoil(wrong)
    with pytest.raises(RecordError) as error:
        DICE_MATRIX.read_setup(wrong, 2, RUNNING)

    assert error.value.ply == 0
    assert message in str(error.value)


def test_a_position_is_written_with_what_is_there() -> None:
    dealt, turned, *_, over = game(1)
    full = DICE_MATRIX.write_position(dealt)
    after = DICE_MATRIX.write_position(turned)
    empty = DICE_MATRIX.write_position(over)

    assert {**setup(), "areas": [{}, {}], "points": [0, 0]} == full
    assert after["left"] is None
    assert after["points"] == [2, 0]
    assert empty["matrix"] == {}
    assert empty["points"] == list(over.points)


def test_points_stand_in_written_positions_under_recount_too() -> None:
    assert DICE_MATRIX.write_position(game(1, RECOUNT)[1])["points"] == [2, 0]


def test_fair_dice_are_dealt_in_the_order_of_the_records() -> None:
    """Deal by hand what the records describe: rolled colour by colour, shuffled, laid out."""
    source = FairSource(bytes(32), "DEALS", 0)
    dice = [f"{letter}{1 + source.below(6)}" for letter in "KRPYB" for _ in range(10)]
    for i in range(49, 0, -1):
        j = source.below(i + 1)
        dice[i], dice[j] = dice[j], dice[i]

    dealt = DICE_MATRIX.deal(FairSource(bytes(32), "DEALS", 0), 2, RUNNING)
    written = DICE_MATRIX.write_setup(dealt)

    names = [f"{column}{row}" for row in range(1, 8) for column in "abcdefg"]
    assert written == {"matrix": dict(zip(names, dice, strict=False)), "left": dice[49]}
