"""Dicefest as records write it: moves, set-ups and positions, read and written to the letter.

What does not belong here: whether a move is legal (`rules`), what people type
(`typing`) and words (`words`).
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from games.dicefest.board import DIRECTIONS, FACES, mask_of, space_index, space_name, spaces_of
from games.dicefest.dice import WAYS
from games.dicefest.moves import Move, MoveDie, Pass, PickSide, Rotate
from games.dicefest.rules import DICE, Position
from games.errors import NotationError, RecordError
from games.game import Json
from games.words import Text, quoted

PASSING: Final = "pass"

SPACE: Final = "(?!a1|a8|h1|h8)[a-h][1-8]"
"""What the name of a space looks like."""

_SIDE: Final = re.compile(rf"side:([{DIRECTIONS}])")
_MOVE: Final = re.compile(rf"({SPACE})-({SPACE})")
_ROTATION: Final = re.compile(rf"({SPACE})/([{WAYS}])(?:@({SPACE}(?:,{SPACE})*))?")


def format_move(move: Move) -> str:
    """Write a move; a rotation without the spaces for its counters as legal lists have it.

    >>> format_move(PickSide(2)), format_move(MoveDie(8, 12)), format_move(Pass())
    ('side:S', 'b1-b5', 'pass')
    >>> format_move(Rotate(8, 0)), format_move(Rotate(8, 0, mask_of([18, 27])))
    ('b1/N', 'b1/N@c3,d4')
    """
    match move:
        case MoveDie():
            return f"{space_name(move.start)}-{space_name(move.end)}"
        case Rotate():
            turn = f"{space_name(move.space)}/{WAYS[move.way]}"
            return f"{turn}@{list_spaces(move.counters)}" if move.counters else turn
        case PickSide():
            return f"side:{DIRECTIONS[move.side]}"
        case Pass():
            return PASSING


def list_spaces(spaces: int) -> str:
    """Write a set of spaces, sorted."""
    return ",".join(map(space_name, spaces_of(spaces)))


def parse_move(text: str) -> Move:
    """Read a move as records write it; NotationError for anything else.

    >>> parse_move("b1-b5")
    MoveDie(start=8, end=12)
    """
    if move := _MOVE.fullmatch(text):
        return MoveDie(space_index(move[1]), space_index(move[2]))
    if rotation := _ROTATION.fullmatch(text):
        spaces = rotation[3].split(",") if rotation[3] else []
        if spaces == sorted(set(spaces)):
            counters = mask_of(map(space_index, spaces))
            return Rotate(space_index(rotation[1]), WAYS.index(rotation[2]), counters)
        raise NotationError(
            Text("The spaces in {typed} must be sorted, none of them twice.", typed=quoted(text))
        )
    if side := _SIDE.fullmatch(text):
        return PickSide(DIRECTIONS.index(side[1]))
    if text == PASSING:
        return Pass()
    raise no_move(text)


def no_move(typed: str) -> NotationError:
    """Return the error for what is no move at all."""
    return NotationError(
        Text(
            "{typed} is not a move of Dicefest; moves look like {move}, {rotation}, {side} or "
            "{passing}.",
            typed=quoted(typed),
            move="b1-b5",
            rotation="b1/N@c3,d4",
            side="side:S",
            passing=PASSING,
        )
    )


def write_position(position: Position) -> Mapping[str, Json]:
    """Write a position."""
    dice = sorted(position.dice, key=lambda die: die.space)
    return {
        "dice": {
            space_name(die.space): {
                "seat": die.seat,
                "top": die.facing.top,
                "north": die.facing.north,
                "west": die.facing.west,
            }
            for die in dice
        },
        "counters": [space_name(space) for space in spaces_of(position.counters)],
        "collections": list(position.collections),
        "locked": [space_name(die.space) for die in dice if die.locked],
    }


def write_setup(position: Position) -> Mapping[str, Json]:
    """Write the set-up from which a position came."""
    return {"dice": [list(numbers) for numbers in position.table.numbers]}


def read_setup(setup: Json, seats: int) -> Position:
    """Read a set-up; RecordError at ply 0 names what is wrong."""
    if not isinstance(setup, Mapping):
        raise RecordError(0, Text("the set-up must be an object"))
    for key in setup:
        if key != "dice":
            raise RecordError(0, Text("the set-up has no {key}", key=quoted(key)))
    if "dice" not in setup:
        raise RecordError(0, Text("the set-up lacks {key}", key=quoted("dice")))
    dealt = _list(setup["dice"], Text("the dice"), seats)
    return Position.first([_read_dice(dice, seat) for seat, dice in enumerate(dealt)])


def _read_dice(value: Json, seat: int) -> list[int]:
    what = Text("the dice of seat {seat}", seat=seat)
    numbers = []
    for number in _list(value, what, DICE):
        # True is 1 to Python, but not in a record.
        if not isinstance(number, int) or isinstance(number, bool) or number not in FACES:
            raise RecordError(0, Text("{what} must be numbers from 1 to 6", what=what))
        numbers.append(number)
    if numbers != sorted(set(numbers)):
        raise RecordError(0, Text("{what} must be different and sorted", what=what))
    return numbers


def _list(value: Json, what: Text, length: int) -> Sequence[Json]:
    if not isinstance(value, list):
        raise RecordError(0, Text("{what} must be a list", what=what))
    if len(value) != length:
        raise RecordError(
            0,
            Text(
                "{what} must have {right} entries, not {n}", what=what, right=length, n=len(value)
            ),
        )
    return value
