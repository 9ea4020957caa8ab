"""Replays: the positions through which a person steps, turn by turn.

What does not belong here: what of them is shown, and how (`cogs.match.replays`).
"""

from collections.abc import Sequence

from bot.match.record import played_so_far
from data.engine import Database
from data.stored import StoredGame
from games.game import CHANCE
from games.line import Line
from games.record import Record, lines


def frames(record: Record) -> list[Line]:
    """Return a game as it stood at its start, after every turn with its rolls, and at its end.

    Turns that were taken back are left out.
    """
    found: list[Line] = []
    for line in lines(record):
        while found and found[-1].turns > line.turns:
            found.pop()
        if line.result is not None or _begins_turn(found, line):
            found.append(line)
    if not found or (line.to_move == CHANCE and line.turns > found[-1].turns):
        # A record may end before a roll.
        found.append(line)
    return found


def _begins_turn(found: Sequence[Line], line: Line) -> bool:
    """Tell whether somebody's turn begins with a line: what lies within a turn is left out."""
    if line.to_move == CHANCE:
        return False
    return not found or (line.turns, line.left) != (found[-1].turns, found[-1].left)


def next_turn_of(shown: Sequence[Line], step: int, seat: int) -> int | None:
    """Return the next step at which a seat has just moved; None if there is none."""
    turns = shown[step].turns
    later = enumerate(shown[step + 1 :], step + 1)
    return next((n for n, line in later if line.turns > turns and _mover(line) == seat), None)


def last_turn_of(shown: Sequence[Line], seat: int) -> int:
    """Return the last step at which a seat has just moved, or the start."""
    return next((n for n in reversed(range(len(shown))) if _mover(shown[n]) == seat), 0)


def step_after(shown: Sequence[Line], ply: int) -> int:
    """Return the first step that shows what the event `ply` led to: the last at the latest."""
    return next((n for n, line in enumerate(shown) if line.ply > ply), len(shown) - 1)


def _mover(line: Line) -> int | None:
    return None if line.last is None else line.last.seat


async def record_to_show(database: Database, game: StoredGame) -> Record:
    """Return what happened in a game so far; of its positions only what a seat may see is shown."""
    async with database.reading() as connection:
        record, _ = await played_so_far(connection, game)
    return record
