"""The picture of MatriO: trays and grid as a matrix product, the last card, what it changed.

`draw` is found by the game's key (`render.picture`), and so is `draw_hand`
(`render.hand_picture`), which `hand` does. Everything that is the same in every
position is drawn once a theme (`_background`); a picture pastes what differs. What does
not belong here: the rules, what is to be marked (`view`), captions
(`captions`) and the pieces (`pieces`). No card of a hand is drawn here but the
one that its holder has chosen in the turn panel.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from games.matrio.board import (
    CELLS,
    LINES,
    SIDE,
    SUITS,
    TRAY_INDEX,
    TRAYS,
    cell_name,
    line_name,
    tray_line,
    tray_suit,
)
from games.matrio.rules import Position
from games.words import signed
from render import frame
from render.canvas import Area, Canvas, Ink, grown
from render.frame import HIDDEN
from render.matrio import captions, pieces
from render.matrio.colours import colours_of
from render.matrio.hand import draw_hand
from render.matrio.story import draw_story
from render.matrio.view import View, view
from render.png import Palette, Ramp
from render.scene import Scene, ThemeName
from render.theme import THEMES, Theme, colours_in
from render.type import Style

__all__ = ["draw", "draw_hand"]

Spot = tuple[int, int]

SIGNS: Final = "ABCD"
"""Stand for the players where marks are asked for: numbers are the scores."""

HEIGHT: Final = 1090
_BASELINE: Final = 73

_ROWS: Final = (79, 699, 614, 1057)
"""The panel of the row trays."""
_COLUMNS: Final = (637, 257, 1156, 684)
_GRID: Final = (637, 699, 1156, 1057)
_ROW_TRAY: Final = (87, 717)
"""Upper left corner of r1's tray of spades."""
_ROW_PITCH: Final = (131, 114)
_COLUMN_TRAY: Final = (663, 267)
"""Upper left corner of c1's tray of spades."""
_COLUMN_PITCH: Final = (171, 104)
_CELL: Final = (648, 721)
_CELL_PITCH: Final = (171, 114)

_PARTS: Final[dict[str, Area]] = {
    "board": (38, 205, 1162, 1063),
    "story": (38, 214, 586, 650),
    "rows": (38, 650, 624, 1063),
    "columns": (586, 205, 1162, 690),
    "grid": (630, 693, 1162, 1063),
}
"""Parts of the picture that a diagram may show."""

_CELL_INDEX: Final = {cell_name(cell): cell for cell in range(CELLS)}

_LINE: Final = Style(36, 650)
_ROW_NAME_X: Final = 52
_COLUMN_NAME_Y: Final = 231
_ROW_SUITS_Y: Final = 676
_COLUMN_SUITS_X: Final = 612

_SCORE: Final = Style(44, 750)
_HELD: Final = Style(36, 600)


@lru_cache
def _palette(name: ThemeName, *, marks: bool = False) -> Palette:
    theme = THEMES[name]
    # This picture is full of edges: with more shades it would not fit into its bytes.
    shared = (replace(ramp, shades=ramp.shades // 2) for ramp in frame.ramps(theme, range(4)))
    ramps = (*shared, *_ramps(theme))
    return Palette(theme, ramps, SIGNS if marks else "", own=colours_in(colours_of(theme)))


def _ramps(theme: Theme) -> Iterator[Ramp]:
    card = colours_of(theme).card
    for ink in (card.ink, card.red):
        yield Ramp(card.face, ink, 1)
    yield Ramp(card.face, card.star, 1)
    yield Ramp(card.face, card.edge, 1)
    yield Ramp(theme.page, card.edge, 1)
    yield Ramp(theme.page, theme.highlight, 2)
    yield Ramp(theme.page, theme.gain, 2)
    yield Ramp(theme.page, theme.loss, 2)
    yield Ramp(theme.page, colours_of(theme).trays[1].suit, 1)
    yield Ramp(theme.panel, theme.frame, 1)
    for tray in colours_of(theme).trays:
        yield Ramp(theme.panel, tray.fill, 1)
        yield Ramp(theme.page, tray.fill, 1)
        yield Ramp(tray.fill, tray.suit, 1)
        yield Ramp(tray.fill, theme.text, 2)
        yield Ramp(tray.fill, card.edge, 1)
    for player in theme.players:
        yield Ramp(theme.panel, player.fill, 1)
        yield Ramp(player.tint, theme.text, 2)
        yield Ramp(theme.panel, player.outline, 1)


def draw(scene: Scene) -> Canvas:
    """Draw a position of MatriO, as it would be after the move that is being chosen."""
    position = scene.position
    if not isinstance(position, Position):
        msg = f"not a position of MatriO: {position!r}"
        raise TypeError(msg)
    shown = view(scene, position)
    canvas = _background(_palette(scene.theme, marks=scene.marks)).copy()
    frame.board_header(canvas, scene, captions.aside(scene, position), _BASELINE)
    _draw_chips(canvas, scene, position, shown.now)
    frame.tags(canvas, scene, frame.SMALL_TAG_TOP)
    _draw_trays(canvas, shown)
    _draw_grid(canvas, shown, scene.hues)
    draw_story(canvas, scene, shown)
    return canvas


def _tray_corner(tray: int) -> Spot:
    line, suit = tray_line(tray), tray_suit(tray)
    if line < SIDE:
        (left, top), (across, down) = _ROW_TRAY, _ROW_PITCH
        return left + suit * across, top + line * down
    (left, top), (across, down) = _COLUMN_TRAY, _COLUMN_PITCH
    return left + (line - SIDE) * across, top + suit * down


def _cell_corner(cell: int) -> Spot:
    row, column = divmod(cell, SIDE)
    return _CELL[0] + column * _CELL_PITCH[0], _CELL[1] + row * _CELL_PITCH[1]


def place(name: str) -> Area:
    """Return where a part of the picture lies, or a tray or a cell by its name."""
    if name in _PARTS:
        return _PARTS[name]
    if name in TRAY_INDEX:
        return grown(_tray_area(TRAY_INDEX[name]), 5)
    return grown(_cell_area(_CELL_INDEX[name]), 10)


@lru_cache
def _background(palette: Palette) -> Canvas:
    """Draw all that never changes in a palette, with every tray and every cell empty."""
    theme = palette.theme
    canvas = frame.page(palette, HEIGHT)
    for panel in (_ROWS, _COLUMNS, _GRID):
        canvas.plate(panel, 14, theme.panel, line=theme.frame, width=2)
    width, height = pieces.TRAY
    for n in range(1, SIDE):
        y = _ROW_TRAY[1] + n * _ROW_PITCH[1] - (_ROW_PITCH[1] - height) // 2
        canvas.fill((_ROWS[0] + 14, y - 1, _ROWS[2] - 14, y + 1), theme.line)
        x = _COLUMN_TRAY[0] + n * _COLUMN_PITCH[0] - (_COLUMN_PITCH[0] - width) // 2
        canvas.fill((x - 1, _COLUMNS[1] + 14, x + 1, _COLUMNS[3] - 14), theme.line)
    for tray in range(TRAYS):
        canvas.paste(pieces.empty_tray(palette, tray_suit(tray)), *_tray_corner(tray))
    for cell in range(CELLS):
        canvas.paste(pieces.empty_cell(palette), *_cell_corner(cell))
    _draw_heads(canvas)
    return canvas


def _draw_heads(canvas: Canvas) -> None:
    """Draw the names of the lines, and the suits of their trays."""
    quiet = Ink(canvas.theme.muted, canvas.theme.page)
    width, height = pieces.TRAY
    for line in range(LINES):
        x, y = _tray_corner(line * len(SUITS))
        at = (_ROW_NAME_X, y + height / 2) if line < SIDE else (x + width / 2, _COLUMN_NAME_Y)
        canvas.number(line_name(line), _LINE, quiet, at)
    for suit in range(len(SUITS)):
        head = pieces.suit_head(canvas.palette, suit)
        half = head.width // 2
        x = _tray_corner(suit)[0] + width // 2
        canvas.paste(head, x - half, _ROW_SUITS_Y - half)
        y = _tray_corner(SIDE * len(SUITS) + suit)[1] + height // 2
        canvas.paste(head, _COLUMN_SUITS_X - half, y - half)


def _draw_chips(canvas: Canvas, scene: Scene, position: Position, now: Position) -> None:
    """Draw the players with their points and the number of their cards."""
    players = [
        frame.SmallChip(scene.hues[seat], name, captions.state(scene, position, seat))
        for seat, name in enumerate(scene.names)
    ]
    lines = frame.small_chips(canvas, players, scene.translate)
    for line, points, hand in zip(lines, now.scores(), now.hands, strict=True):
        score = HIDDEN if points is None else signed(points)
        canvas.write(score, _SCORE, line.ink, (line.left, line.baseline))
        if hand:
            used = canvas.write(
                str(len(hand)), _HELD, line.quiet, (line.right, line.baseline), "right"
            )
            back = pieces.card_back(canvas.palette, *line.quiet)
            x = round(line.right - used - 9 - back.width)
            canvas.paste(back, x, line.baseline - back.height + 3)


def _draw_trays(canvas: Canvas, shown: View) -> None:
    palette = canvas.palette
    for tray, stack in enumerate(shown.now.trays):
        if stack:
            tile = pieces.filled_tray(palette, tray_suit(tray), stack[-1], len(stack) - 1)
            canvas.paste(tile, *_tray_corner(tray))
    newer = {shown.tray}
    for age, played in enumerate(reversed(shown.earlier), 1):
        if played.tray not in newer:
            _ring(canvas, _tray_area(played.tray), 9, age)
        newer.add(played.tray)
    if shown.tray is not None:
        _ring(canvas, _tray_area(shown.tray), 9)
    for tray in shown.hinted:
        _hint(canvas, _tray_area(tray))


def _tray_area(tray: int) -> Area:
    x, y = _tray_corner(tray)
    return x, y, x + pieces.TRAY[0], y + pieces.TRAY[1]


def _ring(canvas: Canvas, area: Area, radius: int, age: int = 0) -> None:
    """Draw a ring about a tray, over its rim, so that neighbours keep theirs.

    It is the fainter, the longer ago the tray was played to.
    """
    theme = canvas.theme
    left, top, right, bottom = area
    outer = (left - 4, top - 4, right + 4, bottom + 4)
    if age:
        # With corners, and no line of the page's colour within: too many bytes for three.
        canvas.frame(outer, 5, theme.marking(age))
        return
    inner = (left + 1, top + 1, right - 1, bottom - 1)
    canvas.ring(inner, radius - 1, 3, theme.page, theme.panel)
    canvas.ring(outer, radius + 4, 5, theme.marking(age), theme.panel)


def _hint(canvas: Canvas, area: Area) -> None:
    """Mark the corners of a tray that may be chosen."""
    left, top, right, bottom = area
    colour = canvas.theme.highlight
    for x, inward in ((left - 2, 1), (right + 2, -1)):
        for y, downward in ((top - 2, 1), (bottom + 2, -1)):
            for reach, thick in ((26, 5), (5, 26)):
                xs = sorted((x, x + inward * reach))
                ys = sorted((y, y + downward * thick))
                canvas.fill((xs[0], ys[0], xs[1], ys[1]), colour)


def _cell_area(cell: int) -> Area:
    x, y = _cell_corner(cell)
    return x, y, x + pieces.DOT[0], y + pieces.DOT[1]


def _draw_grid(canvas: Canvas, shown: View, hues: Sequence[int]) -> None:
    now = shown.now
    for cell, (owner, score) in enumerate(zip(now.dots, now.cells, strict=True)):
        if owner is not None and score is not None:
            gone = owner in now.withdrawn
            dot = pieces.dot(canvas.palette, hues[owner], signed(score), gone=gone)
            canvas.paste(dot, *_cell_corner(cell))
    for change in shown.changed:
        radius = pieces.DOT_CORNER + 7
        canvas.ring(
            grown(_cell_area(change.cell), 7), radius, 4, canvas.theme.highlight, canvas.theme.panel
        )
