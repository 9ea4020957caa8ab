"""Tablero di Berona as records write it, and as people type it."""

import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import NotationError, RecordError
from games.game import Json
from games.tablero import TABLERO
from games.tablero.rules import Move, Position
from tests.games.tablero.played import ANY_MOVE, game, laid_out, positions

BY_THE_LETTER = re.compile(
    r"@([1-6])-(?!(?<=6-)[1-5]|(?<=5-)[1-4]|(?<=4-)[1-3]|(?<=3-)[12]|(?<=2-)1)[1-6]"
    r"|P[1-6]|M[1-6]:[SCN][1-6](,[SCN][1-6])*|R:[SCN][1-6]|bump"
)


def read(position: Position, typed: str) -> list[str]:
    return [TABLERO.format(move) for move in TABLERO.read_turn(position, typed)]


@given(ANY_MOVE)
def test_a_move_is_read_as_it_was_written(move: Move) -> None:
    written = TABLERO.format(move)
    if BY_THE_LETTER.fullmatch(written):
        assert TABLERO.parse(written) == move
    else:
        # The one thing that has no notation: a roll with the higher die first.
        assert written > f"@{written[3]}-{written[1]}"


@given(
    st.text(alphabet="PMRSCNbump@-:,1234567 \n", max_size=9)
    | st.from_regex(BY_THE_LETTER, fullmatch=True)
)
def test_what_is_read_is_written_the_same(text: str) -> None:
    try:
        written = TABLERO.format(TABLERO.parse(text))
    except NotationError:
        written = None
    assert (written == text) == bool(BY_THE_LETTER.fullmatch(text))


@pytest.mark.parametrize(
    "text",
    [
        *("", "P0", "P7", "p3", "P3 ", " P3", "P３", "3", "P3 P4", "P3P4", "P34"),
        *("M4", "M4:", "M4:C7", "M4:c4", "M4:C4,", "M4:C4 C5", "M4:C4,,C5", "M7:C4"),
        *("R", "R:", "RC4", "R:C4,C5", "BUMP", "bump ", "@3-3 ", "@4-3", "@3", "@0-3", "@3-7"),
    ],
)
def test_records_are_read_to_the_letter(text: str) -> None:
    with pytest.raises(
        NotationError, match="is not a move of Tablero di Berona; moves look like P3, M4:C4,C5"
    ):
        TABLERO.parse(text)


@pytest.mark.parametrize(
    ("typed", "moves"),
    [
        ("P3", ["P3"]),
        (" p3 ", ["P3"]),
        ("place 3", ["P3"]),
        ("place on 3", ["P3"]),
        ("Place a token on S3", ["P3"]),
        ("M4:C4,C5", ["M4:C4,C5"]),
        ("m4 c4 c5", ["M4:C4,C5"]),
        ("m4c4c5", ["M4:C4,C5"]),
        ("move 4 to c4, c5 and n5", ["M4:C4,C5,N5"]),
        ("move stack 4: C4 C5", ["M4:C4,C5"]),
        ("move the stack on s4 to c4 > c5", ["M4:C4,C5"]),
        ("M4:S3", ["M4:S3"]),
        ("R:C4", ["R:C4"]),
        ("r c4", ["R:C4"]),
        ("take back the token on c4", ["R:C4"]),
        ("retrieve N2", ["R:N2"]),
        ("bump", ["bump"]),
        ("P3 M4:C4", ["P3", "M4:C4"]),
        ("M4:C4,C5 P3", ["M4:C4,C5", "P3"]),
        ("p3, m4 c4 c5", ["P3", "M4:C4,C5"]),
        ("p3p4", ["P3", "P4"]),
        ("place 3 and then move 4 to c4", ["P3", "M4:C4"]),
        ("m3 s4; m4 s3 s2.", ["M3:S4", "M4:S3,S2"]),
        ("m3 c3 then bump", ["M3:C3", "bump"]),
    ],
)
def test_people_may_type_as_they_like_and_whole_turns(typed: str, moves: list[str]) -> None:
    assert read(laid_out({}, (3, 4)), typed) == moves


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        ("", ""),
        ("3", "3"),
        ("M4", "m4"),
        ("P3 M4", "m4"),
        ("P3 M4:", "m4:"),
        ("P3 and something", "something"),
        ("P34", "p34"),
        ("bumper", "bumper"),
        ("@3-4", "@3-4"),
        ("M4:C4,C7", "c7"),
    ],
)
def test_what_is_not_clear_is_refused_and_named(typed: str, named: str) -> None:
    with pytest.raises(NotationError) as error:
        TABLERO.read_turn(laid_out({}, (3, 4)), typed)

    assert str(error.value).startswith(f"'{named}' is not a move of Tablero di Berona")


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("place on N3", "Dice act on the home row of the player to move: S3, not N3."),
        ("move c4 n4", "Dice act on the home row of the player to move: S4, not C4."),
    ],
)
def test_another_row_than_the_own_is_not_taken_for_it(typed: str, message: str) -> None:
    with pytest.raises(NotationError) as error:
        TABLERO.read_turn(laid_out({}, (3, 4)), typed)

    assert str(error.value) == message
    assert read(laid_out({}, (3, 4), seat=1), "place on N3, move n4 c4") == ["P3", "M4:C4"]


@given(positions())
def test_notation_can_be_typed_whole_or_in_lower_case(position: Position) -> None:
    notations: Sequence[str] = TABLERO.legal_notation(position)
    for notation in notations[:20]:
        assert read(position, notation) == read(position, notation.lower()) == [notation]
        assert read(position, f"{notation} {notations[0]}") == [notation, notations[0]]


def test_a_set_up_is_empty() -> None:
    assert TABLERO.write_setup(game(1)[-1]) == {}
    assert TABLERO.read_setup({}, 2, {}) == Position()


@pytest.mark.parametrize(
    ("setup", "message"),
    [({"dice": []}, "the set-up has no 'dice'"), ([], "the set-up must be an object")],
)
def test_a_wrong_set_up_is_refused_before_the_first_ply(setup: Json, message: str) -> None:
    with pytest.raises(RecordError) as error:
        TABLERO.read_setup(setup, 2, {})

    assert str(error.value) == f"Ply 0: {message}"


def test_a_position_is_written_with_what_is_there() -> None:
    position = laid_out({"S4": "ABA", "N1": "B"}, (2, 2), seat=1, last=True)

    assert TABLERO.write_position(position) == {
        "stacks": {"S4": "ABA", "N1": "B"},
        "reserve": [10, 10],
        "dice": [2, 2],
        "last": True,
    }
