"""The rules of Dicefest: picking sides, moving and turning dice, counters, locks, the end.

Two to four players bring their three dice to the opposite side of the board. A die moves as
far as the number that faces that way, collecting the counter on which it lands; counters pay
for turning dice. What does not belong here: the board (`board`), how dice lie
(`dice`), the moves and what one die can do (`moves`), notation
(`notation`), words (`words`) and building a move (`choices`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, TypeVar

from games import game
from games.dicefest.board import (
    BOARD,
    DIRECTION_WORDS,
    DIRECTIONS,
    INNER,
    SPACES,
    mask_of,
    numbered_space,
    space_name,
    spaces_of,
    way_between,
)
from games.dicefest.dice import FACINGS, Die, Facing, first_facing
from games.dicefest.moves import (
    LOCKED,
    MOVES,
    REACH,
    ROTATIONS,
    TOP,
    TURNED,
    Move,
    MoveDie,
    Pass,
    PickSide,
    Rotate,
    code_of,
)
from games.errors import IllegalMove
from games.game import Reason, Result
from games.handicap import NO_HANDICAPS, Handicaps
from games.words import Plural, Seat, Text

T = TypeVar("T")

DICE: Final = 3
"""How many dice each player has."""

_PASS: Final = Pass()
_PICKS: Final = tuple(PickSide(side) for side in range(len(DIRECTIONS)))


@dataclass(frozen=True, slots=True)
class Table:
    """What changes seldom: the dice that seats were dealt, their sides, and who has left."""

    numbers: tuple[tuple[int, ...], ...]
    """For each seat the three numbers that its dice show at first, sorted."""
    sides: tuple[int, ...] = ()
    """The sides picked so far, seat by seat."""
    left: frozenset[int] = frozenset()
    """The seats that have left the game."""
    handicap: Handicaps = NO_HANDICAPS
    """How many dice fewer than three each seat has to lock."""

    @property
    def settled(self) -> bool:
        """Whether every seat has picked its side."""
        return len(self.sides) == len(self.numbers)

    @property
    def playing(self) -> tuple[int, ...]:
        """List the seats that are still in the game."""
        return tuple(seat for seat in range(len(self.numbers)) if seat not in self.left)


@cache
def _following(sides: tuple[int, ...], left: frozenset[int]) -> tuple[int, ...]:
    """Return for each seat the next one clockwise that is still in the game."""
    return tuple(
        min(
            (seat for seat in range(len(sides)) if seat not in left),
            key=lambda seat: (sides[seat] - side - 1) % len(DIRECTIONS),
        )
        for side in sides
    )


@dataclass(frozen=True, slots=True)
class Position(game.Position[Move]):
    """A game of Dicefest at one moment.

    For drawing and describing:

    - `dice`: every die on the board, a `Die` with its seat, space, `facing` (`top`, `north`,
      `east`, `south`, `west`) and whether it is locked; seat by seat.
    - `counters`: the spaces with a counter, as a set; `spaces_of` lists them.
    - `collections`: how many counters each seat holds.
    - `table.numbers`, `table.sides`, `table.left`: the dice dealt to each seat, the sides
      picked so far, and the seats that have left; `settled` once all sides are picked.
    - `seat`: whose turn it is, to pick a side or to play; `to_move` is None at the end.
    - `locked(seat)`: how many of a seat's dice are locked.
    - `result()`: who won, or shares a draw.

    Spaces are numbers, sets of them bits: see `board`. `codes` has the dice as
    codes, three a seat once it has picked its side; `occupied` is the set of their spaces.
    """

    table: Table
    codes: tuple[tuple[int, ...], ...]
    occupied: int = 0
    counters: int = INNER
    collections: tuple[int, ...] = ()
    seat: int = 0
    passes: int = 0
    """How many passes have followed one another."""
    winners: tuple[int, ...] | None = None
    """The seats that have won, or share the draw; None while the game runs."""

    @classmethod
    def first(cls, numbers: Sequence[Sequence[int]]) -> "Position":
        """Return the position before any side is picked."""
        seats = len(numbers)
        dealt = tuple(tuple(sorted(dice)) for dice in numbers)
        return cls(Table(dealt), codes=((),) * seats, collections=(0,) * seats)

    @property
    def handicap(self) -> Handicaps:
        """Return how many dice fewer seats have to lock."""
        return self.table.handicap

    def enough(self, seat: int) -> int:
        """Return with how many of its dice locked a seat wins, once it holds no counter."""
        return DICE - (self.table.handicap[seat] if self.table.handicap else 0)

    @property
    def to_move(self) -> int | None:
        """Return the seat to move, None at the end."""
        return self.seat if self.winners is None else None

    @property
    def settled(self) -> bool:
        """Whether every seat has picked its side; before, nobody can leave or agree on a draw."""
        return self.table.settled

    @property
    def dice(self) -> tuple[Die, ...]:
        """List the dice on the board, seat by seat."""
        return tuple(
            Die(seat, code % SPACES, FACINGS[code // SPACES], self.is_locked(seat, code))
            for seat, codes in enumerate(self.codes)
            for code in codes
        )

    def die_at(self, space: int) -> Die | None:
        """Return the die on a space, None if there is none."""
        return next((die for die in self.dice if die.space == space), None)

    def cost(self, space: int) -> int:
        """Return how many counters it costs to turn the die on a space: the number on its top."""
        return next(TOP[code] for dice in self.codes for code in dice if code % SPACES == space)

    def is_locked(self, seat: int, code: int) -> bool:
        """Tell whether a die of a seat is locked when it lies like that."""
        return code in LOCKED[self.table.sides[seat]]

    def locked(self, seat: int) -> int:
        """Count the locked dice of a seat."""
        return sum(self.is_locked(seat, code) for code in self.codes[seat])

    @property
    def last_free(self) -> tuple[int, ...] | None:
        """Return the seat that alone in the game still has a free die; None while several have."""
        free = tuple(seat for seat in self.table.playing if self.locked(seat) < DICE)
        return free if len(free) == 1 else None

    @property
    def room(self) -> int:
        """Return the spaces to which counters may go, as a set: without a number, counter or die."""
        return INNER & ~(self.counters | self.occupied)

    @property
    def affordable(self) -> int:
        """Return the highest top number of a die that the seat to move can pay to turn."""
        return min(self.collections[self.seat], self.room.bit_count())

    def legal_moves(self) -> list[Move]:
        """List the legal moves; each rotation once, without the spaces its counters go to."""
        if self.winners is not None:
            return []
        table, seat = self.table, self.seat
        if not table.settled:
            return [pick for pick in _PICKS if pick.side not in table.sides]
        moves: list[Move] = []
        occupied, affordable, locked = self.occupied, self.affordable, LOCKED[table.sides[seat]]
        for code in self.codes[seat]:
            if code in locked:
                continue
            for bit, move in MOVES[code]:
                if not occupied & bit:
                    moves.append(move)
            if TOP[code] <= affordable:
                moves += ROTATIONS[code % SPACES]
        return moves or [_PASS]

    def play(self, move: Move) -> "Position":
        """Return the position after a move.

        Raises IllegalMove, naming what is wrong: a locked die, a number that does not face
        that way, counters that are lacking, …
        """
        if self.winners is not None:
            raise IllegalMove(Text("The game is over."))
        if self.table.settled == isinstance(move, PickSide):
            raise IllegalMove(
                Text("All sides are picked.")
                if self.table.settled
                else Text("First everybody picks a side of the board.")
            )
        match move:
            case MoveDie():
                return self._play_move(move)
            case Rotate():
                return self._play_rotation(move)
            case Pass():
                return self._play_pass()
            case PickSide():
                return self._play_pick(move)

    def scores(self) -> None:
        """Return None: this game has no points."""
        return

    def result(self) -> Result | None:
        """Return the result once somebody has won or everybody in turn has passed."""
        return None if self.winners is None else Result(None, self.winners, Reason.PLAYED)

    def seen_by(self, seat: int | None) -> "Position":  # noqa: ARG002 -- all lies open in this game
        """Return the position itself: nothing is hidden."""
        return self

    def leave(self, seat: int) -> "Position":
        """Return the position after a seat leaves: its dice stay, its counters are out of play."""
        table = replace(self.table, left=self.table.left | {seat})
        to_move = self.seat
        if seat == to_move and table.playing:
            to_move = _following(table.sides, table.left)[seat]
        gone = replace(self, table=table, seat=to_move, passes=0)
        return replace(gone, winners=gone.last_free)

    def turned_to(self, seat: int) -> "Position | None":
        """Return the position as if it were a seat's turn; None while sides are picked."""
        return replace(self, seat=seat) if self.settled else None

    def _play_pick(self, move: PickSide) -> "Position":
        table, side, seat = self.table, move.side, self.seat
        if side in table.sides:
            raise IllegalMove(
                Text(
                    "The {side} side is taken by {player}.",
                    side=DIRECTION_WORDS[side],
                    player=Seat(table.sides.index(side)),
                )
            )
        dice = tuple(
            code_of(first_facing(side, number), numbered_space(side, number))
            for number in table.numbers[seat]
        )
        return replace(
            self,
            table=replace(table, sides=(*table.sides, side)),
            codes=(*self.codes[:seat], dice, *self.codes[seat + 1 :]),
            occupied=self.occupied | mask_of(code % SPACES for code in dice),
            seat=(seat + 1) % len(table.numbers),
        )

    def _play_move(self, move: MoveDie) -> "Position":
        seat, start, end = self.seat, move.start, move.end
        code = self._acting(start)
        bit = 1 << end
        if not REACH[code] & ~self.occupied & bit:
            raise IllegalMove(_move_objection(FACINGS[code // SPACES], move))
        counters, collections = self.counters, self.collections
        if counters & bit:
            counters ^= bit
            collections = _changed(collections, seat, collections[seat] + 1)
        occupied = self.occupied ^ (1 << start | bit)
        return self._after(code, code - start + end, occupied, counters, collections)

    def _play_rotation(self, move: Rotate) -> "Position":
        seat, chosen = self.seat, move.counters
        code = self._acting(move.space)
        cost = TOP[code]
        if cost > self.affordable or chosen & ~self.room or chosen.bit_count() != cost:
            raise IllegalMove(self._rotation_objection(move, cost))
        collections = _changed(self.collections, seat, self.collections[seat] - cost)
        turned = TURNED[code][move.way]
        return self._after(code, turned, self.occupied, self.counters | chosen, collections)

    def _play_pass(self) -> "Position":
        match self.legal_moves()[0]:
            case MoveDie(space, _) | Rotate(space, _, _):
                raise IllegalMove(
                    Text(
                        "You can't pass while a die can move or turn: the one on {space} can.",
                        space=space_name(space),
                    )
                )
        table, passes = self.table, self.passes + 1
        return replace(
            self,
            seat=_following(table.sides, table.left)[self.seat],
            passes=passes,
            winners=table.playing if passes == len(table.playing) else None,
        )

    def _acting(self, space: int) -> int:
        """Return the code of the die on a space, which must be free to act; IllegalMove if not."""
        for code in self.codes[self.seat]:
            if code % SPACES == space:
                if self.is_locked(self.seat, code):
                    raise IllegalMove(
                        Text("The die on {space} is locked.", space=space_name(space))
                    )
                return code
        die = self.die_at(space)
        if die is None:
            raise IllegalMove(Text("There is no die on {space}.", space=space_name(space)))
        raise IllegalMove(
            Text(
                "The die on {space} belongs to {player}.",
                space=space_name(space),
                player=Seat(die.seat),
            )
        )

    def _after(
        self,
        code: int,
        changed: int,
        occupied: int,
        counters: int,
        collections: tuple[int, ...],
    ) -> "Position":
        """Return the position after a die of the seat to move has acted, changing its code."""
        table, seat = self.table, self.seat
        dice = tuple([changed if die == code else die for die in self.codes[seat]])
        following = _following(table.sides, table.left)[seat]
        codes = _changed(self.codes, seat, dice)
        after = Position(table, codes, occupied, counters, collections, following)
        if table.handicap and not collections[seat] and after.locked(seat) >= self.enough(seat):
            # Where not all dice are needed, a free one may pay the last counters.
            return replace(after, winners=(seat,))
        if changed not in LOCKED[table.sides[seat]] or after.locked(seat) < DICE:
            return after
        return replace(after, winners=after.last_free if collections[seat] else (seat,))

    def _rotation_objection(self, move: Rotate, cost: int) -> Text:
        """Say why a rotation with this cost in counters may not be made."""
        die, held = space_name(move.space), self.collections[self.seat]
        room, chosen = self.room, move.counters
        if cost > held:
            return Plural(
                "Turning the die on {die} costs {n} counter, and you have none.",
                "Turning the die on {die} costs {n} counters, and you have {held}.",
                cost,
                die=die,
                held=held,
            )
        if cost > room.bit_count():
            return Text(
                "Turning the die on {die} costs {cost} counters, and there is room for {room} only.",
                die=die,
                cost=cost,
                room=room.bit_count(),
            )
        if blocked := spaces_of(chosen & ~room):
            return self._space_objection(blocked[0])
        return Plural(
            "Turning the die on {die} costs {n} counter: name the space it goes to, not {given}.",
            "Turning the die on {die} costs {n} counters: name as many spaces, not {given}.",
            cost,
            die=die,
            given=chosen.bit_count(),
        )

    def _space_objection(self, space: int) -> Text:
        """Say why a counter may not go to a space."""
        name = space_name(space)
        if not INNER >> space & 1:
            return Text("No counter goes to the edge of the board: {space}.", space=name)
        if self.counters >> space & 1:
            return Text("There is a counter on {space} already.", space=name)
        return Text("There is a die on {space}.", space=name)


def _move_objection(facing: Facing, move: MoveDie) -> Text:
    """Say why a die that lies like this may not make a move."""
    start, end = space_name(move.start), space_name(move.end)
    try:
        direction, distance = way_between(move.start, move.end)
    except ValueError:
        return Text("A die moves straight, not from {start} to {end}.", start=start, end=end)
    if facing.sides[direction] != distance:
        return Plural(
            "The die on {start} moves {n} space {direction}, not {distance}.",
            "The die on {start} moves {n} spaces {direction}, not {distance}.",
            facing.sides[direction],
            start=start,
            direction=DIRECTION_WORDS[direction],
            distance=distance,
        )
    if not BOARD >> move.end & 1:
        return Text("The corners of the board are not used.")
    return Text("There is another die on {end}.", end=end)


def _changed(values: tuple[T, ...], n: int, value: T) -> tuple[T, ...]:
    """Put a value in the place of the n-th."""
    return (*values[:n], value, *values[n + 1 :])
