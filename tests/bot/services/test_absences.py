"""Absences: clocks are stopped, in every server, for as long as is allowed."""

from dataclasses import replace

import pytest

from bot.errors import Refused
from bot.match.reminder_times import DAY, HOUR
from bot.match.table import Table
from bot.match.turn_clock import Halt
from bot.services.proposals import Proposal
from data.challenges import Clock, ClockEnd
from data.schedule import JobKind
from data.stored import Timing
from tests.bot.club import JON, MARA, SINGLE, Club
from tests.bot.passing import due_at, look, pass_hours, rows

CLOCKED = replace(SINGLE, clock=Clock(3, ClockEnd.FORFEIT))


async def timing(club: Club, table: Table) -> Timing:
    return (await club.matches.table(table.game.id)).game.timing


async def elsewhere_started(club: Club, guild_id: int) -> Table:
    """Return a game of Mara and Jon in another server; Mara is to move."""
    proposal = Proposal(guild_id, 1, MARA, (JON,), CLOCKED, "en", thread=False)
    answered = await club.challenges.propose(proposal, interaction_id=club.ticket())
    begun = await club.accept(answered.challenge)
    assert begun.game_id is not None
    return await club.matches.table(begun.game_id)


@pytest.mark.slow
async def test_the_clocks_of_who_is_away_stand_still_in_every_server(club: Club) -> None:
    tables = [await club.start(terms=CLOCKED), await elsewhere_started(club, 8)]
    club.clock.pass_time(DAY)
    announced = await club.absences.announce(MARA.id, 10)
    assert announced.until == club.clock() + 10 * DAY
    for table in tables:
        stands = await timing(club, table)
        assert (stands.deadline_at, stands.left, stands.halted) == (None, 2 * DAY, Halt.AWAY)
    await pass_hours(club, 9 * 24)
    assert (await club.matches.table(tables[0].game.id)).game.running
    assert await rows(club, "reminder") == []


async def test_at_the_end_of_an_absence_clocks_go_on_with_what_was_left(club: Club) -> None:
    table = await club.start(terms=CLOCKED)
    club.clock.pass_time(DAY)
    await club.absences.announce(MARA.id, 10)
    await pass_hours(club, 10 * 24)
    assert (await timing(club, table)).deadline_at == club.clock() + 2 * DAY
    assert await due_at(club, JobKind.BACK) == []
    club.clock.pass_time(2 * DAY)
    await look(club)
    assert not (await club.matches.table(table.game.id)).game.running


async def test_who_is_back_early_has_their_clocks_go_on_at_once(club: Club) -> None:
    table = await club.start(terms=CLOCKED)
    await club.absences.announce(MARA.id, 10)
    club.clock.pass_time(2 * DAY)
    assert await club.absences.come_back(MARA.id) is not None
    assert (await timing(club, table)).deadline_at == club.clock() + 3 * DAY
    assert await club.absences.come_back(MARA.id) is None
    assert await due_at(club, JobKind.BACK) == []


async def test_it_may_be_announced_while_it_is_somebody_elses_turn(club: Club) -> None:
    table = await club.start(terms=CLOCKED)
    await club.absences.announce(JON.id, 5)
    assert (await timing(club, table)).deadline_at == club.clock() + 3 * DAY
    table = (await club.play(table)).table
    assert table.game.timing.halted == Halt.AWAY
    assert table.game.timing.left == 3 * DAY
    club.clock.pass_time(HOUR)
    table = (await club.play(table)).table
    assert table.game.timing.deadline_at == club.clock() + 3 * DAY


async def test_who_is_away_can_play_all_the_same(club: Club) -> None:
    table = await club.start(terms=CLOCKED)
    await club.absences.announce(MARA.id, 5)
    assert (await club.play(table)).table.game.timing.deadline_at == club.clock() + 3 * DAY


async def test_a_time_that_is_up_stays_up(club: Club) -> None:
    table = await club.start(terms=replace(CLOCKED, clock=Clock(3)))
    deadline = club.clock() + 3 * DAY
    club.clock.pass_time(3 * DAY)
    await look(club)
    await club.absences.announce(MARA.id, 5)
    assert (await timing(club, table)).deadline_at == deadline


async def test_the_end_of_an_absence_during_a_downtime_costs_nobody_time(club: Club) -> None:
    table = await club.start(terms=CLOCKED)
    await club.absences.announce(MARA.id, 2)
    club.clock.pass_time(30 * DAY)
    await look(club)
    assert (await timing(club, table)).deadline_at == club.clock() + 3 * DAY


async def test_time_can_be_given_to_who_is_away(club: Club) -> None:
    table = await club.start(terms=CLOCKED)
    await club.absences.announce(MARA.id, 5)
    await club.clocks.give_time(table.game.id, JON, interaction_id=club.ticket())
    stands = await timing(club, table)
    assert (stands.left, stands.halted, stands.deadline_at) == (4 * DAY, Halt.AWAY, None)


async def test_until_when_can_be_changed(club: Club) -> None:
    table = await club.start(terms=CLOCKED)
    await club.absences.announce(MARA.id, 10)
    club.clock.pass_time(DAY)
    await club.absences.announce(MARA.id, 1)
    await pass_hours(club, 24)
    assert (await timing(club, table)).halted is None
    assert await due_at(club, JobKind.BACK) == []


async def test_nobody_is_away_for_more_than_14_days_in_a_row(club: Club) -> None:
    await club.absences.announce(MARA.id, 14)
    club.clock.pass_time(4 * DAY)
    with pytest.raises(Refused, match="14 days in a row: at most 10 days this time"):
        await club.absences.announce(MARA.id, 11)
    await club.absences.announce(MARA.id, 10)
    club.clock.pass_time(10 * DAY)
    await look(club)
    club.clock.pass_time(HOUR)
    with pytest.raises(Refused, match="14 days in a row"):
        await club.absences.announce(MARA.id, 1)
    club.clock.pass_time(DAY)
    await club.absences.announce(MARA.id, 14)


async def test_nobody_is_away_for_more_than_30_days_in_any_year(club: Club) -> None:
    for _ in range(2):
        await club.absences.announce(MARA.id, 14)
        club.clock.pass_time(20 * DAY)
        await look(club)
    with pytest.raises(Refused, match="30 days a year: at most 2 days this time"):
        await club.absences.announce(MARA.id, 3)
    await club.absences.announce(MARA.id, 2)
    await club.absences.announce(JON.id, 14)
    club.clock.pass_time(330 * DAY)
    await look(club)
    await club.absences.announce(MARA.id, 14)


async def test_days_that_were_not_taken_do_not_count(club: Club) -> None:
    for _ in range(5):
        await club.absences.announce(MARA.id, 14)
        club.clock.pass_time(DAY)
        await club.absences.come_back(MARA.id)
        club.clock.pass_time(2 * DAY)
