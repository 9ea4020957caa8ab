"""The table of explorations. What is true of all tables is said in `data.tables`."""

from sqlalchemy import JSON, BigInteger, Column, ForeignKey, Index, Integer, Table, Text

from data.tables import METADATA, NUMBER

EXPLORATIONS = Table(
    "explorations",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("user_id", BigInteger, nullable=False, doc="who alone may look at it"),
    Column("game_id", ForeignKey("games.id"), doc="null: it begins in a game from a file"),
    Column("record", Text, nullable=False, doc="the game up to where it begins"),
    Column("steps", JSON, nullable=False, doc="the turns and rolls that were tried, in order"),
    Column(
        "seat", Integer, doc="the person's, where computers play the others; null: they play all"
    ),
    Column(
        "level", Text, doc="how strong the computers play (`easy`, `easy+3`); null: there are none"
    ),
    Column("changed_at", BigInteger, nullable=False),
    Index(None, "user_id"),
    Index(None, "game_id"),
    Index(None, "changed_at"),
    # Deleted ids are not used again: old messages hold them.
    sqlite_autoincrement=True,
)
"""Private boards on which people try moves: they count for nothing, and go after some days."""
