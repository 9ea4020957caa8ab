"""A start in another folder than the one with the settings and the games.

Cron, or a unit without WorkingDirectory, starts the bot where there is no `.env` and no database. It
must neither open a playground that nobody sees nor begin with a new database: a person at a terminal
sees what happens, and so does who starts it in the project's own folder. What does not belong here:
what is wrong with a setting (`bot.config`).
"""

import logging
import sys
from pathlib import Path
from typing import Final

from bot.config import DATABASE_URL, DISCORD_TOKEN, ENV_FILE, ConfigurationError, Settings
from bot.logs import redactor

log = logging.getLogger(__name__)

OWN: Final = Path(__file__).parents[1]
"""The folder of the project, where it is run from its sources."""
FILE: Final = "sqlite:///"
"""How the address of a SQLite file begins; what follows is relative unless it begins with a slash."""


def is_elsewhere(folder: Path) -> bool:
    """Tell whether nobody sees what a start in a folder does, and nothing says that it is the right one."""
    watched = any(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    return not (watched or (folder / ENV_FILE).exists() or folder.resolve() == OWN.resolve())


def check_playground(folder: Path) -> None:
    """Raise ConfigurationError where a playground would be opened that nobody has asked for."""
    if is_elsewhere(folder):
        wrong = f"is not set, and there is no {ENV_FILE} in {folder}, where the bot was started"
        allowed = (
            "start it in the folder with the settings (WorkingDirectory in a unit), set the token in "
            "the environment, or `tavolo --playground` for the playground"
        )
        raise ConfigurationError(DISCORD_TOKEN.name, wrong, allowed)


def check_database(settings: Settings, folder: Path) -> None:
    """Raise ConfigurationError where a new database would be made in the wrong folder."""
    path = relative_file(settings)
    if path is not None and is_elsewhere(folder) and not (folder / path).exists():
        wrong = (
            f"names {folder / path}, which is not there, and there is no {ENV_FILE} in {folder}, "
            "where the bot was started"
        )
        allowed = (
            "start it in the folder with the games (WorkingDirectory in a unit), or a path from the "
            "root, with four slashes: sqlite:////var/lib/tavolo/tavolo.db"
        )
        raise ConfigurationError(DATABASE_URL.name, wrong, allowed)


def tell(settings: Settings, folder: Path) -> None:
    """Say in the log where the settings come from, and where the games are."""
    env = folder / ENV_FILE
    if env.exists():
        log.info("settings: %s and the environment", env)
    else:
        log.info("settings: the environment; there is no %s", env)
    path = relative_file(settings)
    where = settings.database_url.removeprefix(FILE) if path is None else str(folder / path)
    log.info("database: %s", redactor(settings)(where))


def relative_file(settings: Settings) -> Path | None:
    """Return the SQLite file where it depends on the folder in which the bot starts."""
    if not settings.database_url.startswith(FILE):
        return None
    path = Path(settings.database_url.removeprefix(FILE))
    return None if path.is_absolute() else path
