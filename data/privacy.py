"""What is stored about a person: where, and what an export and a deletion do with it.

`PERSONAL` says it for every column that holds a person's id; a test compares it with the tables.
A row about the person alone is deleted; where it belongs to a game of others, the id is replaced.
Whom somebody else has blocked stays blocked, and what limits how often one may do something
(`data.limits`) ends by itself within hours: else who is kept from something could delete that.
What does not belong here: ending what a person still plays before that (`bot.services.privacy`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Select,
    Table,
    and_,
    cast,
    delete,
    or_,
    select,
    true,
    update,
)

from data.challenges import ChallengeState
from data.engine import Connection
from data.offers import OfferKind
from data.result_tables import OUTCOMES, RATING_CHANGES
from data.schedule import JobKind
from data.schema import METADATA
from data.tables import (
    AWAY,
    BLOCKS,
    CHALLENGE_SEATS,
    CHALLENGES,
    COMPUTER_RATINGS,
    EVENTS,
    FOLLOWERS,
    GAMES,
    LEDGER,
    MATCHES,
    NOTES,
    OFFER_ANSWERS,
    OFFERS,
    OUTBOX,
    PEOPLE,
    PLANS,
    PLAYERS,
    POSTS,
    PREFERENCES,
    PUZZLE_ANSWERS,
    RATINGS,
    SCHEDULE,
)
from games.lots import FORGOTTEN, digest_of

ENDED_BY_SOMEBODY: Final = EVENTS.c.notation == "!abort"
"""The condition for the events that somebody outside of a game can have made in it."""
ABOUT_PERSON: Final = (JobKind.BACK, JobKind.DIGEST, JobKind.FORGET)
"""The kinds of jobs whose subject is a person."""


class Fate(StrEnum):
    """What a deletion does."""

    DELETE = "delete"
    """The row goes."""
    REPLACE = "replace"
    """The id is replaced by that of a former player."""
    KEEP = "keep"
    """It stays, for it is somebody else's, who is told nothing and of whom nothing is told."""


Among = Callable[[int], ColumnElement[bool]]
"""Returns a condition by which an index finds the rows that may be a person's."""
Columns = Mapping[str, ColumnElement[Any]]  # Any: columns of several types


@dataclass(frozen=True, slots=True)
class Personal:
    """A column with people's ids: what becomes of its rows, and what an export tells of them.

    `section` is the part of the export, `told` its entries' keys and what they hold.
    """

    column: Column[Any]  # Any: as above
    fate: Fate
    section: str
    told: Columns
    among: Among = lambda _user_id: true()

    @property
    def table(self) -> Table:
        """Return the column's table."""
        return METADATA.tables[str(self.column.table)]

    def rows_of(self, user_id: int) -> ColumnElement[bool]:
        """Return the condition for a person's rows."""
        return and_(self.among(user_id), self.column == user_id)


def _in_their_games(column: Column[Any]) -> Among:  # Any: as above
    return lambda user_id: column.in_(
        select(PLAYERS.c.game_id).where(PLAYERS.c.user_id == user_id).scalar_subquery()
    )


def _in_their_matches(column: Column[Any]) -> Among:  # Any: as above
    return lambda user_id: column.in_(
        select(GAMES.c.match_id)
        .join(PLAYERS, PLAYERS.c.game_id == GAMES.c.id)
        .where(PLAYERS.c.user_id == user_id)
        .scalar_subquery()
    )


def _rated(table: Table) -> Personal:
    return Personal(
        table.c.user_id,
        Fate.DELETE,
        str(table.name),
        {
            "server": table.c.guild_id,
            "game": table.c.game,
            "rating": table.c.shown,
            "wins": table.c.wins,
            "draws": table.c.draws,
            "losses": table.c.losses,
            "strength": table.c.mu,
            "uncertainty": table.c.sigma,
        },
        lambda user_id: table.c.guild_id.in_(
            select(PLAYERS.c.guild_id).where(PLAYERS.c.user_id == user_id).scalar_subquery()
        ),
    )


def _code(column: Column[Any]) -> ColumnElement[Any]:  # Any: as above
    """Return the code of the game with a number."""
    return select(GAMES.c.code).where(GAMES.c.id == column).scalar_subquery()


def _first_code(column: Column[Any]) -> ColumnElement[Any]:  # Any: as above
    """Return the code of the first game of the match with a number."""
    first = select(GAMES.c.code).where(GAMES.c.match_id == column, GAMES.c.number == 1)
    return first.scalar_subquery()


def _game(column: Column[Any]) -> ColumnElement[Any]:  # Any: as above
    """Return which game it is that has a number."""
    played = select(MATCHES.c.game).join(GAMES, GAMES.c.match_id == MATCHES.c.id)
    return played.where(GAMES.c.id == column).scalar_subquery()


_OUTCOME: Final[dict[str, ColumnElement[Any]]] = {  # Any: as above
    "server": OUTCOMES.c.guild_id,
    "game": OUTCOMES.c.game,
    "code": _first_code(OUTCOMES.c.match_id),
    "against": OUTCOMES.c.against,
    "players": OUTCOMES.c.seats,
    "place": OUTCOMES.c.place + 1,
    "ending": OUTCOMES.c.ending,
    "on_time": OUTCOMES.c.on_time,
    "ended_at": OUTCOMES.c.ended_at,
}
_LEDGER: Final[dict[str, ColumnElement[Any]]] = {  # Any: as above
    "server": LEDGER.c.guild_id,
    "game": LEDGER.c.game,
    "code": _first_code(LEDGER.c.match_id),
    "points": LEDGER.c.points,
    "coins": LEDGER.c.coins,
    "settled": LEDGER.c.settled,
}

PERSONAL: Final = (
    Personal(
        PREFERENCES.c.user_id,
        Fate.DELETE,
        "preferences",
        {column.name: column for column in PREFERENCES.c if column.name != "user_id"},
    ),
    Personal(
        PEOPLE.c.user_id,
        Fate.DELETE,
        "names",
        {
            "server": PEOPLE.c.guild_id,
            "name": PEOPLE.c.name,
            "in_the_server": PEOPLE.c.member,
            "looked_up_at": PEOPLE.c.checked_at,
        },
    ),
    Personal(
        BLOCKS.c.user_id,
        Fate.DELETE,
        "blocks",
        {"person": BLOCKS.c.blocked_id, "created_at": BLOCKS.c.created_at},
    ),
    # Who has blocked somebody is told to nobody.
    Personal(BLOCKS.c.blocked_id, Fate.KEEP, "", {}),
    Personal(
        AWAY.c.user_id,
        Fate.DELETE,
        "absences",
        {"from_at": AWAY.c.from_at, "until_at": AWAY.c.until_at},
    ),
    _rated(RATINGS),
    _rated(COMPUTER_RATINGS),
    Personal(
        RATING_CHANGES.c.user_id,
        Fate.REPLACE,
        "rating_changes",
        {
            "code": _first_code(RATING_CHANGES.c.match_id),
            "before": RATING_CHANGES.c.before,
            "after": RATING_CHANGES.c.after,
        },
        _in_their_matches(RATING_CHANGES.c.match_id),
    ),
    Personal(
        OUTCOMES.c.user_id,
        Fate.REPLACE,
        "results",
        _OUTCOME,
        _in_their_matches(OUTCOMES.c.match_id),
    ),
    # Their own row tells the same.
    Personal(OUTCOMES.c.other_id, Fate.REPLACE, "", {}, _in_their_matches(OUTCOMES.c.match_id)),
    Personal(
        LEDGER.c.low_id,
        Fate.DELETE,
        "ledger",
        _LEDGER,
        _in_their_matches(LEDGER.c.match_id),
    ),
    Personal(
        LEDGER.c.high_id,
        Fate.DELETE,
        "ledger",
        _LEDGER | {"points": -LEDGER.c.points, "coins": -LEDGER.c.coins},
        _in_their_matches(LEDGER.c.match_id),
    ),
    Personal(
        LEDGER.c.asked_by,
        Fate.DELETE,
        "asked_to_settle",
        _LEDGER,
        _in_their_matches(LEDGER.c.match_id),
    ),
    Personal(
        NOTES.c.user_id,
        Fate.DELETE,
        "notes",
        {"code": _code(NOTES.c.game_id), "text": NOTES.c.text},
    ),
    Personal(
        PLANS.c.user_id,
        Fate.DELETE,
        "plans",
        {
            "code": _code(PLANS.c.game_id),
            "steps": PLANS.c.steps,
            "state": PLANS.c.state,
            "created_at": PLANS.c.created_at,
        },
    ),
    Personal(
        PUZZLE_ANSWERS.c.user_id,
        Fate.DELETE,
        "puzzles",
        {
            "game": PUZZLE_ANSWERS.c.game,
            "day": PUZZLE_ANSWERS.c.day,
            "first_answer": PUZZLE_ANSWERS.c.first,
            "tries": PUZZLE_ANSWERS.c.tries,
            "right": PUZZLE_ANSWERS.c.right,
            "answered_at": PUZZLE_ANSWERS.c.answered_at,
        },
    ),
    Personal(
        FOLLOWERS.c.user_id, Fate.DELETE, "followed_games", {"code": _code(FOLLOWERS.c.game_id)}
    ),
    Personal(
        OFFER_ANSWERS.c.user_id,
        Fate.DELETE,
        "agreed_to",
        {"code": _code(OFFER_ANSWERS.c.game_id), "kind": OFFER_ANSWERS.c.kind},
    ),
    Personal(
        OFFERS.c.user_id,
        Fate.DELETE,
        "offers",
        {
            "code": _code(OFFERS.c.game_id),
            "kind": OFFERS.c.kind,
            "created_at": OFFERS.c.created_at,
        },
    ),
    Personal(
        CHALLENGES.c.challenger_id,
        Fate.REPLACE,
        "challenges",
        {
            "server": CHALLENGES.c.guild_id,
            "channel": CHALLENGES.c.channel_id,
            "game": CHALLENGES.c.game,
            "state": CHALLENGES.c.state,
            "created_at": CHALLENGES.c.created_at,
        },
        lambda user_id: CHALLENGES.c.id.in_(_challenges_with(user_id).scalar_subquery()),
    ),
    Personal(
        CHALLENGE_SEATS.c.user_id,
        Fate.REPLACE,
        "asked_or_seated",
        {
            "challenge": CHALLENGE_SEATS.c.challenge_id,
            "sits": CHALLENGE_SEATS.c.sits,
            "word": CHALLENGE_SEATS.c.word,
            "declined_at": CHALLENGE_SEATS.c.declined_at,
        },
    ),
    Personal(
        EVENTS.c.user_id,
        Fate.REPLACE,
        "moves",
        {
            "code": _code(EVENTS.c.game_id),
            "number": EVENTS.c.seq,
            "move": EVENTS.c.notation,
            "at": EVENTS.c.created_at,
        },
        _in_their_games(EVENTS.c.game_id),
    ),
    Personal(
        EVENTS.c.user_id,
        Fate.REPLACE,
        "ended_games",
        {"code": _code(EVENTS.c.game_id), "at": EVENTS.c.created_at},
        lambda _user_id: ENDED_BY_SOMEBODY,
    ),
    Personal(
        PLAYERS.c.user_id,
        Fate.REPLACE,
        "games",
        {
            "server": PLAYERS.c.guild_id,
            "code": _code(PLAYERS.c.game_id),
            "game": _game(PLAYERS.c.game_id),
            "seat": PLAYERS.c.seat,
            "running": PLAYERS.c.running,
        },
    ),
    Personal(
        SCHEDULE.c.subject_id,
        Fate.DELETE,
        "scheduled",
        {"what": SCHEDULE.c.kind, "at": SCHEDULE.c.due_at},
        lambda _user_id: SCHEDULE.c.kind.in_(ABOUT_PERSON),
    ),
)
"""Every column with people's ids, in the order in which a deletion goes through them.

A column may be in it twice: for the rows of games of theirs, and for others.
"""

IN_PAYLOADS: Final = ("user_id", "asker_id", "other_id")
"""The keys under which messages that wait to be sent hold people's ids."""


def _challenges_with(user_id: int) -> Select[tuple[int]]:
    return select(CHALLENGE_SEATS.c.challenge_id).where(CHALLENGE_SEATS.c.user_id == user_id)


async def everything(
    connection: Connection, user_id: int
) -> dict[str, list[dict[str, Any]]]:  # Any: as stored
    """Return all that is stored about a person, by section and in the order of its rows."""
    found: dict[str, list[dict[str, Any]]] = {}
    for each in PERSONAL:
        if not each.told:
            continue
        labelled = [column.label(key) for key, column in each.told.items()]
        rows = await connection.execute(
            select(*labelled).where(each.rows_of(user_id)).order_by(*each.table.primary_key)
        )
        found.setdefault(each.section, []).extend(dict(row) for row in rows.mappings())
    waiting = await connection.execute(
        select(OUTBOX.c.kind.label("what"), OUTBOX.c.created_at)
        .where(OUTBOX.c.stream == f"person:{user_id}")
        .order_by(OUTBOX.c.id)
    )
    return found | {"messages_to_you": [dict(row) for row in waiting.mappings()]}


async def open_challenges_with(connection: Connection, user_id: int) -> list[int]:
    """List the open challenges that a person has made, sits at or is asked to."""
    found = await connection.execute(
        select(CHALLENGES.c.id)
        .where(
            CHALLENGES.c.id.in_(_challenges_with(user_id).scalar_subquery()),
            CHALLENGES.c.state == ChallengeState.OPEN,
        )
        .order_by(CHALLENGES.c.id)
    )
    return list(found.scalars())


async def lock(connection: Connection, user_id: int) -> None:
    """Keep a person from starting anything elsewhere until the transaction ends."""
    await connection.execute(
        select(PEOPLE.c.user_id)
        .where(PEOPLE.c.user_id == user_id)
        .order_by(PEOPLE.c.guild_id)
        .with_for_update()
    )


async def forget(connection: Connection, user_id: int, former: int) -> None:
    """Delete what is a person's, and replace their id in what is others' as well."""
    await _forget_messages(connection, user_id, former)
    await _forget_lots(connection, user_id)
    for each in PERSONAL:
        if each.fate is Fate.DELETE:
            await connection.execute(delete(each.table).where(each.rows_of(user_id)))
        elif each.fate is Fate.REPLACE:
            replaced = {each.column.name: former}
            await connection.execute(
                update(each.table).where(each.rows_of(user_id)).values(replaced)
            )


async def _forget_lots(connection: Connection, user_id: int) -> None:
    """Leave a digest of a person in the lots of their games: their dice can still be checked."""
    found = await connection.execute(
        select(GAMES.c.id, GAMES.c.lots)
        .join(PLAYERS, PLAYERS.c.game_id == GAMES.c.id)
        .where(PLAYERS.c.user_id == user_id, GAMES.c.lots.is_not(None))
        .order_by(GAMES.c.id)
    )
    forgotten = f"{FORGOTTEN}{digest_of(str(user_id))}"
    for row in found.all():
        players = [forgotten if one == str(user_id) else one for one in row.lots["players"]]
        await connection.execute(
            update(GAMES).where(GAMES.c.id == row.id).values(lots=row.lots | {"players": players})
        )


async def _forget_messages(connection: Connection, user_id: int, former: int) -> None:
    """Delete the messages to a person, and replace their id in others, and where theirs are."""
    await connection.execute(delete(OUTBOX).where(OUTBOX.c.stream == f"person:{user_id}"))
    # What waits to be sent is little, and does not grow with what is stored.
    written = await connection.execute(
        select(OUTBOX.c.id, OUTBOX.c.payload).where(
            or_(*(_held(key) == user_id for key in IN_PAYLOADS))
        )
    )
    for row in written.all():
        payload = renamed(row.payload, user_id, former)
        await connection.execute(
            update(OUTBOX).where(OUTBOX.c.id == row.id).values(payload=payload)
        )
    kinds = [f"{kind}-{user_id}" for kind in OfferKind]
    await connection.execute(delete(POSTS).where(POSTS.c.kind.in_(kinds)))


def renamed(
    payload: Mapping[str, Any],  # Any: a JSON object
    user_id: int,
    former: int,
) -> dict[str, Any]:
    """Return what a message that waits to be sent holds, with a person's id replaced."""
    return {
        key: former if key in IN_PAYLOADS and held == user_id else held
        for key, held in payload.items()
    }


def _held(key: str) -> ColumnElement[int]:
    # As an integer PostgreSQL would read one that is too short for an id.
    return cast(OUTBOX.c.payload[key].as_string(), BigInteger)
