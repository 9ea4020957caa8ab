"""What worker processes do: choose a turn, weigh moves, look through a finished game.

These functions run outside the bot, so they import the games and nothing of the bot's. What goes
in and comes out are plain values: what a seat may see, the record of a game that is over, levels,
seeds, notations, numbers and texts. What
does not belong here: processes and queues (`bot.workers.pool`), and what is done with what comes
out (`bot.services.computers`, `bot.services.reviews`).
"""

import os
import signal
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from games.chance import SeededSource
from games.line import AnyGame, AnyPosition, Line
from games.players import Budget, Level, Player, chances_of, player_of
from games.players.mix import Strength, level_of
from games.record import Record, lines, replay
from games.registry import game_of
from games.words import Text

NICENESS: Final = 10
"""By how much a worker's priority is below the bot's (`nice`)."""


def settle_in() -> None:
    """Make a new worker yield to the bot, and leave Ctrl-C to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(AttributeError, OSError):  # not every system has niceness
        os.nice(NICENESS)


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to think: `seed` for the random numbers, `work` as in `Budget`, at most `seconds`."""

    seed: str
    work: float = 1.0
    seconds: float = 5.0

    def budget(self) -> Budget:
        """Return the budget of a thought that begins now."""
        end = time.monotonic() + self.seconds
        return Budget(self.work, lambda: time.monotonic() > end)


@dataclass(frozen=True, slots=True)
class Hint:
    """A turn that may be played, in notation; the chance to win with it; what it gains in words."""

    notation: str
    chance: float
    gain: Text | None


@dataclass(frozen=True, slots=True)
class Weighing:
    """What an event did: after how many turns each seat had which chance of the first place.

    For a move by `seat`, `best` is the one that the computer would have made, in notation, and
    `best_chance` its player's chance with it; None where there was no choice.
    """

    turns: int
    chances: tuple[float, ...]
    seat: int | None = None
    best: str | None = None
    best_chance: float | None = None


def take_turn(game: str, view: AnyPosition, level: Level, effort: Effort) -> list[str]:
    """Choose the moves with which the seat to move goes on until its turn ends or chance acts.

    `view` is what that seat may see of a game, by the game's key.
    """
    return _turn(game_of(game), view, player_of(game, level), Random(effort.seed), effort.budget())


def _turn(
    game: AnyGame,
    view: AnyPosition,
    player: Player[Any, Any],  # Any: as in games.line
    random: Random,
    budget: Budget,
) -> list[str]:
    seat, chosen = view.to_move, list[str]()
    while isinstance(seat, int) and view.to_move == seat:
        move = player.choose(view, view.legal_moves(), random, budget)
        chosen.append(game.format(move))
        view = view.play(move)
        if not view.mid_turn:
            break
    return chosen


def answers(record: Record, seat: int, strength: Strength, effort: Effort) -> list[str]:
    """Play on for all other seats until it is a seat's turn, or nobody's any more.

    Returns steps: a turn in notation, or a roll. Rolls are drawn too: the game is made up.
    """
    line, random, budget, found = replay(record), Random(effort.seed), effort.budget(), list[str]()
    source = SeededSource(random.getrandbits(53))
    while line.to_move not in (seat, None):
        if isinstance(line.to_move, int):
            view = line.position.seen_by(line.to_move)
            player = player_of(record.game, level_of(strength, f"{effort.seed} {line.ply}"))
            turn = _turn(line.game, view, player, random, budget)
            for move in turn:
                line = line.apply(move)
            found.append(" ".join(turn))
        else:
            roll = line.position.roll(source)
            found.append(line.game.format(roll))
            line = line.play(roll)
    return found


def best_moves(game: str, view: AnyPosition, level: Level, effort: Effort, most: int) -> list[Hint]:
    """List the best turns of the seat to move, at most `most`, best first; `view` as above."""
    if not isinstance(view.to_move, int):
        return []
    notation = game_of(game).format
    weighed = player_of(game, level).weigh(
        view, view.legal_moves(), Random(effort.seed), effort.budget(), most
    )
    return [
        Hint(" ".join(map(notation, (each.move, *each.then))), each.value, each.gain)
        for each in weighed
    ]


def look_through(record: Record, first: int, last: int, effort: Effort) -> list[Weighing]:
    """Weigh the positions after `first` to `last - 1` events (0: the start)."""
    wanted = range(first, last)
    found: list[Weighing] = []
    before: Line | None = None
    for line in lines(record):
        if line.ply in wanted:
            event = record.moves[line.ply - 1] if line.ply else "!"
            found.append(_weighing(before, event, line, effort))
        before = line
    return found


def _weighing(before: Line | None, event: str, after: Line, effort: Effort) -> Weighing:
    if before is None or event[0] in "@!" or not isinstance(before.to_move, int):
        return Weighing(after.turns, _chances(after, None, effort))
    seat, legal = before.to_move, before.position.legal_moves()
    found = Weighing(after.turns, _chances(after, seat, effort), seat)
    if len(legal) < 2 or not before.position.settled:
        return found
    player = player_of(before.game.about.key, Level.MEDIUM)
    random, budget = Random(effort.seed), effort.budget()
    (best,) = player.weigh(before.position.seen_by(seat), legal, random, budget, 1)
    notation = before.game.format(best.move)
    if notation == event:
        return found
    return replace(found, best=notation, best_chance=best.value)


def _chances(line: Line, seat: int | None, effort: Effort) -> tuple[float, ...]:
    """Return each seat's share of the first place: what came of it, or what may be expected.

    What is expected is what the seat that moved could know, or anybody where it is None: what a
    hint for the move would have said.
    """
    if line.result is not None:
        return tuple(map(line.result.share, range(line.seats)))
    if not line.position.settled:
        return (1 / line.seats,) * line.seats
    return chances_of(line.game.about.key, line.position.seen_by(seat), effort.budget())


THINKING: Final[Mapping[str, Callable[..., Any]]] = {  # Any: each takes and returns its own
    job.__name__: job for job in (take_turn, best_moves, look_through)
}
"""The jobs that workers on other machines take; what they get is what the seat may see, or public."""
