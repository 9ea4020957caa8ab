"""Building a move of Dice Matrix: in steps for the turn panel, or while somebody types.

The steps are the row, the die in it, then whether it goes alone or with which partner; the
best known moves are a step by themselves, and so is the first one. What does not belong here:
buttons and lists (`cogs`).
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from games.dice_matrix.notation import die_code, format_move
from games.dice_matrix.rules import (
    FACES,
    SIZE,
    Die,
    Move,
    Position,
    Take,
    Turn,
    cell_index,
    cell_name,
)
from games.dice_matrix.words import COLOUR_WORDS, name_die, name_take, with_points
from games.errors import IllegalMove
from games.game import Choice, Shortcuts, Step, shortcut
from games.typed import is_word, plain, stands_in
from games.words import Text, Translate, english, quoted

ALONE: Final = "alone"
"""The token for taking a die without a partner."""
ALONE_WORD: Final = Text("alone")
Names = Mapping[Die, frozenset[str]]
"""What each die may be called: its code, its colour and face."""
MOST_SUGGESTIONS: Final = 25
"""As many as Discord shows, typed or in one list."""

_FACE_TOKENS: Final = tuple(str(face) for face in FACES)
_ROW_TOKENS: Final = tuple(str(row + 1) for row in range(SIZE))
_TYPED: Final = re.compile(r"[^\W\d_]+\d*|\d+")
_FILLERS: Final = frozenset({"and", "with", "turn", "to", "point", "points"})


def steps(position: Position, chosen: Sequence[str]) -> Step[Move]:
    """Return the next choices after the tokens chosen so far; IllegalMove if they lead nowhere."""
    if not position.occupied:
        raise IllegalMove(Text("The matrix is empty: the game is over."))
    if position.left:
        return _face_steps(position, chosen)
    match chosen:
        case []:
            return _first_step(position)
        case [row] if row in _ROW_TOKENS:
            return _die_step(position, int(row) - 1)
        case [row, die] if _cell(die, row) is not None:
            return _partner_step(position, cell_index(die))
        case [row, die, partner] if _cell(die, row) is not None:
            return _complete(position, cell_index(die), partner)
        case _:
            raise _no_choice(chosen)


def suggest(
    position: Position, typed: str, translate: Translate = english
) -> list[tuple[str, Text]]:
    """List up to 25 legal moves (notation, label) that fit what has been typed, best first.

    People type cells ("c4"), dice ("black 5", "K5") and points ("8"), or the beginning of
    them, in any mixture. A pair is listed in one order, the one that is being typed.
    """
    names = _names(position, translate)
    alone = {ALONE, plain(translate(ALONE_WORD))}
    words = _words(typed, names)
    found = [
        (_in_typed_order(position, move, words, names), move)
        for move in position.legal_moves()
        if _listed(move)
        and all(
            _fits(position, move, word, names, alone)
            or (is_word(word) and stands_in(word, translate(_label(position, move))))
            for word in words
        )
    ]
    # "b5" may be a cell or a blue 5: who types a cell gets its moves first.
    found.sort(key=lambda entry: (-_cells_typed(entry[1], words), *_rank(position, entry[1])))
    return [(format_move(move), _label(position, move)) for move, _ in found[:MOST_SUGGESTIONS]]


def _rank(position: Position, move: Move) -> tuple[int, int]:
    """Rank a move by its points, most first.

    Under recount nobody is told which scores best: pairs come before single dice, as they
    do by points, and else the board's order is left.
    """
    if position.recount:
        return (int(isinstance(move, Take) and move.second is None), 0)
    return (0, -position.gain(move))


def _face_steps(position: Position, chosen: Sequence[str]) -> Step[Move]:
    match chosen:
        case []:
            choices = tuple(Choice(face, Text("{face}", face=face)) for face in _FACE_TOKENS)
            prompt = Text(
                "Which face of the left-over {colour} die?",
                colour=COLOUR_WORDS[position.setup.left.colour],
            )
            return Step(prompt, choices, buttons=True)
        case [face] if face in _FACE_TOKENS:
            return Step(Text("Turn it to {face}?", face=face), move=Turn(int(face)))
        case _:
            raise _no_choice(chosen)


def _first_step(position: Position) -> Step[Move]:
    """Offer whole moves, the best first, and the rows where they are more than a list takes."""
    takes = [move for move in position.legal_moves() if isinstance(move, Take) and _listed(move)]
    takes.sort(key=lambda move: _rank(position, move))
    whole = tuple(
        Choice(_at_once(move), _label(position, move)) for move in takes[:MOST_SUGGESTIONS]
    )
    prompt = Text("Which dice do you take?")
    title = _title(position)
    if len(takes) <= MOST_SUGGESTIONS:
        return Step(prompt, whole, title=title)
    occupied = [
        row for row in reversed(range(SIZE)) if any(position.matrix[row * SIZE : (row + 1) * SIZE])
    ]
    rows = tuple(Choice(str(row + 1), Text("Row {row}", row=row + 1)) for row in occupied)
    return Step(prompt, rows, buttons=True, shortcuts=(Shortcuts(title, whole),))


def _at_once(move: Take) -> str:
    """Write the choices that lead to a move as one."""
    first = cell_name(move.first)
    partner = ALONE if move.second is None else cell_name(move.second)
    return shortcut(first[-1], first, partner)


def _die_step(position: Position, row: int) -> Step[Move]:
    """Offer the dice of a row, with what each scores alone."""
    matrix = position.matrix
    choices = tuple(
        Choice(
            cell_name(cell),
            with_points(
                position,
                Take(cell),
                Text("{cell} {die}", cell=cell_name(cell), die=name_die(die)),
            ),
        )
        for cell in range(row * SIZE, (row + 1) * SIZE)
        if (die := matrix[cell])
    )
    if not choices:
        raise IllegalMove(Text("Row {row} is empty.", row=row + 1))
    return Step(Text("Which die in row {row}?", row=row + 1), choices, buttons=True)


def _partner_step(position: Position, cell: int) -> Step[Move]:
    """Offer the partners of a die, the best first; a die without any is taken alone."""
    position.play(Take(cell))
    moves = [
        (move, move.second)
        for move in position.legal_moves()
        if isinstance(move, Take) and move.first == cell and move.second is not None
    ]
    if not moves:
        return _complete(position, cell, ALONE)
    if not position.recount:
        moves.sort(key=lambda entry: -position.gain(entry[0]))
    alone = Choice(ALONE, with_points(position, Take(cell), ALONE_WORD))
    partners = (
        Choice(cell_name(partner), with_points(position, move, _with_partner(position, partner)))
        for move, partner in moves
    )
    prompt = Text("{cell} alone, or with which partner?", cell=cell_name(cell))
    return Step(prompt, (alone, *partners), title=_title(position))


def _title(position: Position) -> Text:
    """Head a list of moves by their order; nobody is told which score best under recount."""
    return Text("Pairs first") if position.recount else Text("Most points first")


def _with_partner(position: Position, partner: int) -> Text:
    die = name_die(position.setup.dice[partner])
    return Text("with {cell} {die}", cell=cell_name(partner), die=die)


def _complete(position: Position, cell: int, partner: str) -> Step[Move]:
    second = None if partner == ALONE else _cell(partner)
    if second is None and partner != ALONE:
        raise _no_choice([partner])
    move = Take(cell, second)
    position.play(move)
    return Step(Text("Take {dice}?", dice=name_take(position, cell, second)), move=move)


def _cell(token: str, row: str | None = None) -> int | None:
    """Return the cell that a token names, in a row if one is given."""
    try:
        cell = cell_index(token)
    except ValueError:
        return None
    return cell if row is None or token.endswith(row) else None


def _no_choice(chosen: Sequence[str]) -> IllegalMove:
    return IllegalMove(Text("{chosen} is not a choice here.", chosen=quoted(" ".join(chosen))))


def _names(position: Position, translate: Translate) -> Names:
    """Return what people may type for each die, in English and in their language."""
    return {
        die: frozenset(
            {
                die_code(die).casefold(),
                f"{COLOUR_WORDS[die.colour]}{die.face}",
                f"{plain(translate(COLOUR_WORDS[die.colour]))}{die.face}",
                "".join(plain(translate(name_die(die))).split()),
            }
        )
        for die in set(position.setup.dice)
    }


def _words(typed: str, names: Names) -> list[str]:
    """Split what is typed into words; a colour and the face after it are one: "black5"."""
    words: list[str] = []
    for word in _TYPED.findall(plain(typed)):
        if words and word in _FACE_TOKENS and _is_colour(words[-1], names):
            words[-1] += word
        elif word not in _FILLERS:
            words.append(word)
    return words


def _is_colour(word: str, names: Names) -> bool:
    """Tell whether a word begins a colour; a Latin letter alone is rather a column."""
    if not word.isalpha() or (word.isascii() and len(word) == 1):
        return False
    return any(key.startswith(word) for keys in names.values() for key in keys)


def _listed(move: Move) -> bool:
    """Tell whether a move is the listed one of a pair's two orders, which score the same."""
    return isinstance(move, Turn) or move.second is None or move.first < move.second


def _fits(position: Position, move: Move, word: str, names: Names, alone: set[str]) -> bool:
    if isinstance(move, Turn):
        return word == str(move.face)
    keys = {
        *_die_keys(position, move.first, names),
        *_die_keys(position, move.second, names),
        *(alone if move.second is None else ()),
    }
    if not position.recount:
        keys.add(str(position.gain(move)))
    # Scripts without blanks between words begin anywhere.
    return any(key.startswith(word) or (not word.isascii() and word in key) for key in keys)


def _die_keys(position: Position, cell: int | None, names: Names) -> set[str]:
    """Return what people may type for a die in its cell."""
    if cell is None:
        return set()
    return {cell_name(cell), *names[position.setup.dice[cell]]}


def _cells_typed(move: Move, words: Sequence[str]) -> int:
    """Count the cells of a move that have been typed in full."""
    cells = () if isinstance(move, Turn) else (move.first, move.second)
    return sum(cell is not None and cell_name(cell) in words for cell in cells)


def _in_typed_order(position: Position, move: Move, words: Sequence[str], names: Names) -> Move:
    if isinstance(move, Turn) or move.second is None or not words:
        return move
    first, second = (
        _closeness(position, cell, words[0], names) for cell in (move.first, move.second)
    )
    return Take(move.second, move.first) if second > first else move


def _closeness(position: Position, cell: int, word: str, names: Names) -> int:
    """Tell how well a word names a die: 2 by its cell in full, 1 by anything else, 0 not at all."""
    if cell_name(cell) == word:
        return 2
    return int(any(key.startswith(word) for key in _die_keys(position, cell, names)))


def _label(position: Position, move: Move) -> Text:
    if isinstance(move, Turn):
        what = Text("turn the left-over die to {face}", face=move.face)
    else:
        what = name_take(position, move.first, move.second)
    return with_points(position, move, what)
