"""Whether somebody at a table is new to its game, so that a first lesson is offered there."""

from data import newcomers
from data.computers import is_computer
from data.engine import Database
from data.stored import StoredGame


async def has_newcomer(database: Database, game: StoredGame) -> bool:
    """Tell whether a person at a table has never finished such a game in this server."""
    people = [player for player in game.players if not is_computer(player)]
    async with database.reading() as connection:
        found = await newcomers.newcomers(connection, game.match.guild_id, game.match.game, people)
    return bool(found)
