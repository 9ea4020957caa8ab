"""Matches and their games: who plays what, where, and its state.

A match is one game, or two with the seats swapped. The moves themselves are in `events`; which
games there are in a channel or of a person is asked in `games_found`.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import and_, bindparam, exists, insert, select, update

from data.challenges import Challenge
from data.engine import Connection
from data.match_rows import (
    GAME_ROWS,
    NAMED,
    PLAYER,
    Player,
    match_of,
    read_games,
    stored_game,
    write_lots,
)
from data.outbox import BOARD, Post
from data.stored import Match, PlaceNote, StoredGame, Uncounted
from data.tables import GAMES, MATCHES, PEOPLE, PLAYERS, POSTS
from games.handicap import NO_HANDICAPS, Handicaps
from games.lots import Lots


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
    handicap: Handicaps = NO_HANDICAPS,
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
                "handicap": handicap[seat] if handicap else 0,
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
        "given_back": timing.given_back,
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
    return await read_games(connection, GAME_ROWS.where(GAMES.c.id.in_(game_ids)))


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


async def games_of_match(connection: Connection, match_id: int) -> list[StoredGame]:
    """List the games of a match in order."""
    return await read_games(
        connection, GAME_ROWS.where(GAMES.c.match_id == match_id).order_by(GAMES.c.number)
    )


_ONE_GAME = (
    GAME_ROWS.add_columns(*PLAYER)
    .join(PLAYERS, PLAYERS.c.game_id == GAMES.c.id)
    .outerjoin(PEOPLE, NAMED)
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
