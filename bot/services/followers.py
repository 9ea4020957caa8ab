"""Followers: people who are pinged once, when the match of a game that they watch is over.

What does not belong here: the message that pings them (`cogs.match.results`).
"""

from typing import Final

from bot.errors import Refused
from bot.match.event import Referee
from bot.match.table import check_running
from data import followers
from games.words import Plural

MOST_FOLLOWERS: Final = 50
"""How many people one result pings, so that they fit into its message."""


class Followers:
    """Follow games, and list their followers."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._database = referee.database

    async def follows(self, game_id: int, user_id: int) -> bool:
        """Tell whether a person follows a game."""
        async with self._database.reading() as connection:
            return await followers.follows(connection, game_id, user_id)

    async def follow(self, game_id: int, user_id: int, *, wanted: bool) -> None:
        """Follow or unfollow a running game; doing so twice changes nothing.

        Raises GameOver, or Refused where as many follow as one message can ping.
        """
        async with self._database.writing() as connection:
            table = await self._referee.table(connection, game_id, lock=True)
            if not wanted:
                await followers.remove(connection, game_id, user_id)
                return
            check_running(table)
            if await followers.follows(connection, game_id, user_id):
                return
            if await followers.count(connection, game_id) >= MOST_FOLLOWERS:
                raise Refused(
                    Plural(
                        "{n} person follows this game, which is the limit.",
                        "{n} people follow this game, which is the limit.",
                        MOST_FOLLOWERS,
                    )
                )
            await followers.add(connection, game_id, user_id)
