"""What a picture of Dicefest shows: a scene worked out into a position and what is marked.

A board in play shows the last move, a turn panel the move as far as it has been built; both
become the same `View`, so that drawing need not tell them apart. What does not belong here:
shapes, colours and places on the page (`pieces`, `render.dicefest`).
"""

from dataclasses import dataclass, replace
from functools import reduce
from operator import or_

from games.dicefest.board import SIZE, mask_of, spaces_of
from games.dicefest.choices import Draft, draft, place_counters
from games.dicefest.moves import Move, MoveDie, Pass, PickSide, Rotate
from games.dicefest.rules import Position
from render.scene import Scene


@dataclass(frozen=True, slots=True)
class Deed:
    """A move as it is marked.

    - `seat`: whose move it is; `age`: how many turns before the last one it was made.
    - `trail`: from which space to which a die has moved; `taken` if it took a counter there.
    - `turned`: the space of a die that has been turned, and how (an index in `WAYS`).
    - `fresh`: the spaces to which counters have gone with it, as a set.
    - `side`: the side that has been picked.
    - `passed`: whether the move is a pass.
    """

    seat: int
    age: int = 0
    trail: tuple[int, int] | None = None
    taken: bool = False
    turned: tuple[int, int] | None = None
    fresh: int = 0
    side: int | None = None
    passed: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """All that a picture shows of a position.

    - `now`: the position with what has been chosen, as far as it is complete.
    - `deeds`: the moves that are marked, the oldest first.
    - `chosen`: the space of a die of which it is not yet chosen what it does, and `ends`,
      the spaces to which it can move, as a set.
    - `free`: the spaces of which the next counter goes to one, as a set.
    - `hues`: those of the seats.
    """

    now: Position
    hues: tuple[int, ...]
    deeds: tuple[Deed, ...] = ()
    chosen: int | None = None
    ends: int = 0
    free: int = 0

    @property
    def passed(self) -> int | None:
        """Return the seat whose last move is a pass, None if it is none."""
        return self.deeds[-1].seat if self.deeds and self.deeds[-1].passed else None


def view(scene: Scene, position: Position) -> View:
    """Work out what a picture of the position shows."""
    if scene.marked:
        return _being_built(position, draft(position, scene.marked), scene.hues)
    turns = (*scene.earlier, (scene.last,) if scene.last else ())
    deeds = tuple(
        _deed(played.before, played.move, age)
        for age, turn in reversed([*enumerate(reversed(turns))])
        for played in turn
        # What comes from another game than the position's is nothing that could be marked.
        if isinstance(played.before, Position)
    )
    if scene.compared:
        # Neither has been made yet: the counters are those that would be placed.
        fresh = reduce(or_, (deed.fresh for deed in deeds), position.counters)
        return View(replace(position, counters=fresh), scene.hues, deeds)
    return View(position, scene.hues, deeds)


def _deed(before: Position, move: Move, age: int = 0) -> Deed:
    """Return the marks of a move that is complete."""
    deed = Deed(before.seat, age)
    match move:
        case MoveDie(start, end):
            return replace(deed, trail=(start, end), taken=bool(before.counters >> end & 1))
        case Rotate(space, way, counters):
            return replace(deed, turned=(space, way), fresh=counters)
        case PickSide(side):
            return replace(deed, side=side)
        case Pass():
            return replace(deed, passed=True)


def _being_built(position: Position, built: Draft, hues: tuple[int, ...]) -> View:
    if built.move is not None:
        return View(position.play(built.move), hues, (_deed(position, built.move),))
    space = built.space
    if space is None or built.way is None:
        ends = mask_of(
            move.end
            for move in position.legal_moves()
            if isinstance(move, MoveDie) and move.start == space
        )
        return View(position, hues, chosen=space, ends=ends)
    free = built.room
    if built.row is not None:
        free = mask_of(place for place in spaces_of(free) if place % SIZE == built.row)
    return View(
        _turning(position, Rotate(space, built.way, built.counters)),
        hues,
        (Deed(position.seat, turned=(space, built.way), fresh=built.counters),),
        free=free,
    )


def _turning(position: Position, rotation: Rotate) -> Position:
    """Return the position with the die turned, but only the chosen ones of its counters placed."""
    whole = replace(rotation, counters=place_counters(position, rotation))
    held = list(position.collections)
    held[position.seat] -= rotation.counters.bit_count()
    return replace(
        position.play(whole),
        counters=position.counters | rotation.counters,
        collections=tuple(held),
    )
