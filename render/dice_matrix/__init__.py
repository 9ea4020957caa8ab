"""The picture of Dice Matrix: the matrix, both areas, the last move or the choice being made.

`draw` is found by the game's key (`render.picture`). Everything that is the same in every
position is drawn once a theme (`_background`); a picture pastes what differs. What does
not belong here: the rules, and pieces that other pictures might use.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import zip_longest
from typing import Final

from games.dice_matrix.rules import (
    COLOURS,
    COLUMN_NAMES,
    FACES,
    SIZE,
    Die,
    Move,
    Position,
    Take,
    Turn,
    cell_index,
)
from games.dice_matrix.words import COLOUR_WORDS
from games.words import Plural, Text, Translate, signed
from render import frame
from render.canvas import Area, Canvas, Ink, grown
from render.dice_matrix import pieces
from render.dice_matrix.colours import colours_of
from render.frame import Chip, fate
from render.pieces import token
from render.png import Palette, Ramp
from render.scene import Scene, ThemeName
from render.theme import THEMES, Theme, colours_in
from render.type import Style, fit

SIGNS: Final = "12"
"""Stand for the players where marks are asked for: letters are the dice's."""
_LETTERS: Final = Text("Bk R P Y Bu")
"""Stand for the colours where marks are asked for, in their order, one or two characters each."""

HEIGHT: Final = 962
_BASELINE: Final = 73

_PITCH: Final = 91
_PANEL: Final = (85, 211, 740, 866)
_FIRST_CELL: Final = (96, 222)
"""Upper left corner of a7."""
_COORDINATE: Final = Style(36, 650)
_ROW_NUMBER_X: Final = 62
_COLUMN_LETTER_Y: Final = 906

_AREA_TOPS: Final = (211, 578)
_AREA_LEFT: Final = 764
_AREA_SIZE: Final = (392, 351)
_SLOT_LEFT: Final = 834
_SLOT_PITCH: Final = (53, 42)
_SLOT_TOP: Final = 57
"""Of the first row, from the area's top."""
_SUM_X: Final = 1122
_SUM_Y: Final = 330
_PARTS: Final[dict[str, Area]] = {
    "board": (44, 205, 1162, 935),
    "matrix": (44, 205, 748, 935),
    "areas": (758, 205, 1162, 935),
}
"""Parts of the picture that a diagram may show."""

_LEGEND_HEIGHT: Final = 44
_LEGEND_BASELINE: Final = 971
_LEGEND: Final = (62, 221)
"""Where the first colour begins, and how far apart the colours are."""

_SUM: Final = Style(32, 700)
_ZERO: Final = Style(32, 400)


@lru_cache
def _palette(name: ThemeName, letters: tuple[str, ...] = ()) -> Palette:
    theme = THEMES[name]
    ramps = [*frame.ramps(theme, (0, 1)), *_ramps(theme)]
    own = colours_in(colours_of(theme))
    if not letters:
        return Palette(theme, ramps, own=own)
    # With letters on all dice, more shades would not fit into the bytes.
    few = (replace(ramp, shades=1) for ramp in ramps)
    return Palette(theme, few, SIGNS, letters, own=own)


def _letters(scene: Scene) -> tuple[str, ...]:
    """Return the letters of the colours in the reader's language, none if marks are not asked for."""
    if not scene.marks:
        return ()
    letters = tuple(scene.translate(_LETTERS).split())
    usable = len(set(letters)) == len(COLOURS) and max(map(len, letters)) <= 2
    return letters if usable else tuple(_LETTERS.source.split())


def _ramps(theme: Theme) -> Iterator[Ramp]:
    yield Ramp(theme.panel, theme.void, 1)
    yield Ramp(theme.panel, theme.frame, 2)
    yield Ramp(theme.cell, theme.highlight, 2)
    yield Ramp(theme.cell, theme.text, 3)
    for die in colours_of(theme).dice:
        yield Ramp(die.fill, die.pips, 4)
        yield Ramp(die.fill, die.outline, 1)
        yield Ramp(theme.cell, die.outline, 2)
        yield Ramp(theme.cell, die.edge, 2)
        yield Ramp(die.edge, die.outline, 1)


@dataclass(frozen=True, slots=True)
class _Marks:
    """What is marked in a picture: a move of the round, or the choice being made."""

    seat: int = 0
    ghosts: tuple[int, ...] = ()
    """Cells from which dice were taken, or will be; two of them are joined by a line."""
    gains: tuple[int, ...] = ()
    """What each of those dice scored; none where points are added at the end."""
    stacks: frozenset[int] = frozenset()
    """Places in the seat's area that were placed on, or will be."""
    age: int = 0
    """How many turns before the last one it was."""
    chosen: int | None = None
    """The cell of a die that has been chosen."""
    hinted: frozenset[int] = frozenset()
    """Cells with dice that may be chosen with it."""
    row: int | None = None
    """A chosen row of the matrix, from 0."""
    face: int | None = None
    """The face chosen for the left-over die."""


def draw(scene: Scene) -> Canvas:
    """Draw a position of Dice Matrix."""
    position = scene.position
    if not isinstance(position, Position):
        msg = f"not a position of Dice Matrix: {position!r}"
        raise TypeError(msg)
    canvas = _background(_palette(scene.theme, _letters(scene))).copy()
    frame.board_header(canvas, scene, _aside(scene, position), _BASELINE)
    step = scene.game.steps(position, scene.marked) if scene.marked else None
    marks, now = _marks(scene, position), position
    if step is not None:
        marks = (_choice(scene.marked, position),)
        if step.move is not None:
            # As the board will be, so that everybody sees what the move scores.
            now = position.play(step.move)
            marks = (_marks_of(position, step.move),)
    frame.chips(canvas, [_chip(scene, position, now, seat) for seat in range(2)], scene.translate)
    frame.tags(canvas, scene)
    _draw_matrix(canvas, now, marks)
    for seat in range(2):
        _draw_owner(canvas, seat, scene.hues[seat])
        _draw_area(canvas, now, seat, marks)
    if position.left is not None:
        _draw_left_over(canvas, position.left, position.seat, marks[-1])
    if scene.marks:
        _draw_legend(canvas, scene.translate)
    return canvas


def _aside(scene: Scene, position: Position) -> Text:
    left = position.dice_left + (position.left is not None)
    dice = Plural("{n} die left", "{n} dice left", left)
    if scene.result is None:
        return Text("Turn {turn} · {dice}", turn=scene.turn, dice=dice)
    return Text("Final position · {dice}", dice=dice) if left else Text("Final position")


def _chip(scene: Scene, position: Position, now: Position, seat: int) -> Chip:
    """Return a player's chip; `now` is the position with the move that has been chosen."""
    result, last = scene.result, scene.last
    hidden = position.recount and result is None
    gain, line = 0, None
    if last is not None and last.seat == seat:
        line = _deed(last.move)
        if isinstance(last.before, Position):
            gain = position.points[seat] - last.before.points[seat]
    if now is not position:
        gain = now.points[seat] - position.points[seat]
    if result is not None:
        line = fate(result, seat) or line
    elif seat == position.to_move:
        line = Text("to move: choose a face") if position.left else Text("to move")
    return Chip(
        scene.hues[seat],
        scene.names[seat],
        line,
        frame.HIDDEN if hidden else str(now.scores()[seat]),
        signed(gain, plus=True) if gain and not position.recount else "",
        _state(scene, position, seat),
    )


def _state(scene: Scene, position: Position, seat: int) -> frame.ChipState:
    if scene.result is not None:
        return "winner" if seat in scene.result.winners else "idle"
    return "to_move" if seat == position.to_move else "idle"


def _deed(move: Turn | Take) -> Text:
    if isinstance(move, Turn):
        return Text("turned the die to {face}", face=move.face)
    dice = 1 if move.second is None else 2
    return Plural("took {n} die", "took {n} dice", dice)


def _marks(scene: Scene, position: Position) -> tuple[_Marks, ...]:
    """Return the marks of the moves of the round, the oldest first; empty ones if there are none."""
    turns = (*scene.earlier, (scene.last,) if scene.last else ())
    found = [
        _marks_of(played.before, played.move, age)
        for age, turn in reversed([*enumerate(reversed(turns))])
        for played in turn
        # What comes from another game than the position's is nothing that could be marked.
        if isinstance(played.before, Position) and played.before.setup is position.setup
    ]
    return tuple(found) or (_Marks(),)


def _marks_of(before: Position, move: Move, age: int = 0) -> _Marks:
    """Return the marks of a move."""
    if isinstance(move, Turn):
        placed = Die(before.setup.left.colour, move.face)
        return _Marks(before.seat, stacks=_places([placed]), age=age, face=move.face)
    cells = _cells(move)
    dice = [before.setup.dice[cell] for cell in cells]
    gains: tuple[int, ...] = ()
    if not before.recount:
        first = before.gain(Take(move.first))
        gains = (first, before.gain(move) - first)[: len(cells)]
    return _Marks(before.seat, cells, gains, _places(dice), age)


def _choice(tokens: Sequence[str], position: Position) -> _Marks:
    """Read the tokens of a turn that is not complete: a row, and a die in it."""
    rows = [int(token) - 1 for token in tokens if token.isdecimal()]
    cells = [cell_index(token) for token in tokens if len(token) > 1 and token[1:].isdecimal()]
    if not cells:
        return _Marks(position.seat, row=rows[-1] if rows else None)
    moves = (move for move in position.legal_moves() if isinstance(move, Take))
    hinted = (move.second for move in moves if move.first == cells[0] and move.second is not None)
    die = position.setup.dice[cells[0]]
    return _Marks(position.seat, stacks=_places([die]), chosen=cells[0], hinted=frozenset(hinted))


def _cells(move: Take) -> tuple[int, ...]:
    return (move.first,) if move.second is None else (move.first, move.second)


def _places(dice: Sequence[Die]) -> frozenset[int]:
    return frozenset(colour * len(FACES) + face - 1 for colour, face in dice)


def _cell_corner(cell: int) -> tuple[int, int]:
    row, column = divmod(cell, SIZE)
    left, top = _FIRST_CELL
    return left + column * _PITCH, top + (SIZE - 1 - row) * _PITCH


def _slot_corner(seat: int, place: int) -> tuple[int, int]:
    colour, face = divmod(place, len(FACES))
    across, down = _SLOT_PITCH
    return _SLOT_LEFT + colour * across, _AREA_TOPS[seat] + _SLOT_TOP + face * down


def place(name: str) -> Area:
    """Return where a part of the picture lies, or a cell of the matrix by its name."""
    if name in _PARTS:
        return _PARTS[name]
    x, y = _cell_corner(cell_index(name))
    return grown((x, y, x + pieces.CELL, y + pieces.CELL), 4)


@lru_cache
def _background(palette: Palette) -> Canvas:
    """Draw all that never changes in a palette, with every cell and every place empty."""
    theme = palette.theme
    canvas = frame.page(palette, HEIGHT + (_LEGEND_HEIGHT if palette.letters else 0))
    canvas.plate(_PANEL, 14, theme.panel, line=theme.frame, width=2)
    for cell in range(SIZE * SIZE):
        canvas.paste(pieces.empty_cell(palette), *_cell_corner(cell))
    ink = Ink(theme.muted, theme.page)
    for place in range(SIZE):
        x, y = _cell_corner(place * SIZE + place)
        middle = pieces.CELL / 2
        canvas.number(str(place + 1), _COORDINATE, ink, (_ROW_NUMBER_X, y + middle))
        at = (x + middle, _COLUMN_LETTER_Y)
        canvas.write(COLUMN_NAMES[place], _COORDINATE, ink, at, "centre")
    for seat in range(2):
        _draw_empty_area(canvas, seat)
    return canvas


def _draw_empty_area(canvas: Canvas, seat: int) -> None:
    palette, theme = canvas.palette, canvas.theme
    top, (width, height) = _AREA_TOPS[seat], _AREA_SIZE
    area = (_AREA_LEFT, top, _AREA_LEFT + width, top + height)
    canvas.plate(area, 14, theme.panel, line=theme.line, width=2)
    canvas.number("Σ", _ZERO, Ink(theme.muted, theme.panel), (_SUM_X, top + 30))
    for colour in range(len(COLOURS)):
        x, _ = _slot_corner(seat, colour * len(FACES))
        head = pieces.colour_head(palette, colour)
        canvas.paste(head, x + (pieces.SLOT[0] - head.width) // 2, top + 4)
    for face in FACES:
        _, y = _slot_corner(seat, face - 1)
        canvas.paste(pieces.face_head(palette, face), 784, y)
    for place in range(len(COLOURS) * len(FACES)):
        canvas.paste(pieces.empty_slot(palette), *_slot_corner(seat, place))


def _draw_owner(canvas: Canvas, seat: int, hue: int) -> None:
    """Draw whose area it is."""
    disc = token(canvas.palette, hue, 20, canvas.theme.panel)
    canvas.paste(disc, 783, _AREA_TOPS[seat] + 10)


def _draw_matrix(canvas: Canvas, position: Position, marks: Sequence[_Marks]) -> None:
    palette, last = canvas.palette, marks[-1]
    for cell, die in enumerate(position.matrix):
        if die is not None:
            marking: pieces.Marking = "none"
            if cell == last.chosen:
                marking = "chosen"
            elif cell in last.hinted:
                marking = "hinted"
            canvas.paste(pieces.die(palette, *die, marking), *_cell_corner(cell))
    for one in marks:
        _draw_taken(canvas, position, one)
    if last.row is not None:
        _draw_row(canvas, last.row)


def _draw_taken(canvas: Canvas, position: Position, marks: _Marks) -> None:
    """Frame the cells from which a move took dice, and write what each of them scored."""
    for cell, gain in zip_longest(marks.ghosts, marks.gains):
        told = "" if gain is None else signed(gain, plus=True)
        die = position.setup.dice[cell]
        canvas.paste(pieces.ghost(canvas.palette, *die, marks.age, told), *_cell_corner(cell))
    if len(marks.ghosts) == 2:
        one, two = sorted(marks.ghosts)
        _draw_link(canvas, one, two, marks.age)


def _draw_link(canvas: Canvas, one: int, two: int, age: int) -> None:
    """Join two framed cells over the emptied cells between them; `one` is left or below."""
    theme = canvas.theme
    (x, y), (right, low) = _cell_corner(one), _cell_corner(two)
    middle, side = pieces.CELL // 2, pieces.CELL - 1
    thick = 3 if age else 5
    for colour, half, overlap in ((theme.page, thick + 5, 0), (theme.marking(age), thick, 2)):
        if y == low:
            start, end = x + side - overlap, right + 1 + overlap
            canvas.fill((start, y + middle - half, end, y + middle + half), colour)
        else:
            start, end = low + side - overlap, y + 1 + overlap
            canvas.fill((x + middle - half, start, x + middle + half, end), colour)


def _draw_row(canvas: Canvas, row: int) -> None:
    """Frame a row of the matrix, and its number."""
    theme = canvas.theme
    x, y = _cell_corner(row * SIZE)
    at = (_ROW_NUMBER_X, y + pieces.CELL / 2)
    canvas.number(str(row + 1), _COORDINATE, Ink(theme.highlight, theme.page), at)
    right = x + (SIZE - 1) * _PITCH + pieces.CELL
    area = (x - 4, y - 4, right + 4, y + pieces.CELL + 4)
    canvas.ring(area, 14, 4, theme.highlight, theme.panel)


def _draw_area(canvas: Canvas, position: Position, seat: int, marks: Sequence[_Marks]) -> None:
    palette, heights = canvas.palette, position.areas[seat]
    for place, height in enumerate(heights):
        if height:
            x, y = _slot_corner(seat, place)
            tile = pieces.stack(palette, place // len(FACES), height)
            canvas.paste(tile, x, y - pieces.LIFT)
    for one in marks:
        for place in sorted(one.stacks) if seat == one.seat else ():
            x, y = _slot_corner(seat, place)
            if not heights[place]:
                canvas.paste(pieces.open_slot(palette, place // len(FACES)), x, y)
            _draw_ring(canvas, x, y, heights[place], one.age)
    for colour in range(len(COLOURS)):
        x, _ = _slot_corner(seat, colour * len(FACES))
        column = sum(heights[colour * len(FACES) : (colour + 1) * len(FACES)])
        _draw_sum(canvas, column, (x + pieces.SLOT[0] / 2, _AREA_TOPS[seat] + _SUM_Y))
    for face in FACES:
        _, y = _slot_corner(seat, face - 1)
        row = sum(heights[face - 1 :: len(FACES)])
        _draw_sum(canvas, row, (_SUM_X, y + pieces.SLOT[1] / 2))


def _draw_ring(canvas: Canvas, x: int, y: int, height: int, age: int) -> None:
    """Ring a place of an area that has been placed on, or will be."""
    top, bottom = pieces.stack_sides(height)
    area = (x - 6, y + top - 6, x + pieces.SLOT[0] + 6, y + bottom + 6)
    canvas.ring(area, 12, 3 if age else 4, canvas.theme.marking(age), canvas.theme.panel)


def _draw_sum(canvas: Canvas, dice: int, at: tuple[float, float]) -> None:
    theme = canvas.theme
    style, colour = (_SUM, theme.text) if dice else (_ZERO, theme.muted)
    canvas.number(str(dice), style, Ink(colour, theme.panel), at)


def _draw_left_over(canvas: Canvas, die: Die, seat: int, marks: _Marks) -> None:
    """Show the left-over die in the area of its player, next to the six places it may go to."""
    palette, theme = canvas.palette, canvas.theme
    for face in FACES:
        place = die.colour * len(FACES) + face - 1
        if place not in marks.stacks:
            canvas.paste(pieces.open_slot(palette, die.colour), *_slot_corner(seat, place))
    # It lies on the two outermost columns of the other side.
    x, y = _slot_corner(seat, (0 if die.colour > 2 else 3) * len(FACES))
    across, down = _SLOT_PITCH
    right, bottom = x + across + pieces.SLOT[0], y + (len(FACES) - 1) * down + pieces.SLOT[1]
    canvas.plate((x, y, right, bottom), 10, theme.cell, ground=theme.panel)
    tile = pieces.loose_die(palette, die.colour, marks.face or die.face)
    canvas.paste(tile, (x + right - tile.width) // 2, (y + bottom - tile.height) // 2)


def _draw_legend(canvas: Canvas, translate: Translate) -> None:
    """Say below the board which colour each letter stands for, if it is not the whole word."""
    theme, (left, pitch), styles = canvas.theme, _LEGEND, (Style(34, 500), Style(28, 500))
    pairs = zip(canvas.palette.letters, map(translate, COLOUR_WORDS), strict=True)
    for place, (letter, word) in enumerate(pair for pair in pairs if pair[0] != pair[1]):
        x, end = left + place * pitch, left + (place + 1) * pitch - 12
        ink = Ink(theme.text, theme.page)
        start = x + round(canvas.write(letter, _SUM, ink, (x, _LEGEND_BASELINE))) + 12
        line, style = fit(word, end - start, *styles)
        canvas.write(line, style, Ink(theme.muted, theme.page), (start, _LEGEND_BASELINE))
