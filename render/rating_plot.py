"""The picture of a profile: somebody's ratings over time, a line a game.

What does not belong here: the lines themselves (`render.chart`), and which games are shown (that comes
in `RatingPlot`).
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final

from games.words import Text
from render import frame
from render.canvas import Canvas, Ink, grown
from render.chart import MOST_POINTS, Curve, draw_curves
from render.pieces import sign
from render.png import Palette, Ramp
from render.scene import HUES, RatingCurve, RatingPlot, ThemeName
from render.theme import THEMES, Theme
from render.type import Style, fit, legible

SIGNS: Final = "ABCD"
"""A letter for each line, where colours are to bear letters."""
_BASELINE: Final = 73
_AREA: Final = (140, 112, 1084, 552)
_LEGEND_TOP: Final = 656
"""Middle of the first line below the chart."""
_PITCH: Final = 64
_FOOT: Final = 60
_A_LINE: Final = 2
"""How many games are named in one row."""
_TOKEN: Final = 24
_NUMBER: Final = Style(28, 500)
_NAMES: Final = (Style(34, 650), Style(30, 650))
_RATING: Final = Style(36, 700)
_STEPS: Final = (10, 20, 50, 100, 200, 500, 1000)
_MOST_STEPS: Final = 5
_LABELS: Final = 3
"""How many places below the chart are named."""
_SHORT_SECONDS: Final = 2 * 24 * 3600
"""What happens in less is told by the match: dates would say nothing."""
_CROWD: Final = 4
"""From how many matches on a line can be crowded: half of them in a tenth of the time."""
_CROWD_SHARE: Final = 10


@lru_cache
def _palette(name: ThemeName, signs: str = "") -> Palette:
    theme = THEMES[name]
    shared = (replace(ramp, shades=ramp.shades // 2) for ramp in frame.ramps(theme, range(4)))
    return Palette(theme, (*shared, *_ramps(theme)), signs)


def _ramps(theme: Theme) -> Iterator[Ramp]:
    for player in theme.players:
        yield Ramp(theme.page, player.edge, 2)
        yield Ramp(theme.panel, player.outline, 2)


def draw(plot: RatingPlot, signs: str = "") -> Canvas:
    """Draw the ratings, with signs for the lines if there are any; as high as there are games."""
    lines = -(-len(plot.curves) // _A_LINE)
    canvas = frame.page(_palette(plot.theme, signs), _LEGEND_TOP + _PITCH * (lines - 1) + _FOOT)
    name = legible(plot.name) or plot.translate(Text("Player"))
    across = _Across.of(plot.curves)
    what = Text("Ratings match by match") if across.crowded else Text("Ratings over time")
    frame.header(canvas, name, plot.translate(what), _BASELINE)
    low, step, steps = _scale([shown for curve in plot.curves for _, shown in curve.points])
    _draw_scale(canvas, low, step, steps)
    _draw_labels(canvas, across)
    reach = (low, step * steps)
    curves = [_curve(curve, across.places(n), reach) for n, curve in enumerate(plot.curves)]
    draw_curves(canvas, _AREA, curves, HUES)
    for place, curve in enumerate(plot.curves):
        _draw_game(canvas, curve, place)
    return canvas


def _scale(ratings: list[int]) -> tuple[int, int, int]:
    """Return the lowest number on the axis, how far apart they are, and how many follow."""
    lowest, highest = min(ratings), max(ratings)
    wide = highest - lowest
    step = next((step for step in _STEPS if wide <= step * (_MOST_STEPS - 1)), wide)
    low = lowest // step * step
    return low, step, max(-(-(highest - low) // step), 1)


def _draw_scale(canvas: Canvas, low: int, step: int, steps: int) -> None:
    """Draw the ground of the chart with a line at each number."""
    theme, (left, top, right, bottom) = canvas.theme, _AREA
    canvas.fill(grown(_AREA, 2), theme.frame)
    canvas.fill(_AREA, theme.panel)
    ink = Ink(theme.muted, theme.page)
    for n in range(steps + 1):
        y = bottom - round((bottom - top) * n / steps)
        canvas.write(str(low + step * n), _NUMBER, ink, (left - 14, y + 10), "right")
        if 0 < n < steps:
            for x in range(left + 4, right, 20):
                canvas.fill((x, y - 1, min(x + 10, right), y + 1), theme.line)


@dataclass(frozen=True, slots=True)
class _Across:
    """What lies from left to right: the time, or the matches one by one where time is crowded.

    `order` are all matches as (time, curve, place in it), the earliest first.
    """

    order: tuple[tuple[int, int, int], ...]
    crowded: bool

    @classmethod
    def of(cls, curves: Sequence[RatingCurve]) -> "_Across":
        """Return the axis on which the matches of some curves are told apart."""
        order = sorted(
            (at, n, place)
            for n, curve in enumerate(curves)
            for place, (at, _) in enumerate(curve.points)
        )
        span = order[-1][0] - order[0][0]
        crowded = any(_is_crowded(curve, span // _CROWD_SHARE) for curve in curves)
        return cls(tuple(order), crowded or span < _SHORT_SECONDS)

    def places(self, n: int) -> list[float]:
        """Return where the matches of a curve lie, from 0 to 1."""
        if self.crowded:
            return [
                rank / self._last for rank, (_, curve, _) in enumerate(self.order) if curve == n
            ]
        first, span = self.order[0][0], self.order[-1][0] - self.order[0][0]
        return [(at - first) / span for at, curve, _ in self.order if curve == n]

    def label(self, share: float) -> tuple[float, str]:
        """Return what is written near a place, and where exactly it belongs."""
        if self.crowded:
            rank = round(share * (len(self.order) - 1))
            return rank / self._last, f"{rank + 1} · {_date(self.order[rank][0])}"
        first, last = self.order[0][0], self.order[-1][0]
        return share, _date(first + round((last - first) * share))

    @property
    def _last(self) -> int:
        return max(len(self.order) - 1, 1)


def _is_crowded(curve: RatingCurve, window: int) -> bool:
    """Tell whether half of the matches of a curve lie within some seconds: they would be one stroke."""
    times = [at for at, _ in curve.points]
    densest = max(bisect_right(times, at + window) - n for n, at in enumerate(times))
    return len(times) >= _CROWD and 2 * densest >= len(times)


def _date(at: int) -> str:
    """Write a date as it is read everywhere."""
    return datetime.fromtimestamp(at, UTC).date().isoformat()


def _draw_labels(canvas: Canvas, across: _Across) -> None:
    """Write dates below the chart, with the numbers of the matches where these lie one by one."""
    theme, (left, _, right, bottom) = canvas.theme, _AREA
    ink = Ink(theme.muted, theme.page)
    written: set[str] = set()
    for n in range(_LABELS):
        share, label = across.label(n / (_LABELS - 1))
        if label in written:
            continue
        written.add(label)
        x = left + round((right - left) * share)
        canvas.fill((x - 1, bottom, x + 1, bottom + 9), theme.frame)
        if n < _LABELS - 1:
            canvas.write(label, _NUMBER, ink, (x, bottom + 42), "centre")
        else:
            canvas.write(label, _NUMBER, ink, (frame.RIGHT, bottom + 42), "right")


def _curve(curve: RatingCurve, places: Sequence[float], ratings: tuple[int, int]) -> Curve:
    """Return a line; after the last match it stays level to the right of the chart."""
    left, top, right, bottom = _AREA
    width, height = right - left, bottom - top
    low, reach = ratings
    every = -(-len(curve.points) // MOST_POINTS)
    points: Curve = [
        (width * place, height * (1 - (shown - low) / reach))
        for place, (_, shown) in zip(places, curve.points, strict=True)
    ]
    return [*points[:-1:every], points[-1], (float(width), points[-1][1])]


def _draw_game(canvas: Canvas, curve: RatingCurve, place: int) -> None:
    """Write which game a line is of, and the rating at its end."""
    theme = canvas.theme
    line, column = divmod(place, _A_LINE)
    width = (frame.RIGHT - frame.LEFT) // _A_LINE
    x, y = frame.LEFT + column * width, _LEGEND_TOP + line * _PITCH
    disc = sign(canvas.palette, HUES[place], _TOKEN)
    canvas.paste(disc, x, y - _TOKEN)
    rating = str(curve.points[-1][1]) + ("?" if curve.provisional else "")
    end = frame.RIGHT if column else x + width - 36
    ink = Ink(theme.text, theme.page)
    used = canvas.write(rating, _RATING, ink, (end, y + 13), "right")
    name_x = x + 2 * _TOKEN + 14
    name, style = fit(curve.game.about.name, int(end - used - 20 - name_x), *_NAMES)
    canvas.write(name, style, ink, (name_x, y + 12))
