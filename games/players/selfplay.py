"""Games of hard players against each other, from which chances are learned and checked.

Every game is given by its seed and number alone, so a file of them grows where it was left. Every
second game is for checking, the others are for learning. What does not belong here: the file and
progress (`games.chances`), and what is learned (`games.players.learning`).
"""

from random import Random
from typing import Final

from games.chance import SeededSource
from games.line import start
from games.players.duel import MOST_EVENTS
from games.players.player import Budget, Level, player_of
from games.record import Record
from games.registry import game_of

CHECKED: Final = 2
"""Of how many games one is for checking."""
OPENING: Final = 4
"""At most how many moves are made by chance first, so that games differ more."""


def is_held_out(number: int) -> bool:
    """Tell whether a game is for checking, and must not be learned from."""
    return number % CHECKED == CHECKED - 1


def played(key: str, seats: int, seed: int, number: int) -> Record:
    """Play one game between hard players to its end (or up to `MOST_EVENTS`)."""
    game = game_of(key)
    source = SeededSource(_random(seed, number, "chance").getrandbits(53))
    randoms = [_random(seed, number, f"{seat}") for seat in range(seats)]
    player, budget = player_of(key, Level.HARD), Budget()
    options = game.options_of({})
    line = start(game, seats, game.deal(source, seats, options))
    setup = game.write_setup(line.position)
    moves: list[str] = []
    by_chance = _random(seed, number, "opening").randrange(OPENING + 1)
    while (seat := line.to_move) is not None and line.ply < MOST_EVENTS:
        position = line.position
        if not isinstance(seat, int):
            move = position.roll(source)
        elif by_chance and position.settled:
            move, by_chance = game.random_move(position, source), by_chance - 1
        else:
            view, legal = position.seen_by(seat), position.legal_moves()
            move = player.choose(view, legal, randoms[seat], budget)
        moves.append(game.format(move))
        line = line.play(move)
    return Record(key, seats, options, setup, tuple(moves), line.result)


def _random(seed: int, number: int, purpose: str) -> Random:
    return Random(f"{seed}:{number}:{purpose}")
