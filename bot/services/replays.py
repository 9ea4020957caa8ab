"""Replays: the positions of a finished game through which a person steps, turn by turn.

What does not belong here: what of them is shown, and how (`cogs.match.replays`).
"""

from games.game import CHANCE
from games.line import Line
from games.record import Record, lines


def frames(record: Record) -> list[Line]:
    """Return a game as it stood at its start, after every turn with its rolls, and at its end."""
    found: list[Line] = []
    for line in lines(record):
        if line.result is None and not _begins_turn(found, line):
            continue
        found.append(line)
    return found


def _begins_turn(found: list[Line], line: Line) -> bool:
    """Tell whether somebody's turn begins with a line: what lies within a turn is left out."""
    if line.to_move == CHANCE:
        return False
    return not found or (line.turns, line.left) != (found[-1].turns, found[-1].left)
