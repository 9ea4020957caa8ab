"""Standings: a page of a leaderboard, and how a season ended.

Who is ahead is found by `data.standings`; what is shown of it is for `cogs.server.leaderboard_page`.
"""

from data import standings
from data.engine import Database
from data.standings import Archived, Board, Listing, Page


async def page_of(
    database: Database, board: Board, *, first: int, most: int, reader_id: int
) -> Page:
    """Return the rows of a leaderboard from place `first` on, at most `most`, and the reader's own."""
    async with database.reading() as connection:
        return await standings.page(
            connection, board, offset=first, limit=most, reader_id=reader_id
        )


async def final_of(
    database: Database, guild_id: int, season_id: int, *, most: int
) -> tuple[Listing, Page]:
    """Return the table of a season between people, or of everything where they met only computers."""
    board = Board(guild_id, time=Archived(season_id))
    async with database.reading() as connection:
        page = await standings.page(connection, board, offset=0, limit=most)
        if page.rows:
            return Listing.PEOPLE, page
        every = Board(guild_id, listing=Listing.EVERYTHING, time=board.time)
        return Listing.EVERYTHING, await standings.page(connection, every, offset=0, limit=most)
