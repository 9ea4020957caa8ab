"""The private picture of a hand of MatriO: its cards by suit, and where they may go.

Nothing here is ever part of a public picture (`render.matrio`). What does not belong here: what a
caption says (`captions`) and what a card looks like (`pieces`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from games.matrio.board import CARD_INDEX, CARDS
from games.matrio.rules import OPENER, Position
from games.words import Text
from render import frame
from render.canvas import Canvas, Ink
from render.matrio import captions, pieces
from render.matrio.colours import colours_of
from render.pieces import token
from render.png import Palette, Ramp
from render.scene import Hand, ThemeName
from render.theme import THEMES, Colour, Theme, colours_in
from render.type import ASIDE, ELLIPSIS, TITLE, Style, fit, wrap

Group = tuple[int, ...]
"""The cards of one suit, or jokers."""

_BASELINE: Final = 80
_TITLE_X: Final = 118
_TOKEN_RADIUS: Final = 28
_ONE_ROW: Final = 7
"""As many cards lie in one row; more lie in two."""
_WIDEST: Final = 168
_CARD_GAP: Final = 14
_GROUP_GAP: Final = 40
"""Between groups; 26 more than between cards."""
_CAPTION: Final = (33, 31, 28, 26)
"""Sizes of captions; the last two only where two lines of the first are too long."""
_EMPTY: Final = Style(32, 500)


@dataclass(frozen=True, slots=True)
class _Layout:
    """Measures of a picture: its height, and of its rows the tops, a card's height and captions.

    `line` is where the line below a group begins, `captions` are the baselines of its
    caption's lines, all from the top of the row.
    """

    height: int
    tops: tuple[int, ...]
    card: int
    line: int
    captions: tuple[int, int]


_LAYOUTS: Final = {
    1: _Layout(448, (126,), 184, 210, (252, 286)),
    2: _Layout(712, (118, 404), 172, 194, (231, 264)),
}
"""By the number of rows."""


class _Place(NamedTuple):
    """Where a row lies: its top, the width and height of its cards, and its measures."""

    top: int
    size: tuple[int, int]
    layout: _Layout


@lru_cache
def _palette(name: ThemeName, signs: str = "") -> Palette:
    theme = THEMES[name]
    ramps = (*frame.ramps(theme, range(4)), *_ramps(theme))
    return Palette(theme, ramps, signs, own=colours_in(colours_of(theme)))


def _ramps(theme: Theme) -> Iterator[Ramp]:
    card = colours_of(theme).card
    for ink in (card.ink, card.red, card.star, card.value):
        yield Ramp(card.face, ink, 4)
    yield Ramp(card.face, card.edge, 2)
    yield Ramp(theme.page, card.edge, 2)
    yield Ramp(theme.page, theme.highlight, 4)
    yield Ramp(theme.panel, colours_of(theme).trays[1].suit, 4)
    for tray in colours_of(theme).trays:
        yield Ramp(theme.page, tray.suit, 1)


def draw_hand(hand: Hand, signs: str = "") -> Canvas:
    """Draw the cards of a seat; ValueError if they lie face down."""
    position = hand.position
    if not isinstance(position, Position):
        msg = f"not a position of MatriO: {position!r}"
        raise TypeError(msg)
    cards = [card for card in position.hands[hand.seat] if card is not None]
    if len(cards) < len(position.hands[hand.seat]):
        msg = f"the cards of seat {hand.seat} lie face down"
        raise ValueError(msg)
    rows = _rows(cards)
    layout = _LAYOUTS[len(rows)]
    canvas = frame.page(_palette(hand.theme, signs), layout.height)
    _draw_header(canvas, hand)
    size = (min(map(_card_width, rows)), layout.card)
    for top, row in zip(layout.tops, rows, strict=True):
        _draw_row(canvas, hand, position, row, _Place(top, size, layout))
    if not cards:
        theme = canvas.theme
        line = hand.translate(Text("no cards: you are out of the game"))
        if hand.seat not in position.withdrawn:
            line = hand.translate(Text("all your cards are played"))
        line, style = fit(line, frame.RIGHT - frame.LEFT, _EMPTY, Style(26, 500))
        canvas.write(line, style, Ink(theme.muted, theme.page), (600, 250), "centre")
    return canvas


def _rows(cards: Sequence[int]) -> list[list[Group]]:
    """Group sorted cards by suit, in one row or in two.

    Of two rows the upper one has spades and diamonds, unless another cut is much more even.
    """
    groups = [tuple(group) for _, group in groupby(cards, key=lambda card: CARDS[card].suit)]
    if len(cards) <= _ONE_ROW or len(groups) == 1:
        return [groups]
    upper = sum(CARDS[group[0]].suit in {0, 1} for group in groups)

    def crowd(cut: int) -> int:
        return max(sum(map(len, groups[:cut])), sum(map(len, groups[cut:])))

    cuts = range(1, len(groups))
    best = min(cuts, key=lambda cut: (max(crowd(cut), _ONE_ROW), abs(cut - upper)))
    return [groups[:best], groups[best:]]


def _draw_header(canvas: Canvas, hand: Hand) -> None:
    theme = canvas.theme
    disc = token(canvas.palette, hand.hues[hand.seat], _TOKEN_RADIUS, theme.page)
    canvas.paste(disc, frame.LEFT + 2, 67 - _TOKEN_RADIUS)
    name, wide = Text("Your hand"), 560
    if hand.holder is not None:
        name, wide = Text("{player}'s hand", player=hand.holder), int(frame.RIGHT - _TITLE_X)
    title, style = fit(hand.translate(name), wide, TITLE, Style(34, 700))
    used = canvas.write(title, style, Ink(theme.text, theme.page), (_TITLE_X, _BASELINE))
    if hand.holder is not None:
        return
    room = int(frame.RIGHT - _TITLE_X - used - 40)
    aside, style = fit(hand.translate(Text("only you see this")), room, ASIDE, Style(26, 500))
    at = (frame.RIGHT, _BASELINE - 1)
    canvas.write(aside, style, Ink(theme.muted, theme.page), at, "right")


def _card_width(row: Sequence[Group]) -> int:
    """Return how wide cards may be, so that a row of them fits into the frame."""
    count = sum(map(len, row))
    gaps = (len(row) - 1) * _GROUP_GAP + (count - len(row)) * _CARD_GAP
    return min(_WIDEST, (frame.RIGHT - frame.LEFT - gaps) // max(count, 1))


def _draw_row(
    canvas: Canvas, hand: Hand, position: Position, row: Sequence[Group], place: _Place
) -> None:
    """Draw groups of cards side by side."""
    x = frame.LEFT
    only = OPENER if captions.must_open(position, hand.seat) else None
    chosen = CARD_INDEX[hand.marked[0]] if hand.marked else None
    for group in row:
        left = x
        for card in group:
            playable = only is None or card == only
            tile = pieces.held_card(canvas.palette, card, place.size, playable=playable)
            canvas.paste(tile, x, place.top)
            if card == chosen:
                _ring(canvas, (x, place.top), place.size)
            x += place.size[0] + _CARD_GAP
        right = x - _CARD_GAP
        _draw_caption(canvas, hand, position, group, (left, right), place)
        x = right + _GROUP_GAP


def _ring(canvas: Canvas, corner: tuple[int, int], size: tuple[int, int]) -> None:
    """Ring the card that has been chosen."""
    (x, y), (width, height) = corner, size
    area = (x - 7, y - 7, x + width + 7, y + height + pieces.CARD_DEPTH + 7)
    canvas.ring(area, 19, 5, canvas.theme.highlight, canvas.theme.page)


def _draw_caption(
    canvas: Canvas,
    hand: Hand,
    position: Position,
    group: Group,
    sides: tuple[int, int],
    place: _Place,
) -> None:
    """Say below a group where its cards may go: bold if they must, muted if they may."""
    theme = canvas.theme
    left, right = sides
    y = place.top + place.layout.line
    canvas.fill((left + 4, y, right - 4, y + 4), _suit_colour(theme, group))
    where = captions.destination(position, hand.seat, group)
    ink = Ink(theme.text if where.duty else theme.muted, theme.page)
    weight = 700 if where.duty else 500
    styles = [Style(size, weight) for size in _CAPTION]
    # A caption may be a little wider than its group: there is a gap on either side.
    text, room = hand.translate(where.text), right - left + _GROUP_GAP // 2
    lines, style = wrap(text, room, *styles[:2])
    if any(line.endswith(ELLIPSIS) for line in lines):
        lines, style = wrap(text, room, *styles)
    for line, down in zip(lines, place.layout.captions, strict=False):
        canvas.write(line, style, ink, ((left + right) / 2, place.top + down), "centre")


def _suit_colour(theme: Theme, group: Group) -> Colour:
    return colours_of(theme).trays[pieces.is_red(CARDS[group[0]].suit)].suit
