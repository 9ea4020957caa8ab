"""Games that people bring along to look through: read within limits, and kept for some days.

They count for nothing. What does not belong here: what of them is shown (`cogs.match.imports`).
"""

import asyncio
from collections.abc import Callable
from typing import Final

from bot.errors import MatchError
from bot.match import limits
from bot.match.limits import Limited
from data import imports
from data.engine import Database
from games.record import Record
from games.score_sheet import read_game
from games.text_files import text_in
from games.words import Text

MOST_BYTES: Final = 128 * 1024
"""How large a file may be: the longest game that is read has less."""


class Imports:
    """Keep records for those who bring them, and return them."""

    def __init__(self, database: Database, clock: Callable[[], int]) -> None:
        self._database = database
        self._clock = clock

    async def add(self, user_id: int, guild_id: int | None, file: bytes) -> int:
        """Read a record or score sheet, and keep it for a person; return its number.

        Raises GameError that names the line or the ply, and Refused where that was done too often.
        """
        check_size(len(file))
        async with self._database.writing() as connection:
            # What cannot be read counts too: reading is what costs something.
            await limits.spend(connection, Limited.IMPORT, user_id, guild_id, self._clock())
        record = await asyncio.to_thread(_read, file)
        async with self._database.writing() as connection:
            return await imports.add(connection, user_id, record.to_json(), now=self._clock())

    async def get(self, number: int, user_id: int) -> Record:
        """Return what a person has imported; MatchError once it is gone."""
        async with self._database.reading() as connection:
            stored = await imports.get(connection, number, user_id)
        if stored is None:
            raise MatchError(
                Text("This imported game is no longer kept. /game import opens it again.")
            )
        return Record.read(stored)


def check_size(size: int) -> None:
    """Raise MatchError for a file that is too large to be a game."""
    if size > MOST_BYTES:
        raise MatchError(
            Text("This file is too large for a game: {most} KB at most.", most=MOST_BYTES // 1024)
        )


def _read(file: bytes) -> Record:
    try:
        text = text_in(file)
    except UnicodeDecodeError:
        raise MatchError(Text("This is not a text file.")) from None
    return read_game(text)
