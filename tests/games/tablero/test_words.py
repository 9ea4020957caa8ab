"""Tablero di Berona in words: complete for a listener, short enough for Discord."""

import re

import pytest
from hypothesis import given

from games.tablero import TABLERO
from games.tablero.board import SPACES, space_index, space_name
from games.tablero.rules import Position
from games.words import Plural, Seat, Text, fill
from tests.games.tablero.played import after, arranged, game, laid_out, positions, turns

LONGEST_NAME = "W" * 20


def with_long_names(text: Text) -> str:
    """Show a text in English where both players have names as long as an alt text has them."""
    values = {
        key: LONGEST_NAME if isinstance(value, Seat) else value
        for key, value in text.values.items()
    }
    plural = isinstance(text, Plural) and text.n != 1
    pattern = text.plural if isinstance(text, Plural) and plural else text.source
    return fill(Text(pattern, **values), with_long_names, pattern)


def told(position: Position, notation: str) -> str:
    move = TABLERO.parse(notation)
    return str(TABLERO.describe_move(position, move, position.play(move)))


@pytest.mark.parametrize(
    ("notation", "sentence"),
    [
        ("P3", "player 1 placed a token on S3."),
        ("M4:S5", "player 1 moved the token on S4 to S5."),
        ("M4:C4", "player 1 moved the token on S4 to C4: the centre counts 4 to 6."),
        (
            "M3:C3,C4,N4",
            "player 1 moved the 3 tokens on S3 to C3, C4, N4: the centre counts 3 to 10.",
        ),
    ],
)
def test_an_action_is_told_with_the_sums_that_it_changes(notation: str, sentence: str) -> None:
    assert told(laid_out({"S4": "A", "S3": "ABA", "C6": "B"}, (3, 4)), notation) == sentence


def test_rolls_tokens_taken_back_and_bumps_are_told() -> None:
    doubles = laid_out({"C4": "A"}, (2, 2))
    stuck = laid_out({}, (2, 3), reserve=(0, 0), seat=1)
    last = laid_out({}, (2, 3), reserve=(0, 0), seat=1, last=True)

    assert told(Position(), "@3-4") == "player 1 rolled 3 and 4."
    assert told(doubles, "R:C4") == (
        "player 1 took the token on C4 back and rolls again: the centre counts 0 to 0."
    )
    assert told(stuck, "bump") == "player 2 bumped, and player 1 has one more turn."
    assert told(last, "bump") == "player 2 bumped."


def test_moves_and_turns_are_named_for_a_button() -> None:
    position = laid_out({"S4": "AB" * 3 + "A", "S3": "A"}, (3, 4))
    turn = TABLERO.read_turn(position, "M3:C3 M4:C4,C5,N5,N4,N3,N2,N1")

    assert [str(TABLERO.name_move(position, move)) for move in turn] == [
        "move S3 to C3",
        "move S4 to C4 … N1",
    ]
    assert str(TABLERO.name_turn(position, turn)) == "move S3 to C3, move S4 to C4 … N1"
    assert str(TABLERO.name_move(position, TABLERO.parse("R:C4"))) == "take back C4"
    assert str(TABLERO.name_move(position, TABLERO.parse("P3"))) == "place on S3"
    assert str(TABLERO.name_move(position, TABLERO.parse("bump"))) == "bump, your last turn"
    assert str(TABLERO.name_move(Position(), TABLERO.parse("@3-4"))) == "roll 3 and 4"


def test_a_position_is_described_line_by_line() -> None:
    position = laid_out({"S4": "ABA", "C4": "AB", "C6": "A", "N1": "B"}, (3, 4))

    assert str(TABLERO.describe_position(position)).splitlines() == [
        "player 1 to move. Dice 3 and 4.",
        "Home of player 2: N1 B",
        "Centre: C4 A-B, C6 A",
        "Home of player 1: S4 A-B-A",
        "player 1: A in stacks (bottom to top), home row S, reserve 8, 6 points",
        "player 2: B in stacks (bottom to top), home row N, reserve 9, 4 points",
    ]


@pytest.mark.parametrize(
    ("position", "first"),
    [
        (Position(), "The dice will be rolled for player 1."),
        (laid_out({}, (4,), seat=1), "player 2 to move. The 4 is left."),
        (laid_out({}, (4, 4)), "player 1 to move. Doubles: 4 and 4."),
        (
            laid_out({}, (3, 4), last=True),
            "player 1 to move. Dice 3 and 4. This is the last turn.",
        ),
        (after(laid_out({"C6": "B"}, (4,), last=True), "P4"), "player 2 wins, 6 to 0."),
        (
            after(laid_out({"C6": "A", "C5": "B", "C1": "B"}, (4,), last=True), "P4"),
            "player 1 wins: 6 to 6, and on top of the highest centre space.",
        ),
        (after(laid_out({}, (4,), last=True), "P4"), "A tie: nobody is on top in the centre."),
    ],
)
def test_a_description_opens_with_whose_turn_it_is_or_how_it_ended(
    position: Position, first: str
) -> None:
    opening, top, *_ = str(TABLERO.describe_position(position)).splitlines()

    assert opening == first
    assert top.startswith("Home of player 2: ")


@given(positions() | arranged())
def test_a_description_says_where_every_token_is(position: Position) -> None:
    description = str(TABLERO.describe_position(position))
    stacks = [""] * SPACES
    for name, stack in re.findall(r"\b([SCN][1-6]) ([AB](?:-[AB])*)", description):
        stacks[space_index(name)] = stack.replace("-", "")

    assert tuple(stacks) == position.stacks
    assert tuple(map(int, re.findall(r"reserve (\d+)", description))) == position.reserve
    assert tuple(map(int, re.findall(r"(\d+) point", description))) == position.scores()
    assert all(str(die) in description.splitlines()[0] for die in position.dice)


@given(positions(moving=False) | arranged())
def test_a_description_fits_in_an_alt_text_with_the_longest_names(position: Position) -> None:
    description = with_long_names(TABLERO.describe_position(position))

    assert LONGEST_NAME in description
    assert len(description) <= 950


def test_the_fullest_board_is_described_in_time() -> None:
    stacks = {space_name(space): "AB" if space < 6 else "A" for space in range(11)}
    stacks |= {space_name(space): "B" for space in range(11, 17)}
    position = laid_out(stacks, (4, 4), last=True)

    assert len(with_long_names(TABLERO.describe_position(position))) <= 600


@given(positions() | arranged())
def test_names_of_moves_and_turns_fit_on_a_button(position: Position) -> None:
    moves = position.legal_moves()
    for move in (*moves[:40], *moves[-1:]):
        assert len(str(TABLERO.name_move(position, move))) <= 30


def test_names_of_whole_turns_fit_on_a_button() -> None:
    played = [position for seed in range(5) for position in game(seed) if position.dice]
    named = [
        len(str(TABLERO.name_turn(position, turn)))
        for position in played
        for turn in turns(position)
    ]

    assert 40 < max(named) <= 60


def line_of(position: Position, *notations: str) -> str:
    """Tell a turn in one line."""
    turn = []
    for notation in notations:
        move = TABLERO.parse(notation)
        after_it = position.play(move)
        turn.append((position, move, after_it))
        position = after_it
    return str(TABLERO.tell_turn(turn, Text("Ann")))


@pytest.mark.parametrize(
    ("notations", "line"),
    [
        (("P3", "P4"), "Ann placed on S3 and S4."),
        (("P3", "M4:S5"), "Ann placed on S3, then moved S4 to S5."),
        (("M4:C4", "P3"), "Ann moved S4 to C4, then placed on S3: the centre counts 4 to 6."),
        (("M3:C3,C4,N4",), "Ann moved S3 to C3, C4 and N4: the centre counts 3 to 10."),
    ],
)
def test_a_turn_is_told_in_one_line_that_names_its_player_once(
    notations: tuple[str, ...], line: str
) -> None:
    assert line_of(laid_out({"S4": "A", "S3": "ABA", "C6": "B"}, (3, 4)), *notations) == line


def test_tokens_taken_back_and_bumps_are_told_in_a_line() -> None:
    stuck = laid_out({}, (2, 3), reserve=(0, 0), seat=1)
    last = laid_out({}, (2, 3), reserve=(0, 0), seat=1, last=True)

    assert line_of(laid_out({"S6": "A"}, (2, 2)), "R:S6") == "Ann took S6 back to roll again."
    assert line_of(stuck, "bump") == "Ann bumped, so this is the last turn of player 1."
    assert line_of(last, "bump") == "Ann bumped."
