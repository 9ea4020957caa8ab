"""Games to learn chances from: they grow in a file, and what is learned and checked is told."""

import json
from pathlib import Path

import pytest

from games import chances
from games.__main__ import main
from games.chance import SeededSource
from games.game import CHANCE
from games.line import start
from games.players.selfplay import CHECKED, is_held_out, played
from games.record import Record, replay
from games.registry import game_of

Printed = pytest.CaptureFixture[str]


def at_random(key: str, seats: int, seed: int, number: int) -> Record:
    """Play a game by chance instead of hard, which takes seconds."""
    game, source = game_of(key), SeededSource(1000 * seed + number)
    line = start(game, seats, game.deal(source, seats, {}))
    setup = game.write_setup(line.position)
    moves: list[str] = []
    while line.to_move is not None:
        rolled = line.to_move == CHANCE
        position = line.position
        move = position.roll(source) if rolled else game.random_move(position, source)
        moves.append(game.format(move))
        line = line.play(move)
    return Record(key, seats, {}, setup, tuple(moves), line.result)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances, "played", at_random)


def generated(file: Path, games: int) -> str:
    assert not main(
        [
            "chances",
            "generate",
            "tablero",
            "--file",
            f"{file}",
            "--seed",
            "1",
            "--games",
            f"{games}",
            "--jobs",
            "1",
        ]
    )
    return file.read_text()


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "with a byte order mark"])
def test_a_file_that_was_left_goes_on_as_if_it_had_not_been(tmp_path: Path, mark: str) -> None:
    whole = generated(tmp_path / "whole", 4)
    file = tmp_path / "left"
    # The third game was being written when the machine went off.
    begun = [*whole.splitlines(keepends=True)[:2], whole.splitlines()[2][:50]]
    file.write_text(mark + "".join(begun), "utf-8")

    assert generated(file, 4) == mark + whole
    assert generated(file, 3) == mark + whole


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_weights_are_learned_from_some_games_and_checked_on_the_others(
    tmp_path: Path, capsys: Printed
) -> None:
    file = tmp_path / "games"
    generated(file, 2 * CHECKED)
    capsys.readouterr()

    assert not main(["chances", "fit", "tablero", "--file", f"{file}"])
    fit = json.loads(capsys.readouterr().out)
    assert fit["games"] == 2 * CHECKED - 2
    assert {len(row) for row in fit["weights"].values()} == {2}

    assert not main(["chances", "check", "tablero", "--file", f"{file}"])
    told = capsys.readouterr().out
    assert told.startswith("2 games\n\n| chance | positions | said | seen |\n")
    assert "Brier's score: 0." in told


@pytest.mark.usefixtures("quick")
def test_what_cannot_be_learned_is_said_in_a_line(tmp_path: Path, capsys: Printed) -> None:
    file = tmp_path / "games"
    generated(file, 1)
    capsys.readouterr()
    for arguments, said in (
        (("check", "tablero", "--file", f"{file}"), "there are no games to check with"),
        (("fit", "tablero", "--file", f"{tmp_path / 'none'}"), "No such file"),
    ):
        assert main(["chances", *arguments]) == 2
        assert said in capsys.readouterr().err


def test_a_game_is_the_same_whenever_it_is_played() -> None:
    assert not is_held_out(0)
    record = played("tablero", 2, 5, 0)

    assert played("tablero", 2, 5, 0) == record
    assert played("tablero", 2, 5, 1).moves != record.moves
    assert replay(record).result == record.result is not None


@pytest.mark.slow
def test_games_are_the_same_in_several_processes(tmp_path: Path) -> None:
    files = [tmp_path / f"{jobs}" for jobs in (1, 2)]
    for jobs, file in enumerate(files, 1):
        arguments = ("generate", "dicefest", "--seed", "3", "--games", "2", "--jobs", f"{jobs}")
        assert not main(["chances", *arguments, "--file", f"{file}"])
    assert files[0].read_text() == files[1].read_text()
