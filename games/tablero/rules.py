"""The rules of Tablero di Berona: placing, moving stacks, taking back, bumping, the end.

Two players roll two dice a turn and use each to place a token in their home row or to move a
stack from there, dropping one token on every space it enters; the player on top in the centre
row scores. What does not belong here: the board's geometry (`board`), notation
(`notation`), words (`words`) and the building of a turn (`choices`).
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

from games import chance, game
from games.errors import IllegalMove
from games.game import CHANCE, Reason, Result, ToMove
from games.handicap import NO_HANDICAPS, Handicaps, plus
from games.tablero.board import (
    CENTRE,
    COLUMNS,
    LONGEST_PATH,
    SPACES,
    TOUCHING,
    Path,
    home_space,
    path_set,
    paths,
    space_name,
)
from games.words import Text

TOKENS: Final = 12
"""How many tokens each player has."""
OWNERS: Final = "AB"
"""The letters for seat 0's and seat 1's tokens in a stack."""
FACES: Final = range(1, 7)


@dataclass(frozen=True, slots=True)
class Roll:
    """The chance event that opens a turn: both dice, the lower first."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Place:
    """Use a die to place a token from the reserve in that column of the own home row."""

    die: int


@dataclass(frozen=True, slots=True)
class MoveStack:
    """Use a die to move the stack in that column of the own home row along a path."""

    die: int
    path: Path


@dataclass(frozen=True, slots=True)
class Retrieve:
    """On doubles, instead of using them, take the own token on top of a space back."""

    space: int


@dataclass(frozen=True, slots=True)
class Bump:
    """Give up the dice that are left, since none of them can be used."""


Move = Roll | Place | MoveStack | Retrieve | Bump

_ROLLS: Final = {(low, high): Roll(low, high) for low in FACES for high in FACES if low <= high}
_PLACES: Final = tuple(Place(die) for die in (0, *FACES))
_BUMP: Final = Bump()


@cache
def _stack_moves(seat: int, die: int, height: int) -> tuple[MoveStack, ...]:
    """List the moves of a stack of a height: always the same, so made only once."""
    return tuple(MoveStack(die, path) for path in paths(home_space(seat, die), height))


@dataclass(frozen=True, slots=True)
class Position(game.Position[Move]):
    """A game of Tablero at one moment.

    - `stacks`: eighteen texts, one for each space (`board`: S1 … S6, C1 … C6,
      N1 … N6), with the owners of its tokens from bottom to top: "A" for seat 0, "B" for
      seat 1, "" where it is empty.
    - `reserve`: how many tokens each seat has yet to place, 0 to 12.
    - `rolled`: both dice of the running turn, sorted; () between turns.
    - `dice`: those of them that are still to be used, sorted; () between turns.
    - `seat`: whose turn it is (between turns: whose dice are rolled next).
    - `last`: someone has bumped; the turn that runs or comes next is the last one.
    - `over`: the last turn has been played.
    - `handicap`: the head starts.

    Asked for: `owner(space)`, `centre()` (the sums of the centre row), `scores()` (these with the
    head starts), `to_move`, `mid_turn`,
    `doubles`, `retrievable` and `result()`.
    """

    stacks: tuple[str, ...] = ("",) * SPACES
    reserve: tuple[int, int] = (TOKENS, TOKENS)
    rolled: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()
    seat: int = 0
    last: bool = False
    over: bool = False
    handicap: Handicaps = NO_HANDICAPS

    @property
    def to_move(self) -> ToMove:
        """Return the seat to move, "chance" between turns, None at the end."""
        if self.over:
            return None
        return self.seat if self.dice else CHANCE

    @property
    def mid_turn(self) -> bool:
        """Whether one die of the turn has been used and the other is left."""
        return len(self.dice) == 1

    @property
    def doubles(self) -> bool:
        """Whether both dice are left and show the same, so that a token may be taken back."""
        dice = self.dice
        return len(dice) == 2 and dice[0] == dice[1]

    @property
    def retrievable(self) -> tuple[int, ...]:
        """List the spaces from which a token may be taken back now; none without doubles."""
        if not self.doubles:
            return ()
        own = OWNERS[self.seat]
        return tuple(space for space, stack in enumerate(self.stacks) if stack[-1:] == own)

    def owner(self, space: int) -> int | None:
        """Return the seat whose token is on top of a space, None where it is empty."""
        stack = self.stacks[space]
        return OWNERS.index(stack[-1]) if stack else None

    def home_stack(self, die: int) -> str:
        """Return the stack in a column of the home row of the seat whose turn it is."""
        return self.stacks[home_space(self.seat, die)]

    def legal_moves(self) -> list[Move]:
        """List the legal moves: what each die can do and what can be taken back, else the bump."""
        retrievable = self.retrievable
        moves: list[Move] = [Retrieve(space) for space in retrievable]
        for die in dict.fromkeys(self.dice):
            if self._can_place(die, spare=bool(retrievable)):
                moves.append(_PLACES[die])
            if self._can_move(die, spare=bool(retrievable)):
                moves += _stack_moves(self.seat, die, len(self.home_stack(die)))
        return moves or [_BUMP] if self.dice else []

    def play(self, move: Move) -> "Position":
        """Return the position after a move or a roll.

        Raises IllegalMove, naming what is wrong: a die that is not there, a path that ends
        too early, …
        """
        match move:
            case MoveStack():
                return self._play_stack(move)
            case Place():
                return self._play_place(move)
            case Roll():
                return self._play_roll(move)
            case Retrieve():
                return self._play_retrieve(move)
            case Bump():
                return self._play_bump()

    def roll(self, source: chance.Source) -> Roll:
        """Roll both dice."""
        one, other = chance.die(source), chance.die(source)
        return _ROLLS[(one, other) if one <= other else (other, one)]

    def turned_to(self, seat: int) -> "Position":
        """Return the position as if a seat's dice were to be rolled."""
        return Position(
            self.stacks, self.reserve, seat=seat, last=self.last, handicap=self.handicap
        )

    def scores(self) -> tuple[int, ...]:
        """Return both players' points: their sums of the centre row, and their head starts."""
        return plus(self.centre(), self.handicap)

    def centre(self) -> tuple[int, int]:
        """Return both players' sums of the centre spaces on which their token is on top."""
        tops = [self.stacks[space][-1:] for space in CENTRE]
        first, second = (
            sum(value for value, top in zip(COLUMNS, tops, strict=True) if top == owner)
            for owner in OWNERS
        )
        return first, second

    def result(self) -> Result | None:
        """Return the result after the last turn; the highest centre space breaks equal sums."""
        if not self.over:
            return None
        first, second = scores = self.scores()
        if first != second:
            winners: tuple[int, ...] = (0 if first > second else 1,)
        else:
            owners = (self.owner(space) for space in reversed(CENTRE))
            highest = next((owner for owner in owners if owner is not None), None)
            winners = (0, 1) if highest is None else (highest,)
        return Result(scores, winners, Reason.PLAYED)

    def seen_by(self, seat: int | None) -> "Position":  # noqa: ARG002 -- all lies open in this game
        """Return the position itself: nothing is hidden."""
        return self

    # What a die can do. On doubles, who could take a token back may not run into a bump:
    # `spare` asks for a first action that leaves the second die one.

    def _can_place(self, die: int, *, spare: bool = False) -> bool:
        reserve = self.reserve[self.seat]
        if spare:
            # The second die places too, or moves the stack on which the first has placed.
            return reserve > 1 or (reserve == 1 and len(self.home_stack(die)) < LONGEST_PATH)
        return reserve > 0

    def _can_move(self, die: int, *, spare: bool = False) -> bool:
        # Every space of a home row has a path of any length up to the longest.
        stack = self.home_stack(die)
        if stack[-1:] != OWNERS[self.seat] or len(stack) > LONGEST_PATH:
            return False
        # The stack leaves its space empty: the second die can only place.
        return not spare or self.reserve[self.seat] > 0

    def _usable(self) -> list[int]:
        return [
            die for die in dict.fromkeys(self.dice) if self._can_place(die) or self._can_move(die)
        ]

    def _play_place(self, move: Place) -> "Position":
        die = move.die
        rest = self._without(die)
        if not self._can_place(die):
            raise IllegalMove(Text("There is no token left in the reserve to place."))
        if self.doubles and not self._can_place(die, spare=bool(self.retrievable)):
            raise IllegalMove(_strands(die))
        stacks = list(self.stacks)
        stacks[home_space(self.seat, die)] += OWNERS[self.seat]
        return self._after(stacks, self._reserve(-1), rest)

    def _play_stack(self, move: MoveStack) -> "Position":
        die, path = move.die, move.path
        rest = self._without(die)
        start = home_space(self.seat, die)
        stack = self.stacks[start]
        if not self._can_move(die) or path not in path_set(start, len(stack)):
            raise IllegalMove(self._objection(start, path))
        if self.doubles and not self._can_move(die, spare=True):
            # The stack's own top token could be taken back.
            raise IllegalMove(_strands(die))
        stacks = list(self.stacks)
        stacks[start] = ""
        for token, space in zip(stack, path, strict=True):
            stacks[space] += token
        return self._after(stacks, self.reserve, rest)

    def _play_retrieve(self, move: Retrieve) -> "Position":
        space = move.space
        if not self.doubles:
            raise IllegalMove(
                Text("You can take a token back only on doubles, instead of using both dice.")
            )
        if space not in self.retrievable:
            raise IllegalMove(_empty(space) if not self.stacks[space] else _not_on_top(space))
        stacks = list(self.stacks)
        stacks[space] = stacks[space][:-1]
        return self._next(tuple(stacks), self._reserve(1))

    def _play_bump(self) -> "Position":
        if not self.dice:
            raise IllegalMove(self._no_turn())
        if usable := self._usable():
            raise IllegalMove(
                Text("You can't bump while a die can be used: the {die} can.", die=usable[0])
            )
        if self.retrievable:
            raise IllegalMove(Text("You can't bump on doubles while a token can be taken back."))
        return self._turn_over(self.stacks, self.reserve, bumped=True)

    def _play_roll(self, move: Roll) -> "Position":
        if self.over or self.dice:
            raise IllegalMove(Text("No roll is due."))
        dice = (move.low, move.high)
        if dice not in _ROLLS:
            raise IllegalMove(
                Text(
                    "Dice show 1 to 6, the lower first; {low} and {high} is not a roll.",
                    low=dice[0],
                    high=dice[1],
                )
            )
        return self._next(self.stacks, self.reserve, dice, dice)

    def _without(self, die: int) -> tuple[int, ...]:
        """Return the dice that are left when one is used; IllegalMove if it is not there."""
        dice = self.dice
        if die in dice:
            n = dice.index(die)
            return dice[:n] + dice[n + 1 :]
        if not dice:
            raise IllegalMove(self._no_turn())
        if len(dice) == 1:
            raise IllegalMove(
                Text("No die shows {die}; the {left} is left.", die=die, left=dice[0])
            )
        raise IllegalMove(
            Text(
                "No die shows {die}; the dice are {one} and {other}.",
                die=die,
                one=dice[0],
                other=dice[1],
            )
        )

    def _no_turn(self) -> Text:
        if self.over:
            return Text("The game is over.")
        return Text("The dice have not been rolled yet.")

    def _reserve(self, change: int) -> tuple[int, int]:
        first, second = self.reserve
        return (first, second + change) if self.seat else (first + change, second)

    def _next(
        self,
        stacks: tuple[str, ...],
        reserve: tuple[int, int],
        rolled: tuple[int, ...] = (),
        dice: tuple[int, ...] = (),
    ) -> "Position":
        """Return a position later in the same turn."""
        return Position(stacks, reserve, rolled, dice, self.seat, self.last, handicap=self.handicap)

    def _after(
        self, stacks: list[str], reserve: tuple[int, int], dice: tuple[int, ...]
    ) -> "Position":
        """Return the position after a die has been used, and with the second one the turn."""
        if dice:
            return self._next(tuple(stacks), reserve, self.rolled, dice)
        return self._turn_over(tuple(stacks), reserve, bumped=False)

    def _turn_over(
        self, stacks: tuple[str, ...], reserve: tuple[int, int], *, bumped: bool
    ) -> "Position":
        last = self.last or bumped
        return Position(stacks, reserve, (), (), 1 - self.seat, last, self.last, self.handicap)

    def _objection(self, start: int, path: Path) -> Text:
        """Say why the stack on a space may not move along a path; there must be a reason."""
        stack, name = self.stacks[start], space_name(start)
        if not stack:
            return _empty(start)
        if stack[-1] != OWNERS[self.seat]:
            return _not_on_top(start)
        if len(stack) > LONGEST_PATH:
            return Text(
                "The stack on {space} is {height} tokens high: the board has no path for it.",
                space=name,
                height=len(stack),
            )
        if len(path) != len(stack):
            return Text(
                "The stack on {space} is {height} high: its path has that many spaces, not {spaces}.",
                space=name,
                height=len(stack),
                spaces=len(path),
            )
        return _wrong_step(start, path)


def _empty(space: int) -> Text:
    return Text("{space} is empty.", space=space_name(space))


def _not_on_top(space: int) -> Text:
    return Text("The token on top of {space} is the opponent's.", space=space_name(space))


def _strands(die: int) -> Text:
    return Text(
        "While a token can be taken back, the first {die} may not leave the second one unusable.",
        die=die,
    )


def _wrong_step(start: int, path: Path) -> Text:
    """Say which step of a path is wrong; there must be one."""
    here = start
    for n, space in enumerate(path):
        if space == start:
            return Text("The path comes back to {space}, where it starts.", space=space_name(start))
        if space in path[:n]:
            return Text("The path enters {space} twice.", space=space_name(space))
        if space not in TOUCHING[here]:
            return Text("{one} does not touch {two}.", one=space_name(space), two=space_name(here))
        here = space
    raise AssertionError(path)
