"""How people stand against each other, and how the matches ended that an older version has ended.

What does not belong here: what is noted of a match (`bot.match.outcomes`), and the running score on
boards, which comes with who sits there (`bot.services.audience`).
"""

from collections.abc import Callable, Sequence

from bot.match.months import month_start
from bot.match.outcome import PAIR, match_outcome
from bot.match.outcomes import note_outcomes
from data import matches, outcomes, schedule
from data.computers import is_computer
from data.engine import Connection, Database
from data.outcomes import Pairing, Tally
from data.schedule import JobKind
from data.stored import Match
from games.registry import GAMES


class Outcomes:
    """Count how matches ended."""

    def __init__(self, database: Database, *, clock: Callable[[], int]) -> None:
        self._database = database
        self._clock = clock

    async def running_score(
        self, guild_id: int, game: str, people: Sequence[int], *, at: int | None = None
    ) -> Tally | None:
        """Return how two people stand this month, or in the month of a time; None if there is nothing."""
        async with self._database.reading() as connection:
            moment = self._clock() if at is None else at
            return await score_at(connection, guild_id, game, people, moment)

    async def note_earlier(self, match_id: int) -> None:
        """Note how a match ended for its people that was over before this was noted."""
        async with self._database.writing() as connection:
            games = await matches.games_of_match(connection, match_id)
            if games and _can_be_judged(games[0].match, [game.result for game in games]):
                ended_at = games[0].match.ended_at or games[-1].moved_at
                await note_outcomes(connection, games, match_outcome(games), now=ended_at)
            await schedule.drop(connection, JobKind.OUTCOME, match_id)


async def score_at(
    connection: Connection, guild_id: int, game: str, people: Sequence[int], at: int
) -> Tally | None:
    """Return how two people stand in the month of a time, up to it; None if there is nothing."""
    if len(people) != PAIR or any(map(is_computer, people)):
        return None
    pairing = Pairing(guild_id, game, *people)
    found = await outcomes.tally(connection, pairing, month_start(at), at)
    return None if found.is_empty else found


def _can_be_judged(match: Match, results: Sequence[object]) -> bool:
    """Tell whether a match has results, under rules that are known."""
    return match.game in GAMES and None not in results
