"""MatriO in words: complete for a listener, short enough for Discord."""

import re

import pytest
from hypothesis import given

from games.errors import IllegalMove
from games.matrio import MATRIO
from games.matrio.board import SUITS, TRAYS, cell_name, line_name, tray_name
from games.matrio.rules import Position
from games.matrio.signs import name_card
from games.matrio.words import SUIT_WORDS
from games.words import Plural, Seat, Text, fill
from tests.games.matrio.played import FINISHED, OPEN_WITH_2C, after, game, laid_out, move, positions

LONGEST_NAME = "W" * 20
"""A name in an alt text is shortened to that much."""
NINE = {f"r{row}c{column}": 0 for row in (1, 2, 3) for column in (1, 2, 3)}


def with_long_names(text: Text) -> str:
    """Show a text in English where all players have the longest names that an alt text holds."""
    values = {
        key: LONGEST_NAME if isinstance(value, Seat) else value
        for key, value in text.values.items()
    }
    plural = isinstance(text, Plural) and text.n != 1
    pattern = text.plural if isinstance(text, Plural) and plural else text.source
    return fill(Text(pattern, **values), with_long_names, pattern)


def told(before: Position, notation: str) -> str:
    play = move(notation)
    return str(MATRIO.describe_move(before, play, before.play(play)))


def midway() -> Position:
    lines = {"r1": "8S AD JC AH", "r2": "7S 5D 2S 9H", "c1": "KD JD 8D -", "c2": "6S X1 8C 7C"}
    return laid_out(lines, ["X2 QS 3H", "KS", "KH", "QC"], dots={"r1c2": 0, "r2c2": 1})


def test_a_move_is_told_with_what_it_covers_and_the_scores_that_it_changes() -> None:
    assert told(midway(), "QS>r3S") == "player 1 played Q♠ to r3 ♠."
    assert told(midway(), "X2>c2S") == (
        "player 1 played the joker to c2 ♠, covering 6♠: "
        "r1c2 (player 1) 121 to 73, r2c2 (player 2) −5 to −47."
    )
    assert told(midway(), "3H>c1H") == (
        "player 1 played 3♥ to c1 ♥: a dot on r1c1, −147, a dot on r2c1, −9."
    )


def test_a_withdrawal_is_announced() -> None:
    lines = FINISHED | {"r3": "- 2D 6C 8H"}
    dots = {cell: owner for cell, owner in NINE.items() if cell[:2] != "r3"} | {"r1c1": 3}
    position = laid_out(lines, ["KS 2S", "AC", "3C", "10S"], dots=dots)

    assert told(position, "KS>r3S").endswith(
        ". player 2 has no dot and withdraws. player 3 has no dot and withdraws."
    )
    assert "withdraws" not in told(after(position, "KS>r3S"), "10S>r1S")


def test_moves_are_named_for_a_button_with_what_they_win() -> None:
    names = {
        notation: str(MATRIO.name_move(midway(), move(notation)))
        for notation in ("QS>r3S", "X2>c2S", "3H>c1H", "X2>r2S")
    }

    assert names == {
        "QS>r3S": "Q♠ to r3 ♠",
        "X2>c2S": "joker to c2 ♠ (−48)",
        "3H>c1H": "3♥ to c1 ♥ (−156)",
        "X2>r2S": "joker to r2 ♠",
    }


def test_a_position_is_described_line_by_line() -> None:
    position = after(midway().leave(2), "X2>c2S").seen_by(3)

    assert str(MATRIO.describe_position(position)).splitlines() == [
        "player 2 to move.",
        "Row r1: spades 8♠, diamonds A♦, clubs J♣, hearts A♥",
        "Row r2: spades 7♠, diamonds 5♦, clubs 2♠, hearts 9♥",
        "Row r3: spades empty, diamonds empty, clubs empty, hearts empty",
        "Column c1: spades K♦, diamonds J♦, clubs 8♦, hearts empty",
        "Column c2: spades joker, diamonds joker, clubs 8♣, hearts 7♣",
        "Column c3: spades empty, diamonds empty, clubs empty, hearts empty",
        "player 1, 73 points, 2 cards: r1c2 73",
        "player 2, −47 points, 1 card: r2c2 −47",
        "player 3, withdrawn: no dot",
        "player 4, 0 points, 1 card: no dot",
        "player 4 holds Q♣.",
    ]


def test_the_public_is_told_no_hand() -> None:
    assert "holds" not in str(MATRIO.describe_position(midway().seen_by(None)))
    assert "holds" not in str(MATRIO.describe_position(midway()))


def test_who_must_open_with_the_2_of_clubs_is_told() -> None:
    dealt = game(1, OPEN_WITH_2C)[0]
    first = Seat(dealt.seat)

    assert str(MATRIO.describe_position(dealt)).startswith(f"{first} to open with 2♣.\n")
    assert str(MATRIO.describe_position(game(1)[0])).startswith(f"{first} to move.\n")


@pytest.mark.parametrize(
    ("dots", "headline"),
    [
        ({"r1c2": 2}, "player 3 wins with 121 points."),
        ({"r3c1": 0, "r3c2": 1, "r3c3": 2, "r1c1": 3}, "player 2 wins with −32 points."),
        ({"r2c3": 1}, "player 2 wins with 6 points."),
        ({}, "player 1 and player 2 and player 3 and player 4 share the win with 0 points."),
    ],
)
def test_a_finished_position_names_who_won(dots: dict[str, int], headline: str) -> None:
    over = laid_out(FINISHED, ["", "", "", ""], dots=dots)

    assert str(MATRIO.describe_position(over)).splitlines()[0] == headline
    assert str(MATRIO.describe_position(over)).splitlines()[-1].startswith("player 4, ")


def test_a_position_that_all_have_left_can_be_described() -> None:
    alone = laid_out(FINISHED, ["KS", "", "", ""], dots=NINE, withdrawn=(1, 2, 3))

    assert str(MATRIO.describe_position(alone.leave(0))).startswith("Nobody is left in the game.\n")


@given(positions(over=True))
def test_a_description_says_what_lies_on_every_tray_and_who_has_which_dot(
    position: Position,
) -> None:
    _, *lines = str(MATRIO.describe_position(position.seen_by(None))).splitlines()
    letters = {str(word): letter for word, letter in zip(SUIT_WORDS, SUITS, strict=True)}
    trays = {}
    for n, line in enumerate(lines[:6]):
        head, _, cards = line.partition(": ")
        assert head.split()[1] == line_name(n)
        for word, card in re.findall(r"(\w+) ([\w♠♦♣♥]+)", cards):
            trays[f"{line_name(n)}{letters[word]}"] = card

    assert trays == {
        tray_name(tray): str(name_card(stack[-1])) if stack else "empty"
        for tray, stack in zip(range(TRAYS), position.trays, strict=True)
    }
    for seat, line in enumerate(lines[6:]):
        owned = {
            cell: int(score.replace("−", "-"))
            for cell, score in re.findall(r"(r\dc\d) (−?\d+)", line)
        }
        assert owned == {
            cell_name(cell): position.cells[cell]
            for cell, owner in enumerate(position.dots)
            if owner == seat
        }


@given(positions())
def test_a_reader_is_told_the_own_hand(position: Position) -> None:
    for seat, hand in enumerate(position.hands):
        *_, line = str(MATRIO.describe_position(position.seen_by(seat))).splitlines()
        cards = ", ".join(str(name_card(card)) for card in hand if card is not None)
        assert (line == f"{Seat(seat)} holds {cards}.") == bool(hand)


@given(positions(over=True) | positions(OPEN_WITH_2C))
def test_a_description_fits_in_an_alt_text_with_the_longest_names(position: Position) -> None:
    for seat in (None, 0, 1, 2, 3):
        description = with_long_names(MATRIO.describe_position(position.seen_by(seat)))
        assert LONGEST_NAME in description
        assert len(description) <= 950


def test_the_longest_description_that_there_can_be_fits() -> None:
    """Add up what a line, a seat and a hand can take at most, whatever the game."""
    hands = ["10S 10C 10H JS QS KS JD QD KD JC QC KC JH", "AS", "AD", "AC"]
    empty = laid_out({}, hands).seen_by(0)
    cells = [f"r{row}c{column} -1234" for row in (1, 2, 3) for column in (1, 2, 3)]
    dots = len(", ".join(cells)) + 4 * len("-1234")

    assert len(with_long_names(MATRIO.describe_position(empty))) + dots <= 950


@given(positions())
def test_whatever_is_refused_names_a_card_or_a_tray(position: Position) -> None:
    refused = {play for tray in range(TRAYS) for play in [move(f"QS>{tray_name(tray)}")]} - set(
        position.legal_moves()
    )
    for play in refused:
        with pytest.raises(IllegalMove, match=r"Q♠|[rc][123] [♠♦♣♥]|game is over"):
            position.play(play)


@pytest.mark.parametrize(
    ("notation", "line"),
    [
        ("QS>r3S", "Ann: Q♠ → r3 ♠"),
        ("X2>c2S", "Ann: joker → c2 ♠, covers 6♠ (player 1 −48, player 2 −42)"),
        ("3H>c1H", "Ann: 3♥ → c1 ♥ (player 1 −156)"),
    ],
)
def test_a_move_is_told_in_one_line_with_whose_points_it_changed(notation: str, line: str) -> None:
    before, play = midway(), move(notation)
    assert str(MATRIO.tell_turn([(before, play, before.play(play))], Text("Ann"))) == line


def test_a_joker_that_is_covered_and_who_is_out_are_told_in_the_line() -> None:
    lines = FINISHED | {"r3": "- 2D 6C 8H", "c1": "X1 2D 3C 4H"}
    dots = {cell: owner for cell, owner in NINE.items() if cell[:2] != "r3"} | {"r1c1": 3}
    position = laid_out(lines, ["KS 2S", "AC", "3C", "10S"], dots=dots)
    made = (position, move("KS>r3S"), after(position, "KS>r3S"))
    covering = after(position, "KS>r3S")
    cover = (covering, move("10S>c1S"), after(covering, "10S>c1S"))

    assert str(MATRIO.tell_turn([made], Text("Ann"))).endswith(". Out: player 2, player 3")
    assert str(MATRIO.tell_turn([cover], Text("Ben"))).startswith(
        "Ben: 10♠ → c1 ♠, covers the joker"
    )
