"""What the doctor can find: one value for each thing that is wrong, in words for the host."""

from dataclasses import dataclass
from enum import StrEnum


class Check(StrEnum):
    """What is checked; each is shown by a test with a database in which it fails."""

    EVENTS = "events"
    """The events of a game are numbered without a gap, and every one of them is legal."""
    CHANCE = "chance"
    """The deal and every roll follow from the game's secret."""
    STANDING = "standing"
    """What is stored of a game follows from its events."""
    SEATS = "seats"
    """Every seat has one player, and those who have left are marked."""
    CLOCK = "clock"
    """A clock runs or is paused where it must, and nowhere else."""
    JOBS = "jobs"
    """What is due of a running game is scheduled, and nothing waits for ever."""
    BOARD = "board"
    """A running game has one live board, which shows its newest position."""
    PLACES = "places"
    """No two running matches share a thread of their own."""
    PLANS = "plans"
    """Plans and offers are those of players of a running game, and follow what was played."""
    MATCHES = "matches"
    """A match is over when its last game is, and has the games that it must have."""
    OUTCOMES = "outcomes"
    """How a match ended is noted once for each of its people."""
    RATINGS = "ratings"
    """A rated match counts once, and ratings add up."""
    OUTBOX = "outbox"
    """Every message that is still to be sent can be built, and none waits for ever."""
    ORPHANS = "orphans"
    """Nothing is about something that is not there."""


class Mend(StrEnum):
    """What mends something safely: nothing that was played is changed by it."""

    STANDING = "what the events say is stored"
    CLOCK = "the clock is set as the circumstances require, and what is due of it"
    THINK = "the computer is woken"
    JOBS = "what is due of it is deleted"
    BOARD = "the board is posted again"
    PLAN = "it is deleted"
    OUTCOME = "it is noted by the bot at its next look"
    ORPHAN = "they are deleted"


@dataclass(frozen=True, slots=True)
class Trouble:
    """One thing that is wrong: with what, how, and what would mend it."""

    check: Check
    subject: str
    """What it is about, such as a game with its code, server and number."""
    wrong: str
    mend: Mend | None = None
    """How it can be mended; None where a person has to decide."""
    number: int = 0
    """The number of the row that it is about."""
    table: str = ""
    """The table of that row, where it is not a game or a match."""
    remedy: str = ""
    """What a person can do, where nothing mends it by itself."""

    def __str__(self) -> str:
        return f"{self.subject}: {self.wrong}"
