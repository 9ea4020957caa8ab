"""How people stand against each other, and what was done in matches that are over.

What does not belong here: what is noted of a match (`bot.match.outcomes`), and the running score on
boards, which comes with who sits there (`bot.services.audience`).
"""

import asyncio
from collections.abc import Callable, Sequence

from bot.match.feats import feats_in
from bot.match.match_outcome import PAIR, match_outcome
from bot.match.months import month_start
from bot.match.outcomes import note_outcomes
from bot.match.positions import Positions, counting
from bot.match.reminder_times import zone_of
from data import events, matches, outcomes, schedule, servers
from data.computers import is_computer
from data.engine import Connection, Database
from data.events import Event
from data.outcomes import Done, Pairing, Tally
from data.schedule import JobKind
from data.stored import StoredGame
from games.game import Reason
from games.line import Line
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

    async def look_through(self, match_id: int) -> None:
        """Note what was done in a match that is over, and how it ended where that is not noted."""
        async with self._database.reading() as connection:
            games = await matches.games_of_match(connection, match_id)
            known = bool(games) and can_be_judged(games)
            over = known and match_outcome(games).reason is not Reason.ABORTED
            done = await feats_of(connection, games) if over else []
        async with self._database.writing() as connection:
            if known:
                outcome = match_outcome(games)
                await note_outcomes(connection, games, outcome, now=ended_at(games))
                await outcomes.note_feats(connection, done)
            await schedule.drop(connection, JobKind.OUTCOME, match_id)


async def feats_of(connection: Connection, games: Sequence[StoredGame]) -> list[Done]:
    """Find who did what is worth a smile in the games of a match that is over, off the event loop.

    With a handicap nothing of it counts.
    """
    if games[0].handicap:
        return []
    match, found = games[0].match, set[tuple[int, str]]()
    for game in games:
        found |= await asyncio.to_thread(feats_in, *await _read(connection, game))
    return [
        Done(match.id, person, feat, match.guild_id, match.game, ended_at(games))
        for person, feat in sorted(found)
    ]


def ended_at(games: Sequence[StoredGame]) -> int:
    """Return when a match with these games ended."""
    return games[0].match.ended_at or games[-1].moved_at


async def _read(
    connection: Connection, game: StoredGame
) -> tuple[Line, list[Event], tuple[int, ...]]:
    """Read a game as it began, the events that count since, and its players."""
    start = await Positions().line(connection, game, 0)
    return start, counting(await events.after(connection, game.id, 0)), game.players


async def score_at(
    connection: Connection, guild_id: int, game: str, people: Sequence[int], at: int
) -> Tally | None:
    """Return how two people stand in the month of a time, up to it; None if there is nothing.

    A month begins by the clocks of the server's time zone.
    """
    if len(people) != PAIR or any(map(is_computer, people)):
        return None
    pairing = Pairing(guild_id, game, *people)
    zone = zone_of((await servers.get(connection, guild_id)).time_zone)
    found = await outcomes.tally(connection, pairing, month_start(at, zone), at)
    return None if found.is_empty else found


def can_be_judged(games: Sequence[StoredGame]) -> bool:
    """Tell whether a match has results, under rules that are known."""
    rules = GAMES.get(games[0].match.game)
    return rules is not None and all(
        game.result is not None and game.rules_version == rules.about.rules_version
        for game in games
    )
