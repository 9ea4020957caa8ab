"""Rows of the outbox: one class for each kind of message to send, edit or delete.

This is the seam between what decides (`bot.match`, `bot.services`), which puts rows into an
`Envelope`, and the cogs, which register a builder for each class (`Outbox.register`). A row is
stored as its kind and a JSON object. Rows outlive the process that wrote them: kinds and keys
never change, and a new field has a default, with which rows of older versions are read.

What does not belong here: streams and claims (`bot.delivery.outbox_writer`), and how a message
looks (the cogs).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

from bot.delivery.row_fields import UnreadableRow, key_of, read_field
from bot.delivery.row_outcomes import OfferOutcome, Settling
from data.outbox import OutboxRow


@dataclass(frozen=True, slots=True)
class Row:
    """What one row asks for: a message to send or change, by the ids of what it shows."""

    kind: ClassVar[str]
    is_awaited: ClassVar[bool] = False
    """Whether people wait for this: the other rows of its transaction make way for it."""

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object to store; fields that have their default are left out."""
        return {
            key_of(each): value
            for each in fields(self)
            if (value := getattr(self, each.name)) != each.default
        }

    @classmethod
    def from_json(cls, payload: Mapping[str, Any]) -> Self:
        """Read a JSON object of this kind; keys that the kind does not have are ignored.

        Raises UnreadableRow.
        """
        return cls(**{each.name: read_field(cls.kind, each, payload) for each in fields(cls)})


R_co = TypeVar("R_co", bound=Row, covariant=True)


@dataclass(frozen=True, slots=True)
class Queued(Generic[R_co]):
    """A row to deliver now, with its id and its earlier failures by kind."""

    id: int
    row: R_co
    failures: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class _OfChallenge(Row):
    challenge_id: int


@dataclass(frozen=True, slots=True)
class _OfMatch(Row):
    match_id: int


@dataclass(frozen=True, slots=True)
class _OfGame(Row):
    game_id: int


@dataclass(frozen=True, slots=True)
class _OfMessage(Row):
    channel_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class AnyBoardRow(_OfGame):
    """A board after the event `seq`; `out` says that it is the first to tell who is out."""

    is_awaited = True
    seq: int
    out: bool = False


class BoardRow(AnyBoardRow):
    """Post a board, which pings the player to move."""

    kind = "board"


class BoardAgainRow(AnyBoardRow):
    """Post a board that pings nobody."""

    kind = "board-again"


class BoardChangesRow(AnyBoardRow):
    """Edit the latest board into the current one; a nudge pings after it."""

    kind = "board-changes"


class StartRow(_OfGame):
    """Post what the chance of a game that begins follows from; it is never edited."""

    kind = "start"


@dataclass(frozen=True, slots=True)
class PictureRow(_OfGame):
    """Add the picture that a board after the event `seq` was posted without."""

    kind = "picture"
    seq: int
    channel_id: int
    message_id: int


@dataclass(frozen=True, slots=True)
class RetireRow(_OfGame):
    """Take the controls from a board after the event `seq`, and keep its picture if it has one."""

    kind = "retire"
    seq: int
    channel_id: int
    message_id: int
    pictured: bool
    picture_id: int | None = None


class ClockShownRow(_OfGame):
    """Edit what the latest board says of its clock and of who is away."""

    kind = "clock-shown"


@dataclass(frozen=True, slots=True)
class NudgeRow(_OfGame):
    """Ping the player to move for a board that was edited to the event `seq`."""

    kind = "nudge"
    seq: int


class NudgeDropRow(_OfMessage):
    """Delete a nudge."""

    kind = "nudge-drop"


class StayRow(_OfMatch):
    """Note that a match is played in its channel, without a thread."""

    kind = "stay"


class CloseRow(_OfMatch):
    """Close the thread of a match that is over."""

    kind = "close"


class CardRow(_OfChallenge):
    """Post the card of a challenge, or bring it up to date."""

    kind = "card"


class RematchRow(_OfChallenge):
    """Link a rematch in the thread of the match before."""

    kind = "rematch"


@dataclass(frozen=True, slots=True)
class TournamentRow(Row):
    """Post the card of a tournament, or bring it up to date; it pings nobody."""

    kind = "tournament"
    tournament_id: int


@dataclass(frozen=True, slots=True)
class TournamentStuckRow(Row):
    """Tell who made a tournament that its games have no channel."""

    kind = "tournament-stuck"
    tournament_id: int
    user_id: int


@dataclass(frozen=True, slots=True)
class OfferRow(_OfGame):
    """Post an offer that was made after the event `seq`.

    `offer` is the number of its kind (`bot.match.offers.KINDS`).
    """

    kind = "offer"
    offer: int = field(metadata={"key": "kind"})
    seq: int


@dataclass(frozen=True, slots=True)
class OfferChangeRow(_OfGame):
    """Edit the message of an offer: who has agreed by now, or what came of it.

    `user_id` is who answered, None if nobody did.
    """

    kind = "offer-change"
    offer: int = field(metadata={"key": "kind"})
    seq: int
    asker_id: int
    outcome: OfferOutcome
    channel_id: int
    message_id: int
    user_id: int | None = None


@dataclass(frozen=True, slots=True)
class SettlingRow(_OfMatch):
    """Post a request to settle what is open up to a match, or bring it up to date.

    `channel_id` says where to post it; it is 0 where it is only to be edited.
    """

    kind = "settling"
    asker_id: int
    other_id: int
    channel_id: int
    state: Settling
    points: int
    coins: int
    silent: bool = False
    """Whether it pings nobody: they have been asked just before, or want no pings from this one."""


class ResultRow(_OfGame):
    """Post the result of a game, which pings those who played."""

    kind = "result"
    is_awaited = True


class ResultAgainRow(_OfGame):
    """Post a result again; it pings nobody."""

    kind = "result-again"


@dataclass(frozen=True, slots=True)
class ResultPicturesRow(_OfGame):
    """Add the pictures that a result was posted without; `result_id` is the id of its row."""

    kind = "result-pictures"
    result_id: int = field(metadata={"key": "row"})
    channel_id: int
    message_id: int


class ProofRow(_OfGame):
    """Post the secret of a game that is over, and its record."""

    kind = "proof"


@dataclass(frozen=True, slots=True)
class PlanDroppedRow(Row):
    """Tell its owner that a plan can't be played."""

    kind = "plan-dropped"
    plan_id: int


@dataclass(frozen=True, slots=True)
class TimeUpRow(_OfGame):
    """Tell the others that the time of a turn is up."""

    kind = "time-up"
    turn_seq: int


@dataclass(frozen=True, slots=True)
class StandInRow(_OfGame):
    """Tell the table that a computer plays for a seat whose time is up."""

    kind = "stand-in"
    turn_seq: int
    seat: int


@dataclass(frozen=True, slots=True)
class NoticePastRow(_OfMessage):
    """Take the buttons from a notice about a seat that is past."""

    kind = "notice-past"
    game_id: int
    seat: int
    stood_in: bool


class NoticeGoneRow(_OfMessage):
    """Delete a reminder that is past."""

    kind = "notice-gone"


@dataclass(frozen=True, slots=True)
class ReminderRow(_OfGame):
    """Remind the player to move in the game's thread.

    `stage` is a `Stage`, `others` how many more games in the server wait for them.
    """

    kind = "reminder"
    turn_seq: int
    stage: int
    others: int


@dataclass(frozen=True, slots=True)
class DirectReminderRow(Row):
    """Remind a person of turns by direct message; `turns` are their seqs by the id of the game."""

    kind = "waiting"
    user_id: int
    turns: Mapping[int, int]

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object to store, with the turns as a list of pairs."""
        return {"user_id": self.user_id, "turns": [list(turn) for turn in self.turns.items()]}

    @classmethod
    def from_json(cls, payload: Mapping[str, Any]) -> Self:
        """Read such an object, or one of older versions: each turn under its game's id as a key.

        Raises UnreadableRow.
        """
        turns = payload.get("turns")
        if turns is None:
            turns = [(int(key), seq) for key, seq in payload.items() if key.isdecimal()]
        match turns, payload:
            case [*pairs], {"user_id": int(user_id)}:
                return cls(user_id, dict(_turn(pair) for pair in pairs))
            case _:
                raise UnreadableRow(cls.kind, dict(payload))


@dataclass(frozen=True, slots=True)
class DigestRow(Row):
    """Send a person the list of all games that wait for them."""

    kind = "digest"
    user_id: int


@dataclass(frozen=True, slots=True)
class PuzzlesRow(Row):
    """Announce the puzzles of a day (`bot.services.puzzles`) in a server's channel."""

    kind = "puzzles"
    guild_id: int
    channel_id: int
    day: int


@dataclass(frozen=True, slots=True)
class PollRow(Row):
    """Post a position for a vote, or what came of the vote."""

    kind = "poll"
    poll_id: int


@dataclass(frozen=True, slots=True)
class PollUnpostedRow(Row):
    """Tell who asked for a vote on a position of a game that it was never posted."""

    kind = "poll-unposted"
    user_id: int
    guild_id: int
    channel_id: int
    game_id: int


@dataclass(frozen=True, slots=True)
class WeeklyRow(Row):
    """Post the card of a weekly table, or bring it up to date."""

    kind = "weekly"
    card_id: int


@dataclass(frozen=True, slots=True)
class WeeklyGoneRow(_OfMessage):
    """Take the buttons from the card of a weekly table that was called off."""

    kind = "weekly-gone"


@dataclass(frozen=True, slots=True)
class CannotPostRow(Row):
    """Tell who set a server up that what they want to see there can't be posted in a channel."""

    kind = "cannot-post"
    user_id: int
    guild_id: int
    channel_id: int


@dataclass(frozen=True, slots=True)
class SeasonRow(Row):
    """Tell how a season of a server ended, in the channel where it plays."""

    kind = "season"
    guild_id: int
    season_id: int


ROW_TYPES: Final[tuple[type[Row], ...]] = (
    BoardRow,
    BoardAgainRow,
    BoardChangesRow,
    PictureRow,
    RetireRow,
    ClockShownRow,
    StartRow,
    NudgeRow,
    NudgeDropRow,
    StayRow,
    CloseRow,
    CardRow,
    RematchRow,
    TournamentRow,
    TournamentStuckRow,
    OfferRow,
    OfferChangeRow,
    SettlingRow,
    ResultRow,
    ResultAgainRow,
    ResultPicturesRow,
    ProofRow,
    PlanDroppedRow,
    TimeUpRow,
    StandInRow,
    NoticePastRow,
    NoticeGoneRow,
    ReminderRow,
    DirectReminderRow,
    DigestRow,
    PuzzlesRow,
    SeasonRow,
    PollRow,
    PollUnpostedRow,
    WeeklyRow,
    WeeklyGoneRow,
    CannotPostRow,
)
"""All kinds of rows; each has a builder in a cog."""
_BY_KIND: Final = {row_type.kind: row_type for row_type in ROW_TYPES}


def read_row(kind: str, payload: object) -> Row:
    """Return what a stored row asks for; raises UnreadableRow."""
    row_type = _BY_KIND.get(kind)
    if row_type is None or not isinstance(payload, Mapping):
        raise UnreadableRow(kind, payload)
    return row_type.from_json(payload)


def queued(stored: OutboxRow) -> Queued[Row]:
    """Read a row that was claimed; raises UnreadableRow."""
    return Queued(stored.id, read_row(stored.kind, stored.payload), stored.failures)


def _turn(pair: Any) -> tuple[int, int]:  # Any: whatever JSON has there
    match pair:
        case [int(game_id), int(seq)]:
            return game_id, seq
        case _:
            raise UnreadableRow(DirectReminderRow.kind, pair)
