"""What font files say of the characters that they have."""

from pathlib import Path

import pytest

from render.fonts import FACES, NOTO_SANS, Face
from render.glyphs import coverage


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.path.stem)
def test_a_face_has_the_space_and_lacks_what_nobody_has(face: Face) -> None:
    assert " " in coverage(face.path)
    assert "\U0010fffe" not in coverage(face.path)
    assert "\uffff" not in coverage(face.path)


@pytest.mark.parametrize(
    ("script", "has", "lacks"),
    [
        ("Hebrew", "\u05d0\u05b8\u05ea", "\u0590\u0640大"),
        ("Thai", "กี่๙", "\u0e3bক"),
        ("Emoji", "🎲🇮👋🏽", "A大"),
    ],
)
def test_small_and_large_maps_are_read_alike(script: str, has: str, lacks: str) -> None:
    face = next(face for face in FACES if script in face.path.stem)

    assert all(character in coverage(face.path) for character in has)
    assert not any(character in coverage(face.path) for character in lacks)


def test_a_file_without_a_map_that_can_be_read_is_refused(tmp_path: Path) -> None:
    data = bytearray(NOTO_SANS.path.read_bytes())
    at = data.index(b"cmap") + 8
    cmap = int.from_bytes(data[at : at + 4])
    data[cmap + 2 : cmap + 4] = bytes(2)
    broken = tmp_path / "broken.ttf"
    broken.write_bytes(data)

    with pytest.raises(ValueError, match="has no character map"):
        coverage(broken)
