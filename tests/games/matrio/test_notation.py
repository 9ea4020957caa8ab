"""MatriO as records write it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.chance import FairSource
from games.errors import NotationError, RecordError
from games.matrio import MATRIO
from games.matrio.board import CARD_INDEX, TRAY_INDEX, card_name
from games.matrio.rules import Play
from tests.games.matrio.played import ANY, OPEN_WITH_2C, game, laid_out

MOVES = st.builds(Play, st.integers(0, 51), st.integers(0, 23))
# Any: set-ups are broken in every way that JSON allows.
Setup = dict[str, Any]


def setup() -> Setup:
    written: Setup = dict(MATRIO.write_setup(game(1)[0]))
    return {"hands": [list(hand) for hand in written["hands"]]}


@given(MOVES)
def test_a_move_is_read_as_it_was_written(move: Play) -> None:
    assert MATRIO.parse(MATRIO.format(move)) == move


@given(st.from_regex(r"(A|4|10|Q|X)[SDC1]>[rc][1-4][SDC]", fullmatch=True) | st.text(max_size=6))
def test_what_is_read_is_written_the_same(text: str) -> None:
    try:
        written = MATRIO.format(MATRIO.parse(text))
    except NotationError:
        written = None
    card = "(?!4C|10D)([A2-9JQK]|10)[SDCH]|X[12]"
    assert (written == text) == bool(re.fullmatch(f"(?:{card})>[rc][1-3][SDCH]", text))


@pytest.mark.parametrize(
    "text",
    [
        *("", "QS", "r1S", "QS>", ">r1S", "QS>r1S>r2S", "QS > r1S", "QS>r1S "),
        *("qs>r1S", "QS>r1s", "QS>R1S", "QS>r4S", "QS>r1", "QS>r\u0661S"),
        *("4C>r1C", "10D>r1D", "X3>r1S", "1S>r1S"),
    ],
)
def test_records_are_read_to_the_letter(text: str) -> None:
    with pytest.raises(NotationError, match="is not a move of MatriO; a move is a card and a tray"):
        MATRIO.parse(text)


def test_the_lead_comes_from_the_options() -> None:
    assert MATRIO.read_setup(setup(), 4, OPEN_WITH_2C).must_open
    assert not MATRIO.read_setup(setup(), 4, ANY).must_open


def swap_first_cards(wrong: Setup) -> None:
    hands = wrong["hands"]
    hands[0][0], hands[0][1] = hands[0][1], hands[0][0]


def deal_twice(wrong: Setup) -> None:
    hands = wrong["hands"]
    hands[0] = sorted([hands[1][0], *hands[0][1:]])


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda wrong: wrong.pop("hands"), "the set-up lacks 'hands'"),
        (lambda wrong: wrong.update(extra=1), "the set-up has no 'extra'"),
        (lambda wrong: wrong.update(hands={}), "the hands must be a list"),
        (lambda wrong: wrong["hands"].pop(), "the hands must have 4 entries, not 3"),
        (lambda wrong: wrong["hands"].append([]), "the hands must have 4 entries, not 5"),
        (lambda wrong: wrong["hands"][2].pop(), "the hand of seat 2 must have 13 entries, not 12"),
        (lambda wrong: wrong["hands"].insert(1, None), "the hands must have 4 entries, not 5"),
        (
            lambda wrong: wrong["hands"][3].__setitem__(0, "4C"),
            "the hand of seat 3 has something that is",
        ),
        (
            lambda wrong: wrong["hands"][3].__setitem__(0, 4),
            "the hand of seat 3 has something that is not",
        ),
        (
            lambda wrong: wrong["hands"][3].__setitem__(0, None),
            "the hand of seat 3 has something that is",
        ),
        (lambda wrong: wrong["hands"][3].__setitem__(0, ["AS"]), "(cards look like QS)"),
        (lambda wrong: wrong["hands"].__setitem__(0, "AS"), "the hand of seat 0 must be a list"),
        (swap_first_cards, "the hand of seat 0 is not sorted"),
        (deal_twice, " is dealt 2 times"),
    ],
)
def test_a_wrong_set_up_is_refused_before_the_first_ply(
    spoil: Callable[[Setup], object], message: str
) -> None:
    wrong = setup()
    spoil(wrong)
    with pytest.raises(RecordError) as error:
        MATRIO.read_setup(wrong, 4, ANY)

    assert error.value.ply == 0
    assert message in str(error.value)


def test_a_set_up_must_be_an_object() -> None:
    with pytest.raises(RecordError, match="the set-up must be an object"):
        MATRIO.read_setup([], 4, ANY)


def test_a_dealt_position_is_written() -> None:
    assert MATRIO.write_position(game(1)[0]) == {
        "trays": {},
        "dots": {},
        "hands": setup()["hands"],
        "withdrawn": [],
        "cells": {},
        "points": [0, 0, 0, 0],
    }


def test_a_position_is_written_with_what_lies_where() -> None:
    position = laid_out(
        {"r3": "QS 4D 7C 6H", "c2": "7S KD 5C 7H"},
        ["10S 2S AC", "", "X1", "KC"],
        dots={"r3c2": 2},
        withdrawn=(1,),
    ).play(Play(CARD_INDEX["AC"], TRAY_INDEX["r1C"]))
    covered = position.play(Play(CARD_INDEX["X1"], TRAY_INDEX["r3S"]))

    assert MATRIO.write_position(position) == {
        "trays": {
            "r3S": ["QS"],
            "r3D": ["4D"],
            "r3C": ["7C"],
            "r3H": ["6H"],
            "r1C": ["AC"],
            "c2S": ["7S"],
            "c2D": ["KD"],
            "c2C": ["5C"],
            "c2H": ["7H"],
        },
        "dots": {"r3c2": 2},
        "hands": [["10S", "2S"], [], ["X1"], ["KC"]],
        "withdrawn": [1],
        "cells": {"r3c2": 208},
        "points": [0, None, 208, 0],
    }
    assert MATRIO.write_position(covered)["cells"] == {"r3c2": 208 - 91}
    assert covered.trays[TRAY_INDEX["r3S"]] == (CARD_INDEX["QS"], CARD_INDEX["X1"])


def test_fair_cards_are_dealt_in_the_order_of_the_records() -> None:
    """Deal by hand what the records describe: shuffled, then one by one to the seats in turn."""
    source = FairSource(bytes(32), "DEALS", 0)
    ranks = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
    deck = [f"{rank}{suit}" for suit in "SHDC" for rank in ranks]
    deck = [card for card in deck if card not in {"4C", "10D"}] + ["X1", "X2"]
    for i in range(51, 0, -1):
        j = source.below(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    hands = [sorted(card for i, card in enumerate(deck) if i % 4 == seat) for seat in range(4)]

    dealt = MATRIO.deal(FairSource(bytes(32), "DEALS", 0), 4, ANY)

    assert MATRIO.write_setup(dealt) == {"hands": hands}
    assert "2C" in hands[dealt.seat]
    assert [card_name(card) for card in dealt.hands[0] if card is not None] == sorted(
        hands[0], key=CARD_INDEX.__getitem__
    )
