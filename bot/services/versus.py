"""What there is between two or more people: all matches in which they met, and what runs.

Among several, the one of them with the best place has won a match, no matter who else sat there; those
who share the best place have drawn. What does not belong here: the words (`cogs.server.versus`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.services.streaks import Streaks, streaks_of
from data import games_found, people, versus
from data.engine import Connection, Database
from data.outcomes import HANDICAP, PEOPLE, Ending
from data.stored import StoredGame
from data.versus import Met, Played

LATEST: Final = 5
"""How many results are listed."""
MOST_RUNNING: Final = 100
SHOWN_RUNNING: Final = 5


@dataclass(frozen=True, slots=True)
class InGame:
    """What some people have won against each other in a game, in their order, and how often nobody did."""

    game: str
    won: tuple[int, ...]
    drawn: int


@dataclass(frozen=True, slots=True)
class Latest:
    """A match that is over: who of the people was the best (several have drawn), and its last game."""

    met: Met
    best: tuple[int, ...]
    played: Played


@dataclass(frozen=True, slots=True)
class Versus:
    """All there is between some people. `streaks` are those of the first of two."""

    people: tuple[int, ...]
    names: dict[int, str]
    games: tuple[InGame, ...]
    handicapped: tuple[InGame, ...]
    """The same of matches with a handicap, which count for nothing else."""
    streaks: Streaks
    latest: tuple[Latest, ...]
    running: tuple[StoredGame, ...]
    rematch_id: int | None
    """The last game of just these people, to be answered by a rematch."""

    @property
    def channel_ids(self) -> frozenset[int]:
        """Return the channels whose readers read the games that are listed."""
        ended = {latest.played.channel_id for latest in self.latest}
        return frozenset(ended | {game.match.read_in for game in self.running})

    @property
    def is_empty(self) -> bool:
        """Tell whether they have never met."""
        return not self.games and not self.handicapped and not self.running


def best_of(met: Met, asked: Sequence[int]) -> tuple[int, ...]:
    """Return those of some people who had the best place in a match."""
    first = min(met.places)
    return tuple(one for one, place in zip(asked, met.places, strict=True) if place == first)


def in_games(found: Sequence[Met], asked: Sequence[int]) -> tuple[InGame, ...]:
    """Add up by game who was the best, the game with most matches first."""
    best: dict[str, list[tuple[int, ...]]] = {}
    for met in found:
        best.setdefault(met.game, []).append(best_of(met, asked))
    return tuple(
        InGame(
            game,
            tuple(firsts.count((person,)) for person in asked),
            sum(len(first) > 1 for first in firsts),
        )
        for game, firsts in sorted(best.items(), key=lambda entry: (-len(entry[1]), entry[0]))
    )


def _endings(found: Sequence[Met], asked: Sequence[int]) -> list[Ending]:
    """List how matches ended for the first of the people, oldest first."""
    endings = []
    for met in reversed(found):
        best = best_of(met, asked)
        drawn = Ending.DRAWN if len(best) > 1 else Ending.WON
        endings.append(drawn if asked[0] in best else Ending.LOST)
    return endings


async def between(database: Database, guild_id: int, asked: Sequence[int]) -> Versus:
    """Return what there is between people; the first of them asks."""
    async with database.reading() as connection:
        found = await versus.met(connection, guild_id, asked)
        exactly = [met for met in found if met.seats == len(asked) and met.against == PEOPLE]
        ordinary = [met for met in found if met.against != HANDICAP]
        apart = [met for met in found if met.against == HANDICAP]
        listed = found[:LATEST]
        wanted = {met.match_id for met in (*listed, *exactly[:1])}
        last = await versus.last_games(connection, wanted)
        return Versus(
            tuple(asked),
            await people.names(connection, guild_id, asked),
            in_games(ordinary, asked),
            in_games(apart, asked),
            streaks_of(_endings(ordinary, asked)),
            tuple(
                Latest(met, best_of(met, asked), last[met.match_id])
                for met in listed
                if met.match_id in last
            ),
            await _running(connection, guild_id, asked),
            last[exactly[0].match_id].game_id if exactly else None,
        )


async def _running(
    connection: Connection, guild_id: int, asked: Sequence[int]
) -> tuple[StoredGame, ...]:
    first, *others = asked
    running = await games_found.running_of(connection, guild_id, first, most=MOST_RUNNING)
    together = [game for game in running if all(game.is_playing(other) for other in others)]
    return tuple(together[:SHOWN_RUNNING])
