"""The pieces of MatriO: suits, cards, trays, dots with their scores, arrows.

Each function gives a ready-made tile for a palette, made once and kept. Tiles are shared:
nobody may draw on them. What does not belong here: where a piece lies, and why.
"""

from functools import lru_cache
from math import cos, pi, sin
from typing import Final, Literal

from PIL import Image

from games.matrio.board import CARDS, SUITS
from games.words import signed
from render.canvas import CAP_HEIGHT, Canvas, Ink
from render.matrio.colours import colours_of
from render.pieces import draw_mark
from render.png import Palette
from render.sketch import Point, Sketch
from render.theme import Colour, Theme
from render.type import Style, fit

TRAY: Final = (126, 94)
"""Width and height of a tray."""
_TRAY_CORNER: Final = 9
_SUIT_ON_TRAY: Final = 44
_CARD: Final = (7, 7, 119, 87)
"""Where a card lies on a tray, with the cards beneath it."""
_LAYER: Final = 4
_MOST_LAYERS: Final = 3
"""Edges that are drawn of the cards beneath; the badge has their number."""
_RANK: Final = Style(44, 750)
_SUIT: Final = 36
_ON_CARD: Final = (63, 45.5)
"""The middle of rank and suit."""
_ON_BADGED_CARD: Final = (56, 37)
_BENEATH: Final = Style(33, 700)
_BADGE_WIDTHS: Final = (48, 66)
"""Of a badge with one figure, and with two."""
_BADGE_END: Final = 118
_BADGE_SIDES: Final = (58, 89)
"""Top and bottom of a badge."""

DOT: Final = (156, 92)
"""Width and height of a cell of the grid, with the edge of the dot below it."""
_DOT_EDGE: Final = 5
DOT_CORNER: Final = 30
"""Ends that are quite round would cost 2 KB, as each row of pixels is another."""
_MARK_X: Final = 21
_SCORE_MARGIN: Final = 13
_SCORE: Final = Style(42, 750)

Size = Literal["large", "middle", "small"]
SHOWN: Final[dict[Size, tuple[int, int]]] = {
    "large": (150, 112),
    "middle": (114, 84),
    "small": (114, 56),
}
"""Width and height of a card that was played lately, and of the tray next to it."""
_SHOWN_RANK: Final[dict[Size, tuple[Style, int]]] = {
    "large": (Style(60, 750), 50),
    "middle": (Style(46, 750), 38),
    "small": (Style(36, 700), 30),
}
_SHOWN_LINE: Final[dict[Size, tuple[Style, int]]] = {
    "large": (Style(48, 700), 46),
    "middle": (Style(40, 700), 36),
    "small": (Style(34, 600), 30),
}

CARD_DEPTH: Final = 6
"""How thick a card in hand is; its tile is that much higher than the card."""
_HELD_RANKS: Final = (Style(62, 750), Style(50, 750), Style(42, 750))
_HELD_VALUES: Final = (Style(30, 650), Style(27, 650))

_STEPS: Final = 10
"""Points on a curve of a suit."""

Curve = tuple[Point, Point, Point, Point]
_HEART: Final[tuple[Curve, ...]] = (
    ((0, 0.5), (-0.1, 0.3), (-0.48, 0.1), (-0.48, -0.2)),
    ((-0.48, -0.2), (-0.48, -0.38), (-0.36, -0.5), (-0.23, -0.5)),
    ((-0.23, -0.5), (-0.12, -0.5), (-0.04, -0.42), (0, -0.31)),
)
"""The left half of a heart one high about its middle, from the tip up."""
_SPADE: Final[tuple[Curve, ...]] = (
    ((0, 0.24), (-0.06, 0.3), (-0.14, 0.34), (-0.23, 0.34)),
    ((-0.23, 0.34), (-0.36, 0.34), (-0.48, 0.25), (-0.48, 0.09)),
    ((-0.48, 0.09), (-0.48, -0.16), (-0.1, -0.3), (0, -0.5)),
)
"""The left half of a spade without its foot, from the foot up."""
_DIAMOND: Final[tuple[Curve, ...]] = (
    ((0, 0.5), (-0.1, 0.3), (-0.26, 0.1), (-0.39, 0)),
    ((-0.39, 0), (-0.26, -0.1), (-0.1, -0.3), (0, -0.5)),
)
_FOOT: Final[tuple[Curve, ...]] = (((-0.18, 0.5), (-0.08, 0.44), (-0.03, 0.3), (-0.02, 0.0)),)
"""The left half of the foot of a spade or a club."""


def _curve(curve: Curve) -> list[Point]:
    """Return the points of a cubic curve."""
    points = []
    for step in range(_STEPS + 1):
        t = step / _STEPS
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        points.append(
            (
                sum(weight * x for weight, (x, _) in zip(weights, curve, strict=True)),
                sum(weight * y for weight, (_, y) in zip(weights, curve, strict=True)),
            )
        )
    return points


def _draw_mirrored(
    sketch: Sketch, half: tuple[Curve, ...], at: Point, size: float, ink: Colour
) -> None:
    """Draw a shape from its left half."""
    x, y = at
    points = [point for curve in half for point in _curve(curve)]
    outline = [*points, *((-across, down) for across, down in reversed(points))]
    sketch.polygon([(x + across * size, y + down * size) for across, down in outline], ink)


def draw_suit(sketch: Sketch, suit: int | None, at: Point, size: float, ink: Colour) -> None:
    """Draw a suit about a point, or a joker's star."""
    x, y = at
    match None if suit is None else SUITS[suit]:
        case "S":
            _draw_mirrored(sketch, _SPADE, at, size, ink)
            _draw_mirrored(sketch, _FOOT, at, size, ink)
        case "D":
            _draw_mirrored(sketch, _DIAMOND, at, size, ink)
        case "C":
            for across, down in ((0, -0.26), (-0.26, 0.1), (0.26, 0.1)):
                sketch.disc(x + across * size, y + down * size, size * 0.24, ink)
            sketch.disc(x, y, size * 0.12, ink)
            _draw_mirrored(sketch, _FOOT, at, size, ink)
        case "H":
            _draw_mirrored(sketch, _HEART, at, size, ink)
        case _:
            sketch.polygon(
                [
                    (
                        x + size * reach * sin(pi * point / 5),
                        y + size * (0.05 - reach * cos(pi * point / 5)),
                    )
                    for point, reach in enumerate((0.55, 0.23) * 5)
                ],
                ink,
            )


def is_red(suit: int | None) -> bool:
    """Tell whether a suit counts below nought."""
    return suit is not None and SUITS[suit] in "DH"


def _ink(theme: Theme, suit: int | None) -> Colour:
    """Return the colour of a suit on a card."""
    if suit is None:
        return colours_of(theme).card.star
    return colours_of(theme).card.red if is_red(suit) else colours_of(theme).card.ink


@lru_cache
def suit_head(palette: Palette, suit: int) -> Image.Image:
    """Return the head of all trays of a suit (40 square)."""
    theme = palette.theme
    sketch = Sketch(40, 40, theme.page)
    ink = colours_of(theme).trays[1].suit if is_red(suit) else theme.text
    draw_suit(sketch, suit, (20, 20), 35, ink)
    return sketch.tile(palette)


@lru_cache
def empty_tray(palette: Palette, suit: int) -> Image.Image:
    """Return a tray without cards: its suit."""
    colours = colours_of(palette.theme).trays[is_red(suit)]
    sketch = _tray(palette.theme, suit)
    draw_suit(sketch, suit, (TRAY[0] / 2, TRAY[1] / 2), _SUIT_ON_TRAY, colours.suit)
    return sketch.tile(palette)


def _tray(theme: Theme, suit: int) -> Sketch:
    width, height = TRAY
    sketch = Sketch(width, height, theme.panel)
    sketch.box((0, 0, width, height), _TRAY_CORNER, colours_of(theme).trays[is_red(suit)].fill)
    return sketch


@lru_cache
def _stack(palette: Palette, suit: int, layers: int, badge: int) -> Image.Image:
    """Return a tray with a blank card, the edges of those beneath, and a blank badge that wide."""
    theme = palette.theme
    sketch = _tray(theme, suit)
    left, top, right, bottom = _CARD
    sketch.box((left, top, right, bottom), 7, colours_of(theme).card.edge)
    for layer in range(layers, 0, -1):
        low = bottom - 3 - (layers - layer) * _LAYER
        sketch.box((left + 1, top, right - 1, low), 6, colours_of(theme).card.face)
        sketch.box((left + 1, top, right - 1, low - 1.5), 6, colours_of(theme).card.edge)
    low = bottom - 3 - layers * _LAYER
    sketch.box((left + 1, top + 1, right - 1, low), 6, colours_of(theme).card.face)
    if badge:
        end, (high, deep) = _BADGE_END, _BADGE_SIDES
        sketch.box((end - badge, high, end, deep), 8, colours_of(theme).card.edge)
    return sketch.tile(palette)


@lru_cache
def _suit_tile(palette: Palette, suit: int | None, size: int) -> Image.Image:
    """Return a suit on the face of a card."""
    theme = palette.theme
    sketch = Sketch(size + 4, size + 4, colours_of(theme).card.face)
    draw_suit(sketch, suit, (size / 2 + 2, size / 2 + 2), size, _ink(theme, suit))
    return sketch.tile(palette)


@lru_cache(maxsize=512)
def filled_tray(palette: Palette, suit: int, card: int, beneath: int) -> Image.Image:
    """Return a tray with a card on top and a number of cards beneath it."""
    theme = palette.theme
    label = f"+{beneath}"
    badge = _BADGE_WIDTHS[len(label) > 2] if beneath else 0
    canvas = Canvas(palette, _stack(palette, suit, min(beneath, _MOST_LAYERS), badge).copy())
    _write_card(canvas, card, _ON_BADGED_CARD if beneath else _ON_CARD, (_RANK, _SUIT))
    if beneath:
        ink = Ink(colours_of(theme).card.face, colours_of(theme).card.edge)
        at = (_BADGE_END - badge / 2, sum(_BADGE_SIDES) / 2)
        canvas.number(label, _BENEATH, ink, at)
    return canvas.image


def _write_card(canvas: Canvas, card: int, middle: Point, sizes: tuple[Style, int]) -> None:
    """Write a card's rank and suit in one line about a point."""
    theme = canvas.theme
    style, size = sizes
    _, rank, suit, _ = CARDS[card]
    x, y = middle
    if rank is None:
        star = _suit_tile(canvas.palette, None, round(size * 1.3))
        canvas.paste(star, round(x - star.width / 2), round(y - star.height / 2))
        return
    tile = _suit_tile(canvas.palette, suit, size)
    ink = Ink(_ink(theme, suit), colours_of(theme).card.face)
    width = style.size * 0.62 * len(rank) + tile.width
    baseline = round(y + style.size * CAP_HEIGHT / 2)
    end = x + width / 2
    canvas.write(rank, style, ink, (end - tile.width - 1, baseline), "right")
    canvas.paste(tile, round(end - tile.width + 1), round(y - tile.height / 2))


@lru_cache
def empty_cell(palette: Palette) -> Image.Image:
    """Return a cell of the grid without a dot."""
    theme = palette.theme
    width, height = DOT[0], DOT[1] - _DOT_EDGE
    sketch = Sketch(width, DOT[1], theme.panel)
    sketch.box((0, 0, width, height), DOT_CORNER, theme.line)
    sketch.box((2, 2, width - 2, height - 2), DOT_CORNER - 2, theme.void)
    return sketch.tile(palette)


@lru_cache
def _blank_dot(palette: Palette, hue: int, *, gone: bool) -> Image.Image:
    theme, colours = palette.theme, palette.theme.players[hue]
    width, height = DOT[0], DOT[1] - _DOT_EDGE
    sketch = Sketch(width, DOT[1], theme.panel)
    mark = (_MARK_X, height / 2)
    if gone:
        sketch.box((0, 0, width, height), DOT_CORNER, colours.outline)
        sketch.box((3, 3, width - 3, height - 3), DOT_CORNER - 3, colours.tint)
        draw_mark(sketch, palette, hue, mark, 26, theme.text)
    else:
        sketch.box((0, _DOT_EDGE, width, DOT[1]), DOT_CORNER, colours.edge)
        sketch.box((0, 0, width, height), DOT_CORNER, colours.fill)
        draw_mark(sketch, palette, hue, mark, 27, colours.text)
    return sketch.tile(palette)


@lru_cache(maxsize=512)
def dot(palette: Palette, hue: int, score: str, *, gone: bool) -> Image.Image:
    """Return a dot with its score, thin where its owner is out of the game."""
    theme, colours = palette.theme, palette.theme.players[hue]
    canvas = Canvas(palette, _blank_dot(palette, hue, gone=gone).copy())
    ink = Ink(theme.text, colours.tint) if gone else Ink(colours.text, colours.fill)
    baseline = round((DOT[1] - _DOT_EDGE + _SCORE.size * CAP_HEIGHT) / 2)
    canvas.write(score, _SCORE, ink, (DOT[0] - _SCORE_MARGIN, baseline), "right")
    return canvas.image


@lru_cache(maxsize=64)
def shown_card(palette: Palette, card: int, size: Size = "large") -> Image.Image:
    """Return a card that has been played or chosen."""
    theme = palette.theme
    width, height = SHOWN[size]
    sketch = Sketch(width, height, theme.page)
    sketch.box((0, 4, width, height), 11, colours_of(theme).card.edge)
    sketch.box((0, 0, width, height - 4), 11, colours_of(theme).card.edge)
    sketch.box((1.5, 1.5, width - 1.5, height - 5), 9.5, colours_of(theme).card.face)
    canvas = Canvas(palette, sketch.tile(palette))
    _write_card(canvas, card, (width / 2, height / 2 - 2), _SHOWN_RANK[size])
    return canvas.image


@lru_cache
def shown_tray(palette: Palette, line: str, suit: int, size: Size = "large") -> Image.Image:
    """Return the tray to which a card went: its line and suit."""
    theme = palette.theme
    colours = colours_of(theme).trays[is_red(suit)]
    width, height = SHOWN[size]
    style, high = _SHOWN_LINE[size]
    sketch = Sketch(width, height, theme.page)
    sketch.box((0, 0, width, height), 11, colours.fill)
    draw_suit(sketch, suit, (width - 0.28 * width, height / 2), high, colours.suit)
    canvas = Canvas(palette, sketch.tile(palette))
    baseline = round((height + style.size * CAP_HEIGHT) / 2)
    canvas.write(line, style, Ink(theme.text, colours.fill), (0.16 * width, baseline))
    return canvas.image


@lru_cache
def open_tray(palette: Palette) -> Image.Image:
    """Return the place of a tray that is yet to be chosen."""
    theme = palette.theme
    width, height = SHOWN["large"]
    sketch = Sketch(width, height, theme.page)
    sketch.outline((0, 0, width, height), 11, 3, theme.muted)
    for x in (-26, 0, 26):
        sketch.disc(width / 2 + x, height / 2, 6, theme.muted)
    return sketch.tile(palette)


@lru_cache
def arrow(
    palette: Palette, length: int, half: int, role: Literal["highlight", "muted"]
) -> Image.Image:
    """Return an arrow to the right, its head `half` to either side."""
    theme = palette.theme
    ink = theme.highlight if role == "highlight" else theme.muted
    thick = half * 0.44
    sketch = Sketch(length, 2 * half, theme.page)
    sketch.box((0, half - thick / 2, length - half, half + thick / 2), thick / 2, ink)
    sketch.polygon([(length - 1.7 * half, 0), (length, half), (length - 1.7 * half, 2 * half)], ink)
    return sketch.tile(palette)


@lru_cache
def card_back(palette: Palette, ink: Colour, ground: Colour) -> Image.Image:
    """Return the sign for the cards in a hand (22 by 30)."""
    sketch = Sketch(22, 30, ground)
    sketch.outline((0, 0, 22, 30), 4, 2.5, ink)
    sketch.box((5.5, 5.5, 16.5, 24.5), 1, ink)
    return sketch.tile(palette)


@lru_cache(maxsize=128)
def held_card(palette: Palette, card: int, size: tuple[int, int], *, playable: bool) -> Image.Image:
    """Return a card in hand with its value; flat and faint if it may not be played now."""
    theme = palette.theme
    _, rank, suit, value = CARDS[card]
    width, height = size
    sketch = Sketch(width, height + CARD_DEPTH, theme.page)
    face, ink, small = colours_of(theme).card.face, _ink(theme, suit), colours_of(theme).card.value
    box = (0, 0, width, height)
    if playable:
        sketch.box((0, CARD_DEPTH, width, height + CARD_DEPTH), 12, colours_of(theme).card.edge)
        sketch.box(box, 12, colours_of(theme).card.edge)
        small = colours_of(theme).card.red if value < 0 else small
    else:
        face, small = theme.panel, theme.muted
        ink = colours_of(theme).trays[1].suit if is_red(suit) else theme.muted
        sketch.box(box, 12, theme.line)
    sketch.box((2, 2, width - 2, height - 2), 10, face)
    middle = width / 2
    if rank is None:
        draw_suit(sketch, None, (middle, height * 0.43), min(88, width * 0.66), ink)
    else:
        draw_suit(sketch, suit, (middle, height * 0.59), 52, ink)
    canvas = Canvas(palette, sketch.tile(palette))
    if rank is not None:
        line, style = fit(rank, width - 10, *_HELD_RANKS)
        canvas.number(line, style, Ink(ink, face), (middle, height * 0.21))
    worth = signed(value, plus=value != 0)
    line, style = fit(worth, width - 10, *_HELD_VALUES)
    canvas.number(line, style, Ink(small, face), (middle, height * 0.88))
    return canvas.image
