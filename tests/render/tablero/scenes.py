"""Scenes of Tablero for the tests: laid out by hand, played on from there, or whole games."""

from collections.abc import Iterator
from dataclasses import replace

from games import line
from games.chance import SeededSource
from games.game import CHANCE
from games.line import Played
from games.tablero import TABLERO
from games.tablero.board import home_space
from games.tablero.rules import Position, Roll
from games.words import english
from render.canvas import Area
from render.scene import Scene
from tests.games.tablero.played import laid_out

NAMES = ("Mara", "Jonas")
CHIPS: tuple[Area, Area] = ((44, 94, 594, 205), (606, 94, 1156, 205))
FOOT: Area = (130, 834, 1156, 945)
TALLEST = "ABABBABABBABAAABABBABABA"
"""All tokens there are, on one stack."""


def space_area(space: int) -> Area:
    """Return where a space lies, with its outline and the gap about it."""
    row, column = divmod(space, 6)
    left, top = 142 + 168 * column, 258 + 188 * (2 - row)
    return left - 4, top - 4, left + 168, top + 188


def reserve_area(seat: int) -> Area:
    """Return where a reserve lies, with its number."""
    top = space_area(home_space(seat, 1))[1]
    return 76, top + 20, 130, top + 184


def scene(position: Position, *, names: tuple[str, ...] = NAMES, turn: int = 18) -> Scene:
    """Return the scene of a position, without a last move."""
    return Scene(TABLERO, position, names, turn, english)


def played(position: Position, *notations: str) -> Scene:
    """Return the scene after moves and rolls in notation; the moves are one turn's."""
    actions = list[Played]()
    for notation in notations:
        move, before = TABLERO.parse(notation), position
        position = before.play(move)
        if not isinstance(move, Roll):
            actions.append(Played(before.seat, move, before, position))
    return replace(
        scene(position), last=actions[-1], actions=tuple(actions), result=position.result()
    )


def unmarked(marked: Scene) -> Scene:
    """Return a scene without its last move."""
    return replace(marked, last=None, actions=())


def whole_game(seed: int, *, names: tuple[str, ...] = NAMES) -> Iterator[Scene]:
    """Yield the scenes of a random game: each board that its players get to see."""
    source = SeededSource(seed)
    stand = line.start(TABLERO, 2, TABLERO.deal(source, 2, {}))
    turn = 0
    while (to_move := stand.to_move) is not None:
        rolling = to_move == CHANCE
        turn += rolling
        moves = [stand.position.roll(source)] if rolling else stand.position.legal_moves()
        stand = stand.play(moves[source.below(len(moves))])
        if stand.to_move != CHANCE:
            yield Scene(
                TABLERO,
                stand.position,
                names,
                turn,
                english,
                last=stand.last,
                result=stand.result,
                actions=stand.turn,
            )


def middle_game() -> Position:
    """Return a position with stacks of both players where seat 0 has rolled doubles."""
    return laid_out({"S3": "ABAABA", "S4": "A", "C2": "BA", "C4": "B", "N6": "B"}, [3, 3])
