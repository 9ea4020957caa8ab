"""The table of records that people look through. What is true of all tables is said in `data.tables`."""

from sqlalchemy import BigInteger, Column, Index, Table, Text

from data.tables import METADATA, NUMBER

IMPORTS = Table(
    "imports",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("user_id", BigInteger, nullable=False, doc="who alone may look at it"),
    Column("record", Text, nullable=False, doc="the record of a game, checked"),
    Column("created_at", BigInteger, nullable=False),
    Index(None, "user_id"),
    Index(None, "created_at"),
)
"""Games that were played elsewhere: they count for nothing, and are deleted after some days."""
