"""Computers at the table: they are woken where it is their turn, think in a worker, and move.

A thought is woken with the move before it, and, where nothing came of that (the bot was killed,
or too much was waiting), by a scheduled job that the referee deletes with the computer's own move.
One game has one thought at a time. What does not belong here: whose turn it is and what
a move does (`bot.match.event`), and how a move is chosen (`bot.workers.jobs`).
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from random import Random
from typing import Final

from bot.delivery.outbox_writer import Dispatch
from bot.errors import Busy
from bot.log_context import note
from bot.match import limits
from bot.match.event import AGAIN_SECONDS, ActResult, Referee
from bot.match.limits import Limited
from bot.match.lots import seed_of
from bot.match.table import Person, Table, is_deserted
from bot.services.matches import Matches
from bot.workers.jobs import Effort, Hint, best_moves, take_turn
from bot.workers.pool import JobFailed, Workers
from data import schedule
from data.computers import Computer
from data.engine import Connection, DatabaseError
from data.schedule import JobKind, ScheduledJob
from data.stored import StoredGame
from games.chance import SeededSource
from games.errors import GameError
from games.line import AnyPosition, Line
from games.players import LEVELS, Level
from games.players.mix import Strength, level_of

log = logging.getLogger(__name__)

THOUGHT_SECONDS: Final = 5.0
"""After this long a thought ends with the best that it has found."""
HANGING_SECONDS: Final = 15.0
"""After this long a thought counts as stuck."""
HINTS: Final = 3
THOUGHT: Final = "computer"
"""What a computer draws its choice for, apart from the dice and from hints."""
STRENGTH: Final = "strength"
"""What a computer between two levels draws for at the start of a turn: which one chooses it."""

CarryOut = Callable[[Dispatch], Awaitable[object]]
"""Does what a transaction left to do."""


class Computers:
    """Compute and play the moves of computers."""

    def __init__(
        self, referee: Referee, table_service: Matches, workers: Workers, carry_out: CarryOut
    ) -> None:
        self._referee = referee
        self._database = referee.database
        self._matches = table_service
        self._workers = workers
        self._carry_out = carry_out
        self._thoughts: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._closed = False

    def wake(self, game_ids: Iterable[int]) -> None:
        """Start the computers whose turn it is in these games; running ones look again.

        After `close` none starts: the next process lets all think that are to.
        """
        if self._closed:
            return
        for game_id in game_ids:
            self._again.add(game_id)
            if game_id not in self._thoughts:
                thought = asyncio.create_task(self._think(game_id), name=f"thought on {game_id}")
                self._thoughts[game_id] = thought

    async def take_over(self) -> None:
        """Let all computers think at the first look at what is due: who was to wake them has ended."""
        async with self._database.writing() as connection:
            await schedule.hurry_all(connection, JobKind.THINK, self._referee.clock())

    async def wake_again(self, game_id: int) -> None:
        """Wake a computer that has not moved in time, and come back later.

        Deletes the scheduled job where no computer is to move (any more).
        """
        async with self._database.writing() as connection:
            table = await self._referee.table(connection, game_id, lock=True)
            if _strength(table) is None:
                await schedule.drop(connection, JobKind.THINK, game_id)
                return
            await self._postpone(connection, game_id)
        self.wake([game_id])

    async def hints(self, table: Table, by: int) -> list[Hint]:
        """Return the best moves of the person to move, who asks for them, best first.

        Raises Refused where they ask too often, Busy, and JobFailed.
        """
        return await self.suggest(table.game, table.line, by, seed_of(table.game, "hint"))

    async def suggest(self, game: StoredGame, line: Line, by: int, seed: str) -> list[Hint]:
        """Return the best moves at the end of a line of a game, for a person who asks.

        Raises as `hints` does.
        """
        guild_id = game.match.guild_id
        async with self._database.writing() as connection:
            await limits.spend(connection, Limited.HINT, by, guild_id, self._referee.clock())
        effort = Effort(seed, seconds=THOUGHT_SECONDS)
        return await self._workers.run(
            guild_id,
            HANGING_SECONDS,
            best_moves,
            game.match.game,
            _seen(line),
            Level.MEDIUM,
            effort,
            HINTS,
        )

    async def close(self) -> None:
        """End all thoughts; their scheduled jobs are due immediately for the process that starts next."""
        self._closed = True
        thoughts = dict(self._thoughts)
        for thought in thoughts.values():
            thought.cancel()
        await asyncio.gather(*thoughts.values(), return_exceptions=True)
        if not thoughts:
            return
        try:
            async with self._database.writing() as connection:
                now = self._referee.clock()
                await schedule.hurry(connection, JobKind.THINK, list(thoughts), now)
        except DatabaseError as error:
            log.warning("the computers go on a minute after the next start: %s", error)

    async def _think(self, game_id: int) -> None:
        """Move for computers until a person is to move, or the game is over."""
        note(game=game_id)
        try:
            while game_id in self._again:
                self._again.discard(game_id)
                await self._move_on(game_id)
        # The scheduled job is still there: it is tried again, and nobody's click fails for it.
        except DatabaseError as error:
            log.error("a computer could not move in game %s: %s", game_id, error)  # noqa: TRY400 - as expected
        except Exception:
            log.exception("a computer could not move in game %s", game_id)
        finally:
            self._again.discard(game_id)
            del self._thoughts[game_id]

    async def _move_on(self, game_id: int) -> None:
        table = await self._matches.table(game_id)
        while (strength := _strength(table)) is not None:
            try:
                acted = await self._moved(table, strength)
            except Busy:
                log.info("the computers' move in game %s is postponed", game_id)
                async with self._database.writing() as connection:
                    await self._postpone(connection, game_id)
                return
            await self._carry_out(acted.dispatch)
            table = await self._matches.table(game_id)

    async def _moved(self, table: Table, strength: Strength) -> ActResult:
        """Move at a table, at a lower level where a thought fails, at last at random."""
        # Today nobody's leaving leaves computers alone; games of before may have gone on.
        if is_deserted(table.game, table.line):
            return await self._act(
                table, strength, ["!draw" if table.line.position.settled else "!abort"]
            )
        level = level_of(strength, seed_of(table.game, STRENGTH, table.game.timing.turn_seq))
        for lower in reversed(LEVELS[: LEVELS.index(level) + 1]):
            try:
                return await self._act(table, strength, await self._chosen(table, lower))
            except Busy:
                raise
            except (JobFailed, GameError) as error:
                log.warning("%s of level %s: %s", table.game, lower, error)
        return await self._act(table, strength, await asyncio.to_thread(_random_move, table))

    async def _chosen(self, table: Table, level: Level) -> list[str]:
        effort = Effort(seed_of(table.game, THOUGHT), seconds=THOUGHT_SECONDS)
        return await self._workers.run(
            table.game.match.guild_id,
            HANGING_SECONDS,
            take_turn,
            table.game.match.game,
            _seen(table.line),
            level,
            effort,
        )

    async def _act(self, table: Table, strength: Strength, notations: Sequence[str]) -> ActResult:
        """Play a turn, unless something has happened since it was thought of."""
        seat = table.line.to_move
        computer = isinstance(seat, int) and Computer.of(table.game.players[seat])
        actor = computer or Computer(strength)

        def turn(now: Table) -> Sequence[str]:
            current = now.game.seq == table.game.seq and _strength(now) is not None
            return notations if current else ()

        return await self._referee.act(
            table.game.id, Person(actor.id, actor.name), turn, interaction_id=None
        )

    async def _postpone(self, connection: Connection, game_id: int) -> None:
        job = ScheduledJob(JobKind.THINK, game_id, self._referee.clock() + AGAIN_SECONDS)
        await schedule.put(connection, job)


def _strength(table: Table) -> Strength | None:
    """Return how strong the computer to move plays; None if there is none."""
    seat = table.line.to_move
    return table.game.computer_at(seat) if isinstance(seat, int) else None


def _seen(line: Line) -> AnyPosition:
    """Return what the seat to move may see: nobody else's cards leave the process."""
    return line.position.seen_by(line.to_move if isinstance(line.to_move, int) else None)


def _random_move(table: Table) -> list[str]:
    """Draw any legal move, so that a game goes on whatever is wrong with its players."""
    source = SeededSource(Random(seed_of(table.game, THOUGHT)).getrandbits(53))
    return [table.line.game.format(table.line.game.random_move(table.line.position, source))]
