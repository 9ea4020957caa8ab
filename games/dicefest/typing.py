"""Typing a move of Dicefest: reading what people write, and suggesting while they write it.

People type spaces ("b1 b5"), a turn ("b1/n", "roll b1 north", with the spaces for its
counters if they care: "b1/n c3 d4"), or a die and what it does in words. What does not belong
here: the notation of records (`notation`) and the turn panel (`choices`).
"""

import re
from typing import Final

from games.dicefest.board import (
    DIRECTION_WORDS,
    DIRECTIONS,
    mask_of,
    space_index,
    space_name,
    way_between,
)
from games.dicefest.choices import label_in_full, place_counters, rank
from games.dicefest.dice import LEFT, WAYS
from games.dicefest.moves import Move, MoveDie, Pass, PickSide, Rotate
from games.dicefest.notation import PASSING, SPACE, format_move, no_move
from games.dicefest.rules import Position
from games.errors import IllegalMove, NotationError
from games.typed import is_word, plain, stands_in
from games.words import Text, Translate, english, quoted

MOST_SUGGESTIONS: Final = 25
"""As many as Discord shows."""

_MOVE: Final = re.compile(rf"(?:move\s+)?({SPACE})\s*(?:-?>|-|,|to\b)?\s*({SPACE})")
_TURN: Final = re.compile(
    rf"""
    (?P<verb> (?:roll|tip|turn|rotate|spin) \s+ (?:the\s+)? )?
    (?P<space> {SPACE} ) (?P<between> \s*/\s* | \s+ (?: (?:roll|tip|turn|rotate|spin) \s+ )? )
    (?:to\s+the\s+)? (?P<way> north|east|south|west|left|right|[neswlr] ) \b
    (?P<spaces> (?: [\s,;:@]+ (?:(?:and|on|to)\s+)? {SPACE} )* ) [\s,;:@]*
    """,
    re.VERBOSE,
)
_SIDE: Final = re.compile(r"side\s*:?\s*(north|east|south|west|[nesw])")
_ANY_SPACE: Final = re.compile(SPACE)
_WORD: Final = re.compile(r"[^\W_]+")
_FILLERS: Final = frozenset({"the", "to", "on", "at", "from", "die", "move", "side"})


def read_move(position: Position, typed: str) -> Move:
    """Read a move as people type it; or words that name it, where only one legal move fits.

    They name a move if they say which die and what it does; of rolling, that it does. A turn without all spaces for its counters gets the others by default, where it can be
    paid. Raises NotationError.
    """
    text = typed.strip().casefold()
    written = _written(text)
    if written is not None:
        return _paid(position, written)
    words = _words(text)
    found = [move for move in position.legal_moves() if _is_named(position, move, words)]
    if not found:
        raise no_move(typed.strip())
    if len(found) > 1:
        raise NotationError(
            Text(
                "{typed} can mean several moves, like {one} or {two}.",
                typed=quoted(typed.strip()),
                one=format_move(found[0]),
                two=format_move(found[1]),
            )
        )
    return _paid(position, found[0])


def suggest(
    position: Position, typed: str, translate: Translate = english
) -> list[tuple[str, Text]]:
    """List up to 25 legal moves (notation, label) that fit what has been typed, best first.

    Turns come with spaces for their counters; those that have been typed are kept.
    """
    text = plain(typed).strip()
    words, written = _words(text), _written(text)
    moves = [] if written is None else [_paid(position, written, partly=True)]
    moves += [
        _paid(position, move)
        for move in position.legal_moves()
        if _fits(position, move, words, translate)
    ]
    ranked: dict[Move, tuple[int, int]] = {}
    for n, move in enumerate(moves):
        try:
            after = position.play(move)
        except IllegalMove:
            # What is written in full need not be legal.
            continue
        first = n == 0 and written is not None
        ranked.setdefault(move, (-1 if first else rank(position, move, after), n))
    best = sorted(ranked, key=lambda move: ranked[move])[:MOST_SUGGESTIONS]
    return [(format_move(move), label_in_full(position, move)) for move in best]


def _written(text: str) -> Move | None:
    """Read a move that is written in full, or a turn without all its spaces; None if it is not."""
    if move := _MOVE.fullmatch(text):
        return MoveDie(space_index(move[1]), space_index(move[2]))
    if (turn := _TURN.fullmatch(text)) and (turn["verb"] or turn["between"].strip()):
        counters = mask_of(map(space_index, _ANY_SPACE.findall(turn["spaces"])))
        return Rotate(space_index(turn["space"]), WAYS.index(turn["way"][0].upper()), counters)
    if side := _SIDE.fullmatch(text):
        return PickSide(DIRECTIONS.index(side[1][0].upper()))
    return Pass() if text == PASSING else None


def _paid(position: Position, move: Move, *, partly: bool = False) -> Move:
    """Put the counters of a legal turn that names no spaces, or (`partly`) not all, by default."""
    if (
        not isinstance(move, Rotate)
        or Rotate(move.space, move.way) not in position.legal_moves()
        or (move.counters and not partly)
    ):
        return move
    return Rotate(move.space, move.way, place_counters(position, move))


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text)) - _FILLERS


def _fits(position: Position, move: Move, words: set[str], translate: Translate) -> bool:
    keys = _keys(position, move, translate)
    return all(
        any(key.startswith(word) for key in keys)
        or (is_word(word) and stands_in(word, translate(label_in_full(position, move))))
        for word in words
    )


def _keys(position: Position, move: Move, translate: Translate = english) -> set[str]:
    """Return all words that people may type for a move."""
    return set[str]().union(*_parts(position, move, translate), _verbs(move))


def _is_named(position: Position, move: Move, words: set[str]) -> bool:
    """Tell whether words say all that there is to a move."""
    parts = _parts(position, move)
    return words <= _keys(position, move) and all(words & part for part in parts)


def _parts(position: Position, move: Move, translate: Translate = english) -> list[set[str]]:
    """Return the words for each part of a move that has to be said."""
    match move:
        case MoveDie(start, end):
            direction, _ = way_between(start, end)
            deed = {space_name(end)} | _direction_keys(direction, translate)
            return [{space_name(start), str(position.cost(start))}, deed]
        case Rotate(space, way, _):
            die = {space_name(space), str(position.cost(space))}
            if way < len(DIRECTIONS):
                # Without the verb the die would move that way, which costs nothing.
                return [die, _verbs(move), _direction_keys(way, translate)]
            return [die, {"l", "left"} if way == LEFT else {"r", "right"}]
        case PickSide(side):
            return [_direction_keys(side, translate)]
        case Pass():
            return [{PASSING}]


def _verbs(move: Move) -> set[str]:
    if not isinstance(move, Rotate):
        return set()
    return {"turn", "roll", "tip"} if move.way < len(DIRECTIONS) else {"turn", "spin"}


def _direction_keys(direction: int, translate: Translate) -> set[str]:
    word = DIRECTION_WORDS[direction]
    return {DIRECTIONS[direction].lower(), str(word), plain(translate(word))}
