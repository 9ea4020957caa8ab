"""What a server has settled for everybody in it; one that settled nothing has the defaults."""

from dataclasses import asdict, dataclass
from enum import StrEnum

from sqlalchemy import select
from sqlalchemy.engine import RowMapping

from data.engine import Connection
from data.tables import SERVERS
from data.upsert import upsert

DEFAULT_CLOCK_DAYS = 3


class BoardStyle(StrEnum):
    """How the boards of a game follow each other."""

    NEW = "new"
    """A message for every board."""
    EDIT = "edit"
    """One message that changes."""


class SeasonLength(StrEnum):
    """How long a season of a leaderboard is."""

    MONTH = "month"
    QUARTER = "quarter"


@dataclass(frozen=True, slots=True)
class Server:
    """One server's choices; None leaves a choice to Discord, or to the host of the bot."""

    guild_id: int
    language: str | None = None
    clock_days: int | None = DEFAULT_CLOCK_DAYS
    channels: tuple[int, ...] = ()
    """Where games may be played; empty: wherever the bot may write."""
    max_games: int | None = None
    leaderboard: bool = True
    pings: bool = True
    boards: BoardStyle = BoardStyle.NEW
    theme: str = "dark"
    marks: bool = False
    puzzle_channel_id: int | None = None
    """The channel in which the day's puzzles are announced; None: nowhere."""
    seasons: SeasonLength | None = None
    """How long a season of its leaderboard is; None: there are none."""
    time_zone: str = "UTC"
    """By whose clocks a month begins."""
    absent_at: int | None = None
    greeted_at: int | None = None


async def get(connection: Connection, guild_id: int) -> Server:
    """Return what a server has settled."""
    found = await connection.execute(select(SERVERS).where(SERVERS.c.guild_id == guild_id))
    row = found.mappings().one_or_none()
    return Server(guild_id) if row is None else read(row)


def read(row: RowMapping) -> Server:
    """Read a server from a row that has its columns."""
    columns = {column.name: row[column] for column in SERVERS.c}
    length = columns["seasons"]
    typed = {
        "channels": tuple(columns["channels"]),
        "boards": BoardStyle(columns["boards"]),
        "seasons": None if length is None else SeasonLength(length),
    }
    return Server(**columns | typed)


async def absent(connection: Connection) -> list[int]:
    """List the servers in which the bot is not any more."""
    found = await connection.execute(
        select(SERVERS.c.guild_id).where(SERVERS.c.absent_at.is_not(None))
    )
    return list(found.scalars())


async def store(connection: Connection, server: Server) -> None:
    """Store what a server has settled from now on."""
    await upsert(connection, SERVERS, [asdict(server) | {"channels": list(server.channels)}])
