"""What is true of a play in MatriO: what it wins and costs, its dots, and those that it leaves.

Hands do not matter to any of it. What does not belong here: judging plays (`greedy`, `playouts`).
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from games.matrio.board import CELLS, SUITS, cell_lines, cell_name
from games.matrio.rules import Play, Position, changes
from games.matrio.words import name_points
from games.players.player import Level
from games.players.traits import Trait
from games.words import Seat, Text, listed

_POINTS: Final = 80.0
"""How many points count as much as one dot, in log-odds."""
_RIVALS: Final = 1 / 3
_OUT: Final = 1.0


CHARACTERS: Final = {
    Level.EASY: Text("looks at a handful of plays, and takes the one that wins the most now"),
    Level.MEDIUM: Text("weighs points, what others lose, and dots, of all plays"),
    Level.HARD: Text(
        "plays the game on to its end many times, with hands that are dealt as they might be"
    ),
    Level.EXPERT: Text(
        "plays the game on to its end more often than hard, and better: as it learned to play"
    ),
}
"""How each level plays, to follow a name."""


def traits(before: Position, move: Play, after: Position) -> tuple[Trait, ...]:
    """Return what is true of a play."""
    return tuple(_traits(before, move, after))


def _traits(before: Position, move: Play, after: Position) -> Iterator[Trait]:
    seat, made = before.seat, changes(before, move, after)
    gains = Counter[int]()
    for change in made:
        gains[change.owner] += change.gain
    mine = gains.pop(seat, 0)
    if mine:
        said = Text("wins {points}", points=name_points(mine))
        if mine < 0:
            said = Text("loses {points}", points=name_points(-mine))
        yield Trait("own", mine / _POINTS, said)
    for rival, gain in sorted(gains.items()):
        if gain:
            yield Trait(f"rival {rival}", -_RIVALS * gain / _POINTS, _swing(rival, gain))
    if dots := [change.cell for change in made if change.old is None]:
        yield Trait("dots", float(len(dots)), Text("puts a dot on {cells}", cells=_named(dots)))
    if out := sorted(after.withdrawn - before.withdrawn):
        players = listed([Text("{player}", player=Seat(loser)) for loser in out])
        said = Text("puts {players} out of the game", players=players)
        yield Trait("out", _OUT * len(out), said)
    if ready := _one_card_away(after):
        said = Text("leaves one card to go for a dot on {cells}", cells=_named(ready))
        yield Trait("ready", -float(len(ready)), said)


def _swing(rival: int, gain: int) -> Text:
    player, points = Seat(rival), name_points(abs(gain))
    if gain < 0:
        return Text("costs {player} {points}", player=player, points=points)
    return Text("brings {player} {points}", player=player, points=points)


def _one_card_away(position: Position) -> list[int]:
    """List the cells that lack one card for a dot."""
    return [
        cell
        for cell in range(CELLS)
        if sum(
            not position.trays[line * len(SUITS) + suit]
            for line in cell_lines(cell)
            for suit in range(len(SUITS))
        )
        == 1
    ]


def _named(cells: list[int]) -> Text:
    return listed([Text("{cell}", cell=cell_name(cell)) for cell in cells])
