"""Tournaments as they are stored: a round has each board once, no matter who adds it."""

import asyncio

import pytest
from sqlalchemy.exc import IntegrityError

from data import people, retention, tournaments
from data.challenges import MatchKind
from data.engine import Database, DatabaseError
from data.tournament_values import Format, How, Pairing, PairingResult, TournamentState
from data.tournaments import Correction, TournamentTerms

GUILD, MARA, JON, KIM = 7, 11, 12, 13
TERMS = TournamentTerms(
    "Spring cup",
    "chess",
    MatchKind.SINGLE,
    Format.SWISS,
    seats=8,
    rounds=None,
    clock_days=3,
    rated=True,
    level=None,
    starts_at=None,
)


async def made(database: Database) -> int:
    async with database.writing() as connection:
        await people.remember(connection, GUILD, {MARA: "Mara", JON: "Jon"}, 1)
        number = await tournaments.add(
            connection,
            guild_id=GUILD,
            channel_id=70,
            creator_id=MARA,
            interaction_id=900,
            terms=TERMS,
            language="en",
            now=1,
        )
        for user_id in (MARA, JON):
            await tournaments.enter(connection, number, user_id, round_number=1, now=2)
    return number


async def test_what_is_stored_is_what_is_read(database: Database) -> None:
    number = await made(database)
    async with database.reading() as connection:
        found = await tournaments.get(connection, number)
        assert found is not None
        assert (found.terms, found.state, found.version) == (TERMS, TournamentState.OPEN, 0)
        assert await tournaments.by_interaction(connection, 900) == number
        assert await tournaments.with_person(connection, MARA, GUILD) == [number]
        assert await tournaments.with_person(connection, KIM) == []
        seeds = [(one.id, one.seed) for one in await tournaments.entrants(connection, number)]
        assert seeds == [(MARA, 1), (JON, 2)]


async def test_of_two_who_add_the_same_board_at_once_one_fails(
    database: Database, same_database: Database
) -> None:
    number = await made(database)

    async def pair(opened: Database) -> None:
        async with opened.writing() as connection:
            await tournaments.get(connection, number, lock=True)
            await tournaments.add_pairing(connection, number, Pairing(1, 1, MARA, JON), now=3)

    ended = await asyncio.gather(pair(database), pair(same_database), return_exceptions=True)
    assert sum(isinstance(one, (DatabaseError, IntegrityError)) for one in ended) == 1
    async with database.reading() as connection:
        assert len(await tournaments.pairings(connection, number)) == 1


async def test_who_withdraws_and_joins_again_keeps_their_seed(database: Database) -> None:
    number = await made(database)
    async with database.writing() as connection:
        await tournaments.withdraw(connection, number, MARA, 2)
        assert await tournaments.with_person(connection, MARA) == []
        await tournaments.enter(connection, number, MARA, round_number=3, now=4)
        again, _ = await tournaments.entrants(connection, number)
    assert (again.id, again.seed, again.joined, again.left) == (MARA, 1, 1, None)


async def test_a_correction_keeps_what_was_before_and_when_it_ended(database: Database) -> None:
    number = await made(database)
    async with database.writing() as connection:
        one = await tournaments.add_pairing(connection, number, Pairing(1, 1, MARA, JON), now=3)
        await tournaments.set_outcome(connection, one, PairingResult.FIRST, How.PLAYED, 5)
        correction = Correction(one, KIM, PairingResult.FIRST, PairingResult.DRAW, 9)
        await tournaments.correct(connection, correction)
    async with database.reading() as connection:
        (paired,) = await tournaments.pairings(connection, number)
        assert (paired.pairing.outcome, paired.pairing.how) == (PairingResult.DRAW, How.CORRECTED)
        assert paired.ended_at == 5
        assert await tournaments.corrections(connection, number) == [correction]


async def test_a_server_is_deleted_with_its_tournaments(database: Database) -> None:
    number = await made(database)
    async with database.writing() as connection:
        one = await tournaments.add_pairing(connection, number, Pairing(1, 1, MARA, JON), now=3)
        await tournaments.correct(connection, Correction(one, KIM, None, PairingResult.DRAW, 9))
        assert not await retention.delete_games_of_server(connection, GUILD)
        assert await tournaments.get(connection, number) is None
        assert await tournaments.entrants(connection, number) == []


@pytest.mark.parametrize("kind", Format)
async def test_every_format_is_stored_by_its_name(kind: Format) -> None:
    assert Format(str(kind)) is kind
    assert len(kind) <= 16
