"""Computer players of Dice Matrix: easy counts points, medium a reply, the others look far ahead.

What the dice are worth, and the search, are in `search`; who wins in the end is in `outcome`, and
chances are in `estimate`. What does not belong here: the rules.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from games.dice_matrix.rules import CELLS, Move, Position, Take, Turn
from games.dice_matrix.words import name_points
from games.players.dice_matrix.estimate import seat_chances
from games.players.dice_matrix.leads import Ranked, cells_of, ranked
from games.players.dice_matrix.outcome import Outcome
from games.players.dice_matrix.search import NARROW, NEAR_END, WIDE, Matrix, Search, Width, ahead
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
    width: Width
    """How many takings it looks at in each of them."""

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
        several = self._ranked(view, legal, budget, most) if most > 1 else []
        others = [each.move for each in several if each.move != best.move]
        weighed = [
            Weighed(move, chances(view.play(move), budget)[view.seat], _gain(view, move))
            for move in (best.move, *others)[:most]
        ]
        return sorted(weighed, key=lambda each: -each.value)

    def _ranked(
        self, view: Position, legal: Sequence[Move], budget: Budget, most: int
    ) -> list[Ranked]:
        nodes = round(self.nodes * budget.work)
        return ranked(view, legal, self.turns, nodes, self.width, budget.spent, most)


@dataclass(frozen=True, slots=True)
class Deciding(Searching):
    """Ask who wins as soon as that can be found, and else take what leaves one furthest ahead."""

    dice: int
    """With so many dice left it asks who wins, until the other search goes to the end by itself."""
    ranking: int
    """At how many positions it looks before that, to try the likely moves first."""
    deciding: int
    """At how many positions it looks to find who wins."""

    def choose(self, view: Position, legal: Sequence[Move], rng: Random, budget: Budget) -> Move:  # noqa: ARG002 -- nothing is left to chance
        """Choose a move that wins; where none is known, one that is not known to be too bad."""
        if view.left is not None or not NEAR_END < view.dice_left <= self.dice:
            return self._ranked(view, legal, budget, 1)[0].move
        moves = {cells_of(move): move for move in legal if isinstance(move, Take)}
        nodes = round(self.ranking * budget.work)
        search = Search(Matrix.of(view), nodes, budget.spent, self.width)
        takings = [valued.taking for valued in search.rank(view.occupied, self.turns)]
        outcome = Outcome(view, round(self.deciding * budget.work), budget.spent)
        return moves[outcome.chosen(view.occupied, takings, ahead(view, view.seat))[1]]


PLAYERS: Final = {
    Level.EASY: Easy(),
    Level.MEDIUM: Searching(turns=2, nodes=10_000, width=WIDE),
    Level.HARD: Searching(turns=CELLS, nodes=40_000, width=WIDE),
    Level.EXPERT: Deciding(
        turns=CELLS, nodes=650_000, width=NARROW, dice=27, ranking=100_000, deciding=190_000
    ),
}
RATINGS: Final = {Level.EASY: 352, Level.MEDIUM: 1200, Level.HARD: 1395, Level.EXPERT: 1495}
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
