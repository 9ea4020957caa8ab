"""Tablero di Berona as records write it: moves, rolls, set-ups and positions, read and written.

Records are read to the letter; only `read_turn` is lenient, for people who type, and reads
a whole turn. What does not belong here: whether a move is legal (`rules`) and words
(`words`).
"""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from games.errors import NotationError, RecordError
from games.game import Json
from games.tablero.board import home_space, space_index, space_name
from games.tablero.rules import Bump, Move, MoveStack, Place, Position, Retrieve, Roll
from games.words import Text, quoted

BUMP: Final = "bump"

_ROLL: Final = re.compile(r"@([1-6])-([1-6])")
_PLACE: Final = re.compile(r"P([1-6])")
_MOVE: Final = re.compile(r"M([1-6]):([SCN][1-6](?:,[SCN][1-6])*)")
_RETRIEVE: Final = re.compile(r"R:([SCN][1-6])")

_TYPED_GAP: Final = re.compile(r"[\s,;.+]*(?:(?:and|then)\b[\s,;.+]*)*")
_TYPED_ACTION: Final = re.compile(
    r"""
    (?P<place> p (?:lace)? \W* (?:a\s+token\s+)? (?:on\s+)? (?P<home>[scn]?) \s? (?P<on>[1-6]) (?!\d)
    )|(?P<move> m (?:ove)? \W* (?:the\s+)? (?:stack\s+)? (?:on\s+|from\s+)?
        (?P<start>[scn]?) \s? (?P<die>[1-6])
        (?P<path> (?: (?: [\s,:>-]+ (?:to\s+|and\s+)? )? [scn]\s?[1-6] )+ ) (?!\d)
    )|(?P<retrieve> (?: r | retrieve | take\s+back ) \W* (?:the\s+token\s+)? (?:on\s+|from\s+)?
        (?P<space> [scn]\s?[1-6] ) (?!\d)
    )|(?P<bump> bump \b )
    """,
    re.VERBOSE,
)
_TYPED_SPACE: Final = re.compile(r"([scn])\s?([1-6])")


def format_move(move: Move) -> str:
    """Write a move or roll.

    >>> format_move(Roll(3, 4)), format_move(Place(3)), format_move(MoveStack(4, (9, 10)))
    ('@3-4', 'P3', 'M4:C4,C5')
    >>> format_move(Retrieve(9)), format_move(Bump())
    ('R:C4', 'bump')
    """
    match move:
        case Roll():
            return f"@{move.low}-{move.high}"
        case Place():
            return f"P{move.die}"
        case MoveStack():
            return f"M{move.die}:{','.join(map(space_name, move.path))}"
        case Retrieve():
            return f"R:{space_name(move.space)}"
        case Bump():
            return BUMP


def parse_move(text: str) -> Move:
    """Read a move or roll as records write it; NotationError for anything else.

    >>> parse_move("M4:C4,C5")
    MoveStack(die=4, path=(9, 10))
    """
    if text == BUMP:
        return Bump()
    if place := _PLACE.fullmatch(text):
        return Place(int(place[1]))
    if move := _MOVE.fullmatch(text):
        return MoveStack(int(move[1]), tuple(map(space_index, move[2].split(","))))
    if retrieve := _RETRIEVE.fullmatch(text):
        return Retrieve(space_index(retrieve[1]))
    if (roll := _ROLL.fullmatch(text)) and roll[1] <= roll[2]:
        return Roll(int(roll[1]), int(roll[2]))
    raise _no_move(text)


def read_turn(position: Position, typed: str) -> tuple[Move, ...]:
    """Read a turn, or a part of it, as people type it.

    Any case; "P3 M4:C4,C5", "p3, m4 c4 c5", "place 3 then move 4 to c4 c5", "take back c4".
    Raises NotationError.
    """
    *_, (moves, rest) = readings(position, typed)
    if rest or not moves:
        # Names what is no move; a turn that was read in part is not played in part.
        raise _no_move(rest or typed.strip())
    return moves


def readings(position: Position, typed: str) -> Iterator[tuple[tuple[Move, ...], str]]:
    """Yield every way to read what is typed as moves and, after them, the beginning of another.

    From none of it to as many moves as there are, each with the rest, lower case and stripped.
    """
    text = typed.lower()
    moves: tuple[Move, ...] = ()
    end = _gap(text, 0)
    yield moves, text[end:].rstrip()
    while action := _TYPED_ACTION.match(text, end):
        moves = (*moves, _typed_move(position, action))
        end = _gap(text, action.end())
        yield moves, text[end:].rstrip()


def write_setup(position: Position) -> Mapping[str, Json]:  # noqa: ARG001 -- all games begin alike
    """Write the set-up of a game: an empty object."""
    return {}


def write_position(position: Position) -> Mapping[str, Json]:
    """Write a position; empty spaces are left out."""
    return {
        "stacks": {space_name(n): stack for n, stack in enumerate(position.stacks) if stack},
        "reserve": list(position.reserve),
        "dice": list(position.dice),
        "last": position.last,
    }


def read_setup(setup: Json) -> Position:
    """Read a set-up, which is empty; RecordError at ply 0 if it is not."""
    if not isinstance(setup, Mapping):
        raise RecordError(0, Text("{what} must be an object", what=Text("the set-up")))
    for key in setup:
        raise RecordError(0, Text("{what} has no {key}", what=Text("the set-up"), key=quoted(key)))
    return Position()


def _gap(text: str, start: int) -> int:
    gap = _TYPED_GAP.match(text, start)
    return gap.end() if gap else start


def _typed_move(position: Position, action: re.Match[str]) -> Move:
    if action["place"]:
        die = int(action["on"])
        _check_home(position, action["home"], die)
        return Place(die)
    if action["move"]:
        die = int(action["die"])
        _check_home(position, action["start"], die)
        return MoveStack(die, tuple(map(_typed_space, _TYPED_SPACE.findall(action["path"]))))
    if action["retrieve"]:
        row, column = action["space"][0], action["space"][-1]
        return Retrieve(_typed_space((row, column)))
    return Bump()


def _typed_space(space: tuple[str, str]) -> int:
    return space_index("".join(space).upper())


def _check_home(position: Position, row: str, die: int) -> None:
    """Refuse a row that somebody typed though only the own home row can be meant."""
    home = space_name(home_space(position.seat, die))
    if row and row.upper() != home[0]:
        raise NotationError(
            Text(
                "Dice act on the home row of the player to move: {home}, not {typed}.",
                home=home,
                typed=f"{row.upper()}{die}",
            )
        )


def _no_move(typed: str) -> NotationError:
    return NotationError(
        Text(
            "{typed} is not a move of Tablero di Berona; moves look like {place}, {move}, "
            "{retrieve} or {bump}.",
            typed=quoted(typed),
            place="P3",
            move="M4:C4,C5",
            retrieve="R:C4",
            bump=BUMP,
        )
    )
