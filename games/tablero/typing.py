"""Typing a turn of Tablero di Berona: suggesting actions and whole turns while somebody writes.

What does not belong here: how a turn is read (`notation`), and the turn panel's steps
(`choices`).
"""

from collections.abc import Iterator, Sequence
from typing import Final

from games.errors import GameError, IllegalMove
from games.tablero.choices import MOVE, PLACE, TAKE_BACK, rank
from games.tablero.notation import BUMP as BUMP_NOTATION
from games.tablero.notation import format_move, readings
from games.tablero.rules import Bump, Move, MoveStack, Place, Position
from games.tablero.words import name_in_full, name_turn
from games.typed import is_word, plain, stands_in
from games.words import Text, Translate, english

MOST_SUGGESTIONS: Final = 25
"""As many as Discord shows."""

_FILLERS: Final = ("the", "token", "stack", "on", "from", "to", "and", "then")
_VERBS: Final = {
    PLACE: ("p", "place"),
    MOVE: ("m", "move"),
    TAKE_BACK: ("r", "retrieve", "takeback"),
}


def suggest(
    position: Position, typed: str, translate: Translate = english
) -> list[tuple[str, Text]]:
    """List up to 25 legal moves (notation, label) that fit what has been typed, best first.

    What is typed may be the beginning of an action, or whole actions and the beginning of
    the next: then whole turns are listed. Placing comes first, which is said in a word; then
    what leaves the mover furthest ahead in the centre.
    """
    found: dict[str, Text] = {}
    for moves, rest in _legal_readings(position, plain(typed)):
        if moves and not rest:
            found[_notation(moves)] = _label(position, moves)
        for move in _fitting(_after(position, moves), rest, translate):
            turn = (*moves, move)
            found.setdefault(_notation(turn), _label(position, turn))
    return list(found.items())[:MOST_SUGGESTIONS]


def _legal_readings(position: Position, typed: str) -> Iterator[tuple[tuple[Move, ...], str]]:
    """Yield the readings of what is typed whose moves can be played, from most moves to none."""
    try:
        read = list(readings(position, typed))
    except GameError:
        return
    for moves, rest in reversed(read):
        try:
            _after(position, moves)
        except IllegalMove:
            continue
        yield moves, rest


def _after(position: Position, moves: Sequence[Move]) -> Position:
    for move in moves:
        position = position.play(move)
    return position


def _fitting(position: Position, rest: str, translate: Translate) -> list[Move]:
    """List the legal moves that may begin like this, best first."""
    typed = _squeezed(rest)
    fitting = [
        move
        for move in position.legal_moves()
        if any(way.startswith(typed) for way in _ways_to_type(move))
        or all(
            is_word(word) and stands_in(word, translate(name_in_full(position, move)))
            for word in rest.split()
        )
    ]
    return sorted(fitting, key=lambda move: rank(position, move))


def _ways_to_type(move: Move) -> list[str]:
    """Return what people may type for a move: "p3", "place3", "3"."""
    if isinstance(move, Bump):
        return [BUMP_NOTATION]
    what = format_move(move)[1:].lower().replace(":", "").replace(",", "")
    verb = PLACE if isinstance(move, Place) else MOVE if isinstance(move, MoveStack) else TAKE_BACK
    return [*(f"{word}{what}" for word in _VERBS[verb]), what]


def _squeezed(typed: str) -> str:
    """Leave out what says nothing: case, blanks, signs, and words such as "to"."""
    words = "".join(char if char.isalnum() else " " for char in typed.lower()).split()
    return "".join(word for word in words if word not in _FILLERS)


def _notation(moves: Sequence[Move]) -> str:
    return " ".join(map(format_move, moves))


def _label(position: Position, moves: Sequence[Move]) -> Text:
    """Name a turn with the whole path of its last action, so that no two look alike."""
    *earlier, last = moves
    before = _after(position, earlier)
    name = name_in_full(before, last)
    if not earlier:
        return name
    return Text("{one}, {two}", one=name_turn(position, earlier), two=name)
