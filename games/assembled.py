"""A game that is made of modules: its notation, its words, its panel, and what people type.

The four protocols say which functions a module has for that; what they promise is written at
`games.game.Game`. A game's own class has what is left: its `About`, the deal, and whatever its
rules make special. What does not belong here: any one game.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from games.game import Game, Json, Position, Step, spread
from games.handicap import told
from games.words import Text, Translate, Who, english

M = TypeVar("M")
P = TypeVar("P", bound=Position[Any])  # Any: the moves of the game, which a bound cannot say
M_contra = TypeVar("M_contra", contravariant=True)
P_contra = TypeVar("P_contra", contravariant=True)


class Notation(Protocol[P_contra, M]):
    """How moves, set-ups and positions are written, as records define it."""

    def parse_move(self, text: str, /) -> M:
        """Read a move or chance event; NotationError says what is wrong."""

    def format_move(self, move: M, /) -> str:
        """Write a move."""

    def write_setup(self, position: P_contra, /) -> Mapping[str, Json]:
        """Write the set-up from which a position came."""

    def write_position(self, position: P_contra, /) -> Mapping[str, Json]:
        """Write a position."""


class Words(Protocol[P_contra, M_contra]):
    """How moves and positions are said."""

    def describe_move(self, before: P_contra, move: M_contra, after: P_contra, /) -> Text:
        """Say in a sentence what a move did."""

    def tell_turn(self, turn: Sequence[tuple[P_contra, M_contra, P_contra]], who: Who, /) -> Text:
        """Tell a turn in one line."""

    def name_move(self, position: P_contra, move: M_contra, /) -> Text:
        """Name a move for a button."""

    def describe_position(self, position: P_contra, /) -> Text:
        """Say a position in words."""


class Panel(Protocol[P_contra, M]):
    """How a move is built in steps."""

    def steps(self, position: P_contra, chosen: Sequence[str], /) -> Step[M]:
        """Return the next choices after the tokens chosen so far, shortcuts spread out."""


class Typing(Protocol[P_contra]):
    """What is offered while somebody types."""

    def suggest(
        self, position: P_contra, typed: str, translate: Translate, /
    ) -> list[tuple[str, Text]]:
        """List up to 25 legal moves that fit what has been typed, best first."""


class AssembledGame(Game[P, M], Generic[P, M]):
    """A game whose modules do what they are named after."""

    notation: Notation[P, M]
    words: Words[P, M]
    panel: Panel[P, M]
    typing: Typing[P]

    def write_setup(self, position: P) -> Mapping[str, Json]:
        """Write the set-up from which this position came."""
        return self.notation.write_setup(position)

    def write_position(self, position: P) -> Mapping[str, Json]:
        """Write a position as records define it for this game."""
        return self.notation.write_position(position)

    def parse(self, text: str) -> M:
        """Read a move or chance event in notation; NotationError says what is wrong."""
        return self.notation.parse_move(text)

    def format(self, move: M) -> str:
        """Write a move; `parse(format(move)) == move`."""
        return self.notation.format_move(move)

    def describe_move(self, before: P, move: M, after: P) -> Text:
        """Say in a sentence what a move did, with `Seat` for its player."""
        return self.words.describe_move(before, move, after)

    def tell_turn(self, turn: Sequence[tuple[P, M, P]], who: Who) -> Text:
        """Tell in one short line what `who` did in a turn."""
        return self.words.tell_turn(turn, who)

    def name_move(self, position: P, move: M) -> Text:
        """Name a move in a few words, for a button."""
        return self.words.name_move(position, move)

    def describe_position(self, position: P) -> Text:
        """Say a position in words that a blind player could play from."""
        said = self.words.describe_position(position)
        given = told(self.about.handicap, position.handicap)
        return (
            said if given is None else Text("{handicap}\n{position}", handicap=given, position=said)
        )

    def steps(self, position: P, chosen: Sequence[str]) -> Step[M]:
        """Return the next choices after those made so far; IllegalMove if they lead nowhere."""
        return self.panel.steps(position, spread(chosen))

    def suggest(
        self, position: P, typed: str, translate: Translate = english
    ) -> list[tuple[str, Text]]:
        """List up to 25 legal moves (notation, label) that fit what has been typed, best first."""
        return self.typing.suggest(position, typed, translate)
