"""What falls due is seen to, whatever fails beside it."""

import logging

import pytest

from bot.delivery.schedule import RETRY_SECONDS, SEEN_TO_AT_ONCE, DueThings
from bot.services.challenges import LAPSE
from data import due
from data.challenges import ChallengeState
from data.due import DueThing
from tests.bot.club import JON, Club
from tests.data.backends import contents

HOURS = 3600


async def put(club: Club, *things: DueThing) -> None:
    async with club.database.writing() as connection:
        for thing in things:
            await due.put(connection, thing)


def due_things(club: Club) -> DueThings:
    """Return what sees to lapses, as the cog registers it."""
    made = DueThings(club.database, clock=club.clock)

    async def lapse(challenge_id: int) -> None:
        await club.challenges.lapse(challenge_id)

    made.register(LAPSE, lapse)
    return made


async def test_a_challenge_lapses_at_its_time_and_not_before(club: Club) -> None:
    challenge = await club.propose(JON)
    looking = due_things(club)
    club.clock.pass_time(48 * HOURS - 1)
    await looking.look()
    assert (await club.challenges.get(challenge.id))[0].state is ChallengeState.OPEN
    club.clock.pass_time(1)
    await looking.look()
    assert (await club.challenges.get(challenge.id))[0].state is ChallengeState.LAPSED


async def test_what_fell_due_while_the_bot_was_away_is_seen_to_at_its_return(club: Club) -> None:
    challenges = [await club.propose(), await club.propose()]
    club.clock.pass_time(1000 * HOURS)
    restarted = club.again()
    await due_things(restarted).look()
    states = {(await club.challenges.get(each.id))[0].state for each in challenges}
    assert states == {ChallengeState.LAPSED}
    assert (await contents(club.database))["due"] == []
    await restarted.database.close()


async def test_two_processes_that_look_at_once_post_one_card(club: Club, elsewhere: Club) -> None:
    await club.propose(JON)
    before = len((await contents(club.database))["outbox"])
    club.clock.pass_time(48 * HOURS)
    for each in (club, elsewhere):
        await due_things(each).look()
    assert len((await contents(club.database))["outbox"]) == before + 1


async def test_one_that_fails_is_logged_put_off_and_keeps_no_other_waiting(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    seen: list[int] = []
    looking = DueThings(club.database, clock=club.clock)

    async def see(subject_id: int) -> None:
        seen.append(subject_id)
        if subject_id == 1:
            raise ZeroDivisionError

    looking.register("reminder", see)
    await put(club, *(DueThing("reminder", n, n) for n in (1, 2)))
    with caplog.at_level(logging.ERROR):
        await looking.look()
    assert seen == [1, 2]
    assert "reminder of 1 failed" in caplog.text
    club.clock.pass_time(RETRY_SECONDS - 1)
    await looking.look()
    assert seen == [1, 2, 2]
    club.clock.pass_time(1)
    await looking.look()
    assert seen == [1, 2, 2, 2, 1]


async def test_however_much_a_downtime_left_one_look_works_it_off(club: Club) -> None:
    seen: list[int] = []
    looking = DueThings(club.database, clock=club.clock)

    async def see(subject_id: int) -> None:
        seen.append(subject_id)
        async with club.database.writing() as connection:
            await due.drop(connection, "reminder", subject_id)

    looking.register("reminder", see)
    await put(club, *(DueThing("reminder", n, n) for n in range(3 * SEEN_TO_AT_ONCE + 1)))
    await looking.look()
    assert seen == list(range(3 * SEEN_TO_AT_ONCE + 1))


async def test_what_is_still_due_after_it_was_seen_to_does_not_hold_up_a_look_for_ever(
    club: Club,
) -> None:
    seen: list[int] = []
    looking = DueThings(club.database, clock=club.clock)

    async def see(subject_id: int) -> None:
        seen.append(subject_id)

    looking.register("reminder", see)
    await put(club, *(DueThing("reminder", n, n) for n in range(SEEN_TO_AT_ONCE)))
    await looking.look()
    assert seen == list(range(SEEN_TO_AT_ONCE))


async def test_things_of_which_nobody_knows_what_to_do_do_not_stand_in_the_way(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    """A release that was taken back may have left more of them than one look takes up."""
    challenge = await club.propose(JON)
    await put(club, *(DueThing("unheard-of", n, n) for n in range(SEEN_TO_AT_ONCE)))
    club.clock.pass_time(48 * HOURS)
    looking = due_things(club)
    with caplog.at_level(logging.CRITICAL):
        await looking.look()
        await looking.look()
    assert (await club.challenges.get(challenge.id))[0].state is ChallengeState.LAPSED
