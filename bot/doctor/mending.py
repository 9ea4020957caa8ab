"""Mend what can be mended safely: nothing that was played is changed by it.

Each mending is a transaction of its own, in which the game is examined again, so the bot may
run meanwhile. What does not belong here: finding out what is wrong.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.delivery.outbox_writer import Envelope
from bot.doctor.troubles import Mend, Trouble
from bot.match import turn_clock
from bot.match.board_messages import post_again
from bot.match.positions import Positions
from bot.match.table import load_game
from bot.match.turn_clock import Halt
from data import events, examined, matches, offers, plans, schedule
from data.engine import Connection, Database
from data.offers import OfferKind
from data.retention import GAME_JOBS
from data.schedule import JobKind, ScheduledJob
from data.stored import StoredGame, Timing

OFFERED: Final = "offers"
"""The table of what is offered."""


async def mend(database: Database, trouble: Trouble, *, clock: Callable[[], int]) -> None:
    """Mend what is wrong, which must have a mend; raises DatabaseError or GameError."""
    now, number = clock(), trouble.number
    async with database.writing() as connection:
        match trouble.mend:
            case Mend.PLAN if trouble.table == OFFERED:
                await offers.drop(connection, number, list(OfferKind))
            case Mend.PLAN:
                await plans.drop(connection, [number])
            case Mend.OUTCOME:
                await schedule.put_missing(connection, ScheduledJob(JobKind.OUTCOME, number, now))
            case Mend.ORPHAN:
                await examined.delete_orphans(connection, *trouble.table.split("/"))
            case Mend.JOBS:
                await schedule.drop(connection, GAME_JOBS, number)
            case _:
                game = await load_game(connection, number, lock=True)
                await _mend_game(connection, game, trouble.mend, now)


async def _mend_game(connection: Connection, game: StoredGame, how: Mend | None, now: int) -> None:
    match how:
        case Mend.STANDING:
            game = await _store_standing(connection, game)
            await _set_clock(connection, game, now)
        case Mend.CLOCK:
            await _set_clock(connection, game, now)
        case Mend.THINK:
            await schedule.put(connection, ScheduledJob(JobKind.THINK, game.id, now))
        case _:
            # It is sent by the bot: whatever is put is found by its next look at the outbox.
            await post_again(connection, Envelope(connection, now), game)


async def _store_standing(connection: Connection, game: StoredGame) -> StoredGame:
    """Store what the events of a game lead to, and return the game with it."""
    last = (await events.after(connection, game.id, -1))[-1].seq
    line = await Positions().line(connection, replace(game, seq=last))
    to_move = line.to_move if isinstance(line.to_move, int) else None
    timing = replace(game.timing, turn_seq=min(game.timing.turn_seq, last))
    left = line.left if game.running else frozenset[int]()
    game = replace(game, seq=last, turns=line.turns, to_move=to_move, timing=timing, left=left)
    await matches.set_standing(connection, game)
    playing = set(range(len(game.players))) - left if game.running else set[int]()
    await examined.set_running(connection, game.id, playing)
    return game


async def _set_clock(connection: Connection, game: StoredGame, now: int) -> None:
    """Run, pause or stop the clock of a game, and store what is due because of it."""
    if game.running:
        await turn_clock.review(connection, replace(game, timing=_possible(game)), now)
    else:
        stopped = await turn_clock.after_event(connection, game, now, began=True)
        await matches.set_standing(connection, stopped)


def _possible(game: StoredGame) -> Timing:
    """Return a clock without what contradicts itself; where nothing is left it starts again."""
    timing = game.timing
    deadline, left = timing.deadline_at, timing.left
    if game.match.clock.days is None or (deadline is not None and deadline <= game.started_at):
        deadline = None
    if game.match.clock.days is None or deadline is not None or (left is not None and left < 0):
        left = None
    halted = timing.halted if left is not None and timing.halted in {*Halt} else None
    return replace(timing, deadline_at=deadline, left=left, halted=halted)
