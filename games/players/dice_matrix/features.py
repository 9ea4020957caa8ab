"""What is true of a move in Dice Matrix: the dice that it takes, and what it leaves.

What dice are worth in the end is explained in `search`. What does not belong here: judging moves.
"""

from typing import Final

from games.dice_matrix.rules import Die, Move, Position, Take, Turn, cell_name
from games.players.dice_matrix.search import worths
from games.players.player import Level
from games.players.traits import Trait
from games.words import Plural, Text

_HALF_POINT: Final = 0.1
"""How much half a point counts, in log-odds."""
_NO_PAIR: Final = 0.5


CHARACTERS: Final = {
    Level.EASY: Text("looks for dice that score the most now, and misjudges them by some points"),
    Level.MEDIUM: Text("counts what dice are worth in the end, and takes off the best reply"),
    Level.HARD: Text("searches many turns ahead, and to the very end once few dice are left"),
    Level.EXPERT: Text(
        "asks who wins once half of the dice are taken, and follows that to the end"
    ),
}
"""How each level plays, to follow a name."""


def traits(before: Position, move: Move, after: Position) -> tuple[Trait, ...]:
    """Return what is true of a move; where points are hidden until the end, none are named."""
    if isinstance(move, Turn):
        dice = sum(die is not None and die.face == move.face for die in before.matrix)
        said = Plural(
            "turns to a face of which the matrix has {n} die",
            "turns to a face of which the matrix has {n} dice",
            dice,
        )
        return (Trait("face", _HALF_POINT * dice, said),)
    worth = worths(before)
    found = [_taken(before, move, worth)]
    if after.to_move is None:
        return (*found, Trait("last", 0.0, Text("takes the last of the dice")))
    takes = [reply for reply in after.legal_moves() if isinstance(reply, Take)]
    found.append(_left(before, max(takes, key=lambda take: _worth(before, take, worth)), worth))
    if all(take.second is None for take in takes):
        found.append(Trait("no pair", _NO_PAIR, Text("leaves no pair")))
    return tuple(found)


def _taken(position: Position, move: Take, worth: tuple[int, ...]) -> Trait:
    value = _worth(position, move, worth)
    if position.recount:
        said = Text("takes one die") if move.second is None else Text("takes two dice")
    else:
        said = Plural(
            "takes a die worth {points} points in the end",
            "takes two dice worth {points} points in the end",
            1 if move.second is None else 2,
            points=_halves(value),
        )
    return Trait("taken", _HALF_POINT * value, said)


def _left(position: Position, reply: Take, worth: tuple[int, ...]) -> Trait:
    value, first = _worth(position, reply, worth), cell_name(reply.first)
    if reply.second is None:
        cells = Text("{cell}", cell=first)
    else:
        cells = Text("{one} and {two}", one=first, two=cell_name(reply.second))
    if position.recount:
        said = Text("leaves {cells}", cells=cells)
    else:
        said = Text(
            "leaves {cells}, worth {points} points in the end", cells=cells, points=_halves(value)
        )
    return Trait("left", -_HALF_POINT * value, said)


def _worth(position: Position, take: Take, worth: tuple[int, ...]) -> int:
    """Return what the dice of a move are worth, in half points."""
    cells = (take.first,) if take.second is None else (take.first, take.second)
    return sum(worth[_stack(position.setup.dice[cell])] for cell in cells)


def _stack(die: Die) -> int:
    return die.colour * 6 + die.face - 1


def _halves(half_points: int) -> str:
    """Write a number of half points.

    >>> _halves(25), _halves(24)
    ('12½', '12')
    """
    return f"{half_points // 2}{'½' * (half_points % 2)}"
