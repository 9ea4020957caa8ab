"""A clock that jumps, or is wrong: what time it is for the bot."""

from dataclasses import dataclass
from email.utils import formatdate

import aiohttp
import pytest
from aiohttp import test_utils, web

from bot.match.reminder_times import DAY, HOUR
from bot.services.bot_clock import BotClock, listener
from tests.bot.club import START

MINUTE = 60


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
