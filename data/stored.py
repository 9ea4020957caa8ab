"""What is stored of a match and of its games, as values that the store gives.

Where they come from is in `data.matches`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from data.challenges import Clock, MatchKind
from data.computers import Computer, is_computer
from data.servers import Server
from games.handicap import NO_HANDICAPS, Handicaps
from games.lots import Lots
from games.players import Level
from games.players.mix import Strength


class PlaceNote(StrEnum):
    """Why a match is not played in a thread of its own."""

    NO_PERMISSION = "no-permission"
    TOO_MANY = "too-many"
    REFUSED = "refused"
    """Discord takes no thread here, for a reason that no permission mends."""
    CLOSED = "closed"
    """The thread that it had is locked, or the bot may not write there any more."""
    LOST = "lost"
    """Its place is gone and nobody has chosen another one."""


class Uncounted(StrEnum):
    """Why a match that should have been rated changed no rating."""

    SHORT = "short"
    """Not everybody had completed the few turns that it takes."""
    EARLY_DRAW = "early-draw"
    """A draw was agreed before there was much of a game."""
    TAKEBACK = "takeback"
    """A turn against computers was taken back; it is unrated since."""
    NOBODY = "nobody"
    """Nobody won it, or it ended without a result."""


@dataclass(frozen=True, slots=True)
class Match:
    """What was agreed, and where it is played (`place_id` is None until there is a place)."""

    id: int
    challenge_id: int
    interaction_id: int
    guild_id: int
    channel_id: int
    thread: bool
    place_id: int | None
    own_thread: bool
    place_note: PlaceNote | None
    game: str
    kind: MatchKind
    rated: bool
    language: str
    options: Mapping[str, str]
    settings: Mapping[str, str]
    seats: int
    ended_at: int | None
    clock: Clock
    takebacks: bool
    uncounted: Uncounted | None = None
    """Why it changes no rating although it was to."""

    @property
    def read_in(self) -> int:
        """Return the channel whose readers read it: that of a thread which was opened for it."""
        return self.channel_id if self.own_thread else self.place_id or self.channel_id


@dataclass(frozen=True, slots=True)
class Timing:
    """The clock of the turn that runs.

    `deadline_at` is None while no clock runs; while it is paused, `left` are its seconds and
    `halted` says why (`away`, `silenced`, `gone` or `place`). The turn began with the event `turn_seq`, and
    `reminded` counts its reminders that have gone out. `given_back` are seconds that were added because
    nobody could reach the bot.
    """

    deadline_at: int | None = None
    left: int | None = None
    halted: str | None = None
    turn_seq: int = 0
    reminded: int = 0
    given_back: int = 0


@dataclass(frozen=True, slots=True)
class StoredGame:
    """One game as stored; `players` are people's ids by seat, `names` what they are called.

    `left` are the seats whose people have left while the others go on (empty once it is over).
    """

    id: int
    match: Match
    number: int
    code: str
    rules_version: int
    secret: str
    commitment: str
    seq: int
    turns: int
    to_move: int | None
    result: Mapping[str, Any] | None  # Any: JSON
    started_at: int
    moved_at: int
    ended_at: int | None
    players: tuple[int, ...]
    names: tuple[str, ...]
    seen: Mapping[int, int] = field(default_factory=dict)
    """By person when they were last known to be in the server; who is not is left out."""
    left: frozenset[int] = frozenset()
    stand_ins: Mapping[int, Level] = field(default_factory=dict)
    """The seats that a computer has taken over from their people, and how strong it plays."""
    lots: Lots | None = None
    """From what its chance follows; None for a game that was begun when that was its secret alone."""
    timing: Timing = field(default_factory=Timing)
    handicap: Handicaps = NO_HANDICAPS
    """The size of each seat's handicap; () where nobody has one."""
    server: Server = field(default_factory=lambda: Server(0))
    """What the server has settled in which it is played."""

    def __repr__(self) -> str:
        # The secret must not reach a log through a repr.
        return f"StoredGame(id={self.id}, code={self.code!r}, seq={self.seq})"

    @property
    def running(self) -> bool:
        """Tell whether the game is not over."""
        return self.ended_at is None

    def seat_of(self, user_id: int) -> int | None:
        """Return the seat of a person, or None."""
        return self.players.index(user_id) if user_id in self.players else None

    def computer_at(self, seat: int) -> Strength | None:
        """Return how strong the computer is that moves for a seat; None where its person does."""
        computer = Computer.of(self.players[seat])
        return self.stand_ins.get(seat) if computer is None else computer.strength

    @property
    def has_computers(self) -> bool:
        """Tell whether computers sit at the table (not only stand in)."""
        return any(is_computer(player) for player in self.players)

    @property
    def is_alone(self) -> bool:
        """Tell whether one person plays with nobody but computers."""
        return sum(not is_computer(player) for player in self.players) == 1

    def is_playing(self, user_id: int) -> bool:
        """Tell whether a person plays and has not left."""
        seat = self.seat_of(user_id)
        return seat is not None and seat not in self.left
