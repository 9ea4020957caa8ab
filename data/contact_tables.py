"""The table of whom to tell about a server. What is true of all tables is said in `data.tables`."""

from sqlalchemy import BigInteger, Column, Index, Table

from data.tables import METADATA

CONTACTS = Table(
    "contacts",
    METADATA,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, nullable=False, doc="who set the bot up there last"),
    Column("told_at", BigInteger, doc="when they were last told that something can't be posted"),
    Index(None, "user_id"),
)
"""Who is told where the bot lacks a permission for what a server has asked for."""
