"""Text in pictures: any name is drawn whole, shortened or left out, and never as boxes."""

import unicodedata
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageChops

from render.glyphs import coverage
from render.type import (
    ELLIPSIS,
    NOTO_SANS,
    NOTO_SANS_CJK,
    Style,
    _font,
    _font_for,
    drawable,
    fit,
    letter,
)

NAME = Style(38, 650)
SMALL = Style(30, 650)
MISSING = "\U0010fffe"
"""A character that no font has."""


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Mara", "Mara"),
        ("Ōtani", "Ōtani"),
        ("Zoe\u0308", "Zoë"),
        ("Ελένη и Саша", "Ελένη и Саша"),
        ("大谷 はるか", "大谷 はるか"),
        ("か\u3099くせい", "がくせい"),
        ("김민준", "김민준"),
        ("अनिल", "अनिल"),
        ("  two\t\n words ", "two words"),
        ("one 🎲 two", "one two"),
        ("Noor 👨\u200d👩\u200d👧", "Noor"),
        ("Ana ❤\ufe0f\u200d🔥", "Ana"),
        ("Wave 👋🏽!", "Wave !"),
        ("Flag 🇮🇹", "Flag"),
        ("Key 1\ufe0f\u20e3", "Key 1"),
        ("sun ☀\ufe0f", "sun ☀"),
        ("𝓢𝓪𝓶𝓲𝓻", "Samir"),
        ("\u202eevil\u202c", "evil"),
        ("zero\u200bwidth\u00ad", "zerowidth"),
        ("bell\x07\x00", "bell"),
        ("\u0301accent first", "accent first"),
        ("Z\u0321\u0322\u0327\u0328algo", "Z\u0321\u0322algo"),
        ("private \ue000", "private"),
        ("\u05e9\u05dc\u05d5\u05dd", ""),
        ("\u0645\u0631\u062d\u0628\u0627", ""),
        ("Dana \u05d3\u05e0\u05d4", "Dana"),
        ("🎲🎲", ""),
        ("\u3164", ""),
        ("\u2800\u115f", ""),
        ("\ufe0f", ""),
        ("", ""),
    ],
)
def test_what_is_drawn_of_a_name(name: str, drawn: str) -> None:
    assert drawable(name) == drawn


@given(st.text())
def test_only_characters_that_a_font_has_are_drawn(text: str) -> None:
    drawn = drawable(text)

    fonts = (coverage(NOTO_SANS), coverage(NOTO_SANS_CJK))
    assert all(any(character in font for font in fonts) for character in drawn)
    assert not any(unicodedata.category(c) in {"Cc", "Co", "Cs", "Cn"} for c in drawn)


@given(st.text())
def test_what_can_be_drawn_can_be_drawn_again(text: str) -> None:
    assert drawable(drawable(text)) == drawable(text)


@pytest.mark.parametrize("character", [*"aŌёΩअ大かが김☀①", "\u0301"])
def test_a_character_that_is_kept_is_no_box(character: str) -> None:
    which = _font_for(character)
    assert which is not None
    font = _font(which, NAME)

    box = font.getmask(MISSING)
    assert bytes(box) != b""
    assert bytes(font.getmask(character)) != bytes(box)


def test_a_text_without_anything_to_draw_has_no_ink() -> None:
    assert letter("\u05e9\u05dc\u05d5\u05dd", NAME).mask.getbbox() is None


def test_letters_of_both_fonts_stand_on_one_line() -> None:
    latin, japanese, both = (letter(text, NAME) for text in ("Mara", "大谷", "Mara大谷"))

    assert both.width == pytest.approx(latin.width + japanese.width)
    assert both.top == min(latin.top, japanese.top)


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


def test_threads_may_letter_at_once() -> None:
    texts = [f"Player {number} 大谷" for number in range(200)]
    with ThreadPoolExecutor(8) as pool:
        at_once = list(pool.map(lambda text: letter(text, SMALL), texts))
    letter.cache_clear()

    assert not any(
        ImageChops.difference(one.mask, letter(text, SMALL).mask).getbbox()
        for text, one in zip(texts, at_once, strict=True)
    )
