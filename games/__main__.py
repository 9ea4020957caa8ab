"""The command line of the rules: `python -m games play`, `replay` and `verify`.

It prints one line of JSON (or, for `verify`, one sentence). Whatever is wrong is one line on
standard error, with the ply, and exit code 2. What does not belong here: what a record means
(`record`, `fairness`).
"""

import argparse
import json
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Never

from games.chance import SeededSource
from games.errors import GameError, RecordError, UnfairRecord
from games.fairness import verify
from games.line import Line, start
from games.record import Record, history, write_result
from games.registry import GAMES, game_of
from games.rules import CHANCE, Json
from games.words import Text, quoted

WRONG: Final = 2
UNFAIR: Final = 1
MOST_EVENTS: Final = 2000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and give its exit code."""
    try:
        options = _parser().parse_args(arguments)
        printed, code = _run(options)
    except GameError as error:
        return _fail(error)
    return _print(printed) or code


def _run(options: argparse.Namespace) -> tuple[str, int]:
    """Give what a command prints, and its exit code."""
    if options.command == "play":
        return json.dumps(_play(options)), 0
    record = Record.read(_read(options.file))
    if options.command == "replay":
        return json.dumps(_replay(record, options.at, trace=options.trace)), 0
    try:
        checked = verify(record)
    except UnfairRecord as error:
        return str(error), UNFAIR
    return f"Fair: the set-up and {checked - 1} chance events are what the secret gives.", 0


def _play(options: argparse.Namespace) -> dict[str, Json]:
    """Play a whole game at random, and give its record."""
    game = game_of(options.game)
    given = dict(options.option)
    if len(given) < len(options.option):
        raise RecordError(0, Text("an option is given twice"))
    seats = game.about.seats[0] if options.seats is None else options.seats
    game.check_seats(seats)
    source = SeededSource(options.seed)
    rules = game.options_of(given)
    line = start(game, seats, game.deal(source, seats, rules))
    setup = game.write_setup(line.position)
    moves: list[str] = []
    trace: list[Json] = []
    while line.to_move is not None and line.ply < options.max_moves:
        trace.append(_choice(line))
        move = (
            line.position.roll(source)
            if line.to_move == CHANCE
            else game.random_move(line.position, source)
        )
        moves.append(game.format(move))
        line = line.play(move)
    record = Record(game.about.key, seats, rules, setup, tuple(moves), line.result)
    fields = record.fields()
    return fields | {"trace": trace} if options.trace else fields


def _replay(record: Record, at: int | None, *, trace: bool) -> dict[str, Json]:
    """Give the position of a record's game, with what may happen next."""
    *earlier, line = history(record, at)
    fields: dict[str, Json] = {
        "position": line.game.write_position(line.position),
        **_choice(line),
        "result": write_result(line.result) if line.result else None,
    }
    return fields | {"trace": [_choice(before) for before in earlier]} if trace else fields


def _choice(line: Line) -> dict[str, Json]:
    """Give who is to move and what is legal."""
    moving = isinstance(line.to_move, int)
    legal = line.game.legal_notation(line.position) if moving else []
    return {"to_move": line.to_move, "legal": legal}


def _read(name: str) -> str:
    """Read a file, or standard input for "-"."""
    try:
        return _read_bytes(name).decode()
    except OSError as error:
        raise RecordError(
            0, Text("{file}: {problem}", file=quoted(name), problem=error.strerror)
        ) from error
    except UnicodeDecodeError as error:
        raise RecordError(0, Text("{file} is not UTF-8", file=quoted(name))) from error


def _read_bytes(name: str) -> bytes:
    if name != "-":
        return Path(name).read_bytes()
    # By its number: Python has no `sys.stdin` where standard input is closed.
    with open(0, "rb", closefd=False) as stdin:
        return stdin.read()


def _print(line: str) -> int:
    """Print a line; a reader that has gone away (or a full disk) is an error like any other."""
    try:
        print(line, flush=True)
    except OSError as error:
        # Python would try again at exit, and complain on several lines.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _fail(RecordError(0, Text("cannot print: {problem}", problem=error.strerror)))
    return 0


def _fail(error: GameError) -> int:
    text = str(error if isinstance(error, RecordError) else RecordError(0, error.text))
    line = " ".join(text.split())
    print(line, file=sys.stderr)
    return WRONG


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are errors like any other: one line, without the usage."""

    def error(self, message: str) -> Never:
        """Raise what is wrong with the arguments."""
        printable = "".join(char if char.isprintable() else "?" for char in message)
        raise RecordError(0, Text("{problem} (see --help)", problem=printable))


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m games",
        description="Play, replay and verify games without Discord.",
        allow_abbrev=False,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    play = commands.add_parser(
        "play", help="play a game with seeded random players", allow_abbrev=False
    )
    play.add_argument("game", metavar="GAME", help=", ".join(sorted(GAMES)))
    play.add_argument("--seed", type=_seed, required=True, metavar="S")
    play.add_argument("--seats", type=_count, metavar="N")
    play.add_argument("--option", type=_option, action="append", default=[], metavar="K=V")
    play.add_argument("--max-moves", type=_count, default=MOST_EVENTS, metavar="M")
    replay = commands.add_parser(
        "replay", help="replay a record and print its position", allow_abbrev=False
    )
    replay.add_argument("file", metavar="FILE", help="a record; - is standard input")
    replay.add_argument("--at", type=_count, metavar="PLY", help="after so many events")
    for command in (play, replay):
        command.add_argument("--trace", action="store_true", help="add what was legal before")
    check = commands.add_parser(
        "verify", help="check the chance of a record against its secret", allow_abbrev=False
    )
    check.add_argument("file", metavar="FILE", help="a record; - is standard input")
    return parser


def _number(text: str, pattern: str, what: str) -> int:
    if not re.fullmatch(pattern, text):
        msg = f"{what}, not {quoted(text)}"
        raise argparse.ArgumentTypeError(msg)
    return int(text)


def _count(text: str) -> int:
    return _number(text, "[0-9]{1,9}", "must be a whole number")


def _seed(text: str) -> int:
    return _number(text, "-?[0-9]{1,18}", "must be a whole number of at most 18 digits")


def _option(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        msg = f"must be KEY=VALUE, not {quoted(text)}"
        raise argparse.ArgumentTypeError(msg)
    return key, value


if __name__ == "__main__":
    sys.exit(main())
