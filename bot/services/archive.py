"""The archive: a page of finished games of a person, or the latest of them.

Which these are is found by `data.archive`; who may see them is for `cogs.match.archive`.
"""

from data.archive import Found, Search, find
from data.engine import Database


async def found_games(
    database: Database, search: Search, *, first: int = 0, most: int
) -> list[Found]:
    """List what a search finds from its `first` game on, at most `most`, the latest match first."""
    async with database.reading() as connection:
        return await find(connection, search, first=first, most=most)
