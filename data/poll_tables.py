"""The tables of polls. What is true of all tables is said in `data.tables`."""

from sqlalchemy import JSON, BigInteger, Column, ForeignKey, Index, String, Table, Text

from data.tables import METADATA, NUMBER

POLLS = Table(
    "polls",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False, doc="who asks"),
    Column("game_id", ForeignKey("games.id"), nullable=False, doc="a finished game"),
    Column("record", Text, nullable=False, doc="the game up to the position"),
    Column("answers", JSON, nullable=False, doc="the turns that are offered, in notation"),
    Column("played", Text, doc="the turn that followed in the game, if it came to that position"),
    Column("language", String(16), nullable=False),
    Column("closes_at", BigInteger, nullable=False),
    Column("tally", JSON, doc="once it is closed: the turns that got votes, and how many"),
    Column("message_id", BigInteger, doc="where it is, once it is posted"),
    Index(None, "user_id"),
    Index(None, "game_id"),
    Index(None, "closes_at"),
    # Deleted ids are not used again: old messages hold them.
    sqlite_autoincrement=True,
)
"""Positions of finished games that are shown in a channel: what would you play?"""

POLL_VOTES = Table(
    "poll_votes",
    METADATA,
    Column("poll_id", ForeignKey("polls.id"), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("turn", Text, nullable=False, doc="in notation"),
    Column("voted_at", BigInteger, nullable=False),
    Index(None, "user_id"),
)
"""Who votes for which turn; it is deleted when the poll is closed, which keeps the numbers only."""
