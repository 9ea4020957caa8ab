"""Whole games of MatriO as records: played, replayed, verified, left, and ended from outside."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from games.__main__ import main
from games.chance import SeededSource
from games.errors import GameError, GameOver, IllegalMove, RecordError
from games.game import Reason, Result
from games.line import Line, start
from games.matrio import MATRIO
from games.matrio.rules import Position
from games.record import Record, history, replay
from tests.games.matrio.played import OPEN_WITH_2C, laid_out, table

GOLDEN = Path(__file__).parents[1] / "golden_matrio.json"
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


def played_on(line: Line, seed: int = 1) -> Line:
    """Play a game at random to its end."""
    source = SeededSource(seed)
    while line.result is None:
        line = line.play(MATRIO.random_move(at(line), source))
    return line


def apply(line: Line, *events: str) -> Line:
    for event in events:
        line = line.apply(event)
    return line


# The command line


def test_the_same_seed_plays_the_same_game_for_good(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, "play", "matrio", "--seed", "1") == json.loads(GOLDEN.read_bytes())


def test_a_game_of_long_ago_still_replays() -> None:
    """Replay a record that was written once and for all: no change may make it invalid."""
    record = Record.read(GOLDEN.read_text(encoding="utf-8"))

    assert record.result == Result((-80, None, None, 10), (3,), Reason.PLAYED)
    assert replay(record).result == record.result
    assert [at(line).points for line in history(record)][::10] == [
        (0, 0, 0, 0),
        (0, 0, 0, 0),
        (263, 0, 0, 213),
        (-112, 0, 0, 246),
        (14, None, None, 80),
    ]


@pytest.mark.parametrize("lead", ["any", "2C"])
def test_a_played_game_is_replayed_with_its_trace(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, lead: str
) -> None:
    file = tmp_path / "game.json"
    arguments = ("--seats", "4", "--option", f"lead={lead}", "--trace")
    fields = printed(capsys, "play", "matrio", "--seed", "8", *arguments)
    file.write_text(json.dumps(fields))
    shown = printed(capsys, "replay", str(file), "--trace")

    assert fields["options"] == {"lead": lead}
    assert shown["trace"] == fields["trace"]
    assert (shown["to_move"], shown["legal"], shown["result"]) == (None, [], fields["result"])
    for before, event in zip(fields["trace"], fields["moves"], strict=True):
        assert before["legal"] == sorted(before["legal"])
        assert event in before["legal"]
    opened = fields["trace"][0]
    assert "2C" in fields["setup"]["hands"][opened["to_move"]]
    assert all(move.startswith("2C>") for move in opened["legal"]) == (lead == "2C")


def test_other_tables_than_of_four_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "matrio", "--seed", "1", "--seats", "3"]) == 2
    assert "MatriO can have 4 seats, not 3." in capsys.readouterr().err


# Leaving


def test_who_leaves_puts_the_hand_away_and_the_others_play_on() -> None:
    line = apply(table(1), "!resign:3")

    assert at(line).hands[3] == ()
    assert MATRIO.write_position(at(line))["withdrawn"] == [3]
    over = played_on(line)
    played = {card for stack in at(over).trays for card in stack}
    assert played.isdisjoint(at(over).deal.hands[3])
    assert over.result is not None
    assert over.result.reason is Reason.PLAYED
    assert over.result.scores is not None
    assert over.result.scores[3] is None
    assert 3 not in over.result.winners


def test_the_dots_of_who_left_stay_and_score_for_nobody() -> None:
    lines = {"r3": "QS 4D 7C 6H", "c2": "7S KD 5C 7H"}
    position = laid_out(lines, ["KS", "KC", "KH", "AS"], dots={"r3c2": 2})
    left = at(start(MATRIO, 4, position).apply("!timeout:2"))

    assert left.cells[7] == 208
    assert left.dots[7] == 2
    assert left.points == (0, 0, None, 0)


def test_the_turn_passes_on_when_who_is_to_move_leaves() -> None:
    line = table(1)
    seat = at(line).seat

    assert line.apply(f"!resign:{seat}").to_move == (seat + 1) % 4
    assert line.apply(f"!resign:{(seat + 1) % 4}").to_move == seat
    both = apply(line, f"!resign:{(seat + 1) % 4}", f"!resign:{seat}")
    assert both.to_move == (seat + 2) % 4


def test_a_holder_of_the_2_of_clubs_who_leaves_frees_the_lead() -> None:
    line = table(1, OPEN_WITH_2C)
    holder = at(line).seat
    freed = line.apply(f"!timeout:{holder}")
    bound = line.apply(f"!timeout:{(holder + 1) % 4}")

    assert not at(freed).must_open
    assert {move.card for move in at(freed).legal_moves()} == set(at(freed).hands[(holder + 1) % 4])
    assert at(bound).must_open
    assert all(name.startswith("2C>") for name in MATRIO.legal_notation(at(bound)))


@pytest.mark.parametrize(
    ("event", "reason"), [("!resign:2", Reason.RESIGNED), ("!timeout:2", Reason.TIMEOUT)]
)
def test_the_last_one_in_the_game_wins_at_once_with_the_leavers_reason(
    event: str, reason: Reason
) -> None:
    line = apply(table(1), "!resign:0", "!timeout:3", event)

    assert line.result == Result((None, 0, None, None), (1,), reason)
    assert line.to_move is None
    with pytest.raises(GameOver):
        line.apply("!abort")


def test_a_player_alone_after_withdrawals_may_still_give_up_and_nobody_wins() -> None:
    dots = {f"r{row}c{column}": 0 for row in (1, 2, 3) for column in (1, 2, 3)}
    cards = dict.fromkeys(("r1", "r2", "r3", "c1", "c2", "c3"), "2S 2D 2C 2H")
    alone = start(MATRIO, 4, laid_out(cards, ["KS", "", "", ""], dots=dots, withdrawn=(1, 2, 3)))
    given_up = alone.apply("!resign:0")

    assert alone.to_move == 0
    assert given_up.result == Result((None,) * 4, (), Reason.RESIGNED)
    assert given_up.to_move is None
    with pytest.raises(IllegalMove, match="player 2 is not in the game any more"):
        alone.apply("!resign:1")


def test_a_game_ends_as_played_where_the_last_card_leaves_with_its_player() -> None:
    position = laid_out({}, ["", "", "KS", ""], seat=2)

    assert start(MATRIO, 4, position).apply("!resign:2").result == Result(
        (0, 0, None, 0), (0, 1, 3), Reason.PLAYED
    )


def test_a_draw_is_shared_by_all_who_are_still_in_and_nobody_wins_an_aborted_game() -> None:
    line = apply(table(1), "!resign:1")

    assert line.apply("!draw").result == Result((0, None, 0, 0), (0, 2, 3), Reason.AGREED)
    assert line.apply("!abort").result == Result((0, None, 0, 0), (), Reason.ABORTED)


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ("@3", "MatriO has no chance events like '@3'."),
        ("!resign:4", "There is no seat 4 in this game."),
        ("!leave:1", "'!leave:1' is not an event of a game."),
        ("QS>r9S", "'QS>r9S' is not a move of MatriO"),
    ],
)
def test_wrong_events_are_refused(event: str, message: str) -> None:
    with pytest.raises(GameError) as error:
        table(1).apply(event)

    assert message in str(error.value)


def test_a_wrong_card_in_a_record_is_named_with_its_ply() -> None:
    record = Record.read(GOLDEN.read_text(encoding="utf-8"))
    moves = (*record.moves[:2], record.moves[1], *record.moves[3:])

    with pytest.raises(RecordError, match=r"^Ply 2: There is no .* in your hand\."):
        replay(replace(record, moves=moves))


# Ranking


@pytest.mark.parametrize(
    ("scores", "winners", "ranks"),
    [
        ((10, 40, 30, 20), (1,), (3, 0, 1, 2)),
        ((10, 40, 40, -5), (1, 2), (1, 0, 0, 2)),
        ((10, 40, 10, 10), (1,), (1, 0, 1, 1)),
        ((None, -40, None, -50), (1,), (2, 0, 2, 1)),
        ((None, 5, None, None), (1,), (1, 0, 1, 1)),
        ((7, None, 9, 3), (0, 2, 3), (0, 1, 0, 0)),
        ((None, None, None, None), (), (1, 1, 1, 1)),
    ],
)
def test_seats_rank_by_points_with_those_who_withdrew_last(
    scores: tuple[int | None, ...], winners: tuple[int, ...], ranks: tuple[int, ...]
) -> None:
    assert MATRIO.ranking(Result(scores, winners, Reason.PLAYED)) == ranks
