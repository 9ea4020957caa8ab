"""The table of processes that share a database. What is true of all tables is said in `data.tables`."""

from sqlalchemy import BigInteger, Column, String, Table

from data.tables import METADATA

PROCESSES = Table(
    "processes",
    METADATA,
    Column("name", String(100), primary_key=True, doc="as it claims rows of the outbox"),
    Column("beat_at", BigInteger, nullable=False, doc="when it last beat, by the database's clock"),
)
"""The processes that are there, where several may share a database: each beats every few seconds."""
