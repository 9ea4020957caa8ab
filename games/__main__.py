"""The command line of the rules: `python -m games play`, `replay`, `show`, `verify` and others.

It prints one line of JSON (for `show` the game in words, for `verify` a verdict, and details below
it, for `duel` a line on the pace and one on the score, for `ladder` a line for each pair). On a
record of the first version `verify` prints one line, as its readers expect; the details of what it
does not prove are on standard error. Whatever is wrong is one line on standard error, with the ply,
and exit code 2. What does not belong here: what a record means (`record`, `fairness`), a duel or a
ladder (`players`), and `chances` (`games.chances`).
"""

import argparse
import json
import os
import re
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final, Never

from games import chances
from games.chance import SeededSource
from games.console import escape_unknown_signs
from games.errors import GameError, RecordError, UnfairRecord
from games.fairness import verify
from games.game import CHANCE, Json
from games.handicap import NO_HANDICAPS, Handicaps, tidy
from games.line import AnyGame, Line, start
from games.players import duel, ladder
from games.players.learning import cut_off
from games.processes import add_jobs, each
from games.record import Record, history, write_result
from games.registry import GAMES, game_of
from games.text_files import text_in
from games.transcript import told
from games.verdict import unproved, verdict
from games.words import Text, quoted

WRONG: Final = 2
UNFAIR: Final = 1
MOST_EVENTS: Final = 2000
BAR: Final = 40
"""How many characters the bar is wide that shows how far a duel is."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    escape_unknown_signs()
    try:
        options = _parser().parse_args(arguments)
        printed, code = _run(options)
    except GameError as error:
        return _fail(error)
    return _print(printed) or code


def _run(options: argparse.Namespace) -> tuple[str, int]:
    """Return what a command prints, and its exit code."""
    if options.command == "play":
        return json.dumps(_play(options)), 0
    if options.command == "duel":
        return _duel(options), 0
    if options.command == "ladder":
        return _ladder(options), 0
    if options.command == "chances":
        return _chances(options), 0
    record = Record.read(_read(options.file))
    if options.command == "replay":
        return json.dumps(_replay(record, options.at, trace=options.trace)), 0
    if options.command == "show":
        return "\n".join(told(record)), 0
    try:
        checked = verify(record)
    except UnfairRecord as error:
        return str(error), UNFAIR
    for line in unproved(record, checked):
        print(line, file=sys.stderr)
    return "\n".join(verdict(record, checked)), 0


def _play(options: argparse.Namespace) -> dict[str, Json]:
    """Play a whole game at random, and return its record."""
    game, seats, rules = _game(options)
    source = SeededSource(options.seed)
    game.check_handicap(seats, options.handicap)
    dealt = game.handicapped(game.deal(source, seats, rules), options.handicap)
    line = start(game, seats, dealt)
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
    record = Record(
        *(game.about.key, seats, rules, setup, tuple(moves), line.result),
        handicap=options.handicap,
    )
    fields = record.fields()
    return fields | {"trace": trace} if options.trace else fields


def _game(options: argparse.Namespace) -> tuple[AnyGame, int, dict[str, str]]:
    """Return the game that is asked for, at how many seats, by which rules."""
    game = game_of(options.game)
    given = dict(options.option)
    if len(given) < len(options.option):
        raise RecordError(0, Text("an option is given twice"))
    seats = game.about.seats[0] if options.seats is None else options.seats
    game.check_seats(seats)
    return game, seats, game.options_of(given)


def _duel(options: argparse.Namespace) -> str:
    """Play a duel, and return its pace and its score."""
    asked = _asked(options, (options.one, options.other))
    outcomes = _outcomes(asked, options.jobs)
    return f"{duel.pace(asked, outcomes)}\n{duel.Score.of(outcomes)}"


def _ladder(options: argparse.Namespace) -> str:
    """Play a duel of every pair, and return a line for each."""
    found = ladder.pairs(options.contestant or duel.CONTESTANTS)
    if not found:
        raise RecordError(0, Text("a ladder needs two different players"))
    steps = []
    for number, pair in enumerate(found, 1):
        if os.isatty(2):
            print(f"{number}/{len(found)}: {' against '.join(pair)}", file=sys.stderr)
        asked = _asked(options, pair)
        steps.append(ladder.Step.of(asked, _outcomes(asked, options.jobs)))
    return "\n".join(map(str, steps))


def _chances(options: argparse.Namespace) -> str:
    """Play games into a file, learn from it, or check with it."""
    file = Path(options.file)
    growing = options.action == "generate"
    text = "" if growing and not file.exists() else _read(options.file)
    try:
        with file.open("a" if growing else "r", encoding="utf-8", buffering=1) as games:
            if growing:
                # A line that was cut off is played again.
                games.truncate(file.stat().st_size - len(cut_off(text).encode()))
            return chances.run(options, text, lambda game: print(game, file=games), _tell)
    except OSError as error:
        raise RecordError(
            0, Text("{file}: {problem}", file=quoted(str(file)), problem=error.strerror)
        ) from error


def _tell(progress: str) -> None:
    if os.isatty(2):
        print(f"\r{progress}", end="", file=sys.stderr, flush=True)


def _asked(options: argparse.Namespace, contestants: tuple[str, str]) -> duel.Duel:
    """Return the duel of two contestants that a command asks for."""
    game, seats, rules = _game(options)
    asked = duel.Duel(
        *(game.about.key, contestants, options.games, options.seed, seats, rules, options.budget),
        handicap=options.handicap,
    )
    game.check_handicap(seats, asked.handicaps(0))
    return asked


def _outcomes(asked: duel.Duel, jobs: int) -> list[duel.DuelGame]:
    # The processor's time: what else the machine does makes no player slower.
    play = partial(duel.play, clock=time.process_time)
    return list(_shown(each(play, asked.deals(), jobs), asked.games))


def _shown(outcomes: Iterable[duel.DuelGame], games: int) -> Iterator[duel.DuelGame]:
    """Show on a terminal how many games have been played, and their score."""
    shown: list[duel.DuelGame] = []
    for outcome in outcomes:
        yield outcome
        if os.isatty(2):
            shown.append(outcome)
            done = len(shown)
            bar = "█" * (BAR * done // games)
            share = duel.Score.of(shown).share / done
            end = "\n" if done == games else ""
            print(
                f"\r{bar:░<{BAR}} {done}/{games}, {share:.0%}", end=end, file=sys.stderr, flush=True
            )


def _replay(record: Record, at: int | None, *, trace: bool) -> dict[str, Json]:
    """Return the position of a record's game, with what may happen next."""
    *earlier, line = history(record, at)
    fields: dict[str, Json] = {
        "position": line.game.write_position(line.position),
        **_choice(line),
        "result": write_result(line.result) if line.result else None,
    }
    return fields | {"trace": [_choice(before) for before in earlier]} if trace else fields


def _choice(line: Line) -> dict[str, Json]:
    """Return who is to move and what is legal."""
    moving = isinstance(line.to_move, int)
    legal = line.game.legal_notation(line.position) if moving else []
    return {"to_move": line.to_move, "legal": legal}


def _read(name: str) -> str:
    """Read a file, or standard input for "-"; UTF-16 if its byte order mark says so."""
    try:
        return text_in(_read_bytes(name))
    except OSError as error:
        raise RecordError(
            0, Text("{file}: {problem}", file=quoted(name), problem=error.strerror)
        ) from error
    except UnicodeDecodeError as error:
        raise RecordError(
            0, Text("{file} is neither UTF-8 nor UTF-16", file=quoted(name))
        ) from error


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
    _add_game(play)
    play.add_argument("--handicap", type=_handicap, default=NO_HANDICAPS, metavar="N,N")
    play.add_argument("--max-moves", type=_count, default=MOST_EVENTS, metavar="M")
    replay = commands.add_parser(
        "replay", help="replay a record and print its position", allow_abbrev=False
    )
    replay.add_argument("file", metavar="FILE", help="a record; - is standard input")
    replay.add_argument("--at", type=_count, metavar="PLY", help="after this number of events")
    for command in (play, replay):
        command.add_argument("--trace", action="store_true", help="add what was legal before")
    show = commands.add_parser(
        "show", help="print a record in words: every turn, and the result", allow_abbrev=False
    )
    show.add_argument("file", metavar="FILE", help="a record; - is standard input")
    check = commands.add_parser(
        "verify", help="check the chance of a record against its secret", allow_abbrev=False
    )
    check.add_argument("file", metavar="FILE", help="a record; - is standard input")
    _add_duels(commands)
    chances.add(commands, _positive, _seed)
    return parser


def _add_game(command: argparse.ArgumentParser) -> None:
    """Add the arguments of a command for a game, its seats and options, and a seed."""
    command.add_argument("game", metavar="GAME", help=", ".join(sorted(GAMES)))
    command.add_argument("--seed", type=_seed, required=True, metavar="S")
    command.add_argument("--seats", type=_count, metavar="N")
    command.add_argument("--option", type=_option, action="append", default=[], metavar="K=V")


def _add_duels(commands: "argparse._SubParsersAction[_Parser]") -> None:
    """Add the commands in which computers play each other."""
    names = ", ".join(duel.CONTESTANTS)
    two = commands.add_parser(
        "duel", help="let two computer players play many games", allow_abbrev=False
    )
    pairs = commands.add_parser(
        "ladder", help="play a duel of every pair of computer players", allow_abbrev=False
    )
    for command in (two, pairs):
        _add_game(command)
        command.add_argument("--games", type=_positive, required=True, metavar="N")
        command.add_argument(
            "--budget", type=_work, default=1.0, metavar="X", help="times its usual work"
        )
        add_jobs(command, _positive)
    for name, metavar in (("one", "A"), ("other", "B")):
        two.add_argument(
            name, metavar=metavar, type=_contestant, help=f"{names}, or a mix such as easy+3"
        )
    two.add_argument(
        "--handicap", type=_count, default=0, metavar="N", help="what A gets, by its size"
    )
    pairs.set_defaults(handicap=0)
    pairs.add_argument(
        "--player",
        dest="contestant",
        action="append",
        choices=duel.CONTESTANTS,
        metavar="A",
        help=f"one of them; all unless any is named: {names}",
    )


def _contestant(text: str) -> str:
    try:
        return duel.contestant_from(text)
    except ValueError as error:
        msg = f"no computer is called {quoted(text)}"
        raise argparse.ArgumentTypeError(msg) from error


def _number(text: str, pattern: str, what: str) -> int:
    if not re.fullmatch(pattern, text):
        msg = f"{what}, not {quoted(text)}"
        raise argparse.ArgumentTypeError(msg)
    return int(text)


def _count(text: str) -> int:
    return _number(text, "[0-9]{1,9}", "must be a whole number")


def _positive(text: str) -> int:
    return _number(text, "[1-9][0-9]{0,8}", "must be a whole number from 1")


def _work(text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,4})?", text) or not float(text):
        msg = f"must be a positive number, not {quoted(text)}"
        raise argparse.ArgumentTypeError(msg)
    return float(text)


def _seed(text: str) -> int:
    return _number(text, "-?[0-9]{1,18}", "must be a whole number of at most 18 digits")


def _handicap(text: str) -> Handicaps:
    return tidy([_count(size) for size in text.split(",")])


def _option(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        msg = f"must be KEY=VALUE, not {quoted(text)}"
        raise argparse.ArgumentTypeError(msg)
    return key, value


if __name__ == "__main__":
    sys.exit(main())
