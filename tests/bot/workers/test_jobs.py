"""What workers find: a hint and a review of the same turn say the same."""

from random import Random

import pytest

from bot.workers.jobs import Effort, best_moves, look_through
from games.chance import SeededSource
from games.game import CHANCE
from games.line import start
from games.players import Budget, Level, player_of
from games.record import Record
from games.registry import game_of

LEARNED = (("tablero", 2), ("dicefest", 2), ("dicefest", 3))
"""The games whose chances are learned, and at how many seats."""


def played(key: str, seats: int, seed: int, plies: int, level: Level) -> Record:
    """Play a game so far between computers."""
    game, source, random = game_of(key), SeededSource(seed), Random(seed)
    line = start(game, seats, game.deal(source, seats, {}))
    setup = game.write_setup(line.position)
    moves: list[str] = []
    while line.to_move is not None and len(moves) < plies:
        position = line.position
        if line.to_move == CHANCE:
            move = position.roll(source)
        else:
            move = player_of(key, level).choose(position, position.legal_moves(), random, Budget())
        moves.append(game.format(move))
        line = line.play(move)
    return Record(key, seats, {}, setup, tuple(moves), None)


@pytest.mark.parametrize("level", [Level.MEDIUM, Level.HARD])
@pytest.mark.parametrize(("key", "seats"), LEARNED)
def test_a_hint_and_the_review_of_the_same_turn_say_the_same(
    key: str, seats: int, level: Level
) -> None:
    compared = 0
    for plies in (7, 16, 25, 34):
        record = played(key, seats, plies, plies, Level.EASY)
        for hint in best_moves(record, level, Effort("hint"), 2):
            moves = (*record.moves, *hint.notation.split())
            after = Record(key, seats, {}, record.setup, moves, None)
            found = look_through(after, len(record.moves) + 1, len(moves) + 1, Effort("review"))
            seat = found[0].seat
            assert seat is not None
            assert [weighing.chances[seat] for weighing in found] == [
                pytest.approx(hint.chance)
            ] * len(found)
            compared += 1
    assert compared >= 4
