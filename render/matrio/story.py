"""The upper left of MatriO's picture: the last cards, what the last one changed, what else is so.

What does not belong here: captions (`captions`), pieces (`pieces`), and the
marks on the board (`render.matrio`).
"""

from collections.abc import Sequence
from typing import Final

from games.matrio.board import SUITS, cell_lines, line_name, tray_line, tray_suit
from games.matrio.rules import Change
from games.words import signed
from render.canvas import Canvas, Ink
from render.frame import BETTER, PLAYED, shown_name
from render.matrio import captions, pieces
from render.matrio.pieces import Size
from render.matrio.view import PlayedCard, View
from render.pieces import sign
from render.scene import Scene
from render.type import Style, fit

_STORY_X: Final = 48
"""Left side of what is told of the last card."""
_STORY_END: Final = 572
_PLAYER_Y: Final = 250
_PLAYER_RADIUS: Final = 24
_PLAYED: Final = (Style(36, 600), Style(32, 600))
_CARD_Y: Final = 292
_TRAY_X: Final = 306
_ARROW: Final = (72, 13)
_CHANGES_Y: Final = 450
_CHANGES_PITCH: Final = 56
_CHANGE: Final = Style(36, 600)
_OLD: Final = Style(34, 500)
_NEW: Final = Style(42, 750)
_GAIN: Final = Style(30, 600)
_OLD_END: Final = 296
_NEW_END: Final = 460
_SMALL_ARROW: Final = (42, 9)
_REMARK: Final = (Style(32, 600), Style(28, 600), Style(26, 600))
_SMALL_RADIUS: Final = 22

_LISTED: Final = 3
"""How many cards are told of at most."""
_LIST_TOP: Final = 220
_ROWS_HIGH: Final = {"middle": 92, "small": 66}
"""What a line of the list takes, the last card's and one before."""
_LISTED_CARD_X: Final = 296
_LISTED_TRAY_X: Final = 458
_LISTED_NAMES: Final = {
    "middle": (Style(36, 600), Style(32, 600), Style(28, 600)),
    "small": (Style(28, 500), Style(26, 500)),
}
_LISTED_ARROWS: Final = {"middle": (36, 10), "small": (32, 8)}
_STORY_FOOT: Final = 648
_PITCHES: Final = (52, 62)
"""Between the changes below a list: three and a remark are close."""


def draw_story(canvas: Canvas, scene: Scene, shown: View) -> None:
    """Tell who played which card to which tray, what that changed, and what else is so.

    Where others have played since it was last the reader's turn, the last three are told of.
    """
    earlier = shown.earlier[1 - _LISTED :]
    if earlier:
        y = _draw_list(canvas, scene, (*earlier, *shown.played))
        lines = len(shown.changed) + len(captions.remarks(scene, shown))
        close, wide = _PITCHES
        pitch = max(close, min(wide, (_STORY_FOOT - y) // max(lines, 1)))
        _draw_changes(canvas, scene, shown, (y + pitch * 6 // 10, pitch))
    else:
        _draw_last(canvas, scene, shown)
        _draw_changes(canvas, scene, shown, (_CHANGES_Y, _CHANGES_PITCH))


def _draw_list(canvas: Canvas, scene: Scene, played: Sequence[PlayedCard]) -> int:
    """Draw a line a card, the last one larger, and return where the list ends."""
    theme, y = canvas.theme, _LIST_TOP
    for one in played:
        size: Size = "middle" if one is played[-1] else "small"
        ink = Ink(theme.text if size == "middle" else theme.muted, theme.page)
        middle = y + _ROWS_HIGH[size] // 2
        radius = _PLAYER_RADIUS if size == "middle" else _SMALL_RADIUS - 2
        disc = sign(canvas.palette, scene.hues[one.seat], radius)
        canvas.paste(disc, _STORY_X + _PLAYER_RADIUS - radius, middle - radius)
        x = _STORY_X + 2 * _PLAYER_RADIUS + 12
        name = shown_name(scene.names[one.seat], one.seat, scene.translate)
        if scene.compared:
            name = scene.translate(BETTER if one is played[-1] else PLAYED)
        name, style = fit(name, _LISTED_CARD_X - 14 - x, *_LISTED_NAMES[size])
        canvas.write(name, style, ink, (x, middle + style.size * 36 // 100))
        _draw_way(canvas, one, size, middle)
        y += _ROWS_HIGH[size]
    return y


def _draw_way(canvas: Canvas, played: PlayedCard, size: Size, middle: int) -> None:
    """Draw a card and the tray that it went to, with an arrow between."""
    palette, high = canvas.palette, pieces.SHOWN[size][1]
    card = pieces.shown_card(palette, played.card, size)
    canvas.paste(card, _LISTED_CARD_X, middle - high // 2)
    length, half = _LISTED_ARROWS[size]
    arrow = pieces.arrow(palette, length, half, "highlight" if size == "middle" else "muted")
    room = _LISTED_TRAY_X - _LISTED_CARD_X - card.width
    canvas.paste(arrow, _LISTED_TRAY_X - (room + length) // 2, middle - half)
    line, suit = line_name(tray_line(played.tray)), tray_suit(played.tray)
    canvas.paste(pieces.shown_tray(palette, line, suit, size), _LISTED_TRAY_X, middle - high // 2)


def _draw_last(canvas: Canvas, scene: Scene, shown: View) -> None:
    """Tell of one card alone, who plays it and to which tray, as far as there is one."""
    palette, theme = canvas.palette, canvas.theme
    across, high = pieces.SHOWN["large"]
    if shown.seat is not None:
        disc = sign(palette, scene.hues[shown.seat], _PLAYER_RADIUS)
        canvas.paste(disc, _STORY_X, _PLAYER_Y - _PLAYER_RADIUS)
        x = _STORY_X + 2 * _PLAYER_RADIUS + 16
        name = shown_name(scene.names[shown.seat], shown.seat, scene.translate)
        name, style = fit(name, 330, *_PLAYED)
        line = scene.translate(captions.headline(shown, name))
        line, style = fit(line, _STORY_END - x, style, *_PLAYED)
        canvas.write(line, style, Ink(theme.text, theme.page), (x, _PLAYER_Y + 12))
    if shown.card is not None:
        canvas.paste(pieces.shown_card(palette, shown.card), _STORY_X, _CARD_Y)
        length, half = _ARROW
        arrow = pieces.arrow(palette, length, half, "highlight")
        middle = _CARD_Y + high // 2
        gap = (_TRAY_X - _STORY_X - across - length) // 2
        canvas.paste(arrow, _TRAY_X - gap - length, middle - half)
        tile = pieces.open_tray(palette)
        if shown.tray is not None:
            line_of_tray = line_name(tray_line(shown.tray))
            tile = pieces.shown_tray(palette, line_of_tray, tray_suit(shown.tray))
        canvas.paste(tile, _TRAY_X, _CARD_Y)
    if shown.tray is None and not shown.choosing:
        _draw_formula(canvas, scene)


def _draw_changes(canvas: Canvas, scene: Scene, shown: View, place: tuple[int, int]) -> None:
    """Write a line a change and a remark, from a height on and so far from one another."""
    y, pitch = place
    for change in shown.changed:
        _draw_change(canvas, scene, change, y)
        y += pitch
    for remark in captions.remarks(scene, shown):
        hues = [scene.hues[seat] for seat in remark.seats]
        _draw_remark(canvas, scene.translate(remark.text), hues, y)
        y += pitch


def _draw_formula(canvas: Canvas, scene: Scene) -> None:
    """Say what a dot scores: row times column, suit by suit, added up."""
    theme = canvas.theme
    quiet = Ink(theme.muted, theme.page)
    line, style = fit(scene.translate(captions.FORMULA), _STORY_END - _STORY_X, *_REMARK)
    canvas.write(line, style, quiet, (_STORY_X, _CHANGES_Y + 12))
    x, y = _STORY_X, _CHANGES_Y + _CHANGES_PITCH
    for suit in range(len(SUITS)):
        head = pieces.suit_head(canvas.palette, suit)
        for operator in ("+" if suit else "", "\N{MULTIPLICATION SIGN}"):
            if operator:
                canvas.number(operator, _OLD, quiet, (x + 13, y))
                x += 26
            canvas.paste(head, x, y - head.height // 2)
            x += head.width


def _draw_change(canvas: Canvas, scene: Scene, change: Change, y: int) -> None:
    """Write a line on a changed cell: owner, cell, old and new score, and the difference."""
    theme, baseline = canvas.theme, y + 13
    text, quiet = Ink(theme.text, theme.page), Ink(theme.muted, theme.page)
    disc = sign(canvas.palette, scene.hues[change.owner], _SMALL_RADIUS)
    canvas.paste(disc, _STORY_X + 2, y - _SMALL_RADIUS)
    cell = " ".join(map(line_name, cell_lines(change.cell)))
    canvas.write(cell, _CHANGE, text, (_STORY_X + 60, baseline))
    if change.old is None:
        old, style = fit(scene.translate(captions.NEW_DOT), 90, _OLD, Style(28, 500))
    else:
        old, style = signed(change.old), _OLD
        gain = Ink(theme.gain if change.gain > 0 else theme.loss, theme.page)
        number = signed(change.gain, plus=True)
        canvas.write(number, _GAIN, gain, (_STORY_END, baseline), "right")
    canvas.write(old, style, quiet, (_OLD_END, baseline), "right")
    length, half = _SMALL_ARROW
    arrow = pieces.arrow(canvas.palette, length, half, "muted")
    canvas.paste(arrow, _OLD_END + 15, y - half)
    canvas.write(signed(change.new), _NEW, text, (_NEW_END, baseline + 2), "right")


def _draw_remark(canvas: Canvas, line: str, hues: Sequence[int], y: int) -> None:
    """Write a remark after the tokens of those that it is about."""
    theme, x = canvas.theme, _STORY_X + 2
    for hue in hues:
        disc = sign(canvas.palette, hue, _SMALL_RADIUS)
        canvas.paste(disc, x, y - _SMALL_RADIUS)
        x += 2 * _SMALL_RADIUS + 8
    x += 6 if hues else 0
    line, style = fit(line, _STORY_END - x, *_REMARK)
    canvas.write(line, style, Ink(theme.text, theme.page), (x, y + 12))
