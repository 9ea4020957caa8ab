"""Random games of any kind, for what must be true of all of them: the registered ones and the toy.

What does not belong here: any one game, and what tests expect.
"""

from functools import cache
from itertools import product

from hypothesis import strategies as st

from games.chance import SeededSource
from games.game import CHANCE
from games.line import AnyGame, Line, start
from games.registry import GAMES
from tests.games.toy import TOY

EVERY: dict[str, AnyGame] = {**GAMES, TOY.about.key: TOY}
PLIES = 300
"""Where random games are cut: by then every kind of position has been seen."""
Options = tuple[tuple[str, str], ...]


def tables(game: AnyGame) -> list[tuple[int, Options]]:
    """List the numbers of seats of a game with all its options."""
    options = [[(each.key, value) for value in each.values] for each in game.about.options]
    return list(product(game.about.seats, product(*options)))


@cache
def lines(key: str, seats: int, options: Options, seed: int) -> tuple[Line, ...]:
    """Return a random game after each of its events, the deal included."""
    game, source = EVERY[key], SeededSource(seed)
    line = start(game, seats, game.deal(source, seats, dict(options)))
    played = [line]
    while line.to_move is not None and line.ply < PLIES:
        position = line.position
        rolling = line.to_move == CHANCE
        move = position.roll(source) if rolling else game.random_move(position, source)
        line = line.play(move)
        played.append(line)
    return tuple(played)


@st.composite
def whole_games(draw: st.DrawFn, game: AnyGame) -> tuple[Line, ...]:
    """Draw a random game at any table of it."""
    seats, options = draw(st.sampled_from(tables(game)))
    return lines(game.about.key, seats, options, draw(st.integers(0, 9)))


@st.composite
def anywhere(draw: st.DrawFn, game: AnyGame) -> Line:
    """Draw a game at any moment, its beginning and its end included."""
    return draw(st.sampled_from(draw(whole_games(game))))


@st.composite
def with_a_seat_to_move(draw: st.DrawFn, game: AnyGame) -> Line:
    """Draw a game at a moment when somebody is to move."""
    played = draw(whole_games(game))
    return draw(st.sampled_from([line for line in played if isinstance(line.to_move, int)]))
