"""Puzzles of the day in several processes: what counts, the streak, and the announcement."""

import asyncio
from dataclasses import replace

import pytest

from bot.errors import ForgedControl, Refused
from bot.services.puzzles import Puzzles, streak_of
from data import servers
from data.puzzle_answers import Solvers
from data.servers import Server
from games.puzzles.shelf import games_with_puzzles, puzzle_for
from tests.bot.club import CHANNEL, GUILD, JON, MARA, Club
from tests.games.puzzles.solving import Built, right, wrong

DAY = 86_400
KEY = games_with_puzzles()[0]


def puzzles_of(club: Club) -> Puzzles:
    return Puzzles(club.database, clock=club.clock)


def turns(club: Club) -> tuple[Built, Built]:
    """Return a right answer to today's puzzle, and a wrong one."""
    puzzle = puzzle_for(KEY, club.clock() // DAY)
    return right(puzzle), wrong(puzzle)


async def test_the_first_of_two_answers_at_the_same_moment_counts(club: Club) -> None:
    good, bad = turns(club)
    service, today = puzzles_of(club), club.clock() // DAY
    other = club.again()
    answered = await asyncio.gather(
        service.answer(MARA.id, KEY, today, bad.turn),
        puzzles_of(other).answer(MARA.id, KEY, today, bad.turn),
        service.answer(MARA.id, KEY, today, good.turn),
    )
    standing = await service.standing(MARA.id, KEY)
    await other.database.close()

    assert all(each.answer is not None for each, _ in answered)
    assert standing.answer is not None
    first_was_right = standing.answer.tries == 1
    assert standing.answer.right
    assert standing.streak == int(first_was_right)


async def test_after_a_right_answer_no_other_changes_anything(club: Club) -> None:
    good, bad = turns(club)
    service, today = puzzles_of(club), club.clock() // DAY
    before, _ = await service.answer(MARA.id, KEY, today, good.turn)
    club.clock.pass_time(60)
    after, judged = await service.answer(MARA.id, KEY, today, bad.turn)

    assert not judged.right
    assert after == before
    assert after.is_over


async def test_solvers_are_counted_by_their_tries(club: Club) -> None:
    good, bad = turns(club)
    service, today = puzzles_of(club), club.clock() // DAY
    await service.answer(MARA.id, KEY, today, good.turn)
    await service.answer(JON.id, KEY, today, bad.turn)
    await service.answer(JON.id, KEY, today, good.turn)
    standing = await service.standing(JON.id, KEY)
    assert standing.solvers == Solvers(answered=2, right=2, at_once=1)
    assert standing.streak == 0


@pytest.mark.parametrize("gives_up", [False, True])
async def test_a_wrong_first_answer_ends_a_streak_on_that_day(club: Club, gives_up: bool) -> None:
    service = puzzles_of(club)
    for _ in range(2):
        await service.answer(MARA.id, KEY, club.clock() // DAY, turns(club)[0].turn)
        club.clock.pass_time(DAY)
    assert (await service.standing(MARA.id, KEY)).streak == 2, "today may follow"
    good, bad = turns(club)
    today = club.clock() // DAY
    wrong_once, _ = await service.answer(MARA.id, KEY, today, bad.turn)
    if gives_up:
        over = await service.give_up(MARA.id, KEY, today)
    else:
        over, _ = await service.answer(MARA.id, KEY, today, good.turn)
    assert [wrong_once.streak, over.streak] == [0, 0]
    club.clock.pass_time(DAY)
    assert (await service.standing(MARA.id, KEY)).streak == 0


async def test_who_has_not_answered_can_not_give_up(club: Club) -> None:
    with pytest.raises(ForgedControl):
        await puzzles_of(club).give_up(MARA.id, KEY, club.clock() // DAY)


async def test_other_games_and_other_days_have_no_puzzle(club: Club) -> None:
    good, _ = turns(club)
    today = club.clock() // DAY
    with pytest.raises(ForgedControl):
        await puzzles_of(club).standing(MARA.id, "chess")
    for day in (today - 1, today + 1):
        with pytest.raises(Refused):
            await puzzles_of(club).answer(MARA.id, KEY, day, good.turn)


async def test_two_processes_announce_a_day_once(club: Club) -> None:
    service = puzzles_of(club)
    async with club.database.writing() as connection:
        server = replace(Server(GUILD), puzzle_channel_id=CHANNEL)
        await servers.store(connection, server)
        await service.arm(connection, server)
    club.clock.now = service.changes_at
    other = club.again()
    dispatches = await asyncio.gather(
        *(puzzles_of(each).announce(GUILD) for each in (club, other, club))
    )
    await other.database.close()
    assert sorted(len(dispatch.streams) for dispatch in dispatches) == [0, 0, 1]


@pytest.mark.parametrize(
    ("days", "streak"),
    [([], 0), ([10], 1), ([9], 1), ([8], 0), ([10, 9, 8, 6], 3), ([9, 8, 7], 3), ([10, 8, 7], 1)],
)
def test_a_streak_may_end_yesterday_but_no_earlier(days: list[int], streak: int) -> None:
    assert streak_of(days, 10) == streak
