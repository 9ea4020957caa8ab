"""The commands of `tavolo` that work with the stored games, without Discord.

Each says in one line what keeps it from its work, with what to do about it, and ends with status 2
then. What does not belong here: what they do, and running the bot (`bot.cli`). As there, everything
is imported where a command needs it.
"""

import argparse
import asyncio
import sys
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from bot.config import DATABASE_URL, Settings, environment, load
from bot.statuses import CHANGE_SOMETHING, FINE, fail

if TYPE_CHECKING:
    from bot.backups import Copied

T = TypeVar("T")

LARGEST_ID: Final = 2**63 - 1
MOVING: Final = "One of the two databases "
FOUND: Final = 1
"""The exit status where something wrong was found in the games."""
Parsers = Any  # argparse keeps the type of what `add_subparsers` returns to itself


def add_to(commands: Parsers) -> None:
    """Add the commands to those of `tavolo`."""
    forget = commands.add_parser(
        "forget", help="delete everything about a person or a server for good"
    )
    forget.add_argument("what", choices=("person", "server"), help="which of the two")
    forget.add_argument("id", type=_discord_id, metavar="ID", help="the id that Discord shows")
    counted = commands.add_parser("ratings", help="count all ratings and results again")
    counted.add_argument(
        "what",
        choices=("rebuild",),
        help="from the stored games, by today's rules; Ctrl-C breaks it off at any time",
    )
    backup = commands.add_parser(
        "backup", help="copy all games into a file, and check the copy; the bot may run"
    )
    backup.add_argument(
        "file",
        nargs="?",
        type=Path,
        metavar="FILE",
        help="where to; if left out, next to the database, with the time in its name",
    )
    restore = commands.add_parser(
        "restore", help="put a backup in the place of the database, which is kept"
    )
    restore.add_argument("file", type=Path, metavar="FILE", help="what `tavolo backup` has made")
    doctor = commands.add_parser(
        "doctor", help="play all games through, and check all that is stored"
    )
    doctor.add_argument(
        "--mend", action="store_true", help="mend what can be mended safely, and say what"
    )
    moving = commands.add_parser(
        "move-database", help="copy all that is stored into an empty database of any kind"
    )
    moving.add_argument("source", metavar="FROM", help="its address, as DATABASE_URL has it")
    moving.add_argument("target", metavar="TO", help="the address of an empty database")


def _discord_id(text: str) -> int:
    if not text.isdecimal() or not text.isascii() or not 0 < int(text) <= LARGEST_ID:
        msg = f"{text!r} is no id of Discord: it has digits only"
        raise argparse.ArgumentTypeError(msg)
    return int(text)


class _Unusable(Exception):
    """The command has said what is wrong; `status` is how it ends."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def _done(
    settings: Settings, work: Coroutine[Any, Any, T], what: str = f"{DATABASE_URL.name} "
) -> T:
    """Do the work of a command; raises _Unusable once it is said what keeps it from it.

    `what` is what a database is called that can't be used.
    """
    from bot import logs
    from bot.logs import redactor
    from data.engine import DatabaseError, DatabaseUnusable, FileRefused

    logs.set_up(replace(settings, log_level="WARNING"))
    redact = redactor(settings)
    try:
        return asyncio.run(work)
    except FileRefused as error:
        raise _Unusable(fail(f"{error}. {error.remedy}.", CHANGE_SOMETHING)) from error
    except DatabaseUnusable as error:
        said = f"{what}can't be used: {error}. {error.remedy}."
        raise _Unusable(fail(redact(said), CHANGE_SOMETHING)) from error
    except DatabaseError as error:
        said = f"{what}does not open: {error}"
        raise _Unusable(fail(redact(said), CHANGE_SOMETHING)) from error
    except OSError as error:
        said = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        raise _Unusable(fail(redact(said), CHANGE_SOMETHING)) from error


def _settings() -> Settings:
    return load(environment(Path.cwd()))


def _forget(arguments: argparse.Namespace) -> int:
    from bot.forget import forget

    settings = _settings()
    print(_done(settings, forget(settings, arguments.what, arguments.id)))
    return FINE


def _ratings(_arguments: argparse.Namespace) -> int:
    from bot.recounting import Stage, rebuild

    settings = _settings()
    tell = {
        Stage.RATINGS: _progress("rated matches counted"),
        Stage.RESULTS: _progress("matches looked through"),
    }

    def progress(stage: Stage, matches: int, total: int) -> None:
        tell[stage](matches, total)

    try:
        done = _done(settings, rebuild(settings, progress))
    except KeyboardInterrupt:
        print("Broken off: what was stored is complete, and it can be run again.", file=sys.stderr)
        raise
    print(
        f"Rated matches: {done.matches}. Put right: {done.changed_ratings} ratings, "
        f"{done.changed_matches} matches."
    )
    print(
        f"All matches: {done.looked_through}. Put right: the results or milestones of "
        f"{done.changed_results}."
    )
    if done.unknown or done.unknown_matches:
        print(
            f"Left alone, for their rules are not known any more: {done.unknown} games of servers, "
            f"{done.unknown_matches} matches."
        )
    return FINE


def _backup(arguments: argparse.Namespace) -> int:
    from bot.backups import backup

    settings = _settings()
    done = _done(
        settings, backup(settings, arguments.file, progress=_progress("running games checked"))
    )
    print(f"Backup: {done.path} ({done.size / 1e6:.1f} MB). {_checked(done)}")
    print("It holds the secrets of running games: keep it as private as the token.")
    return _said_unplayable(done)


def _restore(arguments: argparse.Namespace) -> int:
    from bot.backups import restore

    settings = _settings()
    done = _done(
        settings, restore(settings, arguments.file, progress=_progress("running games checked"))
    )
    print(f"Restored: {arguments.file.absolute()} is now {done.path}. {_checked(done)}")
    if done.kept is not None:
        print(f"What was there before is kept: {done.kept.absolute()}")
    return _said_unplayable(done)


def _checked(done: "Copied") -> str:
    return f"Checked: every page, and {done.running} running games played through."


def _said_unplayable(done: "Copied") -> int:
    for trouble in done.unplayable:
        print(f"WRONG: {trouble}")
    if done.unplayable:
        print("The copy is complete, but so is this; `tavolo doctor` says more.")
    return FOUND if done.unplayable else FINE


def _doctor(arguments: argparse.Namespace) -> int:
    from bot.doctor.visit import visit

    settings = _settings()

    def say(line: str) -> None:
        print(line, flush=True)

    found = _done(
        settings,
        visit(settings, say, mends=arguments.mend, progress=_progress("games looked at")),
    )
    return FOUND if found else FINE


def _move_database(arguments: argparse.Namespace) -> int:
    from bot.moving import address, move_database

    source, target = address("FROM", arguments.source), address("TO", arguments.target)
    # What is set is about the bot: here two other databases count.
    try:
        moved = _done(load({}), move_database(source, target, _progress("rows copied")), MOVING)
    except KeyboardInterrupt:
        print("Broken off: the target is as empty as it was.", file=sys.stderr)
        raise
    print(f"Copied: {moved.games} games, {moved.rows} rows. Checksum of both: {moved.checksum}")
    print(
        "Now set DATABASE_URL to the new address and start the bot; the old database is as it was."
    )
    return FINE


def _progress(what: str) -> Callable[[int, int], None]:
    """Return what says how far a command is, with a line for every hundredth part of many."""
    told = 0

    def tell(done: int, total: int) -> None:
        nonlocal told
        if done * 100 // max(total, 1) > told * 100 // max(total, 1):
            told = done
            print(f"{done} of {total} {what}", flush=True)

    return tell


def _reporting(
    command: Callable[[argparse.Namespace], int],
) -> Callable[[argparse.Namespace], int]:
    def run(arguments: argparse.Namespace) -> int:
        try:
            return command(arguments)
        except _Unusable as error:
            return error.status

    return run


COMMANDS: Final[dict[str, Callable[[argparse.Namespace], int]]] = {
    "forget": _reporting(_forget),
    "ratings": _reporting(_ratings),
    "backup": _reporting(_backup),
    "restore": _reporting(_restore),
    "doctor": _reporting(_doctor),
    "move-database": _reporting(_move_database),
}
