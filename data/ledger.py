"""The ledger: what matches brought two people of each other, until they settle it.

What a match brings is decided in `bot.services.ledgers`; here it is stored, listed and settled.
"""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, func, insert, or_, select, true, update

from data.engine import Connection
from data.tables import GAMES, LEDGER, MATCHES, PLAYERS


@dataclass(frozen=True, slots=True)
class Entry:
    """What one match brought `winner_id` of `loser_id`: points of the ledger, coins of the stake."""

    match_id: int
    winner_id: int
    loser_id: int
    points: int
    coins: int
    asked_by: int | None = None
    """Who of the two has asked to settle it."""
    ended_at: int = 0
    """When the match was over."""


async def add(connection: Connection, guild_id: int, game: str, entry: Entry) -> None:
    """Note what a match brought."""
    low, high = sorted((entry.winner_id, entry.loser_id))
    sign = 1 if entry.winner_id == low else -1
    await connection.execute(
        insert(LEDGER).values(
            match_id=entry.match_id,
            guild_id=guild_id,
            game=game,
            low_id=low,
            high_id=high,
            points=sign * entry.points,
            coins=sign * entry.coins,
            asked_by=None,
            settled=False,
        )
    )


async def open_entries(
    connection: Connection, guild_id: int, game: str, user_id: int, *, lock: bool = False
) -> list[Entry]:
    """List what is not settled between a person and others in a server, the latest first.

    Every entry is told as the person's: they are its `winner_id`, and what it cost them is
    negative. With `lock` nobody else settles it until the transaction ends.
    """
    statement = select(LEDGER, MATCHES.c.ended_at).join(MATCHES, MATCHES.c.id == LEDGER.c.match_id)
    if lock:
        statement = statement.with_for_update(of=LEDGER)
    rows = await connection.execute(
        statement.where(
            LEDGER.c.guild_id == guild_id,
            LEDGER.c.game == game,
            or_(LEDGER.c.low_id == user_id, LEDGER.c.high_id == user_id),
            LEDGER.c.settled.is_(False),
        ).order_by(LEDGER.c.match_id.desc())
    )
    entries = []
    for row in rows:
        sign = 1 if row.low_id == user_id else -1
        other = row.high_id if row.low_id == user_id else row.low_id
        points, coins = sign * row.points, sign * row.coins
        entries.append(
            Entry(row.match_id, user_id, other, points, coins, row.asked_by, row.ended_at)
        )
    return entries


async def ask(
    connection: Connection, guild_id: int, game: str, asker_id: int, other_id: int, up_to: int
) -> None:
    """Note that a person wants to settle what two have between them up to a match."""
    await connection.execute(
        update(LEDGER)
        .where(_between(guild_id, game, (asker_id, other_id), up_to))
        .values(asked_by=asker_id)
    )


async def withdraw(
    connection: Connection, guild_id: int, game: str, asker_id: int, other_id: int
) -> None:
    """Forget that a person wants to settle what two have between them."""
    await connection.execute(
        update(LEDGER)
        .where(_between(guild_id, game, (asker_id, other_id)), LEDGER.c.asked_by == asker_id)
        .values(asked_by=None)
    )


async def settle(
    connection: Connection, guild_id: int, game: str, asker_id: int, other_id: int, up_to: int
) -> None:
    """Settle what `asker_id` has asked to settle up to a match; the other one agrees."""
    await connection.execute(
        update(LEDGER)
        .where(_between(guild_id, game, (asker_id, other_id), up_to), LEDGER.c.asked_by == asker_id)
        .values(settled=True)
    )


@dataclass(frozen=True, slots=True)
class Asked:
    """A request to settle that is open: who asked whom, in which game, up to which match."""

    guild_id: int
    game: str
    asker_id: int
    other_id: int
    up_to: int


async def asked_with(connection: Connection, user_id: int) -> list[Asked]:
    """List the open requests to settle that a person has made or was asked, in any server."""
    played = (
        select(GAMES.c.match_id)
        .join(PLAYERS, PLAYERS.c.game_id == GAMES.c.id)
        .where(PLAYERS.c.user_id == user_id)
    )
    of_two = (LEDGER.c.guild_id, LEDGER.c.game, LEDGER.c.low_id, LEDGER.c.high_id)
    rows = await connection.execute(
        select(*of_two, LEDGER.c.asked_by, func.max(LEDGER.c.match_id).label("up_to"))
        .where(
            LEDGER.c.match_id.in_(played.scalar_subquery()),
            or_(LEDGER.c.low_id == user_id, LEDGER.c.high_id == user_id),
            LEDGER.c.asked_by.is_not(None),
            LEDGER.c.settled.is_(False),
        )
        .group_by(*of_two, LEDGER.c.asked_by)
        .order_by(func.max(LEDGER.c.match_id))
    )
    return [
        Asked(
            row.guild_id,
            row.game,
            row.asked_by,
            row.high_id if row.asked_by == row.low_id else row.low_id,
            row.up_to,
        )
        for row in rows
    ]


def _between(
    guild_id: int, game: str, people: tuple[int, int], up_to: int | None = None
) -> ColumnElement[bool]:
    """Return the condition for what two people have open between them, up to a match."""
    low, high = sorted(people)
    return and_(
        LEDGER.c.guild_id == guild_id,
        LEDGER.c.game == game,
        LEDGER.c.low_id == low,
        LEDGER.c.high_id == high,
        true() if up_to is None else LEDGER.c.match_id <= up_to,
        LEDGER.c.settled.is_(False),
    )
