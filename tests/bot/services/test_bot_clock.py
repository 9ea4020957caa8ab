"""A clock that jumps: nobody loses by it, and nothing waits until it has caught up."""

import asyncio
import logging
from dataclasses import dataclass, replace
from email.utils import formatdate

import aiohttp
import pytest
from aiohttp import test_utils, web

from bot.match.event import Referee
from bot.match.reminder_times import DAY, HOUR
from bot.services.bot_clock import BotClock, ClockJumps, listener
from bot.services.clocks import Clocks
from data import outbox, schedule
from data.challenges import Clock, ClockEnd
from data.schedule import JobKind, ScheduledJob
from tests.bot.club import SINGLE, START, Club, seeded
from tests.bot.passing import due_at

MINUTE = 60
FORFEIT = replace(SINGLE, clock=Clock(1, ClockEnd.FORFEIT))


@dataclass
class Machine:
    """A machine with both kinds of clock."""

    wall: float = START
    steady: float = 50.0

    def work(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def bot_clock(machine: Machine) -> BotClock:
    made = BotClock(lambda: machine.wall, lambda: machine.steady)
    assert made() == START
    return made


@pytest.fixture
def jumps(club: Club, bot_clock: BotClock) -> ClockJumps:
    return ClockJumps(Referee(club.database, clock=bot_clock, chances=seeded(1)))


def test_time_that_passes_is_no_jump(machine: Machine, bot_clock: BotClock) -> None:
    machine.work(30 * DAY)
    assert (bot_clock.jump(), bot_clock()) == (0, START + 30 * DAY)


def test_a_clock_that_is_corrected_a_little_is_followed(
    machine: Machine, bot_clock: BotClock
) -> None:
    for _ in range(5):
        machine.wall += 4 * MINUTE
        assert bot_clock.jump() == 0
    assert bot_clock() == START + 20 * MINUTE


@pytest.mark.parametrize("wrong", [-HOUR, 2 * DAY])
def test_discords_time_counts_where_the_machines_clock_is_wrong(
    machine: Machine, bot_clock: BotClock, wrong: int
) -> None:
    bot_clock.hear(machine.wall + wrong)
    assert (bot_clock(), bot_clock.jump()) == (START + wrong, 0)  # nothing was decided before
    machine.work(MINUTE)
    bot_clock.hear(machine.wall + wrong + 2)
    assert (bot_clock(), bot_clock.jump()) == (START + wrong + MINUTE, 0)


def test_a_clock_that_was_set_right_is_followed_without_a_jump(
    machine: Machine, bot_clock: BotClock
) -> None:
    bot_clock.hear(machine.wall + 2 * DAY)
    assert bot_clock.jump() == 0
    machine.wall += 2 * DAY  # as the log asked for
    assert (bot_clock.jump(), bot_clock()) == (0, START + 2 * DAY)
    bot_clock.hear(machine.wall)
    assert (bot_clock(), bot_clock.jump()) == (START + 2 * DAY, 0)


@pytest.mark.parametrize("wrong", [-HOUR, 2 * DAY])
def test_a_machine_that_turns_out_to_be_wrong_later_is_a_jump(
    machine: Machine, bot_clock: BotClock, wrong: int
) -> None:
    assert bot_clock.jump() == 0
    bot_clock.hear(machine.wall + wrong)
    assert (bot_clock(), bot_clock.jump()) == (START, wrong)
    bot_clock.accept(wrong)
    machine.wall += wrong  # set right in the end
    assert (bot_clock(), bot_clock.jump()) == (START + wrong, 0)


@pytest.mark.parametrize("wrong", [-HOUR, 2 * DAY])
def test_a_wrong_clock_that_nobody_has_followed_may_be_set_right(
    machine: Machine, bot_clock: BotClock, wrong: int
) -> None:
    assert bot_clock.jump() == 0
    machine.wall += wrong
    bot_clock.hear(machine.wall - wrong)
    assert (bot_clock(), bot_clock.jump()) == (START, 0)
    machine.wall -= wrong
    assert (bot_clock(), bot_clock.jump()) == (START, 0)
    bot_clock.hear(machine.wall)
    assert (bot_clock(), bot_clock.jump()) == (START, 0)


async def test_the_time_is_heard_in_every_answer_that_comes_by_http(
    machine: Machine, bot_clock: BotClock
) -> None:
    async def answer(_request: web.BaseRequest) -> web.Response:
        return web.Response(headers={"Date": formatdate(machine.wall + DAY, usegmt=True)})

    async with (
        test_utils.RawTestServer(answer) as server,
        aiohttp.ClientSession(trace_configs=[listener(bot_clock)]) as session,
        session.get(server.make_url("/")),
    ):
        assert bot_clock() == START + DAY


@pytest.mark.parametrize("jump", [-HOUR, 2 * DAY])
def test_a_jump_counts_only_once_it_was_seen_to(
    machine: Machine, bot_clock: BotClock, jump: int
) -> None:
    machine.wall += jump
    machine.work(10)
    assert (bot_clock(), bot_clock.jump()) == (START + 10, jump)
    bot_clock.accept(jump)
    assert (bot_clock(), bot_clock.jump()) == (START + 10 + jump, 0)


def test_a_jump_that_is_taken_back_at_once_was_none(machine: Machine, bot_clock: BotClock) -> None:
    machine.wall += DAY
    assert bot_clock() == START
    machine.wall -= DAY
    assert (bot_clock.jump(), bot_clock()) == (0, START)


@pytest.mark.parametrize("jump", [-HOUR, 2 * DAY])
async def test_what_waits_and_what_is_claimed_does_so_as_long_as_without_a_jump(
    club: Club, machine: Machine, bot_clock: BotClock, jumps: ClockJumps, jump: int
) -> None:
    async with club.database.writing() as connection:
        await outbox.put(connection, "waits", "board", {}, now=START)
        await outbox.put(connection, "claimed", "board", {}, now=START)
        await outbox.claim_next(
            connection, ["claimed"], now=START, until=START + 60, by="it", eager=False
        )

    async def deliverable() -> list[str]:
        async with club.database.reading() as connection:
            return await outbox.waiting_streams(connection, bot_clock(), 10)

    machine.wall += jump
    await jumps.handle()
    assert await deliverable() == ["waits"]
    machine.work(61)
    assert await deliverable() == ["waits", "claimed"]


async def test_what_was_stored_by_a_clock_that_was_ahead_does_not_wait_for_that_time(
    club: Club, machine: Machine, bot_clock: BotClock, jumps: ClockJumps
) -> None:
    table = await club.start()
    later = START + 2 * DAY
    async with club.database.writing() as connection:
        await outbox.put(connection, "waits", "board", {}, now=later)
        await outbox.put(connection, "delayed", "board", {}, now=later, delay=30)
        await outbox.put(connection, "claimed", "board", {}, now=later)
        await outbox.claim_next(
            connection, ["claimed"], now=later, until=later + 60, by="it", eager=False
        )
        job = ScheduledJob(JobKind.THINK, table.game.id, later + 60)
        await schedule.put(connection, job)
        await schedule.put(connection, replace(job, kind=JobKind.CLOCK))

    async def deliverable() -> list[str]:
        async with club.database.reading() as connection:
            found = await outbox.waiting_streams(connection, bot_clock(), 10)
        return [stream for stream in found if stream in {"waits", "delayed", "claimed"}]

    assert await deliverable() == []
    await jumps.catch_up()
    assert await deliverable() == ["waits"]
    assert await due_at(club, JobKind.THINK) == [START + 60]
    assert await due_at(club, JobKind.CLOCK) == [later + 60]
    machine.work(61)
    await jumps.catch_up()
    assert await deliverable() == ["waits", "delayed", "claimed"]
    assert await due_at(club, JobKind.THINK) == [START + 60]


async def test_a_jump_that_two_see_at_once_is_followed_once(
    club: Club, machine: Machine, bot_clock: BotClock, jumps: ClockJumps
) -> None:
    machine.wall += 2 * DAY
    await asyncio.gather(jumps.handle(), jumps.handle())
    assert (bot_clock.jump(), bot_clock()) == (0, START + 2 * DAY)


async def test_a_jump_forward_ends_nobodys_time_and_is_logged(
    club: Club,
    machine: Machine,
    bot_clock: BotClock,
    jumps: ClockJumps,
    caplog: pytest.LogCaptureFixture,
) -> None:
    table = await club.start(terms=FORFEIT)
    clocks = Clocks(Referee(club.database, clock=bot_clock, chances=seeded(1)))
    machine.wall += 2 * DAY
    await clocks.run_out(table.game.id)
    assert (await club.matches.table(table.game.id)).game.running
    with caplog.at_level(logging.WARNING):
        await jumps.handle()
    assert "jumped by 172800 seconds" in caplog.text
    game = (await club.matches.table(table.game.id)).game
    assert game.timing.deadline_at == START + 3 * DAY
    assert await due_at(club, JobKind.CLOCK) == [START + 3 * DAY]
    await clocks.run_out(table.game.id)
    assert (await club.matches.table(table.game.id)).game.running
    machine.work(DAY)
    await clocks.run_out(table.game.id)
    assert not (await club.matches.table(table.game.id)).game.running


async def test_whose_time_a_jump_does_not_touch_keeps_it(
    club: Club, machine: Machine, jumps: ClockJumps
) -> None:
    table = await club.start(terms=replace(SINGLE, clock=Clock(7)))
    machine.wall += 2 * DAY
    await jumps.handle()
    game = (await club.matches.table(table.game.id)).game
    assert game.timing.deadline_at == START + 7 * DAY
