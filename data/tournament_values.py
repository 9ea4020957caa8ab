"""What a tournament is made of, as values: who takes part, who met whom, and how it ended.

`bot.tournament` decides with them who meets next and who is ahead; `data.tournaments` stores them.
"""

from dataclasses import dataclass
from enum import StrEnum


class Format(StrEnum):
    """How it is decided who meets whom."""

    ROUND_ROBIN = "round-robin"
    """Everybody meets everybody once."""
    SWISS = "swiss"
    """Each round, people with about the same number of points meet, nobody twice."""
    KNOCKOUT = "knockout"
    """A player who loses is out."""
    LADDER = "ladder"
    """Who beats somebody above them takes their place; it never ends."""


class TournamentState(StrEnum):
    """Where a tournament is in its life."""

    OPEN = "open"
    """People join."""
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class PairingResult(StrEnum):
    """How a pairing ended."""

    FIRST = "first"
    """Who starts has won."""
    DRAW = "draw"
    SECOND = "second"
    NEITHER = "neither"
    """Nobody gets anything, as after a game without a result."""
    BYE = "bye"
    """There was no opponent."""

    @property
    def points(self) -> tuple[int, int]:
        """Return what the two get, in half points.

        >>> PairingResult.DRAW.points, PairingResult.BYE.points
        ((1, 1), (2, 0))
        """
        return _POINTS[self]


_POINTS = {
    PairingResult.FIRST: (2, 0),
    PairingResult.DRAW: (1, 1),
    PairingResult.SECOND: (0, 2),
    PairingResult.NEITHER: (0, 0),
    PairingResult.BYE: (2, 0),
}


class How(StrEnum):
    """By what a pairing got its outcome."""

    PLAYED = "played"
    TIMEOUT = "timeout"
    """Somebody ran out of time."""
    ABSENT = "absent"
    """It was not played, because somebody was no longer there."""
    COMPUTERS = "computers"
    """Two computers do not play each other."""
    CORRECTED = "corrected"
    """A moderator has decided it."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who takes part: a person, or a computer (negative id).

    `seed` orders them before anything is played (1 is first). They are paired from the round
    `joined` on, and since they withdrew no more (`left`; None while they take part).
    """

    id: int
    seed: int
    joined: int = 1
    left: int | None = None

    @property
    def takes_part(self) -> bool:
        """Tell whether they have not withdrawn."""
        return self.left is None


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who meets whom in a round, at which board (both from 1), and how it ended.

    `first` starts; `second` is None for a bye, `outcome` while they play.
    """

    round: int
    board: int
    first: int
    second: int | None
    outcome: PairingResult | None = None
    how: How | None = None

    @property
    def players(self) -> tuple[int, ...]:
        """List who plays: one for a bye."""
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def was_played(self) -> bool:
        """Tell whether it is over and the two met at a board; moderators decide about games too."""
        unplayed = {How.ABSENT, How.COMPUTERS, None}
        return self.second is not None and self.outcome is not None and self.how not in unplayed

    def points_of(self, player: int) -> int:
        """Return what a player got, in half points: nothing while they play."""
        if self.outcome is None:
            return 0
        return self.outcome.points[self.players.index(player)]

    def opponent_of(self, player: int) -> int | None:
        """Return whom a player met; None for a bye."""
        return self.second if player == self.first else self.first
