"""How strong a computer would be that plays like a person now, for who is asked about it.

What does not belong here: how it follows from their record (`bot.match.like_me`).
"""

from bot.match.like_me import mix_of
from data.engine import Database
from games.players.mix import Mix


async def mix_now(database: Database, guild_id: int, game: str, user_id: int) -> Mix:
    """Return the mix that is as strong as a person is in a game in a server now."""
    async with database.reading() as connection:
        return await mix_of(connection, guild_id, game, user_id)
