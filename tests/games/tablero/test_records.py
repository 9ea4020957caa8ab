"""Whole games of Tablero as records: played, replayed, verified, and ended from outside."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.__main__ import main
from games.errors import IllegalMove, RecordError
from games.game import CHANCE, Reason, Result
from games.line import Line
from games.record import Record, history, replay
from games.tablero import TABLERO
from games.tablero.rules import Position
from tests.games.tablero.played import game
from tests.games.tablero.rulebook import legal_by_the_book

GOLDEN = Path(__file__).parents[1] / "golden_tablero.json"
# Any: what JSON gives.
Fields = dict[str, Any]


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Fields:
    assert main(arguments) == 0
    fields: Fields = json.loads(capsys.readouterr().out)
    return fields


def record(*moves: str, result: Result | None = None) -> Record:
    return Record("tablero", 2, {}, {}, moves, result)


def test_the_same_seed_plays_the_same_game_for_good(capsys: pytest.CaptureFixture[str]) -> None:
    golden = json.loads(GOLDEN.read_bytes())

    assert printed(capsys, "play", "tablero", "--seed", "1") == golden
    assert printed(capsys, "play", "tablero", "--seed", "2") != golden


def test_the_golden_game_holds_by_the_rulebook() -> None:
    golden = Record.read(GOLDEN.read_text())
    *lines, last = history(golden)

    assert last.result == golden.result
    assert {move[0] for move in golden.moves} == {"@", "P", "M", "R", "b"}
    for line, event in zip(lines, golden.moves, strict=True):
        if line.to_move == CHANCE:
            assert event.startswith("@")
        else:
            assert isinstance(line.position, Position)
            assert event in legal_by_the_book(line.position)


def test_a_played_game_is_replayed_with_its_trace(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    for seed in range(5):
        played = printed(capsys, "play", "tablero", "--seed", str(seed), "--trace")
        file.write_text(json.dumps(played))
        replayed = printed(capsys, "replay", str(file), "--trace")

        assert replayed["trace"] == played["trace"]
        assert played["trace"][0] == {"to_move": "chance", "legal": []}
        assert replayed["result"] == played["result"]
        assert replayed["position"] == TABLERO.write_position(game(seed)[-1])
        assert (replayed["to_move"], replayed["legal"]) == (None, [])


def test_a_replay_shows_any_ply(capsys: pytest.CaptureFixture[str]) -> None:
    shown = printed(capsys, "replay", str(GOLDEN), "--at", "1")
    low, high = json.loads(GOLDEN.read_bytes())["moves"][0][1::2]

    assert shown == {
        "position": {
            "stacks": {},
            "reserve": [12, 12],
            "dice": [int(low), int(high)],
            "last": False,
        },
        "to_move": 0,
        "legal": sorted({f"P{low}", f"P{high}"}),
        "result": None,
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--seats", "3"), "Tablero di Berona can have 2 seats, not 3."),
        (("--option", "scoring=ledger"), "Tablero di Berona has no option 'scoring'."),
    ],
)
def test_there_are_two_seats_and_no_options(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    assert main(("play", "tablero", "--seed", "1", *arguments)) == 2
    assert capsys.readouterr() == ("", f"Ply 0: {message}\n")


@pytest.mark.parametrize(
    ("moves", "ply", "message"),
    [
        (("P3",), 0, "Chance comes first: 'P3' is a move."),
        (("@3-4", "@3-4"), 1, "No chance event is due: '@3-4'."),
        (("@4-3",), 0, "'@4-3' is not a move of Tablero di Berona"),
        (("@3-4", "P5"), 1, "No die shows 5; the dice are 3 and 4."),
        (("@3-4", "P3", "P3"), 2, "No die shows 3; the 4 is left."),
        (("@3-4", "P3 P4"), 1, "'P3 P4' is not a move of Tablero di Berona"),
        (("@3-3", "R:S3"), 1, "S3 is empty."),
        (("!resign:2",), 0, "There is no seat 2 in this game."),
        (("!draw", "@3-4"), 1, "The game is over."),
    ],
)
def test_what_does_not_hold_is_named_with_its_ply(
    moves: tuple[str, ...], ply: int, message: str
) -> None:
    with pytest.raises(RecordError) as error:
        replay(record(*moves))

    assert error.value.ply == ply
    assert message in str(error.value)


CENTRE = ("@3-4", "P3", "P4", "@1-2", "P1", "P2", "@3-4", "M3:C3")
"""Seat 0 owns the centre's 3, with a die left to use."""


@pytest.mark.parametrize(
    ("event", "winners", "reason"),
    [
        ("!resign:0", (1,), Reason.RESIGNED),
        ("!timeout:1", (0,), Reason.TIMEOUT),
        ("!draw", (0, 1), Reason.AGREED),
        ("!abort", (), Reason.ABORTED),
    ],
)
def test_events_from_outside_end_a_game_at_any_time(
    event: str, winners: tuple[int, ...], reason: Reason
) -> None:
    for moves, scores in (((), (0, 0)), (CENTRE[:1], (0, 0)), (CENTRE, (3, 0))):
        over = replay(record(*moves, event))
        assert over.result == Result(scores, winners, reason)
        assert over.to_move is None


def told(line: Line) -> list[str]:
    return [TABLERO.format(played.move) for played in line.turn]


def test_a_line_knows_the_moves_of_the_last_turn() -> None:
    lines = history(record(*CENTRE, "P4", "@5-5", "P5", "P5", "@2-2", "R:C3", "@1-1", "P1"))

    assert [told(line) for line in lines] == [
        *([], [], ["P3"], ["P3", "P4"], ["P3", "P4"], ["P1"], ["P1", "P2"], ["P1", "P2"]),
        *(["M3:C3"], ["M3:C3", "P4"], ["M3:C3", "P4"], ["P5"], ["P5", "P5"], ["P5", "P5"]),
        *(["R:C3"], ["R:C3"], ["P1"]),
    ]
    assert [played.seat for played in lines[9].turn] == [0, 0]
    assert lines[9].last == lines[9].turn[-1]


def test_a_whole_turn_is_played_move_by_move_or_not_at_all() -> None:
    line = replay(record("@3-4"))
    for move in line.game.read_turn(line.position, "P3 M3:C3")[:1]:
        line = line.play(move)

    with pytest.raises(IllegalMove, match="No die shows 3; the 4 is left"):
        line.apply("M3:C3")
    assert told(line) == ["P3"]
