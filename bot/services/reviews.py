"""Reviews: how the chances went in a finished game, what luck did to them, and what mistakes.

A game is looked through in slices, one job after the other, so that a long one holds up nobody
and its progress can be told; what comes out is kept with the game. What does not belong here:
how chances are computed (`bot.workers.jobs`), and how a review looks (`cogs.match.reviews`).
"""

import asyncio
import logging
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, Final

from bot.errors import Busy, MatchError
from bot.match import limits
from bot.match.limits import Limited
from bot.match.record import played_so_far
from bot.workers.jobs import Effort, Weighing, look_through
from bot.workers.pool import Workers
from data import matches, reviews
from data.engine import Database
from data.events import Event
from data.stored import StoredGame
from games.record import Record
from games.words import Text

log = logging.getLogger(__name__)

SLICES: Final = 10
SLICE_SECONDS: Final = 120.0
"""After this long a slice counts as stuck."""
POSITION_SECONDS: Final = 3.0
"""After this long a search in one position ends with what it has found."""
BUSY_SECONDS: Final = 5.0
"""How long the next slice waits where too many jobs wait already."""
COSTLY: Final = 0.1
"""A move that loses at least this share of the winning chances counts as a mistake."""
MISTAKES_A_SEAT: Final = 3
_PARTS: Final = re.compile(r"\w+")
"""What a move in notation is made of: cells, cards, trays."""


@dataclass(frozen=True, slots=True)
class Blunder:
    """A move that cost its player much: its number among the events, and what was better."""

    ply: int
    turn: int
    seat: int
    best: str
    cost: float


@dataclass(frozen=True, slots=True)
class GameReview:
    """What a look through a game found.

    `chances[n]` are those of each seat after n turns; `luck` is how much chance changed them in
    all, and `choices` how much the moves did; resignations and the like are neither. Blunders
    come in order of play, and no two of them missed the same.
    """

    chances: tuple[tuple[float, ...], ...]
    luck: tuple[float, ...]
    choices: tuple[float, ...]
    blunders: tuple[Blunder, ...]

    def fields(self) -> dict[str, Any]:  # Any: JSON
        """Return the review as it is stored."""
        return asdict(self)

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> "GameReview":  # Any: JSON
        """Read a review as it is stored."""
        return cls(
            tuple(map(tuple, fields["chances"])),
            tuple(fields["luck"]),
            tuple(fields["choices"]),
            _distinct([Blunder(**blunder) for blunder in fields["blunders"]]),
        )


@dataclass(slots=True)
class Progress:
    """A game that is being looked through: how many of the slices are done, and the work itself."""

    task: asyncio.Task[GameReview]
    done: int = 0
    slices: int = SLICES


class Reviews:
    """Look through finished games, each once."""

    def __init__(self, database: Database, workers: Workers, *, clock: Callable[[], int]) -> None:
        self._database = database
        self._workers = workers
        self._clock = clock
        self._running: dict[int, Progress] = {}

    async def known(self, game_id: int) -> GameReview | None:
        """Return the review of a game that has one."""
        async with self._database.reading() as connection:
            stored = await reviews.get(connection, game_id)
        return None if stored is None else GameReview.read(stored)

    async def ask(self, game: StoredGame, user_id: int) -> Progress:
        """Look through a game for a person, or let them join in where that is going on.

        Raises Refused where they, or people of their server, have asked for too many.
        """
        if game.id not in self._running:
            async with self._database.writing() as connection:
                guild_id = game.match.guild_id
                await limits.spend(connection, Limited.REVIEW, user_id, guild_id, self._clock())
        return self.begin(game.id)

    def begin(self, game_id: int) -> Progress:
        """Look through a game, or join in where that is going on.

        The task raises MatchError while the game runs, Busy, and JobFailed.
        """
        if game_id not in self._running:
            task = asyncio.create_task(self._review(game_id), name=f"review of {game_id}")
            self._running[game_id] = Progress(task)
            task.add_done_callback(lambda ended: self._ended(game_id, ended))
        return self._running[game_id]

    def _ended(self, game_id: int, task: asyncio.Task[GameReview]) -> None:
        del self._running[game_id]
        if not task.cancelled() and (error := task.exception()) is not None:
            # Everybody who still waits is told; nobody may be left.
            log.warning("no review of game %s: %r", game_id, error)

    async def close(self) -> None:
        """End the work that is going on; it starts again when somebody asks."""
        tasks = [progress.task for progress in self._running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _review(self, game_id: int) -> GameReview:
        async with self._database.reading() as connection:
            game = await matches.get_game(connection, game_id)
            if game is None or game.running:
                raise MatchError(Text("This game is not over yet."))
            record, events = await played_so_far(connection, game)
        weighed = await self._look_through(game, record)
        review = summed_up(weighed, events)
        async with self._database.writing() as connection:
            await reviews.add(connection, game_id, review.fields(), self._clock())
        return review

    async def _look_through(self, game: StoredGame, record: Record) -> list[Weighing]:
        points = len(record.moves) + 1
        progress = self._running[game.id]
        progress.slices = min(SLICES, points)
        ends = [points * n // progress.slices for n in range(progress.slices + 1)]
        effort = Effort(f"{game.id}", seconds=POSITION_SECONDS)
        weighed: list[Weighing] = []
        for first, last in pairwise(ends):
            while True:
                try:
                    weighed += await self._workers.run(
                        game.match.guild_id,
                        SLICE_SECONDS,
                        look_through,
                        record,
                        first,
                        last,
                        effort,
                    )
                except Busy:
                    if not weighed:
                        raise
                    # What has been begun is not given up.
                    await asyncio.sleep(BUSY_SECONDS)
                else:
                    break
            progress.done += 1
        return weighed


def summed_up(weighed: Sequence[Weighing], events: Sequence[Event]) -> GameReview:
    """Put together what was found at the start and after each of the events that count."""
    # Moves that were made for the players before the game are no turns.
    made = sum(event.is_move and event.user_id is None for event in events)
    chances: dict[int, tuple[float, ...]] = {}
    for point in weighed:
        chances[max(0, point.turns - made)] = point.chances
    seats = range(len(weighed[0].chances))
    luck, choices = [0.0 for _ in seats], [0.0 for _ in seats]
    for (before, after), event in zip(pairwise(weighed), events, strict=True):
        if event.notation.startswith("!") or (event.is_move and event.user_id is None):
            continue
        changed = luck if event.notation.startswith("@") else choices
        for seat in seats:
            changed[seat] += after.chances[seat] - before.chances[seat]
    return GameReview(
        tuple(chances[turn] for turn in sorted(chances)),
        tuple(luck),
        tuple(choices),
        _blunders(weighed, made),
    )


def _blunders(weighed: Sequence[Weighing], made: int) -> tuple[Blunder, ...]:
    """Return the worst moves of each seat, in order of play."""
    found = []
    for ply, (before, point) in enumerate(pairwise(weighed)):
        if point.seat is None or point.best is None or point.best_chance is None:
            continue
        cost = point.best_chance - point.chances[point.seat]
        if cost >= COSTLY:
            turn = before.turns + 1 - made
            found.append(Blunder(ply, turn, point.seat, point.best, cost))
    worst = costliest_first(_distinct(found))
    kept = [
        blunder
        for n, blunder in enumerate(worst)
        if sum(other.seat == blunder.seat for other in worst[:n]) < MISTAKES_A_SEAT
    ]
    return tuple(sorted(kept, key=lambda blunder: blunder.ply))


def costliest_first(blunders: Sequence[Blunder]) -> list[Blunder]:
    """Return mistakes as they are numbered for readers."""
    return sorted(blunders, key=lambda blunder: -blunder.cost)


def _distinct(blunders: Sequence[Blunder]) -> tuple[Blunder, ...]:
    """Leave out mistakes that missed the same as a costlier one, by any player, in their order."""
    costliest: dict[frozenset[str], Blunder] = {}
    for blunder in costliest_first(blunders):
        # The dice of a pair may be named in either order.
        costliest.setdefault(frozenset(_PARTS.findall(blunder.best)), blunder)
    kept = {blunder.ply for blunder in costliest.values()}
    return tuple(blunder for blunder in blunders if blunder.ply in kept)
