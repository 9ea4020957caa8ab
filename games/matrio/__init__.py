"""MatriO, by Tony Mullen: the whole game as the project uses it.

What the game is played with is in `matrio_board`, the rules in `matrio_rules`, the record's
notation in `matrio_notation`, the words in `matrio_words`, the steps of a move in
`matrio_choices`, typed moves in `matrio_typing`; this file declares the game, deals it, and
puts them together. Who needs MatriO imports this one.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from games import chance
from games.game import About, Game, Json, Option, Result, Step, spread
from games.matrio import choices, notation, typing, words
from games.matrio.board import (
    CARD_INDEX,
    CARDS,
    CELLS,
    LINES,
    SEATS,
    SIDE,
    SUITS,
    TRAY_INDEX,
    TRAYS,
    Card,
    card_name,
    cell_lines,
    cell_name,
    line_cells,
    line_name,
    tray_line,
    tray_name,
    tray_suit,
)
from games.matrio.rules import Change, Play, Position, changes
from games.words import Text, Translate, Who, english

__all__ = [
    "CARDS",
    "CARD_INDEX",
    "CELLS",
    "LINES",
    "MATRIO",
    "SEATS",
    "SIDE",
    "SUITS",
    "TRAYS",
    "TRAY_INDEX",
    "Card",
    "Change",
    "MatriO",
    "Play",
    "Position",
    "card_name",
    "cell_lines",
    "cell_name",
    "changes",
    "line_cells",
    "line_name",
    "tray_line",
    "tray_name",
    "tray_suit",
]


class MatriO(Game[Position, Play]):
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
    )

    def deal(self, source: chance.Source, seats: int, options: Mapping[str, str]) -> Position:
        """Shuffle the deck and deal it out card by card."""
        self.check_seats(seats)
        deck = list(_DECK)
        chance.shuffle(source, deck)
        return Position.first([deck[seat::seats] for seat in range(seats)], lead=_lead(options))

    def read_setup(self, setup: Json, seats: int, options: Mapping[str, str]) -> Position:
        """Read a record's set-up; RecordError at ply 0 says what is wrong with it."""
        self.check_seats(seats)
        return notation.read_setup(setup, lead=_lead(options))

    def write_setup(self, position: Position) -> Mapping[str, Json]:
        """Write the set-up from which this position came; null for cards that lie face down."""
        return notation.write_setup(position)

    def write_position(self, position: Position) -> Mapping[str, Json]:
        """Write a position as records define it; null for cards that lie face down."""
        return notation.write_position(position)

    def parse(self, text: str) -> Play:
        """Read a move; NotationError says what is wrong.

        >>> MATRIO.parse("QS>r1S") == Play(CARD_INDEX["QS"], TRAY_INDEX["r1S"])
        True
        """
        return notation.parse_move(text)

    def format(self, move: Play) -> str:
        """Write a move; `parse(format(move)) == move`."""
        return notation.format_move(move)

    def read_move(self, position: Position, typed: str) -> Play:
        """Read a move as people type it: any case, "qs r1s", or words that fit one move only."""
        return typing.read_move(position, typed)

    def describe_move(self, before: Position, move: Play, after: Position) -> Text:
        """Say in a sentence which card went where, and what that changed."""
        return words.describe_move(before, move, after)

    def tell_turn(self, turn: Sequence[tuple[Position, Play, Position]], who: Who) -> Text:
        """Tell in one line which card went where, and whose points that changed."""
        ((before, move, after),) = turn
        return words.tell_turn(before, move, after, who)

    def tell_start(self, who: Who) -> Text:
        """Tell whose card decided who starts."""
        return Text("{player} holds the 2♣ and starts.", player=who)

    def tell_out(self, who: Who) -> Text:
        """Tell somebody that they have no dot any more."""
        return Text("{who}, you have no dot left: you are out of the game.", who=who)

    def name_move(self, position: Position, move: Play) -> Text:
        """Name a legal move for a button: "Q♠ to r1 ♠ (+45)"."""
        return words.name_move(position, move)

    def describe_position(self, position: Position) -> Text:
        """Say whose turn it is, the trays line by line, everybody's dots, and the reader's hand."""
        return words.describe_position(position)

    def steps(self, position: Position, chosen: Sequence[str]) -> Step[Play]:
        """Return the next choices: the card, then the tray."""
        return choices.steps(position, spread(chosen))

    def suggest(
        self, position: Position, typed: str, translate: Translate = english
    ) -> list[tuple[str, Text]]:
        """List legal moves that fit the cards and trays typed so far, best first."""
        return typing.suggest(position, typed, translate)

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
