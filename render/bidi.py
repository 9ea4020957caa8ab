"""In which order a line is drawn that mixes scripts written to the right and to the left.

The Unicode bidirectional algorithm (UAX #9) for one line without formatting characters, in a
page that runs to the right, as ours do: names in any script stand in sentences of English
or Japanese. The rules are called W1 to L2 there, and here. What does not belong here: fonts
and shapes (`render.type`).
"""

from collections.abc import Iterator, Sequence
from typing import Final
from unicodedata import bidirectional

ELLIPSIS: Final = "…"

_STRONG: Final = frozenset({"L", "R"})
_NUMBERS: Final = frozenset({"EN", "AN"})
_BRACKETS: Final = {"(": ")", "[": "]", "{": "}"}
_LEVELS: Final = {"L": 0, "R": 1, "EN": 2, "AN": 2}


def levels(line: str) -> list[int]:
    """Return the level of each character: odd ones run to the left, even ones to the right.

    >>> levels("ab \u05d0\u05d1 12")
    [0, 0, 0, 1, 1, 1, 2, 2]
    """
    kinds = _weak(line)
    if line.endswith(ELLIPSIS):
        # A text that was cut ends where its reader stops.
        kinds[-1] = _before(kinds, len(line) - 1)
    _pair_brackets(line, kinds)
    _settle_neutrals(kinds)
    return [_LEVELS[kind] for kind in kinds]


def visual_order(run_levels: Sequence[int]) -> list[int]:
    """Return the indices of runs with these levels from left to right (L2).

    >>> visual_order([0, 1, 2, 1, 0])
    [0, 3, 2, 1, 4]
    """
    order = list(range(len(run_levels)))
    for level in range(max(run_levels, default=0), 0, -1):
        start = None
        for at in range(len(order) + 1):
            inside = at < len(order) and run_levels[order[at]] >= level
            if inside and start is None:
                start = at
            elif not inside and start is not None:
                order[start:at] = reversed(order[start:at])
                start = None
    return order


def _before(kinds: Sequence[str], at: int) -> str:
    """Return the direction of the last letter before a place, of the page if there is none."""
    return next((kind for kind in reversed(kinds[:at]) if kind in _STRONG), "L")


def _weak(line: str) -> list[str]:
    """Resolve marks, numbers and what belongs to numbers (W1 to W7)."""
    kinds = _classified(line)
    for at in range(1, len(kinds) - 1):
        one, kind, other = kinds[at - 1 : at + 2]
        if one == other and ((kind == "CS" and one in _NUMBERS) or (kind == "ES" and one == "EN")):
            kinds[at] = one
    for start, end in _runs(kinds, frozenset({"ET"})):
        if "EN" in {*kinds[max(start - 1, 0) : start], *kinds[end : end + 1]}:
            kinds[start:end] = ["EN"] * (end - start)
    for at, kind in enumerate(kinds):
        if kind == "EN" and _before(kinds, at) == "L":
            kinds[at] = "L"
    return kinds


def _classified(line: str) -> list[str]:
    """Return the class of each character; marks follow their letter (W1), numbers Arabic (W2, W3)."""
    kinds, last = list[str](), "L"
    arabic = False
    for character in line:
        kind = bidirectional(character) or "L"
        if kind in {"NSM", "BN"}:
            kind = last
        if kind in {"L", "R", "AL"}:
            arabic = kind == "AL"
        elif kind == "EN" and arabic:
            kind = "AN"
        last = kind
        kinds.append("R" if kind == "AL" else kind)
    return kinds


def _pair_brackets(line: str, kinds: list[str]) -> None:
    """Assign both brackets of a pair one direction: the page's, or that of their content (N0)."""
    opened = list[int]()
    pairs = list[tuple[int, int]]()
    for at, character in enumerate(line):
        if character in _BRACKETS:
            opened.append(at)
        elif opened and character == _BRACKETS[line[opened[-1]]]:
            pairs.append((opened.pop(), at))
    for start, end in sorted(pairs):
        inside = {_side(kind) for kind in kinds[start + 1 : end]}
        if "L" in inside:
            kinds[start] = kinds[end] = "L"
        elif "R" in inside:
            kinds[start] = kinds[end] = _before(kinds, start)


def _settle_neutrals(kinds: list[str]) -> None:
    """Assign spaces and signs the direction of their neighbours if those agree (N1, N2)."""
    neutral = frozenset(kinds) - _STRONG - _NUMBERS
    for start, end in _runs(kinds, neutral):
        before = _side(kinds[start - 1]) if start else "L"
        after = _side(kinds[end]) if end < len(kinds) else "L"
        kinds[start:end] = [before if before == after else "L"] * (end - start)


def _side(kind: str) -> str:
    """Count numbers among what runs to the left, as neutral characters do."""
    return "R" if kind in _NUMBERS else kind


def _runs(kinds: Sequence[str], wanted: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each longest run of these kinds."""
    start = None
    for at in range(len(kinds) + 1):
        inside = at < len(kinds) and kinds[at] in wanted
        if inside and start is None:
            start = at
        elif not inside and start is not None:
            yield start, at
            start = None
