"""`tavolo move-database FROM TO`: all that is stored, from one database to another.

No bot may work with either meanwhile: what is played in between would be lost. What does not
belong here: how rows are copied (`data.moving`).
"""

from dataclasses import dataclass
from typing import Final

from bot.config import DATABASE_URL, ConfigurationError, async_url
from bot.doctor import Progress
from data import examined, moving
from data.engine import Database, DatabaseUnusable

STOP: Final = "Stop the bot and whatever else is connected to it, and try again"


@dataclass(frozen=True, slots=True)
class Moved:
    """What was moved: games, rows of all tables, and the checksum that both databases have."""

    games: int
    rows: int
    checksum: str


def address(name: str, text: str) -> str:
    """Return an address as the database takes it; ConfigurationError names the argument."""
    try:
        return async_url(text)
    except ConfigurationError as error:
        wrong, _, _ = error.problem.rpartition("; allowed: ")
        raise ConfigurationError(name, wrong, DATABASE_URL.allowed) from None


async def move_database(source_url: str, target_url: str, progress: Progress) -> Moved:
    """Copy everything into an empty database, and check that all of it came; raises DatabaseError."""
    source, target = Database(source_url), Database(target_url)
    try:
        await source.check_ready()
        await source.claim()
        await target.claim()
        await target.migrate()
        for database, name in ((source, "the source"), (target, "the target")):
            if others := await moving.others(database):
                wrong = f"{name} is in use: {others} others are connected"
                raise DatabaseUnusable(wrong, STOP)
        moved = await moving.move(source, target, progress)
        async with target.reading() as connection:
            games = (await examined.counts(connection)).games
        return Moved(games, moved.total, moved.digest)
    finally:
        await target.close()
        await source.close()
