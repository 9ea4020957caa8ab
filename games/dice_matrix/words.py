"""Dice Matrix in words: dice, moves and positions as people read or hear them.

What does not belong here: the rules (`rules`), the choices that build a move
(`choices`), and how words are shown (`bot`).
"""

from collections.abc import Sequence
from typing import Final

from games.dice_matrix.rules import (
    COLOURS,
    COLUMN_NAMES,
    FACES,
    SIZE,
    Die,
    Move,
    Position,
    Turn,
    cell_name,
)
from games.words import Plural, Seat, Text, Who, joined

COLOUR_WORDS: Final = (
    Text("black"),
    Text("red"),
    Text("pink"),
    Text("yellow"),
    Text("blue"),
)
"""The colours in the order of `COLOURS`."""

_DICE: Final = {
    Die(colour, face): Text("{colour} {face}", colour=COLOUR_WORDS[colour], face=face)
    for colour in range(len(COLOURS))
    for face in FACES
}


def name_die(die: Die) -> Text:
    """Name a die.

    >>> str(name_die(Die(0, 5)))
    'black 5'
    """
    return _DICE[die]


def name_points(points: int) -> Text:
    """Name a number of points."""
    return Plural("{n} point", "{n} points", points)


def name_take(position: Position, first: int, second: int | None) -> Text:
    """Name the dice of a move with their cells: "c4 and c6, black 1 and black 5"."""
    one = name_die(position.setup.dice[first])
    if second is None:
        return Text("{cell}, {die}", cell=cell_name(first), die=one)
    return Text(
        "{first} and {second}, {one} and {two}",
        first=cell_name(first),
        second=cell_name(second),
        one=one,
        two=name_die(position.setup.dice[second]),
    )


def name_move(position: Position, move: Move) -> Text:
    """Name a legal move for a button: "c4 and c6, 5 points"; no points under `recount`."""
    if isinstance(move, Turn):
        what = Text("turn to {face}", face=move.face)
    elif move.second is None:
        what = Text("{cell}", cell=cell_name(move.first))
    else:
        what = Text(
            "{first} and {second}", first=cell_name(move.first), second=cell_name(move.second)
        )
    if position.recount:
        return what
    return Text("{what}, {points}", what=what, points=name_points(position.gain(move)))


def with_points(position: Position, move: Move, what: Text) -> Text:
    """Add the points of a legal move to its words, unless they are only counted at the end."""
    if position.recount:
        return what
    return Text("{what}: {points}", what=what, points=name_points(position.gain(move)))


def describe_move(before: Position, move: Move, after: Position, who: Who | None = None) -> Text:
    """Say what a move did, and under `running` its points and the totals, the mover's first."""
    seat = before.seat
    player = who or Seat(seat)
    if isinstance(move, Turn):
        what = Text(
            "{player} turned the left-over {colour} die to {face}",
            player=player,
            colour=COLOUR_WORDS[before.setup.left.colour],
            face=move.face,
        )
    else:
        what = Text(
            "{player} took {dice}",
            player=player,
            dice=name_take(before, move.first, move.second),
        )
    if before.recount:
        return Text("{what}.", what=what)
    return Text(
        "{what}: {points} ({mine} to {theirs}).",
        what=what,
        points=name_points(after.points[seat] - before.points[seat]),
        mine=after.scores()[seat],
        theirs=after.scores()[1 - seat],
    )


def tell_turn(turn: Sequence[tuple[Position, Move, Position]], who: Who) -> Text:
    """Tell which dice were taken, and what that brought."""
    ((before, move, after),) = turn
    return describe_move(before, move, after, who)


def describe_position(position: Position) -> Text:
    """Say whose turn it is, what lies in the matrix, row by row from the top, and in the areas."""
    rows = [_describe_row(position, row) for row in reversed(range(SIZE))]
    areas = [_describe_area(position, seat) for seat in (0, 1)]
    return joined([_describe_turn(position), *rows, *areas], "{one}\n{two}")


def _describe_turn(position: Position) -> Text:
    if result := position.result():
        first, second = scores = position.scores()
        if len(result.winners) > 1:
            return Text("A draw, {first} to {second}.", first=first, second=second)
        winner = result.winners[0]
        return Text(
            "{player} wins, {won} to {lost}.",
            player=Seat(winner),
            won=scores[winner],
            lost=scores[1 - winner],
        )
    if left := position.left:
        return Text(
            "{player} to turn the left-over die, {die}, to any face.",
            player=Seat(position.seat),
            die=name_die(left),
        )
    return Text("{player} to move.", player=Seat(position.seat))


def _describe_row(position: Position, row: int) -> Text:
    matrix = position.matrix
    dice = [
        Text("{column} {die}", column=column, die=name_die(die))
        for column, die in zip(COLUMN_NAMES, matrix[row * SIZE :], strict=False)
        if die
    ]
    return Text("Row {row}: {dice}", row=row + 1, dice=joined(dice) if dice else Text("empty"))


def _describe_area(position: Position, seat: int) -> Text:
    heights = position.areas[seat]
    colours = []
    for colour, word in enumerate(COLOUR_WORDS):
        faces = [str(face) for face in FACES for _ in range(heights[colour * 6 + face - 1])]
        if faces:
            colours.append(Text("{colour} {faces}", colour=word, faces=" ".join(faces)))
    dice = joined(colours) if colours else Text("no dice")
    if position.recount and position.result() is None:
        return Text("{player}: {dice}", player=Seat(seat), dice=dice)
    return Text(
        "{player}, {points}: {dice}",
        player=Seat(seat),
        points=name_points(position.scores()[seat]),
        dice=dice,
    )
