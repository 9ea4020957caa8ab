"""Computer players of Tablero: easy sees the centre, medium the board, hard two replies.

What does not belong here: the rules, and thinking in whole turns (`planning`).
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from games.players.player import Budget, Level, Player
from games.players.tablero.estimate import seat_chances
from games.players.tablero.planning import Learned, Planning
from games.tablero.rules import Move, Position


class Easy(Player[Position, Move]):
    """Take what counts most in the centre now, or what seemed so."""

    _NOISE: Final = 2.0
    """How far off a beginner sees points, as a standard deviation."""
    _TOKEN: Final = 0.5
    """What a token on the board, where it can move, is worth to a beginner."""

    def choose(self, view: Position, legal: Sequence[Move], rng: Random, budget: Budget) -> Move:  # noqa: ARG002 -- no search
        """Choose by the centre's points after this move alone."""
        return max(legal, key=lambda move: self._lead(view, move) + rng.gauss(0, self._NOISE))

    def _lead(self, view: Position, move: Move) -> float:
        after = view.play(move)
        mine, theirs = after.scores()[view.seat], after.scores()[1 - view.seat]
        return mine - theirs - self._TOKEN * after.reserve[view.seat]


PLAYERS: Final = {
    Level.EASY: Easy(),
    Level.MEDIUM: Planning(looked_at=1),
    Level.HARD: Planning(looked_at=40, searched=12),
    Level.EXPERT: Learned(looked_at=60, searched=8),
}
RATINGS: Final = {Level.EASY: 987, Level.MEDIUM: 1200, Level.HARD: 1280, Level.EXPERT: 1415}
"""How strong each is, measured by the duels in `docs/computer-players.md`."""


def chances(position: Position, budget: Budget) -> tuple[float, ...]:  # noqa: ARG001 -- it is fast
    """Return each seat's chance of the first place, as hints and reviews show it."""
    return seat_chances(position)
