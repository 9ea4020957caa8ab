"""The portable record of a stored game, with what is needed to check its chance."""

import json
from collections.abc import Sequence

from bot.errors import MatchError, UnknownGame
from bot.outcomes import read_result
from bot.positions import counting
from data import events, matches
from data.engine import Database
from data.events import Event
from data.matches import StoredGame
from games.record import Fair, Record
from games.registry import GAMES
from games.words import Text


async def record_of(database: Database, game_id: int) -> tuple[StoredGame, Record]:
    """Give a game and its record.

    The secret is in it only once the game is over, and a running game with hidden
    information has none: MatchError says so.
    """
    async with database.reading() as connection:
        game = await matches.get_game(connection, game_id)
        if game is None:
            raise UnknownGame
        first, *stored = await events.after(connection, game_id, -1)
    rest = counting(stored)
    rules = GAMES[game.match.game]
    if game.running and rules.about.hidden:
        raise MatchError(Text("The record of this game is there when the game is over."))
    result = read_result(game.result)
    return game, Record(
        game=game.match.game,
        seats=game.match.seats,
        options=rules.options_of(game.match.options),
        setup=json.loads(first.notation),
        moves=tuple(event.notation for event in rest),
        result=result,
        fair=Fair(
            str(game.id),
            game.commitment,
            game.secret if result is not None else None,
            _seqs(rest) if len(rest) < len(stored) else None,
        ),
    )


def _seqs(counted: Sequence[Event]) -> tuple[int, ...]:
    """List the numbers of the chance events, where takebacks made the numbers differ from the plies."""
    return tuple(event.seq for event in counted if event.notation.startswith("@"))
