"""The command `tavolo`: run the bot, invite it, check its settings.

It reports a failed start in one line on standard error: exit status 2 if the host must change
something, 1 if trying again may help. What does not belong here: how the bot works. Everything is
imported where a command needs it, so that `tavolo --help` answers immediately.
"""

import argparse
import asyncio
import contextlib
import logging
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.config import (
    DATABASE_URL,
    DISCORD_TOKEN,
    ConfigurationError,
    Secret,
    Settings,
    environment,
    load,
    suggestion,
    written,
)
from games.console import escape_unknown_signs

if TYPE_CHECKING:
    from bot.check import Finding
    from bot.life import Stop

log = logging.getLogger(__name__)

FINE: Final = 0
TRY_AGAIN: Final = 1
CHANGE_SOMETHING: Final = 2

GETTING_STARTED: Final = """\
Tavolo needs a bot token: at https://discord.com/developers/applications choose New Application, \
then Bot, then Reset Token.
Write it into a file .env in this folder as DISCORD_TOKEN=your-token, start again, \
and add the bot to your server with what `tavolo invite` prints.\
"""
NO_PLAYGROUND: Final = """\
The playground is not installed: `pip install "tavolo[playground]"` does it, and so does `uv run`.\
"""
REFUSED: Final = (
    "Discord refuses DISCORD_TOKEN: reset it on the application's Bot page, and set the new one"
)
TOKEN_REFUSED: Final = 4004
"""The code with which Discord closes a connection whose token has been reset meanwhile."""
LAST_PORT: Final = 65535
LARGEST_ID: Final = 2**63 - 1


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the arguments say and return the exit status."""
    escape_unknown_signs()
    try:
        arguments = _parser().parse_args(argv)
        return COMMANDS[arguments.command](arguments)
    except ConfigurationError as error:
        return _fail(str(error), CHANGE_SOMETHING)
    except KeyboardInterrupt:
        return 128 + signal.SIGINT


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tavolo",
        description="A Discord bot on which friends play tabletop games over hours or weeks.",
        epilog="Settings are environment variables or lines of .env; .env.example explains them.",
    )
    parser.add_argument(
        "--playground",
        action="store_true",
        help="run the bot in a small Discord of its own, as without a token: nothing to set up",
    )
    parser.add_argument(
        "--port",
        type=_port,
        default=0,
        metavar="N",
        help="where the playground listens on this machine (any free port otherwise)",
    )
    parser.add_argument(
        "--no-browser",
        action="store_true",
        help="print the playground's address and open nothing",
    )
    parser.add_argument("--version", action="version", version=f"tavolo {version('tavolo')}")
    commands = parser.add_subparsers(dest="command", metavar="command")
    parser.set_defaults(command="run")
    commands.add_parser("run", help="run the bot until it is stopped (what `tavolo` alone does)")
    invite = commands.add_parser("invite", help="print the address that adds the bot to a server")
    invite.add_argument(
        "--application-id",
        type=_application_id,
        metavar="ID",
        help="the application's id, where no token is set",
    )
    commands.add_parser(
        "check", help="say what is set, whether the database opens and Discord takes the token"
    )
    forget = commands.add_parser(
        "forget", help="delete everything about a person or a server for good"
    )
    forget.add_argument("what", choices=("person", "server"), help="which of the two")
    forget.add_argument("id", type=_discord_id, metavar="ID", help="the id that Discord shows")
    counted = commands.add_parser("ratings", help="count all ratings again")
    counted.add_argument(
        "what",
        choices=("rebuild",),
        help="from the stored games, by today's rules; Ctrl-C breaks it off at any time",
    )
    return parser


def _discord_id(text: str) -> int:
    if not text.isdecimal() or not text.isascii() or not 0 < int(text) <= LARGEST_ID:
        msg = f"{text!r} is no id of Discord: it has digits only"
        raise argparse.ArgumentTypeError(msg)
    return int(text)


def _application_id(text: str) -> int:
    if not text.isdecimal() or not text.isascii():
        msg = f"{text!r} is no application id: it has digits only"
        raise argparse.ArgumentTypeError(msg)
    return int(text)


def _port(text: str) -> int:
    if not text.isdecimal() or not text.isascii() or not int(text) <= LAST_PORT:
        msg = f"{text!r} is no port: it is a number up to {LAST_PORT}"
        raise argparse.ArgumentTypeError(msg)
    return int(text)


def _run(arguments: argparse.Namespace) -> int:
    from bot.life import stopped_by_signals

    with stopped_by_signals() as stop:
        environ = environment(Path.cwd())
        settings = load(environ)
        if settings.discord_token is None and not arguments.playground:
            _check_spelling(environ)
        if arguments.playground or settings.discord_token is None:
            return _play(arguments, settings, stop)
        from bot import logs
        from bot.check import token_exposure
        from bot.life import leave

        logs.set_up(settings)
        exposed = token_exposure(Path.cwd())
        if exposed is not None:
            log.warning("%s: %s", exposed.subject, exposed.state)
        return leave(asyncio.run(serve(settings, settings.discord_token, stop)))


def _check_spelling(environ: Mapping[str, str]) -> None:
    """Raise ConfigurationError where somebody has set a token under a wrong name.

    They want their bot, not the playground.
    """
    for name in sorted(environ):
        if environ[name].strip() and suggestion(name) == DISCORD_TOKEN.name:
            wrong = f"is set, but the bot's token is called {DISCORD_TOKEN.name}"
            allowed = "rename it, or `tavolo --playground` for the playground"
            raise ConfigurationError(name, wrong, allowed)


def _play(arguments: argparse.Namespace, settings: Settings, stop: "Stop") -> int:
    if find_spec("simcord") is None:
        wrong = NO_PLAYGROUND if arguments.playground else GETTING_STARTED
        return _fail(wrong, CHANGE_SOMETHING)
    from bot import logs
    from bot.life import leave

    # simcord tries discord.py out as it is imported, and discord.py warns of what it finds.
    logging.disable(logging.WARNING)
    import_module("playground.start")
    logging.disable(logging.NOTSET)
    logs.set_up(settings)
    browser = not arguments.no_browser
    return leave(
        asyncio.run(serve_playground(settings, stop, port=arguments.port, browser=browser))
    )


async def serve_playground(settings: Settings, stop: "Stop", *, port: int, browser: bool) -> int:
    """Run the bot in a playground until a signal stops it; give the exit status."""
    from playground.start import play

    def announce(address: str) -> None:
        print(f"The playground is open: {address}", flush=True)

    playing = asyncio.create_task(
        play(settings, port=port, announce=announce, browser=browser), name="the playground"
    )
    try:
        with stop.ending(playing), contextlib.suppress(asyncio.CancelledError):
            await playing
    except OSError as error:
        return _fail(f"The playground cannot start: {error}", TRY_AGAIN)
    return FINE


async def serve(settings: Settings, token: Secret, stop: "Stop") -> int:
    """Run the bot until a signal stops it; give the exit status."""
    from bot.life import collect_rarely, live, spare_collections

    # Before what takes most of a start: to import it all.
    collect_rarely()
    import aiohttp
    import discord

    from bot import create_bot
    from bot.logs import redactor
    from data.engine import DatabaseError, DatabaseUnusable

    redact = redactor(settings)
    bot = create_bot(settings=settings)
    spare_collections(bot)
    living = asyncio.create_task(live(bot, token.reveal()), name="life")
    try:
        with stop.ending(living), contextlib.suppress(asyncio.CancelledError):
            await living
    except discord.LoginFailure:
        return _fail(REFUSED, CHANGE_SOMETHING)
    except DatabaseUnusable as error:
        said = f"{DATABASE_URL.name} does not open: {error}. {error.remedy}."
        return _fail(redact(said), CHANGE_SOMETHING)
    except DatabaseError as error:
        return _fail(redact(f"{DATABASE_URL.name} does not open: {error}"), TRY_AGAIN)
    except discord.ConnectionClosed as error:
        if error.code == TOKEN_REFUSED:
            return _fail(REFUSED, CHANGE_SOMETHING)
        return _fail(f"Discord has closed the connection for good: {error}", TRY_AGAIN)
    except (OSError, aiohttp.ClientError, discord.HTTPException, discord.GatewayNotFound) as error:
        said = str(error) or type(error).__name__
        return _fail(redact(f"Discord cannot be reached: {said}"), TRY_AGAIN)
    return FINE


def _invite(arguments: argparse.Namespace) -> int:
    from bot import invitation

    application: int | None = arguments.application_id
    token = None
    if application is None:
        token = DISCORD_TOKEN.value(environment(Path.cwd()))
        application = invitation.application_id(token.reveal()) if token else None
    if application is None:
        wrong = "does not say which application to invite" if token else "is not set"
        allowed = "a bot token, or instead --application-id ID from the General Information page"
        raise ConfigurationError(DISCORD_TOKEN.name, wrong, allowed)
    print(invitation.address(application))
    return FINE


def _check(_arguments: argparse.Namespace) -> int:
    from bot import logs
    from bot.check import connections, examine, token_exposure

    examined = examine(environment(Path.cwd()), written(Path.cwd()))
    # What the libraries tell while they are tried must not hide the findings.
    logs.set_up(replace(examined.settings, log_level="WARNING"))

    async def report() -> bool:
        good = True
        exposed = token_exposure(Path.cwd())
        for finding in (*examined.findings, *([exposed] if exposed else [])):
            good &= _print(finding)
        async for finding in connections(examined):
            good &= _print(finding)
        return good

    return FINE if asyncio.run(report()) else TRY_AGAIN


def _forget(arguments: argparse.Namespace) -> int:
    from bot import logs
    from bot.forget import forget
    from bot.logs import redactor
    from data.engine import DatabaseError, DatabaseUnusable

    settings = load(environment(Path.cwd()))
    logs.set_up(replace(settings, log_level="WARNING"))
    redact = redactor(settings)
    try:
        print(asyncio.run(forget(settings, arguments.what, arguments.id)))
    except DatabaseUnusable as error:
        said = f"{DATABASE_URL.name} can't be used: {error}. {error.remedy}."
        return _fail(redact(said), CHANGE_SOMETHING)
    except DatabaseError as error:
        return _fail(redact(f"{DATABASE_URL.name} does not open: {error}"), TRY_AGAIN)
    return FINE


def _ratings(_arguments: argparse.Namespace) -> int:
    from bot import logs
    from bot.logs import redactor
    from bot.recounting import rebuild
    from data.engine import DatabaseError, DatabaseUnusable

    settings = load(environment(Path.cwd()))
    logs.set_up(replace(settings, log_level="WARNING"))
    redact = redactor(settings)
    told = 0

    def progress(matches: int, total: int) -> None:
        nonlocal told
        # A line for every hundredth part.
        if matches * 100 // max(total, 1) > told * 100 // max(total, 1):
            told = matches
            print(f"{matches} of {total} rated matches counted", flush=True)

    try:
        done = asyncio.run(rebuild(settings, progress))
    except DatabaseUnusable as error:
        said = f"{DATABASE_URL.name} can't be used: {error}. {error.remedy}."
        return _fail(redact(said), CHANGE_SOMETHING)
    except DatabaseError as error:
        return _fail(redact(f"{DATABASE_URL.name} does not open: {error}"), TRY_AGAIN)
    except KeyboardInterrupt:
        print("Broken off: what was stored is complete, and it can be run again.", file=sys.stderr)
        raise
    print(
        f"Rated matches: {done.matches}. Put right: {done.changed_ratings} ratings, "
        f"{done.changed_matches} matches."
    )
    if done.unknown:
        print(
            f"Left alone, for their rules are not known any more: {done.unknown} games of servers."
        )
    return FINE


def _print(finding: "Finding") -> bool:
    mark = "" if finding.good else "WRONG: "
    print(f"{finding.subject:22}{mark}{finding.state}", flush=True)
    return finding.good


def _fail(wrong: str, status: int) -> int:
    print(wrong, file=sys.stderr)
    return status


COMMANDS: Final[dict[str, Callable[[argparse.Namespace], int]]] = {
    "run": _run,
    "invite": _invite,
    "check": _check,
    "forget": _forget,
    "ratings": _ratings,
}
