"""Computer players of MatriO: two that take what a play wins immediately, and one that plays on.

What does not belong here: the fast table (`games.players.matrio.table`), what plays win
(`games.players.matrio.greedy`), and playing on (`games.players.matrio.playouts`).
"""

from collections.abc import Sequence
from random import Random
from typing import Final

from games.matrio.board import SEATS
from games.matrio.choices import describe_gain
from games.matrio.rules import Play, Position
from games.players.matrio.estimate import seat_chances
from games.players.matrio.greedy import AGAINST, plays_of, slopes_for
from games.players.matrio.learned import LEARNED
from games.players.matrio.playouts import GREEDY, Style, search
from games.players.matrio.table import Table
from games.players.player import Budget, Level, Player, Weighed

_SEEN_BY_EASY: Final = 12
"""Among how many plays easy chooses."""
_HARD_PLIES: Final = 8_000
"""How many plies hard plays on, all playouts together: 25 µs each on an ordinary core."""
_EXPERT_PLIES: Final = 56_000
"""How many plies expert plays on: 25 µs each."""
_HINT_PLIES: Final = 4_000
"""How many easy and medium play on when they weigh plays."""


class _Thinker(Player[Position, Play]):
    """A player who weighs plays by playing on, however it chooses."""

    plies: int = _HINT_PLIES
    """How many plies it plays on when it weighs."""
    playing: Style = GREEDY
    """How everybody plays then."""

    def weigh(
        self, view: Position, legal: Sequence[Play], rng: Random, budget: Budget, most: int
    ) -> list[Weighed[Play]]:
        """List at most `most` plays, best first."""
        view, plies = view.seen_by(view.seat), round(self.plies * budget.work)
        trials = search(view, legal, rng, plies, budget.spent, most, self.playing)
        weighed = [
            Weighed(
                trial.play,
                chances(view.play(trial.play), budget)[view.seat],
                describe_gain(view, trial.play),
            )
            for trial in trials
        ]
        return sorted(weighed, key=lambda each: -each.value)


class Easy(_Thinker):
    """Take the most points for itself, of a few plays that it happens to look at."""

    def choose(self, view: Position, legal: Sequence[Play], rng: Random, budget: Budget) -> Play:  # noqa: ARG002 -- it is fast
        """Choose a play."""
        seen = rng.sample(legal, min(len(legal), _SEEN_BY_EASY))
        return _greediest(view, seen, against=0.0)


class Medium(_Thinker):
    """Take the most points for itself and from the others, of all plays."""

    def choose(self, view: Position, legal: Sequence[Play], rng: Random, budget: Budget) -> Play:  # noqa: ARG002 -- it is fast
        """Choose a play."""
        # In any order: the first of the best is taken.
        seen = rng.sample(legal, len(legal))
        return _greediest(view, seen, against=AGAINST)


class Hard(_Thinker):
    """Play on after each promising play, with hidden cards dealt again, and compare the ends."""

    plies = _HARD_PLIES

    def choose(self, view: Position, legal: Sequence[Play], rng: Random, budget: Budget) -> Play:
        """Choose a play."""
        if len(legal) == 1:
            return legal[0]
        plies = round(self.plies * budget.work)
        return search(view, legal, rng, plies, budget.spent, style=self.playing)[0].play


class Expert(Hard):
    """Play on as hard does, with more plies: itself as it learned, and nobody guesses the last plays."""

    plies = _EXPERT_PLIES
    playing = LEARNED


PLAYERS: Final = {
    Level.EASY: Easy(),
    Level.MEDIUM: Medium(),
    Level.HARD: Hard(),
    Level.EXPERT: Expert(),
}
"""A player a level."""
RATINGS: Final = {Level.EASY: 746, Level.MEDIUM: 1200, Level.HARD: 1598, Level.EXPERT: 1750}
"""How strong each is, measured by the duels in `docs/computer-players.md`."""


def chances(view: Position, budget: Budget) -> tuple[float, ...]:
    """Return each seat's chance of the first place, as hints and reviews show it; they add up to 1.

    Where nobody is left in the game, all are 0.
    """
    return seat_chances(view, budget.work, budget.spent)


def _greediest(view: Position, plays: Sequence[Play], against: float) -> Play:
    """Return the first of the plays that win most immediately."""
    table = Table(view, ((),) * SEATS)
    slopes = slopes_for(table, view.seat, against)
    gains = {
        Play(card, tray): gain
        for card in {play.card for play in plays}
        for gain, tray in plays_of(table, card, slopes)
    }
    return max(plays, key=gains.__getitem__)
