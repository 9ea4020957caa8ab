"""The picture of an end: who won in a band, and a line a player with points and rating.

What does not belong here: the final board (a game's own picture), and who won why.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from games.words import signed
from render import frame, pieces
from render.canvas import Area, Canvas, Ink
from render.clusters import drawable
from render.frame import shown_name
from render.png import Palette, Ramp
from render.scene import PlayerResult, ResultScene, ThemeName
from render.sketch import Sketch
from render.theme import THEMES, Theme
from render.type import ELLIPSIS, Style, fit, is_tall

_BASELINE: Final = 80
_BAND: Final = (frame.LEFT, 104, frame.RIGHT, 280)
_BAND_MIDDLE: Final = 192
_FIRST_LINE: Final = 339
"""Middle of the first player's line."""
_PITCH: Final = 66
_FOOT: Final = 65

_TOKEN: Final = 59
_HEADLINE: Final = tuple(Style(size, 750) for size in (70, 62, 54, 46, 38))
_DETAIL: Final = (Style(36, 500), Style(30, 500))
_TALL_APART: Final = 2
"""How far both move apart where the detail has kanji, which reach higher."""
_SCORE: Final = Style(110, 800)
_NAMES: Final = (Style(36, 500), Style(30, 500))
_POINTS: Final = Style(40, 700)
_RATING: Final = Style(36, 500)
_CHANGE: Final = Style(36, 700)

_PLACE: Final = Style(40, 750)
_PLACE_WIDTH: Final = 50
_NAME_X: Final = 112
_BAR_START: Final = 250
_LONGEST_NAME: Final = 360
_POINTS_WIDTH: Final = 108
_RATED_POINTS_X: Final = 900
_RATING_X: Final = 1056


@lru_cache
def _palette(name: ThemeName, signs: str = "") -> Palette:
    theme = THEMES[name]
    shades = (*frame.ramps(theme, range(len(theme.players))), *_ramps(theme))
    return Palette(theme, shades, signs)


def _ramps(theme: Theme) -> Iterator[Ramp]:
    yield Ramp(theme.page, theme.gain, 4)
    yield Ramp(theme.page, theme.loss, 4)
    yield Ramp(theme.page, theme.void, 1)
    yield Ramp(theme.panel, theme.frame, 2)
    for colours in theme.players:
        yield Ramp(theme.void, colours.outline, 1)
        yield Ramp(theme.page, colours.edge, 3)


def draw(outcome: ResultScene, signs: str = "") -> Canvas:
    """Draw an end, with signs for the players if there are any; as high as there are players."""
    height = _FIRST_LINE + _PITCH * (len(outcome.players) - 1) + _FOOT
    canvas = frame.page(_palette(outcome.theme, signs), height)
    aside = outcome.translate(outcome.note)
    frame.header(canvas, outcome.game.about.name, aside, _BASELINE)
    winners = [seat for seat, player in enumerate(outcome.players) if player.won]
    if len(winners) == 1:
        _draw_winner(canvas, outcome, winners[0])
    else:
        _draw_shared(canvas, outcome, winners or list(range(len(outcome.players))))
    _draw_lines(canvas, outcome)
    return canvas


@lru_cache
def _winner_band(palette: Palette, hue: int) -> Canvas:
    """Return the band in a winner's colour, with the token."""
    left, top, right, bottom = _BAND
    width, height = right - left, bottom - top
    theme, colours = palette.theme, palette.theme.players[hue]
    sketch = Sketch(width, height + 4, theme.page)
    sketch.box((0, 4, width, height + 4), 16, colours.edge)
    sketch.box((0, 0, width, height), 16, colours.outline)
    sketch.box((2, 2, width - 2, height - 2), 14, colours.fill)
    sketch.outline((10, 10, width - 10, height - 10), 10, 2, colours.text)
    canvas = Canvas(palette, sketch.tile(palette))
    token = pieces.token(palette, hue, _TOKEN, colours.fill, 7)
    canvas.paste(token, 36, _BAND_MIDDLE - top - token.height // 2)
    return canvas


def _draw_winner(canvas: Canvas, outcome: ResultScene, seat: int) -> None:
    hue = outcome.hues[seat]
    colours = canvas.theme.players[hue]
    left, top, _, _ = _BAND
    canvas.paste(_winner_band(canvas.palette, hue).image, left, top)
    score = outcome.players[seat].score
    _write_band(canvas, outcome, 244, score, Ink(colours.text, colours.fill))


def _draw_shared(canvas: Canvas, outcome: ResultScene, seats: list[int]) -> None:
    """Draw the neutral band for an end that nobody won alone, with the tokens of `seats`."""
    theme = canvas.theme
    left, top, right, bottom = _BAND
    canvas.plate(_BAND, 16, theme.panel, line=theme.line, width=2)
    inner = (left + 10, top + 10, right - 10, bottom - 10)
    canvas.plate(inner, 10, theme.panel, ground=theme.panel, line=theme.frame, width=2)
    radius = _TOKEN if len(seats) == 1 else 46
    x = left + 36
    for seat in seats:
        token = pieces.token(canvas.palette, outcome.hues[seat], radius, theme.panel)
        canvas.paste(token, x, _BAND_MIDDLE - token.height // 2)
        x += token.width + 14
    scores = {outcome.players[seat].score for seat in seats}
    score = scores.pop() if len(scores) == 1 else None
    _write_band(canvas, outcome, x + 18, score, Ink(theme.text, theme.panel))


def _write_band(
    canvas: Canvas, outcome: ResultScene, start: int, score: int | None, ink: Ink
) -> None:
    end = 1108
    if score is not None:
        end -= int(canvas.write(signed(score), _SCORE, ink, (end, 231), "right")) + 30
    headline, detail = outcome.translate(outcome.headline), outcome.translate(outcome.detail)
    headline, style = _fit_headline(headline, outcome, end - start)
    if not detail:
        canvas.write(headline, style, ink, (start, _BAND_MIDDLE + style.size * 36 // 100))
        return
    apart = _TALL_APART if is_tall(detail) else 0
    canvas.write(headline, style, ink, (start, 187 - apart))
    detail, style = fit(_with_shown_names(detail, outcome), end - start, *_DETAIL)
    canvas.write(detail, style, ink, (start, 240 + apart))


def _fit_headline(headline: str, outcome: ResultScene, width: int) -> tuple[str, Style]:
    """Set the headline as large as it goes; if it has to be cut, cut a name and keep the verb."""
    headline = _with_shown_names(headline, outcome)
    names = (drawable(player.name) for player in outcome.players)
    longest = max((name for name in names if name and name in headline), key=len, default="")
    for kept in range(len(longest), 3, -1):
        name = longest if kept == len(longest) else longest[:kept].rstrip() + ELLIPSIS
        line, style = fit(headline.replace(longest, name), width, *_HEADLINE)
        if not line.endswith(ELLIPSIS):
            return line, style
    return fit(headline, width, *_HEADLINE)


def _with_shown_names(text: str, outcome: ResultScene) -> str:
    """Put what can be drawn of each name into a sentence, "Player 1" if that is nothing."""
    for seat, player in enumerate(outcome.players):
        if player.name:
            text = text.replace(player.name, shown_name(player.name, seat, outcome.translate))
    return drawable(text)


def _draw_lines(canvas: Canvas, outcome: ResultScene) -> None:
    """Draw a line a player by their places: token, name, bar, points, rating with its change."""
    scores = [score for player in outcome.players if (score := _counted(player)) is not None]
    rated = any(player.rating is not None for player in outcome.players)
    placed = any(player.place is not None for player in outcome.players)
    words = any(player.out is not None for player in outcome.players)
    points_x = _RATED_POINTS_X if rated else frame.RIGHT
    name_x = _NAME_X + _PLACE_WIDTH * placed
    longest = _LONGEST_NAME if scores or words else points_x - name_x
    bar_start = _BAR_START
    lines = [(seat, _FIRST_LINE + _PITCH * n) for n, seat in enumerate(_by_place(outcome))]
    for seat, y in lines:
        player = outcome.players[seat]
        if player.place is not None:
            ink = Ink(canvas.theme.text, canvas.theme.page)
            canvas.number(str(player.place), _PLACE, ink, (frame.LEFT + 22, y))
        token = pieces.token(canvas.palette, outcome.hues[seat], 25, canvas.theme.page)
        canvas.paste(token, name_x - 40 - token.width // 2, y - token.height // 2)
        shown = shown_name(player.name, seat, outcome.translate)
        name, style = fit(shown, longest, *_NAMES)
        colour = canvas.theme.muted if player.out is not None else canvas.theme.text
        width = canvas.write(name, style, Ink(colour, canvas.theme.page), (name_x, y + 11))
        bar_start = max(bar_start, round(name_x + width) + 24)
    for seat, y in lines:
        player = outcome.players[seat]
        score = _counted(player)
        if scores or player.out is not None:
            _write_points(canvas, outcome, player, (bar_start, points_x, y))
        if score is not None:
            share = max(score, 0) / max(*scores, 1)
            area = (bar_start, y - 17, points_x - _POINTS_WIDTH, y + 17)
            _draw_bar(canvas, outcome.hues[seat], share, area)
        _draw_rating(canvas, player, y + 12)


def _by_place(outcome: ResultScene) -> list[int]:
    """List the seats: the first place first, those without one last, equal ones in their order."""
    players = outcome.players
    last = len(players) + 1
    return sorted(range(len(players)), key=lambda seat: players[seat].place or last)


def _counted(player: PlayerResult) -> int | None:
    """Return the points that count for a player; None for who is out."""
    return None if player.out is not None else player.score


def _write_points(
    canvas: Canvas, outcome: ResultScene, player: PlayerResult, at: tuple[int, int, int]
) -> None:
    """Write a player's points, or why there are none, so far to the right at most."""
    left, right, y = at
    theme = canvas.theme
    quiet = Ink(theme.muted, theme.page)
    if player.out is not None:
        word, style = fit(outcome.translate(player.out), right - left, *_NAMES)
        canvas.write(word, style, quiet, (right, y + 12), "right")
    elif player.score is None:
        canvas.write(frame.HIDDEN, _POINTS, quiet, (right, y + 14), "right")
    else:
        ink = Ink(theme.text, theme.page)
        canvas.write(signed(player.score), _POINTS, ink, (right, y + 14), "right")


def _draw_bar(canvas: Canvas, hue: int, share: float, area: Area) -> None:
    theme, colours = canvas.theme, canvas.theme.players[hue]
    left, top, right, bottom = area
    canvas.plate(area, 8, theme.void)
    end = left + round((right - left) * share)
    if end - left >= 16:
        bar = (left, top, end, bottom)
        ground = theme.page if end == right else theme.void
        canvas.plate(bar, 8, colours.fill, ground=ground, line=colours.outline, width=2)


def _draw_rating(canvas: Canvas, player: PlayerResult, baseline: int) -> None:
    theme = canvas.theme
    if player.rating is not None:
        ink, at = Ink(theme.muted, theme.page), (_RATING_X, baseline)
        rating = f"{player.rating}?" if player.provisional else f"{player.rating}"
        canvas.write(rating, _RATING, ink, at, "right")
    if player.change is not None:
        colour = theme.muted
        if player.change:
            colour = theme.gain if player.change > 0 else theme.loss
        ink, at = Ink(colour, theme.page), (frame.RIGHT, baseline)
        canvas.write(signed(player.change, plus=True), _CHANGE, ink, at, "right")
