"""Dice Matrix, by Néstor Romeral Andrés: the whole game as the project uses it.

The rules are in `dice_matrix_rules`, the record's notation in `dice_matrix_notation`, the
words in `dice_matrix_words`, the steps of a move in `dice_matrix_choices`; this file declares
the game, deals it, and puts them together. Who needs Dice Matrix imports this one.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from games import chance
from games.dice_matrix import choices, notation, words
from games.dice_matrix.rules import (
    COLOURS,
    DICE_A_COLOUR,
    FACES,
    SIZE,
    Die,
    Move,
    Position,
    Setup,
    Take,
    Turn,
    cell_index,
    cell_name,
)
from games.game import About, Game, Json, Option, Step, spread
from games.words import Text, Translate, Who, english

__all__ = [
    "COLOURS",
    "DICE_MATRIX",
    "SIZE",
    "DiceMatrix",
    "Die",
    "Move",
    "Position",
    "Take",
    "Turn",
    "cell_index",
    "cell_name",
]


class DiceMatrix(Game[Position, Move]):
    """Dice Matrix: take dice from the matrix, stack them by colour and face."""

    about = About(
        key="dice_matrix",
        command="dice-matrix",
        name="Dice Matrix",
        seats=(2,),
        options=(
            Option(
                key="scoring",
                label=Text("Scoring"),
                values=("running", "recount"),
                labels=(Text("points shown all the time"), Text("points counted at the end")),
            ),
        ),
        chance=False,
        hidden=False,
        designers=("Néstor Romeral Andrés",),
        link="https://nestorgames.com",
        rules_version=1,
    )

    def deal(self, source: chance.Source, seats: int, options: Mapping[str, str]) -> Position:
        """Roll ten dice of each colour, shuffle them, and lay 49 of them out."""
        self.check_seats(seats)
        dice = [faces[chance.die(source) - 1] for faces in _DICE for _ in range(DICE_A_COLOUR)]
        chance.shuffle(source, dice)
        *matrix, left = dice
        return Position(Setup.of(matrix, left, recount=_recount(options)))

    def read_setup(self, setup: Json, seats: int, options: Mapping[str, str]) -> Position:
        """Read a record's set-up; RecordError at ply 0 says what is wrong with it."""
        self.check_seats(seats)
        return notation.read_setup(setup, recount=_recount(options))

    def write_setup(self, position: Position) -> Mapping[str, Json]:
        """Write the set-up from which this position came."""
        return notation.write_setup(position)

    def write_position(self, position: Position) -> Mapping[str, Json]:
        """Write a position as records define it."""
        return notation.write_position(position)

    def parse(self, text: str) -> Move:
        """Read a move; NotationError says what is wrong.

        >>> DICE_MATRIX.parse("c4+c6") == Take(cell_index("c4"), cell_index("c6"))
        True
        """
        return notation.parse_move(text)

    def format(self, move: Move) -> str:
        """Write a move; `parse(format(move)) == move`."""
        return notation.format_move(move)

    def read_move(self, position: Position, typed: str) -> Move:
        """Read a move as people type it: any case, "c4 c6", "c4-c6"; a face at first."""
        return notation.read_move(position, typed)

    def describe_move(self, before: Position, move: Move, after: Position) -> Text:
        """Say in a sentence what a move did and, where points are shown, what it scored."""
        return words.describe_move(before, move, after)

    def tell_turn(self, turn: Sequence[tuple[Position, Move, Position]], who: Who) -> Text:
        """Tell which dice were taken, and what that brought."""
        ((before, move, after),) = turn
        return words.describe_move(before, move, after, who)

    def name_move(self, position: Position, move: Move) -> Text:
        """Name a legal move for a button: "c4 and c6, 5 points"."""
        return words.name_move(position, move)

    def describe_position(self, position: Position) -> Text:
        """Say whose turn it is, the matrix row by row from the top, and both areas."""
        return words.describe_position(position)

    def steps(self, position: Position, chosen: Sequence[str]) -> Step[Move]:
        """Return the next choices: the row, the die, alone or its partner; at first the face."""
        return choices.steps(position, spread(chosen))

    def suggest(
        self, position: Position, typed: str, translate: Translate = english
    ) -> list[tuple[str, Text]]:
        """List legal moves that fit the cells, dice or points typed so far, best first."""
        return choices.suggest(position, typed, translate)


_DICE: Final = tuple(tuple(Die(colour, face) for face in FACES) for colour in range(len(COLOURS)))


def _recount(options: Mapping[str, str]) -> bool:
    return options["scoring"] == "recount"


DICE_MATRIX: Final = DiceMatrix()
