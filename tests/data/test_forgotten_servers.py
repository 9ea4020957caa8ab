"""A server that is deleted is nowhere any more, whatever table has a row of it."""

import json
from typing import Any, Final

from sqlalchemy import JSON, BigInteger, Column, insert

from bot.config import load
from bot.services.retention import Retention
from data.engine import Database
from data.schema import METADATA
from data.tables import OUTBOX, POSTS
from tests.data.backends import contents

SERVER: Final = 80_351_110_224_678_914
CHANNEL: Final = 80_351_110_224_678_915
PLACES: Final = ("channel_id", "place_id", "puzzle_channel_id", "message_id")
NOBODYS: Final = frozenset(
    {
        *(
            "away",
            "blocks",
            "shard_reach",
            "imports",
            "interactions",
            "limits",
            "meta",
            "preferences",
            "processes",
        ),
        "puzzle_answers",
    }
)
"""Tables with rows of people in all servers, or of none."""


def value_for(column: Column[Any]) -> object:  # Any: columns of several types
    if column.name == "guild_id":
        return SERVER
    if column.name in PLACES:
        return CHANNEL
    if isinstance(column.type, JSON):
        return {}
    if isinstance(column.type, BigInteger):
        return 1
    return {int: 1, str: "text", bool: True, float: 1.0}[column.type.python_type]


async def test_nothing_of_it_stays_in_any_table(database: Database) -> None:
    async with database.writing() as connection:
        for table in METADATA.sorted_tables:
            row = {column.name: value_for(column) for column in table.c}
            if table is OUTBOX:
                row["stream"] = "match:1"
            if table is POSTS:
                row["kind"] = "board"
            await connection.execute(insert(table).values(row))
    assert str(SERVER) in json.dumps(await contents(database))

    await Retention(database, load({}), clock=lambda: 2).forget_server(SERVER)

    left = await contents(database)
    assert str(SERVER) not in json.dumps(left)
    assert str(CHANNEL) not in json.dumps(left)
    kept = {name for name, rows in left.items() if rows}
    # Of the rows with the last numbers only these stay.
    assert kept - NOBODYS == {"challenges", "due", "games", "matches"}
