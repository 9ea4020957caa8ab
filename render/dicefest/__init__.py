"""The picture of Dicefest: the board with its four numbered sides, dice, counters, marks.

`draw` is found by the game's key (`render.picture`). Everything that is the same in every
position is drawn once a theme (`_background`); a picture pastes what differs. What does not
belong here: the rules, what is to be marked (`view`), captions
(`captions`) and the pieces (`pieces`).
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from games.dicefest.board import (
    BOARD,
    DIRECTIONS,
    EAST,
    FACES,
    NORTH,
    SIZE,
    SOUTH,
    WEST,
    left_of,
    number_at,
    numbered_space,
    opposite,
    space_index,
    space_name,
    spaces_of,
    way_between,
)
from games.dicefest.dice import RIGHT
from games.dicefest.rules import Position
from render import frame
from render.canvas import Area, Canvas, Ink, grown
from render.dicefest import captions, pieces
from render.dicefest.colours import colours_of
from render.dicefest.view import Deed, View, view
from render.frame import HIDDEN
from render.png import Palette
from render.scene import Scene, ThemeName
from render.sketch import Stamp
from render.theme import THEMES, Colour, colours_in
from render.type import Style

__all__ = ["draw"]

SIGNS: Final = "ABCD"
"""Stand for the players where marks are asked for: numbers are the dice's."""

HEIGHT: Final = 1296
_BASELINE: Final = 73

_LEFT: Final = 106
"""Left side of the a column."""
_TOP: Final = 228
"""Upper side of the 8th row."""
_PITCH: Final = 124
_MIDDLE: Final = pieces.SPACE // 2
_END: Final = _PITCH * (SIZE - 1) + pieces.SPACE
"""From the board's left or upper side to the other."""
_MARGIN: Final = 10
"""What the board's panel shows about its spaces."""
_COORDINATE: Final = Style(34, 650)
_ROW_NAME_X: Final = 70
_COLUMN_NAME_Y: Final = 1253

_PARTS: Final[dict[str, Area]] = {"board": (50, 212, 1110, 1276)}
"""Parts of the picture that a diagram may show."""

_DIE_SHIFT: Final = (5, 3)
"""Where a die lies on its space."""
_LINES: Final = ((5, 10), (3, 3))
"""Half the width of a trail, and that with its halo: of the last move, and of those before.

What is older has no halos, curves or small marks: three moves more must not cost many bytes.
"""
_RING: Final = (3, 8)
"""How far the gap and the ring about a die reach."""
_OLD_START: Final = (37, 32)
"""Half the width of what marks where an earlier move began: with its frame, and within."""
_START: Final = Style(46, 700)
_ASIDE: Final = 34
"""How far from the middle of a die's side a ring's arrowheads lie."""

_HELD: Final = Style(44, 750)
_COIN: Final = 14
_SLOT: Final = 26
_DEALT: Final = 36

# Corners are at their owner's left hand, and north is up.
_CORNERS: Final = ((SIZE - 1, SIZE - 1), (SIZE - 1, 0), (0, 0), (0, SIZE - 1))
_STEPS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""For each direction: how a step goes right and down on the page."""


@lru_cache
def _palette(name: ThemeName, *, marks: bool = False) -> Palette:
    theme = THEMES[name]
    # As in MatriO, more shades would not fit into the bytes: edges do with those of letters.
    letters = (ramp for ramp in frame.ramps(theme, range(4)) if ramp.shades > 3)
    shared = (replace(ramp, shades=2) for ramp in letters)
    ramps = (*shared, *pieces.ramps(theme))
    return Palette(theme, ramps, SIGNS if marks else "", own=colours_in(colours_of(theme)))


def draw(scene: Scene) -> Canvas:
    """Draw a position of Dicefest, as it would be after the move that is being chosen."""
    position = scene.position
    if not isinstance(position, Position):
        msg = f"not a position of Dicefest: {position!r}"
        raise TypeError(msg)
    shown = view(scene, position)
    canvas = _background(_palette(scene.theme, marks=scene.marks)).copy()
    frame.board_header(canvas, scene, captions.aside(scene, position, shown), _BASELINE)
    _draw_chips(canvas, scene, position, shown.now)
    frame.tags(canvas, scene, frame.SMALL_TAG_TOP)
    _draw_sides(canvas, shown)
    for deed in shown.deeds:
        _draw_trail(canvas, shown, deed)
    _draw_counters(canvas, shown)
    _draw_dice(canvas, shown)
    _draw_marks(canvas, shown)
    return canvas


def _corner_of(space: int) -> tuple[int, int]:
    """Return the upper left corner of a space."""
    column, row = divmod(space, SIZE)
    return _LEFT + column * _PITCH, _TOP + (SIZE - 1 - row) * _PITCH


def _middle_of(space: int) -> tuple[int, int]:
    x, y = _corner_of(space)
    return x + _MIDDLE, y + _MIDDLE


def _owner(shown: View, side: int) -> int | None:
    """Return the hue of who starts from a side, None if nobody does or has not said so yet."""
    sides = shown.now.table.sides
    return shown.hues[sides.index(side)] if side in sides else None


def _ground(canvas: Canvas, shown: View, space: int) -> Colour:
    """Return the colour of a space."""
    numbered = number_at(space)
    if numbered is None:
        return canvas.theme.cell
    hue = _owner(shown, numbered[0])
    return canvas.theme.void if hue is None else canvas.theme.players[hue].tint


def place(name: str) -> Area:
    """Return where a part of the picture lies, or a space by its name."""
    if name in _PARTS:
        return _PARTS[name]
    x, y = _corner_of(space_index(name))
    return grown((x, y, x + pieces.SPACE, y + pieces.SPACE), 4)


@lru_cache
def _background(palette: Palette) -> Canvas:
    """Draw all that never changes in a palette, with no side picked and no counter."""
    theme = palette.theme
    canvas = frame.page(palette, HEIGHT)
    near, far = _PITCH - _MARGIN, _END - _PITCH + _MARGIN
    bars: tuple[Area, Area] = (
        (_LEFT + near, _TOP - _MARGIN, _LEFT + far, _TOP + _END + _MARGIN),
        (_LEFT - _MARGIN, _TOP + near, _LEFT + _END + _MARGIN, _TOP + far),
    )
    for bar in bars:
        canvas.plate(bar, 14, theme.panel, line=theme.frame, width=2)
    # The lines of one bar do not cross the other: the board is one cross.
    left, top, right, bottom = bars[0]
    canvas.fill((left + 2, top + 20, right - 2, bottom - 20), theme.panel)
    for space in spaces_of(BOARD):
        numbered = number_at(space)
        tile = (
            pieces.space(palette, theme.cell)
            if numbered is None
            else pieces.numbered_space(palette, None, numbered[1])
        )
        canvas.paste(tile, *_corner_of(space))
    quiet = Ink(theme.muted, theme.page)
    for n in range(SIZE):
        x, y = _middle_of(n * SIZE + n)
        canvas.number(space_name(n * SIZE)[0], _COORDINATE, quiet, (x, _COLUMN_NAME_Y))
        canvas.number(str(n + 1), _COORDINATE, quiet, (_ROW_NAME_X, y))
    return canvas


def _draw_chips(canvas: Canvas, scene: Scene, position: Position, now: Position) -> None:
    """Draw the players with their collections and locks, or the dice that they were dealt."""
    players = [
        frame.SmallChip(scene.hues[seat], name, captions.state(scene, position, seat))
        for seat, name in enumerate(scene.names)
    ]
    palette, table = canvas.palette, now.table
    lines = frame.small_chips(canvas, players, scene.translate)
    for seat, line in enumerate(lines):
        if seat >= len(table.sides):
            for n, number in enumerate(table.numbers[seat]):
                tile = pieces.dealt_die(palette, number, _DEALT, line.ink)
                canvas.paste(tile, line.left + n * (_DEALT + 8), line.baseline - _DEALT + 3)
            continue
        middle = line.baseline - 16
        coin = pieces.counter(palette, _COIN, line.ink.ground)
        canvas.paste(coin, line.left, middle - _COIN)
        held = HIDDEN if seat in table.left else str(now.collections[seat])
        canvas.write(held, _HELD, line.ink, (line.left + 2 * _COIN + 9, line.baseline))
        slots = pieces.lock_slots(palette, now.locked(seat), _SLOT, line.ink, line.quiet)
        canvas.paste(slots, line.right - slots.width, middle - _SLOT // 2 + 2)


def _draw_sides(canvas: Canvas, shown: View) -> None:
    """Draw the sides that are picked: their numbers, and in the corner who plays from there."""
    palette, table = canvas.palette, shown.now.table
    for seat, side in enumerate(table.sides):
        hue = shown.hues[seat]
        for number in FACES:
            tile = pieces.numbered_space(palette, hue, number)
            canvas.paste(tile, *_corner_of(numbered_space(side, number)))
        column, row = _CORNERS[side]
        tile = pieces.corner(palette, hue, opposite(side), gone=seat in table.left)
        x, y = _corner_of(column * SIZE + row)
        inward = pieces.SPACE - pieces.CORNER
        canvas.paste(tile, x + inward * (column > 0), y + inward * (row == 0))


def _draw_trail(canvas: Canvas, shown: View, deed: Deed) -> None:
    """Draw the way of a die, under all that lies on it, and mark the space that it has left."""
    if deed.trail is None:
        return
    start, end = deed.trail
    (x, y), (to_x, to_y) = _middle_of(start), _middle_of(end)
    (left, right), (top, bottom) = sorted((x, to_x)), sorted((y, to_y))
    half, halo = _LINES[deed.age > 0]
    canvas.fill(grown((left, top, right, bottom), halo), canvas.theme.page)
    canvas.fill(grown((left, top, right, bottom), half), canvas.theme.marking(deed.age))
    for space in _between(start, end):
        if numbered := number_at(space):
            # The numeral stays on top: it is where somebody wants to go.
            tile = pieces.numbered_space(canvas.palette, _owner(shown, numbered[0]), numbered[1])
            inset = pieces.SPACE // 4
            left, top = _corner_of(space)
            side = pieces.SPACE - inset
            canvas.paste(tile.crop((inset, inset, side, side)), left + inset, top + inset)
    hue, ink = shown.hues[deed.seat], canvas.theme.marking(deed.age)
    numbered = number_at(start)
    number = None if numbered is None else numbered[1]
    if deed.age:
        _draw_old_start(canvas, Ink(ink, canvas.theme.players[hue].tint), (x, y), number)
        return
    ground = _ground(canvas, shown, start)
    tile = pieces.marker(canvas.palette, hue, number, Ink(ink, ground))
    canvas.paste(tile, x - pieces.MARKER, y - pieces.MARKER)


def _draw_old_start(canvas: Canvas, frame: Ink, at: tuple[int, int], number: int | None) -> None:
    """Mark the space that a die left before the last move: no curve and no mark, to save bytes."""
    x, y = at
    for half, colour in zip(_OLD_START, frame, strict=True):
        canvas.fill(grown((x, y, x, y), half), colour)
    if number is not None:
        canvas.number(str(number), _START, Ink(canvas.theme.text, frame.ground), at)


def _between(start: int, end: int) -> Iterator[int]:
    """Yield the spaces over which a die moves, in order."""
    direction, distance = way_between(start, end)
    right, down = _STEPS[direction]
    for far in range(1, distance):
        yield start + far * (right * SIZE - down)


def _draw_counters(canvas: Canvas, shown: View) -> None:
    palette = canvas.palette
    coin = pieces.counter(palette, pieces.COUNTER, canvas.theme.cell)
    for space in spaces_of(shown.now.counters):
        x, y = _middle_of(space)
        canvas.paste(coin, x - pieces.COUNTER, y - pieces.COUNTER)
    for deed in shown.deeds:
        ink = canvas.theme.marking(deed.age)
        # Others may have taken some of those since.
        for space in spaces_of(deed.fresh & shown.now.counters):
            x, y = _middle_of(space)
            if deed.age:
                canvas.frame(grown((x, y, x, y), pieces.COUNTER + 13), 5, ink)
            else:
                canvas.paste(pieces.fresh_counter(palette, ink), *_corner_of(space))


def _draw_dice(canvas: Canvas, shown: View) -> None:
    now = shown.now
    across, down = _DIE_SHIFT
    for die in now.dice:
        x, y = _corner_of(die.space)
        gone = die.seat in now.table.left
        piece = pieces.Piece(shown.hues[die.seat], die.facing, locked=die.locked, gone=gone)
        tile = pieces.die(canvas.palette, piece, _ground(canvas, shown, die.space))
        canvas.paste(tile, x + across, y + down)


def _draw_marks(canvas: Canvas, shown: View) -> None:
    """Draw what lies over the dice: rings, arrowheads, a counter taken, where one can go."""
    for deed in shown.deeds:
        _draw_deed(canvas, shown.now, deed)
    if shown.chosen is not None:
        _ring(canvas, shown.chosen)
    for space in spaces_of(shown.ends | shown.free):
        _hint(canvas, space)


def _draw_deed(canvas: Canvas, now: Position, deed: Deed) -> None:
    ink = canvas.theme.marking(deed.age)
    if deed.trail is not None:
        _, end = deed.trail
        _ring(canvas, end, deed.age)
        _draw_arrow(canvas, now, deed.trail, deed.age)
        if deed.taken:
            _, top, right, _ = _die_area(end)
            _stamp(canvas, pieces.taken(canvas.palette), (right - 3, top + 3))
    if deed.turned is not None:
        space, way = deed.turned
        _ring(canvas, space, deed.age)
        _draw_turn(canvas, space, way, deed.age)
    if deed.side is not None:
        _ring_side(canvas, deed.side, ink)


def _die_area(space: int) -> Area:
    """Return what a die on a space covers."""
    (x, y), (across, down), (width, height) = _corner_of(space), _DIE_SHIFT, pieces.BLOCK
    return x + across, y + down, x + across + width, y + down + height


def _ring(canvas: Canvas, space: int, age: int = 0) -> None:
    """Draw a ring about a die: with corners if it is not about the last move, to save bytes."""
    theme, area, (gap, reach) = canvas.theme, _die_area(space), _RING
    ink = theme.marking(age)
    if age:
        canvas.frame(grown(area, reach), reach - gap, ink)
        return
    canvas.ring(grown(area, gap), 14, gap, theme.page, theme.panel)
    canvas.ring(grown(area, reach), 14 + reach - gap, reach - gap, ink, theme.panel)


def _stamp(canvas: Canvas, stamp: Stamp, at: tuple[int, int]) -> None:
    """Put a stamp with its middle on a point."""
    x, y = at
    tile = stamp.tile
    canvas.image.paste(tile, (x - tile.width // 2, y - tile.height // 2), stamp.mask)


def _draw_arrow(canvas: Canvas, now: Position, trail: tuple[int, int], age: int) -> None:
    """Draw a trail's arrowhead: at the die, or where another one is in front of it, at the start."""
    start, end = trail
    direction, distance = way_between(start, end)
    right, down = _STEPS[direction]
    length = pieces.ARROW[0]
    far = _PITCH * distance - pieces.SPACE // 2 - length // 2
    *_, nearest = (start, *_between(start, end))
    if now.occupied >> nearest & 1:
        far = pieces.MARKER + length // 2 - 2
    x, y = _middle_of(start)
    stamp = pieces.arrow(canvas.palette, direction, canvas.theme.marking(age), halo=not age)
    _stamp(canvas, stamp, (x + right * far, y + down * far))


def _draw_turn(canvas: Canvas, space: int, way: int, age: int) -> None:
    """Show on a die's ring which way it was rolled, or about which way it was spun."""
    left, top, right, bottom = grown(_die_area(space), (sum(_RING) + 1) // 2)
    x, y = (left + right) // 2, (top + bottom) // 2
    places = ((x, top), (right, y), (x, bottom), (left, y))
    ink = canvas.theme.marking(age)
    # Next to the middles of the sides, where the numbers are.
    if way < len(DIRECTIONS):
        spots = [(way, way, aside) for aside in (left_of(way), opposite(left_of(way)))]
    else:
        # Clockwise, a ring runs east at its upper side and west at its lower one.
        along = EAST if way == RIGHT else WEST
        spots = [(NORTH, along, along), (SOUTH, opposite(along), opposite(along))]
    for side, direction, aside in spots:
        (x, y), (right, down) = places[side], _STEPS[aside]
        at = (x + right * _ASIDE, y + down * _ASIDE)
        _stamp(canvas, pieces.pointer(canvas.palette, direction, ink, halo=not age), at)


def _ring_side(canvas: Canvas, side: int, ink: Colour) -> None:
    """Draw a ring about a side of the board."""
    theme = canvas.theme
    spots = [_corner_of(numbered_space(side, number)) for number in FACES]
    (left, top), (right, bottom) = min(spots), max(spots)
    area = (left, top, right + pieces.SPACE, bottom + pieces.SPACE)
    canvas.ring(grown(area, 1), 8, 3, theme.page, theme.panel)
    canvas.ring(grown(area, 6), 12, 5, ink, theme.panel)


def _hint(canvas: Canvas, space: int) -> None:
    """Mark the corners of a space to which a die can move."""
    x, y = _corner_of(space)
    left, top, right, bottom = x + 3, y + 3, x + pieces.SPACE - 3, y + pieces.SPACE - 3
    for at_x, inward in ((left, 1), (right, -1)):
        for at_y, downward in ((top, 1), (bottom, -1)):
            for reach, thick in ((30, 6), (6, 30)):
                xs = sorted((at_x, at_x + inward * reach))
                ys = sorted((at_y, at_y + downward * thick))
                canvas.fill((xs[0], ys[0], xs[1], ys[1]), canvas.theme.highlight)
