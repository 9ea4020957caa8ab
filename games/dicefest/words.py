"""Dicefest in words: moves, locks and positions as people read or hear them.

What does not belong here: the rules (`rules`), the choices that build a move
(`choices`), and how words are shown (`bot`).
"""

from collections.abc import Sequence
from typing import Final

from games.dicefest.board import (
    DIRECTION_WORDS,
    DIRECTIONS,
    INNER,
    opposite,
    space_name,
    spaces_of,
    way_between,
)
from games.dicefest.dice import LEFT, RIGHT, Die, Facing, turn
from games.dicefest.moves import Move, MoveDie, Pass, PickSide, Rotate, code_of
from games.dicefest.rules import DICE, Position
from games.words import Plural, Seat, Text, Who, joined, series

_SIDE_NAMES: Final = (
    Text("the north side"),
    Text("the east side"),
    Text("the south side"),
    Text("the west side"),
)


def describe_move(before: Position, move: Move, after: Position) -> Text:
    """Say what a move did, what it locked, and what that means."""
    told = Text("{what}.", what=_describe(before, move, Seat(before.seat)))
    return joined([told, *describe_locks(before, move, after)], "{one} {two}")


def tell_turn(turn: Sequence[tuple[Position, Move, Position]], who: Who) -> Text:
    """Tell a move in one line; where counters went is left to the board."""
    ((before, move, after),) = turn
    what = _describe(before, move, who)
    if isinstance(move, Rotate):
        cost = before.cost(move.space)
        what = Plural(
            "{turn}; {n} counter",
            "{turn}; {n} counters",
            cost,
            turn=_describe_turning(before, move, who),
        )
    told = Text("{what}.", what=what)
    return joined([told, *describe_locks(before, move, after)], "{one} {two}")


def describe_locks(before: Position, move: Move, after: Position) -> list[Text]:
    """Say that a die locks, if it does, and what follows for the game."""
    seat = before.seat
    if isinstance(move, Pass):
        return [Text("Everybody has passed: a draw.")] if after.winners else []
    if isinstance(move, PickSide):
        return []
    if after.winners == (seat,) and after.locked(seat) < DICE:
        return [
            Plural(
                "{n} die of {player} is locked, which is enough, and no counter is left: {player} wins.",
                "{n} dice of {player} are locked, which is enough, and no counter is left: {player} wins.",
                after.locked(seat),
                player=Seat(seat),
            )
        ]
    if after.locked(seat) == before.locked(seat):
        return []
    if after.locked(seat) < DICE:
        return [Text("The die is locked.")]
    held = after.collections[seat]
    if not held:
        return [
            Text(
                "All dice of {player} are locked and no counter is left: {player} wins.",
                player=Seat(seat),
            )
        ]
    locked = Plural(
        "All dice of {player} are locked, but {n} counter is left:",
        "All dice of {player} are locked, but {n} counters are left:",
        held,
        player=Seat(seat),
    )
    if after.winners:
        last = Text("{player} is the last with a free die and wins.", player=Seat(after.winners[0]))
        return [locked, last]
    return [locked, Text("{player} can only pass from now on.", player=Seat(seat))]


def name_move(position: Position, move: Move) -> Text:
    """Name a move for a button: "b1 to b5", "b1 roll north, 4 counters"."""
    match move:
        case MoveDie(start, end):
            return Text("{start} to {end}", start=space_name(start), end=space_name(end))
        case Rotate(space, way, _):
            return Text(
                "{turn}, {counters}",
                turn=name_turn(space, way),
                counters=name_counters(position.cost(space)),
            )
        case PickSide(side):
            return _SIDE_NAMES[side]
        case Pass():
            return Text("pass")


def name_way(way: int) -> Text:
    """Name a quarter turn: "roll north", "spin left"."""
    if way == LEFT:
        return Text("spin left")
    if way == RIGHT:
        return Text("spin right")
    return Text("roll {direction}", direction=DIRECTION_WORDS[way])


def name_turn(space: int, way: int) -> Text:
    """Name a quarter turn of the die on a space: "b1 roll north"."""
    return Text("{space} {turn}", space=space_name(space), turn=name_way(way))


def label_move(position: Position, move: MoveDie) -> Text:
    """Label a move of a die that has been named: "north 2 to c5, takes a counter"."""
    direction, distance = way_between(move.start, move.end)
    label = Text(
        "{direction} {distance} to {end}",
        direction=DIRECTION_WORDS[direction],
        distance=distance,
        end=space_name(move.end),
    )
    if position.counters >> move.end & 1:
        return Text("{move}, takes a counter", move=label)
    return _with_lock(position, label, facing_at(position, move.start), move.end)


def label_rotation(position: Position, move: Rotate) -> Text:
    """Label a turn of a die that has been named: "roll north: top 2, costs 4"."""
    facing = turned(position, move)
    label = Text(
        "{turn}: top {top}, costs {cost}",
        turn=name_way(move.way),
        top=facing.top,
        cost=position.cost(move.space),
    )
    return _with_lock(position, label, facing, move.space)


def _with_lock(position: Position, label: Text, facing: Facing, space: int) -> Text:
    if position.is_locked(position.seat, code_of(facing, space)):
        return Text("{move}, locks", move=label)
    return label


def facing_at(position: Position, space: int) -> Facing:
    """Return how the die on a space lies."""
    return next(die.facing for die in position.dice if die.space == space)


def turned(position: Position, rotation: Rotate) -> Facing:
    """Return how the die of a rotation will lie."""
    return turn(facing_at(position, rotation.space), rotation.way)


def name_counters(number: int) -> Text:
    """Name a number of counters."""
    return Plural("{n} counter", "{n} counters", number)


def name_spaces(spaces: int) -> Text:
    """List the spaces of a mask: "c3, c5"."""
    return series(map(space_name, spaces_of(spaces)))


def name_die(die: Die) -> Text:
    """Name a die by its top and its space: "4 at c3"."""
    return Text("{top} at {space}", top=die.facing.top, space=space_name(die.space))


def name_facing(facing: Facing) -> Text:
    """Say what a die shows on top and to all sides: "6, N4 E2 S3 W5"."""
    sides = " ".join(map("{}{}".format, DIRECTIONS, facing.sides))
    return Text("{top}, {sides}", top=facing.top, sides=sides)


def describe_position(position: Position) -> Text:
    """Say whose turn it is, every seat's way, collection and dice, and where counters lie."""
    seats = [_describe_seat(position, seat) for seat in range(len(position.codes))]
    told = [_describe_turn(position), *seats, _describe_counters(position)]
    if position.dice:
        told.append(
            Text(
                "A die: its space, the number on top, and those to the north, east, south and "
                "west. Each side counts 6 to 1 from the left of its player."
            )
        )
    return joined(told, "{one}\n{two}")


def _describe(before: Position, move: Move, player: Who) -> Text:
    match move:
        case MoveDie():
            return _describe_jump(before, move, player)
        case Rotate():
            return _describe_rotation(before, move, player)
        case PickSide(side):
            return Text("{player} starts from {side}", player=player, side=_SIDE_NAMES[side])
        case Pass():
            return Text("{player} passed", player=player)


def _describe_jump(before: Position, move: MoveDie, player: Who) -> Text:
    moved = Text(
        "{player} moved the {top} from {start} to {end}",
        player=player,
        top=before.cost(move.start),
        start=space_name(move.start),
        end=space_name(move.end),
    )
    if before.counters >> move.end & 1:
        return Text("{moved} and took a counter", moved=moved)
    return moved


def _describe_rotation(before: Position, move: Rotate, player: Who) -> Text:
    counters = Plural(
        "{n} counter went to {spaces}",
        "{n} counters went to {spaces}",
        before.cost(move.space),
        spaces=name_spaces(move.counters),
    )
    turn = _describe_turning(before, move, player)
    return Text("{turn}; {counters}", turn=turn, counters=counters)


def _describe_turning(before: Position, move: Rotate, player: Who) -> Text:
    top, space = before.cost(move.space), space_name(move.space)
    if move.way == LEFT:
        return Text("{player} spun the {top} on {space} left", player=player, top=top, space=space)
    if move.way == RIGHT:
        return Text("{player} spun the {top} on {space} right", player=player, top=top, space=space)
    return Text(
        "{player} rolled the {top} on {space} {direction}, {new} is on top now",
        player=player,
        top=top,
        space=space,
        direction=DIRECTION_WORDS[move.way],
        new=turned(before, move).top,
    )


def _describe_turn(position: Position) -> Text:
    winners = position.winners
    if winners is None:
        if position.settled:
            return Text("{player} to move.", player=Seat(position.seat))
        return Text("{player} to pick a side.", player=Seat(position.seat))
    if len(winners) == 1:
        return Text("{player} wins.", player=Seat(winners[0]))
    players = [Text("{player}", player=Seat(seat)) for seat in winners]
    return Text("A draw between {players}.", players=joined(players, "{one} and {two}"))


def _describe_seat(position: Position, seat: int) -> Text:
    table, player = position.table, Seat(seat)
    if seat >= len(table.sides):
        numbers = series(table.numbers[seat])
        return Text("{player}: no side yet, dice {numbers}", player=player, numbers=numbers)
    side = table.sides[seat]
    dice = joined([_describe_die(die) for die in position.dice if die.seat == seat], "{one}; {two}")
    if seat in table.left:
        return Text("{player} (gone): {dice}", player=player, dice=dice)
    return Text(
        "{player} ({start} to {goal}, {counters}): {dice}",
        player=player,
        start=DIRECTION_WORDS[side],
        goal=DIRECTION_WORDS[opposite(side)],
        counters=name_counters(position.collections[seat]),
        dice=dice,
    )


def _describe_die(die: Die) -> Text:
    space = space_name(die.space)
    if die.locked:
        return Text("{space} {top} locked", space=space, top=die.facing.top)
    return Text("{space} {facing}", space=space, facing=name_facing(die.facing))


def _describe_counters(position: Position) -> Text:
    if position.counters == INNER:
        return Text("Counters: on all 36 inner spaces")
    if not position.counters:
        return Text("Counters: none on the board")
    return Text("Counters: {spaces}", spaces=name_spaces(position.counters))
