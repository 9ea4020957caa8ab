"""Records: written and read to the letter, replayed event by event."""

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.dice_matrix import DICE_MATRIX
from games.errors import RecordError
from games.game import Reason, Result
from games.record import Fair, Record, history, replay
from games.registry import GAMES
from tests.games.played import game
from tests.games.toy import TOY

GOLDEN = Path(__file__).parent / "golden_dice_matrix.json"
FAIR = Fair("ABCDE", "0" * 64, "f" * 64)
# Any: records are broken in every way that JSON allows.
Fields = dict[str, Any]


def record_of(seed: int = 1) -> Record:
    """Return the record of a whole random game."""
    played = game(seed)
    moves = []
    for before, after in pairwise(played):
        move = next(move for move in before.legal_moves() if before.play(move) == after)
        moves.append(DICE_MATRIX.format(move))
    return Record(
        game="dice_matrix",
        seats=2,
        options={"scoring": "running"},
        setup=DICE_MATRIX.write_setup(played[0]),
        moves=tuple(moves),
        result=played[-1].result(),
    )


RECORD = record_of()


def fields(**changes: object) -> Fields:
    written: Fields = json.loads(RECORD.to_json())
    return written | changes


def problem(text: str) -> RecordError:
    with pytest.raises(RecordError) as error:
        replay(Record.read(text))
    return error.value


def test_a_record_is_read_as_it_was_written() -> None:
    for record in (
        RECORD,
        replace(RECORD, result=None, moves=RECORD.moves[:4], fair=Fair("ABCDE", "0" * 64)),
        replace(RECORD, fair=FAIR),
        replace(RECORD, fair=replace(FAIR, seqs=(1, 5))),
        replace(RECORD, result=Result(None, (), Reason.ABORTED)),
        replace(RECORD, result=Result((None, 4), (1,), Reason.TIMEOUT)),
    ):
        text = record.to_json()
        assert "\n" not in text
        assert Record.read(text) == record


def test_a_record_replays_to_its_end() -> None:
    line = replay(RECORD)

    assert line.result == RECORD.result
    assert line.ply == len(RECORD.moves)
    assert line.position == game(1)[-1]


@pytest.mark.parametrize("ply", [0, 1, 7])
def test_a_record_replays_to_any_ply(ply: int) -> None:
    assert replay(RECORD, ply).position == game(1)[ply]
    assert [line.ply for line in history(RECORD, ply)] == list(range(ply + 1))


def test_a_ply_beyond_the_end_is_named() -> None:
    events = len(RECORD.moves)
    with pytest.raises(RecordError, match=f"Ply {events + 1}: .* has {events} events"):
        replay(RECORD, events + 1)


def test_what_comes_after_the_ply_is_checked_too() -> None:
    wrong = replace(RECORD, moves=(*RECORD.moves[:-1], "=3"))

    with pytest.raises(RecordError) as error:
        replay(wrong, 2)
    assert error.value.ply == len(RECORD.moves) - 1


def test_missing_options_mean_the_default() -> None:
    assert replay(Record.read(json.dumps(fields(options={})))).result == RECORD.result


def test_a_trace_is_let_be() -> None:
    assert Record.read(json.dumps(fields(trace=[{"to_move": 0}]))) == RECORD


def test_unknown_keys_are_let_be_in_the_fair_part_only() -> None:
    fair = {"id": "ABCDE", "commitment": "0" * 64, "secret": "f" * 64, "note": 1}

    assert Record.read(json.dumps(fields(fair=fair))).fair == FAIR
    assert "unknown key 'note'" in str(problem(json.dumps(fields(note=1))))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "tavolo/3"}, "the format is neither 'tavolo/1' nor 'tavolo/2'"),
        ({"format": None}, "the format is neither 'tavolo/1' nor 'tavolo/2'"),
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"game": ["dice_matrix"]}, "the game must be a text"),
        ({"seats": 3}, "Dice Matrix can have 2 seats, not 3."),
        ({"seats": 2.0}, "the number of seats must be a whole number"),
        ({"seats": True}, "the number of seats must be a whole number"),
        ({"options": []}, "the options must be an object"),
        ({"options": {"scoring": 1}}, "the option 'scoring' must be a text"),
        ({"options": {"lead": "any"}}, "Dice Matrix has no option 'lead'."),
        ({"options": {"scoring": "x"}}, "scoring can be running, recount, not 'x'."),
        ({"setup": []}, "the set-up must be an object"),
        ({"setup": {}}, "the set-up lacks 'matrix'"),
        ({"moves": {}}, "the moves must be a list"),
        ({"result": None}, "the result must be an object"),
        ({"result": {}}, "the result lacks 'scores'"),
        (
            {"result": {"scores": None, "winners": [], "reason": "played", "x": 1}},
            "the result has the unknown key 'x'",
        ),
        (
            {"result": {"scores": [1], "winners": [], "reason": "played"}},
            "there must be one score for each seat",
        ),
        (
            {"result": {"scores": ["1", 2], "winners": [], "reason": "played"}},
            "a score must be a whole number",
        ),
        (
            {"result": {"scores": None, "winners": [False], "reason": "played"}},
            "a winner must be a whole number",
        ),
        (
            {"result": {"scores": None, "winners": None, "reason": "played"}},
            "the winners must be a list",
        ),
        (
            {"result": {"scores": None, "winners": [], "reason": "bored"}},
            "there is no reason 'bored'",
        ),
        ({"fair": 1}, "the fair part must be an object"),
        ({"fair": {"id": "A"}}, "the fair part lacks 'commitment'"),
        ({"fair": {"id": 1, "commitment": "0" * 64}}, "the id of the fair part must be a text"),
        ({"fair": {"id": "Ä", "commitment": "0" * 64}}, "the id of the fair part is not ASCII"),
        ({"fair": {"id": "A", "commitment": "0" * 63}}, "the commitment must be 32 bytes in hexa"),
        (
            {"fair": {"id": "A", "commitment": "0" * 64, "secret": "00 " * 32}},
            "the secret must be 32 bytes in hexadecimal",
        ),
        (
            {"fair": {"id": "A", "commitment": "0" * 64, "seqs": [1, "2"]}},
            "a seq must be a whole number",
        ),
    ],
)
def test_what_is_wrong_is_named_before_the_first_ply(changes: Fields, message: str) -> None:
    error = problem(json.dumps(fields(**changes)))

    assert error.ply == 0
    assert message in str(error)
    assert str(error).startswith("Ply 0: ")


@pytest.mark.parametrize("key", ["format", "game", "seats", "options", "setup", "moves"])
def test_missing_keys_are_named(key: str) -> None:
    written = fields()
    del written[key]

    assert f"the record lacks {key!r}" in str(problem(json.dumps(written)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "this is not JSON"),
        ("{", "this is not JSON"),
        ("\ufeff{}", "this is not JSON"),
        ("NaN", "this is not JSON: NaN"),
        ("[1]", "the record must be an object"),
        ("null", "the record must be an object"),
        ("[" * 100_000, "this is not JSON: too deeply nested"),
        ("9" * 10_000, "this is not JSON"),
        ('{"a": 1, "a": 2}', "the key 'a' appears twice in one object"),
        ('{"a\\nb": 1}', "the record lacks 'format'"),
    ],
)
def test_text_that_is_no_record_is_refused_on_one_line(text: str, message: str) -> None:
    error = problem(text)

    assert message in str(error)
    assert len(str(error).splitlines()) == 1


@pytest.mark.parametrize(
    ("ply", "event", "message"),
    [
        (0, "c4", "The first move turns the left-over die"),
        (1, "=3", "The left-over die has been placed"),
        (3, "z9", "'z9' is not a move of Dice Matrix"),
        (3, 7, "the move must be a text"),
        (3, None, "the move must be a text"),
        (3, "@3", "Dice Matrix has no chance events"),
        (3, "!resign:2", "There is no seat 2"),
        (3, "!abort", "The game is over."),
    ],
)
def test_a_wrong_event_is_named_with_its_ply(ply: int, event: object, message: str) -> None:
    moves: list[object] = list(RECORD.moves)
    moves[ply] = event
    error = problem(json.dumps(fields(moves=moves)))

    assert message in str(error)
    assert error.ply == (ply + 1 if event == "!abort" else ply)


def test_a_wrong_result_is_refused() -> None:
    assert RECORD.result is not None
    other = replace(RECORD, result=replace(RECORD.result, winners=(0, 1)))
    early = replace(RECORD, moves=RECORD.moves[:5])

    assert "the result is not the one of the game" in str(problem(other.to_json()))
    assert "the game is still running" in str(problem(early.to_json()))
    assert problem(early.to_json()).ply == 5


def test_events_from_outside_replay() -> None:
    left = replace(
        RECORD,
        moves=(*RECORD.moves[:3], "!timeout:1"),
        result=Result(replay(RECORD, 3).position.scores(), (0,), Reason.TIMEOUT),
    )

    assert replay(left).result == left.result


def test_games_with_chance_and_more_seats_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", TOY)
    moves = ("pick:1", "pick:2", "pick:3", "@3", "!resign:0", "@6", "keep")
    record = Record(
        "toy", 3, {}, {"stake": 5}, moves, Result((None, 6, 0), (1,), Reason.PLAYED), FAIR
    )

    assert replay(Record.read(record.to_json())).result == record.result
    assert [line.to_move for line in history(record)] == [0, 1, 2, "chance", 0, "chance", 1, None]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda values: st.lists(values) | st.dictionaries(st.text(), values),
    max_leaves=5,
)


@given(st.sampled_from([*RECORD.fields(), "fair", "result"]), JSON)
@example("setup", {"matrix": {"a1": []}, "left": {}})
@example("moves", ["\ud800"])
def test_no_json_does_worse_than_a_record_error(key: str, value: object) -> None:
    text = json.dumps(fields() | {key: value})
    try:
        lines = str(replay(Record.read(text)).ply).splitlines()
    except RecordError as error:
        lines = str(error).splitlines()
    assert len(lines) == 1


def test_a_game_of_long_ago_still_replays() -> None:
    """Replay a record that was written once and for all: no change may make it invalid."""
    record = Record.read(GOLDEN.read_text(encoding="utf-8"))
    line = replay(record)

    assert record.result == Result((196, 160), (0,), Reason.PLAYED)
    assert line.result == record.result
    assert [each.position.scores() for each in history(record)][::9] == [
        (0, 0),
        (17, 12),
        (51, 47),
        (116, 90),
        (182, 160),
    ]
