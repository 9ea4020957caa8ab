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
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot import start_folder, store_commands, worker_command
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
from bot.statuses import CHANGE_SOMETHING, FINE, TRY_AGAIN, fail
from games.console import escape_unknown_signs

if TYPE_CHECKING:
    from bot.check import Finding
    from bot.life import Stop

log = logging.getLogger(__name__)

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
LOGIN_WAITS: Final = (2, 5, 15)
"""After how many seconds a login is tried again whose connection has dropped."""
LAST_PORT: Final = 65535


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the arguments say and return the exit status."""
    escape_unknown_signs()
    try:
        arguments = _parser().parse_args(argv)
        return COMMANDS[arguments.command](arguments)
    except ConfigurationError as error:
        return fail(str(error), CHANGE_SOMETHING)
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
    commands.add_parser(
        "worker", help="think for the computers of bots that share a PostgreSQL database"
    )
    store_commands.add_to(commands)
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
    from bot.life import stopped_by_signals

    with stopped_by_signals() as stop:
        folder = Path.cwd()
        environ = environment(folder)
        settings = load(environ)
        if settings.discord_token is None and not arguments.playground:
            _check_spelling(environ)
        if arguments.playground or settings.discord_token is None:
            return _play(arguments, settings, stop)
        from bot import logs
        from bot.check import proxy_unused, token_exposure
        from bot.life import leave

        logs.set_up(settings)
        start_folder.check_database(settings, folder)
        start_folder.tell(settings, folder)
        for finding in (token_exposure(folder), proxy_unused(environ)):
            if finding is not None:
                log.warning("%s: %s", finding.subject, finding.state)
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
        return fail(wrong, CHANGE_SOMETHING)
    if not (arguments.playground or arguments.port or arguments.no_browser):
        start_folder.check_playground(Path.cwd())
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
    """Run the bot in a playground until a signal stops it, and return the exit status."""
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
        return fail(f"The playground cannot start: {error}", TRY_AGAIN)
    return FINE


async def serve(settings: Settings, token: Secret, stop: "Stop") -> int:
    """Run the bot until a signal stops it, and return the exit status."""
    from bot.memory import collect_rarely, return_large_blocks

    # Before what takes most of a start: to import it all.
    collect_rarely()
    return_large_blocks()
    import aiohttp
    import discord

    from bot.logs import redactor
    from data.engine import DatabaseError, DatabaseUnusable

    redact = redactor(settings)
    living = asyncio.create_task(_live_patiently(settings, token, redact), name="life")
    try:
        with stop.ending(living), contextlib.suppress(asyncio.CancelledError):
            await living
    except discord.LoginFailure:
        return fail(REFUSED, CHANGE_SOMETHING)
    except DatabaseUnusable as error:
        said = f"{DATABASE_URL.name} does not open: {error}. {error.remedy}."
        return fail(redact(said), CHANGE_SOMETHING)
    except DatabaseError as error:
        return fail(redact(f"{DATABASE_URL.name} does not open: {error}"), TRY_AGAIN)
    except discord.ConnectionClosed as error:
        if error.code == TOKEN_REFUSED:
            return fail(REFUSED, CHANGE_SOMETHING)
        return fail(f"Discord has closed the connection for good: {error}", TRY_AGAIN)
    except (OSError, aiohttp.ClientError, discord.HTTPException, discord.GatewayNotFound) as error:
        said = str(error) or type(error).__name__
        return fail(redact(f"Discord cannot be reached: {said}"), TRY_AGAIN)
    return FINE


async def _live_patiently(settings: Settings, token: Secret, redact: Callable[[str], str]) -> None:
    """Run a bot; where the connection drops while it logs in, another one is tried."""
    import aiohttp
    import discord

    from bot import create_bot
    from bot.life import live
    from bot.memory import spare_collections

    for wait in (*LOGIN_WAITS, None):
        bot = create_bot(settings=settings)
        spare_collections(bot)
        await bot.database.claim()
        try:
            return await live(bot, token.reveal())
        except (OSError, aiohttp.ClientError, discord.DiscordServerError) as error:
            if wait is None or bot.user is not None:
                raise
            said = redact(str(error) or type(error).__name__)
            log.warning("Discord cannot be reached (%s): again in %d seconds", said, wait)
        await asyncio.sleep(wait)
    return None


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
    from bot.check import connections, examine, proxy_unused, token_exposure

    examined = examine(environment(Path.cwd()), written(Path.cwd()))
    # What the libraries tell while they are tried must not hide the findings.
    logs.set_up(replace(examined.settings, log_level="WARNING"))

    async def report() -> bool:
        good = True
        more = (token_exposure(Path.cwd()), proxy_unused(environment(Path.cwd())))
        for finding in (*examined.findings, *filter(None, more)):
            good &= _print(finding)
        async for finding in connections(examined):
            good &= _print(finding)
        return good

    return FINE if asyncio.run(report()) else TRY_AGAIN


def _print(finding: "Finding") -> bool:
    mark = "" if finding.good else "WRONG: "
    print(f"{finding.subject:22}{mark}{finding.state}", flush=True)
    return finding.good


COMMANDS: Final[dict[str, Callable[[argparse.Namespace], int]]] = {
    "run": _run,
    "invite": _invite,
    "check": _check,
    "worker": worker_command.work,
    **store_commands.COMMANDS,
}
