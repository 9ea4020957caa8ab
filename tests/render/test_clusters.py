"""What of a name is drawn: all of it, its nearest equivalent, or an ellipsis; never a box."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render.bidi import ELLIPSIS
from render.clusters import clusters, drawable
from render.fonts import FACES, VARIATION_SELECTORS, Face, Style, face_for, loaded
from render.glyphs import coverage
from tests.render.names import NAMES
from tests.tiers import sampled

MISSING = "\U0010fffe"
"""A character that no font has."""
STYLE = Style(38, 650)


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Mara", "Mara"),
        ("Zoe\u0308", "Zoë"),
        ("か\u3099くせい", "がくせい"),
        ("  two\t\n words ", "two words"),
        ("one 🎲 two", "one 🎲 two"),
        ("Noor 👨\u200d👩\u200d👧", "Noor 👨\u200d👩\u200d👧"),
        ("Wave 👋🏽!", "Wave 👋!"),
        ("👩🏽\u200d🚀", "👩\u200d🚀"),
        ("x🏽", "x🏽"),
        ("👩\u200d\U0001d306 x", "… x"),
        ("x\u200d\u05d0", "x\u200d\u05d0"),
        ("Flag 🇮🇹", "Flag 🇮🇹"),
        ("Key 1\ufe0f\u20e3", "Key 1\ufe0f\u20e3"),
        ("sun ☀\ufe0e ☀\ufe0f", "sun ☀ ☀\ufe0f"),
        ("𝓢𝓪𝓶𝓲𝓻", "Samir"),
        ("\u202eevil\u202c", "evil"),
        ("zero\u200bwidth\u00ad", "zerowidth"),
        ("bell\x07\x00", "bell"),
        ("\u0301accent first", "accent first"),
        ("Z\u0321\u0322\u0327\u0328algo", "Z\u0321\u0322algo"),
        ("private \ue000", "private …"),
        ("\U00012000\U00012001 Ana", "… Ana"),
        ("\U00012000 \U00012001", "…"),
        ("\u05e9\u05dc\u05d5\u05dd", "\u05e9\u05dc\u05d5\u05dd"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("wait...... what……", "wait...... what…"),
        ("\u3164", ""),
        ("x\u2800\u115fy", "x y"),
        ("\ufe0f", ""),
        ("", ""),
    ],
)
def test_what_is_drawn_of_a_name(name: str, drawn: str) -> None:
    assert drawable(name) == drawn


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("ab", ["a", "b"]),
        ("x\u0302\u0323y", ["x\u0302\u0323", "y"]),
        ("🇮🇹🇯🇵🇫", ["🇮🇹", "🇯🇵", "🇫"]),
        ("👩🏽\u200d🚀!", ["👩🏽\u200d🚀", "!"]),
        ("क्षा", ["क्षा"]),
        ("", []),
    ],
)
def test_a_cluster_is_what_a_reader_calls_a_character(text: str, parts: list[str]) -> None:
    assert list(clusters(text)) == parts


def is_boxed(character: str, face: Face) -> bool:
    """Tell whether a face draws for a character what it draws for one that it lacks.

    That is a box in most faces, and nothing in some.
    """
    font = loaded(face, STYLE)
    box = font.getmask(MISSING)
    drawn = font.getmask(character)
    return drawn.size == box.size and bytes(drawn) == bytes(box)


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_no_name_has_a_box(name: str) -> None:
    for cluster in clusters(drawable(name)):
        face = face_for(cluster)
        assert face is not None
        inked = [c for c in cluster if c not in VARIATION_SELECTORS and c.isprintable()]
        assert not any(is_boxed(character, face) for character in inked)


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_no_part_of_a_name_is_missing_silently(name: str) -> None:
    letters = [c for c in unicodedata.normalize("NFKC", name) if c.isalnum()]
    drawn = drawable(name)
    shown = unicodedata.normalize("NFKC", drawn)
    missing = {c for c in letters if c not in shown}

    assert not missing or ELLIPSIS in drawn or missing <= set("\u3164\u115f\u1160")


@given(st.text())
def test_only_characters_that_a_font_has_are_drawn(text: str) -> None:
    for cluster in clusters(drawable(text)):
        face = face_for(cluster)
        assert face is not None
        assert unicodedata.category(cluster[0]) not in {"Cc", "Co", "Cs", "Cn"}


@given(st.text())
def test_what_can_be_drawn_can_be_drawn_again(text: str) -> None:
    assert drawable(drawable(text)) == drawable(text)


@sampled("face", FACES, ids=lambda face: face.path.stem)
def test_every_face_draws_something_that_those_before_it_lack(face: Face) -> None:
    before = [coverage(other.path) for other in FACES[: FACES.index(face)]]
    own = coverage(face.path)
    found = [chr(code) for code in range(0x20, 0x20000) if chr(code) in own]

    assert any(all(c not in other for other in before) for c in found)
    letters = [c for c in found if unicodedata.category(c)[0] in "LS"][:40]
    assert letters
    assert not any(is_boxed(character, face) for character in letters)
