"""What people propose, what they click on a card, and what comes of it.

Values that cogs hand to `bot.services.challenges`, and get back.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.delivery.outbox_writer import Dispatch
from bot.match.table import Person
from data.challenges import Challenge, Terms
from data.computers import Computer


@dataclass(frozen=True, slots=True)
class Proposal:
    """What somebody proposes, to whom, and where."""

    guild_id: int
    channel_id: int
    challenger: Person
    asked: tuple[Person, ...]
    terms: Terms
    language: str
    thread: bool
    """Whether the game gets a thread of its own; else it is played in the channel itself."""
    computers: tuple[Computer, ...] = ()
    """Those between two levels are as strong as the challenger is when it is stored."""
    rematch_of: int | None = None
    """The thread of the game that it answers."""
    word: str | None = None
    """What the challenger adds to the chance of the game."""
    is_rematch: bool = False
    """Whether it asks the people of a game for another one."""

    def with_computers(self, guests: Sequence[Computer]) -> "Proposal":
        """Return the same with others in the places of its computers, who get their handicaps."""
        become = {old.id: new.id for old, new in zip(self.computers, guests, strict=True)}
        given = self.terms.handicap.called(lambda player: become.get(player, player))
        return replace(self, computers=tuple(guests), terms=replace(self.terms, handicap=given))

    @property
    def is_full(self) -> bool:
        """Tell whether nobody's answer is waited for: computers take all the other seats."""
        return len(self.computers) + 1 == self.terms.seats


@dataclass(frozen=True, slots=True)
class ChallengeResult:
    """What an answer led to; `game_id` is there once it has started a game."""

    challenge: Challenge
    dispatch: Dispatch
    game_id: int | None = None


@dataclass(frozen=True, slots=True)
class CardClick:
    """Who answered a card by which interaction, and where the card is."""

    actor: Person
    interaction_id: int
    channel_id: int
    message_id: int
    threads: bool
    """Whether the bot may open threads there."""
    word: str | None = None
    """What they add to the chance of the game."""
