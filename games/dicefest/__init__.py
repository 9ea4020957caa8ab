"""Dicefest, by Jon David Faeth and Jim Faeth: the whole game as the project uses it.

The board is in `dicefest_board`, how dice lie in `dicefest_dice`, the moves in
`dicefest_moves`, the rules in `dicefest_rules`, the record's notation in
`dicefest_notation`, the words in `dicefest_words`, the steps of a move in
`dicefest_choices`, typed moves in `dicefest_typing`; this file declares the game, deals it,
and puts them together. Who needs Dicefest imports this one.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from games import chance
from games.dicefest import choices, notation, typing, words
from games.dicefest.board import (
    BOARD,
    DIRECTIONS,
    FACES,
    INNER,
    SIZE,
    mask_of,
    number_at,
    numbered_space,
    opposite,
    space_index,
    space_name,
    spaces_of,
)
from games.dicefest.choices import Draft, draft, place_counters
from games.dicefest.dice import WAYS, Die, Facing
from games.dicefest.moves import Move, MoveDie, Pass, PickSide, Rotate
from games.dicefest.rules import DICE, Position, Table
from games.game import About, Game, Json, Option, Step, spread
from games.words import Text, Translate, Who, english

__all__ = [
    "BOARD",
    "DICE",
    "DICEFEST",
    "DIRECTIONS",
    "FACES",
    "INNER",
    "OPPOSITE_SIDES",
    "SIZE",
    "WAYS",
    "Dicefest",
    "Die",
    "Draft",
    "Facing",
    "Move",
    "MoveDie",
    "Pass",
    "PickSide",
    "Position",
    "Rotate",
    "Table",
    "draft",
    "mask_of",
    "number_at",
    "numbered_space",
    "opposite",
    "place_counters",
    "space_index",
    "space_name",
    "spaces_of",
]

OPPOSITE_SIDES: Final[Mapping[int, tuple[PickSide, ...]]] = {
    seats: tuple(PickSide(DIRECTIONS.index(side)) for side in sides)
    for seats, sides in ((2, "SN"), (3, "SWN"), (4, "SWNE"))
}
"""By the number of seats: the sides that they pick, in order, where the bot picks for them."""


class Dicefest(Game[Position, Move]):
    """Dicefest: bring three dice across the board, as far as each shows, and lock them there."""

    about = About(
        key="dicefest",
        command="dicefest",
        name="Dicefest",
        seats=(2, 3, 4),
        options=(),
        chance=False,
        hidden=False,
        designers=("Jon David Faeth", "Jim Faeth"),
        link="https://boardgamegeek.com/geeksearch.php?action=search&objecttype=boardgame&q=Dicefest",
        rules_version=1,
        settings=(
            Option(
                key="sides",
                label=Text("Sides"),
                values=("opposite", "choose"),
                labels=(Text("opposite sides"), Text("sides chosen in turn")),
            ),
        ),
    )

    def deal(self, source: chance.Source, seats: int, options: Mapping[str, str]) -> Position:  # noqa: ARG002 -- there are no options
        """Deal every seat three different numbers."""
        self.check_seats(seats)
        return Position.first([_three_numbers(source) for _ in range(seats)])

    def opening(self, seats: int, settings: Mapping[str, str]) -> Sequence[PickSide]:
        """Return the sides that players get where they do not choose."""
        return OPPOSITE_SIDES[seats] if settings["sides"] == "opposite" else ()

    def read_setup(self, setup: Json, seats: int, options: Mapping[str, str]) -> Position:  # noqa: ARG002 -- there are no options
        """Read a record's set-up; RecordError at ply 0 says what is wrong with it."""
        self.check_seats(seats)
        return notation.read_setup(setup, seats)

    def write_setup(self, position: Position) -> Mapping[str, Json]:
        """Write the set-up from which this position came."""
        return notation.write_setup(position)

    def write_position(self, position: Position) -> Mapping[str, Json]:
        """Write a position as records define it."""
        return notation.write_position(position)

    def parse(self, text: str) -> Move:
        """Read a move; NotationError says what is wrong.

        >>> DICEFEST.parse("b1-b5") == MoveDie(space_index("b1"), space_index("b5"))
        True
        """
        return notation.parse_move(text)

    def format(self, move: Move) -> str:
        """Write a move; `parse(format(move)) == move`."""
        return notation.format_move(move)

    def read_move(self, position: Position, typed: str) -> Move:
        """Read a move as people type it: "b1 b5", "roll b1 north", or words that fit one only."""
        return typing.read_move(position, typed)

    def random_move(self, position: Position, source: chance.Source) -> Move:
        """Draw a move, uniform over `legal`; where it turns a die, its counters go anywhere."""
        move = super().random_move(position, source)
        if not isinstance(move, Rotate):
            return move
        room, counters = list(spaces_of(position.room)), 0
        for _ in range(position.cost(move.space)):
            counters |= 1 << room.pop(source.below(len(room)))
        return Rotate(move.space, move.way, counters)

    def describe_move(self, before: Position, move: Move, after: Position) -> Text:
        """Say in a sentence what a move did, and what locked."""
        return words.describe_move(before, move, after)

    def tell_turn(self, turn: Sequence[tuple[Position, Move, Position]], who: Who) -> Text:
        """Tell in one line what became of a die."""
        ((before, move, after),) = turn
        return words.tell_turn(before, move, after, who)

    def name_move(self, position: Position, move: Move) -> Text:
        """Name a move for a button: "b1 to b5", "b1 roll north, 4 counters"."""
        return words.name_move(position, move)

    def describe_position(self, position: Position) -> Text:
        """Say whose turn it is, every seat's way, collection and dice, and where counters lie."""
        return words.describe_position(position)

    def steps(self, position: Position, chosen: Sequence[str]) -> Step[Move]:
        """Return the next choices: the die, what it does, where a turn's counters go."""
        return choices.steps(position, spread(chosen))

    def suggest(
        self, position: Position, typed: str, translate: Translate = english
    ) -> list[tuple[str, Text]]:
        """List legal moves that fit what is typed, best first."""
        return typing.suggest(position, typed, translate)


def _three_numbers(source: chance.Source) -> list[int]:
    numbers = list(FACES)
    chance.shuffle(source, numbers)
    return sorted(numbers[:DICE])


DICEFEST: Final = Dicefest()
