"""The command line: one line of JSON, or one line that says what is wrong."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games.__main__ import main
from games.chance import FairSource, commitment
from games.dice_matrix import DICE_MATRIX
from games.registry import GAMES
from tests.games.toy import TOY
from tests.tiers import sampled

TOP = Path(__file__).parents[2]
GOLDEN = Path(__file__).parent / "golden_dice_matrix.json"
# Any: what JSON gives.
Fields = dict[str, Any]


class Run:
    """What a command printed, and its exit code."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        out, err = self._capsys.readouterr()
        return code, out, err

    def json(self, *arguments: str) -> Fields:
        code, out, err = self(*arguments)
        assert (code, err, out.count("\n")) == (0, "", 1)
        printed: Fields = json.loads(out)
        return printed

    def wrong(self, *arguments: str) -> str:
        code, out, err = self(*arguments)
        assert (code, out) == (2, "")
        assert err.endswith("\n")
        assert len(err.splitlines()) == 1
        assert err.startswith("Ply ")
        return err


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(capsys)


def command(
    *arguments: str, given: bytes = b"", **environ: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(  # noqa: S603 -- our own command
        [sys.executable, "-m", "games", *arguments],
        input=given,
        capture_output=True,
        cwd=TOP,
        env=os.environ | environ,
        check=False,
        timeout=60,
    )


def test_the_same_seed_plays_the_same_game_for_good(run: Run) -> None:
    assert run.json("play", "dice_matrix", "--seed", "1") == json.loads(GOLDEN.read_bytes())
    assert run.json("play", "dice_matrix", "--seed", "2") != json.loads(GOLDEN.read_bytes())


def test_play_takes_seats_options_and_a_limit(run: Run) -> None:
    played = run.json(
        *("play", "dice_matrix", "--seed", "1", "--seats", "2"),
        *("--option", "scoring=recount", "--max-moves", "3"),
    )

    assert played["options"] == {"scoring": "recount"}
    assert len(played["moves"]) == 3
    assert "result" not in played
    assert run.json("play", "dice_matrix", "--seed", "1", "--max-moves", "0")["moves"] == []


def test_a_trace_says_what_was_legal_before_each_event(run: Run) -> None:
    played = run.json("play", "dice_matrix", "--seed", "1", "--trace")
    trace = played.pop("trace")

    assert played == run.json("play", "dice_matrix", "--seed", "1")
    assert len(trace) == len(played["moves"])
    assert trace[0] == {"to_move": 0, "legal": ["=1", "=2", "=3", "=4", "=5", "=6"]}
    for ply, (before, event) in enumerate(zip(trace, played["moves"], strict=True)):
        assert before["to_move"] == ply % 2
        assert before["legal"] == sorted(before["legal"])
        assert event in before["legal"]


def test_a_replay_shows_the_end(run: Run) -> None:
    golden = json.loads(GOLDEN.read_bytes())

    assert run.json("replay", str(GOLDEN)) == {
        "position": run.json("replay", str(GOLDEN))["position"],
        "to_move": None,
        "legal": [],
        "result": golden["result"],
    }


def test_a_replay_shows_any_ply(run: Run) -> None:
    golden = json.loads(GOLDEN.read_bytes())
    start = run.json("replay", str(GOLDEN), "--at", "0")
    second = run.json("replay", str(GOLDEN), "--at", "2", "--trace")

    assert start["position"] == {**golden["setup"], "areas": [{}, {}], "points": [0, 0]}
    assert (start["to_move"], len(start["legal"]), start["result"]) == (0, 6, None)
    assert second["to_move"] == 0
    assert len(second["trace"]) == 2
    assert second["trace"][0] == {"to_move": 0, "legal": start["legal"]}


def test_records_come_from_standard_input_too() -> None:
    done = command("replay", "-", given=GOLDEN.read_bytes())

    assert done.returncode == 0
    assert done.stderr == b""
    assert json.loads(done.stdout)["result"]["scores"] == [196, 160]


def test_a_played_game_is_replayed_with_its_trace(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(run.json("play", "dice_matrix", "--seed", "7", "--trace")))

    replayed = run.json("replay", str(file), "--trace")
    assert replayed["trace"] == json.loads(file.read_text())["trace"]


def test_games_with_chance_are_played_and_traced(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "toy", TOY)
    file = tmp_path / "game.json"
    played = run.json("play", "toy", "--seed", "3", "--seats", "3", "--trace")
    file.write_text(json.dumps(played))

    rolls = [ply for ply, event in enumerate(played["moves"]) if event.startswith("@")]
    assert rolls
    for ply in rolls:
        assert played["trace"][ply] == {"to_move": "chance", "legal": []}
    assert run.json("replay", str(file), "--trace")["trace"] == played["trace"]
    assert run.json("play", "toy", "--seed", "3")["seats"] == 2


# Fair chance


def fair_record(tmp_path: Path, *, tampered: bool = False, secret: bool = True) -> str:
    key = bytes(range(32))
    dealt = DICE_MATRIX.deal(FairSource(key, "ABCDE", 0), 2, {"scoring": "running"})
    setup: Fields = dict(DICE_MATRIX.write_setup(dealt))
    if tampered:
        matrix = dict(setup["matrix"])
        one = next(cell for cell in matrix if matrix[cell] != matrix["a1"])
        matrix["a1"], matrix[one] = matrix[one], matrix["a1"]
        setup["matrix"] = matrix
    fair = {"id": "ABCDE", "commitment": commitment(key)} | (
        {"secret": key.hex()} if secret else {}
    )
    record = {
        "format": "tavolo/1",
        "game": "dice_matrix",
        "seats": 2,
        "options": {},
        "setup": setup,
        "moves": ["=3", "!abort"],
        "fair": fair,
    }
    file = tmp_path / "fair.json"
    file.write_text(json.dumps(record))
    return str(file)


def test_verify_says_on_one_line_that_a_record_of_version_1_is_fair(
    run: Run, tmp_path: Path
) -> None:
    code, out, err = run("verify", fair_record(tmp_path))

    assert code == 0
    assert out == (
        "Fair: the set-up and 0 chance events are what the secret gives. "
        "Version 1 does not prove that nobody chose the secret.\n"
    )
    # All that it does not prove is said next to that line, which is the one that readers expect.
    assert err.splitlines()[0] == "Version 1 of the record does not prove:"
    assert "- who has which seat" in err.splitlines()


def test_verify_names_the_ply_of_what_is_not_fair(run: Run, tmp_path: Path) -> None:
    assert run("verify", fair_record(tmp_path, tampered=True)) == (
        1,
        "Ply 0: the set-up is not what the secret gives\n",
        "",
    )


def test_verify_needs_a_secret(run: Run, tmp_path: Path) -> None:
    assert "the game is still running" in run.wrong("verify", fair_record(tmp_path, secret=False))
    assert "no fair part" in run.wrong("verify", str(GOLDEN))


# Duels

DUEL = ("duel", "tablero", "random", "random", "--games", "6", "--seed", "3")
SCORE = re.compile(
    r"[0-9]+ wins, [0-9]+ draws, [0-9]+ losses: [0-9]+ % \(95 % interval [0-9]+ to [0-9]+ %\)"
)


def test_a_duel_tells_the_pace_and_ends_with_the_score(run: Run) -> None:
    code, out, err = run(*DUEL, "--cores", "1")
    pace, score = out.splitlines()

    assert (code, err) == (0, "")
    assert re.fullmatch(r"random: median \S+ ms, mean \S+ ms, longest \S+ ms", pace)
    assert SCORE.fullmatch(score)


def test_a_duel_comes_out_the_same_on_any_number_of_cores(run: Run) -> None:
    scores = {run(*DUEL, "--cores", cores)[1].splitlines()[-1] for cores in ("1", "2")}

    assert len(scores) == 1


def test_a_duel_takes_seats_options_and_a_budget(run: Run) -> None:
    code, out, _ = run(
        *("duel", "matrio", "random", "random", "--games", "4", "--seed", "1", "--cores", "1"),
        *("--seats", "4", "--option", "lead=2C", "--budget", "0.5"),
    )

    assert code == 0
    assert SCORE.fullmatch(out.splitlines()[-1])


def test_a_duel_gives_the_first_of_two_a_handicap(run: Run) -> None:
    asked = ("duel", "dice_matrix", "easy", "easy", "--games", "6", "--seed", "3")
    _, usual = run(*asked)[1].splitlines()
    _, given = run(*asked, "--handicap", "40")[1].splitlines()
    assert (usual.split()[0], given.split()[0]) == ("1", "6")


def test_a_terminal_shows_how_far_a_duel_is(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "isatty", lambda *_: True)
    _, out, err = run(*DUEL, "--cores", "1")

    assert SCORE.fullmatch(out.splitlines()[-1])
    assert err.count("\r") == 6
    assert f"{'█' * 40} 6/6, " in err
    assert err.endswith("%\n")


LADDER = ("ladder", "tablero", "--games", "4", "--seed", "3", "--jobs", "1")
STEP = re.compile(
    r"(\w+) against (\w+): [0-9]+ % \([0-9]+ % to [0-9]+ %\), Elo "
    r"([+-][0-9]+ \([+-][0-9]+ to [+-][0-9]+\)|at least [+-][0-9]+|at most [+-][0-9]+)"
)


def test_a_ladder_tells_a_line_for_each_pair_of_the_players_that_are_named(run: Run) -> None:
    code, out, err = run(
        *(*LADDER, "--player", "random", "--player", "easy", "--player", "medium"),
        *("--budget", "0.1"),
    )

    steps = [STEP.fullmatch(line) for line in out.splitlines()]
    assert (code, err) == (0, "")
    assert [step and (step[1], step[2]) for step in steps] == [
        ("medium", "easy"),
        ("medium", "random"),
        ("easy", "random"),
    ]


def test_a_ladder_plays_the_duels_that_are_played_alone(run: Run) -> None:
    step = run(*LADDER, "--player", "easy", "--player", "random")[1]
    _, score = run("duel", "tablero", "easy", "random", *LADDER[2:])[1].splitlines()

    assert STEP.fullmatch(step.strip())
    assert re.findall("[0-9]+ %", step)[0] == re.findall("[0-9]+ %", score)[0]


def test_a_terminal_shows_which_pair_of_a_ladder_plays(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "isatty", lambda *_: True)
    _, _, err = run(*LADDER, "--player", "easy", "--player", "random")

    assert err.startswith("1/1: easy against random\n\r")


# Whatever is wrong


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "COMMAND"),
        (("juggle",), "invalid choice: 'juggle'"),
        (("play",), "GAME, --seed"),
        (("play", "dice_matrix"), "--seed"),
        (("play", "chess", "--seed", "1"), "There is no game 'chess'"),
        (("play", "dice_matrix", "--seed", "one"), "whole number"),
        (("play", "dice_matrix", "--seed", "9" * 5000), "whole number"),
        (("play", "dice_matrix", "--seed", "1", "--seats", "3"), "can have 2 seats, not 3"),
        (("play", "dice_matrix", "--seed", "1", "--seats", "-2"), "seats"),
        (("play", "dice_matrix", "--seed", "1", "--seats", "1_0"), "whole number"),
        (("play", "dice_matrix", "--seed", "1", "--option", "scoring"), "KEY=VALUE"),
        (("play", "dice_matrix", "--seed", "1", "--option", "a=b"), "has no option 'a'"),
        (("play", "dice_matrix", "--seed", "1", "--option", "scoring=b"), "not 'b'"),
        (
            (
                *("play", "dice_matrix", "--seed", "1"),
                *("--option", "scoring=running", "--option", "scoring=recount"),
            ),
            "twice",
        ),
        (("play", "dice_matrix", "--seed", "1", "--max", "3"), "unrecognized arguments"),
        (("play", "dice_matrix", "--seed", "1", "ano\nther"), "unrecognized arguments"),
        (("duel", "tablero", "easy"), "--games, B"),
        ((*DUEL[:3], "best", *DUEL[4:]), "no computer is called"),
        (("duel", "chess", *DUEL[2:]), "There is no game 'chess'"),
        ((*DUEL, "--handicap", "4"), "A handicap in Tablero di Berona can be 3, 6, 10, not 4."),
        ((*DUEL, "--games", "0"), "whole number from 1"),
        ((*DUEL, "--seats", "4"), "can have 2 seats, not 4"),
        ((*DUEL, "--budget", "0"), "positive number"),
        ((*DUEL, "--budget", "1e3"), "positive number"),
        ((*DUEL, "--cores", "all"), "whole number from 1"),
        ((*LADDER, "--player", "easy"), "two different players"),
        ((*LADDER, "--player", "easy", "--player", "easy"), "two different players"),
        (("replay",), "FILE"),
        (("replay", str(GOLDEN), "--at", "38"), "Ply 38: beyond the end: the record has 37"),
        (("replay", str(GOLDEN), "--at", "-1"), "--at"),
        (("replay", str(GOLDEN), "--at", "x"), "whole number"),
        (("replay", "no\nsuch file"), "No such file"),
        (("verify", "."), "Is a directory"),
    ],
)
def test_wrong_arguments_are_one_line(run: Run, arguments: tuple[str, ...], message: str) -> None:
    assert message in run.wrong(*arguments)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not JSON"),
        (b"\xff{}", "is neither UTF-8 nor UTF-16"),
        (b"\xff\xfe{", "is neither UTF-8 nor UTF-16"),
        (b"[" * 200_000, "too deeply nested"),
        (b'{"seats": ' + b"9" * 9999 + b"}", "not JSON"),
        (b"{}", "the record lacks 'format'"),
        (b'"\\ud800"', "must be an object"),
        (b'{"\\ud800": 1}', "the record lacks 'format'"),
    ],
)
def test_wrong_files_are_one_line(run: Run, tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "wrong.json"
    file.write_bytes(content)

    for word in ("replay", "show", "verify"):
        assert message in run.wrong(word, str(file))


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_record_that_windows_has_written_is_read(run: Run, tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "windows.json"
    file.write_text(GOLDEN.read_text(), encoding=encoding)

    assert run("replay", str(file)) == run("replay", str(GOLDEN))


@sampled("key", sorted(GAMES))
def test_a_pipe_that_knows_few_signs_takes_every_game_in_words(key: str, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(command("play", key, "--seed", "1").stdout)

    shown = command("show", str(file), PYTHONIOENCODING="cp1252")

    assert (shown.returncode, shown.stderr) == (0, b"")
    assert shown.stdout.decode("cp1252").startswith(GAMES[key].about.name)


def test_a_wrong_event_is_named_with_its_ply(run: Run, tmp_path: Path) -> None:
    golden = json.loads(GOLDEN.read_bytes())
    golden["moves"][4] = "z\u2028\n9"
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps(golden))

    assert run.wrong("replay", str(file), "--at", "1").startswith("Ply 4: ")


def test_every_process_prints_one_line_only() -> None:
    wrong = command("replay", "-", given=b"{")
    right = command("play", "dice_matrix", "--seed", "1")

    assert (wrong.returncode, wrong.stdout, wrong.stderr.count(b"\n")) == (2, b"", 1)
    assert (right.returncode, right.stderr, right.stdout.count(b"\n")) == (0, b"", 1)
    assert right.stdout == GOLDEN.read_bytes()


def test_a_reader_that_goes_away_is_one_line() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as stdout:
        done = subprocess.run(
            [sys.executable, "-m", "games", "play", "dice_matrix", "--seed", "1"],
            stdout=stdout,
            stderr=subprocess.PIPE,
            cwd=TOP,
            check=False,
            timeout=60,
        )

    assert done.returncode == 2
    assert done.stderr == b"Ply 0: cannot print: Broken pipe\n"


def test_help_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])

    assert left.value.code == 0
    assert "verify" in capsys.readouterr().out


def test_nothing_is_read_from_a_closed_standard_input() -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", '"$0" -m games replay - <&-', sys.executable],
        capture_output=True,
        cwd=TOP,
        check=False,
        timeout=60,
    )

    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
