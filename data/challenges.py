"""Challenges and open tables: what was proposed, who was asked, who sits, what came of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import and_, delete, func, insert, or_, select, update
from sqlalchemy.engine import Row

from data.computers import Computer, is_computer
from data.engine import Connection
from data.tables import CHALLENGE_SEATS, CHALLENGES

LATEST: Final = 20
"""How many challenges of a person are looked through for one that proposes the same."""


class ChallengeState(StrEnum):
    """What came of a challenge."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    LAPSED = "lapsed"


class MatchKind(StrEnum):
    """How many games a match has."""

    SINGLE = "single"
    TWO_GAME = "two-game"
    """Two, with the seats swapped and the points added."""


class First(StrEnum):
    """Who starts."""

    ME = "me"
    """The challenger."""
    OPPONENT = "opponent"
    RANDOM = "random"


class ClockEnd(StrEnum):
    """What happens when a player runs out of time."""

    FORFEIT = "forfeit"
    COMPUTER = "computer"
    """A computer plays on for them."""
    CLAIM = "claim"
    """The others may wait or claim."""


@dataclass(frozen=True, slots=True)
class Clock:
    """How many days a move may take (None: there is no clock), and what happens then."""

    days: int | None = None
    end: ClockEnd = ClockEnd.CLAIM


@dataclass(frozen=True, slots=True)
class Given:
    """Who gets a handicap of which size: people and computers by their ids, and who comes later."""

    players: Mapping[int, int] = field(default_factory=dict)
    """Those who get one, at the table or asked to it."""
    newcomers: int = 0
    """What people get who take an open seat; 0 for none."""

    def __bool__(self) -> bool:
        """Tell whether anybody gets one."""
        return bool(self.players) or self.newcomers > 0

    def called(self, name: Callable[[int], int]) -> "Given":
        """Return the same for players with other ids, such as computers that have become others."""
        return replace(self, players={name(one): size for one, size in self.players.items()})

    @property
    def sizes(self) -> tuple[int, ...]:
        """List the different sizes, the largest first."""
        return tuple(sorted({*self.players.values(), self.newcomers} - {0}, reverse=True))


@dataclass(frozen=True, slots=True)
class Terms:
    """What is proposed: the game, its options, and how it is played and rated."""

    game: str
    seats: int
    options: Mapping[str, str]
    kind: MatchKind
    first: First
    rated: bool
    settings: Mapping[str, str] = field(default_factory=dict)
    """What the match does with the game in addition to its rules (`About.settings`)."""
    clock: Clock = Clock()
    takebacks: bool = False
    """Whether moves may be taken back although it is rated."""
    handicap: Given = field(default_factory=Given)

    @property
    def is_table(self) -> bool:
        """Tell whether more than two play: a table that fills up, one seat after the other."""
        return self.seats > 2


@dataclass(frozen=True, slots=True)
class Challenge:
    """One challenge; `players` are those who sit or are asked, in the order in which they came.

    Computers are among them, and sit.
    """

    id: int
    guild_id: int
    channel_id: int
    challenger_id: int
    terms: Terms
    language: str
    thread: bool
    state: ChallengeState
    lapses_at: int
    players: tuple[int, ...]
    sitting: tuple[int, ...]
    asked: tuple[int, ...]
    declined: tuple[int, ...] = ()
    """Who was asked and said no; their seats are open."""
    rematch_of: int | None = None
    """The thread of the game that it answers."""
    interaction_id: int = 0
    secret: str = field(default="", repr=False)
    """The host's part of the chance of its games; the secret of each follows from it."""
    card_id: int | None = None
    """The first message of its card, which nobody can choose; None until it is posted."""
    words: Mapping[int, str] = field(default_factory=dict)
    """What people add to the chance, by their ids."""

    @property
    def is_pairing(self) -> bool:
        """Tell whether a tournament has made it: all sit, and nobody may answer or cancel it.

        Its interaction is none: the number of the pairing, negative.
        """
        return self.interaction_id < 0

    @property
    def is_full(self) -> bool:
        """Tell whether somebody sits at every seat."""
        return len(self.sitting) == self.terms.seats

    @property
    def open_seats(self) -> int:
        """Count the seats for which nobody sits or is asked."""
        return self.terms.seats - len(self.players)

    @property
    def people(self) -> tuple[int, ...]:
        """List the players who are no computers."""
        return tuple(player for player in self.players if not is_computer(player))

    @property
    def computers(self) -> tuple[Computer, ...]:
        """List the computers that sit."""
        sitting = [Computer.of(player) for player in self.sitting]
        return tuple(computer for computer in sitting if computer is not None)


async def add(
    connection: Connection,
    *,
    guild_id: int,
    channel_id: int,
    challenger_id: int,
    asked: tuple[int, ...],
    computers: tuple[Computer, ...] = (),
    seated: tuple[int, ...] = (),
    terms: Terms,
    language: str,
    thread: bool,
    rematch_of: int | None = None,
    interaction_id: int,
    secret: str,
    word: str | None = None,
    now: int,
    lapses_at: int,
) -> int:
    """Store a new challenge and return its number; `seated` are people who need not be asked."""
    added = await connection.execute(
        insert(CHALLENGES)
        .values(
            guild_id=guild_id,
            channel_id=channel_id,
            challenger_id=challenger_id,
            game=terms.game,
            seats=terms.seats,
            options=dict(terms.options),
            settings=dict(terms.settings),
            kind=terms.kind,
            first=terms.first,
            rated=terms.rated,
            clock_days=terms.clock.days,
            clock_end=terms.clock.end,
            takebacks=terms.takebacks,
            handicap=terms.handicap.newcomers,
            language=language,
            thread=thread,
            state=ChallengeState.OPEN,
            rematch_of=rematch_of,
            interaction_id=interaction_id,
            secret=secret,
            created_at=now,
            lapses_at=lapses_at,
        )
        .returning(CHALLENGES.c.id)
    )
    challenge_id: int = added.scalar_one()
    players = [
        (challenger_id, True),
        *((user_id, False) for user_id in asked),
        *((computer.id, True) for computer in computers),
        *((user_id, True) for user_id in seated),
    ]
    await connection.execute(
        insert(CHALLENGE_SEATS),
        [
            {
                "challenge_id": challenge_id,
                "user_id": user_id,
                "place": place,
                "sits": sits,
                "word": None if place else word,
                "handicap": terms.handicap.players.get(user_id, 0),
            }
            for place, (user_id, sits) in enumerate(players)
        ],
    )
    return challenge_id


async def get(connection: Connection, challenge_id: int, *, lock: bool = False) -> Challenge | None:
    """Return a challenge, or None; `lock` keeps others from changing it meanwhile."""
    statement = select(CHALLENGES).where(CHALLENGES.c.id == challenge_id)
    if lock:
        statement = statement.with_for_update()
    row = (await connection.execute(statement)).one_or_none()
    return None if row is None else await _complete(connection, row)


async def by_interaction(connection: Connection, interaction_id: int) -> Challenge | None:
    """Return the challenge that an interaction made, or None."""
    row = (
        await connection.execute(
            select(CHALLENGES).where(CHALLENGES.c.interaction_id == interaction_id)
        )
    ).one_or_none()
    return None if row is None else await _complete(connection, row)


async def set_state(connection: Connection, challenge_id: int, state: ChallengeState) -> None:
    """Note what came of a challenge."""
    await connection.execute(
        update(CHALLENGES).where(CHALLENGES.c.id == challenge_id).values(state=state)
    )


async def note_card(connection: Connection, challenge_id: int, message_id: int) -> None:
    """Store the message of a card, unless one is known: only the first counts."""
    await connection.execute(
        update(CHALLENGES)
        .where(CHALLENGES.c.id == challenge_id, CHALLENGES.c.card_id.is_(None))
        .values(card_id=message_id)
    )


async def unrate(connection: Connection, challenge_id: int) -> None:
    """Make a challenge unrated."""
    await connection.execute(
        update(CHALLENGES).where(CHALLENGES.c.id == challenge_id).values(rated=False)
    )


async def seat(
    connection: Connection, challenge_id: int, user_id: int, word: str | None = None
) -> None:
    """Store that a person or a computer takes a seat, an open one or the one they were asked to.

    `word` is what they add to the chance of the game.
    """
    taken = await connection.execute(
        update(CHALLENGE_SEATS)
        .where(CHALLENGE_SEATS.c.challenge_id == challenge_id, CHALLENGE_SEATS.c.user_id == user_id)
        .values(sits=True, declined_at=None, word=word)
    )
    if taken.rowcount == 0:
        last = select(func.max(CHALLENGE_SEATS.c.place) + 1).where(
            CHALLENGE_SEATS.c.challenge_id == challenge_id
        )
        given = select(CHALLENGES.c.handicap).where(CHALLENGES.c.id == challenge_id)
        await connection.execute(
            insert(CHALLENGE_SEATS).values(
                challenge_id=challenge_id,
                user_id=user_id,
                place=last.scalar_subquery(),
                sits=True,
                word=word,
                handicap=given.scalar_subquery(),
            )
        )


async def decline(connection: Connection, challenge_id: int, user_id: int, now: int) -> None:
    """Note that a person who was asked has said no: their seat is open."""
    await connection.execute(
        update(CHALLENGE_SEATS)
        .where(CHALLENGE_SEATS.c.challenge_id == challenge_id, CHALLENGE_SEATS.c.user_id == user_id)
        .values(declined_at=now)
    )


async def who_has_heard(
    connection: Connection,
    challenge: Challenge,
    user_ids: Sequence[int],
    *,
    declined_since: int,
    cancelled_since: int,
) -> set[int]:
    """Return who of some people has lately heard of a challenge by the same person in the server.

    They have declined one since a time, or were asked by one before that was cancelled.
    """
    found = await connection.execute(
        select(CHALLENGE_SEATS.c.user_id)
        .join(CHALLENGES, CHALLENGES.c.id == CHALLENGE_SEATS.c.challenge_id)
        .where(
            CHALLENGES.c.guild_id == challenge.guild_id,
            CHALLENGES.c.challenger_id == challenge.challenger_id,
            CHALLENGE_SEATS.c.user_id.in_(user_ids),
            or_(
                CHALLENGE_SEATS.c.declined_at > declined_since,
                and_(
                    CHALLENGES.c.id < challenge.id,
                    CHALLENGES.c.created_at > cancelled_since,
                    CHALLENGES.c.state == ChallengeState.CANCELLED,
                ),
            ),
        )
    )
    return set(found.scalars())


async def unseat(connection: Connection, challenge_id: int, user_id: int) -> None:
    """Open a person's seat to anybody, whether they sat or were asked."""
    await connection.execute(
        delete(CHALLENGE_SEATS).where(
            CHALLENGE_SEATS.c.challenge_id == challenge_id, CHALLENGE_SEATS.c.user_id == user_id
        )
    )


async def open_with_both(connection: Connection, one: int, other: int) -> list[Challenge]:
    """List and lock the open challenges at which two people sit, oldest first."""
    mine, theirs = CHALLENGE_SEATS.alias(), CHALLENGE_SEATS.alias()
    found = await connection.execute(
        select(CHALLENGES.c.id)
        .join(mine, mine.c.challenge_id == CHALLENGES.c.id)
        .join(theirs, theirs.c.challenge_id == CHALLENGES.c.id)
        .where(
            CHALLENGES.c.state == ChallengeState.OPEN,
            mine.c.user_id == one,
            mine.c.sits,
            theirs.c.user_id == other,
            theirs.c.sits,
        )
        .order_by(CHALLENGES.c.id)
    )
    locked = [await get(connection, number, lock=True) for number in found.scalars().all()]
    return [
        challenge
        for challenge in locked
        if challenge is not None
        and challenge.state is ChallengeState.OPEN
        and {one, other} <= {*challenge.sitting}
    ]


async def open_by(connection: Connection, guild_id: int, user_id: int) -> list[Challenge]:
    """List a person's own open challenges in a server, oldest first; no tournament's pairings."""
    rows = await connection.execute(
        select(CHALLENGES)
        .where(
            CHALLENGES.c.guild_id == guild_id,
            CHALLENGES.c.challenger_id == user_id,
            CHALLENGES.c.state == ChallengeState.OPEN,
            CHALLENGES.c.interaction_id > 0,
        )
        .order_by(CHALLENGES.c.id)
    )
    return [await _complete(connection, row) for row in rows.all()]


async def with_person(
    connection: Connection, guild_id: int, user_id: int, game: str, *, open_only: bool
) -> list[Challenge]:
    """List the latest challenges to a game in a server in which a person sits or is asked.

    At most `LATEST`, oldest first; a tournament's pairings are left out.
    """
    mine = select(CHALLENGE_SEATS.c.challenge_id).where(CHALLENGE_SEATS.c.user_id == user_id)
    statement = select(CHALLENGES).where(
        CHALLENGES.c.id.in_(mine),
        CHALLENGES.c.guild_id == guild_id,
        CHALLENGES.c.game == game,
        CHALLENGES.c.interaction_id > 0,
    )
    if open_only:
        statement = statement.where(CHALLENGES.c.state == ChallengeState.OPEN)
    rows = await connection.execute(statement.order_by(CHALLENGES.c.id.desc()).limit(LATEST))
    return [await _complete(connection, row) for row in reversed(rows.all())]


async def _complete(connection: Connection, row: Row[Any]) -> Challenge:  # Any: mixed columns
    seats = (
        await connection.execute(
            select(CHALLENGE_SEATS)
            .where(CHALLENGE_SEATS.c.challenge_id == row.id)
            .order_by(CHALLENGE_SEATS.c.place)
        )
    ).all()
    return Challenge(
        id=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        challenger_id=row.challenger_id,
        terms=Terms(
            row.game,
            row.seats,
            row.options,
            MatchKind(row.kind),
            First(row.first),
            row.rated,
            row.settings,
            Clock(row.clock_days, ClockEnd(row.clock_end)),
            row.takebacks,
            Given(
                {
                    seat.user_id: seat.handicap
                    for seat in seats
                    if seat.handicap and seat.declined_at is None
                },
                row.handicap,
            ),
        ),
        language=row.language,
        thread=row.thread,
        state=ChallengeState(row.state),
        lapses_at=row.lapses_at,
        players=tuple(seat.user_id for seat in seats if seat.declined_at is None),
        sitting=tuple(seat.user_id for seat in seats if seat.sits),
        asked=tuple(seat.user_id for seat in seats if not seat.sits and seat.declined_at is None),
        declined=tuple(seat.user_id for seat in seats if seat.declined_at is not None),
        rematch_of=row.rematch_of,
        interaction_id=row.interaction_id,
        secret=row.secret,
        card_id=row.card_id,
        words={seat.user_id: seat.word for seat in seats if seat.word is not None},
    )
