"""Whole games that are decided beforehand and then played in Discord, move by move.

A game's record gives its position, the rules give random legal moves from there to the end,
and the players type them. What does not belong here: what a test expects of it.
"""

from games.chance import SeededSource
from games.line import Line
from games.record import Record, replay
from tests.discord.simulated import Message
from tests.discord.tables import Game


async def record_of(game: Game) -> Record:
    """Export a game as its player would, and read the file."""
    exported = await game.players[0].slash("game export", game.place, game=game.code)
    (file,) = exported.files
    return Record.read(file.data.decode())


async def line_of(game: Game) -> Line:
    """Return a game as it is, from its exported record."""
    return replay(await record_of(game))


def random_moves(line: Line, seed: int) -> list[str]:
    """Draw legal moves from a position to the end of its game."""
    source = SeededSource(seed)
    moves = []
    while line.to_move is not None:
        move = line.game.random_move(line.position, source)
        moves.append(line.game.format(move))
        line = line.play(move)
    return moves


def end_of(line: Line, moves: list[str]) -> Line:
    """Return a game after moves."""
    for move in moves:
        line = line.apply(move)
    return line


async def type_moves(game: Game, moves: list[str]) -> Message:
    """Make the player to move type the next move, and return the result, or the last message."""
    line = await line_of(game)
    for move in moves:
        assert isinstance(line.to_move, int)
        await game.players[line.to_move].slash("move", game.place, move=move, game=game.code)
        line = line.apply(move)
    return game.place.last if line.result is None else game.result


async def play_out(game: Game, seed: int = 1) -> Message:
    """Play a game to its end at random, and return its result."""
    return await type_moves(game, random_moves(await line_of(game), seed))
