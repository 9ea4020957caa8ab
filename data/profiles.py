"""What a profile is made of: how a person's matches ended, their ratings, and when they move.

Each statement is answered by an index, and reads no more the more is stored: what could grow is
bounded by the latest matches. What does not belong here: what follows from it (`bot.services.profiles`).
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import BigInteger, Select, String, func, literal, select, union_all

from data.engine import Connection
from data.outcomes import PEOPLE, Ending
from data.ratings import Ladder
from data.result_tables import FEATS, OUTCOMES, RATING_CHANGES
from data.tables import EVENTS, PLAYERS, RATINGS

LATEST_MATCHES: Final = 1_000
"""Of how many of somebody's latest matches between people their streaks are told."""
LATEST_RATED: Final = 300
"""How many changes of somebody's ratings are drawn."""
LATEST_GAMES: Final = 10
LATEST_EVENTS: Final = 600
"""In how many of somebody's latest games, and events of these, is looked when they move."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How often matches of a game ended in one way for somebody, against one kind of opponents.

    `timed` had a clock, of those `on_time` ended before the person's time was up; `first_at` is when
    the first one ended.
    """

    game: str
    against: str
    ending: Ending
    matches: int
    timed: int
    on_time: int
    first_at: int


@dataclass(frozen=True, slots=True)
class Rated:
    """A rating of a person in a game, and from how many games it comes."""

    shown: int
    games: int


@dataclass(frozen=True, slots=True)
class Made:
    """An event of a game: who made it (None: chance, or nobody), and when."""

    game_id: int
    user_id: int | None
    at: int
    is_move: bool
    """Whether it is a move by somebody's own hand: neither of a plan nor from outside the rules."""


async def record(connection: Connection, guild_id: int, user_id: int) -> list[Ended]:
    """Count how all matches of a person in a server ended."""
    found = await connection.execute(
        select(
            OUTCOMES.c.game,
            OUTCOMES.c.against,
            OUTCOMES.c.ending,
            func.count().label("matches"),
            func.count(OUTCOMES.c.on_time).label("timed"),
            func.count(func.nullif(OUTCOMES.c.on_time, False)).label("on_time"),
            func.min(OUTCOMES.c.ended_at).label("first_at"),
        )
        .where(OUTCOMES.c.guild_id == guild_id, OUTCOMES.c.user_id == user_id)
        .group_by(OUTCOMES.c.game, OUTCOMES.c.against, OUTCOMES.c.ending)
        .order_by(OUTCOMES.c.game, OUTCOMES.c.against, OUTCOMES.c.ending)
    )
    return [
        Ended(
            row.game,
            row.against,
            Ending(row.ending),
            row.matches,
            row.timed,
            row.on_time,
            row.first_at,
        )
        for row in found
    ]


async def latest_endings(connection: Connection, guild_id: int, user_id: int) -> list[Ending]:
    """List how a person's latest matches between people ended, oldest first."""
    found = await connection.execute(
        select(OUTCOMES.c.ending)
        .where(
            OUTCOMES.c.guild_id == guild_id,
            OUTCOMES.c.user_id == user_id,
            OUTCOMES.c.against == PEOPLE,
        )
        .order_by(OUTCOMES.c.ended_at.desc(), OUTCOMES.c.match_id.desc())
        .limit(LATEST_MATCHES)
    )
    return [Ending(ending) for ending in found.scalars()][::-1]


async def ratings(
    connection: Connection, guild_id: int, user_id: int, games: Iterable[str]
) -> dict[str, Rated]:
    """Return a person's ratings among people, by game."""
    found = await connection.execute(
        select(
            RATINGS.c.game,
            RATINGS.c.shown,
            (RATINGS.c.wins + RATINGS.c.draws + RATINGS.c.losses).label("games"),
        ).where(
            RATINGS.c.guild_id == guild_id,
            RATINGS.c.game.in_(sorted(games)),
            RATINGS.c.user_id == user_id,
        )
    )
    return {row.game: Rated(row.shown, row.games) for row in found}


async def feats(
    connection: Connection, guild_id: int, user_id: int, known: Collection[tuple[str, str]]
) -> dict[tuple[str, str], int]:
    """Return when a match ended in which a person first did each of some feats of games.

    Each is one look into the index, however often it was done.
    """
    each = [
        select(
            literal(game, String).label("game"),
            literal(feat, String).label("feat"),
            func.min(FEATS.c.ended_at).label("first_at"),
        ).where(
            FEATS.c.guild_id == guild_id,
            FEATS.c.user_id == user_id,
            FEATS.c.game == game,
            FEATS.c.feat == feat,
        )
        for game, feat in known
    ]
    if not each:
        return {}
    found = await connection.execute(union_all(*each))
    return {(row.game, row.feat): row.first_at for row in found if row.first_at is not None}


async def rating_curves(
    connection: Connection, guild_id: int, user_id: int
) -> dict[str, list[tuple[int, int]]]:
    """Return by game what a person's rating among people was after their latest matches, and when."""
    # Of matches that ended in the same second the one that was counted later comes later.
    found = await connection.execute(
        select(RATING_CHANGES.c.game, RATING_CHANGES.c.ended_at, RATING_CHANGES.c.after)
        .where(
            RATING_CHANGES.c.guild_id == guild_id,
            RATING_CHANGES.c.user_id == user_id,
            RATING_CHANGES.c.ladder == Ladder.PEOPLE,
        )
        .order_by(RATING_CHANGES.c.ended_at.desc(), RATING_CHANGES.c.nth.desc())
        .limit(LATEST_RATED)
    )
    curves: dict[str, list[tuple[int, int]]] = {}
    for row in reversed(found.all()):
        curves.setdefault(row.game, []).append((row.ended_at, row.after))
    return curves


async def latest_events(
    connection: Connection, guild_id: int, user_ids: Sequence[int]
) -> dict[int, list[Made]]:
    """Return what was done in the latest games of some people, by person, in order."""
    if not user_ids:
        return {}
    each = [_events_of(guild_id, user_id) for user_id in user_ids]
    found = await connection.execute(union_all(*each) if len(each) > 1 else each[0])
    made: dict[int, list[Made]] = {user_id: [] for user_id in user_ids}
    for row in sorted(found, key=lambda row: (row.owner, row.game_id, row.seq)):
        is_move = row.interaction_id is not None and not row.notation.startswith(("@", "!"))
        made[row.owner].append(Made(row.game_id, row.user_id, row.created_at, is_move))
    return made


def _events_of(guild_id: int, user_id: int) -> Select[Any]:  # Any: columns of several types
    games = (
        select(PLAYERS.c.game_id)
        .where(PLAYERS.c.guild_id == guild_id, PLAYERS.c.user_id == user_id)
        .order_by(PLAYERS.c.game_id.desc())
        .limit(LATEST_GAMES)
        .subquery()
    )
    latest = (
        select(
            literal(user_id, BigInteger).label("owner"),
            EVENTS.c.game_id,
            EVENTS.c.seq,
            EVENTS.c.user_id,
            EVENTS.c.created_at,
            EVENTS.c.interaction_id,
            EVENTS.c.notation,
        )
        .join(games, games.c.game_id == EVENTS.c.game_id)
        .where(EVENTS.c.seq > 0)
        .order_by(EVENTS.c.game_id.desc(), EVENTS.c.seq.desc())
        .limit(LATEST_EVENTS)
        .subquery()
    )
    return select(latest)
