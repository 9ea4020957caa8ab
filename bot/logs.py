"""Logging: how the bot's log looks, and what never appears in it.

Secrets are removed when a record becomes text, as the last step, so that messages, their values,
tracebacks and uncaught exceptions all pass the same filter. What does not belong here: what is
worth logging, which every module decides for itself.
"""

import json
import logging
import re
import sys
import threading
from collections.abc import Iterable
from datetime import UTC, datetime
from types import TracebackType
from typing import Final, TextIO
from urllib.parse import unquote, urlsplit

from bot.config import Settings
from bot.log_context import doing

QUIETEST: Final = {
    # At DEBUG these write down what people send, or thousands of lines a minute.
    "discord": logging.INFO,
    "aiosqlite": logging.INFO,
    "asyncio": logging.INFO,
    "PIL": logging.INFO,
    # At DEBUG it writes down whole rows, and with them the secrets of running games.
    "sqlalchemy": logging.WARNING,
    # At INFO it says at every start which kind of database it found.
    "alembic": logging.WARNING,
}
"""The lowest level of libraries whose talk helps nobody."""
TALKING_OF_DISCORD: Final = (
    "discord.app_commands.tree",
    "discord.client",
    "discord.gateway",
    "discord.shard",
)
"""The loggers of discord.py that tell of choices that came too late, and of lost connections."""

REMOVED: Final = "[removed]"
SHORTEST_PASSWORD: Final = 8
"""Shorter passwords are removed from addresses only: they may be innocent words elsewhere."""

_SHAPES: Final = (
    # A bot token: the application's id, a time and a signature.
    (re.compile(r"[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}"), REMOVED),
    # The token of an interaction or webhook, in the address of a request.
    (re.compile(r"(/(?:interactions|webhooks)/\d+/)[^/\s?'\"]+"), rf"\g<1>{REMOVED}"),
    # A password in the address of a database.
    (re.compile(r"(://[^\s/:@]*:)[^\s/]*@"), rf"\g<1>{REMOVED}@"),
    (re.compile(r"([?&]password=)[^&\s'\"]*"), rf"\g<1>{REMOVED}"),
)


class Redactor:
    """Take the secrets of one configuration, and whatever looks like one, out of a text.

    >>> Redactor(["tea-for-two"])("token tea-for-two, postgresql://me:hush@server/tavolo")
    'token [removed], postgresql://me:[removed]@server/tavolo'
    """

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        # The longest first: a secret may contain another one.
        self._secrets = sorted({secret for secret in secrets if secret}, key=len, reverse=True)

    def __call__(self, text: str) -> str:
        """Return the text without what is secret."""
        for secret in self._secrets:
            text = text.replace(secret, REMOVED)
        for shape, instead in _SHAPES:
            text = shape.sub(instead, text)
        return text


def redactor(settings: Settings) -> Redactor:
    """Return the redactor that knows the token and the database's password of these settings."""
    secrets = [settings.discord_token.reveal()] if settings.discord_token else []
    password = urlsplit(settings.database_url).password or ""
    if len(password) >= SHORTEST_PASSWORD:
        secrets += [password, unquote(password)]
    return Redactor(secrets)


class TextFormatter(logging.Formatter):
    """Write a record as a line for people, in UTC, with its traceback below.

    What was being done (`bot.log_context`) is in brackets at the end of the line.
    """

    def __init__(self, redact: Redactor) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")
        self._redact = redact

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - named by logging.Formatter
        """Write the line itself."""
        line = super().formatMessage(record)
        where = " ".join(f"{name}={value}" for name, value in doing().items())
        return f"{line} [{where}]" if where else line

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802 - named by logging.Formatter
        """Return the record's time as ISO 8601, the same as in JSON."""
        del datefmt
        return _time(record)

    def format(self, record: logging.LogRecord) -> str:
        """Write the record without its secrets."""
        return self._redact(super().format(record))


class JsonFormatter(logging.Formatter):
    """Write a record as one JSON object on one line: time, level, logger, message, error, stack.

    What was being done (`bot.log_context`) has keys of its own.
    """

    def __init__(self, redact: Redactor) -> None:
        super().__init__()
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        """Write the record without its secrets."""
        entry = {
            "time": _time(record),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **doing(),
        }
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        if record.stack_info:
            entry["stack"] = record.stack_info
        # Before it is JSON: there a secret with a quote or an accent would look different.
        return json.dumps({key: self._redact(text) for key, text in entry.items()})


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


FORMATTERS: Final = {"text": TextFormatter, "json": JsonFormatter}
"""The formatter of each value of LOG_FORMAT."""


def handler(settings: Settings, stream: TextIO) -> logging.Handler:
    """Make the handler that writes the log, as these settings want it, without secrets."""
    made = logging.StreamHandler(stream)
    made.setFormatter(FORMATTERS[settings.log_format](redactor(settings)))
    return made


def set_up(settings: Settings) -> None:
    """Send all logging, warnings and uncaught exceptions of this process to the standard error."""
    level = logging.getLevelNamesMapping()[settings.log_level]
    logging.basicConfig(level=level, handlers=[handler(settings, sys.stderr)], force=True)
    logging.captureWarnings(capture=True)
    for name, quietest in QUIETEST.items():
        logging.getLogger(name).setLevel(max(level, quietest))
    # It complains at every start about libraries for voice, which the bot does not use.
    logging.getLogger("discord.client").addFilter(_is_not_about_voice)
    for name in TALKING_OF_DISCORD:
        logging.getLogger(name).addFilter(_in_one_line)
    sys.excepthook = _log_uncaught
    threading.excepthook = _log_uncaught_in_thread


def _in_one_line(record: logging.LogRecord) -> bool:
    """Warn in one line of what is expected of Discord, networks and databases.

    No traceback helps there.
    """
    # Loaded by now, and not where the command line only shows its help.
    from bot.delivery.discord_errors import BROKEN_OFF, EXPECTED  # noqa: PLC0415 - see above
    from bot.store_failed import StoreFailed  # noqa: PLC0415 - see above

    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, (*EXPECTED, *BROKEN_OFF, StoreFailed)):
        record.msg = f"{record.getMessage()}: {error!r}".replace("\n", " ")
        record.args = record.exc_info = record.exc_text = None
        if record.levelno > logging.WARNING:
            record.levelno, record.levelname = logging.WARNING, "WARNING"
    return True


def _is_not_about_voice(record: logging.LogRecord) -> bool:
    return "voice will NOT be supported" not in record.getMessage()


def _log_uncaught(
    kind: type[BaseException], error: BaseException, traceback: TracebackType | None
) -> None:
    # The interpreter would print it itself, and with it whatever secret the message holds.
    logging.getLogger("bot").critical("This stopped the bot:", exc_info=(kind, error, traceback))


def _log_uncaught_in_thread(args: threading.ExceptHookArgs) -> None:
    if args.exc_value is not None:
        _log_uncaught(args.exc_type, args.exc_value, args.exc_traceback)
