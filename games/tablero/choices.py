"""Building a turn of Tablero di Berona in steps, for the turn panel.

A turn is built action by action: what to do with which die, then the stack's path arrow by
arrow or at once, then the same for the die that is left. What does not belong here: moves that
are typed (`typing`), buttons and lists (`cogs`), and pictures (`render`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Final

from games.errors import IllegalMove
from games.game import Choice, Foreseen, Shortcuts, Step, shortcut
from games.tablero.board import WIDTH, Path, home_space, space_name
from games.tablero.rules import (
    FACES,
    OWNERS,
    Bump,
    Move,
    MoveStack,
    Place,
    Position,
    Retrieve,
    Roll,
)
from games.tablero.words import describe_bump, describe_dice, name_turn
from games.words import Seat, Text, quoted

PLACE: Final = "p"
"""Begins the token for placing, the die follows: "p3"."""
MOVE: Final = "m"
"""Begins the token for moving a stack, the die follows: "m3"; then come the arrows."""
TAKE_BACK: Final = "t"
"""The token for taking a token back; the space follows as a token of its own: "c4"."""
BUMP: Final = "b"
UP, LEFT, RIGHT, DOWN = "u", "l", "r", "d"
MOST_LISTED: Final = 25
"""As many as Discord shows in one list."""
MOST_LISTS: Final = 6
"""So many lists of paths stand in one panel; the other paths of very tall stacks go by arrows."""
MOST_BUTTONS: Final = 10
"""So many actions are one button each, in two rows."""
SUMS: Final = range(7, 12)
"""The sums of a roll that a plan may name, each with all that are higher."""

_ARROWS: Final = {
    WIDTH: (UP, Text("Up")),
    -1: (LEFT, Text("Left")),
    1: (RIGHT, Text("Right")),
    -WIDTH: (DOWN, Text("Down")),
}
"""The arrows in the order of the panel, by how far the next space is from the one before it."""


def _foreseen() -> tuple[Foreseen[Move], ...]:
    """List the kinds of rolls and every single roll, as plans name them."""
    rolls = [Roll(low, high) for low in FACES for high in FACES if low <= high]
    kinds: list[tuple[str, Text, Callable[[Roll], bool]]] = [
        ("double", Text("any double"), lambda roll: roll.low == roll.high)
    ]
    kinds += [(f"any{face}", Text("any {face}", face=face), partial(_has, face)) for face in FACES]
    kinds += [
        (f"sum{n}", Text("a sum of at least {n}", n=n), partial(_is_at_least, n)) for n in SUMS
    ]
    foreseen: list[Foreseen[Move]] = [
        Foreseen(token, label, tuple(roll for roll in rolls if fits(roll)))
        for token, label, fits in kinds
    ]
    for roll in rolls:
        label = Text("{low} and {high}", low=roll.low, high=roll.high)
        foreseen.append(Foreseen(f"{roll.low}-{roll.high}", label, (roll,)))
    return tuple(foreseen)


def _has(face: int, roll: Roll) -> bool:
    return face in (roll.low, roll.high)


def _is_at_least(total: int, roll: Roll) -> bool:
    return roll.low + roll.high >= total


FORESEEN: Final = _foreseen()
"""What somebody may plan for where dice are rolled next."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A turn as far as it has been chosen; pictures mark it from here.

    - `moves`: the actions that are complete; `position` is the one after them.
    - `die`: the die whose stack is being moved, None while none is; `path` the spaces that
      the stack has entered so far.
    - `taking_back`: a token is to be taken back, and its space has not been chosen.
    """

    position: Position
    moves: tuple[Move, ...] = ()
    die: int | None = None
    path: Path = ()
    taking_back: bool = False

    @property
    def complete(self) -> bool:
        """Whether the turn is built: after its second die, a token taken back, or a bump."""
        return bool(self.moves) and not self.position.mid_turn

    @property
    def start(self) -> int | None:
        """Return the space of the stack that is being moved."""
        return None if self.die is None else home_space(self.position.seat, self.die)

    @property
    def hand(self) -> str:
        """Return the tokens of the stack that is being moved that have not been dropped yet."""
        return "" if self.die is None else self.position.home_stack(self.die)[len(self.path) :]

    @property
    def stacks(self) -> tuple[str, ...]:
        """Return the stacks with what has been dropped so far; what is in hand is not there."""
        start = self.start
        if start is None:
            return self.position.stacks
        stacks = list(self.position.stacks)
        moving, stacks[start] = stacks[start], ""
        for token, space in zip(moving, self.path, strict=False):
            stacks[space] += token
        return tuple(stacks)

    def open_moves(self) -> list[Move]:
        """List the legal moves that the choices so far can still become."""
        legal = self.position.legal_moves()
        if self.taking_back:
            return [move for move in legal if isinstance(move, Retrieve)]
        if self.die is None:
            return legal
        dropped = len(self.path)
        return [
            move
            for move in legal
            if isinstance(move, MoveStack)
            and move.die == self.die
            and move.path[:dropped] == self.path
        ]

    def choose(self, token: str) -> "Draft":
        """Return the draft after one more choice; IllegalMove if it leads nowhere."""
        followed = [move for move in self.open_moves() if self.token_of(move) == token]
        if not followed:
            raise IllegalMove(Text("{chosen} is not a choice here.", chosen=quoted(token)))
        move = followed[0]
        if isinstance(move, MoveStack):
            if self.die is None:
                return replace(self, die=move.die)
            path = move.path[: len(self.path) + 1]
            if path != move.path:
                return replace(self, path=path)
        elif isinstance(move, Retrieve) and not self.taking_back:
            return replace(self, taking_back=True)
        return Draft(self.position.play(move), (*self.moves, move))

    def token_of(self, move: Move) -> str:
        """Return the token with which an open move goes on."""
        match move:
            case Place():
                return f"{PLACE}{move.die}"
            case MoveStack() if self.die is None:
                return f"{MOVE}{move.die}"
            case MoveStack():
                return self._arrow(move)[0]
            case Retrieve() if self.taking_back:
                return space_name(move.space).lower()
            case Retrieve():
                return TAKE_BACK
            case _:
                return BUMP

    def choices(self) -> tuple[Choice, ...]:
        """List the next choices: placing and moving by die, or arrows, or spaces."""
        found: dict[str, Choice] = {}
        for move in self.open_moves():
            token = self.token_of(move)
            if token not in found:
                found[token] = Choice(token, self._label(move), self._note(move))
        if self.die is None:
            # Taking back comes last, as on the panel.
            return tuple(sorted(found.values(), key=lambda choice: choice.token == TAKE_BACK))
        return tuple(found[token] for token, _ in _ARROWS.values() if token in found)

    def _arrow(self, move: MoveStack) -> tuple[str, Text]:
        """Return the arrow to the next space of a path."""
        here = self.path[-1] if self.path else home_space(self.position.seat, move.die)
        return _ARROWS[move.path[len(self.path)] - here]

    def _label(self, move: Move) -> Text:
        match move:
            case Place():
                return Text("Place on {die}", die=move.die)
            case MoveStack() if self.die is None:
                return Text("Move stack {die}", die=move.die)
            case MoveStack():
                return self._arrow(move)[1]
            case Retrieve() if self.taking_back:
                return Text("{space}", space=space_name(move.space))
            case Retrieve():
                return Text("Take back a token, then roll again")
            case _:
                return Text("Bump: end my turn")

    def _note(self, move: Move) -> Text | None:
        """Say what a token that could be taken back leaves behind."""
        if not isinstance(move, Retrieve) or not self.taking_back:
            return None
        below = self.position.stacks[move.space][:-1]
        if not below:
            return Text("leaves the space empty")
        uncovered = OWNERS.index(below[-1])
        if uncovered == self.position.seat:
            return Text("leaves your own token on top")
        return Text("uncovers a token of {player}", player=Seat(uncovered))


def draft(position: Position, chosen: Sequence[str]) -> Draft:
    """Return the turn as far as the tokens build it; IllegalMove if they lead nowhere."""
    built = Draft(position)
    for token in chosen:
        built = built.choose(token)
    return built


def steps(position: Position, chosen: Sequence[str]) -> Step[Move]:
    """Return the next choices after the tokens chosen so far, or the whole turn.

    Raises IllegalMove if the tokens lead nowhere, or if no seat is to move.
    """
    if not position.dice:
        raise IllegalMove(Text("There is no turn to build: the game is over or a roll is due."))
    built = draft(position, chosen)
    if built.complete:
        first, *then = built.moves
        return Step(_complete_prompt(position, built), move=first, then=tuple(then))
    prompt = _prompt(position, built)
    if built.taking_back:
        return Step(prompt, built.choices(), title=Text("Choose a space"))
    if built.die is None:
        return _action_step(prompt, built)
    return Step(prompt, built.choices(), buttons=True)


def _action_step(prompt: Text, built: Draft) -> Step[Move]:
    """Offer every path of a stack along with what else can be done; where they are many, in lists.

    Then the stack can also be moved arrow by arrow.
    """
    marches = [move for move in built.open_moves() if isinstance(move, MoveStack)]
    whole = {move: Choice(_at_once(built.position, move), _label_march(move)) for move in marches}
    begun = built.choices()
    others = [choice for choice in begun if not choice.token.startswith(MOVE)]
    if len(others) + len(marches) <= MOST_BUTTONS:
        direct = list[Choice]()
        for choice in begun:
            paths = [whole[move] for move in marches if choice.token == f"{MOVE}{move.die}"]
            direct += paths or [choice]
        return Step(prompt, tuple(direct), buttons=True)
    marches.sort(key=lambda move: rank(built.position, move))
    best = tuple(whole[move] for move in marches[: MOST_BUTTONS // 2])
    groups = [Shortcuts(Text("Best first"), best, buttons=True)]
    for die in dict.fromkeys(built.position.dice):
        paths = [whole[move] for move in marches if move.die == die]
        for start in range(0, len(paths), MOST_LISTED):
            listed = tuple(paths[start : start + MOST_LISTED])
            title = Text("Stack {die} in one go, best first", die=die)
            if start:
                last = start + len(listed)
                title = Text(
                    "Stack {die} in one go, {first} to {last}", die=die, first=start + 1, last=last
                )
            groups.append(Shortcuts(title, listed))
    return Step(prompt, begun, buttons=True, shortcuts=tuple(groups[: MOST_LISTS + 1]))


def _at_once(position: Position, move: MoveStack) -> str:
    """Write the choices that move a stack all along its path as one."""
    spaces = (home_space(position.seat, move.die), *move.path)
    arrows = (_ARROWS[there - here][0] for here, there in pairwise(spaces))
    return shortcut(f"{MOVE}{move.die}", *arrows)


def _label_march(move: MoveStack) -> Text:
    return Text("Stack {die}: {path}", die=move.die, path=" ".join(map(space_name, move.path)))


def _prompt(position: Position, built: Draft) -> Text:
    if built.taking_back:
        asked = Text("Which token do you take back? Then you roll again.")
    elif built.die is not None:
        stack = built.position.home_stack(built.die)
        asked = Text("Stack {die}: where to?", die=built.die)
        if len(stack) > 1:
            asked = Text(
                "Stack {die}, token {n} of {height} from the bottom: where to?",
                die=built.die,
                n=len(built.path) + 1,
                height=len(stack),
            )
    elif built.open_moves() == [Bump()]:
        asked = Text(
            "{dice} {bump}",
            dice=describe_dice(built.position),
            bump=describe_bump(built.position),
        )
    elif built.position.last:
        asked = Text("{dice} This is the last turn.", dice=describe_dice(built.position))
    else:
        asked = describe_dice(built.position)
    if not built.moves:
        return asked
    return Text("Chosen: {turn}. {asked}", turn=name_turn(position, built.moves), asked=asked)


def _complete_prompt(position: Position, built: Draft) -> Text:
    last = built.moves[-1]
    turn = Text("Your turn: {turn}.", turn=name_turn(position, built.moves))
    if isinstance(last, Retrieve):
        return Text("{turn} Then you roll again.", turn=turn)
    if isinstance(last, Bump):
        return Text("{turn} {bump}", turn=turn, bump=describe_bump(position))
    return turn


def rank(position: Position, move: Move) -> tuple[bool, int]:
    """Rank a legal move: placing first, then what leaves its player furthest ahead."""
    seat, scores = position.seat, position.play(move).scores()
    return (not isinstance(move, Place), scores[1 - seat] - scores[seat])
