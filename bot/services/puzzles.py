"""Puzzles of the day: what a person answers, what counts, and the streak that follows from it.

Everybody has the same puzzles on the same day, which changes at midnight UTC. Only the first answer
counts; one more try is allowed, and then the solution is shown. What does not belong here: which
puzzles there are (`games.puzzles`), and how they look (`cogs.learn.puzzles`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, Final

from bot.delivery.outbox_writer import Dispatch, Envelope
from bot.delivery.rows import PuzzlesRow
from bot.errors import ForgedControl, Refused
from bot.match.reminder_times import DAY
from data import puzzle_answers, schedule, servers
from data.engine import Connection, Database
from data.puzzle_answers import Solvers, StoredAnswer
from data.schedule import JobKind, ScheduledJob
from data.servers import Server
from games.puzzles.puzzle import Judged, Puzzle, judge
from games.puzzles.shelf import games_with_puzzles, puzzle_for
from games.words import Text

MOST_TRIES: Final = 2
"""How often a puzzle may be answered."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a person is with the puzzle of a day."""

    key: str
    day: int
    puzzle: Puzzle
    answer: StoredAnswer | None
    streak: int
    """For how many days in a row their first answer in this game was right, by that day."""
    solvers: Solvers

    @property
    def is_over(self) -> bool:
        """Tell whether they have found the solution, or may not try again."""
        answer = self.answer
        return answer is not None and (answer.right or answer.tries >= MOST_TRIES)


class Puzzles:
    """Judge and count answers."""

    def __init__(self, database: Database, *, clock: Callable[[], int]) -> None:
        self._database = database
        self._clock = clock

    @property
    def today(self) -> int:
        """Return the number of the day that it is, by UTC."""
        return self._clock() // DAY

    @property
    def changes_at(self) -> int:
        """Return when the puzzles change next."""
        return (self.today + 1) * DAY

    async def standing(self, user_id: int, key: str, day: int | None = None) -> Standing:
        """Return where a person is with the puzzle of a game, today's unless a day is named.

        Raises ForgedControl for a game without puzzles, and Refused for another day than today.
        """
        day = self._check(key, day)
        async with self._database.reading() as connection:
            answer = await puzzle_answers.get(connection, user_id, key, day)
            return await self._standing(connection, user_id, key, day, answer)

    async def standings(self, user_id: int) -> list[Standing]:
        """Return where a person is with all puzzles of today."""
        return [await self.standing(user_id, key) for key in games_with_puzzles()]

    async def answer(
        self,
        user_id: int,
        key: str,
        day: int,
        turn: Sequence[Any],  # Any: see games.line.AnyGame
    ) -> tuple[Standing, Judged]:
        """Judge an answer and store it; after the last try it is judged, and changes nothing.

        The same answer again is the same try: a click may be delivered twice. Raises what
        `standing` does.
        """
        day = self._check(key, day)
        puzzle = puzzle_for(key, day)
        judged = judge(puzzle, turn)
        notation = " ".join(map(judged.after.game.format, turn))
        mine = StoredAnswer(user_id, key, day, notation, 1, judged.right, self._clock())
        async with self._database.writing() as connection:
            stored = await puzzle_answers.claim(connection, mine)
            again = stored.first != notation and not stored.right and stored.tries < MOST_TRIES
            if again:
                stored = replace(stored, tries=stored.tries + 1, right=judged.right)
                await puzzle_answers.store(connection, stored)
            return await self._standing(connection, user_id, key, day, stored), judged

    async def give_up(self, user_id: int, key: str, day: int) -> Standing:
        """Use up the second try for a look at the solution; ForgedControl before the first."""
        day = self._check(key, day)
        async with self._database.writing() as connection:
            stored = await puzzle_answers.get(connection, user_id, key, day)
            if stored is None:
                raise ForgedControl
            if not stored.right and stored.tries < MOST_TRIES:
                stored = replace(stored, tries=MOST_TRIES)
                await puzzle_answers.store(connection, stored)
            return await self._standing(connection, user_id, key, day, stored)

    # The daily announcement

    async def arm(self, connection: Connection, server: Server) -> None:
        """Schedule the next announcement of a server that wants any, and no more of another."""
        if server.puzzle_channel_id is None:
            await schedule.drop(connection, JobKind.PUZZLES, server.guild_id)
        else:
            await schedule.put(
                connection, ScheduledJob(JobKind.PUZZLES, server.guild_id, self.changes_at)
            )

    async def announce(self, guild_id: int) -> Dispatch:
        """Queue today's announcement of a server and schedule the next; nothing if it is not due.

        However long the bot was away, there is one, of the day that it is.
        """
        async with self._database.writing() as connection:
            envelope = Envelope(connection, self._clock())
            if not await schedule.take(connection, JobKind.PUZZLES, guild_id, self._clock()):
                return Dispatch()
            server = await servers.get(connection, guild_id)
            await self.arm(connection, server)
            if server.puzzle_channel_id is not None and server.absent_at is None:
                row = PuzzlesRow(guild_id, server.puzzle_channel_id, self.today)
                await envelope.put(f"puzzles:{guild_id}", row)
            return await envelope.seal()

    def _check(self, key: str, day: int | None) -> int:
        if key not in games_with_puzzles():
            raise ForgedControl
        if day is not None and day != self.today:
            raise Refused(
                Text(
                    "This puzzle is from another day: puzzles change at midnight "
                    "UTC. /puzzle shows today's."
                )
            )
        return self.today

    async def _standing(
        self,
        connection: Connection,
        user_id: int,
        key: str,
        day: int,
        answer: StoredAnswer | None,
    ) -> Standing:
        right = await puzzle_answers.days_right(connection, user_id, key)
        solvers = await puzzle_answers.solvers(connection, key, day)
        # A first answer that was wrong ends the streak on that day.
        streak = streak_of(right, day) if answer is None or answer.counts else 0
        return Standing(key, day, puzzle_for(key, day), answer, streak, solvers)


def streak_of(days: Sequence[int], today: int) -> int:
    """Count the days in a row, latest first, up to today, or to yesterday while today may follow.

    >>> streak_of([9, 8, 7, 5], 9), streak_of([9, 8], 10), streak_of([9, 8], 11)
    (3, 2, 0)
    """
    if not days or days[0] < today - 1:
        return 0
    return sum(1 for _ in takewhile(lambda pair: pair[0] == days[0] - pair[1], _numbered(days)))


def _numbered(days: Sequence[int]) -> list[tuple[int, int]]:
    return [(day, n) for n, day in enumerate(days)]
