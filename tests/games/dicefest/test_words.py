"""Dicefest in words: complete for a listener, short enough for Discord."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.chance import SeededSource
from games.dicefest import DICEFEST
from games.dicefest.board import INNER, space_index, space_name, spaces_of
from games.dicefest.rules import Position
from games.words import Plural, Seat, Text, fill
from tests.games.dicefest.played import (
    FREE,
    after,
    dealt,
    finishing,
    laid_out,
    positions,
    seated,
    stuck,
)

LONGEST_NAME = "W" * 20
LEGEND = (
    "A die: its space, the number on top, and those to the north, east, south and west. Each "
    "side counts 6 to 1 from the left of its player."
)


def with_long_names(text: Text) -> str:
    """Show a text in English where all players have names as long as an alt text has them."""
    values = {
        key: LONGEST_NAME if isinstance(value, Seat) else value
        for key, value in text.values.items()
    }
    plural = isinstance(text, Plural) and text.n != 1
    pattern = text.plural if isinstance(text, Plural) and plural else text.source
    return fill(Text(pattern, **values), with_long_names, pattern)


def told(position: Position, notation: str) -> str:
    move = DICEFEST.parse(notation)
    return str(DICEFEST.describe_move(position, move, position.play(move)))


def board() -> Position:
    dice = {"b1": "632", "e5": "214", "g8": "6"}
    return laid_out([dice, FREE], counters="b4 c2 e6", collections=(7, 26))


@pytest.mark.parametrize(
    ("notation", "sentence"),
    [
        ("b1-g1", "player 1 moved the 6 from b1 to g1."),
        ("b1-b4", "player 1 moved the 6 from b1 to b4 and took a counter."),
        (
            "e5/N@c3,d3",
            ("player 1 rolled the 2 on e5 north, 6 is on top now; 2 counters went to c3, d3."),
        ),
        ("e5/L@c3,d3", "player 1 spun the 2 on e5 left; 2 counters went to c3, d3."),
        ("e5/R@c3,d3", "player 1 spun the 2 on e5 right; 2 counters went to c3, d3."),
    ],
)
def test_moves_and_turns_are_told(notation: str, sentence: str) -> None:
    assert told(board(), notation) == sentence


def test_one_counter_is_told_as_one() -> None:
    position = laid_out([{"b1": "1"}, FREE], counters="b4", collections=(7, 28))

    assert told(position, "b1/E@c3").endswith("; 1 counter went to c3.")


@pytest.mark.parametrize(
    ("position", "notation", "sentence"),
    [
        (dealt(1), "side:W", "player 1 starts from the west side."),
        (stuck(), "pass", "player 1 passed."),
        (
            after(stuck(left=(2,)), "pass"),
            "pass",
            "player 2 passed. Everybody has passed: a draw.",
        ),
        (
            laid_out([{"f5": "53", "b2": "1"}, FREE]),
            "f5-f8",
            "player 1 moved the 5 from f5 to f8. The die is locked.",
        ),
        (
            finishing(0, FREE),
            "f5-f8",
            (
                "player 1 moved the 5 from f5 to f8. "
                "All dice of player 1 are locked and no counter is left: player 1 wins."
            ),
        ),
        (
            finishing(2, FREE),
            "f5-f8",
            (
                "player 1 moved the 5 from f5 to f8. "
                "All dice of player 1 are locked, but 2 counters are left: "
                "player 2 is the last with a free die and wins."
            ),
        ),
    ],
)
def test_what_follows_from_a_move_is_told(position: Position, notation: str, sentence: str) -> None:
    assert told(position, notation) == sentence


def test_moves_are_named_for_a_button() -> None:
    named = {
        DICEFEST.format(move): str(DICEFEST.name_move(board(), move))
        for move in board().legal_moves()
    }

    assert named["b1-b4"] == "b1 to b4"
    assert named["b1/N"] == "b1 roll north, 6 counters"
    assert named["e5/L"] == "e5 spin left, 2 counters"
    assert named["e5/R"] == "e5 spin right, 2 counters"
    assert str(DICEFEST.name_move(dealt(1), DICEFEST.parse("side:N"))) == "the north side"
    assert str(DICEFEST.name_move(stuck(), DICEFEST.parse("pass"))) == "pass"


def test_a_position_is_described_player_by_player() -> None:
    position = laid_out(
        [{"b1": "632", "e5": "214", "g8": "6"}, FREE],
        counters="b4 c2 e6",
        collections=(1, 32),
        seat=1,
    )

    assert str(DICEFEST.describe_position(position)).splitlines() == [
        "player 2 to move.",
        "player 1 (south to north, 1 counter): b1 6, N3 E5 S4 W2; e5 2, N1 E3 S6 W4; g8 6 locked",
        (
            "player 2 (north to south, 32 counters): "
            "d4 1, N2 E4 S5 W3; d5 2, N1 E3 S6 W4; d6 3, N1 E5 S6 W2"
        ),
        "Counters: b4, c2, e6",
        LEGEND,
    ]


def test_picking_sides_is_described() -> None:
    position = after(Position.first([[2, 4, 6], [1, 3, 5]]), "side:S")

    assert str(DICEFEST.describe_position(position)).splitlines() == [
        "player 2 to pick a side.",
        (
            "player 1 (south to north, 0 counters): "
            "f1 2, N4 E1 S3 W6; d1 4, N5 E1 S2 W6; b1 6, N4 E2 S3 W5"
        ),
        "player 2: no side yet, dice 1, 3, 5",
        "Counters: on all 36 inner spaces",
        LEGEND,
    ]
    assert LEGEND not in str(DICEFEST.describe_position(dealt(1)))


@pytest.mark.parametrize(
    ("position", "first"),
    [
        (after(finishing(0, FREE), "f5-f8"), "player 1 wins."),
        (after(stuck(left=(2,)), "pass", "pass"), "A draw between player 1 and player 2."),
        (after(stuck(), "pass"), "player 3 to move."),
    ],
)
def test_a_description_opens_with_whose_turn_it_is_or_who_won(
    position: Position, first: str
) -> None:
    assert str(DICEFEST.describe_position(position)).splitlines()[0] == first


def test_who_left_is_described_as_gone() -> None:
    description = str(DICEFEST.describe_position(stuck(left=(2,))))

    assert "\nplayer 3 (gone): d7 1, N2 E4 S5 W3; " in description


def test_a_board_without_counters_is_described() -> None:
    position = laid_out([{"b1": "6"}, FREE], counters="", collections=(20, 16))

    assert "\nCounters: none on the board\n" in str(DICEFEST.describe_position(position))


@given(positions(over=True))
def test_a_description_says_all_that_is_on_the_board(position: Position) -> None:
    lines = str(DICEFEST.describe_position(position)).splitlines()
    found = {}
    for seat, line in enumerate(lines[1 : 1 + len(position.codes)]):
        assert line.startswith(f"{Seat(seat)}")
        held = re.search(r"(\d+) counter", line)
        assert held is None or int(held[1]) == position.collections[seat]
        for space, top, sides in re.findall(
            r"\b([a-h][1-8]) ([1-6])(?:, N(\d E\d S\d W\d)| locked)", line
        ):
            found[space] = (seat, int(top), [int(n) for n in re.findall(r"\d", sides)])
    expected = {
        space_name(die.space): (
            die.seat,
            die.facing.top,
            [] if die.locked else list(die.facing.sides),
        )
        for die in position.dice
    }
    assert found == expected
    counters = next(line for line in lines if line.startswith("Counters: "))
    if position.counters != INNER:
        listed = re.findall(r"[a-h][1-8]", counters)
        assert tuple(map(space_index, listed)) == spaces_of(position.counters)


@pytest.mark.slow
@given(positions(over=True))
def test_a_description_fits_in_an_alt_text_with_the_longest_names(position: Position) -> None:
    description = with_long_names(DICEFEST.describe_position(position))

    assert LONGEST_NAME in description
    assert len(description) <= 950


def test_the_longest_description_that_there_can_be_fits() -> None:
    """Add up twelve free dice, two figures for each collection, and a list of all counters."""
    dice = [{f"{column}{row}": "4" for row in (1, 4, 8)} for column in "bdeg"]
    position = laid_out(dice, sides="WENS", counters="b2", collections=(10, 10, 10, 10))
    listed = ", ".join(space_name(space) for space in spaces_of(INNER))
    description = with_long_names(DICEFEST.describe_position(position))

    assert "locked" not in description
    assert len(description) + len(listed) <= 950


@pytest.mark.slow
@given(positions(), st.integers(0, 1000))
def test_words_about_moves_are_short_enough(position: Position, seed: int) -> None:
    for move in position.legal_moves():
        assert len(str(DICEFEST.name_move(position, move))) <= 60
    move = DICEFEST.random_move(position, SeededSource(seed))
    sentence = str(DICEFEST.describe_move(position, move, position.play(move)))
    assert sentence.startswith(str(Seat(position.seat)))
    assert sentence.endswith(".")


def test_an_ordinary_start_is_described_in_time() -> None:
    assert len(with_long_names(DICEFEST.describe_position(seated(1, 4)))) <= 700


@pytest.mark.parametrize(
    ("notation", "line"),
    [
        ("b1-b4", "Ann moved the 6 from b1 to b4 and took a counter."),
        ("e5/N@c3,d3", "Ann rolled the 2 on e5 north, 6 is on top now; 2 counters."),
        ("e5/L@c3,d3", "Ann spun the 2 on e5 left; 2 counters."),
    ],
)
def test_a_move_is_told_in_one_line_without_the_spaces_of_its_counters(
    notation: str, line: str
) -> None:
    before, move = board(), DICEFEST.parse(notation)
    assert str(DICEFEST.tell_turn([(before, move, before.play(move))], Text("Ann"))) == line
