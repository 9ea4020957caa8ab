"""Boards with the round that led to them marked, for every game."""

from collections.abc import Iterator
from dataclasses import replace

from games.chance import SeededSource
from games.game import CHANCE
from games.handicap import NO_HANDICAPS, Handicaps
from games.line import Line, Played, start
from games.registry import GAMES
from games.words import english
from render.scene import Scene

NAMES = ("Mara", "Jonas", "Ines", "Teo")
SEATS = {key: game.about.seats[-1] for key, game in GAMES.items()}
"""How many sit at the fullest table of each game."""


def lines(key: str, seed: int = 3, handicap: Handicaps = NO_HANDICAPS) -> Iterator[Line]:
    """Yield a random game after each move of a player, up to 200 of them."""
    game, source = GAMES[key], SeededSource(seed)
    dealt = game.deal(source, SEATS[key], game.options_of({}))
    line = start(game, SEATS[key], game.handicapped(dealt, handicap))
    for _ in range(200):
        if line.to_move is None:
            return
        rolling = line.to_move == CHANCE
        move = line.position.roll(source) if rolling else game.random_move(line.position, source)
        line = line.play(move)
        if line.turn and line.to_move != CHANCE:
            yield line


def public(turn: tuple[Played, ...]) -> tuple[Played, ...]:
    """Return a turn as everybody may see it."""
    return tuple(
        replace(one, before=one.before.seen_by(None), after=one.after.seen_by(None)) for one in turn
    )


def round_of(line: Line) -> Scene:
    """Return the board of a line with all turns marked that it remembers."""
    last = public(line.turn)
    return Scene(
        line.game,
        line.position.seen_by(None),
        NAMES[: line.seats],
        line.turns + 1,
        english,
        last=last[-1],
        actions=last,
        result=line.result,
        earlier=tuple(map(public, line.earlier[1 - line.seats :])),
    )
