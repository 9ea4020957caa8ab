"""The clocks of running games: their state, and whose they are.

What a clock means, and when it is paused, is decided in `bot.match.turn_clock`.
"""

from collections.abc import Collection

from sqlalchemy import case, delete, select, update

from data.challenges import ChallengeState
from data.engine import Connection
from data.schedule import JobKind
from data.serving import in_share, share_of
from data.stored import Timing
from data.tables import CHALLENGES, GAMES, PLAYERS, SCHEDULE
from games.players import Level


async def set_timing(connection: Connection, game_id: int, timing: Timing) -> None:
    """Store the clock of a game's turn."""
    await connection.execute(
        update(GAMES)
        .where(GAMES.c.id == game_id)
        .values(
            deadline_at=timing.deadline_at,
            clock_left=timing.left,
            halted=timing.halted,
            turn_seq=timing.turn_seq,
            reminded=timing.reminded,
            given_back=timing.given_back,
        )
    )


async def set_stand_in(
    connection: Connection, game_id: int, seat: int, level: Level | None
) -> None:
    """Store the computer that plays for the person at a seat; None if they play themselves."""
    await connection.execute(
        update(PLAYERS)
        .where(PLAYERS.c.game_id == game_id, PLAYERS.c.seat == seat)
        .values(stand_in=level)
    )


async def lock_games(connection: Connection, match_id: int) -> None:
    """Keep others from changing the games of a match until the transaction ends."""
    await connection.execute(
        select(GAMES.c.id)
        .where(GAMES.c.match_id == match_id)
        .order_by(GAMES.c.id)
        .with_for_update()
    )


async def running_of(
    connection: Connection, user_id: int, *, guild_id: int | None = None
) -> list[int]:
    """List the running games of a person, in all servers or in one."""
    statement = select(PLAYERS.c.game_id).where(PLAYERS.c.user_id == user_id, PLAYERS.c.running)
    if guild_id is not None:
        statement = statement.where(PLAYERS.c.guild_id == guild_id)
    return list((await connection.execute(statement.order_by(PLAYERS.c.game_id))).scalars())


async def waiting_for(connection: Connection, user_id: int) -> list[int]:
    """List the games in all servers that wait for a person's move, the nearest deadline first."""
    found = await connection.execute(
        select(GAMES.c.id)
        .join(PLAYERS, PLAYERS.c.game_id == GAMES.c.id)
        .where(
            PLAYERS.c.user_id == user_id,
            PLAYERS.c.running,
            PLAYERS.c.stand_in.is_(None),
            GAMES.c.to_move == PLAYERS.c.seat,
        )
        .order_by(
            case((GAMES.c.deadline_at.is_(None), 1), else_=0), GAMES.c.deadline_at, GAMES.c.id
        )
    )
    return list(found.scalars())


async def due_among(
    connection: Connection, kind: JobKind, game_ids: Collection[int], now: int
) -> set[int]:
    """Return those of some games about which a job of a kind is due by now."""
    found = await connection.execute(
        select(SCHEDULE.c.subject_id).where(
            SCHEDULE.c.kind == kind,
            SCHEDULE.c.subject_id.in_(sorted(game_ids)),
            SCHEDULE.c.due_at <= now,
        )
    )
    return set(found.scalars())


async def ending(connection: Connection, after: int, until: int, *, told: int) -> list[int]:
    """List this process's running games whose clocks end between two times, in order.

    Those are left out of whose end (the stage `told`) people have been told already.
    """
    found = await connection.execute(
        select(GAMES.c.id)
        .where(
            GAMES.c.ended_at.is_(None),
            GAMES.c.deadline_at > after,
            GAMES.c.deadline_at < until,
            GAMES.c.reminded < told,
            in_share(share_of(connection), GAMES.c.guild_id),
        )
        .order_by(GAMES.c.id)
    )
    return list(found.scalars())


# A whole server


async def running_in_server(connection: Connection, guild_id: int) -> list[int]:
    """List the running games of a server, in order."""
    found = await connection.execute(
        select(GAMES.c.id)
        .where(GAMES.c.guild_id == guild_id, GAMES.c.ended_at.is_(None))
        .order_by(GAMES.c.id)
    )
    return list(found.scalars())


async def halt_server(
    connection: Connection, guild_id: int, why: str, now: int, *, told: int, least: int
) -> None:
    """Pause the clocks of a server, with the seconds left on each but at least the given number.

    Those are left alone of whose end (the stage `told`) people have been told already.
    """
    left = GAMES.c.deadline_at - now
    await connection.execute(
        update(GAMES)
        .where(
            GAMES.c.guild_id == guild_id,
            GAMES.c.ended_at.is_(None),
            GAMES.c.deadline_at.is_not(None),
            GAMES.c.reminded < told,
        )
        .values(deadline_at=None, clock_left=case((left < least, least), else_=left), halted=why)
    )


async def drop_server(
    connection: Connection, guild_id: int, kinds: Collection[JobKind], challenge_kind: JobKind
) -> None:
    """Delete the jobs of a server's running games (of some kinds) and open challenges."""
    games = select(GAMES.c.id).where(GAMES.c.guild_id == guild_id, GAMES.c.ended_at.is_(None))
    await connection.execute(
        delete(SCHEDULE).where(SCHEDULE.c.kind.in_(sorted(kinds)), SCHEDULE.c.subject_id.in_(games))
    )
    asked = select(CHALLENGES.c.id).where(
        CHALLENGES.c.guild_id == guild_id, CHALLENGES.c.state == ChallengeState.OPEN
    )
    await connection.execute(
        delete(SCHEDULE).where(SCHEDULE.c.kind == challenge_kind, SCHEDULE.c.subject_id.in_(asked))
    )


async def open_challenges_in(connection: Connection, guild_id: int) -> list[tuple[int, int]]:
    """List the open challenges of a server, each with the time at which it lapses."""
    found = await connection.execute(
        select(CHALLENGES.c.id, CHALLENGES.c.lapses_at)
        .where(CHALLENGES.c.guild_id == guild_id, CHALLENGES.c.state == ChallengeState.OPEN)
        .order_by(CHALLENGES.c.id)
    )
    return [(row.id, row.lapses_at) for row in found]
