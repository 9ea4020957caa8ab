"""Tablero di Berona, by James Ernest: the whole game as the project uses it.

The board is in `tablero_board`, the rules in `tablero_rules`, the record's notation in
`tablero_notation`, the words in `tablero_words`, the steps of a turn in `tablero_choices`, what
is typed in `tablero_typing`; this file declares the game and puts them together. Who needs
Tablero imports this one.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from games import chance
from games.game import About, Foreseen, Game, Json, Option, Step, spread
from games.tablero import choices, notation, typing, words
from games.tablero.board import CENTRE, COLUMNS, ROWS, SPACES, home_space, space_index, space_name
from games.tablero.choices import Draft, draft
from games.tablero.rules import (
    OWNERS,
    TOKENS,
    Bump,
    Move,
    MoveStack,
    Place,
    Position,
    Retrieve,
    Roll,
)
from games.words import Text, Translate, Who, english

__all__ = [
    "CENTRE",
    "COLUMNS",
    "OWNERS",
    "ROWS",
    "SPACES",
    "TABLERO",
    "TOKENS",
    "Bump",
    "Draft",
    "Move",
    "MoveStack",
    "Place",
    "Position",
    "Retrieve",
    "Roll",
    "Tablero",
    "draft",
    "home_space",
    "space_index",
    "space_name",
]


STAKES: Final = range(1, 101)
"""How many coins a fixed stake may be."""


class Tablero(Game[Position, Move]):
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
        winner_starts=True,
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

    def deal(self, source: chance.Source, seats: int, options: Mapping[str, str]) -> Position:  # noqa: ARG002 -- no chance before the first roll, and no options
        """Return the empty board with full reserves."""
        self.check_seats(seats)
        return Position()

    def read_setup(self, setup: Json, seats: int, options: Mapping[str, str]) -> Position:  # noqa: ARG002 -- there are no options
        """Read a record's set-up, which is empty; RecordError at ply 0 if it is not."""
        self.check_seats(seats)
        return notation.read_setup(setup)

    def write_setup(self, position: Position) -> Mapping[str, Json]:  # noqa: ARG002 -- all games begin alike
        """Write the set-up: an empty object."""
        return {}

    def write_position(self, position: Position) -> Mapping[str, Json]:
        """Write a position as records define it."""
        return notation.write_position(position)

    def parse(self, text: str) -> Move:
        """Read a move or roll; NotationError says what is wrong.

        >>> TABLERO.parse("M4:C4,C5") == MoveStack(4, (space_index("C4"), space_index("C5")))
        True
        """
        return notation.parse_move(text)

    def format(self, move: Move) -> str:
        """Write a move or roll; `parse(format(move)) == move`."""
        return notation.format_move(move)

    def read_turn(self, position: Position, typed: str) -> tuple[Move, ...]:
        """Read one action or a whole turn as people type it: "P3 M4:C4,C5", "place 3".

        Raises NotationError.
        """
        return notation.read_turn(position, typed)

    def describe_move(self, before: Position, move: Move, after: Position) -> Text:
        """Say in a sentence what a move did, and the centre's sums where they changed."""
        return words.describe_move(before, move, after)

    def tell_turn(self, turn: Sequence[tuple[Position, Move, Position]], who: Who) -> Text:
        """Tell the actions of a turn in one line: "Ann placed on S2 and S5"."""
        return words.tell_turn(turn, who)

    def name_move(self, position: Position, move: Move) -> Text:
        """Name a move for a button: "move S4 to C4 C5"."""
        return words.name_move(position, move)

    def name_turn(self, position: Position, turn: Sequence[Move]) -> Text:
        """Name the actions of a turn for a button: "place on S3, move S4 to C4 C5"."""
        return words.name_turn(position, turn)

    def describe_position(self, position: Position) -> Text:
        """Say whose turn it is, the dice, the rows from the top, and both players."""
        return words.describe_position(position)

    def steps(self, position: Position, chosen: Sequence[str]) -> Step[Move]:
        """Return the next choices: an action, the stack's path arrow by arrow, the other die's."""
        return choices.steps(position, spread(chosen))

    def foreseen(self, position: Position) -> tuple[Foreseen[Move], ...]:  # noqa: ARG002 -- any roll may come
        """List doubles, any one face, sums, and the 21 rolls."""
        return choices.FORESEEN

    def suggest(
        self, position: Position, typed: str, translate: Translate = english
    ) -> list[tuple[str, Text]]:
        """List actions, and whole turns where one action has been typed, that fit."""
        return typing.suggest(position, typed, translate)


TABLERO: Final = Tablero()
