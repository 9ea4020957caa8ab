"""Computer players of Dicefest: four levels, by the turns that every seat still needs.

What does not belong here: how turns are counted (`games.players.dicefest.turns`), how the race
is by them (`games.players.dicefest.race`), and looking ahead (`games.players.dicefest.search`).
"""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from operator import itemgetter
from random import Random
from typing import Final

from games.dicefest.board import DIRECTIONS
from games.dicefest.moves import Move, PickSide
from games.dicefest.rules import Position
from games.players.dicefest.estimate import seat_chances
from games.players.dicefest.leeway import Leeway
from games.players.dicefest.race import Race, completed
from games.players.dicefest.search import Search
from games.players.dicefest.turns import FAR, Counting, Turns
from games.players.player import Budget, Level, Player, Weighed
from games.words import Plural, Text

_NOISE: Final = 6.0
"""By how many turns easy misjudges a move at most."""
_TRIES: Final = 1500
"""How many lines of play hard tries."""
_EXPERT_TRIES: Final = 12_000
"""How many lines of play expert tries."""
_WIDENING: Final = 0.15
"""How fast expert follows more moves of its opponents: two after 45 tries, three after 178."""
_HINT_TRIES: Final = 500
"""How many lines of play easy and medium try when they weigh moves."""
Valued = tuple[float, Move]
"""A legal move after its value: the share of the win to which it leads."""


class _Runner(Player[Position, Move]):
    """A player who gives every move a value."""

    tries: int = _HINT_TRIES
    """How many lines of play it tries when it weighs moves."""
    count: Callable[[Position, int], Counting[float]] = Turns
    """How it counts turns when it looks ahead."""
    widening: float = 0.0
    """How fast it follows more moves than the one that looks best, of two opponents or more."""

    @abstractmethod
    def _valued(self, view: Position, rng: Random, budget: Budget) -> list[Valued]:
        """List the legal moves with their values, best first."""

    def choose(self, view: Position, legal: Sequence[Move], rng: Random, budget: Budget) -> Move:
        """Choose a side, or the best move; a turn of a die names the spaces for its counters."""
        if not view.settled:
            return _sides(view, legal, rng)[0]
        if len(legal) == 1:
            return completed(view, legal[0])
        return completed(view, self._valued(view, rng, budget)[0][1])

    def weigh(
        self, view: Position, legal: Sequence[Move], rng: Random, budget: Budget, most: int
    ) -> list[Weighed[Move]]:
        """List at most `most` moves by looking ahead, best first."""
        if not view.settled:
            seats = len(view.codes)
            return [
                Weighed(pick, 1 / seats, _describe_side(view, pick))
                for pick in _sides(view, legal, rng)[:most]
            ]
        moves = [completed(view, move) for _, move in self._searched(view, budget)[:most]]
        found = [(chances(view.play(move), budget)[view.seat], move) for move in moves]
        return [
            Weighed(move, value, _describe_gain(view, move))
            for value, move in sorted(found, key=itemgetter(0), reverse=True)
        ]

    def _searched(self, view: Position, budget: Budget) -> list[Valued]:
        """List the legal moves with what looking ahead found, those tried most often first."""
        search = Search(view, self.count, self.widening)
        search.run(round(self.tries * budget.work), budget.spent)
        root = search.root
        return [(root.value(n), root.moves[n]) for n in root.ranked()]


class _Greedy(_Runner):
    """A player who brings the own dice on, and misjudges turns by some, unless a move wins."""

    noise: float

    def _valued(self, view: Position, rng: Random, budget: Budget) -> list[Valued]:  # noqa: ARG002 -- it is fast
        race = Race(view, Turns)
        candidates = race.candidates(view)
        rng.shuffle(candidates)
        turns = [left and left + rng.random() * self.noise for left, _ in candidates]
        values = race.shares_after(race.needed(view), view.seat, turns)
        moves = [move for _, move in candidates]
        return sorted(zip(values, moves, strict=True), key=itemgetter(0), reverse=True)


class Easy(_Greedy):
    """Bring the own dice on, without a sharp eye for how far each move does."""

    noise = _NOISE


class Medium(_Greedy):
    """Bring the own dice on as fast as can be."""

    noise = 0.0


class Hard(_Runner):
    """Look ahead."""

    def __init__(self, tries: int) -> None:
        self.tries = tries

    def _valued(self, view: Position, rng: Random, budget: Budget) -> list[Valued]:  # noqa: ARG002 -- a tree needs no luck
        return self._searched(view, budget)


class Expert(Hard):
    """Look further ahead, by all ways to the end, and with more of what opponents may do."""

    count = Leeway
    widening = _WIDENING


PLAYERS: Final = {
    Level.EASY: Easy(),
    Level.MEDIUM: Medium(),
    Level.HARD: Hard(_TRIES),
    Level.EXPERT: Expert(_EXPERT_TRIES),
}
"""A player a level."""
RATINGS: Final = {Level.EASY: 927, Level.MEDIUM: 1200, Level.HARD: 1572, Level.EXPERT: 2017}
"""How strong each is, measured by the duels in `docs/computer-players.md`."""


def chances(position: Position, budget: Budget) -> tuple[float, ...]:
    """Return each seat's chance of the first place, as hints and reviews show it; they add up to 1."""
    return seat_chances(position, budget.spent)


def _sides(view: Position, legal: Sequence[Move], rng: Random) -> list[PickSide]:
    """List the sides that are free, the best first: all are alike but for whose turn comes first."""
    picks = [move for move in legal if isinstance(move, PickSide)]
    rng.shuffle(picks)
    return sorted(picks, key=lambda pick: _distance(view, pick))


def _distance(view: Position, pick: PickSide) -> int:
    """Return how far clockwise from the first player a side lies; 0 for the first player."""
    sides = view.table.sides
    return (pick.side - sides[0]) % len(DIRECTIONS) if sides else 0


def _describe_side(view: Position, pick: PickSide) -> Text:
    distance = _distance(view, pick)
    if not distance:
        return Text("the first turn, as from every side")
    return Plural(
        "{n} side after the first player, clockwise",
        "{n} sides after the first player, clockwise",
        distance,
    )


def _describe_gain(view: Position, move: Move) -> Text:
    """Say how far a move brings its player."""
    seat, after = view.seat, view.play(move)
    if after.winners is not None:
        return Text("wins the game") if after.winners == (seat,) else Text("ends the game")
    race = Race(view, Turns)
    left = race.needed_by(after, seat)
    if left >= FAR:
        return Text("leaves no way to the end in sight")
    gain = _describe_change(race.needed_by(view, seat) - left, left)
    if after.locked(seat) > view.locked(seat):
        return Text("locks a die, {gain}", gain=gain)
    return gain


def _describe_change(fewer: int, left: int) -> Text:
    """Say how many turns a move saves, and how many are left after it."""
    turns = Plural("about {n} turn left", "about {n} turns left", left)
    if fewer > 0:
        return Plural("saves {n} turn, {turns}", "saves {n} turns, {turns}", fewer, turns=turns)
    if fewer < 0:
        return Plural("costs {n} turn, {turns}", "costs {n} turns, {turns}", -fewer, turns=turns)
    return Text("{turns}, as before", turns=turns)
