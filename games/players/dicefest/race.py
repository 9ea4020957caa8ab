"""The state of the race in Dicefest: what every seat still needs, and its share of the win by that.

What does not belong here: how turns are counted (`games.players.dicefest.turns`), looking
ahead (`games.players.dicefest.search`), levels and noise (`games.players.dicefest`).
"""

from collections.abc import Callable, Iterable, Mapping
from math import exp
from typing import Final, Generic, TypeVar

from games.dicefest.board import DIRECTIONS, SPACES
from games.dicefest.choices import place_counters
from games.dicefest.moves import TOP, TURNED, Move, MoveDie, Rotate
from games.dicefest.rules import Position
from games.players.dicefest.turns import FAR, Counting

T = TypeVar("T", bound=float)

TURN: Final = 0.6
"""How much one turn weighs: a seat that needs one more has its odds of the win times exp(-TURN)."""


class Race(Generic[T]):
    """The turns that every seat needs on the board of one position, by one way to count them.

    It also serves for what comes of that position within some turns: dice and counters that
    have moved since then are forgotten as obstacles and bait, not as what a seat has and holds.
    """

    __slots__ = ("_order", "_turns")

    def __init__(self, position: Position, count: Callable[[Position, int], Counting[T]]) -> None:
        sides, playing = position.table.sides, position.table.playing
        self._turns = {seat: count(position, seat) for seat in playing}
        self._order = {
            first: sorted(playing, key=lambda seat: (sides[seat] - sides[first]) % len(DIRECTIONS))
            for first in playing
        }

    def needed(self, position: Position) -> dict[int, T]:
        """Return the turns that each seat in the game needs."""
        return {seat: self.needed_by(position, seat) for seat in self._turns}

    def needed_by(self, position: Position, seat: int) -> T:
        """Return the turns that one seat needs."""
        return self._turns[seat].needed(position.codes[seat], position.collections[seat])

    def candidates(self, position: Position) -> list[tuple[T, Move]]:
        """List the legal moves, each after the turns that its seat needs when it is made."""
        seat = position.seat
        turns, codes, held = self._turns[seat], position.codes[seat], position.collections[seat]
        standing = {code % SPACES: (code, n) for n, code in enumerate(codes)}
        found: list[tuple[T, Move]] = []
        for move in position.legal_moves():
            match move:
                case MoveDie(space, end):
                    code, n = standing[space]
                    changed = code - space + end
                    holding = held + (position.counters >> end & 1)
                case Rotate(space, way, _):
                    code, n = standing[space]
                    changed = TURNED[code][way]
                    holding = held - TOP[code]
                case _:
                    return [(turns.needed(codes, held), move)]
            kept = codes[:n] + codes[n + 1 :]
            found.append((turns.needed((*kept, changed), holding), move))
        return found

    def shares(self, needed: Mapping[int, float], first: int) -> dict[int, float]:
        """Return each seat's share of the win, where it is the turn of `first`."""
        odds = self._odds(needed, first)
        total = sum(odds.values())
        return {seat: each / total for seat, each in odds.items()}

    def shares_after(
        self, needed: Mapping[int, float], seat: int, turns: Iterable[float]
    ) -> list[float]:
        """Return a seat's share of the win for each number of turns that a move may leave it."""
        order = self._order[seat]
        rivals = {**needed, seat: FAR}
        odds = self._odds(rivals, order[1 % len(order)])
        lost = odds.pop(seat)
        others = sum(odds.values()) / lost
        # Its odds are those of a seat that is FAR from the end, for every turn that it is nearer.
        return [1 / (1 + others * exp(TURN * (left - FAR))) if left else 1.0 for left in turns]

    def _odds(self, needed: Mapping[int, float], first: int) -> dict[int, float]:
        """Return each seat's odds of the win; who comes later in the round lost that part of a turn."""
        order = self._order[first]
        return {
            seat: exp(-TURN * (needed[seat] + place / len(order)))
            for place, seat in enumerate(order)
        }


def won(position: Position) -> dict[int, float] | None:
    """Return the share of the win of each seat in the game at its end, None before it."""
    winners = position.winners
    if winners is None:
        return None
    return {seat: 1 / len(winners) if seat in winners else 0.0 for seat in position.table.playing}


def completed(position: Position, move: Move) -> Move:
    """Return a legal move with the spaces for its counters, if it costs any."""
    if isinstance(move, Rotate):
        return Rotate(move.space, move.way, place_counters(position, move))
    return move
