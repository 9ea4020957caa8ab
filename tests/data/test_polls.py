"""Polls and explorations as they are stored: one vote a person, and nothing of whom once it is closed."""

from random import Random

import pytest

from data import explorations, matches, polls, schedule
from data.engine import Database
from data.explorations import KEPT
from data.schedule import JobKind, ScheduledJob
from games.registry import GAMES
from tests.data.matches import played
from tests.games.drawn import lots_of

GUILD, CHANNEL, MARA, JON = 7, 70, 11, 12


@pytest.fixture
async def game_id(database: Database) -> int:
    """Return the number of a game that is stored."""
    async with database.writing() as connection:
        match = await played(connection, 1, GUILD, "dice_matrix", ended_at=5)
        return await matches.add_game(
            connection,
            match_id=match.id,
            guild_id=GUILD,
            number=1,
            code="ABCDE",
            rules_version=1,
            lots=lots_of(GAMES["dice_matrix"], 2, {}, Random(1)),
            players=[MARA, JON],
            now=1,
        )


async def asked(database: Database, game_id: int, closes_at: int = 100) -> int:
    async with database.writing() as connection:
        poll_id = await polls.add(
            connection,
            guild_id=GUILD,
            channel_id=CHANNEL,
            user_id=MARA,
            game_id=game_id,
            record="{}",
            answers=["a1", "b2"],
            played="b2",
            language="en",
            closes_at=closes_at,
        )
        await schedule.put(connection, ScheduledJob(JobKind.POLL, poll_id, closes_at))
    return poll_id


async def test_a_vote_takes_the_place_of_an_earlier_one(database: Database, game_id: int) -> None:
    poll_id = await asked(database, game_id)
    async with database.writing() as connection:
        await polls.vote(connection, poll_id, MARA, "a1", now=1)
        await polls.vote(connection, poll_id, JON, "a1", now=2)
        await polls.vote(connection, poll_id, MARA, "c3", now=3)
        assert await polls.votes(connection, poll_id) == {JON: "a1", MARA: "c3"}


async def test_what_is_closed_keeps_numbers_alone(database: Database, game_id: int) -> None:
    poll_id = await asked(database, game_id)
    async with database.writing() as connection:
        await polls.vote(connection, poll_id, JON, "a1", now=1)
        assert await polls.open_one(connection, MARA, CHANNEL, "{}") == poll_id
        await polls.close(connection, poll_id, {"a1": 1})
        await polls.note_message(connection, poll_id, 900)

        poll = await polls.get(connection, poll_id, lock=True)
        assert poll is not None
        assert (poll.tally, poll.message_id, poll.answers) == ({"a1": 1}, 900, ("a1", "b2"))
        assert await polls.votes(connection, poll_id) == {}
        assert await polls.open_one(connection, MARA, CHANNEL, "{}") is None


async def test_old_ones_go_with_their_votes_and_jobs(database: Database, game_id: int) -> None:
    old, new = await asked(database, game_id, 100), await asked(database, game_id, 200)
    async with database.writing() as connection:
        await polls.vote(connection, old, JON, "a1", now=1)
        await polls.drop_old(connection, 150)

        assert await polls.get(connection, old) is None
        assert await polls.get(connection, new) is not None
        due = await schedule.due(connection, 1000, 10)
        assert [job.subject_id for job in due if job.kind is JobKind.POLL] == [new]
        await polls.drop_of_games(connection, [game_id])
        assert await polls.get(connection, new) is None


async def test_the_latest_explorations_are_kept_for_their_owner(
    database: Database, game_id: int
) -> None:
    async with database.writing() as connection:
        numbers = [
            await explorations.add(connection, MARA, game_id, "{}", now=n) for n in range(KEPT + 1)
        ]
        theirs = await explorations.add(connection, JON, None, "{}", now=1)
        await explorations.change(connection, numbers[1], ["a1", "@1-2"], now=50)

        assert await explorations.get(connection, numbers[0], MARA) is None
        assert await explorations.get(connection, theirs, MARA) is None
        kept = await explorations.get(connection, numbers[1], MARA)
        assert kept is not None
        assert (kept.steps, kept.game_id) == (("a1", "@1-2"), game_id)
        await explorations.delete_old(connection, 50)
        left = [await explorations.get(connection, each, MARA) for each in numbers]
        assert [each.id for each in left if each is not None] == [numbers[1]]
