"""The archive: finished games of a person, found by game, result and date, the latest first.

An index of `outcomes` answers it; games that ended without a result are not in it. What does not
belong here: who may see a game (`cogs.ui.access`).
"""

from dataclasses import dataclass

from sqlalchemy import select

from data import matches
from data.engine import Connection
from data.outcomes import Ending
from data.result_tables import OUTCOMES
from data.stored import StoredGame
from data.tables import GAMES


@dataclass(frozen=True, slots=True)
class Search:
    """What somebody looks for: games of a person in a server that ended from `since` to before `until`.

    `game` and `ending`, which is the person's, are None for any.
    """

    guild_id: int
    user_id: int
    game: str | None
    ending: Ending | None
    since: int
    until: int


@dataclass(frozen=True, slots=True)
class Found:
    """A finished game, and how its match ended for the person."""

    game: StoredGame
    ending: Ending


async def find(connection: Connection, search: Search, *, first: int, most: int) -> list[Found]:
    """List what a search finds from its `first` game on, at most `most`, the latest match first."""
    outcomes = OUTCOMES.c
    statement = (
        select(GAMES.c.id, outcomes.ending)
        .join(GAMES, GAMES.c.match_id == outcomes.match_id)
        .where(
            outcomes.guild_id == search.guild_id,
            outcomes.user_id == search.user_id,
            outcomes.ended_at >= search.since,
            outcomes.ended_at < search.until,
        )
        .order_by(outcomes.ended_at.desc(), GAMES.c.id.desc())
        .offset(first)
        .limit(most)
    )
    if search.game is not None:
        statement = statement.where(outcomes.game == search.game)
    if search.ending is not None:
        statement = statement.where(outcomes.ending == search.ending)
    endings = {row.id: Ending(row.ending) for row in await connection.execute(statement)}
    games = {game.id: game for game in await matches.get_games(connection, list(endings))}
    return [Found(games[game_id], ending) for game_id, ending in endings.items()]
