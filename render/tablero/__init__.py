"""The picture of Tablero di Berona: the board with its stacks, the dice, the turn in marks.

`draw` is found by the game's key (`render.picture`). Everything that is the same in every
position is drawn once a theme (`_background`); a picture pastes what differs. What does
not belong here: the rules, what is to be marked (`view`), and the pieces
(`pieces`).
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from games.tablero.board import CENTRE, COLUMNS, ROWS, SPACES, home_space, space_index
from games.tablero.rules import OWNERS, Position
from render import frame
from render.canvas import Area, Canvas, Ink, grown
from render.frame import shown_name
from render.pieces import token
from render.png import Palette, Ramp
from render.scene import Scene, ThemeName
from render.tablero import captions, pieces
from render.tablero.colours import colours_of
from render.tablero.view import Trail, View, view
from render.theme import THEMES, Colour, Theme, colours_in
from render.type import ASIDE, Style, fit

Spot = tuple[int, int]

_WIDTH: Final = len(COLUMNS)
_DIRECTIONS: Final[dict[int, pieces.Direction]] = {
    _WIDTH: "up",
    -1: "left",
    1: "right",
    -_WIDTH: "down",
}
"""By how far the next space is from the one before it."""
SIGNS: Final = "OX"
"""Stand for the players where marks are asked for: letters are the rows', numbers the drops'."""

HEIGHT: Final = 968
_BASELINE: Final = 73

_PANEL: Final = (132, 248, 1156, 828)
_FIRST_SPACE: Final = (142, 258)
"""Upper left corner of N1."""
_PITCH: Final = (168, 188)
_MIDDLE: Final = (82, 92)
"""Of a space, from its corner: where a token lies alone, and paths turn."""
_ON_STACK: Final = (53, 96)
"""Where the token on top of a stack lies, to the left of the ladder."""
_LADDER: Final = (104, 178)
"""Left side and foot of a ladder in its space."""
_BADGES: Final = ((36, -36), (36, 36))
"""Where labels lie, from the middle of a lone token: the first one, and a second one."""
_BADGES_ON_STACK: Final = ((30, -38), (30, 38))
"""The same next to a ladder, which they must not cover."""
_HEIGHT_Y: Final = 162
"""Of the number below that token."""
_BAR: Final = 7
"""Thickness of the bar along a home row in its owner's colour."""
_COLUMN_Y: Final = 226
_ROW_X: Final = 60
_RESERVE_X: Final = 80
_RESERVE_TOP: Final = 22
"""From the top of the home row."""

_PARTS: Final[dict[str, Area]] = {
    "board": (44, 205, 1162, 832),
    "dice": (130, 834, 1162, 945),
}
"""Parts of the picture that a diagram may show."""

_COLUMN: Final = Style(40, 700)
_COORDINATE: Final = Style(36, 650)
_VALUE: Final = Style(32, 700)
_HEIGHT: Final = Style(34, 750)
_IN_RESERVE: Final = Style(38, 700)

_FOOT_X: Final = 140
_FOOT_Y: Final = 890
"""Middle of the dice and of what is next to them."""
_ROLLED: Final = (Style(34, 600), Style(30, 600))
_DICE_GAP: Final = 34
"""Room for the tick at a die's corner."""
_TEXT_GAP: Final = 26
_LEAST_ROOM: Final = 180
"""For what is left to say next to the dice."""
_HAND_TOKEN: Final = 28
"""Radius of the next token in hand."""
_HAND_GAP: Final = 16
_HAND_PITCH: Final = 22
_LONGEST_HAND: Final = 290
_LONGEST_NAME: Final = (400, 260)
_LONGEST_LINE: Final = (560, 400)
"""Of who has rolled: alone, and where a stack is in hand."""


@lru_cache
def _palette(name: ThemeName, *, marks: bool = False) -> Palette:
    theme = THEMES[name]
    ramps = (*frame.ramps(theme, (0, 1)), *_ramps(theme))
    return Palette(theme, ramps, SIGNS if marks else "", own=colours_in(colours_of(theme)))


def _ramps(theme: Theme) -> Iterator[Ramp]:
    yield Ramp(theme.page, colours_of(theme).value, 4)
    yield Ramp(theme.page, theme.highlight, 5)
    yield Ramp(theme.panel, theme.frame, 2)
    yield Ramp(theme.page, colours_of(theme).bone.edge, 2)
    yield Ramp(colours_of(theme).bone.edge, colours_of(theme).bone.fill, 1)
    yield Ramp(colours_of(theme).bone.fill, colours_of(theme).bone.pips, 3)
    both = theme.players[:2]
    for ground in (*pieces.checks(theme), *(player.tint for player in both)):
        yield Ramp(theme.panel, ground, 1)
        yield Ramp(theme.page, ground, 1)
        yield Ramp(ground, theme.text, 4)
        yield Ramp(ground, theme.muted, 4)
        for player in both:
            yield Ramp(ground, player.edge, 2)
            yield Ramp(ground, player.rim, 2)
    for player in both:
        yield Ramp(theme.panel, player.outline, 1)
        yield Ramp(player.tint, player.outline, 1)
        yield Ramp(theme.page, player.edge, 2)
        yield Ramp(theme.page, player.rim, 3)


def draw(scene: Scene) -> Canvas:
    """Draw a position of Tablero."""
    position = scene.position
    if not isinstance(position, Position):
        msg = f"not a position of Tablero: {position!r}"
        raise TypeError(msg)
    shown = view(scene, position)
    canvas = _background(_palette(scene.theme, marks=scene.marks)).copy()
    frame.board_header(canvas, scene, captions.aside(scene, position), _BASELINE)
    chips = [captions.chip(scene, position, shown, seat) for seat in range(2)]
    frame.chips(canvas, chips, scene.translate)
    frame.tags(canvas, scene)
    for seat in range(2):
        _draw_home(canvas, seat, scene.hues[seat])
        _draw_reserve(canvas, seat, scene.hues[seat], shown.now.reserve[seat])
    _draw_board(canvas, shown, scene.hues)
    _draw_foot(canvas, scene, shown)
    return canvas


def _corner(space: int) -> Spot:
    row, column = divmod(space, _WIDTH)
    left, top = _FIRST_SPACE
    across, down = _PITCH
    return left + column * across, top + (len(ROWS) - 1 - row) * down


def _middle(space: int) -> Spot:
    (x, y), (across, down) = _corner(space), _MIDDLE
    return x + across, y + down


def _on_stack(space: int) -> Spot:
    (x, y), (across, down) = _corner(space), _ON_STACK
    return x + across, y + down


def _check(theme: Theme, space: int) -> Colour:
    """Return the colour of a space, chequered so that the home rows end dark in column 6."""
    row, column = divmod(space, _WIDTH)
    return pieces.checks(theme)[(row + column) % 2]


def place(name: str) -> Area:
    """Return where a part of the picture lies, or a space by its name."""
    if name in _PARTS:
        return _PARTS[name]
    x, y = _corner(space_index(name))
    return grown((x, y, x + pieces.SPACE[0], y + pieces.SPACE[1]), 4)


@lru_cache
def _background(palette: Palette) -> Canvas:
    """Draw all that never changes in a palette, with every space empty."""
    theme = palette.theme
    canvas = frame.page(palette, HEIGHT)
    canvas.plate(_PANEL, 16, theme.panel, line=theme.frame, width=2)
    quiet = Ink(theme.muted, theme.page)
    for row, letter in enumerate(ROWS):
        canvas.number(letter, _COORDINATE, quiet, (_ROW_X, _middle(row * _WIDTH)[1]))
    for column, value in enumerate(COLUMNS):
        at = (_middle(column)[0], _COLUMN_Y)
        canvas.number(str(value), _COLUMN, Ink(colours_of(theme).value, theme.page), at)
    for space in range(SPACES):
        canvas.paste(pieces.space(palette, _check(theme, space)), *_corner(space))
        if space in CENTRE:
            _write_value(canvas, space, Ink(theme.muted, _check(theme, space)))
    return canvas


def _write_value(canvas: Canvas, space: int, ink: Ink) -> None:
    x, y = _corner(space)
    canvas.number(str(COLUMNS[CENTRE.index(space)]), _VALUE, ink, (x + 22, y + 26))


def _draw_home(canvas: Canvas, seat: int, hue: int) -> None:
    """Draw the bar along a home row."""
    first, end = _FIRST_SPACE[0], _FIRST_SPACE[0] + _WIDTH * _PITCH[0] - 4
    top = _PANEL[1] if seat else _PANEL[3] - _BAR
    canvas.plate((first, top, end, top + _BAR), 3, canvas.theme.players[hue].outline)


def _draw_reserve(canvas: Canvas, seat: int, hue: int, tokens: int) -> None:
    theme = canvas.theme
    width, height = pieces.RESERVE
    top = _corner(home_space(seat, 1))[1] + _RESERVE_TOP
    canvas.paste(pieces.reserve(canvas.palette, hue, tokens), _RESERVE_X, top)
    at = (_RESERVE_X + width / 2, top + height + 24)
    canvas.number(str(tokens), _IN_RESERVE, Ink(theme.text, theme.page), at)


def _draw_board(canvas: Canvas, shown: View, hues: Sequence[int]) -> None:
    palette, theme = canvas.palette, canvas.theme
    grounds = [_check(theme, space) for space in range(SPACES)]
    for space in CENTRE:
        owner = shown.owner(space)
        if owner is not None:
            grounds[space] = theme.players[hues[owner]].tint
            canvas.paste(pieces.owned_space(palette, hues[owner]), *_corner(space))
            _write_value(canvas, space, Ink(theme.text, grounds[space]))
    for one in shown.older:
        _draw_trails(canvas, shown, one.trails, grounds, one.age)
    _draw_trails(canvas, shown, shown.trails, grounds)
    ages = {space: one.age for one in shown.older for space in one.labels}
    ages |= dict.fromkeys(shown.labels, 0)
    for space, stack in enumerate(shown.stacks):
        if stack:
            tokens = tuple(hues[OWNERS.index(owner)] for owner in stack)
            _draw_stack(canvas, space, tokens, grounds[space], ages.get(space))
    for space in shown.ghosts:
        ghost = pieces.ghost(palette, hues[shown.roller], grounds[space])
        _lay(canvas, ghost, _middle(space))
    for space in shown.hinted:
        _draw_hint(canvas, space)
    for here, there in shown.arrows:
        _draw_arrow(canvas, here, there)
    _draw_all_labels(canvas, shown, grounds)


def _lay(canvas: Canvas, stamp: pieces.Stamp, middle: Spot) -> None:
    """Lay a stamp with its middle on a point."""
    x, y = middle
    corner = (x - stamp.tile.width // 2, y - stamp.tile.height // 2)
    canvas.image.paste(stamp.tile, corner, stamp.mask)


def _draw_stack(
    canvas: Canvas, space: int, stack: tuple[int, ...], ground: Colour, age: int | None
) -> None:
    """Draw the token on top, ringed if an earlier turn touched it; ladder and height."""
    palette, theme = canvas.palette, canvas.theme
    (x, y), middle = _corner(space), _middle(space)
    if len(stack) > 1:
        middle = _on_stack(space)
        left, foot = _LADDER
        ladder = pieces.ladder(palette, stack, ground)
        canvas.paste(ladder, x + left, y + foot - ladder.height)
        at = (middle[0], y + _HEIGHT_Y)
        canvas.number(str(len(stack)), _HEIGHT, Ink(theme.text, ground), at)
    top = stack[-1]
    if age is not None:
        _lay(canvas, pieces.marked_token(palette, top, ground, age), middle)
    else:
        radius = pieces.TOKEN
        disc = token(palette, top, radius, ground)
        canvas.paste(disc, middle[0] - radius, middle[1] - radius)


def _draw_trails(
    canvas: Canvas,
    shown: View,
    trails: Sequence[Trail],
    grounds: list[Colour],
    age: int = 0,
) -> None:
    """Draw the paths under all pieces; two of them side by side, where they might coincide."""
    theme = canvas.theme
    alone = len(trails) == 1
    half = 3 if age else 6 if alone else 4
    for trail, distance in zip(trails, (0,) if alone else (-9, 9), strict=False):
        for colour, reach in ((theme.page, half + 5), (theme.marking(age), half)):
            for here, there in pairwise(trail.spaces):
                _draw_line(canvas, _beside(here, distance), _beside(there, distance), reach, colour)
        if not shown.stacks[trail.start]:
            circle = pieces.start(canvas.palette, grounds[trail.start], age)
            _lay(canvas, circle, _beside(trail.start, distance))


def _beside(space: int, distance: int) -> Spot:
    x, y = _middle(space)
    return x + distance, y + distance


def _draw_line(canvas: Canvas, one: Spot, other: Spot, reach: int, colour: Colour) -> None:
    (left, right), (top, bottom) = sorted((one[0], other[0])), sorted((one[1], other[1]))
    canvas.fill((left - reach, top - reach, right + reach, bottom + reach), colour)


def _draw_hint(canvas: Canvas, space: int) -> None:
    """Mark the corners of a space that may be chosen."""
    x, y = _corner(space)
    width, height = pieces.SPACE
    for left in (x + 2, x + width - 30):
        for top in (y + 2, y + height - 7):
            canvas.fill((left, top, left + 28, top + 5), canvas.theme.highlight)
    for left in (x + 2, x + width - 7):
        for top in (y + 2, y + height - 30):
            canvas.fill((left, top, left + 5, top + 28), canvas.theme.highlight)


def _draw_arrow(canvas: Canvas, here: int, there: int) -> None:
    (x, y), (end_x, end_y) = _middle(here), _middle(there)
    stamp = pieces.arrow(canvas.palette, _DIRECTIONS[there - here], canvas.theme.panel)
    _lay(canvas, stamp, ((x + end_x) // 2, (y + end_y) // 2))


def _draw_all_labels(canvas: Canvas, shown: View, grounds: list[Colour]) -> None:
    """Draw what a turn placed or dropped where; of an older one, only where two are compared."""
    theme = canvas.theme
    for one in shown.older if shown.compared else ():
        for space in one.labels.keys() - shown.labels.keys():
            ink = Ink(theme.marking(one.age), grounds[space])
            _draw_labels(canvas, shown, space, one.labels[space], ink)
    for space, labels in shown.labels.items():
        _draw_labels(canvas, shown, space, labels, Ink(theme.highlight, grounds[space]))


def _draw_labels(
    canvas: Canvas, shown: View, space: int, labels: tuple[str, ...], ink: Ink
) -> None:
    (x, y), spots = _middle(space), _BADGES
    if len(shown.stacks[space]) > 1:
        (x, y), spots = _on_stack(space), _BADGES_ON_STACK
    for label, (across, down) in zip(labels, spots, strict=False):
        _lay(canvas, pieces.badge(canvas.palette, label, ink), (x + across, y + down))


def _draw_foot(canvas: Canvas, scene: Scene, shown: View) -> None:
    """Say who rolled, show the dice, and say what is left to do or show what is in hand."""
    palette, theme = canvas.palette, canvas.theme
    name, style = fit(
        shown_name(scene.names[shown.roller], shown.roller, scene.translate),
        _LONGEST_NAME[bool(shown.hand)],
        *_ROLLED,
    )
    line = scene.translate(captions.rolled(name, shown))
    line, style = fit(line, _LONGEST_LINE[bool(shown.hand)], *_ROLLED)
    x = _FOOT_X + canvas.write(line, style, Ink(theme.text, theme.page), (_FOOT_X, _FOOT_Y + 12))
    x += _TEXT_GAP
    across, down = pieces.DIE_MARGIN
    for die in shown.dice:
        tile = pieces.die(palette, die.face, die.use)
        canvas.paste(tile, round(x) - across, _FOOT_Y - pieces.DIE // 2 - down)
        x += pieces.DIE + _DICE_GAP
    remark = captions.remark(scene, shown)
    room = int(frame.RIGHT - x - _hand_width(len(shown.hand)))
    # Next to a long name and a tall stack there is no room for words: the tokens matter more.
    if remark is not None and room >= _LEAST_ROOM:
        text, style = fit(scene.translate(remark), room, ASIDE, Style(26, 500))
        x += canvas.write(text, style, Ink(theme.muted, theme.page), (x, _FOOT_Y + 11))
    if shown.hand:
        hand = [scene.hues[OWNERS.index(owner)] for owner in shown.hand]
        _draw_hand(canvas, hand, round(x) + _HAND_GAP)


def _hand_pitch(tokens: int) -> int:
    return min(_HAND_PITCH, _LONGEST_HAND // tokens)


def _hand_width(tokens: int) -> int:
    """Return the room that the tokens in hand take, with the gap before them."""
    if not tokens:
        return 0
    return _HAND_GAP + 2 * _HAND_TOKEN + (tokens - 1) * _hand_pitch(tokens)


def _draw_hand(canvas: Canvas, hand: Sequence[int], left: int) -> None:
    """Draw the next token to be dropped, and from there those that follow, seen from the side."""
    following, *others = hand
    disc = token(canvas.palette, following, _HAND_TOKEN, canvas.theme.page)
    canvas.paste(disc, left, _FOOT_Y - _HAND_TOKEN)
    width, height = pieces.HAND_BAR
    pitch = _hand_pitch(len(hand))
    end = left + 2 * _HAND_TOKEN
    for place, hue in enumerate(others, 1):
        bar = pieces.hand_bar(canvas.palette, hue)
        canvas.paste(bar, end + place * pitch - width, _FOOT_Y - height // 2)
