"""Reminders: once for every turn and stage, to who is to move, as they prefer."""

from dataclasses import replace

import pytest

from bot.delivery.outbox_writer import Envelope
from bot.delivery.rows import DirectReminderRow
from bot.match.reminder_times import HOUR, Stage
from bot.match.table import Table
from data import clocks, people, preferences
from data.challenges import Clock, ClockEnd
from data.preferences import Preferences, ReminderWay
from data.schedule import JobKind
from tests.bot.club import GUILD, JON, KIM, MARA, SINGLE, Club
from tests.bot.passing import due_at, look, pass_hours, rows

CLOCKED = replace(SINGLE, clock=Clock(3))
SLOW = replace(SINGLE, clock=Clock(7))


async def prefer(club: Club, chosen: Preferences) -> None:
    async with club.database.writing() as connection:
        await preferences.store(connection, chosen)
        await club.reminders.arm_digest(connection, chosen)


async def told(club: Club) -> list[tuple[int, int]]:
    """List the reminders in threads: which game, and how many others it speaks of."""
    return [(row["game_id"], row["others"]) for row in await rows(club, "reminder")]


async def games_told(club: Club) -> list[set[int]]:
    """List the reminders by direct message: of which games each is."""
    waiting = await rows(club, DirectReminderRow.kind)
    return [set(DirectReminderRow.from_json(payload).turns) for payload in waiting]


async def stage(club: Club, table: Table) -> int:
    return (await club.matches.table(table.game.id)).game.timing.reminded


async def test_who_is_to_move_is_reminded_at_half_time_and_before_the_end(club: Club) -> None:
    table = await club.start(terms=CLOCKED)
    await pass_hours(club, 35)
    assert await told(club) == []
    await pass_hours(club, 1)
    assert await told(club) == [(table.game.id, 0)]
    await pass_hours(club, 23)
    assert len(await told(club)) == 1
    await pass_hours(club, 1)
    assert len(await told(club)) == 2
    assert await stage(club, table) == Stage.LATE
    await pass_hours(club, 11)
    assert len(await told(club)) == 2


async def test_a_move_begins_the_reminders_anew_for_the_other(club: Club) -> None:
    table = await club.start(terms=CLOCKED)
    await pass_hours(club, 36)
    table = (await club.play(table)).table
    assert await stage(club, table) == Stage.NOTHING
    await pass_hours(club, 35)
    assert len(await told(club)) == 1
    await pass_hours(club, 1)
    reminders = await rows(club, "reminder")
    assert [row["turn_seq"] for row in reminders] == [0, table.seq]


async def test_nobody_is_told_twice_by_two_processes(club: Club, elsewhere: Club) -> None:
    table = await club.start(terms=CLOCKED)
    club.clock.pass_time(36 * HOUR)
    for each in (club, elsewhere, club):
        await each.reminders.remind(table.game.id)
        await look(each)
    assert len(await told(club)) == 1


async def test_a_reminder_of_a_turn_that_is_over_is_not_sent(club: Club) -> None:
    table = await club.start(terms=CLOCKED)
    club.clock.pass_time(36 * HOUR)
    await look(club)
    turn = {table.game.id: table.seq}
    assert [game.id for game in await club.reminders.current(turn)] == [table.game.id]
    await club.play(table)
    assert await club.reminders.current(turn) == []


async def test_missed_reminders_of_a_game_are_one(club: Club) -> None:
    table = await club.start(terms=CLOCKED)
    club.clock.pass_time(61 * HOUR)
    await look(club)
    assert await told(club) == [(table.game.id, 0)]
    assert await stage(club, table) == Stage.LATE


async def test_after_a_downtime_a_person_is_told_once_of_all_their_games(club: Club) -> None:
    tables = [await club.start(terms=terms) for terms in (SLOW, CLOCKED, SLOW)]
    await club.start(JON, KIM, terms=CLOCKED)
    club.clock.pass_time(71 * HOUR)
    await look(club)
    assert await told(club) == [(tables[1].game.id, 0), (4, 0)]
    club.clock.pass_time(80 * HOUR)
    await look(club)
    first, others = (await told(club))[-1]
    assert first in {tables[0].game.id, tables[2].game.id}
    assert others == 1
    assert len(await told(club)) == 3


async def test_by_direct_message_all_that_is_due_is_one_message(club: Club) -> None:
    await prefer(club, Preferences(MARA.id, reminders=ReminderWay.DM))
    tables = [await club.start(terms=CLOCKED) for _ in range(3)]
    club.clock.pass_time(40 * HOUR)
    await look(club)
    assert await told(club) == []
    assert await games_told(club) == [{table.game.id for table in tables}]


async def test_who_wants_none_gets_none(club: Club) -> None:
    await prefer(club, Preferences(MARA.id, reminders=ReminderWay.NONE))
    await club.start(terms=CLOCKED)
    await pass_hours(club, 71)
    assert await rows(club, "reminder", "waiting", "digest") == []


async def test_who_does_not_take_direct_messages_is_told_in_the_threads(club: Club) -> None:
    tables = [await club.start(terms=CLOCKED) for _ in range(2)]
    games = [(await club.matches.table(table.game.id)).game for table in tables]
    async with club.database.writing() as connection:
        envelope = Envelope(connection, club.clock())
        await club.reminders.turn_to_threads(connection, envelope, MARA.id, games)
    assert await told(club) == [(games[0].id, 1)]


async def test_whoever_has_left_the_server_is_not_pinged(club: Club) -> None:
    table = await club.start(terms=CLOCKED)
    async with club.database.writing() as connection:
        await people.forget_membership(connection, GUILD, [MARA.id], club.clock())
    await pass_hours(club, 40)
    assert await told(club) == []
    assert await stage(club, table) == Stage.HALF


async def test_a_reminder_waits_for_the_end_of_quiet_hours(club: Club) -> None:
    begun = club.clock()
    hour = (begun + 36 * HOUR) // HOUR % 24
    await prefer(
        club, Preferences(MARA.id, quiet_from=(hour - 1) % 24, quiet_until=(hour + 4) % 24)
    )
    await club.start(terms=CLOCKED)
    await pass_hours(club, 39)
    assert await told(club) == []
    await pass_hours(club, 2)
    assert len(await told(club)) == 1


async def test_quiet_hours_that_are_chosen_later_count_too(club: Club) -> None:
    await club.start(terms=CLOCKED)
    await pass_hours(club, 35)
    hour = (club.clock() + HOUR) // HOUR % 24
    await prefer(
        club, Preferences(MARA.id, quiet_from=(hour - 1) % 24, quiet_until=(hour + 4) % 24)
    )
    await pass_hours(club, 3)
    assert await told(club) == []
    await pass_hours(club, 3)
    assert len(await told(club)) == 1


async def test_a_digest_takes_the_place_of_single_reminders(club: Club) -> None:
    hour = (club.clock() // HOUR + 10) % 24
    await prefer(club, Preferences(MARA.id, digest_hour=hour))
    for _ in range(3):
        await club.start(terms=CLOCKED)
    await pass_hours(club, 70)
    assert await rows(club, "reminder", "waiting") == []
    # It stands in the outbox still: a second one while it does would say the same.
    assert await rows(club, "digest") == [{"user_id": MARA.id}]
    waiting = await club.reminders.waiting_for(MARA.id)
    assert len(waiting.games) == 3


async def test_who_gets_a_digest_is_told_in_time_of_a_clock_that_is_shorter(club: Club) -> None:
    """The digest came just before the turn began, and comes again when it is over."""
    hour = (club.clock() // HOUR + 23) % 24
    await prefer(club, Preferences(MARA.id, digest_hour=hour))
    table = await club.start(terms=replace(SINGLE, clock=Clock(1)))
    await pass_hours(club, 11)
    assert await told(club) == []
    await pass_hours(club, 10)
    assert await told(club) == [(table.game.id, 0)]


async def test_whose_clock_goes_on_is_told_again_before_it_ends(club: Club) -> None:
    await club.start(terms=CLOCKED)
    await pass_hours(club, 62)
    assert len(await told(club)) == 2
    await club.absences.announce(MARA.id, 1)
    await pass_hours(club, 24)
    assert len(await told(club)) == 2
    await pass_hours(club, 1)
    assert len(await told(club)) == 3


async def test_who_was_given_time_is_told_again_before_it_ends(club: Club) -> None:
    table = await club.start(terms=CLOCKED)
    await pass_hours(club, 61)
    assert len(await told(club)) == 2
    await club.clocks.give_time(table.game.id, JON, interaction_id=77)
    await pass_hours(club, 22)
    assert len(await told(club)) == 2
    await pass_hours(club, 1)
    assert len(await told(club)) == 3


async def test_no_digest_is_sent_while_nothing_waits_and_none_once_it_is_off(club: Club) -> None:
    await prefer(club, Preferences(MARA.id, digest_hour=8))
    await club.reminders.digest(MARA.id)
    assert await rows(club, "digest") == []
    assert len(await due_at(club, JobKind.DIGEST)) == 1
    await prefer(club, Preferences(MARA.id))
    assert await due_at(club, JobKind.DIGEST) == []


async def test_the_games_that_wait_are_in_order_of_their_deadlines(club: Club) -> None:
    slow, none, quick = [
        await club.start(terms=terms) for terms in (SLOW, replace(CLOCKED, clock=Clock()), CLOCKED)
    ]
    await club.play(await club.start(terms=CLOCKED))
    waiting = await club.reminders.waiting_for(MARA.id)
    assert [game.id for game in waiting.games] == [quick.game.id, slow.game.id, none.game.id]


async def test_nobody_is_reminded_of_what_a_computer_plays_for_them(club: Club) -> None:
    await club.start(terms=replace(CLOCKED, clock=Clock(3, ClockEnd.COMPUTER)))
    await pass_hours(club, 73)
    assert len(await told(club)) == 2
    async with club.database.reading() as connection:
        assert await clocks.waiting_for(connection, MARA.id) == []
    await pass_hours(club, 80)
    assert len(await told(club)) == 2


@pytest.mark.parametrize("days", [1, 3, 7, 14])
async def test_nothing_is_told_of_one_turn_more_than_twice(club: Club, days: int) -> None:
    await club.start(terms=replace(SINGLE, clock=Clock(days)))
    for _ in range(days * 8 + 1):
        club.clock.pass_time(3 * HOUR)
        await look(club)
    assert len(await told(club)) == (1 if days == 1 else 2)
