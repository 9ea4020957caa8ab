"""Charts: the chances of all seats over the turns of a game, and other lines in one area.

Each line ends at a token, so that no colour has to be told. Smooth lines are drawn four times as
large in grey, which is quick, and then inked. What does not belong here: the pages about charts
(`render.review`, `render.rating_plot`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageDraw

from render.canvas import Area, Canvas, Ink, grown
from render.pieces import sign
from render.scene import HUES
from render.sketch import SCALE
from render.theme import Colour
from render.type import Style

Curve = list[tuple[float, float]]
"""Points from left to right, from the upper left corner of the chart's inside."""

_RULE: Final = Style(28, 500)
_LINE: Final = 5.0
_HALO: Final = 11.0
_TOKEN: Final = 24
_TOKEN_GAP: Final = 20
"""From the end of the lines to the tokens."""
_TOKEN_PITCH: Final = 54
_ABOVE_NUMBERS: Final = 8
"""How far the lowest token stays from the foot of the chart."""
_BADGE: Final = 20
_NUMBER: Final = Style(26, 700)
_HALO_WIDTH: Final = 3
MOST_POINTS: Final = 100
"""Points on a line: more can't be told apart, and cost bytes."""
_MOST_TICKS: Final = 8
_TICKS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500)
"""Distances of numbers below the chart, in turns."""


@dataclass(frozen=True, slots=True)
class Chart:
    """The place of a chart and what it shows: `chances[n]` are those after n turns.

    The lines are drawn in the `hues` of the seats.

    Of a long game not every turn is drawn, but the last one and those in `kept` are.
    """

    area: Area
    chances: tuple[tuple[float, ...], ...]
    kept: frozenset[int] = frozenset()
    hues: tuple[int, ...] = HUES

    @property
    def turns(self) -> int:
        """Return the number of turns; 1 at least, so that there is a scale."""
        return max(len(self.chances) - 1, 1)

    def spot(self, turn: int, chance: float) -> tuple[float, float]:
        """Return where a chance after a turn lies, from the corner of the chart."""
        left, top, right, bottom = self.area
        share = min(max(chance, 0.0), 1.0)
        return (right - left) * turn / self.turns, (bottom - top) * (1 - share)

    def curve(self, seat: int) -> Curve:
        """Return the line of a seat, level where nothing is known but one moment."""
        last = len(self.chances) - 1
        step = -(-last // MOST_POINTS) or 1
        turns = sorted({*range(0, last, step), last, *self.kept} & {*range(last + 1)})
        points = [self.spot(turn, self.chances[turn][seat]) for turn in turns]
        return points if last else [*points, self.spot(1, self.chances[0][seat])]


def draw_chart(canvas: Canvas, chart: Chart, percents: Sequence[str]) -> None:
    """Draw a chart; `percents` are the words for 0, 50 and 100 in a hundred."""
    theme = canvas.theme
    left, top, _, bottom = chart.area
    canvas.fill(grown(chart.area, 2), theme.frame)
    canvas.fill(chart.area, theme.panel)
    quiet = Ink(theme.muted, theme.page)
    for percent, y in zip(percents, (bottom, (top + bottom) // 2, top), strict=True):
        canvas.write(percent, _RULE, quiet, (left - 14, y + 10), "right")
    for turn in _ticks(chart.turns):
        x = round(left + chart.spot(turn, 0)[0])
        canvas.fill((x - 1, bottom, x + 1, bottom + 9), theme.frame)
        canvas.write(str(turn), _RULE, quiet, (x, bottom + 38), "centre")
    _draw_rule(canvas, chart)
    _draw_lines(canvas, chart)


def _ticks(turns: int) -> list[int]:
    """Return the turns to be numbered: round ones, and not too many."""
    step = next((step for step in _TICKS if turns <= step * _MOST_TICKS), turns)
    return list(range(0, turns + 1, step))


def _draw_rule(canvas: Canvas, chart: Chart) -> None:
    """Draw a line at one half: who is above it is likelier to win than not."""
    left, top, right, bottom = chart.area
    middle = (top + bottom) // 2
    for x in range(left + 4, right, 20):
        canvas.fill((x, middle - 1, min(x + 10, right), middle + 1), canvas.theme.muted)


def _draw_lines(canvas: Canvas, chart: Chart) -> None:
    """Draw a line a seat."""
    curves = [chart.curve(seat) for seat in range(len(chart.chances[0]))]
    draw_curves(canvas, chart.area, curves, chart.hues)


def draw_curves(canvas: Canvas, area: Area, curves: Sequence[Curve], hues: Sequence[int]) -> None:
    """Draw lines that end at the right of an area, each next to the token of its hue.

    Those before a line cut through it with a gap in the colour of the ground.
    """
    theme = canvas.theme
    left, top, right, bottom = area
    size = (right - left, bottom - top)
    for curve, hue in zip(curves, hues, strict=False):
        line = _stroked(curve, _LINE, size)
        ink = theme.players[hue].outline
        inked = line.point(canvas.palette.ramp(ink, theme.panel))
        canvas.image.paste(inked, (left, top), _stroked(curve, _HALO, size, scale=1))
    _draw_tokens(canvas, area, hues, [curve[-1][1] for curve in curves])


def _draw_tokens(canvas: Canvas, area: Area, hues: Sequence[int], heights: Sequence[float]) -> None:
    """Draw a token next to each end of a line, moved apart where they would lie on one another."""
    _, top, right, bottom = area
    order = sorted(range(len(heights)), key=lambda seat: (heights[seat], seat))
    middles = list[float]()
    for seat in order:
        nearest = middles[-1] + _TOKEN_PITCH if middles else float(top)
        middles.append(max(top + heights[seat], nearest))
    limit = float(bottom - _ABOVE_NUMBERS)
    for place in reversed(range(len(middles))):
        middles[place] = min(middles[place], limit)
        limit = middles[place] - _TOKEN_PITCH
    for seat, middle in zip(order, middles, strict=True):
        disc = sign(canvas.palette, hues[seat], _TOKEN)
        canvas.paste(disc, right + _TOKEN_GAP, round(middle) - _TOKEN)


def draw_badge(canvas: Canvas, number: int, at: tuple[int, int], ground: Colour) -> None:
    """Draw the number of a mistake on a disc about a point."""
    theme, (x, y) = canvas.theme, at
    reach = _BADGE + _HALO_WIDTH
    disc = _filled_disc(reach)
    halo = disc.point(canvas.palette.ramp(theme.page, ground))
    canvas.image.paste(halo, (x - reach, y - reach), _covered(disc))
    disc = _filled_disc(_BADGE)
    tile = disc.point(canvas.palette.ramp(theme.highlight, theme.page))
    canvas.image.paste(tile, (x - _BADGE, y - _BADGE), _covered(disc))
    canvas.number(str(number), _NUMBER, Ink(theme.page, theme.highlight), at)


def _filled_disc(radius: int) -> Image.Image:
    mask = Image.new("L", (2 * radius * SCALE, 2 * radius * SCALE))
    side = 2 * radius * SCALE - 1
    ImageDraw.Draw(mask).ellipse((0, 0, side, side), fill=255)
    return mask.reduce(SCALE)


def _stroked(
    points: Curve, width: float, size: tuple[int, int], *, scale: int = SCALE
) -> Image.Image:
    """Return the cover of a line, the smoother the larger it is drawn at first."""
    mask = Image.new("L", (size[0] * scale, size[1] * scale))
    scaled = [(x * scale, y * scale) for x, y in points]
    ImageDraw.Draw(mask).line(scaled, fill=255, width=round(width * scale), joint="curve")
    return mask if scale == 1 else mask.reduce(scale)


def _covered(mask: Image.Image) -> Image.Image:
    """Return what a mask covers by half at least."""
    return mask.point([255 * (cover >= 128) for cover in range(256)])
