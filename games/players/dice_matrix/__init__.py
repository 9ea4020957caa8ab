"""Computer players of Dice Matrix: easy counts points, medium a reply, hard looks far ahead.

What the dice are worth, and the search, are in `search`; chances are in `estimate`. What does not belong here:
the rules.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from games.dice_matrix.rules import CELLS, Move, Position, Take, Turn
from games.dice_matrix.words import name_points
from games.players.dice_matrix.estimate import seat_chances
from games.players.dice_matrix.leads import Ranked, ranked
from games.players.player import Budget, Level, Player, Weighed
from games.words import Plural, Text


class Easy(Player[Position, Move]):
    """Take what scores the most immediately, or what seemed so."""

    _NOISE: Final = 3.0
    """How far off a beginner sees points, as a standard deviation."""

    def choose(self, view: Position, legal: Sequence[Move], rng: Random, budget: Budget) -> Move:  # noqa: ARG002 -- no search
        """Choose by the points of this turn alone."""
        return max(legal, key=lambda move: view.gain(move) + rng.gauss(0, self._NOISE))


@dataclass(frozen=True, slots=True)
class Searching(Player[Position, Move]):
    """Take what leaves one furthest ahead at the end, as far as the search sees it."""

    turns: int
    """How many turns it looks ahead, its own included."""
    nodes: int
    """How many positions it looks at."""

    def choose(self, view: Position, legal: Sequence[Move], rng: Random, budget: Budget) -> Move:  # noqa: ARG002 -- nothing is left to chance
        """Choose the best move."""
        return self._ranked(view, legal, budget, 1)[0].move

    def weigh(
        self,
        view: Position,
        legal: Sequence[Move],
        rng: Random,  # noqa: ARG002 -- nothing is left to chance
        budget: Budget,
        most: int,
    ) -> list[Weighed[Move]]:
        """List the best moves with their chances, best first; the one that would be played is among them.

        To rank several moves takes nodes, so the search for one sees further.
        """
        best, *_ = self._ranked(view, legal, budget, 1)
        others = [
            each.move for each in self._ranked(view, legal, budget, most) if each.move != best.move
        ]
        weighed = [
            Weighed(move, chances(view.play(move), budget)[view.seat], _gain(view, move))
            for move in (best.move, *others)[:most]
        ]
        return sorted(weighed, key=lambda each: -each.value)

    def _ranked(
        self, view: Position, legal: Sequence[Move], budget: Budget, most: int
    ) -> list[Ranked]:
        return ranked(view, legal, self.turns, round(self.nodes * budget.work), budget.spent, most)


PLAYERS: Final = {
    Level.EASY: Easy(),
    Level.MEDIUM: Searching(turns=2, nodes=10_000),
    Level.HARD: Searching(turns=CELLS, nodes=40_000),
}
RATINGS: Final = {Level.EASY: 352, Level.MEDIUM: 1200, Level.HARD: 1395}
"""How strong each is, measured by the duels in `docs/computer-players.md`."""


def chances(position: Position, budget: Budget) -> tuple[float, ...]:
    """Return each seat's chance of the first place, as hints and reviews show it; they add up to 1."""
    return seat_chances(position, budget.work, budget.spent)


def _gain(view: Position, move: Move) -> Text:
    """Say what a move leaves the opponent; the points that it gains are in its name."""
    after = view.play(move)
    if isinstance(move, Turn):
        dice = sum(1 for die in view.matrix if die is not None and die.face == move.face)
        return Plural(
            "the matrix has {n} die of this face", "the matrix has {n} dice of this face", dice
        )
    if after.to_move is None:
        return Text("takes the last of the dice")
    if view.recount:
        return _pairs_left(after)
    best = max(after.gain(reply) for reply in after.legal_moves())
    return Text("leaves them {points} at best", points=name_points(best))


def _pairs_left(after: Position) -> Text:
    """Say how many pairs there are to take: points are not shown before the end."""
    replies = after.legal_moves()
    # Both orders of a pair are listed.
    pairs = sum(1 for reply in replies if isinstance(reply, Take) and reply.second is not None) // 2
    if not pairs:
        return Text("leaves them no pair")
    return Plural(
        "leaves them {n} pair to choose from", "leaves them {n} pairs to choose from", pairs
    )
