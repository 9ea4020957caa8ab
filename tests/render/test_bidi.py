"""The order of mixed scripts on a line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.bidi import levels, visual_order


def shown(line: str) -> str:
    """Return a line as it is read on the page from left to right; capitals are Hebrew."""
    hebrew = "".join(chr(0x5D0 + ord(c) - ord("A")) if c.isupper() else c for c in line)
    order = visual_order(levels(hebrew))
    return "".join(line[at] for at in order)


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("abc", "abc"),
        ("ABC", "CBA"),
        ("ABC DE", "ED CBA"),
        ("ab CD ef", "ab DC ef"),
        ("CD ab", "DC ab"),
        ("AB 12", "12 BA"),
        ("AB 12 CD", "DC 12 BA"),
        ("ab 12", "ab 12"),
        ("AB 1.5", "1.5 BA"),
        ("AB 1+2", "1+2 BA"),
        ("AB 5%", "5% BA"),
        ("AB!", "BA!"),
        ("AB (C)", ")C( BA"),
        ("AB (c)", "BA (c)"),
        ("ab (C) de", "ab (C) de"),
        ("ab (CD", "ab (DC"),
        ("ab] CD", "ab] DC"),
        ("AB…", "…BA"),
        ("AB 12…", "…12 BA"),
        ("ab…", "ab…"),
        ("AB… cd", "BA… cd"),
        ("…", "…"),
        ("", ""),
    ],
)
def test_a_line_is_read_in_the_order_of_its_scripts(line: str, read: str) -> None:
    assert shown(line) == read


def test_marks_go_with_their_letter_and_numbers_with_arabic() -> None:
    assert levels("\u05d0\u05b8\u05d1") == [1, 1, 1]
    assert levels("\u0645 12") == [1, 1, 2, 2]
    assert levels("a\u0301 1") == [0, 0, 0, 0]


@given(st.text())
def test_every_character_keeps_a_place(line: str) -> None:
    order = visual_order(levels(line))

    assert sorted(order) == list(range(len(line)))


@given(st.text(alphabet="abc XYZ.,-!19"))
def test_what_has_no_script_from_the_right_stays_as_it_is(line: str) -> None:
    assert levels(line) == [0] * len(line)
