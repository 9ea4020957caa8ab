"""What a game is: its declaration, its positions, its moves, and building a move in steps.

A game's folder defines a `Game` (one instance, listed in `games.registry`) and a `Position`.
Everything else in the project (records, matches, boards, panels, computer players) works
through these two. What does not belong here: the rules of any one game.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Generic, Literal, Self, TypeVar

from games import handicap as handicaps
from games.chance import Source
from games.errors import OptionError
from games.feats import Feat
from games.handicap import NO_HANDICAPS, Handicap, Handicaps
from games.words import Seat, Text, Translate, Who, english, joined, quoted, series

M = TypeVar("M")
"""A game's moves: small immutable values, chance events included."""
P = TypeVar("P", bound="Position[Any]")
"""A game's positions; their moves are the game's `M`, which a bound cannot say."""

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]
"""What a record holds."""

CHANCE: Final = "chance"
_AT_ONCE: Final = "+"
"""Stands between the tokens of a shortcut."""
ToMove = int | Literal["chance"] | None
"""A seat, "chance" where only a chance event may follow, None at the end."""


class Reason(StrEnum):
    """Why a game ended, as records name it."""

    PLAYED = "played"
    RESIGNED = "resigned"
    TIMEOUT = "timeout"
    AGREED = "agreed"
    ABORTED = "aborted"


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: a score a seat (None for a game without), and who shares first place."""

    scores: tuple[int | None, ...] | None
    winners: tuple[int, ...]
    reason: Reason

    def share(self, seat: int) -> float:
        """Return a seat's share of the first place.

        >>> Result(None, (0, 2), Reason.PLAYED).share(2)
        0.5
        """
        return 1 / len(self.winners) if seat in self.winners else 0.0


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice that is open while a move is built.

    `token` is what joins the choices so far (short, without "." and ":"); that of a shortcut
    makes several choices at once (`shortcut`). `label` at most 80 characters in any language,
    `note` at most 100.
    """

    token: str
    label: Text
    note: Text | None = None


CHOOSE_ONE: Final = Text("Choose one")


def shortcut(*tokens: str) -> str:
    """Write one token for several choices that are made at once.

    >>> shortcut("4", "c4", "c6")
    '4+c4+c6'
    """
    return _AT_ONCE.join(tokens)


def spread(chosen: Iterable[str]) -> tuple[str, ...]:
    """Return the choices one by one, those of shortcuts too.

    >>> spread(["p3", "m4+u+l"])
    ('p3', 'm4', 'u', 'l')
    """
    return tuple(token for choice in chosen for token in choice.split(_AT_ONCE))


@dataclass(frozen=True, slots=True)
class Shortcuts:
    """Several choices made at once, 1 to 25 of them, as buttons or in a list with a `title`."""

    title: Text
    choices: tuple[Choice, ...]
    buttons: bool = False


@dataclass(frozen=True, slots=True)
class Step(Generic[M]):
    """How far a move is built after the choices so far.

    Either `move` is complete, or `choices` (1 to 25) are open, under `prompt`: together they
    lead to every legal move. `shortcuts` lead to some of the same in fewer steps. `buttons`
    says that the choices are short enough to be buttons rather than a list however many they
    are; a list is headed by `title`. Where a turn is several moves, `then` are those after the
    first: who confirms plays all of `turn`.
    """

    prompt: Text
    choices: tuple[Choice, ...] = ()
    move: M | None = None
    buttons: bool = False
    then: tuple[M, ...] = ()
    title: Text = CHOOSE_ONE
    shortcuts: tuple[Shortcuts, ...] = ()

    @property
    def offered(self) -> tuple[Choice, ...]:
        """Return everything that can be chosen next, shortcuts first."""
        return (*(choice for group in self.shortcuts for choice in group.choices), *self.choices)

    @property
    def turn(self) -> tuple[M, ...]:
        """Return all moves of the turn that is complete, in order; none while choices are open."""
        return () if self.move is None else (self.move, *self.then)


@dataclass(frozen=True, slots=True)
class Foreseen(Generic[M]):
    """What somebody may plan for where chance is to act: one event, or any of several.

    `token` names it among the others at a position; that of a single event is its notation
    without the "@".
    """

    token: str
    label: Text
    events: tuple[M, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """A rule variant of a game: its key in records, its values (the first is the default)."""

    key: str
    label: Text
    values: tuple[str, ...]
    labels: tuple[Text, ...]

    @property
    def default(self) -> str:
        """Return the value that counts where none is chosen."""
        return self.values[0]


@dataclass(frozen=True, slots=True)
class About:
    """The description of a game, from which help, commands, tests and documents are made."""

    key: str
    """As in records, and as its folders are called."""
    command: str
    """The slash command, without the slash."""
    name: str
    """The game's name, which is the same in every language."""
    seats: tuple[int, ...]
    """The numbers of players that the game takes, smallest first."""
    options: tuple[Option, ...]
    chance: bool
    """Whether chance events happen after the set-up."""
    hidden: bool
    """Whether a player sees what others must not."""
    designers: tuple[str, ...]
    link: str
    """Where to find and buy the real game."""
    rules_version: int
    """Stored with each game; the rules of a running game never change under it."""
    settings: tuple[Option, ...] = ()
    """What a match may decide in addition to the rules, such as what is moved before the first turn."""
    winner_starts: bool = False
    """Whether who won the last game between the same players starts the next one."""
    draws: bool = True
    """Whether the players may agree on a draw."""
    rated_draw_turns: int = 0
    """How many turns must be completed before a draw by agreement may count for ratings.

    About half of a usual game: by then both have had to play for it.
    """
    two_games: bool = False
    """Whether a match may be two games, with the seats swapped and the points added."""
    starter: Text | None = None
    """Who starts where the rules decide it: "who holds … starts"."""
    handicap: Handicap | None = None
    """What weaker players may get; None where there is no such thing."""


class Position(ABC, Generic[M]):
    """A game at one moment: an immutable value that knows what may happen next."""

    __slots__ = ()

    @property
    @abstractmethod
    def to_move(self) -> ToMove:
        """Return the seat to move, "chance", or None at the end."""

    @abstractmethod
    def legal_moves(self) -> Sequence[M]:
        """List the legal moves of the seat to move (empty for chance and at the end)."""

    @abstractmethod
    def play(self, move: M) -> Self:
        """Return the position after a move or chance event; IllegalMove says why it may not be."""

    @abstractmethod
    def result(self) -> Result | None:
        """Return the result if the game has been played out."""

    @abstractmethod
    def scores(self) -> tuple[int | None, ...] | None:
        """Return what each seat has now, as a result would say it."""

    @abstractmethod
    def seen_by(self, seat: int | None) -> Self:
        """Return what a seat may see (None: the public); all that drawing and players ever get."""

    @property
    def settled(self) -> bool:
        """Whether seats may leave or agree on a draw by now; before, a game can only be aborted."""
        return True

    @property
    def mid_turn(self) -> bool:
        """Whether the seat to move goes on with a turn in which it has made a move already."""
        return False

    @property
    def withdrawn(self) -> frozenset[int]:
        """Return the seats that the rules have put out of the game; those that left may be in it."""
        return frozenset()

    @property
    def handicap(self) -> Handicaps:
        """Return the handicaps of the seats, which results count; () where nobody has one."""
        return NO_HANDICAPS

    def roll(self, source: Source) -> M:
        """Draw the chance event that is due; only called while `to_move` is "chance"."""
        raise NotImplementedError

    def leave(self, seat: int) -> Self:
        """Return the position after a seat leaves a table of three or more."""
        raise NotImplementedError

    def turned_to(self, seat: int) -> Self | None:  # noqa: ARG002 -- games may look at it
        """Return the position as if it were a seat's turn already, for plans.

        None where nothing can be planned before it is known what the others do.
        """
        return None


class Game(ABC, Generic[P, M]):
    """A game as the project uses it: dealing, notation, words and steps."""

    about: About
    feats: tuple[Feat, ...] = ()
    """What is worth a smile in it."""

    @abstractmethod
    def deal(self, source: Source, seats: int, options: Mapping[str, str]) -> P:
        """Deal the first position; `options` are complete and valid (`options_of`)."""

    @abstractmethod
    def read_setup(self, setup: Json, seats: int, options: Mapping[str, str]) -> P:
        """Read a record's set-up; RecordError at ply 0 says what is wrong with it."""

    @abstractmethod
    def write_setup(self, position: P) -> Mapping[str, Json]:
        """Write the set-up from which this position came."""

    @abstractmethod
    def write_position(self, position: P) -> Mapping[str, Json]:
        """Write a position as records define it for this game."""

    @abstractmethod
    def parse(self, text: str) -> M:
        """Read a move or chance event in notation; NotationError says what is wrong."""

    @abstractmethod
    def format(self, move: M) -> str:
        """Write a move; `parse(format(move)) == move`."""

    def read_move(self, position: P, typed: str) -> M:  # noqa: ARG002 -- games may look at it
        """Read a move as a person types it at this position: notation, or anything as clear.

        Whether the move is legal is for `play` to say. Raises NotationError.
        """
        return self.parse(typed.strip())

    def read_turn(self, position: P, typed: str) -> tuple[M, ...]:
        """Read one move as `read_move` does, or, where a turn has several, any number of them.

        They are to be played all or none. Raises NotationError.
        """
        return (self.read_move(position, typed),)

    def legal_notation(self, position: P) -> list[str]:
        """List `legal` as records define it, sorted."""
        return sorted(map(self.format, position.legal_moves()))

    def random_move(self, position: P, source: Source) -> M:
        """Draw a complete move, uniform over `legal`; only called while a seat is to move."""
        moves: Sequence[M] = position.legal_moves()
        return moves[source.below(len(moves))]

    @abstractmethod
    def describe_move(self, before: P, move: M, after: P) -> Text:
        """Say in a sentence what a move did, with `Seat` for its player."""

    def tell_turn(self, turn: Sequence[tuple[P, M, P]], who: Who) -> Text:
        """Tell in one short line what `who` did in a turn: its moves, each from one position to another.

        A line of several, so it names its player once, and leaves to `describe_move` whatever
        a glance at the board shows as well.
        """
        told = joined([self.describe_move(*made) for made in turn], "{one} {two}")
        return told if isinstance(who, Seat) else Text("{who}: {told}", who=who, told=told)

    def tell_start(self, who: Who) -> Text:
        """Tell who starts, and why where the rules decide it."""
        return Text("{player} starts.", player=who)

    def tell_out(self, who: Who) -> Text:
        """Tell somebody whom the rules have put out that they are, and why."""
        return Text("{who}, you are out of the game.", who=who)

    @abstractmethod
    def name_move(self, position: P, move: M) -> Text:
        """Name a move in a few words (at most 60 characters), for a button: "c4 and c6: 5"."""

    def name_turn(self, position: P, turn: Sequence[M]) -> Text:
        """Name a turn for a button: its one move, unless a game's turns have several."""
        (move,) = turn
        return self.name_move(position, move)

    @abstractmethod
    def describe_position(self, position: P) -> Text:
        """Say a position in words that a blind player could play from (at most 950 characters)."""

    @abstractmethod
    def steps(self, position: P, chosen: Sequence[str]) -> Step[M]:
        """Return the next choices after those made so far; IllegalMove if they lead nowhere.

        Shortcuts among them count as the choices that they combine.
        """

    @abstractmethod
    def suggest(
        self, position: P, typed: str, translate: Translate = english
    ) -> list[tuple[str, Text]]:
        """List up to 25 legal moves (notation, label) that fit what has been typed, best first.

        The words of notation and of English find moves for everybody, as well as those of
        the language that the labels are shown in: `translate`'s.
        """

    def foreseen(self, position: P) -> tuple[Foreseen[M], ...]:  # noqa: ARG002 -- games look at it
        """List what chance may bring, as somebody may plan for it: kinds of events, and each event.

        At most 25 of either; none where nothing of it can be planned for. Only called while
        `to_move` is "chance".
        """
        return ()

    def ranking(self, result: Result, seats: int) -> tuple[int, ...]:
        """Rank the seats of a table, for ratings.

        0 for the winners, 1 for all others, unless a game says more.
        """
        return tuple(0 if seat in result.winners else 1 for seat in range(seats))

    def opening(self, seats: int, settings: Mapping[str, str]) -> Sequence[M]:  # noqa: ARG002 -- games may look at them
        """Return the moves that are made for the players before the first turn."""
        return ()

    def handicapped(self, position: P, sizes: Handicaps) -> P:
        """Return a dealt position in which seats have handicaps, which `check_handicap` has allowed."""
        if sizes:
            raise NotImplementedError
        return position

    def check_handicap(self, seats: int, sizes: Handicaps) -> None:
        """Raise OptionError unless these can be the handicaps of the seats."""
        handicaps.check(self.about.handicap, self.about.name, seats, sizes)

    def settings_of(self, given: Mapping[str, str]) -> dict[str, str]:
        """Complete a match's settings; OptionError names a key or value that is wrong."""
        return self._complete(self.about.settings, given)

    def check_seats(self, seats: int) -> None:
        """Raise OptionError unless the game can be played at this number of seats."""
        if seats not in self.about.seats:
            raise OptionError(
                Text(
                    "{game} can have {seats} seats, not {given}.",
                    game=self.about.name,
                    seats=series(self.about.seats),
                    given=seats,
                )
            )

    def options_of(self, given: Mapping[str, str]) -> dict[str, str]:
        """Complete options with their defaults; OptionError names a key or value that is wrong."""
        return self._complete(self.about.options, given)

    def _complete(self, options: Sequence[Option], given: Mapping[str, str]) -> dict[str, str]:
        known = {option.key: option for option in options}
        for key, value in given.items():
            if key not in known:
                raise OptionError(
                    Text("{game} has no option {key}.", game=self.about.name, key=quoted(key))
                )
            if value not in known[key].values:
                raise OptionError(
                    Text(
                        "{key} can be {values}, not {value}.",
                        key=key,
                        values=series(known[key].values),
                        value=quoted(value),
                    )
                )
        return {key: given.get(key, option.default) for key, option in known.items()}
