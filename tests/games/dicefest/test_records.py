"""Whole games of Dicefest as records: played, replayed, verified, left, and ended from outside."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.__main__ import main
from games.chance import SeededSource
from games.dicefest import DICEFEST
from games.dicefest.rules import Position
from games.errors import GameError, RecordError
from games.game import Reason, Result
from games.line import Line, start
from games.record import Record, history, replay
from tests.games.dicefest import rulebook as book
from tests.games.dicefest.played import dealt, table

GOLDEN = Path(__file__).parents[1] / "golden_dicefest.json"
# Any: what JSON gives.
Fields = dict[str, Any]


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> Fields:
    assert main(arguments) == 0
    fields: Fields = json.loads(capsys.readouterr().out)
    return fields


def at(line: Line) -> Position:
    """Return a line's position as the game's own type."""
    position = line.position
    assert isinstance(position, Position)
    return position


def apply(line: Line, *events: str) -> Line:
    for event in events:
        line = line.apply(event)
    return line


# The command line


def test_the_same_seed_plays_the_same_game_for_good(capsys: pytest.CaptureFixture[str]) -> None:
    golden = json.loads(GOLDEN.read_bytes())

    assert printed(capsys, "play", "dicefest", "--seed", "89", "--seats", "3") == golden
    assert printed(capsys, "play", "dicefest", "--seed", "4", "--seats", "3") != golden


def test_the_golden_game_holds_by_the_rulebook() -> None:
    """Replay a record that was written once and for all, and check every move by the book."""
    golden = Record.read(GOLDEN.read_text(encoding="utf-8"))
    *lines, last = history(golden)

    assert last.result == golden.result == Result(None, (2,), Reason.PLAYED)
    assert "pass" in golden.moves
    for line, event in zip(lines[3:], golden.moves[3:], strict=True):
        position = at(line)
        board = DICEFEST.write_position(position)
        assert event.partition("@")[0] in book.legal_by_the_book(board, position.seat)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_played_game_is_replayed_with_its_trace(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, seats: int
) -> None:
    file = tmp_path / "game.json"
    arguments = ("--seats", str(seats), "--max-moves", "400", "--trace")
    fields = printed(capsys, "play", "dicefest", "--seed", "8", *arguments)
    file.write_text(json.dumps(fields))
    shown = printed(capsys, "replay", str(file), "--trace")

    assert (fields["seats"], fields["options"]) == (seats, {})
    assert shown["trace"] == fields["trace"]
    assert shown["result"] == fields.get("result")
    for before, event in zip(fields["trace"], fields["moves"], strict=True):
        assert before["legal"] == sorted(before["legal"])
        # Legal lists have a rotation once, records name its spaces.
        assert event.partition("@")[0] in before["legal"]
        assert ("@" in event) == ("/" in event)
    assert [before["to_move"] for before in fields["trace"]][: seats + 1] == [*range(seats), 0]


def test_a_replay_shows_any_ply(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "replay", str(GOLDEN), "--at", "0") == {
        "position": {
            "dice": {},
            "counters": book.INNER,
            "collections": [0, 0, 0],
            "locked": [],
        },
        "to_move": 0,
        "legal": ["side:E", "side:N", "side:S", "side:W"],
        "result": None,
    }
    seated = printed(capsys, "replay", str(GOLDEN), "--at", "3")
    assert len(seated["position"]["dice"]) == 9


def test_other_numbers_of_seats_and_options_are_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for arguments, message in (
        (("--seats", "5"), "Dicefest can have 2, 3, 4 seats, not 5."),
        (("--option", "sides=opposite"), "Dicefest has no option 'sides'."),
    ):
        assert main(["play", "dicefest", "--seed", "1", *arguments]) == 2
        assert message in capsys.readouterr().err


SETUP = {"dice": [[2, 4, 6], [1, 3, 5], [1, 2, 3]]}
PICKED = ("side:S", "side:W", "side:N")


@pytest.mark.parametrize(
    ("moves", "ply", "message"),
    [
        (("b1-b2",), 0, "First everybody picks a side of the board."),
        (("side:S", "side:S"), 1, "The south side is taken by player 1."),
        ((*PICKED, "side:E"), 3, "All sides are picked."),
        ((*PICKED, "@3"), 3, "Dicefest has no chance events like '@3'."),
        ((*PICKED, "f1-f6"), 3, "The die on f1 moves 4 spaces north, not 5."),
        ((*PICKED, "f1/N"), 3, "Turning the die on f1 costs 2 counters, and you have 0."),
        ((*PICKED, "f1/N@c3,b2"), 3, "The spaces in 'f1/N@c3,b2' must be sorted"),
        ((*PICKED, "pass"), 3, "You can't pass while a die can move or turn"),
        ((*PICKED, "!resign:3"), 3, "There is no seat 3 in this game."),
        (("side:S", "!resign:0"), 1, "The game has not begun; it can only be aborted."),
        (("side:S", "!draw"), 1, "The game has not begun; it can only be aborted."),
        ((*PICKED, "!resign:1", "!timeout:1"), 4, "player 2 is not in the game any more."),
        ((*PICKED, "!draw", "f1-f5"), 4, "The game is over."),
    ],
)
def test_what_does_not_hold_is_named_with_its_ply(
    moves: tuple[str, ...], ply: int, message: str
) -> None:
    with pytest.raises(RecordError) as error:
        replay(Record("dicefest", 3, {}, SETUP, moves))

    assert error.value.ply == ply
    assert message in str(error.value)


# Leaving, and other events from outside


def test_of_two_the_other_wins_when_one_leaves() -> None:
    assert table(1).apply("!resign:0").result == Result(None, (1,), Reason.RESIGNED)
    assert table(1).apply("!timeout:1").result == Result(None, (0,), Reason.TIMEOUT)


@pytest.mark.parametrize("seats", [3, 4])
def test_of_more_the_others_play_on_and_the_last_wins_with_the_leavers_reason(seats: int) -> None:
    line = apply(table(1, seats), *(f"!resign:{seat}" for seat in range(1, seats - 1)))

    assert line.result is None
    assert line.to_move == 0
    over = line.apply(f"!timeout:{seats - 1}")
    assert over.result == Result(None, (0,), Reason.TIMEOUT)
    assert over.to_move is None


def test_who_left_is_skipped_and_the_counters_are_out_of_play() -> None:
    line, source = table(1, 3), SeededSource(1)
    while not at(line).collections[1]:
        line = line.play(DICEFEST.random_move(at(line), source))
    held = at(line).collections[1]
    line = line.apply("!resign:1")
    for _ in range(60):
        assert line.to_move in {0, 2}
        line = line.play(DICEFEST.random_move(at(line), source))

    assert at(line).collections[1] == held


def test_a_draw_is_shared_by_all_who_are_in_the_game_and_nobody_wins_an_aborted_one() -> None:
    line = table(1, 4).apply("!resign:2")

    assert line.apply("!draw").result == Result(None, (0, 1, 3), Reason.AGREED)
    assert line.apply("!abort").result == Result(None, (), Reason.ABORTED)
    assert start(DICEFEST, 2, dealt(1)).apply("!abort").result == Result(None, (), Reason.ABORTED)


@pytest.mark.parametrize("event", ["!leave:1", "!resign:-1", "!resign"])
def test_wrong_events_are_refused(event: str) -> None:
    with pytest.raises(GameError, match="is not an event of a game"):
        table(1).apply(event)


# Ranking


def test_seats_rank_by_winning_for_as_many_as_play() -> None:
    three = Result(None, (1,), Reason.PLAYED)
    draw = Result(None, (0, 1), Reason.PLAYED)

    assert DICEFEST.ranking(three, 3) == (1, 0, 1)
    assert DICEFEST.ranking(draw, 2) == (0, 0)
    assert DICEFEST.ranking(Result(None, (), Reason.ABORTED), 4) == (1, 1, 1, 1)
