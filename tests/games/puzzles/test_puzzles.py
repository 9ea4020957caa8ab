"""The puzzles of every game: their files hold what they promise, and answers are judged by it."""

import json
from itertools import islice
from pathlib import Path

import pytest

from games.errors import IllegalMove
from games.puzzles import __main__ as command_line
from games.puzzles.puzzle import Puzzle, Valued, begun, judge, solution, solver_of
from games.puzzles.search import LEAD, search
from games.puzzles.shelf import FILE, games_with_puzzles, puzzle_for, puzzles_of, read, write
from games.record import Record
from games.registry import GAMES
from tests.games.puzzles.solving import built, right
from tests.tiers import sampled

TOP = Path(__file__).parents[3]
FEWEST = 60
LARGEST = 200_000
"""Bytes of a file."""
KEYS = games_with_puzzles()
EVERY = [(key, n) for key in KEYS for n in range(len(puzzles_of(key)))]


def file_of(key: str) -> Path:
    return TOP / "games" / key / FILE


@pytest.mark.parametrize("key", GAMES)
def test_a_game_has_enough_puzzles_in_a_small_file(key: str) -> None:
    assert len(puzzles_of(key)) >= FEWEST
    assert file_of(key).stat().st_size <= LARGEST


@pytest.mark.parametrize("key", KEYS)
def test_no_position_is_there_twice(key: str) -> None:
    positions = {begun(puzzle).position for puzzle in puzzles_of(key)}
    assert len(positions) == len(puzzles_of(key))


@sampled(("key", "number"), EVERY)
def test_one_turn_is_ahead_and_all_that_are_listed_may_be_played(key: str, number: int) -> None:
    puzzle = puzzles_of(key)[number]
    line = begun(puzzle)
    game = line.game
    values = [valued.value for valued in puzzle.turns]

    assert line.result is None
    assert values == sorted(values, reverse=True)
    assert puzzle.lead >= LEAD - 0.001
    ends = []
    for valued in puzzle.turns:
        judged = judge(puzzle, [game.parse(move) for move in valued.moves])
        assert judged.right == (valued == puzzle.best)
        assert judged.exact
        assert judged.value == valued.value
        ends.append(judged.after.position)
    assert len(set(ends)) == len(ends)
    assert solution(puzzle).right


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_the_command_that_a_file_names_has_made_it(key: str, tmp_path: Path) -> None:
    made_by = json.loads(file_of(key).read_text("utf-8"))["made_by"].split()
    assert made_by[:4] == ["python", "-m", "games.puzzles", "make"]
    count = int(made_by[made_by.index("--count") + 1])
    seed = int(made_by[made_by.index("--seed") + 1])
    found = (looked.puzzle for looked in search(GAMES[key], seed) if looked.puzzle is not None)

    assert len(puzzles_of(key)) == count
    assert next(found) == puzzles_of(key)[0]


def test_a_file_is_written_as_it_is_read() -> None:
    for key in KEYS:
        text = file_of(key).read_text("utf-8")
        assert write(read(key, text), json.loads(text)["made_by"]) == text


@pytest.mark.slow
def test_the_command_line_writes_a_file_and_tells_its_progress(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key = next(iter(GAMES))
    file = tmp_path / FILE

    code = command_line.main(["make", key, "--count", "1", "--seed", "2026", "--to", str(file)])

    assert code == 0
    assert read(key, file.read_text("utf-8")) == puzzles_of(key)[:1]
    shown = capsys.readouterr()
    assert "1 of 1 puzzles in" in shown.err
    assert shown.out == f"1 puzzles are in {file}\n"


def test_an_unknown_game_is_one_line_and_an_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["make", "chess"]) == 2
    assert "There is no game" in capsys.readouterr().err


def test_puzzles_come_in_turn_and_begin_again_after_the_last() -> None:
    for key in games_with_puzzles():
        count = len(puzzles_of(key))
        shown = [puzzle_for(key, 20_000 + n) for n in range(count)]
        assert {id(puzzle) for puzzle in shown} == {id(puzzle) for puzzle in puzzles_of(key)}
        assert puzzle_for(key, 20_000 + count) is shown[0]


def test_a_game_without_a_file_has_none() -> None:
    assert puzzles_of("no_such_game") == ()


@pytest.mark.parametrize("key", KEYS)
def test_the_best_turn_is_right_however_it_is_built(key: str) -> None:
    """The panel writes some turns otherwise than the search: all that lead there are right."""
    for puzzle in puzzles_of(key)[:3]:
        best = solution(puzzle).after.position
        ends = {each.judged.right: each for each in islice(built(puzzle), 400)}
        assert right(puzzle).judged.right
        for is_right, each in ends.items():
            assert is_right == (each.judged.after.position == best)


@pytest.mark.parametrize("key", KEYS)
def test_a_turn_that_is_not_listed_is_worth_no_more_than_the_last(key: str) -> None:
    puzzle = puzzles_of(key)[0]
    short = Puzzle(puzzle.record, puzzle.turns[:2])
    game = begun(puzzle).game

    judged = judge(short, [game.parse(move) for move in puzzle.turns[2].moves])

    assert not judged.right
    assert not judged.exact
    assert judged.value == puzzle.turns[1].value


@pytest.mark.parametrize("key", KEYS)
def test_what_the_rules_forbid_is_no_answer(key: str) -> None:
    puzzle = puzzles_of(key)[0]
    turn = [begun(puzzle).game.parse(move) for move in puzzle.best.moves]
    with pytest.raises(IllegalMove):
        judge(puzzle, [*turn, *turn, *turn])


def test_a_solver_is_the_seat_to_move() -> None:
    for key in KEYS:
        line = begun(puzzles_of(key)[0])
        assert solver_of(line) == line.to_move


def test_nobody_solves_a_position_in_which_nobody_moves() -> None:
    key, game = next((key, GAMES[key]) for key in KEYS if GAMES[key].about.chance)
    found = puzzles_of(key)[0].record
    for end in range(len(found.moves)):
        record = Record(found.game, found.seats, found.options, found.setup, found.moves[:end])
        line = begun(Puzzle(record, (Valued("", 1.0),)))
        if line.to_move == "chance":
            break
    else:
        pytest.fail(f"{game.about.name} has no chance events in {found}")
    with pytest.raises(TypeError):
        solver_of(line)
