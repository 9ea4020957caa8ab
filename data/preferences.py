"""What people prefer, wherever they play; who says nothing has the defaults."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import RowMapping, and_, bindparam, delete, literal, select

from data import servers
from data.engine import Connection
from data.servers import Server
from data.tables import PEOPLE, PREFERENCES, SERVERS
from data.upsert import upsert


class BoardForm(StrEnum):
    """How the boards are shown that only one person sees."""

    PICTURE = "picture"
    TEXT = "text"
    BOTH = "both"


class ReminderWay(StrEnum):
    """Where a person is reminded of their turn."""

    THREAD = "thread"
    DM = "dm"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Preferences:
    """One person's choices; None leaves a choice to Discord or to the server."""

    user_id: int
    language: str | None = None
    boards: BoardForm = BoardForm.PICTURE
    theme: str | None = None
    marks: bool | None = None
    reminders: ReminderWay = ReminderWay.THREAD
    quiet_from: int | None = None
    """The hour at which quiet begins in `time_zone`; None with `quiet_until`: never."""
    quiet_until: int | None = None
    time_zone: str = "UTC"
    digest_hour: int | None = None
    challenges: bool = True
    results: bool = True
    """Whether they are pinged when a game of theirs is over."""
    profile: bool = True
    """Whether others may look at their profile."""


async def get(connection: Connection, user_id: int) -> Preferences:
    """Return what a person prefers."""
    return (await of_all(connection, [user_id]))[user_id]


async def with_server(
    connection: Connection, user_id: int, guild_id: int
) -> tuple[Preferences, Server, int]:
    """Return what a person prefers and what a server has settled, as every interaction needs it.

    And until when it was seen that they are in a timeout there; 0: they were in none.
    """
    found = await connection.execute(_WITH_SERVER, {"user_id": user_id, "guild_id": guild_id})
    row = found.mappings().one()
    chosen = {column.name: row[column] for column in PREFERENCES.c}
    return (
        Preferences(user_id) if chosen["user_id"] is None else _read(chosen),
        Server(guild_id) if row[SERVERS.c.guild_id] is None else servers.read(row),
        row[PEOPLE.c.silenced_until] or 0,
    )


_WITH_SERVER = select(PREFERENCES, SERVERS, PEOPLE.c.silenced_until).select_from(
    # One row, whatever is stored of the two.
    select(literal(1).label("one"))
    .subquery()
    .outerjoin(PREFERENCES, PREFERENCES.c.user_id == bindparam("user_id"))
    .outerjoin(SERVERS, SERVERS.c.guild_id == bindparam("guild_id"))
    .outerjoin(
        PEOPLE,
        and_(PEOPLE.c.guild_id == bindparam("guild_id"), PEOPLE.c.user_id == bindparam("user_id")),
    )
)


def _read(row: RowMapping | dict[str, Any]) -> Preferences:  # Any: the columns' own types
    enums = {"boards": BoardForm(row["boards"]), "reminders": ReminderWay(row["reminders"])}
    return Preferences(**{**row, **enums})


async def of_all(connection: Connection, user_ids: Iterable[int]) -> dict[int, Preferences]:
    """Return what people prefer, by person."""
    wanted = list(user_ids)
    rows = await connection.execute(_OF_ALL, {"user_ids": wanted})
    stored = {row["user_id"]: _read(row) for row in rows.mappings()}
    return {user_id: stored.get(user_id, Preferences(user_id)) for user_id in wanted}


_OF_ALL = select(PREFERENCES).where(
    PREFERENCES.c.user_id.in_(bindparam("user_ids", expanding=True))
)


async def store(connection: Connection, chosen: Preferences) -> None:
    """Store what a person prefers from now on."""
    await upsert(connection, PREFERENCES, [asdict(chosen)])


async def forget(connection: Connection, user_id: int) -> None:
    """Go back to the defaults."""
    await connection.execute(delete(PREFERENCES).where(PREFERENCES.c.user_id == user_id))
