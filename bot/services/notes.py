"""Notes: what a person keeps for themselves about a game, seen by nobody else.

A note outlives its game. What does not belong here: how it is shown and changed
(`cogs.match.follow_and_notes`).
"""

from typing import Final

from bot.errors import Refused
from data import notes
from data.engine import Database
from games.words import Text

LONGEST_NOTE: Final = 1000


class Notes:
    """Keep people's notes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(self, game_id: int, user_id: int) -> str | None:
        """Return a person's note to a game, or None."""
        async with self._database.reading() as connection:
            return await notes.get(connection, game_id, user_id)

    async def write(self, game_id: int, user_id: int, text: str) -> str | None:
        """Keep a note in place of an earlier one, and return it; an empty one deletes that.

        Raises Refused if it is too long.
        """
        kept = text.strip()
        if len(kept) > LONGEST_NOTE:
            raise Refused(
                Text(
                    "A note can have at most {most} characters; this one has {n}.",
                    most=LONGEST_NOTE,
                    n=len(kept),
                )
            )
        async with self._database.writing() as connection:
            if kept:
                await notes.write(connection, game_id, user_id, kept)
            else:
                await notes.erase(connection, game_id, user_id)
        return kept or None
