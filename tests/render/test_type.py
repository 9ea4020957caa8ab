"""Text in pictures: any name is drawn whole or shortened, and fits into its room."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageChops

from games.words import Text, english
from render import dice_matrix
from render.canvas import Canvas
from render.clusters import drawable
from render.fonts import NOTO_SANS_CJK, SHAPED, loaded
from render.frame import Chip, chips
from render.glyphs import coverage
from render.type import ELLIPSIS, Lettering, Style, fit, legible, letter, wrap
from tests.render.names import NAMES
from tests.tiers import sampled

NAME = Style(38, 650)
SMALL = Style(30, 650)
HEBREW = "\u05d3\u05e0\u05d4"

needs_shaping = pytest.mark.skipif(not SHAPED, reason="Pillow's Raqm needs FriBidi")


def same(one: Lettering, other: Lettering) -> bool:
    if one.mask.size != other.mask.size:
        return False
    return ImageChops.difference(one.mask, other.mask).getbbox() is None


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("Mara", "Mara"),
        (HEBREW, HEBREW),
        ("🎲", "🎲"),
        ("\U00012000 x", "… x"),
        ("\U00012000 \U00012001", ""),
        ("\u3164\u200b", ""),
        ("…", ""),
        ("", ""),
    ],
)
def test_a_name_that_tells_nobody_who_it_is_is_empty(name: str, read: str) -> None:
    assert legible(name) == read


@sampled("name", NAMES.values(), ids=NAMES)
@sampled("width", [90, 240])
def test_every_name_fits_its_room_and_shows(name: str, width: int) -> None:
    line, style = fit(name, width, NAME, SMALL)
    lettering = letter(line, style)

    assert lettering.width <= width
    # Marks and tails may reach a little out of a line, but not into the next one.
    assert lettering.top > -1.35 * NAME.size
    assert lettering.top + lettering.mask.height < 0.55 * NAME.size
    assert (lettering.mask.getbbox() is not None) is bool(line)


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_name_is_always_drawn_alike(name: str) -> None:
    first = letter(name, NAME)
    letter.cache_clear()

    assert same(first, letter(name, NAME))


def test_a_line_with_scripts_of_both_directions_is_drawn_in_its_order() -> None:
    mixed = letter(f"{HEBREW} Dana", NAME)
    hebrew, latin = letter(HEBREW, NAME), letter("Dana", NAME)

    assert mixed.width == pytest.approx(
        hebrew.width + latin.width + letter("a a", NAME).width - 2 * letter("a", NAME).width,
        abs=1,
    )
    left = mixed.mask.crop((0, 0, hebrew.mask.width, mixed.mask.height))
    assert left.histogram()[255] == pytest.approx(hebrew.mask.histogram()[255], rel=0.05)


def begins_at_the_right(word: str) -> bool:
    """Tell whether the right end of a word looks like its first letter, and the left does not."""
    first, whole = letter(word[0], NAME).mask, letter(word, NAME).mask
    size = (first.width, min(first.height, whole.height))
    wanted = first.crop((0, 0, *size))
    right = whole.crop((whole.width - size[0], 0, whole.width, size[1]))
    left = whole.crop((0, 0, *size))
    differs = [ImageChops.difference(end, wanted).getbbox() for end in (right, left)]
    return differs[0] is None and differs[1] is not None


def test_hebrew_runs_to_the_left() -> None:
    assert begins_at_the_right(HEBREW)


def test_a_cut_hebrew_name_has_its_ellipsis_on_the_left() -> None:
    cut = letter(HEBREW + ELLIPSIS, NAME)
    dots = letter(ELLIPSIS, NAME)

    low = cut.mask.height - dots.mask.height
    left = cut.mask.crop((0, low, dots.mask.width, cut.mask.height))
    assert not ImageChops.difference(left, dots.mask).getbbox()


@needs_shaping
def test_letters_that_join_are_joined() -> None:
    apart = sum(letter(c, NAME).width for c in "سلم")
    assert letter("سلم", NAME).width < 0.9 * apart
    assert letter("क्ष", NAME).width < 0.8 * letter("क", NAME).width + letter("ष", NAME).width


@needs_shaping
@pytest.mark.parametrize(
    "emoji", ["👨\u200d👩\u200d👧", "🇮🇹", "1\ufe0f\u20e3", "👩🏽\u200d🚀", "❤\ufe0f\u200d🔥"]
)
def test_what_an_emoji_is_joined_of_is_one_picture(emoji: str) -> None:
    assert letter(emoji, NAME).width == letter("🎲", NAME).width


@pytest.fixture
def unshaped(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Do without FriBidi, which a system may lack."""
    caches = (loaded, letter, fit)
    monkeypatch.setattr("render.fonts.SHAPED", False)
    monkeypatch.setattr("render.type.SHAPED", False)
    for cache in caches:
        cache.cache_clear()
    yield
    for cache in caches:
        cache.cache_clear()


@pytest.mark.usefixtures("unshaped")
def test_hebrew_runs_to_the_left_where_nothing_shapes_it() -> None:
    assert begins_at_the_right(HEBREW)


@pytest.mark.usefixtures("unshaped")
@sampled("name", NAMES.values(), ids=NAMES)
def test_every_name_fits_and_shows_where_nothing_shapes_it(name: str) -> None:
    line, style = fit(name, 240, NAME, SMALL)

    assert letter(line, style).width <= 240
    assert (letter(line, style).mask.getbbox() is not None) is bool(line)


@pytest.mark.usefixtures("unshaped")
def test_what_only_joins_is_not_drawn_where_nothing_shapes_it() -> None:
    apart = letter("👨👩", NAME)

    assert same(letter("👨\u200d👩", NAME), apart)


def test_letters_of_both_fonts_stand_on_one_line() -> None:
    latin, japanese, both = (letter(text, NAME) for text in ("Mara", "大谷", "Mara大谷"))

    assert both.width == pytest.approx(latin.width + japanese.width)
    assert both.top == min(latin.top, japanese.top)


@pytest.mark.parametrize("weight", [400, 500, 600, 650, 700, 750, 800])
def test_bold_japanese_comes_from_a_bold_file(weight: int) -> None:
    file = NOTO_SANS_CJK.file(Style(38, weight))

    assert (file == NOTO_SANS_CJK.bold) is (weight >= 600)
    # A stroke about letters makes only up for what a file lacks.
    assert NOTO_SANS_CJK.boldness(Style(38, weight)) < 0.3


def test_the_bold_japanese_file_has_all_that_the_other_one_has() -> None:
    assert NOTO_SANS_CJK.bold is not None
    regular, bold = coverage(NOTO_SANS_CJK.path), coverage(NOTO_SANS_CJK.bold)

    assert [code for code in range(0x30000) if chr(code) in regular and chr(code) not in bold] == []


def test_bold_japanese_is_bolder_than_light() -> None:
    light, bold = (letter("大谷", Style(38, weight)).mask for weight in (400, 700))

    assert sum(bold.histogram()[128:]) > 1.1 * sum(light.histogram()[128:])


@pytest.mark.parametrize("weight", [400, 600, 750])
def test_numerals_are_all_one_width(weight: int) -> None:
    assert len({letter(numeral, Style(34, weight)).width for numeral in "0123456789"}) == 1


@given(st.text(max_size=40), st.integers(40, 400))
def test_a_fitted_text_is_no_wider_than_asked(text: str, width: int) -> None:
    line, style = fit(text, width, NAME, SMALL)

    assert letter(line, style).width <= width
    assert line == drawable(text) or line.endswith(ELLIPSIS)


def test_a_long_text_is_first_set_smaller_then_cut() -> None:
    assert fit("Mara", 400, NAME, SMALL) == ("Mara", NAME)
    whole = letter("Maximilian", NAME).width
    assert fit("Maximilian", int(whole) - 1, NAME, SMALL) == ("Maximilian", SMALL)
    line, style = fit("Maximilian", int(whole) // 2, NAME, SMALL)
    assert (style, line[:3], line[-1]) == (SMALL, "Max", ELLIPSIS)


def test_no_mark_is_parted_from_its_letter_when_a_text_is_cut() -> None:
    text = "x\u0302" * 20
    line, _ = fit(text, 120, NAME)

    assert line.endswith("x\u0302" + ELLIPSIS)


def test_a_text_is_broken_into_lines_as_even_as_can_be() -> None:
    styles = (Style(28, 500), Style(26, 500))

    assert wrap("any filled tray", 150, *styles)[0] == ["any filled", "tray"]
    assert wrap("any tray", 300, *styles)[0] == ["any tray"]
    japanese = wrap("どの埋まったトレイにも", 200, *styles)[0]
    assert len(japanese) == 2
    assert "".join(japanese) == "どの埋まったトレイにも"
    assert wrap("W" * 40, 100, *styles)[0][0].endswith("…")


@pytest.mark.slow
def test_threads_may_letter_at_once() -> None:
    texts = [f"Player {number} 大谷 {HEBREW} 🎲" for number in range(200)]
    with ThreadPoolExecutor(8) as pool:
        at_once = list(pool.map(lambda text: letter(text, SMALL), texts))
    letter.cache_clear()

    assert all(same(one, letter(text, SMALL)) for text, one in zip(texts, at_once, strict=True))


def gap(name: str, line: str) -> int:
    """Count the rows of a chip without ink between a name and the line below it."""
    canvas = Canvas.blank(dice_matrix._palette("dark"), 1200, 300)
    chip = Chip(0, name, Text("{line}", line=line), "")
    chips(canvas, [chip, chip], english)
    theme, image = canvas.theme, canvas.image
    ground = canvas.palette.index(theme.panel)
    rows = [
        y
        for y in range(94 + 12, 94 + 84)
        if any(image.getpixel((x, y)) != ground for x in range(44 + 97, 44 + 250))
    ]
    return max(after - before for before, after in pairwise(rows)) - 1


@pytest.mark.parametrize("name", ["大谷 翔平", "Georgy"])
def test_a_japanese_line_does_not_touch_the_name_above_it(name: str) -> None:
    assert gap(name, "手番：サイコロ") >= 4
