"""What all pictures share: the page with its double frame, the header, the players' chips.

What does not belong here: anything of one game, and the pieces themselves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from PIL import Image

from games.game import Reason, Result
from games.words import Text, Translate
from render.canvas import Canvas, Ink, grown
from render.pieces import draw_mark, token
from render.png import Palette, Ramp
from render.scene import Scene
from render.sketch import Sketch
from render.theme import Theme
from render.type import ASIDE, TITLE, Style, fit, is_tall, legible, letter

WIDTH: Final = 1200
LEFT: Final = 44
RIGHT: Final = 1156

HIDDEN: Final = "\N{EN DASH}"
"""Stands where there is no number to show."""
PLAYED: Final = Text("played")
BETTER: Final = Text("better")
"""How the two moves are called that a review compares."""
_LONGEST_KEY: Final = 200
_TITLE_SHARE: Final = 640
"""What a title may have of the width however long the line next to it is."""

NAME_STYLES: Final = (Style(38, 650), Style(34, 650), Style(30, 650))
"""A long name is first set smaller, then cut."""
_SECOND_LINE: Final = (Style(28, 500), Style(26, 500))
_TALL_APART: Final = 2
"""How far both lines move apart where the second one has kanji, which reach higher."""
_SCORE: Final = Style(64, 750)
_GAIN: Final = Style(36, 600)

_CHIP_TOP: Final = 94
_CHIP_HEIGHT: Final = 92
_CHIP_GAP: Final = 12
_NAME_X: Final = 97
_SMALL_NAME_X: Final = 82
_SMALL_NAME: Final = (Style(30, 650), Style(27, 650))

_TAG: Final = (Style(26, 600),)
_TAG_TOP: Final = 176
"""Where a tag begins that hangs on the foot of a chip."""
SMALL_TAG_TOP: Final = 180
"""The same on a small chip, where the game writes lower down."""
_TAG_HEIGHT: Final = 31
_TAG_PADDING: Final = 12
_TAG_GAP: Final = 3

ChipState = Literal["idle", "to_move", "winner", "gone"]
"""What a chip says of its player; one who is gone has left the game or is out of it."""


class _ChipToken(NamedTuple):
    """The token on a chip: how far from the left it lies, and its radius."""

    x: int
    radius: int


_TOKEN: Final = _ChipToken(48, 30)
_SMALL_TOKEN: Final = _ChipToken(42, 25)


@dataclass(frozen=True, slots=True)
class Chip:
    """One player at the top of a board: name, a second line, score, gain of the last move."""

    hue: int
    name: str
    line: Text | None
    score: str
    gain: str = ""
    state: ChipState = "idle"


@dataclass(frozen=True, slots=True)
class SmallChip:
    """One player at the top of a board for up to four; the line below the name is the game's."""

    hue: int
    name: str
    state: ChipState = "idle"


class ChipLine(NamedTuple):
    """Where a game writes on a small chip below the name, and what with."""

    left: int
    right: int
    baseline: int
    ink: Ink
    quiet: Ink


def ramps(theme: Theme, hues: Sequence[int]) -> list[Ramp]:
    """Return the shades that page, header and the chips of players of some hues need."""
    shades = [
        Ramp(theme.page, theme.text, 5),
        Ramp(theme.page, theme.muted, 4),
        Ramp(theme.page, theme.frame, 3),
        Ramp(theme.page, theme.line, 2),
        Ramp(theme.panel, theme.text, 5),
        Ramp(theme.panel, theme.muted, 4),
        Ramp(theme.panel, theme.highlight, 4),
    ]
    for colours in (theme.players[hue] for hue in hues):
        shades += [
            Ramp(colours.fill, colours.text, 5),
            Ramp(colours.fill, colours.edge, 3),
            Ramp(theme.panel, colours.edge, 2),
            Ramp(theme.page, colours.fill, 3),
            Ramp(colours.edge, colours.text, 2),
        ]
        if colours.rim != colours.fill:
            shades += [Ramp(colours.fill, colours.rim, 2), Ramp(theme.panel, colours.rim, 2)]
        if colours.outline != colours.fill:
            shades += [Ramp(theme.page, colours.outline, 2)]
    return shades


def fate(result: Result, seat: int) -> Text | None:
    """Say what a result means for a seat, if that is more than not having won."""
    if seat in result.winners:
        if len(result.winners) == 1:
            return Text("wins")
        return Text("draw agreed") if result.reason is Reason.AGREED else Text("draw")
    match result.reason:
        case Reason.RESIGNED:
            return Text("resigned")
        case Reason.TIMEOUT:
            return Text("ran out of time")
        case Reason.ABORTED:
            return Text("ended without result")
        case _:
            return None


def shown_name(name: str, seat: int, translate: Translate) -> str:
    """Return what can be drawn of a player's name, or "Player 1" if that is nothing."""
    return legible(name) or translate(Text("Player {number}", number=seat + 1))


@lru_cache
def _empty_page(palette: Palette, height: int) -> Canvas:
    canvas = Canvas.blank(palette, WIDTH, height)
    theme = palette.theme
    for inset, radius, width in ((10, 22, 2), (16, 17, 1)):
        area = (inset, inset, WIDTH - inset, height - inset)
        canvas.ring(area, radius, width, theme.frame, theme.page)
    return canvas


def page(palette: Palette, height: int) -> Canvas:
    """Start a picture: the page with its double frame."""
    return _empty_page(palette, height).copy()


def header(canvas: Canvas, title: str, aside: str, baseline: int) -> None:
    """Write the title at the upper left, and what belongs at the upper right."""
    theme = canvas.theme
    # What is next to a title may take what it needs up to its share, and no more.
    beside = min(letter(aside, ASIDE).width, RIGHT - LEFT - _TITLE_SHARE - 40)
    room = int(RIGHT - LEFT - beside - 40)
    title, style = fit(title, room, TITLE, Style(36, 700), Style(32, 700))
    used = canvas.write(title, style, Ink(theme.text, theme.page), (LEFT, baseline))
    room = int(RIGHT - LEFT - used - 40)
    aside, style = fit(aside, room, ASIDE, Style(26, 500))
    canvas.write(aside, style, Ink(theme.muted, theme.page), (RIGHT, baseline), "right")


def board_header(canvas: Canvas, scene: Scene, aside: Text, baseline: int) -> None:
    """Write a board's title and what is next to it, or which of two moves is marked how."""
    if not scene.compared:
        header(canvas, scene.game.about.name, scene.translate(aside), baseline)
        return
    theme, x = canvas.theme, RIGHT
    for text, colour in ((PLAYED, theme.marking(1)), (BETTER, theme.marking(0))):
        word, style = fit(scene.translate(text), _LONGEST_KEY, ASIDE, Style(26, 500))
        ink = Ink(theme.text, theme.page)
        x -= round(canvas.write(word, style, ink, (x, baseline), "right")) + 14
        canvas.fill((x - 44, baseline - 16, x, baseline - 5), colour)
        x -= 44 + 36
    title, style = fit(scene.game.about.name, x - LEFT, TITLE, Style(36, 700), Style(32, 700))
    canvas.write(title, style, Ink(theme.text, theme.page), (LEFT, baseline))


@lru_cache
def _chip_plate(
    palette: Palette, hue: int, state: ChipState, width: int, place: _ChipToken = _TOKEN
) -> Image.Image:
    """Return a chip with its token: the pointer hangs below it when its player is to move."""
    theme, colours = palette.theme, palette.theme.players[hue]
    middle = _CHIP_HEIGHT / 2
    if state in {"idle", "gone"}:
        sketch = Sketch(width, _CHIP_HEIGHT, theme.page)
        sketch.box((0, 0, width, _CHIP_HEIGHT), 14, theme.line)
        sketch.box((2, 2, width - 2, _CHIP_HEIGHT - 2), 12, theme.panel)
        ground = theme.panel
        disc = token(palette, hue, place.radius + 1, ground)
        if state == "gone":
            disc = _outlined_token(palette, hue, place.radius)
    else:
        sketch = Sketch(width, _CHIP_HEIGHT + 18, theme.page)
        sketch.box((0, 3, width, _CHIP_HEIGHT + 3), 14, colours.edge)
        if state == "to_move":
            tip, top = _CHIP_HEIGHT + 18, _CHIP_HEIGHT + 2
            sketch.polygon([(place.x - 16, top), (place.x + 16, top), (place.x, tip)], colours.fill)
        sketch.box((0, 0, width, _CHIP_HEIGHT), 14, colours.outline)
        sketch.box((2, 2, width - 2, _CHIP_HEIGHT - 2), 12, colours.fill)
        if state == "winner":
            sketch.outline((6, 6, width - 6, _CHIP_HEIGHT - 6), 9, 2, colours.text)
        disc, ground = token(palette, hue, place.radius, colours.fill, 5), colours.fill
    canvas = Canvas(palette, sketch.tile(palette))
    x, y = round(place.x - disc.width / 2), round(middle - disc.height / 2)
    canvas.fill((x, y, x + disc.width, y + disc.height), ground)
    canvas.paste(disc, x, y)
    return canvas.image


@lru_cache
def _outlined_token(palette: Palette, hue: int, radius: int) -> Image.Image:
    """Return the outline of a token whose player is gone."""
    theme = palette.theme
    sketch = Sketch(2 * radius, 2 * radius, theme.panel)
    sketch.ring(radius, radius, radius - 2, 3, theme.muted)
    draw_mark(sketch, palette, hue, (radius, radius), radius, theme.muted)
    return sketch.tile(palette)


def chips(canvas: Canvas, players: Sequence[Chip], translate: Translate) -> None:
    """Draw one chip a seat, in seat order, over the width of the page."""
    gaps = _CHIP_GAP * (len(players) - 1)
    width = (RIGHT - LEFT - gaps) // len(players)
    for seat, chip in enumerate(players):
        left = LEFT + seat * (width + _CHIP_GAP)
        plate = _chip_plate(canvas.palette, chip.hue, chip.state, width)
        canvas.paste(plate, left, _CHIP_TOP)
        name = shown_name(chip.name, seat, translate)
        line = None if chip.line is None else translate(chip.line)
        _write_chip(canvas, chip, (name, line), (left, left + width))


def _write_chip(
    canvas: Canvas, chip: Chip, lines: tuple[str, str | None], sides: tuple[int, int]
) -> None:
    """Write on a chip: score and gain on the right, name and second line in what room is left."""
    theme, colours = canvas.theme, canvas.theme.players[chip.hue]
    ink, quiet = Ink(theme.text, theme.panel), Ink(theme.muted, theme.panel)
    if chip.state in {"to_move", "winner"}:
        ink = quiet = Ink(colours.text, colours.fill)
    left, right = sides
    x, baseline = float(right - 21), _CHIP_TOP + 70
    x -= canvas.write(chip.score, _SCORE, ink, (x, baseline), "right") + 17
    if chip.gain:
        x -= canvas.write(chip.gain, _GAIN, quiet, (x, baseline), "right") + 17
    start = left + _NAME_X
    room = int(x - start)
    name, line = lines
    name, style = fit(name, room, *NAME_STYLES)
    if line is None:
        canvas.write(name, style, ink, (start, _CHIP_TOP + 59))
        return
    apart = _TALL_APART if is_tall(line) else 0
    canvas.write(name, style, ink, (start, _CHIP_TOP + 43 - apart))
    line, style = fit(line, room, *_SECOND_LINE)
    canvas.write(line, style, quiet, (start, _CHIP_TOP + 77 + apart))


def tags(canvas: Canvas, scene: Scene, top: int = _TAG_TOP) -> None:
    """Hang a tag with the handicap on the chip of each seat that has one, below its points."""
    handicap, sizes = scene.game.about.handicap, scene.position.handicap
    if handicap is None:
        return
    theme = canvas.theme
    width = (RIGHT - LEFT - _CHIP_GAP * (len(scene.names) - 1)) // len(scene.names)
    for seat, size in enumerate(sizes):
        if not size:
            continue
        left = LEFT + seat * (width + _CHIP_GAP) + 14
        right, bottom = left + width - 28, top + _TAG_HEIGHT
        room = right - left - 2 * _TAG_PADDING
        words, style = fit(scene.translate(handicap.tag(size)), room, *_TAG)
        left = right - round(letter(words, style).width) - 2 * _TAG_PADDING
        area = (left, top, right, bottom)
        canvas.fill(grown(area, _TAG_GAP), theme.page)
        canvas.plate(area, 8, theme.panel, line=theme.frame, width=2)
        ink, at = Ink(theme.text, theme.panel), (right - _TAG_PADDING, bottom - 8)
        canvas.write(words, style, ink, at, "right")


def small_chips(
    canvas: Canvas, players: Sequence[SmallChip], translate: Translate
) -> list[ChipLine]:
    """Draw one small chip a seat with its name, and return where the game goes on, in seat order."""
    theme = canvas.theme
    gaps = _CHIP_GAP * (len(players) - 1)
    width = (RIGHT - LEFT - gaps) // len(players)
    lines = []
    for seat, chip in enumerate(players):
        left = LEFT + seat * (width + _CHIP_GAP)
        plate = _chip_plate(canvas.palette, chip.hue, chip.state, width, _SMALL_TOKEN)
        canvas.paste(plate, left, _CHIP_TOP)
        ink, quiet = Ink(theme.text, theme.panel), Ink(theme.muted, theme.panel)
        if chip.state == "gone":
            ink = quiet
        elif chip.state != "idle":
            colours = theme.players[chip.hue]
            ink = quiet = Ink(colours.text, colours.fill)
        start, end = left + _SMALL_NAME_X, left + width - 18
        name = shown_name(chip.name, seat, translate)
        name, style = fit(name, end - start, *_SMALL_NAME)
        canvas.write(name, style, ink, (start, _CHIP_TOP + 35))
        lines.append(ChipLine(start, end, _CHIP_TOP + 79, ink, quiet))
    return lines
