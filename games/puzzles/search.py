"""Find puzzles: computers play to the end, and positions with one best turn are kept.

Everything follows from the seed, so that the same command makes the same file. What does not
belong here: arguments, files and progress (`games.puzzles.__main__`), and how players search.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from games.chance import SeededSource
from games.line import AnyGame, Line, start
from games.players import Budget, Level, player_of
from games.players.duel import MOST_EVENTS
from games.players.player import Weighed
from games.puzzles.puzzle import SPACES, Puzzle, Valued
from games.record import Record

LEAD: Final = 0.08
"""By how much of the first place the best turn must be ahead, in every search."""
OPEN: Final = (0.10, 0.97)
"""Between which values the best turn lies: the game is neither lost nor won whatever one does."""
CHOICES: Final = 5
"""How many different turns there must be at least."""
LISTED: Final = 16
"""How many turns a puzzle lists at most."""
GLANCES: Final = 6
"""At how many positions of a game a quick search looks."""
QUICK: Final = 0.5
"""What a quick search may cost, as a share of a hard player's own."""
DEEP: Final = (1.5, 2.0, 3.0)
"""What the searches may cost that confirm a puzzle, each with another seed; the last has the word."""
LEVELS: Final = (Level.MEDIUM, Level.MEDIUM, Level.EASY)
"""The players of the games: each seat is drawn from these."""


@dataclass(frozen=True, slots=True)
class Looked:
    """A game that was looked through, and the puzzle that was found in it, if there was one."""

    number: int
    puzzle: Puzzle | None


def search(game: AnyGame, seed: int) -> Iterator[Looked]:
    """Play one game after the other, without an end, and look for at most one puzzle in each."""
    number = 0
    while True:
        yield Looked(number, _look_through(game, Random(f"{seed}:{number}")))
        number += 1


def _look_through(game: AnyGame, random: Random) -> Puzzle | None:
    record, lines = _played(game, random)
    if lines[-1].result is None:
        return None
    open_lines = [line for line in lines if _is_open(line)]
    seen = random.sample(open_lines, min(len(open_lines), GLANCES))
    for line in seen:
        at = _record_at(record, line)
        if _is_clear(_weighed(line, f"{random.random()}", QUICK)):
            turns = _confirmed(line, random)
            if turns:
                return Puzzle(at, turns)
    return None


def _played(game: AnyGame, random: Random) -> tuple[Record, list[Line]]:
    """Play a game between computers to its end; return its record, and the game after every event."""
    seats = random.choice(game.about.seats)
    options = game.options_of({})
    source = SeededSource(random.getrandbits(53))
    levels = [random.choice(LEVELS) for _ in range(seats)]
    line = start(game, seats, game.deal(source, seats, options))
    setup = game.write_setup(line.position)
    moves: list[str] = []
    lines = [line]
    for move in game.opening(seats, game.settings_of({})):
        moves.append(game.format(move))
        line = line.play(move)
        lines.append(line)
    while (seat := line.to_move) is not None and line.ply < MOST_EVENTS:
        position = line.position
        if isinstance(seat, int):
            player = player_of(game.about.key, levels[seat])
            view, legal = position.seen_by(seat), position.legal_moves()
            move = player.choose(view, legal, random, Budget())
        else:
            move = position.roll(source)
        moves.append(game.format(move))
        line = line.play(move)
        lines.append(line)
    record = Record(game.about.key, seats, options, setup, tuple(moves), line.result)
    return record, lines


def _record_at(record: Record, line: Line) -> Record:
    """Return the record of the game as far as a puzzle shows it."""
    return Record(record.game, record.seats, record.options, record.setup, record.moves[: line.ply])


def _is_open(line: Line) -> bool:
    """Tell whether a turn begins here that has enough ways to be played."""
    position = line.position
    return (
        isinstance(line.to_move, int)
        and position.settled
        and not position.mid_turn
        and line.turns >= 2 * line.seats
        and len(position.legal_moves()) >= CHOICES
    )


def _weighed(line: Line, seed: str, work: float) -> list[Weighed[object]]:
    """Weigh the turns of the seat to move, by what it may see."""
    position, seat = line.position, line.to_move
    player = player_of(line.game.about.key, Level.HARD)
    view = position.seen_by(seat if isinstance(seat, int) else None)
    return player.weigh_turns(view, position.legal_moves(), Random(seed), Budget(work), LISTED)


def _is_clear(weighed: list[Weighed[object]]) -> bool:
    """Tell whether the first turn is far enough ahead of all others, in a game that is open."""
    if len(weighed) < CHOICES:
        return False
    best, second = weighed[0].value, weighed[1].value
    return best - second >= LEAD and OPEN[0] <= best <= OPEN[1]


def _confirmed(line: Line, random: Random) -> tuple[Valued, ...]:
    """Search again and again; return the turns with their values, or nothing where one disagrees."""
    turns: tuple[Valued, ...] = ()
    for work in DEEP:
        weighed = _weighed(line, f"{random.random()}", work)
        if not _is_clear(weighed):
            return ()
        again = tuple(_valued(line, each) for each in weighed)
        if SPACES in again[0].notation or (turns and again[0].notation != turns[0].notation):
            return ()
        turns = again
    return turns


def _valued(line: Line, weighed: Weighed[object]) -> Valued:
    moves = (weighed.move, *weighed.then)
    return Valued(" ".join(map(line.game.format, moves)), round(weighed.value, 3))
