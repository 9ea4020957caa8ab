"""The picture of a review: how the chances went in a game, its mistakes, and its luck.

What does not belong here: the chart itself (`render.chart`), and where chances come from.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from games.words import Plural, Text, signed, tenths
from render import frame
from render.canvas import Canvas, Ink
from render.chart import Chart, draw_badge, draw_chart
from render.frame import shown_name
from render.pieces import sign
from render.png import Palette, Ramp
from render.scene import Mistake, Review, ThemeName
from render.theme import THEMES, Theme
from render.type import ASIDE, Style, fit

_BASELINE: Final = 73
_PLAYERS_Y: Final = 124
"""Middle of the first line of players."""
_A_LINE: Final = 2
"""How many players are next to one another; more names to a line would be cut."""
_TOKEN: Final = 24
_NAMES: Final = (Style(34, 650), Style(30, 650), Style(27, 650))
_CHART: Final = (140, 172, 1084, 572)
"""The chart below one line of players."""
_LIST_TOP: Final = 660
"""Middle of the first line below that chart."""
_PITCH: Final = 58
_FOOT: Final = 68
_COLUMNS: Final = 2
_COLUMN_WIDTH: Final = 520
_COLUMN_GAP: Final = 72
_BADGE_X: Final = 24
"""From the left of a column, as the next two are."""
_TOKEN_X: Final = 82
_TEXT_X: Final = 124
_LABEL: Final = (Style(32, 500), Style(28, 500), Style(26, 500))
_COST: Final = Style(36, 700)
_HEADS: Final = 20
"""How much lower the balance begins, for its heads."""
_BALANCE_NAME: Final = 220
_BAR_HEIGHT: Final = 30
_SHARE: Final = Style(32, 700)
_SHARE_WIDTH: Final = 124
_LEAST_SCALE: Final = 0.01
"""Changes of a hundredth fill their bar only if there are none larger."""


@lru_cache
def _palette(name: ThemeName, signs: str = "") -> Palette:
    theme = THEMES[name]
    # As in MatriO, more shades would not fit into the bytes.
    shared = (replace(ramp, shades=ramp.shades // 2) for ramp in frame.ramps(theme, range(4)))
    return Palette(theme, (*shared, *_ramps(theme)), signs)


def _ramps(theme: Theme) -> Iterator[Ramp]:
    yield Ramp(theme.page, theme.highlight, 2)
    yield Ramp(theme.page, theme.loss, 2)
    for player in theme.players:
        yield Ramp(theme.page, player.edge, 2)
        yield Ramp(theme.panel, player.outline, 2)


def draw(review: Review, signs: str = "") -> Canvas:
    """Draw a review, with signs for the players if there are any; as high as it is long."""
    top = _LIST_TOP + _lower(len(review.names)) + _PITCH * _lines(review)
    balances = [shares for shares in (review.luck, review.choices) if shares is not None]
    height = top - _PITCH + _FOOT
    if balances:
        height = top + _HEADS + _PITCH * len(review.names) + _FOOT
    canvas = frame.page(_palette(review.theme, signs), height)
    turns = len(review.chances) - 1
    aside = Text("Review · {turns}", turns=Plural("{n} turn", "{n} turns", turns))
    frame.header(canvas, review.game.about.name, review.translate(aside), _BASELINE)
    _draw_players(canvas, review)
    kept = frozenset(mistake.turn for mistake in review.mistakes)
    chart = Chart(chart_area(len(review.names)), review.chances, kept, review.hues)
    percents = [_percent(review, str(percent)) for percent in range(0, 101, 50)]
    draw_chart(canvas, chart, percents)
    _draw_marks(canvas, review, chart)
    _draw_mistakes(canvas, review)
    if balances:
        _draw_balance(canvas, review, top + _HEADS)
    return canvas


def chart_area(seats: int) -> tuple[int, int, int, int]:
    """Return where the chart of a game with that many turns lies: left, top, right and bottom."""
    left, top, right, bottom = _CHART
    return left, top + _lower(seats), right, bottom + _lower(seats)


def _lower(seats: int) -> int:
    """Return how much lower all lies that comes after the lines of players."""
    return _PITCH * ((seats - 1) // _A_LINE)


def _percent(review: Review, number: str) -> str:
    return review.translate(Text("{number} %", number=number))


def _draw_players(canvas: Canvas, review: Review) -> None:
    """Draw who played, two next to one another."""
    theme = canvas.theme
    width = (frame.RIGHT - frame.LEFT) // _A_LINE
    for seat, name in enumerate(review.names):
        line, place = divmod(seat, _A_LINE)
        x, y = frame.LEFT + place * width, _PLAYERS_Y + line * _PITCH
        disc = sign(canvas.palette, review.hues[seat], _TOKEN)
        canvas.paste(disc, x, y - _TOKEN)
        shown = shown_name(name, seat, review.translate)
        fitting, style = fit(shown, width - 2 * _TOKEN - 36, *_NAMES)
        canvas.write(fitting, style, Ink(theme.text, theme.page), (x + 2 * _TOKEN + 12, y + 12))


def _draw_marks(canvas: Canvas, review: Review, chart: Chart) -> None:
    """Mark the mistakes with their numbers where the chance of who made them fell."""
    left, top, _, _ = chart.area
    # The first is the largest, and lies on top where they overlap.
    for number, mistake in reversed([*enumerate(review.mistakes, 1)]):
        if mistake.turn < len(review.chances):
            x, y = chart.spot(mistake.turn, review.chances[mistake.turn][mistake.seat])
            draw_badge(canvas, number, (round(left + x), round(top + y)), canvas.theme.panel)


def _draw_mistakes(canvas: Canvas, review: Review) -> None:
    """List the mistakes in two columns; what was played is told next to the picture."""
    theme = canvas.theme
    top = _LIST_TOP + _lower(len(review.names))
    if not review.mistakes:
        line, style = fit(review.translate(Text("no big mistakes")), 1000, *_LABEL)
        canvas.write(line, style, Ink(theme.muted, theme.page), (frame.LEFT, top + 11))
    lines = _lines(review)
    for n, mistake in enumerate(review.mistakes):
        column, row = divmod(n, lines)
        left = frame.LEFT + column * (_COLUMN_WIDTH + _COLUMN_GAP)
        _draw_mistake(canvas, review, mistake, (n + 1, left, top + _PITCH * row))


def _lines(review: Review) -> int:
    """Count the lines of the list, one at least."""
    return max(-(-len(review.mistakes) // _COLUMNS), 1)


def _draw_mistake(
    canvas: Canvas, review: Review, mistake: Mistake, place: tuple[int, int, int]
) -> None:
    """Write a mistake: its number, whose it was, in which turn, what it cost."""
    theme, (number, left, y) = canvas.theme, place
    draw_badge(canvas, number, (left + _BADGE_X, y), theme.page)
    disc = sign(canvas.palette, review.hues[mistake.seat], _TOKEN)
    canvas.paste(disc, left + _TOKEN_X - _TOKEN, y - _TOKEN)
    cost = _percent(review, signed(-round(100 * mistake.cost)))
    end = left + _COLUMN_WIDTH
    used = canvas.write(cost, _COST, Ink(theme.loss, theme.page), (end, y + 13), "right")
    told, room = Text("turn {turn}", turn=mistake.turn), int(_COLUMN_WIDTH - _TEXT_X - used - 20)
    line, style = fit(review.translate(told), room, *_LABEL)
    canvas.write(line, style, Ink(theme.text, theme.page), (left + _TEXT_X, y + 11))


def _draw_balance(canvas: Canvas, review: Review, top: int) -> None:
    """Draw a line a player with bars for what luck and choices did to the chance a turn.

    What they did in all would often be more than the whole, which nobody can read.
    """
    theme, turns = canvas.theme, max(len(review.chances) - 1, 1)
    columns = [
        (Text("dice, average per turn"), review.luck),
        (Text("moves, average per turn"), review.choices),
    ]
    shown = [
        (head, [share / turns for share in shares])
        for head, shares in columns
        if shares is not None
    ]
    start = frame.LEFT + _TEXT_X + _BALANCE_NAME
    width = (frame.RIGHT - start) // len(shown)
    scale = max(_LEAST_SCALE, *(abs(share) for _, shares in shown for share in shares))
    for seat, name in enumerate(review.names):
        y = top + _PITCH * seat + _PITCH // 2
        disc = sign(canvas.palette, review.hues[seat], _TOKEN)
        canvas.paste(disc, frame.LEFT, y - _TOKEN)
        x = frame.LEFT + 2 * _TOKEN + 12
        room = start - 24 - x
        line, style = fit(shown_name(name, seat, review.translate), room, *_NAMES[1:])
        canvas.write(line, style, Ink(theme.text, theme.page), (x, y + 11))
    for place, (head, shares) in enumerate(shown):
        left = start + place * width
        right = left + width - 24 * (place < len(shown) - 1)
        line, style = fit(review.translate(head), right - left, ASIDE, Style(26, 500))
        quiet = Ink(theme.muted, theme.page)
        canvas.write(line, style, quiet, (left, top - 6))
        for seat, share in enumerate(shares):
            y = top + _PITCH * seat + _PITCH // 2
            _draw_share(canvas, review.hues[seat], share / scale, (left, right, y))
            number = _percent(review, tenths(100 * share))
            ink = Ink(theme.text, theme.page)
            canvas.write(number, _SHARE, ink, (right, y + 12), "right")


def _draw_share(canvas: Canvas, hue: int, share: float, place: tuple[int, int, int]) -> None:
    """Draw a bar from the middle to the right for a gain, to the left for a loss."""
    theme, colours = canvas.theme, canvas.theme.players[hue]
    left, right, y = place
    right -= _SHARE_WIDTH
    half = _BAR_HEIGHT // 2
    canvas.plate((left, y - half, right, y + half), 8, theme.panel)
    middle = (left + right) // 2
    end = middle + round((right - left) / 2 * share)
    low, high = sorted((middle, end))
    if high - low >= 4:
        canvas.fill((low, y - half, high, y + half), colours.outline)
        canvas.fill((low + 2, y - half + 2, high - 2, y + half - 2), colours.fill)
    canvas.fill((middle - 1, y - half - 5, middle + 1, y + half + 5), theme.text)
