"""Tablero di Berona, by James Ernest: the whole game as the project uses it.

The board is in `board`, the rules in `rules`, the record's notation in `notation`, the words in
`words`, the steps of a turn in `choices`, what is typed in `typing`. This file declares the game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from games import chance
from games.assembled import AssembledGame
from games.game import About, Foreseen, Json, Option
from games.handicap import Handicaps, head_starts
from games.tablero import choices as _choices
from games.tablero import notation as _notation
from games.tablero import typing as _typing
from games.tablero import words as _words
from games.tablero.feats import FEATS
from games.tablero.rules import Move, Position
from games.words import Text

STAKES: Final = range(1, 101)
"""How many coins a fixed stake may be."""


class Tablero(AssembledGame[Position, Move]):
    """Tablero di Berona: two dice a turn, stacks that march into the centre row."""

    about = About(
        key="tablero",
        command="tablero",
        name="Tablero di Berona",
        seats=(2,),
        options=(),
        chance=True,
        hidden=False,
        designers=("James Ernest",),
        link="https://crabfragmentlabs.com/tablero-di-berona",
        rules_version=1,
        rated_draw_turns=12,
        winner_starts=True,
        handicap=head_starts(3, 6, 10),
        settings=(
            Option(
                key="scoring",
                label=Text("Scoring"),
                values=("single", "ledger"),
                labels=(Text("a game by itself"), Text("points go on the ledger")),
            ),
            Option(
                key="stake",
                label=Text("Stake"),
                values=("none", "fixed", "difference"),
                labels=(
                    Text("no stake"),
                    Text("for a fixed stake"),
                    Text("the difference is the stake"),
                ),
            ),
            Option(
                key="amount",
                label=Text("Amount"),
                values=tuple(str(coins) for coins in STAKES),
                labels=tuple(Text("{coins} coins a game", coins=coins) for coins in STAKES),
            ),
        ),
    )
    feats = FEATS
    notation = _notation
    words = _words
    panel = _choices
    typing = _typing

    def deal(self, source: chance.Source, seats: int, options: Mapping[str, str]) -> Position:  # noqa: ARG002 -- no chance before the first roll, and no options
        """Return the empty board with full reserves."""
        self.check_seats(seats)
        return Position()

    def read_setup(self, setup: Json, seats: int, options: Mapping[str, str]) -> Position:  # noqa: ARG002 -- there are no options
        """Read a record's set-up, which is empty; RecordError at ply 0 if it is not."""
        self.check_seats(seats)
        return _notation.read_setup(setup)

    def handicapped(self, position: Position, sizes: Handicaps) -> Position:
        """Give seats a head start in points."""
        return replace(position, handicap=sizes)

    def read_turn(self, position: Position, typed: str) -> tuple[Move, ...]:
        """Read one action or a whole turn as people type it: "P3 M4:C4,C5", "place 3".

        Raises NotationError.
        """
        return _notation.read_turn(position, typed)

    def name_turn(self, position: Position, turn: Sequence[Move]) -> Text:
        """Name the actions of a turn for a button: "place on S3, move S4 to C4 C5"."""
        return _words.name_turn(position, turn)

    def foreseen(self, position: Position) -> tuple[Foreseen[Move], ...]:  # noqa: ARG002 -- any roll may come
        """List doubles, any one face, sums, and the 21 rolls."""
        return _choices.FORESEEN


TABLERO: Final = Tablero()
