"""Scenes of Dicefest for the tests: laid out by hand, played on from there, or whole games."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from games.chance import SeededSource
from games.dicefest import DICEFEST
from games.dicefest.board import space_index
from games.dicefest.rules import Position
from games.line import Played
from games.words import english
from render.canvas import Area
from render.scene import Scene
from tests.games.dicefest.played import laid_out

NAMES = ("Mara", "Jonas", "Ines", "Teo")
HEADER: Area = (300, 30, 1160, 90)
CORNERS: dict[str, Area] = {
    "N": (982, 224, 1100, 340),
    "E": (982, 1102, 1100, 1218),
    "S": (100, 1102, 218, 1218),
    "W": (100, 224, 218, 340),
}
"""The corner at the left hand of who starts from a side."""


def chip_area(seat: int, seats: int = 4) -> Area:
    """Return where a player's chip lies, with its pointer."""
    width = (1112 - 12 * (seats - 1)) // seats
    left = 44 + seat * (width + 12)
    return left, 94, left + width, 205


def space_area(name: str) -> Area:
    """Return where a space lies, with the marks about its die."""
    column, row = divmod(space_index(name), 8)
    left, top = 106 + 124 * column, 228 + 124 * (7 - row)
    return left - 10, top - 14, left + 134, top + 134


def side_area(side: str) -> Area:
    """Return where a side of the board lies, with a ring about it."""
    return {
        "N": (222, 220, 978, 356),
        "E": (966, 344, 1102, 1100),
        "S": (222, 1088, 978, 1224),
        "W": (98, 344, 234, 1100),
    }[side]


def scene(position: Position, *, turn: int = 88) -> Scene:
    """Return the scene of a position, without a last move."""
    return Scene(DICEFEST, position, NAMES[: len(position.codes)], turn, english)


def played(position: Position, notation: str) -> Scene:
    """Return the scene after a move in notation."""
    move = DICEFEST.parse(notation)
    after = position.play(move)
    last = Played(position.seat, move, position, after)
    return replace(scene(after), last=last, result=after.result())


def unmarked(marked: Scene) -> Scene:
    """Return a scene without its last move."""
    return replace(marked, last=None)


def whole_game(seed: int, seats: int = 4, *, plies: int = 200) -> Iterator[Scene]:
    """Yield the boards of a random game, the deal first, up to its end or that many plies."""
    source = SeededSource(seed)
    position = DICEFEST.deal(source, seats, {})
    yield scene(position, turn=1)
    for ply in range(plies):
        if position.to_move is None:
            return
        move = DICEFEST.random_move(position, source)
        before, position = position, position.play(move)
        last = Played(before.seat, move, before, position)
        yield replace(scene(position, turn=ply + 2), last=last, result=position.result())


def middle_game() -> Position:
    """Return a position of four with two locked dice, where seat 2 can jump over another's die."""
    return laid_out(
        [
            {"c6": "214", "g2": "4", "g1": "2"},
            {"c8": "2", "a3": "1", "b3": "3"},
            {"b5": "653", "h3": "5", "f2": "4"},
            {"c7": "415", "h6": "4", "e5": "3"},
        ],
        sides="ESWN",
        counters="d7 e7 g7 b6 d6 e6 f6 g6 c4 e4 f4 g4 d3 e3 f3 b2 c2 d2 e2",
        collections=(4, 7, 4, 2),
        seat=2,
    )


def steps_of(one: Scene) -> Iterator[tuple[str, ...]]:
    """Yield a choice for each step of a move, first the last ones on offer, as it grows."""
    chosen: tuple[str, ...] = ()
    position = one.position
    assert isinstance(position, Position)
    while choices := DICEFEST.steps(position, chosen).choices:
        chosen = (*chosen, choices[-1].token)
        yield chosen


def path_areas(*names: str) -> list[Area]:
    """Return some spaces in a line and what lies between one and the next."""
    boxes = [space_area(name) for name in names]
    return [
        (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
        for a, b in pairwise(boxes)
    ]
