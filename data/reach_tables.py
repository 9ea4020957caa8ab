"""The table of when people could last reach the bot. What is true of all tables is said in `data.tables`."""

from sqlalchemy import BigInteger, Column, Integer, Table

from data.tables import METADATA

SHARD_REACH = Table(
    "shard_reach",
    METADATA,
    Column("shards", Integer, primary_key=True, autoincrement=False, doc="into how many"),
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("reached_at", BigInteger, nullable=False, doc="when people could last reach it"),
)
"""When people could last reach each shard of the bot."""
