"""Palettes: exact where it matters, close everywhere, and PNG files that hold them."""

from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from render import (
    dice_matrix,
    dicefest,
    frame,
    leaderboard,
    matrio,
    pieces,
    png,
    result,
    review,
    tablero,
)
from render.canvas import Canvas
from render.dice_matrix import pieces as dice_matrix_pieces
from render.dice_matrix.colours import COLOURS
from render.matrio import hand
from render.png import Palette, Ramp, blend, encode
from render.scene import ThemeName
from render.theme import THEMES, colours_in
from tests.render.matrio import scenes
from tests.render.scenes import opened
from tests.tiers import sampled

PALETTES: tuple[Callable[[ThemeName], Palette], ...] = (
    dice_matrix._palette,
    result._palette,
    leaderboard.palette,
    matrio._palette,
    hand._palette,
    tablero._palette,
    dicefest._palette,
    review._palette,
)


def test_blending_goes_from_ground_to_ink() -> None:
    assert blend((0, 0, 0), (200, 100, 50), 0) == (0, 0, 0)
    assert blend((0, 0, 0), (200, 100, 50), 0.5) == (100, 50, 25)
    assert blend((0, 0, 0), (200, 100, 50), 1) == (200, 100, 50)


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("palette_of", PALETTES)
def test_every_colour_of_the_theme_is_in_the_palette(
    palette_of: Callable[[ThemeName], Palette], name: ThemeName
) -> None:
    palette = palette_of(name)

    assert [palette.colours[palette.index(c)] for c in THEMES[name].colours()] == list(
        THEMES[name].colours()
    )
    assert len(palette.colours) <= 256


def test_a_palette_of_too_many_colours_is_refused() -> None:
    dark = THEMES["dark"]

    with pytest.raises(ValueError, match="a PNG holds 256"):
        Palette(dark, [Ramp(dark.page, dark.highlight, 200), Ramp(dark.page, dark.loss, 200)])


def test_a_ramp_begins_at_the_ground_and_ends_at_the_ink() -> None:
    dark = THEMES["dark"]
    palette = Palette(dark, [Ramp(dark.page, dark.text, 5)])
    ramp = palette.ramp(dark.text, dark.page)

    assert len(ramp) == 256
    assert palette.colours[ramp[0]] == dark.page
    assert palette.colours[ramp[255]] == dark.text
    assert len(set(ramp)) >= 7


def test_a_file_holds_the_colours_that_were_drawn() -> None:
    dark = THEMES["dark"]
    palette = Palette(dark, [])
    canvas = Canvas.blank(palette, 3, 2)
    canvas.fill((1, 0, 3, 1), dark.loss)
    image = Image.open(BytesIO(encode(canvas.image, palette)))

    assert (image.format, image.mode, image.size) == ("PNG", "P", (3, 2))
    rows = [[image.convert("RGB").getpixel((x, y)) for x in range(3)] for y in range(2)]
    assert rows == [[dark.page, dark.loss, dark.loss], [dark.page] * 3]


def test_a_picture_that_would_be_large_is_packed_harder(monkeypatch: pytest.MonkeyPatch) -> None:
    canvas = matrio.draw(scenes.played(scenes.full_board(), "X2>r2S"))
    monkeypatch.setattr(png, "LARGE", 1_000_000)
    usual = canvas.png()
    monkeypatch.setattr(png, "LARGE", len(usual) - 1)
    harder = canvas.png()

    assert len(harder) < 0.97 * len(usual)
    assert opened(harder).tobytes() == opened(usual).tobytes()


class Watched(Palette):
    """A palette that remembers how far off it has been, on average over a tile."""

    __slots__ = ("worst",)

    def reduce(self, image: Image.Image) -> Image.Image:
        indices = super().reduce(image)
        coloured = indices.copy()
        coloured.putpalette(bytes(c for colour in self.colours for c in colour))
        off = ImageStat.Stat(ImageChops.difference(image, coloured.convert("RGB")))
        self.worst = max(getattr(self, "worst", 0.0), *off.rms)
        return indices


def draw_all_pieces(palette: Palette) -> None:
    theme = palette.theme
    for colour in range(5):
        for face in range(1, 7):
            for marking in ("none", "chosen", "hinted"):
                dice_matrix_pieces.die(palette, colour, face, marking)
            dice_matrix_pieces.ghost(palette, colour, face)
        for height in (1, 2, 3, 4, 10):
            dice_matrix_pieces.stack(palette, colour, height)
    for seat in range(2):
        for state in ("idle", "to_move", "winner"):
            frame._chip_plate(palette, seat, state, 550)
        pieces.token(palette, seat, 20, theme.panel)


@pytest.mark.slow
@sampled("name", THEMES)
def test_the_shades_of_a_palette_are_close_to_the_smooth_drawing(name: ThemeName) -> None:
    theme = THEMES[name]
    shades = (*frame.ramps(theme, (0, 1)), *dice_matrix._ramps(theme))
    own = tuple(colours_in(COLOURS[name]))
    palette, bare = Watched(theme, shades, own=own), Watched(theme, (), own=own)
    draw_all_pieces(palette)
    draw_all_pieces(bare)

    assert palette.worst < 5
    # Without any shades between the colours of the table it would show.
    assert bare.worst > 2 * palette.worst
