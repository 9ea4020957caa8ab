"""Dicefest, by Jon David Faeth and Jim Faeth: the whole game as the project uses it.

The board is in `board`, how dice lie in `dice`, the moves in `moves`, the rules in `rules`, the
record's notation in `notation`, the words in `words`, the steps of a move in `choices`, typed
moves in `typing`. This file declares the game and deals it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from games import chance
from games.assembled import AssembledGame
from games.dicefest import choices as _choices
from games.dicefest import notation as _notation
from games.dicefest import typing as _typing
from games.dicefest import words as _words
from games.dicefest.board import DIRECTIONS, FACES, spaces_of
from games.dicefest.feats import FEATS
from games.dicefest.moves import Move, PickSide, Rotate
from games.dicefest.rules import DICE, Position
from games.game import About, Json, Option
from games.handicap import Handicap, Handicaps
from games.words import Plural, Text

OPPOSITE_SIDES: Final[Mapping[int, tuple[PickSide, ...]]] = {
    seats: tuple(PickSide(DIRECTIONS.index(side)) for side in sides)
    for seats, sides in ((2, "SN"), (3, "SWN"), (4, "SWNE"))
}
"""By the number of seats: the sides that they pick, in order, where the bot picks for them."""


FEWER_DICE: Final = Handicap(
    sizes=(1, 2),
    labels=tuple(
        Plural("{n} locked die is enough", "{n} locked dice are enough", DICE - fewer)
        for fewer in (1, 2)
    ),
    tags=tuple(Plural("needs {n} die", "needs {n} dice", DICE - fewer) for fewer in (1, 2)),
    rule=Text(
        "They win as soon as that many of their dice are locked and they hold no counter; a die that is "
        "still free may pay the last ones."
    ),
)
"""How many dice fewer a player has to lock."""


class Dicefest(AssembledGame[Position, Move]):
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
        rated_draw_turns=16,
        handicap=FEWER_DICE,
        settings=(
            Option(
                key="sides",
                label=Text("Sides"),
                values=("opposite", "choose"),
                labels=(Text("opposite sides"), Text("sides chosen in turn")),
            ),
        ),
    )
    feats = FEATS
    notation = _notation
    words = _words
    panel = _choices
    typing = _typing

    def deal(self, source: chance.Source, seats: int, options: Mapping[str, str]) -> Position:  # noqa: ARG002 -- there are no options
        """Deal every seat three different numbers."""
        self.check_seats(seats)
        return Position.first([_three_numbers(source) for _ in range(seats)])

    def handicapped(self, position: Position, sizes: Handicaps) -> Position:
        """Let seats win with fewer dice locked."""
        return replace(position, table=replace(position.table, handicap=sizes))

    def opening(self, seats: int, settings: Mapping[str, str]) -> Sequence[PickSide]:
        """Return the sides that players get where they do not choose."""
        return OPPOSITE_SIDES[seats] if settings["sides"] == "opposite" else ()

    def read_setup(self, setup: Json, seats: int, options: Mapping[str, str]) -> Position:  # noqa: ARG002 -- there are no options
        """Read a record's set-up; RecordError at ply 0 says what is wrong with it."""
        self.check_seats(seats)
        return _notation.read_setup(setup, seats)

    def read_move(self, position: Position, typed: str) -> Move:
        """Read a move as people type it: "b1 b5", "roll b1 north", or words that fit one only."""
        return _typing.read_move(position, typed)

    def random_move(self, position: Position, source: chance.Source) -> Move:
        """Draw a move, uniform over `legal`; where it turns a die, its counters go anywhere."""
        move = super().random_move(position, source)
        if not isinstance(move, Rotate):
            return move
        room, counters = list(spaces_of(position.room)), 0
        for _ in range(position.cost(move.space)):
            counters |= 1 << room.pop(source.below(len(room)))
        return Rotate(move.space, move.way, counters)


def _three_numbers(source: chance.Source) -> list[int]:
    numbers = list(FACES)
    chance.shuffle(source, numbers)
    return sorted(numbers[:DICE])


DICEFEST: Final = Dicefest()
