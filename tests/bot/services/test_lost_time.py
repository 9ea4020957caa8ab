"""Time in which nobody could reach the bot: it is given back, once, before anything is decided by it."""

import asyncio
import logging
from dataclasses import replace

import pytest

from bot.delivery.schedule import Scheduler
from bot.match.event import Referee
from bot.match.reminder_times import DAY, HOUR
from bot.services.bot_clock import BotClock
from bot.services.clocks import Clocks
from bot.services.lost_time import BEAT_SECONDS, LEAST_SECONDS, LostTime
from data import outbox, reach, schedule
from data.challenges import Clock, ClockEnd
from data.outbox import Post
from data.schedule import JobKind, ScheduledJob
from data.share import SHARD_SHIFT, Share
from tests.bot.club import GUILD, SINGLE, START, Club, seeded
from tests.bot.passing import due_at, look, rows
from tests.bot.services.test_bot_clock import Machine

FORFEIT = replace(SINGLE, clock=Clock(1, ClockEnd.FORFEIT))
THREE_DAYS = replace(SINGLE, clock=Clock(3, ClockEnd.FORFEIT))
LONG = 30 * HOUR


async def start_bot(club: Club, shard: int = 0, shards: int = 1) -> LostTime:
    """Start a process with one shard, as it comes back to people."""
    lost = LostTime(club.database, clock=club.clock)
    await lost.connected(shard, shards)
    return lost


async def be_there(club: Club, seconds: int) -> None:
    """Pass time in which people can reach the bot, and look at what is due."""
    club.clock.pass_time(seconds)
    async with club.database.writing() as connection:
        await reach.note(connection, 1, [0], club.clock())
    await look(club)


async def deadline(club: Club, game_id: int) -> int:
    """Return when a clock ends; it has to run."""
    found = (await club.matches.table(game_id)).game.timing.deadline_at
    assert found is not None
    return found


async def runs(club: Club, game_id: int) -> bool:
    return (await club.matches.table(game_id)).game.running


# Stopped, and started again


async def test_after_thirty_hours_nobody_has_lost_and_the_time_is_given_back(club: Club) -> None:
    await start_bot(club)
    short, longer = [(await club.start(terms=terms)).game for terms in (FORFEIT, THREE_DAYS)]
    club.clock.pass_time(LONG)
    await start_bot(club)
    await look(club)
    assert await runs(club, short.id)
    ends = [START + DAY + LONG, START + 3 * DAY + LONG]
    assert [await deadline(club, each.id) for each in (short, longer)] == ends
    assert sorted(await due_at(club, JobKind.CLOCK)) == ends
    club.clock.pass_time(DAY)
    await look(club)
    assert not await runs(club, short.id)
    assert (await club.matches.table(longer.id)).game.timing.given_back == LONG


async def test_time_that_a_clock_was_moved_on_is_not_lost(club: Club) -> None:
    lost = await start_bot(club)
    game = (await club.start(terms=THREE_DAYS)).game
    for under_way in (False, True):
        club.clock.pass_time(BEAT_SECONDS)
        looking = asyncio.create_task(lost.handle())
        if under_way:
            await asyncio.sleep(0)
        else:
            await looking
        club.clock.pass_time(DAY)
        lost.passed()
        await looking
        await lost.handle()
    assert await deadline(club, game.id) == START + 3 * DAY


async def test_who_had_little_time_left_has_as_much_as_was_lost_or_a_day(club: Club) -> None:
    for lost, least in ((HOUR, HOUR), (LONG, DAY)):
        game = (await club.start(terms=FORFEIT)).game
        await be_there(club, DAY - 60)
        club.clock.pass_time(lost)
        await start_bot(club)
        assert await deadline(club, game.id) == club.clock() + least


async def test_reminders_follow_the_clock_and_none_comes_for_the_lost_time(club: Club) -> None:
    game = (await club.start(terms=THREE_DAYS)).game
    await be_there(club, 35 * HOUR)
    club.clock.pass_time(LONG)
    await start_bot(club)
    await look(club)
    assert await rows(club, "reminder") == []
    await be_there(club, HOUR)
    assert len(await rows(club, "reminder")) == 1
    await be_there(club, await deadline(club, game.id) - 12 * HOUR - club.clock())
    assert len(await rows(club, "reminder")) == 2


async def test_whose_clock_was_nearly_over_is_reminded_once_more_before_the_new_end(
    club: Club,
) -> None:
    await club.start(terms=FORFEIT)
    await be_there(club, 23 * HOUR)
    assert len(await rows(club, "reminder")) == 1
    club.clock.pass_time(LONG)
    await start_bot(club)
    await look(club)
    assert len(await rows(club, "reminder")) == 1
    await be_there(club, 12 * HOUR)
    assert len(await rows(club, "reminder")) == 2


@pytest.mark.parametrize("away", [60, LEAST_SECONDS - 1])
async def test_a_short_absence_gives_nothing_back(club: Club, away: int) -> None:
    await start_bot(club)
    game = (await club.start(terms=FORFEIT)).game
    club.clock.pass_time(away)
    await start_bot(club)
    assert await deadline(club, game.id) == START + DAY


async def test_the_first_start_gives_nothing_back(club: Club) -> None:
    game = (await club.start(terms=FORFEIT)).game
    club.clock.pass_time(HOUR)
    await start_bot(club)
    assert await deadline(club, game.id) == START + DAY


async def test_lost_time_is_given_back_once_also_to_two_that_look_at_once(club: Club) -> None:
    await start_bot(club)
    game = (await club.start(terms=FORFEIT)).game
    club.clock.pass_time(LONG)
    lost = LostTime(club.database, clock=club.clock)
    await asyncio.gather(lost.connected(0, 1), lost.handle(), lost.settle())
    await start_bot(club)
    assert await deadline(club, game.id) == START + DAY + LONG


async def test_what_was_over_before_stays_over(club: Club) -> None:
    game = (await club.start(terms=FORFEIT)).game
    club.clock.pass_time(DAY + 1)
    async with club.database.writing() as connection:
        await reach.note(connection, 1, [0], club.clock())
    club.clock.pass_time(LONG)
    await start_bot(club)
    await look(club)
    assert not await runs(club, game.id)


async def test_each_board_is_changed_once_and_a_clock_that_stands_still_stays_so(
    club: Club,
) -> None:
    await start_bot(club)
    table = await club.start(terms=FORFEIT)
    async with club.database.writing() as connection:
        await outbox.record_post(connection, outbox.BOARD, table.game.id, Post(table.seq, 70, 900))
    club.clock.pass_time(LONG)
    await start_bot(club)
    await start_bot(club)
    assert await rows(club, "clock-shown") == [{"game_id": table.game.id}]


# The process lives on


async def test_a_process_that_was_stopped_and_goes_on_gives_the_time_back_before_it_looks(
    club: Club,
) -> None:
    lost = await start_bot(club)
    game = (await club.start(terms=FORFEIT)).game
    club.clock.pass_time(LONG)
    await lost.handle()
    await look(club)
    assert await deadline(club, game.id) == START + DAY + LONG


async def test_a_click_that_comes_first_gives_the_time_back_too(club: Club) -> None:
    lost = await start_bot(club)
    game = (await club.start(terms=FORFEIT)).game
    club.clock.pass_time(LONG)
    await lost.settle()
    assert await deadline(club, game.id) == START + DAY + LONG


async def test_while_discord_is_out_of_reach_nothing_falls_due_for_its_servers(club: Club) -> None:
    lost = await start_bot(club)
    done: list[int] = []

    async def note(subject_id: int) -> None:
        done.append(subject_id)

    scheduler = Scheduler(club.database, clock=club.clock, reachable=lost.reachable)
    scheduler.register(JobKind.PUZZLES, note)
    scheduler.register(JobKind.TIDY, note)
    async with club.database.writing() as connection:
        await schedule.put(
            connection,
            ScheduledJob(JobKind.PUZZLES, GUILD, START),
            ScheduledJob(JobKind.TIDY, 0, START),
        )
    lost.disconnected(0)
    assert lost.reachable() == Share(1, frozenset())
    await scheduler.run_due()
    assert done == [0]
    await lost.connected(0, 1)
    assert lost.reachable() is None
    await scheduler.run_due()
    assert sorted(done) == [0, 0, GUILD]


async def test_the_time_without_a_connection_is_given_back_when_it_is_there_again(
    club: Club,
) -> None:
    lost = await start_bot(club)
    game = (await club.start(terms=FORFEIT)).game
    lost.disconnected(0)
    for _ in range(30):
        club.clock.pass_time(HOUR)
        await lost.handle()
    assert await deadline(club, game.id) == START + DAY
    await lost.connected(0, 1)
    assert await deadline(club, game.id) == START + DAY + LONG


async def test_a_turn_that_began_meanwhile_has_lost_only_the_time_since_then(club: Club) -> None:
    lost = await start_bot(club)
    lost.disconnected(0)
    club.clock.pass_time(20 * HOUR)
    game = (await club.start(terms=FORFEIT)).game
    club.clock.pass_time(10 * HOUR)
    await lost.connected(0, 1)
    assert await deadline(club, game.id) == club.clock() + DAY


# Shards


async def test_each_shard_gets_back_what_it_has_lost_itself(club: Club) -> None:
    shards, ours = 2, (GUILD >> SHARD_SHIFT) % 2
    game = (await club.start(terms=FORFEIT)).game
    await start_bot(club, ours, shards)
    other = await start_bot(club, 1 - ours, shards)
    club.clock.pass_time(LONG)
    await other.handle()
    assert await deadline(club, game.id) == START + DAY
    await start_bot(club, ours, shards)
    assert await deadline(club, game.id) == START + DAY + LONG


async def test_another_number_of_shards_counts_from_when_any_was_last_reached(club: Club) -> None:
    game = (await club.start(terms=FORFEIT)).game
    await start_bot(club, 0, 1)
    club.clock.pass_time(LONG)
    await start_bot(club, (GUILD >> SHARD_SHIFT) % 4, 4)
    assert await deadline(club, game.id) == START + DAY + LONG


# The machine's clock jumps


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def bot_clock(machine: Machine) -> BotClock:
    made = BotClock(lambda: machine.wall, lambda: machine.steady)
    assert made() == START
    return made


@pytest.fixture
async def awake(club: Club, bot_clock: BotClock) -> LostTime:
    """Return what notices lost time in a process that people can reach."""
    lost = LostTime(club.database, clock=bot_clock)
    await lost.connected(0, 1)
    return lost


@pytest.mark.parametrize("jump", [-HOUR, 2 * DAY])
async def test_what_waits_and_what_is_claimed_does_so_as_long_as_without_a_jump(
    club: Club, machine: Machine, bot_clock: BotClock, awake: LostTime, jump: int
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
    await awake.handle()
    assert await deliverable() == ["waits"]
    machine.work(61)
    assert await deliverable() == ["waits", "claimed"]


async def test_what_was_stored_by_a_clock_that_was_ahead_does_not_wait_for_that_time(
    club: Club, machine: Machine, bot_clock: BotClock, awake: LostTime
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
    await awake.catch_up()
    assert await deliverable() == ["waits"]
    assert await due_at(club, JobKind.THINK) == [START + 60]
    assert await due_at(club, JobKind.CLOCK) == [later + 60]
    machine.work(61)
    await awake.catch_up()
    assert await deliverable() == ["waits", "delayed", "claimed"]
    assert await due_at(club, JobKind.THINK) == [START + 60]


async def test_a_jump_that_two_see_at_once_is_followed_once(
    machine: Machine, bot_clock: BotClock, awake: LostTime
) -> None:
    machine.wall += 2 * DAY
    await asyncio.gather(awake.handle(), awake.handle())
    assert (bot_clock.jump(), bot_clock()) == (0, START + 2 * DAY)


@pytest.mark.parametrize("jump", [6 * 60, 2 * DAY])
async def test_a_jump_forward_gives_the_time_back_and_is_logged(
    club: Club,
    machine: Machine,
    bot_clock: BotClock,
    awake: LostTime,
    caplog: pytest.LogCaptureFixture,
    jump: int,
) -> None:
    table = await club.start(terms=FORFEIT)
    clocks = Clocks(Referee(club.database, clock=bot_clock, chances=seeded(1)))
    machine.wall += jump
    await clocks.run_out(table.game.id)
    assert await runs(club, table.game.id)
    with caplog.at_level(logging.WARNING):
        await awake.handle()
    assert f"jumped by {jump} seconds" in caplog.text
    assert await deadline(club, table.game.id) == START + DAY + jump
    assert await due_at(club, JobKind.CLOCK) == [START + DAY + jump]
    await clocks.run_out(table.game.id)
    assert await runs(club, table.game.id)
    machine.work(DAY)
    await clocks.run_out(table.game.id)
    assert not await runs(club, table.game.id)


async def test_a_jump_back_takes_nothing_and_loses_no_time_of_a_shard(
    club: Club, machine: Machine, bot_clock: BotClock, awake: LostTime
) -> None:
    game = (await club.start(terms=FORFEIT)).game
    machine.wall -= 2 * DAY
    await awake.handle()
    assert bot_clock() == START - 2 * DAY
    assert await deadline(club, game.id) == START + DAY
    machine.work(HOUR // 6)
    await awake.handle()
    assert await deadline(club, game.id) == START + DAY
