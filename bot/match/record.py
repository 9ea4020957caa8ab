"""The portable record of a stored game, with what is needed to check its chance.

`record_of` is for people; `played_so_far` holds what is hidden, and is for what looks at a game that
is over, or shows of it what may be seen.
"""

import json
from collections.abc import Sequence
from dataclasses import replace

from bot.errors import MatchError, UnknownGame
from bot.match.match_outcome import read_result
from bot.match.positions import counting
from data import events, matches
from data.engine import Connection, Database
from data.events import Event
from data.stored import StoredGame
from games.record import Fair, Record
from games.registry import GAMES
from games.words import Text


async def record_of(database: Database, game_id: int) -> tuple[StoredGame, Record]:
    """Return a game and its record.

    The secret is in it only once the game is over, and a running game with hidden
    information has none: MatchError says so.
    """
    async with database.reading() as connection:
        game = await matches.get_game(connection, game_id)
        if game is None:
            raise UnknownGame
        first, *stored = await events.after(connection, game_id, -1)
    rest = counting(stored)
    if game.running and GAMES[game.match.game].about.hidden:
        raise MatchError(Text("You can export the record once the game is over."))
    result = read_result(game.result)
    if game.lots is not None:
        return game, replace(
            _record(game, first, stored),
            result=result,
            fair=game.lots if result is not None else replace(game.lots, secret=None),
        )
    return game, replace(
        _record(game, first, rest),
        result=result,
        fair=Fair(
            str(game.id),
            game.commitment,
            game.secret if result is not None else None,
            _seqs(rest) if len(rest) < len(stored) else None,
        ),
    )


async def played_so_far(connection: Connection, game: StoredGame) -> tuple[Record, list[Event]]:
    """Return what has been played in a game so far, hidden cards included, and the events."""
    first, *stored = await events.after(connection, game.id, -1, up_to=game.seq)
    rest = counting(stored)
    return _record(game, first, rest), rest


def _record(game: StoredGame, setup: Event, moves: Sequence[Event]) -> Record:
    return Record(
        game=game.match.game,
        seats=game.match.seats,
        options=GAMES[game.match.game].options_of(game.match.options),
        setup=json.loads(setup.notation),
        moves=tuple(event.notation for event in moves),
        handicap=game.handicap,
    )


def _seqs(counted: Sequence[Event]) -> tuple[int, ...]:
    """List the numbers of the chance events, where takebacks made the numbers differ from the plies."""
    return tuple(event.seq for event in counted if event.notation.startswith("@"))
