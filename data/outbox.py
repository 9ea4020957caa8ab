"""Messages still to be sent or changed, and where those that were sent are.

A row is written in the transaction of the event that it tells of, claimed by the process that
delivers it, and deleted after Discord took the message. Rows of one stream go out in the
order of their ids.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Table,
    Update,
    bindparam,
    case,
    cast,
    delete,
    exists,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.engine import Row as SqlRow
from sqlalchemy.sql.dml import ReturningUpdate

from data.engine import Connection
from data.poll_tables import POLLS
from data.serving import in_share, server_in, share_of
from data.share import NOWHERE, Share
from data.tables import CHALLENGES, GAMES, MATCHES, OUTBOX, POSTS
from data.tournament_tables import TOURNAMENTS
from data.upsert import upsert
from data.weekly_tables import WEEKLY_CARDS


@dataclass(frozen=True, slots=True)
class OutboxRow:
    """One message to send or change; `attempts` counts those before this one.

    `failures` says how many of them failed in which way.
    """

    id: int
    stream: str
    kind: str
    payload: Mapping[str, Any]  # Any: a JSON object
    attempts: int
    created_at: int
    failures: Mapping[str, int] = field(default_factory=dict)


EPOCH_MS: Final = 1_420_070_400_000
"""The first millisecond of 2015, from which Discord's ids count."""
TIME_SHIFT: Final = 22
"""How many bits of such an id follow its time in milliseconds."""


BOARD: Final = "board"
"""The kind of post that is the latest board of a game."""
CARD: Final = "card"
"""The kind of post that is the card of a challenge."""
TOURNAMENT: Final = "tournament"
"""The kind of post that is the card of a tournament."""


ABOUT: Final[Mapping[str, Table]] = {
    "match": MATCHES,
    "challenge": CHALLENGES,
    "settling": MATCHES,
    "board": GAMES,
    "offer": GAMES,
    "tournament": TOURNAMENTS,
    "weekly": WEEKLY_CARDS,
    "poll": POLLS,
}
"""What the first number of a stream's name is the id of, by the word before it."""
ABOUT_SERVERS: Final = frozenset({"puzzles", "seasons"})
"""The streams whose number is a server."""
ABOUT_NO_SERVER: Final = frozenset({"person"})
"""The streams that belong to no server."""


@dataclass(frozen=True, slots=True)
class Post:
    """Where a message is, the seq of what it shows, and whether its picture is there.

    By `picture_id` the picture is kept when the message is changed; where it is not known, the
    picture is uploaded again.
    """

    seq: int
    channel_id: int
    message_id: int
    pictured: bool = True
    picture_id: int | None = None

    @property
    def written_at(self) -> int:
        """Return when the message was written, in seconds since 1970: its id holds it."""
        return ((self.message_id >> TIME_SHIFT) + EPOCH_MS) // 1000


async def put(
    connection: Connection,
    stream: str,
    kind: str,
    payload: Mapping[str, Any],  # Any: as it comes from JSON
    *,
    now: int,
    delay: int = 0,
) -> None:
    """Add a row at the end of its stream."""
    await connection.execute(_PUT, _new(stream, kind, payload, now, delay))


async def put_many(
    connection: Connection,
    rows: Sequence[tuple[str, str, Mapping[str, Any]]],  # Any: as it comes from JSON
    *,
    now: int,
) -> None:
    """Add rows, each with its stream and kind, in one statement."""
    if rows:
        await connection.execute(_PUT, [_new(*row, now, 0) for row in rows])


def _new(
    stream: str,
    kind: str,
    payload: Mapping[str, Any],  # Any: as it comes from JSON
    now: int,
    delay: int,
) -> dict[str, Any]:  # Any: values of several types
    return {
        "stream": stream,
        "kind": kind,
        "payload": dict(payload),
        "due_at": now + delay,
        "claimed_until": 0,
        "attempts": 0,
        "created_at": now,
    }


_PUT = insert(OUTBOX)


async def claim_next(
    connection: Connection, streams: Sequence[str], *, now: int, until: int, by: str, eager: bool
) -> list[OutboxRow]:
    """Claim the first row of each of some streams until a time, for the process `by`.

    A stream is left out where there is no row, where somebody else has claimed it, or where it is
    not due yet: rows behind it have to wait; and where another process serves the server. With
    `eager`, one that failed is claimed before it would be tried again.
    """
    claim = {"streams": list(streams), "now": now, "until": until, "by": by}
    rows = await connection.execute(_claim(share_of(connection), eager=eager), claim)
    return [_row(row) for row in rows]


@cache
def _claim(share: Share, *, eager: bool) -> ReturningUpdate[Any]:  # Any: columns of several types
    """Write the statement that claims the first row of each of some streams that is as asked.

    Of two processes that claim a row at the same moment the second one waits for the first and
    finds it claimed.
    """
    when = OUTBOX.c.due_at <= bindparam("now")
    if eager:
        when |= OUTBOX.c.attempts > 0
    firsts = (
        select(func.min(OUTBOX.c.id))
        .where(OUTBOX.c.stream.in_(bindparam("streams", expanding=True)))
        .group_by(OUTBOX.c.stream)
    )
    return (
        update(OUTBOX)
        .where(
            OUTBOX.c.id.in_(firsts),
            OUTBOX.c.claimed_until <= bindparam("now"),
            when,
            _ours(share),
        )
        .values(
            claimed_until=bindparam("until"),
            claimed_by=bindparam("by"),
            attempts=OUTBOX.c.attempts + 1,
        )
        .returning(OUTBOX)
    )


@cache
def _ours(share: Share) -> ColumnElement[bool]:
    """Write the condition that a row is about a server that this process serves."""
    if share.is_whole:
        return in_share(share, OUTBOX.c.id)
    number = cast(func.split_part(OUTBOX.c.stream, ":", 2), BigInteger)
    servers = {word: server_in(table, number) for word, table in ABOUT.items()}
    # As a value the word is looked for once, not for each of them.
    server = case(
        servers | dict.fromkeys(sorted(ABOUT_SERVERS), number),
        value=func.split_part(OUTBOX.c.stream, ":", 1),
        else_=NOWHERE,
    )
    return in_share(share, server)


async def done(connection: Connection, row: OutboxRow) -> bool | None:
    """Delete a row whose message is out, or will never be; true if others follow in its stream.

    None if it is no longer this claim's: somebody else has claimed it since, or it is gone.
    """
    gone = _named(row) | {"row_stream": row.stream}
    followed = await connection.scalar(_DONE, gone)
    return None if followed is None else bool(followed)


async def renew(connection: Connection, row: OutboxRow, until: int) -> bool:
    """Claim a row until a later time; false if it is no longer this claim's."""
    renewed = await connection.execute(
        update(OUTBOX).where(*_OF_THE_CLAIM).values(claimed_until=until), _named(row)
    )
    return renewed.rowcount > 0


def _named(row: OutboxRow) -> dict[str, Any]:  # Any: numbers
    return {"row_id": row.id, "row_attempts": row.attempts + 1}


_OF_THE_CLAIM = (
    OUTBOX.c.id == bindparam("row_id"),
    # Each claim counts as an attempt, so this names one claim of one process.
    OUTBOX.c.attempts == bindparam("row_attempts"),
)


_BEHIND = OUTBOX.alias()
_DONE = (
    delete(OUTBOX)
    .where(*_OF_THE_CLAIM)
    .returning(
        exists().where(
            _BEHIND.c.stream == bindparam("row_stream"), _BEHIND.c.id > bindparam("row_id")
        )
    )
)


async def postpone(
    connection: Connection,
    row: OutboxRow,
    due_at: int,
    *,
    failures: Mapping[str, int],
    outage: bool = False,
) -> None:
    """Release a row that failed, to be tried again from a time on, if it is this claim's still.

    After an `outage` it is tried as soon as anything gets through.
    """
    await connection.execute(
        update(OUTBOX)
        .where(*_OF_THE_CLAIM)
        .values(claimed_until=0, due_at=due_at, failures=dict(failures), outage=outage),
        _named(row),
    )


async def has_rows(connection: Connection, stream: str) -> bool:
    """Tell whether anything of a stream is still to go out."""
    return bool(await connection.scalar(select(exists().where(OUTBOX.c.stream == stream))))


async def payloads(connection: Connection, stream: str, kind: str) -> list[Mapping[str, Any]]:
    """List what the rows of a kind in a stream hold, delivered by somebody just now or not."""
    rows = await connection.execute(
        select(OUTBOX.c.payload)
        .where(OUTBOX.c.stream == stream, OUTBOX.c.kind == kind)
        .order_by(OUTBOX.c.id)
    )
    return list(rows.scalars())


async def shift(connection: Connection, seconds: int) -> None:
    """Move all times of the rows of this process by some seconds, with its clock."""
    await connection.execute(
        update(OUTBOX)
        .where(_ours(share_of(connection)))
        .values(
            due_at=OUTBOX.c.due_at + seconds,
            # 0 says that nobody has claimed it, at any time.
            claimed_until=case(
                (OUTBOX.c.claimed_until > 0, OUTBOX.c.claimed_until + seconds), else_=0
            ),
            created_at=OUTBOX.c.created_at + seconds,
        )
    )


async def catch_up(connection: Connection, now: int, *, slack: int) -> None:
    """Take the rows of this process that seem to be written later than now as written now.

    A clock may be ahead by `slack` seconds without counting as wrong.
    """
    ahead = OUTBOX.c.created_at - now
    await connection.execute(
        update(OUTBOX)
        .where(OUTBOX.c.created_at > now + slack, _ours(share_of(connection)))
        .values(
            due_at=OUTBOX.c.due_at - ahead,
            claimed_until=case(
                (OUTBOX.c.claimed_until > 0, OUTBOX.c.claimed_until - ahead), else_=0
            ),
            created_at=now,
        )
    )


async def hurry_outage(connection: Connection, now: int) -> None:
    """Make all rows due that wait because nothing got through."""
    waiting = _waiting_for_outage(now, share_of(connection))
    await connection.execute(waiting.values(due_at=now))


async def probe_outage(connection: Connection, now: int) -> None:
    """Make one row due of those that wait because nothing gets through: the least tried."""
    share = share_of(connection)
    least = (
        select(OUTBOX.c.id)
        .where(OUTBOX.c.outage, OUTBOX.c.due_at > now, OUTBOX.c.claimed_until <= now, _ours(share))
        .order_by(OUTBOX.c.attempts, OUTBOX.c.id)
        .limit(1)
    )
    await connection.execute(
        _waiting_for_outage(now, share)
        .where(OUTBOX.c.id == least.scalar_subquery())
        .values(due_at=now)
    )


def _waiting_for_outage(now: int, share: Share) -> Update:
    return update(OUTBOX).where(
        OUTBOX.c.outage, OUTBOX.c.due_at > now, OUTBOX.c.claimed_until <= now, _ours(share)
    )


async def claimants(connection: Connection, now: int) -> set[str]:
    """List the processes whose claims have not run out."""
    found = await connection.execute(
        select(OUTBOX.c.claimed_by)
        .where(OUTBOX.c.claimed_until > now, OUTBOX.c.claimed_by.is_not(None))
        .distinct()
    )
    return set(found.scalars())


async def release(connection: Connection, claimant: str) -> None:
    """Release the claims of a process that no longer runs."""
    await connection.execute(
        update(OUTBOX).where(OUTBOX.c.claimed_by == claimant).values(claimed_until=0)
    )


async def drop_unclaimed(connection: Connection, stream: str) -> None:
    """Delete the rows of a stream that nobody has claimed.

    One whose claim has run out stays: by a clock that has jumped it only seems so, and what would
    come of it comes first in any case.
    """
    await connection.execute(_DROP_UNCLAIMED, {"row_stream": stream})


_DROP_UNCLAIMED = delete(OUTBOX).where(
    OUTBOX.c.stream == bindparam("row_stream"), OUTBOX.c.claimed_until == 0
)


async def waiting_streams(connection: Connection, now: int, most: int) -> list[str]:
    """List streams of this process whose first row can be delivered now, oldest first."""
    first = select(func.min(OUTBOX.c.id)).group_by(OUTBOX.c.stream)
    found = await connection.execute(
        select(OUTBOX.c.stream)
        .where(
            OUTBOX.c.id.in_(first),
            OUTBOX.c.due_at <= now,
            OUTBOX.c.claimed_until <= now,
            _ours(share_of(connection)),
        )
        .order_by(OUTBOX.c.id)
        .limit(most)
    )
    return list(found.scalars())


async def backlog(connection: Connection) -> tuple[int, int | None]:
    """Return how many rows of this process wait, and when the oldest was written."""
    found = await connection.execute(
        select(func.count(), func.min(OUTBOX.c.created_at)).where(_ours(share_of(connection)))
    )
    count, oldest = found.one()
    return count, oldest


async def record_post(
    connection: Connection, kind: str, subject_id: int, post: Post, *, latest: bool = False
) -> None:
    """Store where the latest message of a kind about a subject is.

    With `latest` one that shows a later event stays noted.
    """
    await upsert(
        connection,
        POSTS,
        [
            {
                "kind": kind,
                "subject_id": subject_id,
                "seq": post.seq,
                "channel_id": post.channel_id,
                "message_id": post.message_id,
                "pictured": post.pictured,
                "picture_id": post.picture_id,
            }
        ],
        unless_above="seq" if latest else None,
    )


async def find_kinds(
    connection: Connection, kinds: Sequence[str], subject_id: int
) -> dict[str, Post]:
    """Return where the latest messages about a subject are, by their kind."""
    asked = {"kinds": list(kinds), "subject_id": subject_id}
    return {row.kind: _post(row) for row in await connection.execute(_KINDS, asked)}


_KINDS = select(POSTS).where(
    POSTS.c.kind.in_(bindparam("kinds", expanding=True)),
    POSTS.c.subject_id == bindparam("subject_id"),
)


async def find_post(connection: Connection, kind: str, subject_id: int) -> Post | None:
    """Return where the latest message of a kind about a subject is, or None."""
    return (await find_posts(connection, kind, [subject_id])).get(subject_id)


async def forget_post(connection: Connection, kind: str, subject_id: int) -> None:
    """Forget where a message was that is being deleted."""
    await connection.execute(
        delete(POSTS).where(POSTS.c.kind == kind, POSTS.c.subject_id == subject_id)
    )


async def find_posts(
    connection: Connection, kind: str, subject_ids: Sequence[int]
) -> dict[int, Post]:
    """Return where the latest messages of a kind are, by subject."""
    rows = await connection.execute(
        select(POSTS).where(POSTS.c.kind == kind, POSTS.c.subject_id.in_(subject_ids))
    )
    return {row.subject_id: _post(row) for row in rows}


def _post(row: SqlRow[Any]) -> Post:  # Any: as below
    return Post(row.seq, row.channel_id, row.message_id, row.pictured, row.picture_id)


def _row(row: SqlRow[Any]) -> OutboxRow:  # Any: a row of columns of several types
    """Read a row that was just claimed, which counts as an attempt."""
    return OutboxRow(
        row.id, row.stream, row.kind, row.payload, row.attempts - 1, row.created_at, row.failures
    )
