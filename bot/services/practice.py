"""Practice: a person plays on from a position of a finished game, and computers play the others.

It is an exploration (`bot.services.explorations`) in which computers answer whatever the person
tries: nothing counts, nobody else sees it. Their work is limited as hints are, and nothing is kept
of a turn until all of its answers are there. What does not belong here: how a computer chooses.
"""

from collections.abc import Callable

from bot.errors import ForgedControl
from bot.match import limits
from bot.match.limits import Limited
from bot.services.explorations import Explorations, Explored
from bot.workers.jobs import Effort, answers
from bot.workers.pool import Workers
from data.engine import Database
from data.explorations import Practice
from data.stored import StoredGame
from games.players import Level
from games.players.mix import Strength, place_of

ANSWER_SECONDS = 5.0
"""After this long the computers end their thoughts with the best that they have found."""
HANGING_SECONDS = 15.0
"""After this long their answers count as stuck."""


class Practices:
    """Begin practice games, and answer what people play in them."""

    def __init__(
        self,
        database: Database,
        explorations: Explorations,
        workers: Workers,
        *,
        clock: Callable[[], int],
    ) -> None:
        self._database = database
        self._explorations = explorations
        self._workers = workers
        self._clock = clock

    async def begin(self, game: StoredGame, user_id: int, ply: int, seat: int) -> Explored:
        """Begin where a seat made a move in a finished game; raises as `practise` does."""
        practice = Practice(seat, strength_for(game, seat))
        return await self._explorations.practise(game, user_id, ply, practice)

    async def play(self, seen: Explored, step: str, user_id: int, guild_id: int) -> Explored:
        """Play a turn after what a person saw, and all that follows until it is their turn again.

        A click that comes twice finds the same answers. Raises GameError, Refused where they play
        too often, Busy and JobFailed.
        """
        practice = seen.practice
        if practice is None or seen.line.to_move != practice.seat:
            raise ForgedControl
        tried, count = seen.longer(step), len(seen.steps) + 1
        if (before := await self._answered(tried, user_id)) is not None:
            return before
        async with self._database.writing() as connection:
            await limits.spend(connection, Limited.PRACTICE, user_id, guild_id, self._clock())
        effort = Effort(f"practice {seen.number} {count}", seconds=ANSWER_SECONDS)
        found = await self._workers.run(
            guild_id,
            HANGING_SECONDS,
            answers,
            tried.record_so_far,
            practice.seat,
            practice.strength,
            effort,
        )
        return await self._explorations.play_on(seen, (step, *found))

    async def _answered(self, tried: Explored, user_id: int) -> Explored | None:
        """Return what was answered already to exactly this; None if it was not."""
        whole, count = await self._explorations.find(tried.number, user_id), len(tried.steps)
        if whole.steps[:count] != tried.steps or whole.practice is None:
            return None
        seat = whole.practice.seat
        after = range(count, len(whole.steps) + 1)
        return next((whole.cut(n) for n in after if whole.lines[n].to_move in (seat, None)), None)


def strength_for(game: StoredGame, seat: int) -> Strength:
    """Return how strong the others were where a seat played against computers, else medium."""
    others = (game.computer_at(other) for other in range(len(game.players)) if other != seat)
    strengths = [strength for strength in others if strength is not None]
    return max(strengths, key=place_of, default=Level.MEDIUM)
