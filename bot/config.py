"""Configuration: every variable that the bot reads, declared once.

The table `SETTINGS` holds each variable's name, meaning, allowed values and default.
`.env.example`, `tavolo check`, the documents and the tests follow this table. What does not
belong here: what a server or a person chooses in Discord, which is stored in the database.

These texts are for the host, in English like the log; what players read is `Text`.
"""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Generic, TypeVar
from urllib.parse import urlsplit

from dotenv.parser import parse_stream

from bot import addresses
from data.share import WHOLE, Share

T_co = TypeVar("T_co", covariant=True)

SQLITE: Final = "sqlite"
"""How the address of a SQLite file begins."""
LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
FORMATS: Final = ("text", "json")
MOST_WORKERS: Final = 64
MOST_SHARDS: Final = 4096
LAST_PORT: Final = 65_535
ENV_FILE: Final = ".env"
ALIKE: Final = 0.8
"""How alike a name and a setting's must be (`difflib`) for one to be meant by the other."""


class ConfigurationError(Exception):
    """Say in one line which variable is wrong, how, and what is allowed."""

    def __init__(self, name: str, wrong: str, allowed: str) -> None:
        super().__init__(name, wrong, allowed)
        self.name = name
        self.problem = f"{wrong}; allowed: {allowed}"

    def __str__(self) -> str:
        return f"{self.name} {self.problem}"


@dataclass(frozen=True, slots=True)
class Secret:
    """Hold a value that no log and no traceback may show; only `reveal` gives it.

    >>> Secret("abc"), str(Secret("abc"))
    (Secret(…), 'Secret(…)')
    """

    _value: str = field(repr=False)

    def reveal(self) -> str:
        """Return the value itself, to hand it to what needs it."""
        return self._value

    def __repr__(self) -> str:
        return "Secret(…)"


@dataclass(frozen=True, slots=True)
class Setting(Generic[T_co]):
    """Declare one variable: its name, default (empty: none), meaning and reader.

    `read` takes the text that is set, never an empty one, and raises ValueError with what
    is wrong, in words that follow the variable's name.
    """

    name: str
    default: str
    about: str
    allowed: str
    read: Callable[[str], T_co]

    def value(self, environ: Mapping[str, str]) -> T_co:
        """Read the variable; an empty one counts as not set.

        Raises ConfigurationError naming the variable.
        """
        try:
            return self.read(self.text(environ))
        except ValueError as error:
            raise ConfigurationError(self.name, str(error), self.allowed) from None

    def text(self, environ: Mapping[str, str]) -> str:
        """Return what is set, or the default."""
        return environ.get(self.name, "").strip() or self.default

    def is_set(self, environ: Mapping[str, str]) -> bool:
        """Tell whether something other than the default counts."""
        return self.text(environ) != self.default


def _token(text: str) -> Secret | None:
    # Discord alone knows what a token is; a stray blank or quote is all that shows from here.
    if not re.fullmatch(r"[!-~]*", text) or {'"', "'"} & set(text):
        msg = "is not a bot token"
        raise ValueError(msg)
    return Secret(text) if text else None


def _database(text: str) -> str:
    # The address may hold a password, so no message repeats it.
    scheme, colon, rest = text.partition("://")
    if not colon or scheme not in {SQLITE, *addresses.SCHEMES}:
        wrong = "is not the address of a database that the bot can use"
    elif scheme == SQLITE:
        wrong = "" if re.fullmatch(r"/(?!:memory:).+", rest) else "names no SQLite file"
        if "?" in rest:
            # As `mode=ro`: the bot has to write, and sets up its connections itself.
            wrong = "has options behind a question mark, which the bot does not take"
    elif not _is_postgresql(text):
        wrong = "is not the address of a PostgreSQL database"
    elif find_spec("asyncpg") is None:
        wrong = (
            "is a PostgreSQL database, but asyncpg is not installed "
            "(`uv run --extra postgresql tavolo` installs it)"
        )
    else:
        addresses.read(text)
        wrong = ""
    if wrong:
        raise ValueError(wrong)
    return text


def _is_postgresql(text: str) -> bool:
    try:
        parts = urlsplit(text)
        port = parts.port  # only now a port that is no number is found out
    except ValueError:
        return False
    return port != 0 and parts.path not in {"", "/"}


def _one_of(words: tuple[str, ...]) -> Callable[[str], str]:
    spelling = {word.casefold(): word for word in words}

    def read(text: str) -> str:
        try:
            return spelling[text.casefold()]
        except KeyError:
            raise ValueError(_not_allowed(text)) from None

    return read


def _from_one_to(most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", text) or not 1 <= int(text) <= most:
            raise ValueError(_not_allowed(text))
        return int(text)

    return read


def _workers(text: str) -> int:
    if text:
        return _from_one_to(MOST_WORKERS)(text)
    # One core is for the bot itself.
    return max(1, min(MOST_WORKERS, (os.cpu_count() or 1) - 1))


def _yes_or_no(text: str) -> bool:
    return _one_of(("yes", "no"))(text) == "yes"


def _folder(text: str) -> Path | None:
    path = Path(text).absolute() if text else None
    if path is not None and not path.is_dir():
        msg = "is no folder that there is"
        raise ValueError(msg)
    return path


def _shard_count(text: str) -> int | None:
    return _from_one_to(MOST_SHARDS)(text) if text else None


def _shard_ids(text: str) -> str | None:
    try:
        shards_in(text)
    except ValueError:
        raise ValueError(_not_allowed(text)) from None
    return text.replace(" ", "") or None


def shards_in(text: str) -> frozenset[int]:
    """Read shards such as "0-3,6"; raises ValueError.

    >>> sorted(shards_in("0-3,6"))
    [0, 1, 2, 3, 6]
    """
    found: set[int] = set()
    for part in text.split(",") if text else ():
        first, _, last = part.partition("-")
        shards = range(_shard(first), _shard(last or first) + 1)
        if not shards:
            msg = f"{part} ends before it begins"
            raise ValueError(msg)
        found.update(shards)
    return frozenset(found)


def _shard(text: str) -> int:
    if not re.fullmatch(r" *[0-9]{1,4} *", text) or int(text) >= MOST_SHARDS:
        msg = "is no shard"
        raise ValueError(msg)
    return int(text)


def _port(text: str) -> int | None:
    return _from_one_to(LAST_PORT)(text) if text else None


def _not_allowed(text: str) -> str:
    # Twenty characters of a token pasted into the wrong place are its public part only.
    return f"is {text[:20]!r}"


def _count(name: str, default: int, most: int, about: str) -> Setting[int]:
    allowed = f"a whole number from 1 to {most}"
    return Setting(name, str(default), about, allowed, _from_one_to(most))


DISCORD_TOKEN: Final = Setting(
    "DISCORD_TOKEN",
    "",
    "The bot's token, from the Bot page of your application at "
    "https://discord.com/developers/applications. Anybody who has it controls the bot: keep it secret.",
    "the token as the Bot page shows it, without blanks or quotes",
    _token,
)
DATABASE_URL: Final = Setting(
    "DATABASE_URL",
    "sqlite:///tavolo.db",
    "Where games are kept: a SQLite file (three slashes for one in the working folder, four for "
    "a path from the root) or a PostgreSQL database.",
    "sqlite:///file or postgresql://user:password@server/name",
    _database,
)
LOG_LEVEL: Final = Setting(
    "LOG_LEVEL",
    "INFO",
    "How much the log says.",
    ", ".join(LEVELS),
    _one_of(LEVELS),
)
LOG_FORMAT: Final = Setting(
    "LOG_FORMAT",
    "text",
    "How the log is written: lines for people, or one JSON object per line for programs.",
    ", ".join(FORMATS),
    _one_of(FORMATS),
)
MAX_GAMES_PER_PERSON: Final = _count(
    "MAX_GAMES_PER_PERSON", 20, 200, "How many running games a person may have in one server."
)
MAX_OPEN_CHALLENGES: Final = _count(
    "MAX_OPEN_CHALLENGES", 5, 10, "How many open challenges a person may have in one server."
)
CHALLENGE_HOURS: Final = _count(
    "CHALLENGE_HOURS", 48, 720, "After how many hours an unanswered challenge expires."
)
WORKERS: Final = Setting(
    "WORKERS",
    "",
    "How many processes compute the moves of computer players. If empty: one less than the "
    "machine has cores, and at least one.",
    f"a whole number from 1 to {MOST_WORKERS}",
    _workers,
)
MAX_WAITING_JOBS: Final = _count(
    "MAX_WAITING_JOBS",
    200,
    10_000,
    "How many moves, hints and reviews may wait for these processes; further ones are postponed.",
)
KEEP_SERVER_DAYS: Final = _count(
    "KEEP_SERVER_DAYS",
    30,
    3650,
    "After how many days everything of a server that has removed the bot is deleted.",
)
KEEP_NOTES_DAYS: Final = _count(
    "KEEP_NOTES_DAYS",
    30,
    3650,
    "After how many days notes and plans are deleted once their game is over.",
)
BACKUP_FOLDER: Final = Setting(
    "BACKUP_FOLDER",
    "",
    "Where a checked copy of all games is made every day (of a SQLite file; PostgreSQL has pg_dump). "
    "If empty: no copies are made.",
    "a folder",
    _folder,
)
KEEP_BACKUPS_DAYS: Final = _count(
    "KEEP_BACKUPS_DAYS", 7, 3650, "After how many days these copies are deleted."
)
SHARD_COUNT: Final = Setting(
    "SHARD_COUNT",
    "",
    "Into how many shards Discord divides the bot's servers, the same in every process. If empty: "
    "as many as Discord recommends, all in this process.",
    f"a whole number from 1 to {MOST_SHARDS}",
    _shard_count,
)
SHARD_IDS: Final = Setting(
    "SHARD_IDS",
    "",
    "Which of them this process serves, where several processes share one PostgreSQL database; "
    "one of them has to serve shard 0. If empty: all.",
    "numbers and ranges below SHARD_COUNT, such as 0-3 or 0,5-7, and PostgreSQL as DATABASE_URL",
    _shard_ids,
)
THINK_ELSEWHERE: Final = Setting(
    "THINK_ELSEWHERE",
    "no",
    "Whether computers' moves, hints and reviews are left to `tavolo worker` processes, on other "
    "machines perhaps, that share the PostgreSQL database. While none is there, the bot's own processes "
    "(WORKERS) compute them.",
    "yes or no; yes needs PostgreSQL as DATABASE_URL",
    _yes_or_no,
)
METRICS_PORT: Final = Setting(
    "METRICS_PORT",
    "",
    "The port of this machine (127.0.0.1) at which /healthz and, for Prometheus, /metrics answer. "
    "If empty: nothing listens.",
    f"a whole number from 1 to {LAST_PORT}",
    _port,
)

SETTINGS: Final[tuple[Setting[object], ...]] = (
    DISCORD_TOKEN,
    DATABASE_URL,
    LOG_LEVEL,
    LOG_FORMAT,
    MAX_GAMES_PER_PERSON,
    MAX_OPEN_CHALLENGES,
    CHALLENGE_HOURS,
    WORKERS,
    MAX_WAITING_JOBS,
    KEEP_SERVER_DAYS,
    KEEP_NOTES_DAYS,
    BACKUP_FOLDER,
    KEEP_BACKUPS_DAYS,
    SHARD_COUNT,
    SHARD_IDS,
    THINK_ELSEWHERE,
    METRICS_PORT,
)
"""Every variable, in the order in which people read about them."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Hold what the environment says, one field a variable, named after it."""

    discord_token: Secret | None
    database_url: str = field(repr=False)
    """As written in the environment, password included; see `async_url`."""
    log_level: str
    log_format: str
    max_games_per_person: int
    max_open_challenges: int
    challenge_hours: int
    workers: int
    max_waiting_jobs: int
    keep_server_days: int
    keep_notes_days: int
    backup_folder: Path | None
    keep_backups_days: int
    shard_count: int | None
    shard_ids: str | None
    think_elsewhere: bool
    metrics_port: int | None

    @property
    def share(self) -> Share:
        """The servers that this process serves."""
        if self.shard_count is None or self.shard_ids is None:
            return WHOLE
        return Share(self.shard_count, shards_in(self.shard_ids))


def load(environ: Mapping[str, str]) -> Settings:
    """Read every variable; `load({})` gives the defaults.

    Raises ConfigurationError for the first variable that is wrong.
    """
    settings = Settings(
        discord_token=DISCORD_TOKEN.value(environ),
        database_url=DATABASE_URL.value(environ),
        log_level=LOG_LEVEL.value(environ),
        log_format=LOG_FORMAT.value(environ),
        max_games_per_person=MAX_GAMES_PER_PERSON.value(environ),
        max_open_challenges=MAX_OPEN_CHALLENGES.value(environ),
        challenge_hours=CHALLENGE_HOURS.value(environ),
        workers=WORKERS.value(environ),
        max_waiting_jobs=MAX_WAITING_JOBS.value(environ),
        keep_server_days=KEEP_SERVER_DAYS.value(environ),
        keep_notes_days=KEEP_NOTES_DAYS.value(environ),
        backup_folder=BACKUP_FOLDER.value(environ),
        keep_backups_days=KEEP_BACKUPS_DAYS.value(environ),
        shard_count=SHARD_COUNT.value(environ),
        shard_ids=SHARD_IDS.value(environ),
        think_elsewhere=THINK_ELSEWHERE.value(environ),
        metrics_port=METRICS_PORT.value(environ),
    )
    _check_shards(settings)
    if settings.think_elsewhere and settings.database_url.startswith(SQLITE):
        wrong = f"leaves thinking to other processes, but {DATABASE_URL.name} is a SQLite file"
        raise ConfigurationError(THINK_ELSEWHERE.name, wrong, THINK_ELSEWHERE.allowed)
    return settings


def _check_shards(settings: Settings) -> None:
    """Raise ConfigurationError where the shards fit neither each other nor the database."""
    if settings.shard_ids is None:
        return
    wrong = ""
    if settings.shard_count is None:
        wrong = f"is set, but not {SHARD_COUNT.name}"
    elif max(settings.share.ids) >= settings.shard_count:
        wrong = f"is {settings.shard_ids!r}, but {SHARD_COUNT.name} is {settings.shard_count}"
    elif not settings.share.is_whole and settings.database_url.startswith("sqlite"):
        wrong = f"leaves shards to other processes, but {DATABASE_URL.name} is a SQLite file"
    if wrong:
        raise ConfigurationError(SHARD_IDS.name, wrong, SHARD_IDS.allowed)


def suggestion(name: str) -> str | None:
    """Return the setting that somebody may have meant by a name that is none.

    >>> suggestion("DISCORD_BOT_TOKEN"), suggestion("LOG_LEVEL"), suggestion("PATH")
    ('DISCORD_TOKEN', None, None)
    """
    names = [setting.name for setting in SETTINGS]
    if name in names:
        return None
    return next(iter(get_close_matches(name.upper(), names, 1, ALIKE)), None)


def environment(folder: Path) -> dict[str, str]:
    """Return the process's environment over what the folder's `.env` says.

    Raises ConfigurationError, without repeating the line, where the file cannot be read.
    """
    return written(folder) | dict(os.environ)


def written(folder: Path) -> dict[str, str]:
    """Return what the folder's `.env` says; raises as `environment` does."""
    path = folder / ENV_FILE
    allowed = "lines of the form NAME=value, and comments that start with #"
    values: dict[str, str] = {}
    try:
        # The signature that some Windows editors write in front is no part of the first name.
        with path.open(encoding="utf-8-sig") as file:
            for binding in parse_stream(file):
                if binding.error or (binding.key is not None and binding.value is None):
                    text = binding.original.string
                    blank = len(text) - len(text.lstrip())
                    line = binding.original.line + text.count("\n", 0, blank)
                    raise ConfigurationError(ENV_FILE, f"is wrong in line {line}", allowed)
                if binding.key is not None and binding.value is not None:
                    values[binding.key] = binding.value
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError):
        wrong = "cannot be read"
        raise ConfigurationError(ENV_FILE, wrong, f"a text file in UTF-8 with {allowed}") from None
    return values


def async_url(database_url: str) -> str:
    """Turn a database's address into the one that SQLAlchemy's asynchronous engine takes.

    >>> async_url("sqlite:///tavolo.db")
    'sqlite+aiosqlite:///tavolo.db'

    Raises ConfigurationError where DATABASE_URL could not be this address.
    """
    text = DATABASE_URL.value({DATABASE_URL.name: database_url})
    scheme, _, rest = text.partition("://")
    return f"sqlite+aiosqlite://{rest}" if scheme == SQLITE else addresses.read(text)
