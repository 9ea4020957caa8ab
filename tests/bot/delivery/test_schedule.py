"""What falls due is done, whatever else fails."""

import logging

import pytest

from bot import create_bot
from bot.delivery.schedule import READ_AT_ONCE, RETRY_SECONDS, Scheduler
from data import schedule
from data.challenges import ChallengeState
from data.engine import DatabaseError
from data.schedule import JobKind, ScheduledJob
from data.tables import SCHEDULE
from tests.bot.club import JON, Club
from tests.data.backends import contents

HOURS = 3600


async def put(club: Club, *jobs: ScheduledJob) -> None:
    async with club.database.writing() as connection:
        for job in jobs:
            await schedule.put(connection, job)


def scheduler(club: Club) -> Scheduler:
    """Return what sees to lapses, as the cog registers it."""
    made = Scheduler(club.database, clock=club.clock)

    async def lapse(challenge_id: int) -> None:
        await club.challenges.lapse(challenge_id)

    made.register(JobKind.LAPSE, lapse)
    return made


async def test_a_challenge_lapses_at_its_time_and_not_before(club: Club) -> None:
    challenge = await club.propose(JON)
    looking = scheduler(club)
    club.clock.pass_time(48 * HOURS - 1)
    await looking.run_due()
    assert (await club.challenges.get(challenge.id))[0].state is ChallengeState.OPEN
    club.clock.pass_time(1)
    await looking.run_due()
    assert (await club.challenges.get(challenge.id))[0].state is ChallengeState.LAPSED


async def test_what_fell_due_while_the_bot_was_away_is_seen_to_at_its_return(club: Club) -> None:
    challenges = [await club.propose(), await club.propose()]
    club.clock.pass_time(1000 * HOURS)
    restarted = club.again()
    await scheduler(restarted).run_due()
    states = {(await club.challenges.get(each.id))[0].state for each in challenges}
    assert states == {ChallengeState.LAPSED}
    assert (await contents(club.database))["due"] == []
    await restarted.database.close()


async def test_two_processes_that_look_at_once_post_one_card(club: Club, elsewhere: Club) -> None:
    await club.propose(JON)
    before = len((await contents(club.database))["outbox"])
    club.clock.pass_time(48 * HOURS)
    for each in (club, elsewhere):
        await scheduler(each).run_due()
    assert len((await contents(club.database))["outbox"]) == before + 1


async def test_one_that_fails_is_logged_put_off_and_keeps_no_other_waiting(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    seen: list[int] = []
    looking = Scheduler(club.database, clock=club.clock)

    async def see(subject_id: int) -> None:
        seen.append(subject_id)
        if subject_id == 1:
            raise ZeroDivisionError

    looking.register(JobKind.REMINDER, see)
    await put(club, *(ScheduledJob(JobKind.REMINDER, n, n) for n in (1, 2)))
    with caplog.at_level(logging.ERROR):
        await looking.run_due()
    assert seen == [1, 2]
    assert "reminder of 1 failed" in caplog.text
    club.clock.pass_time(RETRY_SECONDS - 1)
    await looking.run_due()
    assert seen == [1, 2, 2]
    club.clock.pass_time(1)
    await looking.run_due()
    assert seen == [1, 2, 2, 2, 1]


async def test_one_that_the_database_fails_is_logged_in_one_line(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    looking = Scheduler(club.database, clock=club.clock)

    async def fail(_: int) -> None:
        msg = "disk I/O error"
        raise DatabaseError(msg)

    looking.register(JobKind.REMINDER, fail)
    await put(club, ScheduledJob(JobKind.REMINDER, 1, 1))
    with caplog.at_level(logging.ERROR):
        await looking.run_due()
    (record,) = caplog.records
    assert record.message == "reminder of 1 failed: disk I/O error"
    assert record.exc_info is None


@pytest.mark.slow
async def test_however_much_a_downtime_left_one_look_works_it_off(club: Club) -> None:
    seen: list[int] = []
    looking = Scheduler(club.database, clock=club.clock)

    async def see(subject_id: int) -> None:
        seen.append(subject_id)
        async with club.database.writing() as connection:
            await schedule.drop(connection, JobKind.REMINDER, subject_id)

    looking.register(JobKind.REMINDER, see)
    await put(club, *(ScheduledJob(JobKind.REMINDER, n, n) for n in range(3 * READ_AT_ONCE + 1)))
    await looking.run_due()
    assert seen == list(range(3 * READ_AT_ONCE + 1))


async def test_what_is_still_due_after_it_was_seen_to_does_not_hold_up_a_look_for_ever(
    club: Club,
) -> None:
    seen: list[int] = []
    looking = Scheduler(club.database, clock=club.clock)

    async def see(subject_id: int) -> None:
        seen.append(subject_id)

    looking.register(JobKind.REMINDER, see)
    await put(club, *(ScheduledJob(JobKind.REMINDER, n, n) for n in range(READ_AT_ONCE)))
    await looking.run_due()
    assert seen == list(range(READ_AT_ONCE))


async def test_jobs_that_only_another_version_knows_are_left_to_it_and_hold_nothing_up(
    club: Club,
) -> None:
    """A release that was taken back may have left more of them than are read at once."""
    challenge = await club.propose(JON)
    unknown = [{"kind": "unheard-of", "subject_id": n, "due_at": n} for n in range(READ_AT_ONCE)]
    async with club.database.writing() as connection:
        await connection.execute(SCHEDULE.insert(), unknown)
    club.clock.pass_time(48 * HOURS)
    await scheduler(club).run_due()
    assert (await club.challenges.get(challenge.id))[0].state is ChallengeState.LAPSED
    assert len((await contents(club.database))["due"]) == READ_AT_ONCE


async def test_every_kind_of_job_has_a_handler_in_a_cog() -> None:
    bot = create_bot()
    await bot.load_cogs()
    assert bot.scheduler.registered == set(JobKind)
