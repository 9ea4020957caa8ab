"""Tablero di Berona in words: moves, turns and positions as people read or hear them.

What does not belong here: the rules (`rules`), the choices that build a turn
(`choices`), and how words are shown (`bot`).
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from games.tablero.board import CENTRE, ROWS, WIDTH, Path, space_name
from games.tablero.rules import OWNERS, Bump, Move, MoveStack, Place, Position, Retrieve, Roll
from games.words import Plural, Seat, Text, Who, joined, listed, series

_SHORT_PATH: Final = 3
"""How many spaces of a path a button names; of a longer one, the first and the last."""


def describe_move(before: Position, move: Move, after: Position) -> Text:
    """Say what a move did, and the centre's new sums where it changed them, the mover's first."""
    return _with_centre(_describe(before, move), before, after)


def tell_turn(turn: Sequence[tuple[Position, Move, Position]], who: Who) -> Text:
    """Tell a turn in one line: "Ann placed on S2 and S5", and the centre's new sums."""
    # Tokens that are placed one after the other are told together.
    alike = groupby(enumerate(turn), lambda made: -1 if isinstance(made[1][1], Place) else made[0])
    deeds = [_deed([(before, move) for _, (before, move, _) in group]) for _, group in alike]
    what = Text("{who} {deeds}", who=who, deeds=joined(deeds, "{one}, then {two}"))
    (first, _, _), (_, _, last) = turn[0], turn[-1]
    return _with_centre(what, first, last)


def _deed(made: Sequence[tuple[Position, Move]]) -> Text:
    """Say what somebody did who is named already: "placed on S2 and S5"."""
    before, first = made[0]
    match first:
        case Place():
            spaces = [_home_of(at, move.die) for at, move in made if isinstance(move, Place)]
            return Text("placed on {spaces}", spaces=_enumerated(spaces))
        case MoveStack(die, path):
            spaces = [space_name(space) for space in path]
            start = _home_of(before, die)
            return Text("moved {start} to {spaces}", start=start, spaces=_enumerated(spaces))
        case Retrieve(space):
            return Text("took {space} back to roll again", space=space_name(space))
        case Bump() if before.last:
            return Text("bumped")
        case Bump():
            return Text("bumped, so this is the last turn of {who}", who=Seat(1 - before.seat))
        case _:
            return name_move(before, first)


def _with_centre(what: Text, before: Position, after: Position) -> Text:
    """Add the centre's sums where they have changed, the mover's first."""
    sums = after.centre()
    if sums == before.centre():
        return Text("{what}.", what=what)
    return Text(
        "{what}: the centre counts {mine} to {theirs}.",
        what=what,
        mine=sums[before.seat],
        theirs=sums[1 - before.seat],
    )


def _enumerated(spaces: Sequence[str]) -> Text:
    return listed([Text("{space}", space=space) for space in spaces])


def name_move(position: Position, move: Move) -> Text:
    """Name a move for a button: "place on S3", "move S4 to C4 C5", "bump"."""
    if isinstance(move, MoveStack) and len(move.path) > _SHORT_PATH:
        first, end = space_name(move.path[0]), space_name(move.path[-1])
        start = _home_of(position, move.die)
        return Text("move {start} to {first} … {end}", start=start, first=first, end=end)
    return name_in_full(position, move)


def name_in_full(position: Position, move: Move) -> Text:
    """Name a move with the whole path, however long it is."""
    match move:
        case Roll():
            return Text("roll {low} and {high}", low=move.low, high=move.high)
        case Place():
            return Text("place on {space}", space=_home_of(position, move.die))
        case MoveStack():
            start = _home_of(position, move.die)
            return Text("move {start} to {path}", start=start, path=_spaced(move.path))
        case Retrieve():
            return Text("take back {space}", space=space_name(move.space))
        case Bump():
            return Text("bump") if position.last else Text("bump, your last turn")


def name_turn(position: Position, turn: Sequence[Move]) -> Text:
    """Name the actions of a turn in order: "place on S3, move S4 to C4 C5"."""
    names = []
    for move in turn:
        names.append(name_move(position, move))
        position = position.play(move)
    return joined(names)


def describe_position(position: Position) -> Text:
    """Say whose turn it is and with which dice, then the rows from the top, then both players."""
    rows = [_describe_row(position, row) for row in reversed(range(len(ROWS)))]
    players = [_describe_player(position, seat) for seat in (0, 1)]
    return joined([_describe_turn(position), *rows, *players], "{one}\n{two}")


def describe_dice(position: Position) -> Text:
    """Say which dice are left to use."""
    match position.dice:
        case (one,):
            return Text("The {die} is left.", die=one)
        case one, other if one == other:
            return Text("Doubles: {die} and {die}.", die=one)
        case dice:
            return Text("Dice {one} and {other}.", one=dice[0], other=dice[1])


def describe_bump(position: Position) -> Text:
    """Say what a bump means in a position where it is the only move."""
    if position.last:
        return Text("Bump: no remaining die can be used. This ends the game.")
    return Text(
        "Bump: no remaining die can be used. This ends your turn, and the game after one more "
        "turn of your opponent."
    )


def _describe(before: Position, move: Move) -> Text:
    player = Seat(before.seat)
    match move:
        case Roll():
            return Text(
                "{player} rolled {low} and {high}", player=player, low=move.low, high=move.high
            )
        case Place():
            return Text(
                "{player} placed a token on {space}",
                player=player,
                space=_home_of(before, move.die),
            )
        case MoveStack():
            return _describe_stack(before, move)
        case Retrieve():
            return Text(
                "{player} took the token on {space} back and rolls again",
                player=player,
                space=space_name(move.space),
            )
        case Bump() if before.last:
            return Text("{player} bumped", player=player)
        case Bump():
            return Text(
                "{player} bumped, and {opponent} has one more turn",
                player=player,
                opponent=Seat(1 - before.seat),
            )


def _describe_stack(before: Position, move: MoveStack) -> Text:
    return Plural(
        "{player} moved the token on {start} to {path}",
        "{player} moved the {n} tokens on {start} to {path}",
        len(move.path),
        player=Seat(before.seat),
        start=_home_of(before, move.die),
        path=series(map(space_name, move.path)),
    )


def _describe_turn(position: Position) -> Text:
    result = position.result()
    if result is None:
        return _describe_running(position)
    first, second = position.scores()
    if len(result.winners) > 1:
        return Text("A tie: nobody is on top in the centre.")
    winner = result.winners[0]
    if first == second:
        return Text(
            "{player} wins: {won} to {lost}, and on top of the highest centre space.",
            player=Seat(winner),
            won=first,
            lost=second,
        )
    return Text(
        "{player} wins, {won} to {lost}.",
        player=Seat(winner),
        won=max(first, second),
        lost=min(first, second),
    )


def _describe_running(position: Position) -> Text:
    player = Seat(position.seat)
    if not position.dice:
        turn = Text("The dice will be rolled for {player}.", player=player)
    else:
        turn = Text("{player} to move. {dice}", player=player, dice=describe_dice(position))
    if not position.last:
        return turn
    return Text("{turn} This is the last turn.", turn=turn)


def _describe_row(position: Position, row: int) -> Text:
    spaces = range(row * WIDTH, (row + 1) * WIDTH)
    stacks = [
        Text("{space} {stack}", space=space_name(space), stack=spelled(stack))
        for space in spaces
        if (stack := position.stacks[space])
    ]
    what = joined(stacks) if stacks else Text("empty")
    if spaces == CENTRE:
        return Text("Centre: {stacks}", stacks=what)
    seat = 0 if row == 0 else 1
    return Text("Home of {player}: {stacks}", player=Seat(seat), stacks=what)


def _describe_player(position: Position, seat: int) -> Text:
    return Text(
        "{player}: {letter} in stacks (bottom to top), home row {row}, reserve {reserve}, {points}",
        player=Seat(seat),
        letter=OWNERS[seat],
        row=_home_row(seat),
        reserve=position.reserve[seat],
        points=Plural("{n} point", "{n} points", position.scores()[seat]),
    )


def spelled(stack: str) -> str:
    """Spell a stack letter by letter, so that a voice does not read it as a word.

    >>> spelled("ABA")
    'A-B-A'
    """
    return "-".join(stack)


def _spaced(path: Path) -> str:
    return " ".join(map(space_name, path))


def _home_of(position: Position, die: int) -> str:
    """Name the space on which a die acts."""
    return f"{_home_row(position.seat)}{die}"


def _home_row(seat: int) -> str:
    return ROWS[0] if seat == 0 else ROWS[-1]
