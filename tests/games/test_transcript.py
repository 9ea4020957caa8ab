"""Records in words: every turn with its number, what came from outside, and the result."""

from collections.abc import Sequence

import pytest

from games.chance import SeededSource
from games.dice_matrix import DICE_MATRIX
from games.errors import RecordError
from games.game import Reason, Result
from games.record import Record, history, replay
from games.registry import GAMES
from games.transcript import told
from games.words import Seat
from tests.games.drawn import played

SETUP = DICE_MATRIX.write_setup(DICE_MATRIX.deal(SeededSource(1), 2, {"scoring": "running"}))


def dice_matrix(*moves: str, result: Result | None = None) -> Record:
    return Record("dice_matrix", 2, {}, SETUP, moves, result)


def numbers(lines: Sequence[str]) -> list[int]:
    return [int(line.split(". ")[0]) for line in lines if line[0].isdigit()]


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_turn_of_a_whole_game_is_told_under_its_number(key: str) -> None:
    game = GAMES[key]
    seats = game.about.seats[-1]
    record = played(game, 3, seats=seats)
    line = replay(record)

    lines = told(record)

    assert lines[0].startswith(f"{game.about.name} for {seats} players")
    assert numbers(lines) == list(range(1, line.turns + 1))
    rolls = [said for said in lines if said.startswith("    ")]
    assert len(rolls) == sum(move.startswith("@") for move in record.moves)
    assert line.result is not None
    ending = " ".join(lines[-2:]).lower()
    assert all(str(Seat(winner)) in ending for winner in line.result.winners)


@pytest.mark.parametrize(
    ("event", "ends"),
    [
        ("!resign:0", ["    Player 1 resigns.", "Player 2 wins by resignation."]),
        ("!timeout:1", ["    Player 2 runs out of time.", "Player 1 wins on time."]),
        ("!draw", ["    The players agree on a draw.", "A draw by agreement."]),
        ("!abort", ["    The game is aborted.", "No result: the game was aborted."]),
    ],
)
def test_what_ends_a_game_from_outside_is_told(event: str, ends: list[str]) -> None:
    lines = told(dice_matrix("=3", event))

    assert lines[-3:-1] == tuple(ends)
    assert lines[-1].startswith("Points: player 1 ")


def test_a_running_game_says_whose_turn_it_is() -> None:
    assert told(dice_matrix("=3"))[-1] == "Player 2 is to move."
    assert told(Record("tablero", 2, {}, {}, ()))[-1] == "Chance is to move."


def test_half_a_turn_is_told_where_the_record_ends_or_somebody_leaves() -> None:
    half = ("@1-2", "P1")

    assert told(Record("tablero", 2, {}, {}, half))[-2:] == (
        "1. Player 1 placed on S1.",
        "Player 1 is to move.",
    )
    assert told(Record("tablero", 2, {}, {}, (*half, "!resign:0")))[2:4] == (
        "1. Player 1 placed on S1.",
        "    Player 1 resigns.",
    )


def test_a_takeback_is_told_and_its_turn_has_its_number_again() -> None:
    record = played(DICE_MATRIX, 1, events=12, takebacks=0.5)
    ply = next(n for n, move in enumerate(record.moves) if move.startswith("!back:"))
    turns = history(record)[ply + 1].turns

    lines = told(record)

    # The first line is the game's name, and a move of this game is a turn.
    went_on = f"the game goes on after turn {turns}." if turns else "the game begins again."
    assert lines[ply + 1] == f"    Taken back: {went_on}"
    assert numbers(lines[ply + 2 :])[0] == turns + 1


def test_a_record_that_does_not_hold_is_refused_with_its_ply() -> None:
    with pytest.raises(RecordError, match="Ply 1"):
        told(dice_matrix("=3", "z9"))
    with pytest.raises(RecordError, match="Ply 1"):
        told(dice_matrix("=3", result=Result((1, 2), (0,), Reason.PLAYED)))
