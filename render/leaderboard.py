"""The picture of one page of a leaderboard.

What does not belong here: who is listed and in what order (that comes in `Leaderboard`).
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from games.words import Text
from render import frame, pieces
from render.canvas import Canvas, Ink
from render.png import Palette, Ramp
from render.scene import Leaderboard, Standing, ThemeName
from render.theme import THEMES, Colour, Theme
from render.type import ASIDE, Style, fit, legible

_BASELINE: Final = 80
_HEADS: Final = 149
_FIRST_ROW: Final = 170
_ROW: Final = 72
_PITCH: Final = 80
_FOOT: Final = 40
_GAP: Final = 40
"""What is left out above a row from another page."""
_DOTS: Final = 16

_RANK_X: Final = 94
_NAME_X: Final = 150
_RATING_X: Final = 764
_RECORD_X: Final = (888, 1008, 1128)
"""Right sides of wins, draws and losses."""
_COLUMN: Final = 112

_RATING: Final = Style(42, 750)
_WINS: Final = Style(36, 600)
_REST: Final = Style(36, 500)
_RANK: Final = Style(36, 600)
_MEDAL_RANK: Final = Style(36, 750)
_NAMES: Final = (Style(38, 600), Style(34, 600))


@lru_cache
def palette(name: ThemeName) -> Palette:
    """Return the colours of a list of people by rank, in a theme."""
    theme = THEMES[name]
    return Palette(theme, (*frame.ramps(theme, ()), *_ramps(theme)))


def _ramps(theme: Theme) -> Iterator[Ramp]:
    yield Ramp(theme.panel, theme.line, 2)
    yield Ramp(theme.page, theme.highlight, 4)
    yield Ramp(theme.raised, theme.highlight, 2)
    yield Ramp(theme.raised, theme.text, 5)
    yield Ramp(theme.raised, theme.muted, 4)
    for colours in theme.medals:
        yield Ramp(colours.fill, colours.text, 5)
        yield Ramp(colours.fill, colours.edge, 3)
        yield Ramp(theme.panel, colours.fill, 2)
        yield Ramp(theme.panel, colours.edge, 2)


def draw(board: Leaderboard) -> Canvas:
    """Draw a page; its height follows the number of rows."""
    worth = _worth(board)
    height = _FIRST_ROW + _PITCH * len(board.rows) + _FOOT
    if board.aside is not None:
        height += _GAP + _PITCH
    canvas = frame.page(palette(board.theme), height)
    frame.header(canvas, board.translate(board.title), board.translate(board.note), _BASELINE)
    _draw_heads(canvas, board, worth)
    top = _FIRST_ROW
    for row in board.rows:
        _draw_row(canvas, row, _name(board, row), top, worth)
        top += _PITCH
    if board.aside is not None:
        _draw_gap(canvas, top)
        _draw_row(canvas, board.aside, _name(board, board.aside), top + _GAP, worth)
    return canvas


def _worth(board: Leaderboard) -> Text | None:
    """Return the head of the column by which it is ranked; None if it has none."""
    if any(row.rating is not None for row in board.rows):
        return Text("Rating")
    if any(row.points is not None for row in board.rows):
        return Text("Points")
    return None


def _name(board: Leaderboard, row: Standing) -> str:
    return legible(row.name) or board.translate(Text("Player"))


def _draw_gap(canvas: Canvas, top: int) -> None:
    """Draw the dots for the rows that are left out."""
    middle = top + (_GAP - (_PITCH - _ROW)) // 2
    for step in (-1, 0, 1):
        x = _RANK_X + step * _DOTS
        canvas.fill((x - 3, middle - 3, x + 3, middle + 3), canvas.theme.muted)


def _draw_heads(canvas: Canvas, board: Leaderboard, worth: Text | None) -> None:
    ink = Ink(canvas.theme.muted, canvas.theme.page)
    canvas.write(board.translate(Text("Player")), ASIDE, ink, (_NAME_X, _HEADS))
    heads = list(zip((Text("Wins"), Text("Draws"), Text("Losses")), _RECORD_X, strict=True))
    if worth is not None:
        heads.append((worth, _RATING_X))
    for text, right in heads:
        word, style = fit(board.translate(text), _COLUMN, ASIDE, Style(26, 500))
        canvas.write(word, style, ink, (right, _HEADS), "right")


def _draw_row(canvas: Canvas, row: Standing, name: str, top: int, worth: Text | None) -> None:
    theme = canvas.theme
    ground = theme.raised if row.reader else theme.panel
    line, width = (theme.highlight, 4) if row.reader else (theme.line, 2)
    area = (frame.LEFT, top, frame.RIGHT, top + _ROW)
    canvas.plate(area, 12, ground, line=line, width=width)
    ink, quiet = Ink(theme.text, ground), Ink(theme.muted, ground)
    middle = top + _ROW // 2
    draw_rank(canvas, row.rank, middle, ground)
    baseline = middle + 13
    name_end = _RECORD_X[0] - 100 if worth is None else _RATING_X - 130
    name, style = fit(name, name_end - _NAME_X, *_NAMES)
    canvas.write(name, style, ink, (_NAME_X, baseline))
    if worth is not None:
        number = row.rating if row.points is None else row.points
        shown = frame.HIDDEN if number is None else str(number)
        canvas.write(shown, _RATING, ink, (_RATING_X, middle + 15), "right")
        if row.provisional:
            canvas.write("?", _RATING, quiet, (_RATING_X + 2, middle + 15))
    wins, draws, losses = _RECORD_X
    canvas.write(str(row.wins), _WINS, ink, (wins, baseline), "right")
    canvas.write(str(row.draws), _REST, quiet, (draws, baseline), "right")
    canvas.write(str(row.losses), _REST, quiet, (losses, baseline), "right")


def draw_rank(canvas: Canvas, rank: int, middle: int, ground: Colour) -> None:
    """Draw the number of a rank at the left of a row, on a medal for the first three."""
    theme = canvas.theme
    if rank > len(theme.medals):
        canvas.number(str(rank), _RANK, Ink(theme.muted, ground), (_RANK_X, middle))
        return
    tile = pieces.medal(canvas.palette, rank, 29, ground)
    canvas.paste(tile, _RANK_X - tile.width // 2, middle - tile.height // 2)
    colours = theme.medals[rank - 1]
    ink = Ink(colours.text, colours.fill)
    canvas.number(str(rank), _MEDAL_RANK, ink, (_RANK_X, middle - 1))
