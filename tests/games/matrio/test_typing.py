"""Typing a move of MatriO: what is read, and what is suggested meanwhile."""

import pytest
from hypothesis import given

from games.errors import NotationError
from games.matrio import MATRIO
from games.matrio.rules import Position
from tests.games.matrio.played import game, laid_out, move, positions
from tests.games.matrio.test_choices import board


@pytest.mark.parametrize(
    ("typed", "notation"),
    [
        ("QS>r1S", "QS>r1S"),
        ("qs>r1s", "QS>r1S"),
        ("  QS > r1S ", "QS>r1S"),
        ("qs r1s", "QS>r1S"),
        ("QSr1S", "QS>r1S"),
        ("qs to r1s", "QS>r1S"),
        ("qs-r1s", "QS>r1S"),
        ("QS -> R1S", "QS>r1S"),
        ("10h, c3d", "10H>c3D"),
        ("x2 c3h", "X2>c3H"),
    ],
)
def test_people_may_type_as_they_like(typed: str, notation: str) -> None:
    assert MATRIO.read_move(game(1)[0], typed) == move(notation)


@pytest.mark.parametrize(
    ("typed", "notation"),
    [
        ("QS r3", "QS>r3S"),
        ("queen of spades to r3 spades", "QS>r3S"),
        ("Queen of spades c3 spades", "QS>c3S"),
        ("Q♠ to r3 ♠", "QS>r3S"),
        ("joker r1 ♠", "X2>r1S"),
        ("q♠\N{VARIATION SELECTOR-16}r3♠\N{VARIATION SELECTOR-16}", "QS>r3S"),
        ("3h c1", "3H>c1H"),
        ("4D r3", "4D>r3D"),
        ("joker r1S", "X2>r1S"),
    ],
)
def test_a_card_and_a_tray_in_words_are_a_move_where_only_one_fits(
    typed: str, notation: str
) -> None:
    assert MATRIO.read_move(board(), typed) == move(notation)


def test_words_that_several_moves_fit_are_not_clear() -> None:
    with pytest.raises(NotationError) as error:
        MATRIO.read_move(board(), "joker r1")

    assert str(error.value) == (
        "'joker r1' can mean several moves; name the card and the tray, like X2>r1S."
    )


NO_MOVES = ("", "  ", "of", "KS r3", "4c r1c", "10d r1d", "qs r1s r2s", "?")
PARTS = ("QS", "queen", "3", "r3", "spades", "joker", "\N{GAME DIE}", "spades r3 queen")
SAYS_ANOTHER = ("queen of hearts to r3 spades", "queen of spades to r3 hearts", "spades r3s queen")


@pytest.mark.parametrize("typed", [*NO_MOVES, *PARTS, *SAYS_ANOTHER])
def test_what_is_not_clear_is_refused(typed: str) -> None:
    with pytest.raises(NotationError, match="is not a move of MatriO"):
        MATRIO.read_move(board(), typed)


@pytest.mark.parametrize(
    ("typed", "notations"),
    [
        ("QS", ["QS>r3S", "QS>c3S"]),
        ("queen", ["QS>r3S", "QS>c3S"]),
        ("q", ["QS>r3S", "QS>c3S"]),
        ("qs r", ["QS>r3S"]),
        ("queen of spades to c3", ["QS>c3S"]),
        ("3h c", ["3H>c3H", "3H>c1H"]),
        ("4d>r3d", ["4D>r3D"]),
        ("joker c3h", ["X2>c3H"]),
        ("ks", []),
        ("purple", []),
    ],
)
def test_suggestions_fit_what_is_typed(typed: str, notations: list[str]) -> None:
    assert [notation for notation, _ in MATRIO.suggest(board(), typed)] == notations


def test_suggestions_are_labelled_and_best_first() -> None:
    position = laid_out(
        {"r1": "8S AD JC AH", "c1": "KD JD 8D -"}, ["3H 9H X2", "KS", "", ""], dots={}
    )

    assert [(notation, str(label)) for notation, label in MATRIO.suggest(position, "c1h")] == [
        ("9H>c1H", "9♥ to c1 ♥: 1 new dot; you −141, others 0"),
        ("3H>c1H", "3♥ to c1 ♥: 1 new dot; you −147, others 0"),
        ("X2>c1H", "joker to c1 ♥: 1 new dot; you −150, others 0"),
    ]


def test_what_hurts_others_is_better_than_what_helps_them() -> None:
    lines = {"r1": "2S 2D 2C 2H", "r2": "2S 2D 2C 2H", "c1": "2S 2D 2C 2H"}
    dots = {"r1c1": 0, "r2c1": 1}
    position = laid_out(lines, ["X2", "", "", ""], dots=dots)
    labels = {notation: str(label) for notation, label in MATRIO.suggest(position, "")}

    assert labels["X2>r2C"] == "joker to r2 ♣, covering 2♣: you 0, others −4"
    assert list(labels)[:4] == ["X2>r2S", "X2>r2D", "X2>r2C", "X2>r2H"]
    assert list(labels)[-4:] == ["X2>r1S", "X2>r1D", "X2>r1C", "X2>r1H"]


def test_no_more_is_suggested_than_fits() -> None:
    lines = dict.fromkeys(("r1", "r2", "r3", "c1", "c2", "c3"), "2S 2D 2C 2H")
    position = laid_out(lines, ["AS JS 3S", "", "", ""])

    assert {notation[:2] for notation, _ in MATRIO.suggest(position, "js")} == {"JS"}
    assert len(MATRIO.suggest(position, "spades")) == 25


@pytest.mark.slow
@given(positions())
def test_every_legal_move_is_found_and_read_by_its_notation(position: Position) -> None:
    for play in position.legal_moves()[::5]:
        notation = MATRIO.format(play)
        assert MATRIO.suggest(position, notation)[0][0] == notation
        assert MATRIO.read_move(position, notation) == play


def test_nothing_is_suggested_after_the_end_or_of_cards_face_down() -> None:
    dealt, *_, over = game(1)

    assert MATRIO.suggest(over, "") == []
    assert MATRIO.suggest(dealt.seen_by(None), "") == []
    assert MATRIO.suggest(dealt.seen_by((dealt.seat + 1) % 4), "") == []
