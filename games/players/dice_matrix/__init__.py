"""Computer players of Dice Matrix: easy counts points, medium a reply, hard looks far ahead.

What the dice are worth, and the search, are in `search`. What does not belong here:
the rules.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Final

from games.dice_matrix.rules import CELLS, Move, Position, Take, Turn
from games.dice_matrix.words import name_points
from games.players.dice_matrix.search import CELL_BITS, Matrix, Search, ahead
from games.players.player import Budget, Level, Player, Weighed
from games.words import Plural, Text

_REVIEW_NODES: Final = 8000
"""How many positions a review looks at for each one of a game."""
_SURE: Final = 1.0
_UNSURE: Final = 0.4
"""How much a lead in half points must be to count: a fixed part, and a part for each die that is left."""


class Easy(Player[Position, Move]):
    """Take what scores the most immediately, or what seemed so."""

    _NOISE: Final = 3.0
    """How far off a beginner sees points, as a standard deviation."""

    def choose(self, view: Position, legal: Sequence[Move], rng: Random, budget: Budget) -> Move:  # noqa: ARG002 -- no search
        """Choose by the points of this turn alone."""
        return max(legal, key=lambda move: view.gain(move) + rng.gauss(0, self._NOISE))


@dataclass(frozen=True, slots=True)
class _Ranked:
    """A move with the lead that its player ends with, in half points."""

    lead: int
    move: Move


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
        """List the best moves, each with the points of the best reply; the first would be played.

        To rank several moves takes nodes, so the search for one sees further: it has the last word.
        """
        best, *_ = self._ranked(view, legal, budget, 1)
        others = [
            _Ranked(min(ranked.lead, best.lead), ranked.move)
            for ranked in self._ranked(view, legal, budget, most)
            if ranked.move != best.move
        ]
        return [
            Weighed(ranked.move, _chance(view, ranked.lead), _gain(view, ranked.move))
            for ranked in (best, *others)[:most]
        ]

    def _ranked(
        self, view: Position, legal: Sequence[Move], budget: Budget, most: int
    ) -> list[_Ranked]:
        return _ranked(view, legal, self.turns, round(self.nodes * budget.work), budget.spent, most)


PLAYERS: Final = {
    Level.EASY: Easy(),
    Level.MEDIUM: Searching(turns=2, nodes=10_000),
    Level.HARD: Searching(turns=CELLS, nodes=40_000),
}
RATINGS: Final = {Level.EASY: 352, Level.MEDIUM: 1200, Level.HARD: 1395}
"""How strong each is, measured by the duels in `docs/computer-players.md`."""


def chances(position: Position, budget: Budget) -> tuple[float, ...]:
    """Return each seat's chance of the first place, by how far the search sees it ahead."""
    if result := position.result():
        return tuple(1 / len(result.winners) if seat in result.winners else 0.0 for seat in (0, 1))
    nodes = round(_REVIEW_NODES * budget.work)
    best, *_ = _ranked(position, position.legal_moves(), CELLS, nodes, budget.spent, 1)
    mine = _chance(position, best.lead)
    return (1 - mine, mine) if position.seat else (mine, 1 - mine)


def _ranked(
    view: Position,
    legal: Sequence[Move],
    turns: int,
    nodes: int,
    spent: Callable[[], bool],
    most: int,
) -> list[_Ranked]:
    """Rank the moves by the lead that they end with; the first `most` are right."""
    if view.left is not None:
        # Each face changes what all dice of it are worth: another game.
        nodes //= len(legal)
        faces = [_turned(view, move, turns - 1, nodes, spent) for move in legal]
        return sorted(faces, key=lambda ranked: -ranked.lead)
    # Both orders of a pair are alike.
    moves = {_cells(move): move for move in legal if isinstance(move, Take)}
    search = Search(Matrix.of(view), nodes, spent)
    lead = ahead(view, view.seat)
    return [
        _Ranked(lead + valued.value, moves[valued.taking[1]])
        for valued in search.rank(view.occupied, turns, most)
    ]


def _turned(
    view: Position, move: Move, turns: int, nodes: int, spent: Callable[[], bool]
) -> _Ranked:
    after = view.play(move)
    search = Search(Matrix.of(after), nodes, spent)
    return _Ranked(ahead(after, view.seat) - search.value(after.occupied, turns), move)


def _cells(move: Take) -> int:
    """Return the cells of a move as bits."""
    cells = CELL_BITS[move.first]
    return cells if move.second is None else cells | CELL_BITS[move.second]


def _chance(position: Position, lead: int) -> float:
    """Return the chance to win with such a lead at the end in sight, fitted to games of `medium`."""
    return 1 / (1 + exp(-lead / (_SURE + _UNSURE * position.dice_left)))


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
