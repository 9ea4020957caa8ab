"""Tournaments: their terms, who takes part, who met whom, and what was corrected.

What does not belong here: who meets whom next, and who is ahead (`bot.tournament`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.engine import Row

from data.challenges import ChallengeState, MatchKind
from data.engine import Connection
from data.tables import CHALLENGES, MATCHES, RATINGS
from data.tournament_tables import CORRECTIONS, ENTRANTS, PAIRINGS, TOURNAMENTS
from data.tournament_values import Entrant, Format, How, Pairing, PairingResult, TournamentState
from games.players import Level


@dataclass(frozen=True, slots=True)
class TournamentTerms:
    """What is agreed before anybody joins."""

    name: str
    game: str
    kind: MatchKind
    format: Format
    seats: int
    """How many can take part."""
    rounds: int | None
    """As asked for (None: as usual); once it runs, how many there are (None: a ladder)."""
    clock_days: int
    rated: bool
    level: Level | None
    """Of the computers that take free seats at the start; None: none do."""
    starts_at: int | None
    """When it starts by itself; None: when it is full."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """One tournament; `version` counts its changes."""

    id: int
    guild_id: int
    channel_id: int
    creator_id: int
    terms: TournamentTerms
    language: str
    state: TournamentState
    version: int
    started_at: int | None = None
    ended_at: int | None = None


@dataclass(frozen=True, slots=True)
class StoredPairing:
    """A pairing with its number, its challenge (None: it is not played) and when it ended."""

    id: int
    tournament_id: int
    pairing: Pairing
    challenge_id: int | None
    ended_at: int | None


@dataclass(frozen=True, slots=True)
class Correction:
    """A moderator has decided the outcome of a pairing: who, when, from what to what."""

    pairing_id: int
    user_id: int
    before: PairingResult | None
    after: PairingResult
    created_at: int


async def add(
    connection: Connection,
    *,
    guild_id: int,
    channel_id: int,
    creator_id: int,
    interaction_id: int,
    terms: TournamentTerms,
    language: str,
    now: int,
) -> int:
    """Store a new tournament and return its number."""
    added = await connection.execute(
        insert(TOURNAMENTS)
        .values(
            guild_id=guild_id,
            channel_id=channel_id,
            creator_id=creator_id,
            interaction_id=interaction_id,
            name=terms.name,
            game=terms.game,
            kind=terms.kind,
            format=terms.format,
            seats=terms.seats,
            rounds=terms.rounds,
            clock_days=terms.clock_days,
            rated=terms.rated,
            level=terms.level,
            language=language,
            state=TournamentState.OPEN,
            version=0,
            created_at=now,
            starts_at=terms.starts_at,
        )
        .returning(TOURNAMENTS.c.id)
    )
    tournament_id: int = added.scalar_one()
    return tournament_id


async def get(
    connection: Connection, tournament_id: int, *, lock: bool = False
) -> Tournament | None:
    """Return a tournament, or None; `lock` keeps others from changing it meanwhile."""
    statement = select(TOURNAMENTS).where(TOURNAMENTS.c.id == tournament_id)
    if lock:
        statement = statement.with_for_update()
    row = (await connection.execute(statement)).one_or_none()
    return None if row is None else _tournament(row)


async def by_interaction(connection: Connection, interaction_id: int) -> int | None:
    """Return the number of the tournament that an interaction made, or None."""
    found = await connection.scalar(
        select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.interaction_id == interaction_id)
    )
    return None if found is None else int(found)


async def in_server(
    connection: Connection, guild_id: int, states: Sequence[TournamentState], most: int
) -> list[Tournament]:
    """List a server's tournaments in some states, the latest first."""
    rows = await connection.execute(
        select(TOURNAMENTS)
        .where(TOURNAMENTS.c.guild_id == guild_id, TOURNAMENTS.c.state.in_(list(states)))
        .order_by(TOURNAMENTS.c.id.desc())
        .limit(most)
    )
    return [_tournament(row) for row in rows]


async def with_person(
    connection: Connection, user_id: int, guild_id: int | None = None
) -> list[int]:
    """List the open and running tournaments in which a person takes part (in one server)."""
    statement = (
        select(TOURNAMENTS.c.id)
        .join(ENTRANTS, ENTRANTS.c.tournament_id == TOURNAMENTS.c.id)
        .where(
            ENTRANTS.c.user_id == user_id,
            ENTRANTS.c.left_round.is_(None),
            TOURNAMENTS.c.state.in_([TournamentState.OPEN, TournamentState.RUNNING]),
        )
        .order_by(TOURNAMENTS.c.id)
    )
    if guild_id is not None:
        statement = statement.where(TOURNAMENTS.c.guild_id == guild_id)
    return list((await connection.execute(statement)).scalars())


async def changed(
    connection: Connection,
    tournament_id: int,
    **values: Any,  # Any: of several columns
) -> None:
    """Count a change of a tournament, and store what it changes of the tournament itself."""
    await connection.execute(
        update(TOURNAMENTS)
        .where(TOURNAMENTS.c.id == tournament_id)
        .values(version=TOURNAMENTS.c.version + 1, **values)
    )


# Who takes part


async def entrants(connection: Connection, tournament_id: int) -> list[Entrant]:
    """List who takes part, or did, by seed."""
    rows = await connection.execute(
        select(ENTRANTS)
        .where(ENTRANTS.c.tournament_id == tournament_id)
        .order_by(ENTRANTS.c.seed, ENTRANTS.c.user_id)
    )
    return [Entrant(row.user_id, row.seed, row.joined_round, row.left_round) for row in rows]


async def enter(
    connection: Connection, tournament_id: int, user_id: int, *, round_number: int, now: int
) -> None:
    """Add somebody with the last seed, paired from a round on; who withdrew takes part again."""
    back = await connection.execute(
        update(ENTRANTS)
        .where(ENTRANTS.c.tournament_id == tournament_id, ENTRANTS.c.user_id == user_id)
        .values(left_round=None)
    )
    if back.rowcount:
        return
    last = select(func.coalesce(func.max(ENTRANTS.c.seed), 0) + 1).where(
        ENTRANTS.c.tournament_id == tournament_id
    )
    await connection.execute(
        insert(ENTRANTS).values(
            tournament_id=tournament_id,
            user_id=user_id,
            seed=last.scalar_subquery(),
            joined_round=round_number,
            joined_at=now,
        )
    )


async def take_out(connection: Connection, tournament_id: int, user_id: int) -> None:
    """Delete somebody who leaves before anything is played."""
    await connection.execute(
        delete(ENTRANTS).where(
            ENTRANTS.c.tournament_id == tournament_id, ENTRANTS.c.user_id == user_id
        )
    )


async def withdraw(
    connection: Connection, tournament_id: int, user_id: int, round_number: int
) -> None:
    """Note after which round somebody withdrew."""
    await connection.execute(
        update(ENTRANTS)
        .where(ENTRANTS.c.tournament_id == tournament_id, ENTRANTS.c.user_id == user_id)
        .values(left_round=round_number)
    )


async def reseed(connection: Connection, tournament_id: int, seeds: Mapping[int, int]) -> None:
    """Store the seeds of everybody who takes part."""
    for user_id, seed in seeds.items():
        await connection.execute(
            update(ENTRANTS)
            .where(ENTRANTS.c.tournament_id == tournament_id, ENTRANTS.c.user_id == user_id)
            .values(seed=seed)
        )


# Who meets whom


async def pairings(connection: Connection, tournament_id: int) -> list[StoredPairing]:
    """List the pairings of a tournament by round and board."""
    rows = await connection.execute(
        select(PAIRINGS)
        .where(PAIRINGS.c.tournament_id == tournament_id)
        .order_by(PAIRINGS.c.round, PAIRINGS.c.board)
    )
    return [_pairing(row) for row in rows]


async def pairing_of(connection: Connection, challenge_id: int) -> StoredPairing | None:
    """Return the pairing that a challenge was made for; None for all other challenges."""
    row = (await connection.execute(_BY_CHALLENGE, {"number": challenge_id})).one_or_none()
    return None if row is None else _pairing(row)


async def add_pairing(
    connection: Connection, tournament_id: int, pairing: Pairing, *, now: int
) -> int:
    """Store a pairing, and return its number; fails where the round has its board already."""
    added = await connection.execute(
        insert(PAIRINGS)
        .values(
            tournament_id=tournament_id,
            round=pairing.round,
            board=pairing.board,
            first_id=pairing.first,
            second_id=pairing.second,
            outcome=pairing.outcome,
            how=pairing.how,
            ended_at=None if pairing.outcome is None else now,
        )
        .returning(PAIRINGS.c.id)
    )
    pairing_id: int = added.scalar_one()
    return pairing_id


async def set_challenge(connection: Connection, pairing_id: int, challenge_id: int) -> None:
    """Store as which challenge a pairing is played."""
    await connection.execute(
        update(PAIRINGS).where(PAIRINGS.c.id == pairing_id).values(challenge_id=challenge_id)
    )


async def set_outcome(
    connection: Connection, pairing_id: int, outcome: PairingResult, how: How, now: int
) -> None:
    """Store how a pairing ended, and when, unless that is known."""
    await connection.execute(
        update(PAIRINGS)
        .where(PAIRINGS.c.id == pairing_id)
        .values(outcome=outcome, how=how, ended_at=func.coalesce(PAIRINGS.c.ended_at, now))
    )


async def places(connection: Connection, tournament_id: int) -> dict[int, int]:
    """Return where the pairings are played that have a channel or thread, by their numbers."""
    rows = await connection.execute(
        select(PAIRINGS.c.id, MATCHES.c.place_id)
        .join(MATCHES, MATCHES.c.challenge_id == PAIRINGS.c.challenge_id)
        .where(PAIRINGS.c.tournament_id == tournament_id, MATCHES.c.place_id.is_not(None))
    )
    return {row.id: row.place_id for row in rows}


async def strengths(
    connection: Connection, tournament: Tournament, user_ids: Sequence[int]
) -> dict[int, int]:
    """Return the ratings of those people who have one in the tournament's game and server."""
    rows = await connection.execute(
        select(RATINGS.c.user_id, RATINGS.c.shown).where(
            RATINGS.c.guild_id == tournament.guild_id,
            RATINGS.c.game == tournament.terms.game,
            RATINGS.c.user_id.in_(list(user_ids)),
        )
    )
    return {row.user_id: row.shown for row in rows}


async def unbegun(connection: Connection, tournament_id: int) -> list[StoredPairing]:
    """List the pairings that should be played and whose cards are not posted yet."""
    rows = await connection.execute(
        select(PAIRINGS)
        .join(CHALLENGES, CHALLENGES.c.id == PAIRINGS.c.challenge_id)
        .where(
            PAIRINGS.c.tournament_id == tournament_id,
            PAIRINGS.c.outcome.is_(None),
            CHALLENGES.c.state == ChallengeState.OPEN,
        )
        .order_by(PAIRINGS.c.id)
    )
    return [_pairing(row) for row in rows]


async def move(connection: Connection, tournament_id: int, channel_id: int) -> None:
    """Store in which channel a tournament goes on: its card, and the games that have not begun."""
    await changed(connection, tournament_id, channel_id=channel_id)
    waiting = [one.challenge_id for one in await unbegun(connection, tournament_id)]
    await connection.execute(
        update(CHALLENGES).where(CHALLENGES.c.id.in_(waiting)).values(channel_id=channel_id)
    )


async def correct(connection: Connection, correction: Correction) -> None:
    """Store that a moderator decides an outcome, and the outcome."""
    await connection.execute(
        insert(CORRECTIONS).values(
            pairing_id=correction.pairing_id,
            user_id=correction.user_id,
            before=correction.before,
            after=correction.after,
            created_at=correction.created_at,
        )
    )
    await set_outcome(
        connection, correction.pairing_id, correction.after, How.CORRECTED, correction.created_at
    )


async def corrections(connection: Connection, tournament_id: int) -> list[Correction]:
    """List what moderators have decided in a tournament, the oldest first."""
    rows = await connection.execute(
        select(CORRECTIONS)
        .join(PAIRINGS, PAIRINGS.c.id == CORRECTIONS.c.pairing_id)
        .where(PAIRINGS.c.tournament_id == tournament_id)
        .order_by(CORRECTIONS.c.id)
    )
    return [
        Correction(
            row.pairing_id,
            row.user_id,
            None if row.before is None else PairingResult(row.before),
            PairingResult(row.after),
            row.created_at,
        )
        for row in rows
    ]


_BY_CHALLENGE = select(PAIRINGS).where(PAIRINGS.c.challenge_id == bindparam("number"))


def _tournament(row: Row[Any]) -> Tournament:  # Any: mixed columns
    return Tournament(
        row.id,
        row.guild_id,
        row.channel_id,
        row.creator_id,
        TournamentTerms(
            row.name,
            row.game,
            MatchKind(row.kind),
            Format(row.format),
            row.seats,
            row.rounds,
            row.clock_days,
            row.rated,
            None if row.level is None else Level(row.level),
            row.starts_at,
        ),
        row.language,
        TournamentState(row.state),
        row.version,
        row.started_at,
        row.ended_at,
    )


def _pairing(row: Row[Any]) -> StoredPairing:  # Any: mixed columns
    return StoredPairing(
        row.id,
        row.tournament_id,
        Pairing(
            row.round,
            row.board,
            row.first_id,
            row.second_id,
            None if row.outcome is None else PairingResult(row.outcome),
            None if row.how is None else How(row.how),
        ),
        row.challenge_id,
        row.ended_at,
    )
