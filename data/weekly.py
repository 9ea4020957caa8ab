"""Weekly tables: when a server meets for a game, its cards, who joined, and which games came of it.

What does not belong here: when that is (`bot.match.weekly_times`), and who plays whom
(`bot.match.seating`).
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum

from sqlalchemy import ColumnElement, delete, exists, func, insert, select, update

from data.engine import Connection
from data.tables import CHALLENGE_SEATS
from data.upsert import upsert
from data.weekly_tables import WEEKLY_CARDS, WEEKLY_GAMES, WEEKLY_PLANS, WEEKLY_SEATS


class CardState(StrEnum):
    """What has come of a card."""

    OPEN = "open"
    """People may join."""
    STARTED = "started"
    """Its tables were made."""
    FEW = "few"
    """Too few people had joined."""
    MISSED = "missed"
    """The bot was away at the time."""


@dataclass(frozen=True, slots=True)
class Plan:
    """When a server meets, where, and for which game."""

    guild_id: int
    channel_id: int
    game: str
    weekday: int
    """0 is Monday."""
    minute: int
    """Of the day, by the clocks of the zone."""
    zone: str
    lead_hours: int
    """How long before the start the card appears."""


@dataclass(frozen=True, slots=True)
class WeeklyCard:
    """The card of one meeting."""

    id: int
    guild_id: int
    channel_id: int
    game: str
    day: int
    """Days since 1970, by the plan's zone."""
    starts_at: int
    state: CardState
    message_id: int | None = None
    """Where it is, once it is posted."""


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody who has joined, and whether they play a computer if they are the odd one out."""

    user_id: int
    computer: bool


async def plan_of(connection: Connection, guild_id: int, *, lock: bool = False) -> Plan | None:
    """Return a server's plan, or None; `lock` keeps others from changing it meanwhile."""
    statement = select(WEEKLY_PLANS).where(WEEKLY_PLANS.c.guild_id == guild_id)
    if lock:
        statement = statement.with_for_update()
    row = (await connection.execute(statement)).mappings().one_or_none()
    return None if row is None else Plan(**row)


async def store_plan(connection: Connection, plan: Plan) -> None:
    """Store a server's plan in place of what was there."""
    await upsert(connection, WEEKLY_PLANS, [asdict(plan)])


async def drop_plan(connection: Connection, guild_id: int) -> bool:
    """Delete a server's plan; false if there is none."""
    gone = await connection.execute(delete(WEEKLY_PLANS).where(WEEKLY_PLANS.c.guild_id == guild_id))
    return gone.rowcount > 0


async def add_card(
    connection: Connection, plan: Plan, day: int, starts_at: int
) -> WeeklyCard | None:
    """Store the card of a meeting; None where the server has one of that day already."""
    same_day = (WEEKLY_CARDS.c.guild_id == plan.guild_id) & (WEEKLY_CARDS.c.day == day)
    if await _card(connection, same_day) is not None:
        return None
    await connection.execute(
        insert(WEEKLY_CARDS).values(
            guild_id=plan.guild_id,
            channel_id=plan.channel_id,
            game=plan.game,
            day=day,
            starts_at=starts_at,
            state=CardState.OPEN,
        )
    )
    return await _card(connection, same_day)


async def card(connection: Connection, card_id: int, *, lock: bool = False) -> WeeklyCard | None:
    """Return a card, or None; `lock` keeps others from changing it meanwhile."""
    return await _card(connection, WEEKLY_CARDS.c.id == card_id, lock=lock)


async def latest_card(
    connection: Connection, guild_id: int, *, before: int | None = None
) -> WeeklyCard | None:
    """Return the card of a server's latest meeting, or of the latest before a day."""
    latest = select(func.max(WEEKLY_CARDS.c.day)).where(WEEKLY_CARDS.c.guild_id == guild_id)
    if before is not None:
        latest = latest.where(WEEKLY_CARDS.c.day < before)
    return await _card(
        connection,
        WEEKLY_CARDS.c.guild_id == guild_id,
        WEEKLY_CARDS.c.day == latest.scalar_subquery(),
    )


async def set_state(connection: Connection, card_id: int, state: CardState) -> None:
    """Note what has come of a card."""
    await connection.execute(
        update(WEEKLY_CARDS).where(WEEKLY_CARDS.c.id == card_id).values(state=state)
    )


async def note_message(connection: Connection, card_id: int, message_id: int) -> None:
    """Store where a card is."""
    await connection.execute(
        update(WEEKLY_CARDS).where(WEEKLY_CARDS.c.id == card_id).values(message_id=message_id)
    )


async def drop_seats_before(connection: Connection, guild_id: int, day: int) -> None:
    """Delete who had joined at meetings before a day: from then on only the games tell."""
    earlier = select(WEEKLY_CARDS.c.id).where(
        WEEKLY_CARDS.c.guild_id == guild_id, WEEKLY_CARDS.c.day < day
    )
    await connection.execute(delete(WEEKLY_SEATS).where(WEEKLY_SEATS.c.card_id.in_(earlier)))


async def drop_card(connection: Connection, card_id: int) -> None:
    """Delete a card that came to nothing, with those who joined."""
    for table in (WEEKLY_SEATS, WEEKLY_GAMES):
        await connection.execute(delete(table).where(table.c.card_id == card_id))
    await connection.execute(delete(WEEKLY_CARDS).where(WEEKLY_CARDS.c.id == card_id))


async def drop_server(connection: Connection, guild_id: int) -> list[int]:
    """Delete a server's plan and cards, and return the numbers of those."""
    found = await connection.execute(
        select(WEEKLY_CARDS.c.id).where(WEEKLY_CARDS.c.guild_id == guild_id)
    )
    card_ids = list(found.scalars())
    for card_id in card_ids:
        await drop_card(connection, card_id)
    await drop_plan(connection, guild_id)
    return card_ids


async def who_joined(connection: Connection, card_id: int) -> list[Joined]:
    """List who has joined, in the order in which they did."""
    found = await connection.execute(
        select(WEEKLY_SEATS.c.user_id, WEEKLY_SEATS.c.computer)
        .where(WEEKLY_SEATS.c.card_id == card_id)
        .order_by(WEEKLY_SEATS.c.joined_at, WEEKLY_SEATS.c.user_id)
    )
    return [Joined(row.user_id, row.computer) for row in found]


async def join(
    connection: Connection, card_id: int, user_id: int, *, computer: bool, now: int
) -> None:
    """Store that somebody joins, or changes what happens if they are the odd one out."""
    row = {"card_id": card_id, "user_id": user_id, "computer": computer, "joined_at": now}
    changed = await connection.execute(
        update(WEEKLY_SEATS)
        .where(WEEKLY_SEATS.c.card_id == card_id, WEEKLY_SEATS.c.user_id == user_id)
        .values(computer=computer)
    )
    if changed.rowcount == 0:
        await upsert(connection, WEEKLY_SEATS, [row])


async def leave(connection: Connection, card_id: int, user_id: int) -> bool:
    """Store that somebody does not join after all; false if they had not."""
    gone = await connection.execute(
        delete(WEEKLY_SEATS).where(
            WEEKLY_SEATS.c.card_id == card_id, WEEKLY_SEATS.c.user_id == user_id
        )
    )
    return gone.rowcount > 0


async def add_games(connection: Connection, card_id: int, challenge_ids: Sequence[int]) -> None:
    """Store which challenges a card's tables are."""
    rows = [{"card_id": card_id, "challenge_id": each} for each in challenge_ids]
    await connection.execute(insert(WEEKLY_GAMES), rows)


async def is_table(connection: Connection, challenge_id: int) -> bool:
    """Tell whether a challenge is a table of some card."""
    made = exists().where(WEEKLY_GAMES.c.challenge_id == challenge_id)
    return bool(await connection.scalar(select(made)))


async def tables_of(connection: Connection, card_id: int) -> list[tuple[int, ...]]:
    """List who sits at each table of a card, computers too."""
    found = await connection.execute(
        select(WEEKLY_GAMES.c.challenge_id, CHALLENGE_SEATS.c.user_id)
        .join(CHALLENGE_SEATS, CHALLENGE_SEATS.c.challenge_id == WEEKLY_GAMES.c.challenge_id)
        .where(WEEKLY_GAMES.c.card_id == card_id)
        .order_by(WEEKLY_GAMES.c.challenge_id, CHALLENGE_SEATS.c.place)
    )
    tables: dict[int, tuple[int, ...]] = {}
    for row in found:
        tables[row.challenge_id] = (*tables.get(row.challenge_id, ()), row.user_id)
    return list(tables.values())


async def _card(
    connection: Connection, *conditions: ColumnElement[bool], lock: bool = False
) -> WeeklyCard | None:
    statement = select(WEEKLY_CARDS).where(*conditions)
    if lock:
        statement = statement.with_for_update()
    row = (await connection.execute(statement)).mappings().one_or_none()
    return None if row is None else WeeklyCard(**dict(row) | {"state": CardState(row["state"])})
