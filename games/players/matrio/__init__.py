"""Computer players of MatriO: two that take what a play wins immediately, and one that plays on.

What does not belong here: the fast table (`games.players.matrio.table`), what plays win
(`games.players.matrio.greedy`), and playing on (`games.players.matrio.playouts`).
"""

from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Final

from games.matrio.board import SEATS
from games.matrio.choices import describe_gain
from games.matrio.rules import Play, Position
from games.players.matrio.greedy import AGAINST, plays_of, slopes_for
from games.players.matrio.playouts import play_on, search, shares_of
from games.players.matrio.table import Table
from games.players.player import Budget, Level, Player, Weighed

_SEEN_BY_EASY: Final = 12
"""Among how many plays easy chooses."""
_HARD_PLIES: Final = 8_000
"""How many plies hard plays on, all playouts together: 25 µs each on an ordinary core."""
_HINT_PLIES: Final = 4_000
"""How many easy and medium play on when they weigh plays."""
_REVIEW_PLAYOUTS: Final = 60
"""How often a review plays each position on."""
_REVIEW_MARGIN: Final = 60.0
"""How many points ahead at the end of a playout are odds of e to 1, times √(plies to go).

Found by comparing the chances at every third ply of games between hard players with who won.
"""


class _Thinker(Player[Position, Play]):
    """A player who weighs plays by playing on, however it chooses."""

    plies: int = _HINT_PLIES
    """How many plies it plays on when it weighs."""

    def weigh(
        self, view: Position, legal: Sequence[Play], rng: Random, budget: Budget, most: int
    ) -> list[Weighed[Play]]:
        """List at most `most` plays, best first."""
        trials = search(view, legal, rng, round(self.plies * budget.work), budget.spent, most)
        return [
            Weighed(trial.play, trial.value, describe_gain(view, trial.play)) for trial in trials
        ]


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
        return search(view, legal, rng, plies, budget.spent)[0].play


PLAYERS: Final = {Level.EASY: Easy(), Level.MEDIUM: Medium(), Level.HARD: Hard()}
"""A player a level."""
RATINGS: Final = {Level.EASY: 746, Level.MEDIUM: 1200, Level.HARD: 1598}
"""How strong each is, measured by the duels in `docs/computer-players.md`."""


def chances(position: Position, rng: Random, budget: Budget) -> tuple[float, ...]:
    """Return each seat's chance of the first place, 0 for those withdrawn; they add up to 1.

    All hands must be known, as they are in a review. Where nobody is left in the game, all are 0.
    """
    if result := position.result():
        winners = result.winners
        return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(SEATS))
    table = Table(position, ((),) * SEATS)
    hands = [[card for card in hand if card is not None] for hand in position.hands]
    margin = _REVIEW_MARGIN * sqrt(sum(map(len, hands)))
    sums = [0.0] * SEATS
    for _ in range(max(1, round(_REVIEW_PLAYOUTS * budget.work))):
        ended = table.copy(hands)
        play_on(ended, rng)
        sums = [total + share for total, share in zip(sums, shares_of(ended, margin), strict=True)]
        if budget.spent():
            break
    total = sum(sums) or 1.0
    return tuple(share / total for share in sums)


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
