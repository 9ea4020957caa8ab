"""Matches and their games: who plays what, where, and its state.

A match is one game, or two with the seats swapped. The moves themselves are in `events`.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Select, and_, bindparam, case, exists, func, insert, select, update

from data.challenges import Challenge
from data.engine import Connection
from data.match_rows import PLAYER, Player, match_of, stored_game, write_lots
from data.outbox import BOARD, Post
from data.stored import Match, PlaceNote, StoredGame, Uncounted
from data.tables import GAMES, MATCHES, PEOPLE, PLAYERS, POSTS, SERVERS
from games.lots import Lots

LOOKED_BACK: Final = 20
"""Among how many games the last one with a result is looked for."""


async def add_match(
    connection: Connection, challenge: Challenge, *, interaction_id: int, now: int
) -> int:
    """Store the match that an accepted challenge becomes, and return its number."""
    terms = challenge.terms
    added = await connection.execute(
        insert(MATCHES)
        .values(
            challenge_id=challenge.id,
            interaction_id=interaction_id,
            guild_id=challenge.guild_id,
            channel_id=challenge.channel_id,
            thread=challenge.thread,
            place_id=None if challenge.thread else challenge.channel_id,
            own_thread=False,
            place_note=None,
            game=terms.game,
            kind=terms.kind,
            rated=terms.rated,
            clock_days=terms.clock.days,
            clock_end=terms.clock.end,
            takebacks=terms.takebacks,
            language=challenge.language,
            options=dict(terms.options),
            settings=dict(terms.settings),
            seats=terms.seats,
            created_at=now,
        )
        .returning(MATCHES.c.id)
    )
    match_id: int = added.scalar_one()
    return match_id


async def match_of_challenge(connection: Connection, challenge_id: int) -> Match | None:
    """Return the match that came of a challenge, or None."""
    found = await connection.execute(select(MATCHES).where(MATCHES.c.challenge_id == challenge_id))
    row = found.mappings().one_or_none()
    return None if row is None else match_of(row)


async def get_match(connection: Connection, match_id: int) -> Match | None:
    """Return a match, or None."""
    found = await connection.execute(select(MATCHES).where(MATCHES.c.id == match_id))
    row = found.mappings().one_or_none()
    return None if row is None else match_of(row)


async def set_place(
    connection: Connection,
    match_id: int,
    place_id: int | None,
    *,
    own_thread: bool,
    note: str | None,
) -> None:
    """Note where a match is played from now on, and why not in a thread of its own."""
    await connection.execute(
        update(MATCHES)
        .where(MATCHES.c.id == match_id)
        .values(place_id=place_id, own_thread=own_thread, place_note=note)
    )


async def move(connection: Connection, match_id: int, channel_id: int, *, thread: bool) -> None:
    """Move a match to another channel, or to a thread that will be opened there."""
    await connection.execute(
        update(MATCHES)
        .where(MATCHES.c.id == match_id)
        .values(
            channel_id=channel_id,
            thread=thread,
            place_id=None if thread else channel_id,
            own_thread=False,
            place_note=None,
        )
    )


async def end_match(connection: Connection, match_id: int, now: int) -> None:
    """Note that a match is over."""
    await connection.execute(update(MATCHES).where(MATCHES.c.id == match_id).values(ended_at=now))


async def uncount(connection: Connection, match_id: int, why: Uncounted) -> None:
    """Note why a match that should have been rated changes no rating."""
    await connection.execute(
        update(MATCHES).where(MATCHES.c.id == match_id).values(uncounted=why.value)
    )


async def unrate(connection: Connection, match_id: int, why: Uncounted) -> None:
    """Mark a running match as unrated from now on, and note why."""
    await connection.execute(
        update(MATCHES).where(MATCHES.c.id == match_id).values(rated=False, uncounted=why.value)
    )


async def met_lately(
    connection: Connection,
    match: Match,
    people: Collection[int],
    *,
    since: int,
    until: int,
    besides: Collection[int] = (),
) -> dict[frozenset[int], int]:
    """Count the rated matches of a game that two people have ended in a server lately.

    The match itself is left out, those that changed no rating, and those in `besides`.
    """
    one, other = PLAYERS.alias(), PLAYERS.alias()
    found = await connection.execute(
        select(one.c.user_id, other.c.user_id, func.count())
        .join(other, and_(other.c.game_id == one.c.game_id, other.c.user_id > one.c.user_id))
        .join(GAMES, and_(GAMES.c.id == one.c.game_id, GAMES.c.number == 1))
        .join(MATCHES, MATCHES.c.id == GAMES.c.match_id)
        .where(
            one.c.guild_id == match.guild_id,
            one.c.user_id.in_(sorted(people)),
            other.c.user_id.in_(sorted(people)),
            MATCHES.c.game == match.game,
            MATCHES.c.rated,
            MATCHES.c.uncounted.is_(None),
            MATCHES.c.ended_at > since,
            MATCHES.c.ended_at <= until,
            MATCHES.c.id.not_in([match.id, *sorted(besides)]),
        )
        .group_by(one.c.user_id, other.c.user_id)
    )
    return {frozenset((one_id, other_id)): count for one_id, other_id, count in found}


async def code_is_taken(connection: Connection, guild_id: int, code: str) -> bool:
    """Tell whether a game of a server ever had this code."""
    return bool(
        await connection.scalar(
            select(exists().where(GAMES.c.guild_id == guild_id, GAMES.c.code == code))
        )
    )


async def add_game(
    connection: Connection,
    *,
    match_id: int,
    guild_id: int,
    number: int,
    code: str,
    rules_version: int,
    lots: Lots,
    players: Sequence[int],
    now: int,
) -> int:
    """Store a game that is about to start, and return its number."""
    added = await connection.execute(
        insert(GAMES)
        .values(
            match_id=match_id,
            number=number,
            guild_id=guild_id,
            code=code,
            rules_version=rules_version,
            secret=lots.secret,
            commitment=lots.commitment,
            lots=write_lots(lots),
            seq=0,
            turns=0,
            to_move=None,
            started_at=now,
            moved_at=now,
        )
        .returning(GAMES.c.id)
    )
    game_id: int = added.scalar_one()
    await connection.execute(
        insert(PLAYERS),
        [
            {
                "game_id": game_id,
                "seat": seat,
                "guild_id": guild_id,
                "user_id": user_id,
                "running": True,
            }
            for seat, user_id in enumerate(players)
        ],
    )
    return game_id


async def set_standing(connection: Connection, game: StoredGame) -> None:
    """Store how a game and the clock of its turn are after an event."""
    timing = game.timing
    changes = {
        "game_id": game.id,
        "seq": game.seq,
        "turns": game.turns,
        "to_move": game.to_move,
        "result": game.result,
        "moved_at": game.moved_at,
        "ended_at": game.ended_at,
        "deadline_at": timing.deadline_at,
        "clock_left": timing.left,
        "halted": timing.halted,
        "turn_seq": timing.turn_seq,
        "reminded": timing.reminded,
    }
    await connection.execute(_CHANGE_GAME, changes)
    if game.ended_at is not None:
        await connection.execute(
            update(PLAYERS).where(PLAYERS.c.game_id == game.id).values(running=False)
        )


async def leave(connection: Connection, game_id: int, seats: Collection[int]) -> None:
    """Note that a game goes on without these seats: it is no running game of their people."""
    await connection.execute(
        update(PLAYERS)
        .where(PLAYERS.c.game_id == game_id, PLAYERS.c.seat.in_(sorted(seats)))
        .values(running=False)
    )


async def get_game(
    connection: Connection, game_id: int, *, lock: bool = False
) -> StoredGame | None:
    """Return a game, or None; `lock` keeps others from changing it meanwhile."""
    if lock and connection.dialect.name != "sqlite":
        # Before it is read: what is joined to a locked row may be older than the row.
        await connection.execute(select(GAMES.c.id).where(GAMES.c.id == game_id).with_for_update())
    rows = (await connection.execute(_ONE_GAME, {"game_id": game_id})).mappings().all()
    return stored_game(rows[0], [Player.of(row) for row in rows]) if rows else None


async def get_games(connection: Connection, game_ids: Sequence[int]) -> list[StoredGame]:
    """Return the games with these numbers, in no order."""
    return await _games(connection, _GAMES.where(GAMES.c.id.in_(game_ids)))


@dataclass(frozen=True, slots=True)
class Latest:
    """How far a game is, and where its latest board is."""

    seq: int
    running: bool
    board: Post | None


async def get_latest(connection: Connection, game_id: int) -> Latest | None:
    """Return how far a game is, kept from others until the transaction ends, and its board."""
    row = (await connection.execute(_LATEST, {"game_id": game_id})).one_or_none()
    if row is None:
        return None
    seq, ended_at, *board = row
    post = Post(*board) if board[0] is not None else None
    return Latest(seq, ended_at is None, post)


@dataclass(frozen=True, slots=True)
class Shown:
    """Where a game is shown now, and whether it has a place."""

    lost: bool
    """Whether there is no channel (any more) in which it can go on."""
    board_place: int | None
    """Where the current board of a game that runs is; None where it is not posted."""


async def get_shown(connection: Connection, game_id: int) -> Shown | None:
    """Return where a game is shown now, or None if there is no such game."""
    row = (await connection.execute(_SHOWN, {"game_id": game_id})).one_or_none()
    if row is None:
        return None
    is_current = row.ended_at is None and (row.board_seq or 0) >= row.seq
    return Shown(row.place_note == PlaceNote.LOST, row.channel_id if is_current else None)


async def has_board_in(connection: Connection, match_id: int, channel_id: int) -> bool:
    """Tell whether the latest board of a match's game is in a channel or thread."""
    return bool(
        await connection.scalar(
            select(
                exists().where(
                    GAMES.c.match_id == match_id,
                    POSTS.c.kind == BOARD,
                    POSTS.c.subject_id == GAMES.c.id,
                    POSTS.c.channel_id == channel_id,
                )
            )
        )
    )


async def by_code(connection: Connection, guild_id: int, code: str) -> StoredGame | None:
    """Return the game with a code in a server, or None."""
    found = await _games(
        connection, _GAMES.where(GAMES.c.guild_id == guild_id, GAMES.c.code == code)
    )
    return found[0] if found else None


async def games_of_match(connection: Connection, match_id: int) -> list[StoredGame]:
    """List the games of a match in order."""
    return await _games(
        connection, _GAMES.where(GAMES.c.match_id == match_id).order_by(GAMES.c.number)
    )


async def running_in(connection: Connection, place_id: int) -> list[StoredGame]:
    """List the running games of a channel or thread, latest move first."""
    return await _games(
        connection,
        _GAMES.where(MATCHES.c.place_id == place_id, GAMES.c.ended_at.is_(None)).order_by(
            GAMES.c.moved_at.desc(), GAMES.c.id.desc()
        ),
    )


async def latest_in(connection: Connection, place_id: int) -> StoredGame | None:
    """Return the game that was last started in a channel or thread, or None."""
    found = await _games(
        connection,
        _GAMES.where(MATCHES.c.place_id == place_id).order_by(GAMES.c.id.desc()).limit(1),
    )
    return found[0] if found else None


async def languages_in(connection: Connection, guild_id: int) -> list[str]:
    """List the languages of the latest games of a server."""
    found = await connection.execute(
        select(MATCHES.c.language)
        .join(GAMES, GAMES.c.match_id == MATCHES.c.id)
        .where(GAMES.c.guild_id == guild_id)
        .order_by(GAMES.c.id.desc())
        .limit(LOOKED_BACK)
    )
    return list(found.scalars())


async def last_between(
    connection: Connection, guild_id: int, game: str, people: Sequence[int]
) -> StoredGame | None:
    """Return the last game that just these people finished in a server with a result, or None."""
    latest = _between(guild_id, game, people).order_by(GAMES.c.id.desc()).limit(LOOKED_BACK)
    for found in await _games(connection, latest):
        if found.result is not None and found.result["reason"] != "aborted":
            return found
    return None


def _between(
    guild_id: int, game: str, people: Sequence[int]
) -> Select[Any]:  # Any: columns of several types
    """Select the finished games of just these people in a server."""
    statement = _GAMES.where(
        MATCHES.c.game == game, MATCHES.c.seats == len(people), GAMES.c.ended_at.is_not(None)
    )
    for person in people:
        seated = PLAYERS.alias()
        statement = statement.join(
            seated,
            and_(
                seated.c.game_id == GAMES.c.id,
                seated.c.guild_id == guild_id,
                seated.c.user_id == person,
            ),
        )
    return statement


async def count_running(connection: Connection, guild_id: int, user_id: int) -> int:
    """Count the running games of a person in a server."""
    found = await connection.scalar(
        select(func.count()).where(
            PLAYERS.c.guild_id == guild_id, PLAYERS.c.user_id == user_id, PLAYERS.c.running
        )
    )
    return int(found or 0)


async def running_of(
    connection: Connection, guild_id: int, user_id: int, *, most: int
) -> list[StoredGame]:
    """List the running games of a person in a server: own turn first, then longest waiting."""
    own = select(PLAYERS.c.game_id, PLAYERS.c.seat).where(
        PLAYERS.c.guild_id == guild_id, PLAYERS.c.user_id == user_id, PLAYERS.c.running
    )
    mine = own.subquery()
    return await _games(
        connection,
        _GAMES.join(mine, mine.c.game_id == GAMES.c.id)
        .order_by(case((GAMES.c.to_move == mine.c.seat, 0), else_=1), GAMES.c.moved_at, GAMES.c.id)
        .limit(most),
    )


_NAMED = and_(PEOPLE.c.guild_id == PLAYERS.c.guild_id, PEOPLE.c.user_id == PLAYERS.c.user_id)
_GAMES = (
    select(GAMES, MATCHES, SERVERS)
    .join(MATCHES, MATCHES.c.id == GAMES.c.match_id)
    .outerjoin(SERVERS, SERVERS.c.guild_id == GAMES.c.guild_id)
)

_ONE_GAME = (
    _GAMES.add_columns(*PLAYER)
    .join(PLAYERS, PLAYERS.c.game_id == GAMES.c.id)
    .outerjoin(PEOPLE, _NAMED)
    .where(GAMES.c.id == bindparam("game_id"))
    .order_by(PLAYERS.c.seat)
)
"""A game with its players, a row each: it is loaded several times a move."""
_CHANGE_GAME = update(GAMES).where(GAMES.c.id == bindparam("game_id"))
_LATEST = (
    select(
        GAMES.c.seq,
        GAMES.c.ended_at,
        POSTS.c.seq,
        POSTS.c.channel_id,
        POSTS.c.message_id,
        POSTS.c.pictured,
        POSTS.c.picture_id,
    )
    .outerjoin(POSTS, and_(POSTS.c.kind == BOARD, POSTS.c.subject_id == GAMES.c.id))
    .where(GAMES.c.id == bindparam("game_id"))
    .with_for_update(of=GAMES)
)
_SHOWN = (
    select(
        GAMES.c.seq,
        GAMES.c.ended_at,
        MATCHES.c.place_note,
        POSTS.c.seq.label("board_seq"),
        POSTS.c.channel_id,
    )
    .join(MATCHES, MATCHES.c.id == GAMES.c.match_id)
    .outerjoin(POSTS, and_(POSTS.c.kind == BOARD, POSTS.c.subject_id == GAMES.c.id))
    .where(GAMES.c.id == bindparam("game_id"))
)


async def _games(
    connection: Connection,
    statement: Select[Any],  # Any: columns of several types
) -> list[StoredGame]:
    rows = (await connection.execute(statement)).mappings().all()
    seated = await connection.execute(
        select(PLAYERS.c.game_id, *PLAYER)
        .outerjoin(PEOPLE, _NAMED)
        .where(PLAYERS.c.game_id.in_([row[GAMES.c.id] for row in rows]))
        .order_by(PLAYERS.c.game_id, PLAYERS.c.seat)
    )
    players: dict[int, list[Player]] = {}
    for player in seated.mappings():
        players.setdefault(player[PLAYERS.c.game_id], []).append(Player.of(player))
    return [stored_game(row, players[row[GAMES.c.id]]) for row in rows]
