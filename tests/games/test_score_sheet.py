"""Score sheets: a game written down by hand is read, and what is wrong is named with its line."""

import json

import pytest

from games.errors import GameError
from games.record import replay
from games.registry import GAMES
from games.score_sheet import MOST_EVENTS, read_game
from games.transcript import told
from tests.games.drawn import played

TABLERO = """\
# A game from Thursday
game: tablero

1. @1-2 P1 P2
2. @3-3
   P3 P3   # both on one
"""


@pytest.mark.parametrize("key", GAMES)
def test_every_game_is_read_from_a_sheet_as_from_its_record(key: str) -> None:
    record = played(GAMES[key], 2)
    options = "".join(f"{name}: {value}\n" for name, value in record.options.items())
    sheet = (
        f"game: {key}\nseats: {record.seats}\n{options}setup: {json.dumps(record.setup)}\n"
        + "\n".join(record.moves)
    )

    assert replay(read_game(sheet)).position == replay(record).position
    assert read_game(record.to_json()) == record
    assert read_game(f"\ufeff {record.to_json()}") == record


@pytest.mark.parametrize("key", GAMES)
def test_a_game_told_in_words_is_refused_with_the_form_that_is_read(key: str) -> None:
    words = "\n".join(told(played(GAMES[key], 2)))

    with pytest.raises(GameError) as wrong:
        read_game(f"\n{words}")

    assert str(wrong.value) == (
        "Line 2: this is a game told in words, which leave out what was dealt. Use its record "
        f"(/game export), or a score sheet in notation that begins with 'game: {key}'"
    )


def test_turns_have_numbers_and_lines_as_people_like() -> None:
    record = read_game(TABLERO)

    assert record.moves == ("@1-2", "P1", "P2", "@3-3", "P3", "P3")
    assert record.seats == 2
    assert read_game("game: tablero").moves == ()


@pytest.mark.parametrize(
    ("sheet", "problem"),
    [
        ("", "Line 1: a score sheet begins with its game, like 'game: dice_matrix'"),
        ("@1-2", "Line 1: a score sheet begins with its game, like 'game: dice_matrix'"),
        ("\ngame: chess", "Line 2: There is no game 'chess'"),
        ("game: tablero\nseats: 3", "Line 2: Tablero di Berona can have 2 seats, not 3"),
        ("game: tablero\nseats: two", "Line 2: 'two' is not a number of seats"),
        ("game: tablero\nseats: 2\nseats: 2", "Line 3: 'seats' appears twice"),
        ("game: tablero\nscoring: running", "Line 2: Tablero di Berona has no option 'scoring'"),
        ("game: dice_matrix\nscoring: best", "Line 2: scoring can be "),
        ("game: dice_matrix\nsetup: {", "Line 2: this is not JSON"),
        ("game: dice_matrix\n=3", "Line 1: the set-up lacks "),
        ('game: tablero\nsetup: {"x": 1}', "Line 2: "),
        (f"{TABLERO}\n3. @1-2 P9", "Line 8: "),
        (f"{TABLERO}@1-1\nP1 P1 P1", "Line 8: "),
        ("game: tablero\n@1-2\n\nP3", "Line 4: "),
        ('{"format": "tavolo/1"}', "Ply 0: the record lacks "),
        ("[]", "Line 1: a score sheet begins with its game"),
        (
            "game: tablero\n" + "P1 " * (MOST_EVENTS + 1),
            f"Line 2: A game can have {MOST_EVENTS} events at most.",
        ),
        ("words " * (MOST_EVENTS + 1), "Line 1: a score sheet begins with its game"),
        ("{" + '"a":{' * 50_000, "Ply 0: this is not JSON: too deeply nested"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(sheet: str, problem: str) -> None:
    with pytest.raises(GameError) as wrong:
        read_game(sheet)

    assert str(wrong.value).startswith(problem)
