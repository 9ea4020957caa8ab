"""Explorations: a person tries moves on a private board, from any position that they may know.

Each begins where a game stood, holds what was tried since, and never touches the game: it is a row
of its own, since it outgrows a custom_id. What changes one begins with what the person saw of it
(`Explored.cut`), so that a click that comes twice counts once. What does not belong here: how it is shown
(`cogs.match.explore`).
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from bot.errors import ForgedControl, MatchError, Refused
from bot.match.positions import rules_of
from bot.services.replays import frames, record_to_show
from data import explorations
from data.engine import Database
from data.explorations import Practice
from data.stored import StoredGame
from games.chance import SeededSource
from games.game import CHANCE
from games.line import Line
from games.lots import Lots
from games.record import Record, back_to, replay
from games.record import lines as lines_of
from games.words import Text

MOST_STEPS: Final = 60
"""How many turns and rolls are tried in a row."""
MOST_PLAYED: Final = 400
"""How many of them there are where computers play the other seats: enough for a whole game."""


@dataclass(frozen=True, slots=True)
class Explored:
    """What a person tries: from the end of `record`, and the position after each step.

    A step is a turn in notation, or the rest of one, or a chance event.
    """

    number: int
    game_id: int | None
    """The game in which it begins; None: one from a file."""
    record: Record
    steps: tuple[str, ...]
    lines: tuple[Line, ...]
    """The game where it begins, and after each step."""
    practice: Practice | None = None
    """Whether computers play the other seats; None: the person plays all."""

    @property
    def line(self) -> Line:
        """Return the game after all steps."""
        return self.lines[-1]

    @property
    def record_so_far(self) -> Record:
        """Return the record with what was tried."""
        tried = [event for step in self.steps for event in step.split(" ")]
        return replace(self.record, moves=(*self.record.moves, *tried))

    @property
    def turns(self) -> int:
        """Count what was tried, without the rolls."""
        return sum(not step.startswith("@") for step in self.steps)

    @property
    def earlier(self) -> int:
        """Return after how many steps the person chose last: what taking back leads to."""
        counts = range(len(self.steps))
        if self.practice is None:
            return max(counts, default=0)
        seat = self.practice.seat
        return max((n for n in counts if self.lines[n].to_move == seat), default=0)

    def cut(self, count: int) -> "Explored":
        """Return it as it was after some of its steps; Refused if there are fewer by now."""
        if count > len(self.steps):
            raise Refused(
                Text("This was taken back since. Go on where you see your latest position.")
            )
        return replace(self, steps=self.steps[:count], lines=self.lines[: count + 1])

    def longer(self, step: str) -> "Explored":
        """Return it with one more step; GameError if that can't be."""
        most = MOST_STEPS if self.practice is None else MOST_PLAYED
        if len(self.steps) >= most:
            raise Refused(Text("You are {n} steps deep: take some back first.", n=most))
        lines = (*self.lines, _after(self.line, step))
        return replace(self, steps=(*self.steps, step), lines=lines)


class Explorations:
    """Begin, keep and change explorations."""

    def __init__(self, database: Database, *, choose: Random, clock: Callable[[], int]) -> None:
        """Keep them in a database; `choose` draws rolls, which no game ever has."""
        self._database = database
        self._choose = choose
        self._clock = clock

    async def begin(self, game: StoredGame, user_id: int, step: int | None = None) -> Explored:
        """Begin at the position now, or after a step of its replay.

        Raises Refused where that may not be known or nothing follows, and ForgedControl.
        """
        check_open(game)
        record = await record_to_show(self._database, game)
        return await self._begin(user_id, game.id, record, step)

    async def begin_in(self, record: Record, user_id: int, step: int) -> Explored:
        """Begin after a step of the replay of a record; raises as `begin` does."""
        return await self._begin(user_id, None, record, step)

    async def practise(
        self, game: StoredGame, user_id: int, ply: int, practice: Practice
    ) -> Explored:
        """Begin where a move of a finished game was made, with computers in the other seats.

        `ply` counts the events that were not taken back. Raises Refused while the game runs.
        """
        if game.running:
            raise Refused(Text("This game is not over yet."))
        record = await record_to_show(self._database, game)
        start = await asyncio.to_thread(_start_at, record, ply)
        return await self._add(user_id, game.id, start, practice)

    async def _begin(
        self, user_id: int, game_id: int | None, record: Record, step: int | None
    ) -> Explored:
        return await self._add(user_id, game_id, await asyncio.to_thread(_start, record, step))

    async def _add(
        self, user_id: int, game_id: int | None, start: Record, practice: Practice | None = None
    ) -> Explored:
        async with self._database.writing() as connection:
            number = await explorations.add(
                connection, user_id, game_id, start.to_json(), practice, now=self._clock()
            )
        lines = (await asyncio.to_thread(replay, start),)
        return Explored(number, game_id, start, (), lines, practice=practice)

    async def find(self, number: int, user_id: int) -> Explored:
        """Return what a person tries; MatchError if it is not kept any more, or not theirs."""
        async with self._database.reading() as connection:
            stored = await explorations.get(connection, number, user_id)
        if stored is None:
            raise MatchError(
                Text(
                    "What you tried here is no longer kept. To start again, use "
                    "Explore, under More on a board or in a replay."
                )
            )
        record = Record.read(stored.record)
        lines = await asyncio.to_thread(_lines, record, stored.steps)
        return Explored(
            number, stored.game_id, record, stored.steps, lines, practice=stored.practice
        )

    async def add(self, seen: Explored, step: str) -> Explored:
        """Try a turn or a roll after what a person saw; GameError if it can't be."""
        return await self._store(seen.longer(step))

    async def roll(self, whole: Explored, count: int) -> Explored:
        """Draw the roll that is due after the `count` steps that a person saw, once."""
        seen = whole.cut(count)
        if seen.line.to_move != CHANCE:
            raise ForgedControl
        if len(whole.steps) > count:
            return whole.cut(count + 1)
        source = SeededSource(self._choose.getrandbits(53))
        return await self._store(
            seen.longer(seen.line.game.format(seen.line.position.roll(source)))
        )

    async def play_on(self, seen: Explored, steps: Sequence[str]) -> Explored:
        """Keep several steps after what a person saw; GameError if they can't be."""
        for step in steps:
            seen = seen.longer(step)
        return await self._store(seen)

    async def go_back(self, seen: Explored) -> Explored:
        """Take back all that came after what a person saw."""
        return await self._store(seen)

    async def _store(self, explored: Explored) -> Explored:
        async with self._database.writing() as connection:
            await explorations.change(
                connection, explored.number, explored.steps, now=self._clock()
            )
        return explored


def may_explore(game: StoredGame) -> bool:
    """Tell whether everything that a game's positions hold may be known by everybody."""
    return not (game.running and rules_of(game).about.hidden)


def check_open(game: StoredGame) -> None:
    """Raise Refused for a game whose positions may not be known yet."""
    if not may_explore(game):
        raise Refused(
            Text("The hands are hidden while this game runs. It can be explored once it is over.")
        )


def _start(record: Record, step: int | None) -> Record:
    """Return the record of a game up to a step of its replay, or to the position now."""
    if step is None:
        return cut_after(record, replay(record))
    shown = frames(record)
    if step >= len(shown):
        raise ForgedControl
    return cut_after(record, shown[step])


def _start_at(record: Record, ply: int) -> Record:
    """Return the record of a game up to where the event `ply` was a move."""
    line = next((line for line in lines_of(record) if line.ply == ply), None)
    if line is None or not isinstance(line.to_move, int):
        raise ForgedControl
    return cut_after(record, line)


def cut_after(record: Record, line: Line) -> Record:
    """Return a record that ends where its game stood, without what was taken back.

    What ended a game from outside its rules is left out; Refused where the rules ended it.
    """
    counted: list[tuple[int, str]] = []
    for n, event in enumerate(record.moves, 1):
        back = back_to(event) if isinstance(record.fair, Lots) else None
        if back is None:
            counted.append((n, event))
        else:
            counted = [earlier for earlier in counted if earlier[0] <= back]
    moves = [event for _, event in counted][: line.ply]
    if line.ending is not None:
        moves.pop()
    elif line.result is not None:
        raise Refused(Text("The game is over here: go back a turn to try moves."))
    return replace(record, moves=tuple(moves), result=None, fair=None)


def _lines(record: Record, steps: Sequence[str]) -> tuple[Line, ...]:
    found = [replay(record)]
    for step in steps:
        found.append(_after(found[-1], step))
    return tuple(found)


def _after(line: Line, step: str) -> Line:
    """Return a game after the moves of a turn, or a roll; what comes from outside is none."""
    for event in step.split(" "):
        if event.startswith("!"):
            raise ForgedControl
        line = line.apply(event)
    return line
