"""Handicaps in the games: what a record holds of them, and what a result counts."""

import json
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.__main__ import main
from games.chance import SeededSource
from games.errors import GameError, OptionError, RecordError
from games.fairness import verify
from games.handicap import NO_HANDICAPS, Handicaps, tidy
from games.line import AnyGame, Line, start
from games.players import Budget, Level, chances_of, player_of
from games.record import Record, history, replay
from games.registry import GAMES
from games.score_sheet import read_game
from games.transcript import told
from games.verdict import verdict
from tests.games import drawn
from tests.games.test_second_verifier import needs_node, ours, theirs

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
FULL = {key: game.about.seats[-1] for key, game in GAMES.items()}


def sizes_of(game: AnyGame) -> tuple[int, ...]:
    assert game.about.handicap is not None
    return game.about.handicap.sizes


@cache
def played(game: AnyGame, handicap: Handicaps, seed: int = 5) -> tuple[Record, Line]:
    """Play a game at random, and return its record and how it ended."""
    seats, source = FULL[game.about.key], SeededSource(seed)
    options = game.options_of({})
    line = start(game, seats, game.handicapped(game.deal(source, seats, options), handicap))
    setup, moves = game.write_setup(line.position), list[str]()
    while line.to_move is not None:
        drawn = line.to_move == "chance"
        move = line.position.roll(source) if drawn else game.random_move(line.position, source)
        moves.append(game.format(move))
        line = line.play(move)
    record = Record(
        game.about.key, seats, options, setup, tuple(moves), line.result, handicap=handicap
    )
    return record, line


def some(game: AnyGame, size: int) -> Handicaps:
    """Give a handicap to all but the first seat."""
    return (0, *[size] * (FULL[game.about.key] - 1))


@every_game
def test_a_record_holds_it_and_its_result_counts_it(game: AnyGame) -> None:
    for size in sizes_of(game):
        record, line = played(game, some(game, size))
        again = Record.read(record.to_json())
        assert again == record
        assert json.loads(record.to_json())["handicap"] == list(some(game, size))
        assert replay(again).result == line.result == record.result
        assert line.position.handicap == some(game, size)


@every_game
def test_a_record_without_one_is_as_it_always_was(game: AnyGame) -> None:
    record, _ = played(game, NO_HANDICAPS)
    assert "handicap" not in record.fields()
    assert main(["play", game.about.key, "--seed", "3", "--handicap", "0,0"]) == 0
    assert game.handicapped(replay(record).position, NO_HANDICAPS) == replay(record).position


@pytest.mark.parametrize("key", ["dice_matrix", "tablero", "matrio"])
def test_a_head_start_is_in_the_points_and_changes_nothing_else(key: str) -> None:
    game = GAMES[key]
    size = sizes_of(game)[-1]
    plain, end = played(game, NO_HANDICAPS)
    for cut in (plain.moves[:-3], plain.moves):
        before = replay(replace(plain, moves=cut, result=None))
        after = replay(replace(plain, moves=cut, result=None, handicap=some(game, size)))
        assert game.legal_notation(before.position) == game.legal_notation(after.position)
        assert game.write_position(before.position) == game.write_position(after.position)
        first, *others = before.position.scores() or ()
        assert after.position.scores() == (
            first,
            *(None if one is None else one + size for one in others),
        )
    assert end.result is not None


def test_a_head_start_decides_who_wins_and_a_tie_by_it_is_a_draw() -> None:
    def winners(first: int, second: int, handicap: Handicaps) -> tuple[int, ...]:
        game = GAMES["dice_matrix"]
        position: Any = replay(played(game, NO_HANDICAPS)[0]).position
        ended = game.handicapped(replace(position, points=(first, second)), handicap)
        result = ended.result()
        assert result is not None
        assert result.scores == (first + handicap[0], second + handicap[1])
        return tuple(result.winners)

    assert winners(100, 95, (0, 10)) == (1,)
    assert winners(105, 95, (0, 10)) == (0, 1)
    assert winners(106, 95, (0, 10)) == (0,)


def test_in_tablero_the_highest_space_still_breaks_a_tie() -> None:
    record, end = played(GAMES["tablero"], NO_HANDICAPS, seed=1)
    stacks = tuple("" if space not in (7, 10) else "BA"[space == 10] for space in range(18))
    last: Any = end.position
    position = replace(last, stacks=stacks, handicap=(0, 3))
    assert position.centre() == (5, 2)
    assert position.scores() == (5, 5)
    result = position.result()
    assert result is not None
    assert result.winners == (0,)
    assert record.result is not None


def test_who_withdrew_in_matrio_has_no_head_start() -> None:
    game = GAMES["matrio"]
    _, end = played(game, some(game, 200))
    last: Any = end.position
    scores = replace(last, withdrawn=frozenset({1})).scores()
    assert scores is not None
    assert scores[1] is None


@pytest.mark.parametrize("fewer", [1, 2])
def test_in_dicefest_fewer_locked_dice_are_enough_without_counters(fewer: int) -> None:
    game, wins = GAMES["dicefest"], 0
    for seed in range(6):
        _, end = played(game, (fewer, 0, 0, 0), seed)
        position: Any = end.position
        last = end.last
        assert end.result is not None
        assert last is not None
        if end.result.winners != (0,) or position.locked(0) == 3:
            continue
        wins += 1
        assert position.locked(0) >= 3 - fewer
        assert position.collections[0] == 0
        assert last.seat == 0
        said = str(game.describe_move(last.before, last.move, last.after))
        assert said.endswith("which is enough, and no counter is left: player 1 wins.")
    assert wins


def test_in_dicefest_locked_dice_are_not_enough_while_a_counter_is_held() -> None:
    record, _ = played(GAMES["dicefest"], (2, 0, 0, 0), 2)
    on_the_way: list[Any] = [line.position for line in history(record)[:-1]]
    held = [one.collections[0] for one in on_the_way if one.settled and one.locked(0)]
    assert held
    assert all(held)


WRONG: list[tuple[str, object, str]] = [
    ("tablero", [7, 0], "A handicap in Tablero di Berona can be 3, 6, 10, not 7."),
    ("tablero", [-3, 0], "A handicap in Tablero di Berona can be 3, 6, 10, not −3."),
    ("tablero", [3], "There must be one handicap for each of the 2 seats."),
    ("tablero", [3, 3], "A handicap is for some of the players: not for all, nor for none."),
    ("tablero", [0, 0], "a record names a handicap only where somebody has one"),
    ("tablero", [], "a record names a handicap only where somebody has one"),
    ("tablero", ["3", 0], "a handicap must be a whole number"),
    ("tablero", [True, 0], "a handicap must be a whole number"),
    ("tablero", 3, "the handicap must be a list"),
]


@pytest.mark.parametrize(("key", "handicap", "said"), WRONG)
def test_a_record_with_a_forged_one_is_refused(key: str, handicap: object, said: str) -> None:
    record, _ = played(GAMES[key], NO_HANDICAPS)
    forged = json.dumps(record.fields() | {"handicap": handicap})
    with pytest.raises(RecordError) as refused:
        Record.read(forged)
    assert refused.value.ply == 0
    assert said in str(refused.value)


def test_a_result_that_does_not_count_it_is_refused() -> None:
    record, _ = played(GAMES["tablero"], NO_HANDICAPS)
    with pytest.raises(RecordError, match="the result is not the one of the game"):
        replay(replace(record, handicap=(0, 3)))


def test_a_game_without_handicaps_refuses_them(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["tablero"]
    monkeypatch.setattr(type(game), "about", replace(game.about, handicap=None))
    with pytest.raises(OptionError, match="Tablero di Berona has no handicap"):
        game.check_handicap(2, (3, 0))


def by_lots() -> Record:
    record = replace(drawn.played(GAMES["tablero"], 3), handicap=(0, 10), result=None)
    return replace(record, result=replay(record).result)


def test_it_is_checked_with_its_chance_which_it_does_not_change() -> None:
    record = by_lots()
    checked = verify(Record.read(record.to_json()))
    assert checked.checked == verify(drawn.played(GAMES["tablero"], 3)).checked
    said = verdict(record, checked)
    assert "Handicap: seat 1 10 (no chance: compare this with the card of the challenge)" in said


@needs_node
def test_the_other_verifier_finds_the_same() -> None:
    assert theirs([by_lots()]) == [ours(by_lots())]


def test_score_sheets_and_transcripts_say_it() -> None:
    sheet = "game: tablero\nhandicap: 0 6\n1. @1-2 P1 P2\n"
    record = read_game(sheet)
    assert record.handicap == (0, 6)
    assert told(record)[0].endswith("Handicap: player 2: a head start of 6 points")
    for wrong, said in (
        ("0 7", "Line 2: A handicap in Tablero di Berona can be 3, 6, 10, not 7."),
        ("me", "Line 2: 'me' are no handicaps, such as 0 20"),
    ):
        with pytest.raises(GameError) as refused:
            read_game(sheet.replace("0 6", wrong))
        assert str(refused.value) == said


def test_the_command_line_plays_with_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "tablero", "--seed", "3", "--handicap", "6,0"]) == 0
    assert json.loads(capsys.readouterr().out)["handicap"] == [6, 0]
    assert main(["play", "tablero", "--seed", "3", "--handicap", "6,6"]) == 2
    assert "A handicap is for some" in capsys.readouterr().err


@every_game
def test_words_that_can_be_played_from_begin_with_it(game: AnyGame) -> None:
    _, line = played(game, some(game, sizes_of(game)[0]))
    assert game.about.handicap is not None
    said = str(game.describe_position(line.position)).splitlines()[0]
    assert str(game.about.handicap.label(sizes_of(game)[0])) in said
    assert "player 2" in said


@given(st.lists(st.integers(0, 2), min_size=2, max_size=4))
def test_seats_without_any_are_tidied_away(sizes: list[int]) -> None:
    assert tidy(sizes) == (tuple(sizes) if sum(sizes) else ())


@every_game
def test_computers_play_with_it_and_know_who_has_won(game: AnyGame) -> None:
    key, size = game.about.key, sizes_of(game)[-1]
    record, end = played(game, some(game, size))
    middle = history(record, len(record.moves) // 2)[-1]
    while not isinstance(middle.to_move, int):
        middle = middle.play(middle.position.roll(SeededSource(1)))
    view, legal = middle.position.seen_by(middle.to_move), middle.position.legal_moves()
    for level in Level:
        chosen = player_of(key, level).choose(view, legal, Random(1), Budget(0.02))
        assert game.format(chosen)
        assert middle.play(chosen).position.handicap == some(game, size)
    assert sum(chances_of(key, view, Budget(0.02))) == pytest.approx(1)
    assert end.result is not None
    shares = chances_of(key, end.position, Budget(0.02))
    assert {seat for seat, share in enumerate(shares) if share} == {*end.result.winners}
