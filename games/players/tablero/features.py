"""What is true of a use of a die in Tablero: the centre, what it covers, and what it leaves open.

What does not belong here: whole turns (`turns`), and what a position is worth (`worth`).
"""

from collections.abc import Iterator
from typing import Final

from games.players.player import Level
from games.players.traits import Trait
from games.tablero.board import CENTRE, COLUMNS, LONGEST_PATH, home_space, paths, space_name
from games.tablero.rules import OWNERS, Move, Place, Position, Retrieve, Roll
from games.words import Plural, Seat, Text, listed

_POINT: Final = 0.05
"""How much a point of the centre counts before the last turn, in log-odds."""
_LAST_POINT: Final = 0.25
_COLUMN: Final = 0.1
"""How much a home space counts from which a stack can move."""
_TOKEN: Final = 0.15
_END: Final = 10.0


CHARACTERS: Final = {
    Level.EASY: Text("looks at the centre row alone, and misjudges it by a point or two"),
    Level.MEDIUM: Text("takes the turn after which the whole board looks best"),
    Level.HARD: Text("weighs every roll that may come next, and the replies to it"),
    Level.EXPERT: Text(
        "judges positions by what games against itself taught it, and weighs every roll"
    ),
}
"""How each level plays, to follow a name."""


def traits(before: Position, move: Move, after: Position) -> tuple[Trait, ...]:
    """Return what is true of a move."""
    return () if isinstance(move, Roll) else tuple(_traits(before, move, after))


def _traits(before: Position, move: Move, after: Position) -> Iterator[Trait]:
    seat = before.seat
    rival, point = Seat(1 - seat), _LAST_POINT if before.last else _POINT
    if result := after.result():
        mine, theirs = after.scores()[seat], after.scores()[1 - seat]
        said = Text("ends the game {mine} to {theirs}", mine=mine, theirs=theirs)
        yield Trait("end", _END if result.winners == (seat,) else -_END, said)
        return
    if gain := _lead(after, seat) - _lead(before, seat):
        said = Plural(
            "gains {n} point on {rival} in the centre",
            "gains {n} points on {rival} in the centre",
            gain,
            rival=rival,
        )
        if gain < 0:
            said = Plural(
                "loses {n} point to {rival} in the centre",
                "loses {n} points to {rival} in the centre",
                -gain,
                rival=rival,
            )
        yield Trait("centre", point * gain, said)
    covered, freed = _ready(before, 1 - seat), _ready(after, 1 - seat)
    if lost := [space for space in covered if space not in freed]:
        said = Text("stops {rival}'s stack on {spaces}", rival=rival, spaces=_named(lost))
        yield Trait("stops", _COLUMN * len(lost), said)
    if given := [space for space in freed if space not in covered]:
        said = Text("frees {rival}'s stack on {spaces}", rival=rival, spaces=_named(given))
        yield Trait("frees", -_COLUMN * len(given), said)
    if not before.last:
        ready = len(_ready(after, seat))
        said = Plural(
            "leaves {n} home space with a stack to move",
            "leaves {n} home spaces with a stack to move",
            ready,
        )
        change = ready - len(_ready(before, seat))
        yield Trait("ready", _COLUMN * change, said)
    if isinstance(move, Place):
        left = after.reserve[seat]
        said = Plural("leaves {n} token in the reserve", "leaves {n} tokens in the reserve", left)
        yield Trait("reserve", -_TOKEN, said)
    elif isinstance(move, Retrieve):
        yield Trait("reserve", _TOKEN, Text("brings a token back to the reserve"))
    if exposed := _exposed(after, seat):
        points = sum(space - CENTRE[0] + 1 for space in exposed)
        said = Text("leaves {spaces} open to {rival}", spaces=_named(exposed), rival=rival)
        yield Trait("open", -point * points, said)


def _lead(position: Position, seat: int) -> int:
    scores = position.scores()
    return scores[seat] - scores[1 - seat]


def _ready(position: Position, seat: int) -> list[int]:
    """List the home spaces from which a seat can move a stack."""
    spaces = [home_space(seat, die) for die in COLUMNS]
    return [
        space
        for space in spaces
        if position.owner(space) == seat and len(position.stacks[space]) <= LONGEST_PATH
    ]


def _exposed(position: Position, seat: int) -> list[int]:
    """List the centre spaces of a seat on which the other can land a token with one die."""
    rival, found = 1 - seat, set[int]()
    for home in _ready(position, rival):
        stack = position.stacks[home]
        for path in paths(home, len(stack)):
            found |= {
                space
                for token, space in zip(stack, path, strict=True)
                if token == OWNERS[rival] and space in CENTRE and position.owner(space) == seat
            }
    return sorted(found)


def _named(spaces: list[int]) -> Text:
    return listed([Text("{space}", space=space_name(space)) for space in spaces])
