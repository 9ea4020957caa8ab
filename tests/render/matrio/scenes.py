"""Scenes of MatriO for the tests: laid out by hand, played on from there, or whole games."""

from collections.abc import Iterator
from dataclasses import replace

from games.chance import SeededSource
from games.line import Line, Played
from games.matrio import MATRIO
from games.matrio.board import CARDS, CELLS
from games.matrio.rules import Position
from games.words import Text, english, fill
from render import picture
from render.canvas import Area
from render.scene import Hand, Scene, ThemeName
from tests.games.matrio.played import ANY, laid_out, move, table

NAMES = ("Mara", "Jonas", "Ines", "Teo")
STORY: Area = (44, 214, 586, 650)
"""Where is told what was played, and what that changed."""
CHIPS: tuple[Area, ...] = tuple(
    (44 + 281 * seat, 94, 44 + 281 * seat + 269, 205) for seat in range(4)
)


def tray_area(tray: int) -> Area:
    """Return where a tray lies, with a ring about it."""
    line, suit = divmod(tray, 4)
    left, top = 87 + 131 * suit, 717 + 114 * line
    if line >= 3:
        left, top = 663 + 171 * (line - 3), 267 + 104 * suit
    return left - 5, top - 5, left + 131, top + 99


def cell_area(cell: int) -> Area:
    """Return where a cell of the grid lies, with a ring about it."""
    row, column = divmod(cell, 3)
    left, top = 648 + 171 * column, 721 + 114 * row
    return left - 8, top - 8, left + 164, top + 100


def scene(position: Position) -> Scene:
    """Return the public scene of a position, without a last move."""
    return Scene(MATRIO, position.seen_by(None), NAMES, 34, english)


def played(position: Position, notation: str) -> Scene:
    """Return the public scene after a move in notation."""
    chosen = move(notation)
    after = position.play(chosen)
    return Scene(
        MATRIO,
        after.seen_by(None),
        NAMES,
        35,
        english,
        last=Played(position.seat, chosen, position.seen_by(None), after.seen_by(None)),
        result=after.result(),
    )


def hand(position: Position, seat: int, *marked: str, theme: ThemeName = "dark") -> Hand:
    """Return the hand of a seat, with what it has chosen."""
    return Hand(MATRIO, position.seen_by(seat), seat, english, marked, theme)


def lines(seed: int) -> Iterator[Line]:
    """Yield a random game after each move, from the deal on."""
    source, line = SeededSource(seed), table(seed, ANY)
    yield line
    while line.to_move is not None:
        moves = line.position.legal_moves()
        line = line.play(moves[source.below(len(moves))])
        yield line


def shown_to_all(line: Line, *, names: tuple[str, ...] = NAMES, theme: ThemeName = "dark") -> Scene:
    """Return the public scene of a game."""
    last = line.last
    if last is not None:
        last = Played(last.seat, last.move, last.before.seen_by(None), last.after.seen_by(None))
    return Scene(
        MATRIO,
        line.position.seen_by(None),
        names,
        line.ply + 1,
        english,
        last=last,
        result=line.result,
        theme=theme,
    )


def whole_game(
    seed: int, *, names: tuple[str, ...] = NAMES, theme: ThemeName = "dark"
) -> Iterator[Scene]:
    """Yield the public boards of a random game."""
    for line in lines(seed):
        yield shown_to_all(line, names=names, theme=theme)


def middle_game() -> Position:
    """Return a position with dots of three seats, two trays empty, seat 0 to move."""
    return laid_out(
        {
            "r1": "3S 9D JC KH",
            "r2": "4S JD 7C 2H",
            "r3": "QS AD 10C 4H",
            "c1": "5S 8D AC 9H",
            "c2": "7S - X1 3H",
            "c3": "6S KD 9C -",
        },
        ["8S 2D KS 2C X2 7H", "2S 3D 5C 5H", "AS 4D 6C 6H", "9S 5D 8C 8H"],
        dots={"r1c1": 0, "r2c1": 1, "r3c1": 2},
    )


def full_board() -> Position:
    """Return a position with all trays covered and all scores of three figures, seat 0 to move."""
    position = laid_out(
        {
            "r1": "KS QD KC JH",
            "r2": "QS KD QC QH",
            "r3": "JS JD JC KH",
            "c1": "10S 9D 10C 10H",
            "c2": "9S 8D 9C 9H",
            "c3": "8S 7D 8C 8H",
        },
        ["2C X2", "2S", "2D", "2H"],
        dots={f"r{cell // 3 + 1}c{cell % 3 + 1}": cell % 4 for cell in range(CELLS)},
    )
    beneath = [n for n, card in enumerate(CARDS) if card.rank in {"2", "3", "4", "5", "6"}]
    stacks = tuple(
        (*beneath[: 1 + (tray % 6 == 0)], *stack) for tray, stack in enumerate(position.trays)
    )
    return replace(position, trays=stacks)


def at(line: Line) -> Position:
    """Return the position of a game, known to be one of MatriO."""
    assert isinstance(line.position, Position)
    return line.position


def said(board: Scene) -> list[str]:
    """Return the sources of all texts that a picture translates."""
    sources = list[str]()

    def translate(text: Text) -> str:
        sources.append(text.source)
        return fill(text, translate, text.source)

    picture(replace(board, translate=translate))
    return sources
