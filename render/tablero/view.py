"""What a picture of Tablero shows: a scene worked out into stacks, dice and marks.

A board in play shows the last turn, a turn panel the turn as far as it has been built; both
become the same `View`, so that drawing need not tell them apart. What does not belong here:
shapes, colours and places on the page (`pieces`, `render.tablero`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from games.line import Played
from games.tablero.board import home_space
from games.tablero.choices import Draft, draft
from games.tablero.rules import OWNERS, Bump, Move, MoveStack, Place, Position, Retrieve, Roll
from games.words import signed
from render.scene import Scene

_PLACED: Final = signed(1, plus=True)
_PLACED_TWICE: Final = signed(2, plus=True)
_TAKEN: Final = signed(-1)

DieUse = Literal["open", "chosen", "used"]


@dataclass(frozen=True, slots=True)
class Die:
    """One die of the turn, and whether it is yet to be used, being used, or used."""

    face: int
    use: DieUse


@dataclass(frozen=True, slots=True)
class Trail:
    """The path of a moved stack: where it stood, and the spaces that it has entered."""

    start: int
    path: tuple[int, ...] = ()

    @property
    def spaces(self) -> tuple[int, ...]:
        """Return all spaces in order, the start first."""
        return (self.start, *self.path)


@dataclass(frozen=True, slots=True)
class Older:
    """What is marked of a turn before the last one, `age` turns ago: paths and spaces touched."""

    age: int
    trails: tuple[Trail, ...]
    labels: Mapping[int, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class View:
    """All that a picture shows of a position.

    - `now`: the position after the actions that are complete.
    - `stacks`: the stacks with what a stack in motion has dropped so far.
    - `dice`: the dice of the turn, `roller` the seat that rolled them; none before a roll.
    - `trails`: the paths of moved stacks, in the order in which they were moved.
    - `labels`: for each space that the turn has touched, in order, the number of
      tokens placed there or taken back from there, with its sign, or the number of the drop;
      drops are numbered through the turn.
    - `ghosts`: spaces from which the only token was taken back.
    - `hand`: the tokens of the stack in motion that are still to be dropped, the next first.
    - `arrows`: from which space to which the stack in motion can go on.
    - `hinted`: spaces of which one is to be chosen.
    - `older`: the turns of the round before that one, the oldest first; or where two moves
      are `compared`, the one that was made.
    """

    now: Position
    stacks: tuple[str, ...]
    roller: int
    dice: tuple[Die, ...] = ()
    trails: tuple[Trail, ...] = ()
    labels: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    ghosts: frozenset[int] = frozenset()
    hand: str = ""
    arrows: tuple[tuple[int, int], ...] = ()
    hinted: frozenset[int] = frozenset()
    older: tuple[Older, ...] = ()
    compared: bool = False

    @property
    def scores(self) -> tuple[int, ...]:
        """Return both players' points with the centre row as it is shown."""
        return replace(self.now, stacks=self.stacks).scores()

    def owner(self, space: int) -> int | None:
        """Return the seat whose token is on top of a space, None where it is empty."""
        stack = self.stacks[space]
        return OWNERS.index(stack[-1]) if stack else None


Action = tuple[Position, Move]
"""A move, and the position in which it is made."""


def view(scene: Scene, position: Position) -> View:
    """Work out what a picture of the position shows."""
    if scene.marked:
        return _being_built(position, draft(position, scene.marked))
    actions = _actions(scene.actions or ((scene.last,) if scene.last else ()))
    older = tuple(
        Older(age, *_marks(_actions(turn)))
        for age, turn in reversed([*enumerate(reversed(scene.earlier), 1)])
    )
    trails, labels = _marks(actions)
    roller, rolled, left = position.seat, position.rolled, position.dice
    if not rolled and actions:
        # Between turns and at the end, those of the last turn still lie on the table.
        before, move = actions[-1]
        roller, rolled, left = before.seat, before.rolled, _left(before, move)
    return View(
        position,
        position.stacks,
        roller,
        _dice(rolled, left),
        trails,
        labels,
        _ghosts(position.stacks, actions),
        older=older,
        compared=scene.compared,
    )


def _actions(turn: Iterable[Played]) -> list[Action]:
    # What comes from another game than the position's is nothing that could be marked.
    return [(one.before, one.move) for one in turn if isinstance(one.before, Position)]


def _being_built(position: Position, built: Draft) -> View:
    actions, before = list[Action](), position
    for move in built.moves:
        actions.append((before, move))
        before = before.play(move)
    moving = () if built.start is None else (Trail(built.start, built.path),)
    trails, labels = _marks(actions, moving)
    left = _left(*actions[-1]) if actions else position.dice
    open_moves = () if built.complete else built.open_moves()
    return View(
        built.position,
        built.stacks,
        position.seat,
        _dice(position.rolled, left, built.die),
        trails,
        labels,
        _ghosts(built.stacks, actions),
        built.hand,
        _arrows(moving, open_moves),
        frozenset(move.space for move in open_moves if isinstance(move, Retrieve))
        if built.taking_back
        else frozenset(),
    )


def _marks(
    actions: Sequence[Action], moving: tuple[Trail, ...] = ()
) -> tuple[tuple[Trail, ...], dict[int, tuple[str, ...]]]:
    """Return the trails of some actions and of a stack in motion, and the labels of spaces."""
    trails, labels = list[Trail](), dict[int, tuple[str, ...]]()
    dropped = 0
    for before, move in actions:
        match move:
            case Place():
                space, once = home_space(before.seat, move.die), (_PLACED,)
                labels[space] = (
                    (_PLACED_TWICE,)
                    if labels.get(space) == once
                    else (*labels.get(space, ()), *once)
                )
            case Retrieve():
                labels[move.space] = (_TAKEN,)
            case MoveStack():
                trails.append(Trail(home_space(before.seat, move.die), move.path))
                dropped = _number(labels, move.path, dropped)
            case Roll() | Bump():
                pass
    for trail in moving:
        _number(labels, trail.path, dropped)
    return (*trails, *moving), labels


def _number(labels: dict[int, tuple[str, ...]], path: Iterable[int], dropped: int) -> int:
    """Label the spaces of a path, going on from the last number, and return the new last number."""
    for space in path:
        dropped += 1
        labels[space] = (*labels.get(space, ()), str(dropped))
    return dropped


def _left(before: Position, move: Move) -> tuple[int, ...]:
    """Return the dice that a move leaves unused."""
    match move:
        case Place() | MoveStack():
            left = list(before.dice)
            left.remove(move.die)
            return tuple(left)
        case Bump():
            return before.dice
        case _:
            return ()


def _dice(rolled: Sequence[int], left: Iterable[int], chosen: int | None = None) -> tuple[Die, ...]:
    unused, dice = list(left), list[Die]()
    # Of doubles the first one is used first.
    for face in reversed(rolled):
        use: DieUse = "used"
        if face in unused:
            unused.remove(face)
            use = "open"
        dice.insert(0, Die(face, use))
    for place, die in enumerate(dice):
        if die == Die(chosen or 0, "open"):
            dice[place] = Die(die.face, "chosen")
            break
    return tuple(dice)


def _ghosts(stacks: Sequence[str], actions: Sequence[Action]) -> frozenset[int]:
    return frozenset(
        move.space for _, move in actions if isinstance(move, Retrieve) and not stacks[move.space]
    )


def _arrows(moving: Sequence[Trail], open_moves: Iterable[Move]) -> tuple[tuple[int, int], ...]:
    """Return each way on that a stack in motion has, from the space that it has come to."""
    return tuple(
        dict.fromkeys(
            (trail.spaces[-1], move.path[len(trail.path)])
            for trail in moving
            for move in open_moves
            if isinstance(move, MoveStack)
        )
    )
