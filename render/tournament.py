"""The picture of a tournament's standings: a row a player, with what it is ranked by.

What does not belong here: who is ahead (that comes in `TournamentTable`).
"""

from typing import Final

from games.words import Text
from render import frame
from render.canvas import Canvas, Ink
from render.leaderboard import draw_rank, palette
from render.scene import PlayerRow, TournamentTable
from render.type import ASIDE, Style, fit, legible

_BASELINE: Final = 80
_HEADS: Final = 149
_FIRST_ROW: Final = 170
_ROW: Final = 64
_PITCH: Final = 70
_FOOT: Final = 40

_NAME_X: Final = 150
_LAST_X: Final = 1128
"""The right side of the last column; the others are to the left of it."""
_COLUMN: Final = 190
_GAP: Final = 24

_FIRST: Final = Style(42, 750)
_REST: Final = Style(34, 500)
_NAMES: Final = (Style(38, 600), Style(34, 600))
_HEAD: Final = (ASIDE, Style(26, 500))


def draw(table: TournamentTable) -> Canvas:
    """Draw standings; their height follows the number of rows."""
    height = _FIRST_ROW + _PITCH * len(table.rows) + _FOOT
    canvas = frame.page(palette(table.theme), height)
    frame.header(canvas, table.translate(table.title), table.translate(table.note), _BASELINE)
    columns = _columns(len(table.heads))
    quiet = Ink(canvas.theme.muted, canvas.theme.page)
    canvas.write(table.translate(Text("Player")), ASIDE, quiet, (_NAME_X, _HEADS))
    for text, right in zip(table.heads, columns, strict=True):
        word, style = fit(table.translate(text), _COLUMN - _GAP, *_HEAD)
        canvas.write(word, style, quiet, (right, _HEADS), "right")
    for index, row in enumerate(table.rows):
        name = legible(row.name) or table.translate(Text("Player"))
        _draw_row(canvas, row, name, _FIRST_ROW + _PITCH * index, columns)
    return canvas


def _columns(count: int) -> tuple[int, ...]:
    """Return the right sides of the columns, from left to right."""
    return tuple(_LAST_X - _COLUMN * (count - 1 - index) for index in range(count))


def _draw_row(
    canvas: Canvas, row: PlayerRow, name: str, top: int, columns: tuple[int, ...]
) -> None:
    theme = canvas.theme
    ground = theme.panel
    area = (frame.LEFT, top, frame.RIGHT, top + _ROW)
    canvas.plate(area, 12, ground, line=theme.line, width=2)
    ink, quiet = Ink(theme.text, ground), Ink(theme.muted, ground)
    middle = top + _ROW // 2
    draw_rank(canvas, row.rank, middle, ground)
    room = columns[0] - _COLUMN + _GAP - _NAME_X
    name, style = fit(name, room, *_NAMES)
    canvas.write(name, style, quiet if row.gone else ink, (_NAME_X, middle + 13))
    first, *rest = row.figures
    canvas.write(first, _FIRST, ink, (columns[0], middle + 15), "right")
    for figure, right in zip(rest, columns[1:], strict=True):
        canvas.write(figure, _REST, quiet, (right, middle + 13), "right")
