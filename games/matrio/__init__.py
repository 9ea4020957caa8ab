"""MatriO, by Tony Mullen: the whole game as the project uses it.

What the game is played with is in `board`, the rules in `rules`, the record's notation in
`notation`, the words in `words`, the steps of a move in `choices`, typed moves in `typing`. This
file declares the game, deals it and ranks its players.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from games import chance
from games.assembled import AssembledGame
from games.game import About, Json, Option, Result
from games.handicap import Handicaps, head_starts
from games.matrio import choices as _choices
from games.matrio import notation as _notation
from games.matrio import typing as _typing
from games.matrio import words as _words
from games.matrio.board import CARDS, SEATS, SUITS
from games.matrio.feats import FEATS
from games.matrio.rules import Play, Position
from games.words import Text, Who


class MatriO(AssembledGame[Position, Play]):
    """MatriO: lay cards on rows and columns, place dots, and multiply."""

    about = About(
        key="matrio",
        command="matrio",
        name="MatriO",
        seats=(SEATS,),
        options=(
            Option(
                key="lead",
                label=Text("First card"),
                values=("any", "2C"),
                labels=(Text("any card of the holder of 2♣"), Text("2♣ itself")),
            ),
        ),
        chance=False,
        hidden=True,
        designers=("Tony Mullen",),
        link="https://github.com/tonymullen/matrio",
        rules_version=1,
        # Every place counts by points, and a hand is short.
        draws=False,
        starter=Text("the holder of the 2♣ starts"),
        handicap=head_starts(50, 100, 200),
    )
    feats = FEATS
    notation = _notation
    words = _words
    panel = _choices
    typing = _typing

    def deal(self, source: chance.Source, seats: int, options: Mapping[str, str]) -> Position:
        """Shuffle the deck and deal it out card by card."""
        self.check_seats(seats)
        deck = list(_DECK)
        chance.shuffle(source, deck)
        return Position.first([deck[seat::seats] for seat in range(seats)], lead=_lead(options))

    def read_setup(self, setup: Json, seats: int, options: Mapping[str, str]) -> Position:
        """Read a record's set-up; RecordError at ply 0 says what is wrong with it."""
        self.check_seats(seats)
        return _notation.read_setup(setup, lead=_lead(options))

    def handicapped(self, position: Position, sizes: Handicaps) -> Position:
        """Give seats a head start in points."""
        return replace(position, deal=replace(position.deal, handicap=sizes))

    def read_move(self, position: Position, typed: str) -> Play:
        """Read a move as people type it: any case, "qs r1s", or words that fit one move only."""
        return _typing.read_move(position, typed)

    def tell_start(self, who: Who) -> Text:
        """Tell whose card decided who starts."""
        return Text("{player} holds the 2♣ and starts.", player=who)

    def tell_out(self, who: Who) -> Text:
        """Tell somebody that they have no dot any more."""
        return Text("{who}, you have no dot: you are out of the game.", who=who)

    def ranking(self, result: Result, seats: int | None = None) -> tuple[int, ...]:  # noqa: ARG002 -- it is always four
        """Rank by points after the winners; those who withdrew or left share the last place."""
        scores = result.scores or (None,) * SEATS
        others = [score for seat, score in enumerate(scores) if seat not in result.winners]
        return tuple(
            0 if seat in result.winners else 1 + sum(_beats(other, score) for other in others)
            for seat, score in enumerate(scores)
        )


_DECK: Final = tuple(
    card
    # Records shuffle the deck in this order, jokers last.
    for suit in (*map(SUITS.index, "SHDC"), None)
    for card in range(len(CARDS))
    if CARDS[card].suit == suit
)


def _lead(options: Mapping[str, str]) -> bool:
    return options["lead"] == "2C"


def _beats(other: int | None, score: int | None) -> bool:
    return other is not None and (score is None or other > score)


MATRIO: Final = MatriO()
