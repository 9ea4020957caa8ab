"""The command `tavolo`: run the bot, invite it, check what it has been given.

It says in one line what is wrong with a start, on the standard error: exit status 2 where
the person at the keyboard must change something, 1 where trying again may help. What does
not belong here: how the bot works. Everything is imported where a command needs it, so that
`tavolo --help` answers at once.
"""

import argparse
import asyncio
import contextlib
import logging
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
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
)

if TYPE_CHECKING:
    from bot.check import Finding

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
LAST_PORT: Final = 65535
STOPPING_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the arguments say and give the exit status."""
    arguments = _parser().parse_args(argv)
    try:
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
    return parser


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
    settings = load(environment(Path.cwd()))
    if arguments.playground or settings.discord_token is None:
        return _play(arguments, settings)
    from bot import logs

    logs.set_up(settings)
    return asyncio.run(serve(settings, settings.discord_token))


def _play(arguments: argparse.Namespace, settings: Settings) -> int:
    if find_spec("simcord") is None:
        wrong = NO_PLAYGROUND if arguments.playground else GETTING_STARTED
        return _fail(wrong, CHANGE_SOMETHING)
    from bot import logs

    # simcord tries discord.py out as it is imported, and discord.py warns of what it finds.
    logging.disable(logging.WARNING)
    import_module("bot.playground.start")
    logging.disable(logging.NOTSET)
    logs.set_up(settings)
    return asyncio.run(
        serve_playground(settings, port=arguments.port, browser=not arguments.no_browser)
    )


async def serve_playground(settings: Settings, *, port: int, browser: bool) -> int:
    """Run the bot in a playground until a signal stops it; give the exit status."""
    from bot.playground.start import play

    def announce(address: str) -> None:
        print(f"The playground is open: {address}", flush=True)

    playing = asyncio.create_task(
        play(settings, port=port, announce=announce, browser=browser), name="the playground"
    )
    try:
        with _stopped_by_signals(playing.cancel), contextlib.suppress(asyncio.CancelledError):
            await playing
    except OSError as error:
        return _fail(f"The playground cannot start: {error}", TRY_AGAIN)
    return FINE


async def serve(settings: Settings, token: Secret) -> int:
    """Run the bot until a signal stops it; give the exit status."""
    import discord

    from bot import create_bot
    from bot.logs import redactor
    from data.engine import DatabaseError

    redact = redactor(settings)
    try:
        async with create_bot(settings=settings) as bot:
            running = asyncio.create_task(bot.start(token.reveal()), name="the bot")
            with _stopped_by_signals(running.cancel), contextlib.suppress(asyncio.CancelledError):
                await running
    except discord.LoginFailure:
        wrong = "Discord refuses DISCORD_TOKEN: reset it on the application's Bot page"
        return _fail(wrong, CHANGE_SOMETHING)
    except DatabaseError as error:
        return _fail(redact(f"{DATABASE_URL.name} does not open: {error}"), TRY_AGAIN)
    except (OSError, discord.HTTPException) as error:
        return _fail(redact(f"Discord cannot be reached: {error}"), TRY_AGAIN)
    return FINE


@contextlib.contextmanager
def _stopped_by_signals(stop: Callable[[], object]) -> Iterator[None]:
    """Stop kindly on the first signal; a second one ends the process as it always does."""
    loop = asyncio.get_running_loop()

    def restore() -> None:
        for each in STOPPING_SIGNALS:
            loop.remove_signal_handler(each)

    def stop_once() -> None:
        restore()
        stop()

    # Windows has no such handlers: there asyncio itself turns Ctrl-C into a cancellation.
    if sys.platform != "win32":
        for each in STOPPING_SIGNALS:
            loop.add_signal_handler(each, stop_once)
    try:
        yield
    finally:
        if sys.platform != "win32":
            restore()


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
    from bot.check import connections, examine

    examined = examine(environment(Path.cwd()))
    # What the libraries tell while they are tried must not hide the findings.
    logs.set_up(replace(examined.settings, log_level="WARNING"))

    async def report() -> bool:
        good = True
        for finding in examined.findings:
            good &= _print(finding)
        async for finding in connections(examined):
            good &= _print(finding)
        return good

    return FINE if asyncio.run(report()) else TRY_AGAIN


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
}
