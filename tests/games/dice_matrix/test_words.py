"""Dice Matrix in words: complete for a listener, short enough for Discord."""

import re
from collections import Counter

from hypothesis import given

from games.dice_matrix import DICE_MATRIX
from games.dice_matrix.rules import Die, Position, Take, Turn, cell_index
from games.words import Plural, Seat, Text, fill
from tests.games.played import RECOUNT, game, laid_out, positions

K1, K5, R4 = Die(0, 1), Die(0, 5), Die(1, 4)
C4, C6 = cell_index("c4"), cell_index("c6")
LONGEST_NAME = "W" * 32
COLOUR_NAMES = ("black", "red", "pink", "yellow", "blue")


def with_long_names(text: Text) -> str:
    """Show a text in English where both players have the longest names that Discord allows."""
    values = {
        key: LONGEST_NAME if isinstance(value, Seat) else value
        for key, value in text.values.items()
    }
    plural = isinstance(text, Plural) and text.n != 1
    pattern = text.plural if isinstance(text, Plural) and plural else text.source
    return fill(Text(pattern, **values), with_long_names, pattern)


def described_dice(lines: list[str]) -> Counter[str]:
    """Count the dice in rows or areas as a listener would."""
    dice: Counter[str] = Counter()
    for line in lines:
        for colour, faces in re.findall(r"(black|red|pink|yellow|blue)((?: \d)+)", line):
            dice.update(f"{colour} {face}" for face in faces.split())
    return dice


def test_a_move_is_told_with_its_points_and_both_totals() -> None:
    before = laid_out({"c4": K1, "c6": K5, "a1": R4})
    pair, single = Take(C4, C6), Take(C4)

    assert str(DICE_MATRIX.describe_move(before, pair, before.play(pair))) == (
        "player 2 took c4 and c6, black 1 and black 5: 5 points (5 to 2)."
    )
    assert str(DICE_MATRIX.describe_move(before, single, before.play(single))) == (
        "player 2 took c4, black 1: 2 points (2 to 2)."
    )


def test_the_first_move_is_told() -> None:
    dealt = Position(laid_out({"a1": R4}).setup)

    assert str(DICE_MATRIX.describe_move(dealt, Turn(3), dealt.play(Turn(3)))) == (
        "player 1 turned the left-over pink die to 3: 2 points (2 to 0)."
    )


def test_moves_are_named_for_a_button() -> None:
    position = laid_out({"c4": K1, "c6": K5, "a1": R4})

    assert str(DICE_MATRIX.name_move(position, Take(C4, C6))) == "c4 and c6, 5 points"
    assert str(DICE_MATRIX.name_move(position, Take(C4))) == "c4, 2 points"
    assert str(DICE_MATRIX.name_move(Position(position.setup), Turn(3))) == "turn to 3, 2 points"


def test_no_points_are_told_under_recount_until_the_end() -> None:
    *running, over = game(4, RECOUNT)

    for before, after in zip(running, [*running[1:], over], strict=True):
        for move in before.legal_moves()[:5]:
            assert "point" not in str(DICE_MATRIX.name_move(before, move))
            told = str(DICE_MATRIX.describe_move(before, move, before.play(move)))
            assert "point" not in told
            assert " to " not in told.replace("die to ", "")
        assert "point" not in str(DICE_MATRIX.describe_position(before))
        assert after.seat == 1 - before.seat
    assert "point" in str(DICE_MATRIX.describe_position(over))


def test_a_position_is_described_line_by_line() -> None:
    position = laid_out({"c4": K1, "c6": K5, "a6": R4}).play(Take(C4))

    assert str(DICE_MATRIX.describe_position(position)).splitlines() == [
        "player 1 to move.",
        "Row 7: empty",
        "Row 6: a red 4, c black 5",
        "Row 5: empty",
        "Row 4: empty",
        "Row 3: empty",
        "Row 2: empty",
        "Row 1: empty",
        "player 1, 2 points: pink 2",
        "player 2, 2 points: black 1",
    ]


def test_a_dealt_position_names_the_left_over_die() -> None:
    dealt = Position(laid_out({"a1": R4}).setup)

    assert str(DICE_MATRIX.describe_position(dealt)).startswith(
        "player 1 to turn the left-over die, pink 2, to any face.\nRow 7: a black 1, "
    )


def test_a_finished_position_names_the_winner_or_the_draw() -> None:
    pair = laid_out({"c4": K1, "c6": K5}).play(Take(C4, C6))
    single = laid_out({"c4": K1}).play(Take(C4))

    assert str(DICE_MATRIX.describe_position(pair)).startswith("player 2 wins, 5 to 2.")
    assert str(DICE_MATRIX.describe_position(single)).startswith("A draw, 2 to 2.")


@given(positions(over=True))
def test_a_description_says_where_every_die_is(position: Position) -> None:
    _, *lines = str(DICE_MATRIX.describe_position(position)).splitlines()
    rows, areas = lines[:7], lines[7:]

    told = {
        f"{column}{7 - n}": die
        for n, row in enumerate(rows)
        for column, die in re.findall(r"\b([a-g]) (\w+ \d)", row)
    }
    there = {
        f"{'abcdefg'[cell % 7]}{cell // 7 + 1}": f"{COLOUR_NAMES[die.colour]} {die.face}"
        for cell, die in enumerate(position.matrix)
        if die
    }
    assert told == there
    for seat, area in enumerate(areas):
        heights = {
            f"{COLOUR_NAMES[stack // 6]} {stack % 6 + 1}": height
            for stack, height in enumerate(position.areas[seat])
            if height
        }
        assert described_dice([area]) == heights


@given(positions(over=True))
def test_a_description_fits_in_an_alt_text_with_the_longest_names(position: Position) -> None:
    description = with_long_names(DICE_MATRIX.describe_position(position))

    assert LONGEST_NAME in description
    assert len(description) <= 950


def test_a_full_matrix_is_the_longest_description_and_fits() -> None:
    for seed in range(15):
        lengths = [
            len(with_long_names(DICE_MATRIX.describe_position(position))) for position in game(seed)
        ]
        assert max(lengths) == max(lengths[:2]) <= 950
