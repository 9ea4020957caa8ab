"""All games, by their key. A new game adds one line here (and files of its own)."""

from games.dice_matrix import DICE_MATRIX
from games.dicefest import DICEFEST
from games.errors import OptionError
from games.line import AnyGame
from games.matrio import MATRIO
from games.tablero import TABLERO
from games.words import Text, quoted, series

GAMES: dict[str, AnyGame] = {
    game.about.key: game for game in (DICE_MATRIX, TABLERO, MATRIO, DICEFEST)
}


def game_of(key: str) -> AnyGame:
    """Return the game with a key as people write it; OptionError names those that there are."""
    if key not in GAMES:
        raise OptionError(
            Text(
                "There is no game {game}; there are {games}.",
                game=quoted(key),
                games=series(sorted(GAMES)),
            )
        )
    return GAMES[key]
