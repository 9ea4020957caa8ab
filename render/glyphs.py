"""Which characters a font file can draw, read from its character map.

Pillow does not tell whether a font has a character; it draws a box instead. What does not
belong here: choosing among fonts (`render.type`).
"""

from bisect import bisect_right
from functools import cache
from pathlib import Path
from struct import iter_unpack, unpack_from
from typing import Final

_FULL: Final = 12
"""The format of character maps that reaches beyond 16 bits."""
_BASIC: Final = 4
"""The format of character maps of 16 bits; small fonts have no other."""


class Coverage:
    """The characters that one font file draws.

    >>> from render.fonts import NOTO_SANS
    >>> "A" in coverage(NOTO_SANS.path), chr(0x5D0) in coverage(NOTO_SANS.path)
    (True, False)
    """

    __slots__ = ("_ends", "_starts")

    def __init__(self, ranges: list[tuple[int, int]]) -> None:
        ranges.sort()
        self._starts = [start for start, _ in ranges]
        self._ends = [end for _, end in ranges]

    def __contains__(self, character: str) -> bool:
        code = ord(character)
        at = bisect_right(self._starts, code) - 1
        return at >= 0 and code <= self._ends[at]


@cache
def coverage(font: Path) -> Coverage:
    """Read the characters of a TrueType or OpenType file; ValueError if it has no usable map."""
    data = font.read_bytes()
    (tables,) = unpack_from(">H", data, 4)
    directory = iter_unpack(">4sLLL", data[12 : 12 + 16 * tables])
    cmap = next(offset for tag, _, offset, _ in directory if tag == b"cmap")
    (encodings,) = unpack_from(">H", data, cmap + 2)
    maps = dict[int, int]()
    for _, _, offset in iter_unpack(">HHL", data[cmap + 4 : cmap + 4 + 8 * encodings]):
        (kind,) = unpack_from(">H", data, cmap + offset)
        maps[kind] = cmap + offset
    if _FULL in maps:
        return Coverage(_full(data, maps[_FULL]))
    if _BASIC in maps:
        return Coverage(_basic(data, maps[_BASIC]))
    msg = f"{font.name} has no character map of format {_FULL} or {_BASIC}"
    raise ValueError(msg)


def _full(data: bytes, at: int) -> list[tuple[int, int]]:
    """Read the ranges of a map of all Unicode."""
    (groups,) = unpack_from(">L", data, at + 12)
    return [(start, end) for start, end, _ in iter_unpack(">LLL", data[at + 16 :][: 12 * groups])]


def _basic(data: bytes, at: int) -> list[tuple[int, int]]:
    """Read the ranges of a map of 16 bits: four columns, and glyphs that some ranges point to."""
    (twice,) = unpack_from(">H", data, at + 6)
    count = twice // 2
    form = f">{count}H"
    ends = unpack_from(form, data, at + 14)
    starts, shifts, pointers = (
        unpack_from(form, data, at + 16 + column * twice) for column in (1, 2, 3)
    )
    ranges = []
    for n, (start, end, shift, pointer) in enumerate(
        zip(starts, ends, shifts, pointers, strict=True)
    ):
        here = at + 16 + 3 * twice + 2 * n + pointer
        for code in range(start, end + 1):
            glyph = code + shift
            if pointer:
                (glyph,) = unpack_from(">H", data, here + 2 * (code - start))
            if glyph % 0x10000:
                ranges.append((code, code))
    return ranges
