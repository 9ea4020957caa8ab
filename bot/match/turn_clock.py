"""The clock of a turn: it starts with the turn, is paused, goes on, and ends with the game.

Called in the transactions of `bot.match.event` and all others that change what a clock depends on.
Whatever changes one of those calls `review`, which may be called at any time, and any number of
times. What does not belong here: what happens when a clock has run out (`bot.services.clocks`).
"""

from dataclasses import replace
from enum import StrEnum
from typing import Final

from bot.delivery.outbox_writer import Envelope, board_stream, is_waiting
from bot.delivery.rows import ClockShownRow
from bot.match.reminder_times import DAY, HOUR, Stage, next_reminder, passed
from data import absences, clocks, outbox, people, preferences, schedule
from data.engine import Connection
from data.former import is_account
from data.schedule import JobKind, ScheduledJob
from data.stored import PlaceNote, StoredGame, Timing

PATIENCE_SECONDS: Final = 7 * DAY
"""After how long a turn without a clock is checked first; later checks are rarer."""
LOOK_SECONDS: Final = HOUR
"""How often is looked whether somebody is still in a timeout, for whom a clock is paused."""
SEEK_SECONDS: Final = 6 * HOUR
"""After how long a lost place is looked for again, at the earliest."""


class Halt(StrEnum):
    """Why a clock is paused."""

    AWAY = "away"
    """The person to move has said that they are away."""
    SILENCED = "silenced"
    """The person to move is in a timeout by Discord: a moderator keeps them from clicking."""
    GONE = "gone"
    """The bot is not in the server any more."""
    PLACE = "place"
    """There is no channel in which the game can go on."""


def is_over(game: StoredGame, now: int) -> bool:
    """Tell whether the time of the turn that runs is up."""
    deadline = game.timing.deadline_at
    return game.running and deadline is not None and deadline <= now


def waiters(game: StoredGame) -> tuple[int, ...]:
    """List the people for whom the game waits for somebody else: its clock is for them."""
    mover = None if game.to_move is None else game.players[game.to_move]
    return tuple(person for person in people_of(game) if person != mover)


def people_of(game: StoredGame) -> tuple[int, ...]:
    """List the people who play and have not left."""
    return tuple(
        person
        for seat, person in enumerate(game.players)
        if seat not in game.left and is_account(person)
    )


def waited_for(game: StoredGame) -> int | None:
    """Return the person whose move others wait for; None if it is nobody's, or a computer's."""
    if not game.running or game.to_move is None or not waiters(game):
        return None
    return None if game.computer_at(game.to_move) else game.players[game.to_move]


async def after_event(
    connection: Connection, game: StoredGame, now: int, *, began: bool
) -> StoredGame:
    """Return a game with its clock after an event, which the caller stores with the game.

    `began` says that a new turn has begun with the event.
    """
    fresh = replace(game, timing=Timing(turn_seq=game.timing.turn_seq))
    if not game.running:
        return await _scheduled(connection, fresh, fresh.timing, now)
    if not began:
        return game
    return await _scheduled(connection, fresh, await _timing_now(connection, fresh, now), now)


async def start(connection: Connection, game: StoredGame, now: int) -> StoredGame:
    """Restart the clock of the turn."""
    fresh = replace(game, timing=Timing(turn_seq=game.timing.turn_seq))
    timing = await _timing_now(connection, fresh, now)
    return await _keep(connection, fresh, timing, now)


async def review(connection: Connection, game: StoredGame, now: int) -> StoredGame:
    """Run or pause the clock of the turn, as the circumstances require."""
    return await _keep(connection, game, await _timing_now(connection, game, now), now)


async def give(connection: Connection, game: StoredGame, seconds: int, now: int) -> StoredGame:
    """Set the seconds that the player to move has left, on a clock that runs or has run out."""
    timing = replace(game.timing, deadline_at=None, left=seconds)
    days = game.match.clock.days
    # What comes again with the new end is told again.
    told = Stage.NOTHING if days is None else passed(now + seconds, days, now)
    return await review(connection, replace(game, timing=replace(timing, reminded=told)), now)


async def taken_back(connection: Connection, game: StoredGame, person: int) -> StoredGame:
    """Return a person their seat back from the computer that stood in for them."""
    seat = game.players.index(person)
    await clocks.set_stand_in(connection, game.id, seat, None)
    kept = {other: level for other, level in game.stand_ins.items() if other != seat}
    return replace(game, stand_ins=kept)


async def show(connection: Connection, envelope: Envelope, game: StoredGame) -> None:
    """Queue an update of the clock and the absences on the current board."""
    post = await outbox.find_post(connection, outbox.BOARD, game.id)
    if game.running and post is not None and post.seq == game.seq:
        stream = board_stream(game.id, post.message_id)
        row = ClockShownRow(game.id)
        if not await is_waiting(connection, stream, row):
            await envelope.put(stream, row)


async def _timing_now(connection: Connection, game: StoredGame, now: int) -> Timing:
    """Decide whether the clock runs, is paused or is off."""
    timing, days = game.timing, game.match.clock.days
    person = waited_for(game)
    if person is None:
        return Timing(turn_seq=timing.turn_seq, reminded=timing.reminded)
    if days is None or is_over(game, now):
        return timing
    left = days * DAY if timing.left is None else timing.left
    if timing.deadline_at is not None:
        left = timing.deadline_at - now
    why = await _halted(connection, game, person, now)
    if why is not None:
        return replace(timing, deadline_at=None, left=left, halted=why)
    # Whose clock stood still has to know that it runs, and may have been told long ago.
    told = timing.reminded if timing.halted is None else Stage.NOTHING
    return replace(timing, deadline_at=now + left, left=None, halted=None, reminded=told)


async def _halted(connection: Connection, game: StoredGame, person: int, now: int) -> Halt | None:
    if game.server.absent_at is not None:
        return Halt.GONE
    if game.match.place_note == PlaceNote.LOST:
        return Halt.PLACE
    away, silenced = await absences.kept_away(connection, game.match.guild_id, person, now)
    if away:
        return Halt.AWAY
    return Halt.SILENCED if silenced else None


async def _silenced_until(
    connection: Connection, game: StoredGame, person: int, now: int
) -> int | None:
    found = await people.silenced(connection, game.match.guild_id, [person], now)
    return found.get(person)


async def is_silenced(connection: Connection, game: StoredGame, now: int) -> bool:
    """Tell whether the person to move is kept from it by a timeout."""
    person = waited_for(game)
    return person is not None and await _silenced_until(connection, game, person, now) is not None


async def _keep(connection: Connection, game: StoredGame, timing: Timing, now: int) -> StoredGame:
    """Store how a clock is, with what is due because of it."""
    await clocks.set_timing(connection, game.id, timing)
    return await _scheduled(connection, game, timing, now)


async def _scheduled(
    connection: Connection, game: StoredGame, timing: Timing, now: int
) -> StoredGame:
    """Store what is due because of a clock, and return the game with it."""
    game = replace(game, timing=timing)
    ends_at, person = _ends_at(game, now), waited_for(game)
    if timing.halted == Halt.SILENCED and person is not None:
        # At the end of the timeout the clock goes on; nobody tells us if it is lifted before.
        until = await _silenced_until(connection, game, person, now)
        ends_at = None if until is None else min(until, now + LOOK_SECONDS)
    times = {
        JobKind.CLOCK: ends_at,
        JobKind.REMINDER: await _reminds_at(connection, game, now),
    }
    jobs = [ScheduledJob(kind, game.id, at) for kind, at in times.items() if at is not None]
    await schedule.put(connection, *jobs)
    gone = [kind for kind, at in times.items() if at is None]
    await schedule.drop(connection, gone, game.id)
    return game


def _ends_at(game: StoredGame, now: int) -> int | None:
    timing = game.timing
    if timing.reminded >= Stage.OVER or waited_for(game) is None:
        return None
    if timing.halted == Halt.PLACE:
        # A place that was lost is looked for again, ever more rarely.
        return now + max(SEEK_SECONDS, now - game.moved_at)
    if timing.deadline_at is not None or game.match.clock.days is not None:
        return timing.deadline_at
    if game.server.absent_at is not None:
        return None
    waited = now - game.moved_at
    return game.moved_at + (PATIENCE_SECONDS if waited < PATIENCE_SECONDS else 2 * waited)


async def _reminds_at(connection: Connection, game: StoredGame, now: int) -> int | None:
    person, deadline, days = waited_for(game), game.timing.deadline_at, game.match.clock.days
    if person is None or deadline is None or days is None or deadline <= now:
        return None
    chosen = await preferences.get(connection, person)
    return next_reminder(deadline, days, game.timing.reminded, chosen, now)
