"""Players of Tablero that think in whole turns, and weigh the best of them by the replies.

Asked again for the second die of a turn, they choose among what is left of it. What does not belong
here: what a position is worth (`worth`, `learned`), and which levels there are.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from games.players.player import Budget, Player, Weighed
from games.players.tablero.estimate import best_begun, best_turns
from games.players.tablero.learned import learned, over_rolls
from games.players.tablero.turns import (
    Judge,
    Turn,
    after_reply,
    at_a_glance,
    over_all_rolls,
    turns,
)
from games.tablero.rules import Move, Position
from games.words import Text


@dataclass(frozen=True, slots=True)
class Planning(Player[Position, Move]):
    """Take the turn that leaves the seat best off once the opponent has replied."""

    looked_at: int
    """How many turns the reply is weighed for: the best ones at a glance."""
    searched: int = 0
    """How many of these every roll is played for, and the best reply replied to."""

    def choose(self, view: Position, legal: Sequence[Move], rng: Random, budget: Budget) -> Move:  # noqa: ARG002 -- all rolls are weighed, none drawn
        """Choose the first move of the best turn."""
        if len(legal) == 1:
            return legal[0]
        return self._best(view, budget).moves[0]

    def weigh(
        self,
        view: Position,
        legal: Sequence[Move],  # noqa: ARG002 -- turns are looked at
        rng: Random,  # noqa: ARG002 -- all rolls are weighed, none drawn
        budget: Budget,  # noqa: ARG002 -- it is fast
        most: int,
    ) -> list[Weighed[Move]]:
        """List the best moves, each with the best turn that begins so and what it comes to."""
        return _weighed(view, best_begun(view, most))

    def weigh_turns(
        self,
        view: Position,
        legal: Sequence[Move],  # noqa: ARG002 -- turns are looked at
        rng: Random,  # noqa: ARG002 -- all rolls are weighed, none drawn
        budget: Budget,  # noqa: ARG002 -- it is fast
        most: int,
    ) -> list[Weighed[Move]]:
        """List at most `most` whole turns, best first, each with what it comes to."""
        return _weighed(view, best_turns(view, most))

    def _best(self, view: Position, budget: Budget) -> Turn:
        """Return the best turn."""
        seat = view.seat
        weighed = [
            replace(turn, chance=after_reply(turn.after, seat))
            for turn in turns(view)[: self.looked_at]
        ]
        weighed.sort(key=lambda turn: -turn.chance)
        return (
            _searched(weighed[: round(self.searched * budget.work)], seat, budget, _replied)
            or weighed[0]
        )


@dataclass(frozen=True, slots=True)
class Learned(Planning):
    """Take the turn that a network likes best, once it has used every roll that may come next."""

    def _best(self, view: Position, budget: Budget) -> Turn:
        """Return the best turn as the network sees it."""
        liked = turns(view, judge=learned)[: self.looked_at]
        return (
            _searched(liked[: round(self.searched * budget.work)], view.seat, budget, _answered)
            or liked[0]
        )


def _weighed(view: Position, found: Sequence[Turn]) -> list[Weighed[Move]]:
    """List turns by their chances, best first, each with what it comes to."""
    return [
        Weighed(turn.moves[0], turn.chance, _gain(view, turn), turn.moves[1:])
        for turn in sorted(found, key=lambda turn: -turn.chance)
    ]


def _searched(found: Sequence[Turn], seat: int, budget: Budget, judge: Judge) -> Turn | None:
    """Return the best of some turns by a judge that has seen the replies; None where none was seen."""
    best: Turn | None = None
    for turn in found:
        if budget.spent():
            break
        seen = replace(turn, chance=judge(turn.after, seat))
        if best is None or seen.chance > best.chance:
            best = seen
    return best


def _replied(after: Position, seat: int) -> float:
    """Return a seat's chance after a turn, every roll used at its best by its player."""
    if after.over:
        return at_a_glance(after, seat)
    mine = over_all_rolls(after)
    return mine if after.seat == seat else 1 - mine


def _answered(after: Position, seat: int) -> float:
    """Return a seat's chance after a turn, every roll used as the network likes best."""
    if after.over or after.last:
        return learned(after, seat)
    mine = over_rolls(after)
    return mine if after.seat == seat else 1 - mine


def _gain(view: Position, turn: Turn) -> Text | None:
    """Say how the centre counts after the turn; nothing where it counts as before."""
    mine, theirs = turn.after.scores()[view.seat], turn.after.scores()[1 - view.seat]
    if turn.after.over:
        return Text("the game ends {mine} to {theirs}", mine=mine, theirs=theirs)
    if turn.after.scores() == view.scores():
        return None
    return Text("the centre then counts {mine} to {theirs}", mine=mine, theirs=theirs)
