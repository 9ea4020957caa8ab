"""Dice Matrix as records write it: moves, dice, set-ups and positions, read and written.

Records are read to the letter; only `read_move` is lenient, for people who type. What does
not belong here: whether a move is legal (`rules`) and words (`words`).
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final

from games.dice_matrix.rules import (
    CELLS,
    COLOURS,
    DICE_A_COLOUR,
    FACES,
    Die,
    Move,
    Position,
    Setup,
    Take,
    Turn,
    cell_index,
    cell_name,
)
from games.errors import NotationError, RecordError
from games.game import Json
from games.words import Text, quoted

_TURN: Final = re.compile(r"=([1-6])")
_TAKE: Final = re.compile(r"([a-g][1-7])(?:\+([a-g][1-7]))?")
_TYPED_TURN: Final = re.compile(r"=?\s*([1-6])")
_TYPED_TAKE: Final = re.compile(
    r"([a-g]\s?[1-7])(?:(?:\s*[+,;&/-]\s*|\s+and\s+|\s*)([a-g]\s?[1-7]))?"
)
_DICE: Final = {
    f"{letter}{face}": Die(colour, face) for colour, letter in enumerate(COLOURS) for face in FACES
}
_DIE_CODES: Final = {die: code for code, die in _DICE.items()}


def die_code(die: Die) -> str:
    """Write a die: the letter of its colour and its face.

    >>> die_code(Die(1, 5))
    'R5'
    """
    return _DIE_CODES[die]


def format_move(move: Move) -> str:
    """Write a move.

    >>> format_move(Turn(3)), format_move(Take(23)), format_move(Take(23, 25))
    ('=3', 'c4', 'c4+e4')
    """
    if isinstance(move, Turn):
        return f"={move.face}"
    if move.second is None:
        return cell_name(move.first)
    return f"{cell_name(move.first)}+{cell_name(move.second)}"


def parse_move(text: str) -> Move:
    """Read a move as records write it; NotationError for anything else.

    >>> parse_move("c4+e4")
    Take(first=23, second=25)
    """
    if turn := _TURN.fullmatch(text):
        return Turn(int(turn[1]))
    if take := _TAKE.fullmatch(text):
        return Take(cell_index(take[1]), cell_index(take[2]) if take[2] else None)
    raise NotationError(
        Text(
            "{typed} is not a move of Dice Matrix; moves look like {turn} (first move), {one} "
            "or {pair}.",
            typed=quoted(text),
            turn="=3",
            one="c4",
            pair="c4+c6",
        )
    )


def read_move(position: Position, typed: str) -> Move:
    """Read a move as people type it: any case, blanks, "c4 c6", "c4-c6", "c4 and c6".

    A face alone ("3") is the first move, where that is due. Raises NotationError.
    """
    text = typed.strip().lower()
    if position.left and (turn := _TYPED_TURN.fullmatch(text)):
        return Turn(int(turn[1]))
    if take := _TYPED_TAKE.fullmatch(text):
        cells = [cell_index("".join(cell.split())) for cell in take.groups() if cell]
        return Take(*cells)
    return parse_move(text)


def write_setup(position: Position) -> Mapping[str, Json]:
    """Write the set-up of a game: all 49 cells, and the left-over die as it was rolled."""
    matrix = {cell_name(cell): die_code(die) for cell, die in enumerate(position.setup.dice)}
    return {"matrix": matrix, "left": die_code(position.setup.left)}


def read_setup(setup: Json, *, recount: bool) -> Position:
    """Read a set-up; RecordError at ply 0 names what is wrong."""
    fields = _object(setup, Text("the set-up"), ("matrix", "left"))
    names = tuple(cell_name(cell) for cell in range(CELLS))
    matrix = _object(fields["matrix"], Text("the matrix"), names)
    dice = [_read_die(matrix[name], Text("{cell}", cell=name)) for name in names]
    left = _read_die(fields["left"], Text("the left-over die"))
    counts = Counter(die.colour for die in (*dice, left))
    for colour, letter in enumerate(COLOURS):
        if counts[colour] != DICE_A_COLOUR:
            raise RecordError(
                0,
                Text(
                    "of the colour {colour} there are {count} dice instead of {right}",
                    colour=letter,
                    count=counts[colour],
                    right=DICE_A_COLOUR,
                ),
            )
    return Position(Setup.of(dice, left, recount=recount))


def write_position(position: Position) -> Mapping[str, Json]:
    """Write a position: occupied cells and dice that are there; running totals in any scoring."""
    matrix = {cell_name(cell): die_code(die) for cell, die in enumerate(position.matrix) if die}
    areas = [
        {code: height for code, height in zip(_DICE, heights, strict=True) if height}
        for heights in position.areas
    ]
    return {
        "matrix": matrix,
        "left": die_code(position.left) if position.left else None,
        "areas": areas,
        "points": list(position.points),
    }


def _object(value: Json, what: Text, keys: Collection[str]) -> Mapping[str, Json]:
    """Return an object of a set-up that has exactly these keys."""
    if not isinstance(value, Mapping):
        raise RecordError(0, Text("{what} must be an object", what=what))
    for key in value:
        if key not in keys:
            raise RecordError(0, Text("{what} has no {key}", what=what, key=quoted(key)))
    for key in keys:
        if key not in value:
            raise RecordError(0, Text("{what} lacks {key}", what=what, key=quoted(key)))
    return value


def _read_die(value: Json, what: Text) -> Die:
    if isinstance(value, str) and value in _DICE:
        return _DICE[value]
    raise RecordError(0, Text("{what} is not a die (dice look like {die})", what=what, die="R5"))
