"""Blocks: a person keeps another from challenging, joining and pinging them, told to nobody else.

What a block keeps from happening is checked where it would: in `bot.services.challenge_checks`,
`bot.services.agreements`, `bot.services.ledgers` and, for what one reads, `bot.services.move_notes`.
Games that run already go on, and a table that still fills up loses one of the two.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.delivery.outbox_writer import Dispatch, Envelope, challenge_stream
from bot.delivery.rows import CardRow
from bot.errors import Refused
from data import blocks, challenges
from data.engine import Database
from games.words import Plural, Text

MOST_BLOCKED: Final = 100


@dataclass(frozen=True, slots=True)
class Freed:
    """At how many open tables a seat is free again after a block, and their cards to change."""

    tables: int
    dispatch: Dispatch


class Blocks:
    """Keep whom people have blocked."""

    def __init__(self, database: Database, *, clock: Callable[[], int]) -> None:
        self._database = database
        self._clock = clock

    async def add(self, user_id: int, blocked_id: int) -> Freed:
        """Block somebody for a person, and free one of their two seats at tables that fill up.

        At the person's own table that is the other's seat, else their own: both look like a seat
        that was left. Raises Refused for themselves, or where they have blocked too many.
        """
        if user_id == blocked_id:
            raise Refused(Text("You can't block yourself."))
        async with self._database.writing() as connection:
            if await blocks.count(connection, user_id) >= MOST_BLOCKED:
                raise Refused(
                    Plural(
                        "You have blocked {n} person, which is the limit.",
                        "You have blocked {n} people, which is the limit.",
                        MOST_BLOCKED,
                    )
                )
            await blocks.add(connection, user_id, blocked_id, self._clock())
            envelope = Envelope(connection, self._clock())
            tables = [
                table
                for table in await challenges.open_with_both(connection, user_id, blocked_id)
                # What is full begins as soon as its card is there.
                if not table.is_full
            ]
            for table in tables:
                own = table.challenger_id == user_id
                await challenges.unseat(connection, table.id, blocked_id if own else user_id)
                await envelope.put(challenge_stream(table.id), CardRow(table.id))
            return Freed(len(tables), await envelope.seal())

    async def remove(self, user_id: int, blocked_id: int) -> bool:
        """Unblock somebody; false if they were not blocked."""
        async with self._database.writing() as connection:
            return await blocks.remove(connection, user_id, blocked_id)

    async def of_person(self, user_id: int) -> list[int]:
        """List whom a person has blocked, in the order in which they did."""
        async with self._database.reading() as connection:
            return await blocks.of_person(connection, user_id)
