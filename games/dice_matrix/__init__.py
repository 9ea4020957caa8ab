"""Dice Matrix, by Néstor Romeral Andrés: the whole game as the project uses it.

The rules are in `rules`, the record's notation in `notation`, the words in `words`, the steps of
a move and what is suggested in `choices`. This file declares the game and deals it.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from games import chance
from games.assembled import AssembledGame
from games.dice_matrix import choices as _choices
from games.dice_matrix import notation as _notation
from games.dice_matrix import words as _words
from games.dice_matrix.feats import FEATS
from games.dice_matrix.rules import COLOURS, DICE_A_COLOUR, FACES, Die, Move, Position, Setup
from games.game import About, Json, Option
from games.handicap import Handicaps, head_starts
from games.words import Text


class DiceMatrix(AssembledGame[Position, Move]):
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
        rated_draw_turns=16,
        two_games=True,
        handicap=head_starts(10, 20, 40),
    )
    feats = FEATS
    notation = _notation
    words = _words
    panel = _choices
    typing = _choices

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
        return _notation.read_setup(setup, recount=_recount(options))

    def handicapped(self, position: Position, sizes: Handicaps) -> Position:
        """Give seats a head start in points."""
        return replace(position, setup=replace(position.setup, handicap=sizes))

    def read_move(self, position: Position, typed: str) -> Move:
        """Read a move as people type it: any case, "c4 c6", "c4-c6"; a face at first."""
        return _notation.read_move(position, typed)


_DICE: Final = tuple(tuple(Die(colour, face) for face in FACES) for colour in range(len(COLOURS)))


def _recount(options: Mapping[str, str]) -> bool:
    return options["scoring"] == "recount"


DICE_MATRIX: Final = DiceMatrix()
