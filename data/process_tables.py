"""The tables of processes that share a database. What is true of all tables is said in `data.tables`."""

from sqlalchemy import JSON, BigInteger, Column, Integer, String, Table, Text

from data.tables import METADATA, NUMBER

PROCESSES = Table(
    "processes",
    METADATA,
    Column("name", String(100), primary_key=True, doc="as it claims rows of the outbox"),
    Column("beat_at", BigInteger, nullable=False, doc="when it last beat, by the database's clock"),
    Column("thinks_for", String(64), doc="the version whose thoughts it takes; null: it is a bot"),
)
"""The processes that are there, where several may share a database: each beats every few seconds."""

THOUGHTS = Table(
    "thoughts",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("asked_by", String(100), nullable=False, doc="the bot that waits for it"),
    Column(
        "version", String(64), nullable=False, doc="of the bot: another one may think otherwise"
    ),
    Column("guild_id", BigInteger, nullable=False, doc="servers take turns"),
    Column("job", String(32), nullable=False),
    Column("seconds", Integer, nullable=False, doc="after which a worker is taken to hang"),
    Column("question", JSON, nullable=False, doc="only what the seat may see"),
    Column("attempts", Integer, nullable=False),
    Column("claimed_by", String(100), doc="the worker that thinks"),
    Column("answer", JSON(none_as_null=True)),
    Column("failed", Text, doc="why there is no answer"),
    sqlite_autoincrement=True,
)
"""What bots leave to workers on other machines, from the question until the answer is read."""
