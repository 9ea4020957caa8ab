"""The picture of a diagram: a part of a board as its game draws it, with a caption.

What does not belong here: how boards look (a game's own picture), and what is worth a
diagram (the pages of rules).
"""

from collections.abc import Sequence
from typing import Final

from render.canvas import Area, Canvas, Ink
from render.scene import Diagram
from render.type import Style, wrap

_MARGIN: Final = 26
_NARROWEST: Final = 640
"""So wide is a diagram of a single space, or its caption would have no room."""
_GAP: Final = 44
"""From the board to the baseline of the caption."""
_LINE: Final = 40
_FOOT: Final = 6
_CAPTION: Final = (Style(30, 500), Style(27, 500))


def draw(diagram: Diagram, board: Canvas, areas: Sequence[Area]) -> Canvas:
    """Cut out of a board what holds all of some areas, and write the caption below."""
    left, top, right, bottom = (
        min(area[0] for area in areas),
        min(area[1] for area in areas),
        max(area[2] for area in areas),
        max(area[3] for area in areas),
    )
    width = max(right - left + 2 * _MARGIN, _NARROWEST)
    lines, style = [""], _CAPTION[0]
    if diagram.caption is not None:
        lines, style = wrap(diagram.translate(diagram.caption), width - 2 * _MARGIN, *_CAPTION)
    foot = _GAP + _LINE * (len(lines) - 1) + _FOOT if diagram.caption is not None else 0
    canvas = Canvas.blank(board.palette, width, bottom - top + 2 * _MARGIN + foot)
    theme = canvas.theme
    area = (8, 8, width - 8, canvas.image.height - 8)
    canvas.ring(area, 16, 2, theme.frame, theme.page)
    part = board.image.crop((left, top, right, bottom))
    canvas.paste(part, (width - part.width) // 2, _MARGIN)
    for number, line in enumerate(lines):
        at = (width / 2, _MARGIN + part.height + _GAP + _LINE * number)
        canvas.write(line, style, Ink(theme.text, theme.page), at, "centre")
    return canvas
