"""`tavolo check`: the settings, whether the database is ready, whether Discord accepts the token.

It changes nothing: no database is created or migrated, no command is sent to Discord. What does
not belong here: printing, which the command line does.
"""

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, urlsplit

import discord

from bot.config import (
    DATABASE_URL,
    ENV_FILE,
    SETTINGS,
    SQLITE,
    ConfigurationError,
    Secret,
    Setting,
    Settings,
    async_url,
    load,
    suggestion,
)
from bot.logs import redactor
from data.engine import Database, DatabaseError, DatabaseUnusable
from data.sqlite import is_read_by_others

NEAR: Final = frozenset({None, "localhost", "127.0.0.1", "::1"})
"""The hosts of PostgreSQL that are this machine."""
PROXIES: Final = frozenset({"HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY"})
"""The variables that name a proxy, in capitals or not."""
VERIFIED: Final = frozenset({"verify-ca", "verify-full"})
"""How asyncpg has to use TLS for it to know the server by its certificate."""
PATIENCE: Final = 20.0
"""How many seconds the database and Discord each have to answer."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check; `good` is False where the bot would not work."""

    subject: str
    state: str
    good: bool = True


@dataclass(frozen=True, slots=True)
class Examination:
    """What a look at every variable found: a finding each, and what can be used of them."""

    findings: tuple[Finding, ...]
    settings: Settings
    """As they are set, with the default where a variable is wrong."""

    def wrong(self, setting: Setting[object]) -> bool:
        """Tell whether a variable is set to something that is not allowed."""
        return any(not each.good and each.subject == setting.name for each in self.findings)


def examine(environ: Mapping[str, str], written: Collection[str] = ()) -> Examination:
    """Look at every variable on its own, so that one that is wrong hides none of the others.

    `written` are the names in `.env`: there, unlike around it, all are meant for the bot.
    """
    wrong: dict[str, Finding] = {}
    for setting in SETTINGS:
        try:
            setting.value(environ)
        except ConfigurationError as error:
            wrong[setting.name] = Finding(setting.name, error.problem, good=False)
    usable = {name: text for name, text in environ.items() if name not in wrong}
    try:
        settings = load(usable)
    except ConfigurationError as error:
        # Right by itself, but not together with another one.
        wrong[error.name] = Finding(error.name, error.problem, good=False)
        del usable[error.name]
        settings = load(usable)
    redact = redactor(settings)

    def finding(setting: Setting[object]) -> Finding:
        value = setting.value(usable)
        if value is None:
            return Finding(setting.name, "not set")
        state = "set" if isinstance(value, Secret) else redact(str(value))
        return Finding(setting.name, state if setting.is_set(usable) else f"{state} (default)")

    found = [wrong.get(setting.name) or finding(setting) for setting in SETTINGS]
    known = {setting.name for setting in SETTINGS}
    return Examination(
        (*found, *(_unknown(name) for name in written if name not in known)), settings
    )


def _unknown(name: str) -> Finding:
    meant = suggestion(name)
    hint = "" if meant is None else f"; did you mean {meant}?"
    return Finding(name, f"is in .env but is not a setting{hint}", good=False)


async def connections(examined: Examination) -> AsyncIterator[Finding]:
    """Try the database and, where there is a token, Discord: what is wrong is not tried."""
    if not examined.wrong(DATABASE_URL):
        yield await database(examined.settings)
        exposed = exposure(examined.settings)
        if exposed is not None:
            yield exposed
    if examined.settings.discord_token:
        yield await discord_account(examined.settings.discord_token)


async def database(settings: Settings) -> Finding:
    """Open the database and compare it with the migrations of this release."""
    opened = Database(async_url(settings.database_url))
    try:
        async with asyncio.timeout(PATIENCE):
            await opened.inspect()
            pending = await opened.pending_migrations()
    except DatabaseUnusable as error:
        said = redactor(settings)(f"{error}. {error.remedy}")
        return Finding("Database", f"can't be used: {said}", good=False)
    except (DatabaseError, OSError) as error:
        return Finding("Database", f"does not open: {redactor(settings)(str(error))}", good=False)
    except TimeoutError:
        return Finding("Database", "does not answer", good=False)
    finally:
        await opened.close()
    if not pending:
        return Finding("Database", "opens and is up to date")
    names = ", ".join(pending)
    return Finding("Database", f"can be used; the next start will apply to it: {names}")


def exposure(settings: Settings) -> Finding | None:
    """Say who else can read the database, or what goes to it and comes from it; None if nobody."""
    exposed = Database(async_url(settings.database_url)).readable_by_others()
    if exposed:
        files = " ".join(map(str, exposed))
        said = f"others on this machine can read it: chmod 600 {files}"
        return Finding("Database", redactor(settings)(said), good=False)
    if _is_read_on_the_way(settings.database_url):
        said = "its server is not verified, so others may read along: add ?sslmode=verify-full"
        return Finding("Database", said, good=False)
    return None


def _is_read_on_the_way(database_url: str) -> bool:
    """Tell whether a database is on another machine that nothing proves to be the right one."""
    if database_url.startswith(f"{SQLITE}:"):
        return False
    parts = urlsplit(async_url(database_url))
    options = parse_qs(parts.query)
    # A host in the options counts instead of the other; there may be several, each with a port.
    named = [one for text in options.get("host", []) for one in text.split(",")]
    hosts = [urlsplit(f"//{one}").hostname for one in named if not one.startswith("/")]
    near = (set(hosts) if named else {parts.hostname}) <= NEAR
    return not (near or set(options.get("ssl", [""])) <= VERIFIED)


def token_exposure(folder: Path) -> Finding | None:
    """Say whether others can read the file with the token; None if nobody can."""
    path = folder / ENV_FILE
    if not is_read_by_others(path):
        return None
    return Finding(ENV_FILE, f"others on this machine can read it: chmod 600 {path}", good=False)


def proxy_unused(environ: Mapping[str, str]) -> Finding | None:
    """Say that a proxy of the environment is not used; None where there is none.

    Only the variable is named: its address may hold a password.
    """
    named = sorted(name for name in environ if name.upper() in PROXIES and environ[name].strip())
    if not named:
        return None
    state = "is set, but the bot uses no proxy: it connects to Discord directly"
    return Finding(named[0], state)


async def discord_account(token: Secret) -> Finding:
    """Log in to Discord, without connecting, and say as whom."""
    try:
        async with (
            asyncio.timeout(PATIENCE),
            discord.Client(intents=discord.Intents(guilds=True)) as client,
        ):
            await client.login(token.reveal())
            return Finding("Discord", f"accepts the token of {client.user}")
    except discord.LoginFailure:
        return Finding("Discord", "refuses the token: reset it on the Bot page", good=False)
    except (OSError, TimeoutError, discord.HTTPException) as error:
        reason = str(error) or "no answer"
        return Finding("Discord", f"could not be asked: {reason}", good=False)
