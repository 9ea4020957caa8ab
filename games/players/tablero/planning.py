"""Players of Tablero that think in whole turns, and weigh the best of them by the replies.

Asked again for the second die of a turn, they choose among what is left of it. What does not belong
here: what a position is worth (`worth`, `learned`), and which levels there are.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from games.players.player import Budget, Player, Weighed
from games.players.tablero.estimate import HINTED, begun, seat_chances
from games.players.tablero.learned import learned
from games.players.tablero.turns import (
    ROLLS,
    WAYS,
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
        return self._ranked(view, self.looked_at, budget)[0].moves[0]

    def weigh(
        self,
        view: Position,
        legal: Sequence[Move],  # noqa: ARG002 -- turns are looked at
        rng: Random,  # noqa: ARG002 -- all rolls are weighed, none drawn
        budget: Budget,
        most: int,
    ) -> list[Weighed[Move]]:
        """List the best moves, each with the best turn that begins so and what it comes to."""
        ranked = self._ranked(view, max(self.looked_at, HINTED), budget)
        return _weighed(view, begun(view, [turn.moves[0] for turn in ranked], most))

    def weigh_turns(
        self,
        view: Position,
        legal: Sequence[Move],  # noqa: ARG002 -- turns are looked at
        rng: Random,  # noqa: ARG002 -- all rolls are weighed, none drawn
        budget: Budget,
        most: int,
    ) -> list[Weighed[Move]]:
        """List at most `most` whole turns, best first, each with what it comes to."""
        found = self._ranked(view, max(self.looked_at, HINTED), budget)[:most]
        return _weighed(
            view, [replace(turn, chance=seat_chances(turn.after)[view.seat]) for turn in found]
        )

    def _ranked(self, view: Position, looked_at: int, budget: Budget) -> list[Turn]:
        """Rank the turns by the mover's chance."""
        ranked = _looked_at(turns(view)[:looked_at], view.seat)
        searched = round(self.searched * budget.work)
        if searched < 2 or len(ranked) < 2:
            return ranked
        return _searched(ranked, searched, view.seat, budget.spent, _replied)


@dataclass(frozen=True, slots=True)
class Learned(Planning):
    """Take the turn that a network likes best, once it has used every roll that may come next."""

    def _ranked(self, view: Position, looked_at: int, budget: Budget) -> list[Turn]:
        """Rank the turns by the mover's chance as the network sees it."""
        ranked = turns(view, judge=learned)[:looked_at]
        searched = round(self.searched * budget.work)
        if searched < 2 or len(ranked) < 2:
            return ranked
        return _searched(ranked, searched, view.seat, budget.spent, _answered)


def _weighed(view: Position, found: Sequence[Turn]) -> list[Weighed[Move]]:
    """List turns by their chances, best first, each with what it comes to."""
    return [
        Weighed(turn.moves[0], turn.chance, _gain(view, turn), turn.moves[1:])
        for turn in sorted(found, key=lambda turn: -turn.chance)
    ]


def _looked_at(found: Sequence[Turn], seat: int) -> list[Turn]:
    """Rank a seat's turns by what the replies leave it."""
    weighed = [replace(turn, chance=after_reply(turn.after, seat)) for turn in found]
    return sorted(weighed, key=lambda turn: -turn.chance)


def _searched(
    ranked: Sequence[Turn], most: int, seat: int, spent: Callable[[], bool], replied: Judge
) -> list[Turn]:
    """Rank the first `most` turns by what a judge says of them that has seen the replies.

    The others follow, for no more than the last of these.
    """
    searched: list[Turn] = []
    for turn in ranked[:most]:
        if spent():
            break
        searched.append(replace(turn, chance=replied(turn.after, seat)))
    if not searched:
        return list(ranked)
    searched.sort(key=lambda turn: -turn.chance)
    least = searched[-1].chance
    others = ranked[len(searched) :]
    return searched + [replace(turn, chance=min(least, turn.chance)) for turn in others]


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
    mine = 0.0
    for roll, cases in ROLLS:
        mine += cases * turns(after.play(roll), WAYS, learned)[0].chance
    mine /= 36
    return mine if after.seat == seat else 1 - mine


def _gain(view: Position, turn: Turn) -> Text | None:
    """Say how the centre counts after the turn; nothing where it counts as before."""
    mine, theirs = turn.after.scores()[view.seat], turn.after.scores()[1 - view.seat]
    if turn.after.over:
        return Text("the game ends {mine} to {theirs}", mine=mine, theirs=theirs)
    if turn.after.scores() == view.scores():
        return None
    return Text("the centre then counts {mine} to {theirs}", mine=mine, theirs=theirs)
