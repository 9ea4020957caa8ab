"""Which characters a font file can draw, read from its character map.

Pillow does not tell whether a font has a character; it draws a box instead. What does not
belong here: choosing among fonts (`render.type`).
"""

from bisect import bisect_right
from functools import lru_cache
from pathlib import Path
from struct import iter_unpack, unpack_from

_SEGMENTED_COVERAGE = 12
"""The format of character maps that reaches beyond 16 bits; every current font has one."""


class Coverage:
    """The characters that one font file draws.

    >>> from render.type import NOTO_SANS
    >>> "A" in coverage(NOTO_SANS), chr(0x5D0) in coverage(NOTO_SANS)
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


@lru_cache
def coverage(font: Path) -> Coverage:
    """Read the characters of a TrueType or OpenType file; ValueError if it has no full map."""
    data = font.read_bytes()
    (tables,) = unpack_from(">H", data, 4)
    directory = iter_unpack(">4sLLL", data[12 : 12 + 16 * tables])
    cmap = next(offset for tag, _, offset, _ in directory if tag == b"cmap")
    (encodings,) = unpack_from(">H", data, cmap + 2)
    for _, _, offset in iter_unpack(">HHL", data[cmap + 4 : cmap + 4 + 8 * encodings]):
        (kind,) = unpack_from(">H", data, cmap + offset)
        if kind == _SEGMENTED_COVERAGE:
            (groups,) = unpack_from(">L", data, cmap + offset + 12)
            first = cmap + offset + 16
            body = data[first : first + 12 * groups]
            return Coverage([(start, end) for start, end, _ in iter_unpack(">LLL", body)])
    msg = f"{font.name} has no character map of format {_SEGMENTED_COVERAGE}"
    raise ValueError(msg)
