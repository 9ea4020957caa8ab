"""Random play with every legal list built: our rules next to python-chess."""

from collections.abc import Callable
from functools import partial

import chess
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from games.chance import SeededSource
from games.game import CHANCE
from games.line import AnyGame
from games.registry import GAMES

MOVES = 2_000
SEED = 1
FEWEST = {"dice_matrix": 40, "tablero": 30, "matrio": 38, "dicefest": 2}
"""How many games those moves are at least."""
DRAWN_AFTER = 150
"""Half-moves without capture or pawn move, after which a game of chess is over."""


def play_game(game: AnyGame) -> int:
    """Play moves of one of our games, dealing again whenever one is over; count the deals.

    Rolls between the moves are not counted, but take their time.
    """
    source = SeededSource(SEED)
    seats, options = game.about.seats[0], game.options_of({})
    position = game.deal(source, seats, options)
    deals = 1
    for _ in range(MOVES):
        while position.to_move == CHANCE:
            position = position.play(position.roll(source))
        position = position.play(game.random_move(position, source))
        if position.to_move is None:
            position = game.deal(source, seats, options)
            deals += 1
    return deals


def play_chess() -> int:
    """Play moves of chess the same way, without the dear search for repetitions; count the boards.

    Every legal list is built once: it also tells whether the game is over.
    """
    source = SeededSource(SEED)
    board = chess.Board()
    legal = list(board.legal_moves)
    boards = 1
    for _ in range(MOVES):
        board.push(legal[source.below(len(legal))])
        legal = list(board.legal_moves)
        if not legal or board.is_insufficient_material() or board.halfmove_clock >= DRAWN_AFTER:
            board = chess.Board()
            legal = list(board.legal_moves)
            boards += 1
    return boards


@pytest.mark.parametrize(
    ("play", "fewest"),
    [
        *(
            pytest.param(partial(play_game, game), FEWEST[key], id=key)
            for key, game in GAMES.items()
        ),
        pytest.param(play_chess, 2, id="python-chess"),
    ],
)
def test_random_play(benchmark: BenchmarkFixture, play: Callable[[], int], fewest: int) -> None:
    benchmark.group = f"{MOVES} random moves"

    assert benchmark(play) >= fewest
